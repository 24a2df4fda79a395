// SPDX-License-Identifier: MIT

package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/ui/view"
)

// somebody is a client that counts its ids from 1, as most will.
type somebody struct {
	t    *testing.T
	port int
	name string
	next int
	ws   *websocket.Conn
	read sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]chan view.Response
}

func (s *somebody) connect() {
	s.t.Helper()
	ws, _, err := websocket.DefaultDialer.DialContext(s.t.Context(), url(s.port), http.Header{"Authorization": {"Bearer " + token}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	s.ws, s.waiting = ws, map[string]chan view.Response{}
	s.mu.Unlock()
	s.read.Go(func() {
		for {
			var r view.Response
			if ws.ReadJSON(&r) != nil {
				return
			}
			s.mu.Lock()
			if ch := s.waiting[string(r.ID)]; ch != nil {
				ch <- r
			}
			s.mu.Unlock()
		}
	})
	if s.name != "" {
		s.done("hello", fmt.Sprintf(`"client":%q`, s.name))
	}
}

func (s *somebody) leave() {
	_ = s.ws.Close()
	s.read.Wait()
}

// frame is a call with the next id.
func (s *somebody) frame(call, members string) (id, text string) {
	s.next++
	if members != "" {
		members = "," + members
	}
	return fmt.Sprint(s.next), fmt.Sprintf(`{"type":%q,"id":%d%s}`, call, s.next, members)
}

// send sends a frame and returns where its answer will be.
func (s *somebody) send(id, text string) chan view.Response {
	s.t.Helper()
	ch := make(chan view.Response, 1)
	s.mu.Lock()
	s.waiting[id] = ch
	s.mu.Unlock()
	if err := s.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		s.t.Fatal(err)
	}
	return ch
}

func (s *somebody) wait(ch chan view.Response, what string) view.Response {
	s.t.Helper()
	select {
	case r := <-ch:
		return r
	case <-time.After(20 * time.Second):
		s.t.Fatalf("%s was not answered", what)
		return view.Response{}
	}
}

// ask makes a call and waits for its answer.
func (s *somebody) ask(call, members string) view.Response {
	s.t.Helper()
	id, text := s.frame(call, members)
	return s.wait(s.send(id, text), text)
}

// done makes a call that must succeed.
func (s *somebody) done(call, members string) view.Response {
	s.t.Helper()
	r := s.ask(call, members)
	if !r.Success {
		s.t.Fatalf("%s {%s}: %s", call, members, r.Error)
	}
	return r
}

func result[T any](t *testing.T, r view.Response) (v T) {
	t.Helper()
	if err := json.Unmarshal(r.Data, &v); err != nil {
		t.Fatalf("%s: %v", r.Data, err)
	}
	return v
}

// hand is one of the clients of the property test with its own body, and what it
// knows to be true.
type hand struct {
	somebody
	body string
	// frame and task of the last prompt that was taken.
	last, lastID, task string
	// goals that were taken.
	goals map[string]string
	n     int
}

func (h *hand) prompt(word string, settings string) (id, text, goal string) {
	h.n++
	goal = fmt.Sprintf("touch %s_%s_%d", word, h.name, h.n)
	id, text = h.frame("send-prompt", fmt.Sprintf(`"prompt":%q%s`, goal, settings))
	return id, text, goal
}

func (h *hand) taken(r view.Response, id, text, goal string) string {
	h.t.Helper()
	if !r.Success {
		if r.Code != view.CodeQueueFull && r.Code != view.CodeStopped {
			h.t.Fatalf("%s: %s", text, r.Error)
		}
		return ""
	}
	task := result[view.Queued](h.t, r).TaskID
	if other := h.goals[task]; other != "" && !r.Replayed {
		h.t.Fatalf("%q got the task of %q", goal, other)
	}
	h.goals[task] = goal
	h.last, h.lastID, h.task = text, id, task
	return task
}

func (h *hand) status() view.Status {
	h.t.Helper()
	return result[view.Status](h.t, h.done("get-status", ""))
}

// until asks for the status until it is as it should be.
func (h *hand) until(what string, is func(view.Status) bool) {
	h.t.Helper()
	end := time.Now().Add(20 * time.Second)
	for {
		st := h.status()
		if is(st) {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("%s: not %s: %+v of %+v", h.name, what, st, st.CurrentTask)
		}
	}
}

// free lets go of everything that the body has to do.
func (h *hand) free() {
	h.t.Helper()
	if h.status().Status != view.Processing {
		return
	}
	h.done("stop-task", "")
	h.done("clear-queue", "")
	h.until("at rest", func(st view.Status) bool { return st.Status != view.Processing })
}

// TestTwoClientsCrossNothing: two clients on two bodies, both counting ids from
// 1, in random interleavings with reconnects: no goal, stop, answer or status of
// one is ever the other's.
func TestTwoClientsCrossNothing(t *testing.T) {
	bodies := []*bodytest.Body{bodytest.New("body_0", game.ProtocolV2), bodytest.New("body_1", game.ProtocolV1)}
	for _, b := range bodies {
		b.Faults = func(_ int, a game.Action) bodytest.Fault {
			return bodytest.Fault{Hang: strings.HasPrefix(a.Target, "linger")}
		}
		b.Takes = time.Millisecond
	}
	port := start(t, bodies...)
	round := 0
	rapid.Check(t, func(rt *rapid.T) {
		round++
		hands := make([]*hand, 2)
		for i := range hands {
			h := &hand{somebody: somebody{t: t, port: port, name: fmt.Sprintf("client_%d_%d", i, round)}, body: fmt.Sprintf("body_%d", i), goals: map[string]string{}}
			h.connect()
			defer h.leave()
			h.done("connect-instance", fmt.Sprintf(`"instanceId":%q`, h.body))
			h.free()
			hands[i] = h
		}
		// lingers[i]: a task of i's is known to be under way.
		var lingers [2]bool
		for range rapid.IntRange(4, 14).Draw(rt, "steps") {
			i := rapid.IntRange(0, 1).Draw(rt, "client")
			h := hands[i]
			switch op := rapid.SampledFrom([]string{"say", "linger", "again", "stop", "overtake", "status", "approve", "reconnect", "both"}).Draw(rt, "op"); op {
			case "say":
				id, text, goal := h.prompt("say", "")
				h.taken(h.wait(h.send(id, text), text), id, text, goal)
			case "linger":
				if lingers[i] {
					continue
				}
				h.free()
				id, text, goal := h.prompt("linger", "")
				task := h.taken(h.wait(h.send(id, text), text), id, text, goal)
				h.until("lingering", func(st view.Status) bool {
					return st.CurrentTask != nil && st.CurrentTask.ID == task && st.CurrentTask.State == view.TaskRunning
				})
				lingers[i] = true
			case "again": // as after a lost answer
				if h.last == "" {
					continue
				}
				task := h.task
				if r := h.wait(h.send(h.lastID, h.last), h.last); !r.Replayed || result[view.Queued](t, r).TaskID != task {
					t.Fatalf("%s was answered %+v, want the task %s again", h.last, r, task)
				}
			case "stop":
				h.done("stop-task", "")
				h.until("stopped", func(st view.Status) bool {
					return st.CurrentTask == nil || st.CurrentTask.Held || st.Status != view.Processing
				})
				lingers[i] = false
			case "overtake": // a stop right behind a prompt: it does not run
				h.free()
				lingers[i] = false
				id, text, goal := h.prompt("linger", "")
				answer := h.send(id, text)
				stopID, stop := h.frame("stop-task", "")
				stopped := h.send(stopID, stop)
				h.taken(h.wait(answer, text), id, text, goal)
				h.wait(stopped, stop)
				h.until("stopped or held", func(st view.Status) bool { return st.Status != view.Processing || st.CurrentTask.Held })
			case "status":
				h.status()
			case "approve":
				h.free()
				lingers[i] = false
				id, text, goal := h.prompt("approve", `,"settings":{"approve":true}`)
				task := h.taken(h.wait(h.send(id, text), text), id, text, goal)
				revision := 0
				h.until("waiting for a yes", func(st view.Status) bool {
					if st.CurrentTask == nil || st.CurrentTask.ID != task || st.CurrentTask.State != view.TaskAwaiting {
						return false
					}
					revision = st.CurrentTask.Revision
					return true
				})
				if st := hands[1-i].status(); st.CurrentTask != nil && st.CurrentTask.State == view.TaskAwaiting {
					t.Fatalf("the plan of %s waits at %s", h.name, hands[1-i].name)
				}
				h.done("answer-plan", fmt.Sprintf(`"taskId":%q,"revision":%d,"approve":true`, task, revision))
				h.until("done", func(st view.Status) bool { return st.CurrentTask.ID == task && st.Status == view.Complete })
			case "reconnect":
				h.leave()
				h.connect()
			case "both": // the same id at the same moment
				var answers [2]chan view.Response
				var ids, texts, goals [2]string
				for k, o := range hands {
					ids[k], texts[k], goals[k] = o.prompt("say", "")
					answers[k] = o.send(ids[k], texts[k])
				}
				for k, o := range hands {
					o.taken(o.wait(answers[k], texts[k]), ids[k], texts[k], goals[k])
				}
			}
			for k, o := range hands {
				st := o.status()
				if st.ActiveInstance != o.body {
					t.Fatalf("%s is at %s", o.name, st.ActiveInstance)
				}
				if st.CurrentTask != nil && st.CurrentTask.Body != o.body {
					t.Fatalf("%s hears of a task on %s", o.name, st.CurrentTask.Body)
				}
				if lingers[k] && (st.Status != view.Processing || !strings.HasPrefix(st.CurrentTask.Goal, "touch linger_"+o.name+"_")) {
					t.Fatalf("%s lost what it does: %+v", o.name, st.CurrentTask)
				}
			}
		}
		for i, h := range hands {
			h.free()
			other := hands[1-i].name + "_"
			said := map[string]int{}
			for _, a := range bodies[i].Sent() {
				if strings.Contains(a.Target, other) {
					t.Fatalf("%s was told to touch %q", h.body, a.Target)
				}
				said[a.Target]++
			}
			for goal, n := range said {
				if n > 1 {
					t.Fatalf("%s touched %q %d times", h.body, goal, n)
				}
			}
			list := result[view.Tasks](t, h.done("list-tasks", fmt.Sprintf(`"instance":%q,"limit":1000`, h.body)))
			mine := 0
			for _, task := range list.Tasks {
				if strings.Contains(task.Goal, other) {
					t.Fatalf("%s has the task %q", h.body, task.Goal)
				}
				if strings.Contains(task.Goal, h.name+"_") {
					mine++
					if h.goals[task.ID] != task.Goal {
						t.Fatalf("the task %s is %q, its answer was for %q", task.ID, task.Goal, h.goals[task.ID])
					}
				}
			}
			if mine != len(h.goals) {
				t.Fatalf("%s was given %d goals, %d are kept", h.name, len(h.goals), mine)
			}
		}
	})
}

// TestAStopWaitsForNobody: neither for the calls that its client sent before, nor
// for answers that it does not read.
func TestAStopWaitsForNobody(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	body.Faults = func(int, game.Action) bodytest.Fault { return bodytest.Fault{Hang: true} }
	port := start(t, body)
	see := dial(t, port)
	if _, err := see.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	id, err := send(t.Context(), see, "say "+strings.Repeat("much ", 40), nil)
	if err != nil {
		t.Fatal(err)
	}
	for len(body.Sent()) == 0 {
		<-see.Events()
	}
	deaf := raw(t, port, http.Header{"Authorization": {"Bearer " + token}})
	for range 200 { // more than the sockets hold, and nothing is read
		if err := deaf.WriteMessage(websocket.TextMessage, []byte(`{"type":"get-task","id":1,"taskId":"`+id+`"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := deaf.WriteMessage(websocket.TextMessage, []byte(`{"type":"stop-task","id":2}`)); err != nil {
		t.Fatal(err)
	}
	if state := ended(t, see, id); state != view.TaskStopped {
		t.Fatalf("the task ended %s", state)
	}
}

// TestTooManyCallsAtOnce are refused one by one, with a sentence.
func TestTooManyCallsAtOnce(t *testing.T) {
	ws := raw(t, start(t, bodytest.New("a", game.ProtocolV2)), http.Header{"Authorization": {"Bearer " + token}})
	const calls = 2000
	go func() {
		for i := range calls {
			if ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"get-snapshot","id":%d}`, i)) != nil {
				return
			}
		}
	}()
	answered := map[string]bool{}
	for range calls {
		var r view.Response
		if err := ws.ReadJSON(&r); err != nil {
			t.Fatalf("after %d answers: %v", len(answered), err)
		}
		if !r.Success && !strings.Contains(r.Error, "wait for their answer already") {
			t.Fatalf("%+v", r)
		}
		answered[string(r.ID)] = true
	}
	if len(answered) != calls {
		t.Errorf("%d of %d calls were answered", len(answered), calls)
	}
}
