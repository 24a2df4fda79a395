// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// streamServer is a whole Minehand on a real port, without a model.
func streamServer(t *testing.T, world *view.PracticeStart) *Server {
	t.Helper()
	return serverOf(t, ServerConfig{World: world})
}

// serverOf is a server whose only planner is the built-in one.
func serverOf(t *testing.T, cfg ServerConfig) *Server {
	t.Helper()
	p, err := NewPlanner(settings.Config{}, "http://127.0.0.1:9", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Planner = p
	s, err := StartServer(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Close(), p.Close()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func dialServer(t *testing.T, s *Server) *client.Client {
	t.Helper()
	c, err := client.Dial(t.Context(), s.Port, s.Token)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// outcome reports whether an event may never be dropped.
func outcome(e *view.Event) bool {
	i := slices.IndexFunc(view.EventKinds, func(k view.EventInfo) bool { return k.Kind == e.Kind })
	return i >= 0 && !view.EventKinds[i].Coalesced
}

// end reads events until every task has ended, and returns the numbers of the
// outcomes among them.
func end(t *testing.T, events <-chan view.Event, tasks map[string]bool, heard func(view.Event) bool) (seqs []uint64) {
	t.Helper()
	limit := time.After(5 * time.Minute)
	for len(tasks) > 0 {
		select {
		case e, there := <-events:
			if !there {
				t.Error("the stream broke off")
				return seqs
			}
			if heard != nil && !heard(e) {
				return seqs
			}
			if outcome(&e) {
				seqs = append(seqs, e.Seq)
			}
			if e.Task != nil && e.Task.State.Ended() {
				delete(tasks, e.TaskID)
			}
		case <-limit:
			t.Errorf("%d tasks have not ended", len(tasks))
			return seqs
		}
	}
	return seqs
}

// A client whose connection is lost again and again comes back with the epoch and
// the number of the last event that it had, and gets every outcome once, in the
// order in which one that stayed got them. Of another epoch it gets a snapshot.
func TestClientsComeBackWithoutAGap(t *testing.T) {
	s := streamServer(t, &view.PracticeStart{Speed: 1000})
	stays := dialServer(t, s)
	defer stays.Close()
	at, err := stays.Subscribe(t.Context(), view.Place{})
	if err != nil {
		t.Fatal(err)
	}
	submit, watched, followed := dialServer(t, s), map[string]bool{}, map[string]bool{}
	defer submit.Close()
	for _, goal := range []string{"get 3 diamonds", "get 5 dirt", "say hello", "get 1 bread", "make a chest"} {
		q, err := submit.SendPrompt(t.Context(), view.Prompt{Prompt: goal})
		if err != nil {
			t.Fatal(err)
		}
		watched[q.TaskID], followed[q.TaskID] = true, true
	}
	var staying sync.WaitGroup
	var want []uint64
	staying.Go(func() { want = end(t, stays.Events(), watched, nil) })

	rng := rand.New(rand.NewPCG(7, 7))
	place := view.Place{Epoch: at.Epoch, Since: at.Since}
	var got []uint64
	returns := 0
	for len(followed) > 0 && !t.Failed() {
		c := dialServer(t, s)
		back, err := c.Subscribe(t.Context(), place)
		if err != nil || back.Snapshot != nil || back.Epoch != place.Epoch || back.Since != place.Since {
			t.Fatalf("coming back to %+v: %+v, %v", place, back, err)
		}
		left := 1 + rng.IntN(12)
		got = append(got, end(t, c.Events(), followed, func(e view.Event) bool {
			if left--; left < 0 {
				return false
			}
			if e.Epoch != place.Epoch || e.Seq <= place.Since {
				t.Errorf("event %d of %s came after %d of %s", e.Seq, e.Epoch, place.Since, place.Epoch)
			}
			place.Since = e.Seq
			return true
		})...)
		_ = c.Close()
		returns++
	}
	staying.Wait()
	if len(want) < 50 || returns < 5 {
		t.Errorf("there were only %d outcomes and %d returns", len(want), returns)
	}
	if !slices.Equal(got, want) {
		t.Errorf("who came back %d times got the outcomes\n%v\nnot\n%v", returns, got, want)
	}

	c := dialServer(t, s)
	defer c.Close()
	for _, gone := range []view.Place{{Epoch: "another", Since: 3}, {Epoch: place.Epoch, Since: 1 << 40}} {
		if back, err := c.Subscribe(t.Context(), gone); err != nil || back.Snapshot == nil || back.Epoch != at.Epoch {
			t.Errorf("coming back to %+v: %+v, %v", gone, back, err)
		}
	}
}

// worker is a body on a real socket that does at once what it is told, and reports
// every other second, for nothing is sent to one that has not done so for ten.
func worker(ctx context.Context, t *testing.T, port, n int) error {
	ws, _, err := websocket.DefaultDialer.DialContext(ctx, "ws://127.0.0.1:"+strconv.Itoa(port)+"/", nil)
	if err != nil {
		return err
	}
	t.Cleanup(func() { _ = ws.Close() })
	id := fmt.Sprintf("worker_%d", n)
	var writing sync.Mutex
	write := func(frames ...string) error {
		writing.Lock()
		defer writing.Unlock()
		for _, frame := range frames {
			if err := ws.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
				return err
			}
		}
		return nil
	}
	state := fmt.Sprintf(`{"type":"state_update","instanceId":%q,"data":{"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"inventory":[],"gameMode":"survival","world":{"present":true,"id":"w"}}}`, id)
	if err := write(fmt.Sprintf(`{"type":"register","instanceId":%q,"version":"1.21.5","protocol":2,"capabilities":{"actions":["interact","wait"]}}`, id), state); err != nil {
		return err
	}
	go func() {
		every := time.NewTicker(2 * time.Second)
		defer every.Stop()
		for write(state) == nil {
			select {
			case <-every.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		for {
			var m struct {
				Type   string
				Action struct{ ID string }
			}
			if ws.ReadJSON(&m) != nil {
				return
			}
			if m.Type != "execute_action" {
				continue
			}
			if write(
				fmt.Sprintf(`{"type":"action_progress","instanceId":%q,"actionId":%q,"message":"at it","progress":0.5}`, id, m.Action.ID),
				fmt.Sprintf(`{"type":"action_complete","instanceId":%q,"actionId":%q,"result":{"success":true}}`, id, m.Action.ID),
			) != nil {
				return
			}
		}
	}()
	return nil
}

// A hundred bodies work while one client reads nothing at all and another reads
// slowly: a third hears every outcome in its order, calls are answered and a stop
// is done meanwhile; who did not read is told to come back, or loses nothing.
func TestAHundredBodiesAndASlowClient(t *testing.T) {
	const bodies, actions = 100, 40
	s := streamServer(t, nil)
	for n := range bodies {
		if err := worker(t.Context(), t, s.Port, n); err != nil {
			t.Fatal(err)
		}
	}
	reads := dialServer(t, s)
	defer reads.Close()
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		snap, err := reads.GetSnapshot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		up := 0
		for i := range snap.Players {
			if snap.Players[i].Body.Link.State == game.LinkUp {
				up++
			}
		}
		if up == bodies {
			break
		}
		if time.Since(begun) > 2*time.Minute {
			t.Fatalf("only %d bodies came", up)
		}
	}
	at, err := reads.Subscribe(t.Context(), view.Place{})
	if err != nil {
		t.Fatal(err)
	}

	// The slow one has little room for what it does not read.
	dialer := websocket.Dialer{NetDialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		var d net.Dialer
		conn, err := d.DialContext(ctx, network, address)
		if err == nil {
			_ = conn.(*net.TCPConn).SetReadBuffer(64 << 10)
		}
		return conn, err
	}}
	slow, _, err := dialer.DialContext(t.Context(), fmt.Sprintf("ws://127.0.0.1:%d/api/v1/ws", s.Port), http.Header{"Authorization": {"Bearer " + s.Token}})
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if err := slow.WriteJSON(map[string]any{"type": "subscribe", "id": 1, "epoch": at.Epoch, "since": at.Since}); err != nil {
		t.Fatal(err)
	}

	// The third reads all the while, also while it gives the work.
	heard := make(chan view.Event, bodies*actions*10)
	go func() {
		defer close(heard)
		for e := range reads.Events() {
			heard <- e
		}
	}()
	list := make([]game.Action, actions)
	for i := range list {
		list[i] = game.Action{Kind: game.Interact, Target: "lever"}
	}
	tasks := map[string]bool{}
	for n := range bodies {
		q, err := reads.SendPrompt(t.Context(), view.Prompt{Settings: view.PromptSettings{Actions: list}, OfBody: view.OfBody{Instance: fmt.Sprintf("worker_%d", n)}})
		if err != nil {
			t.Fatal(err)
		}
		tasks[q.TaskID] = true
	}
	if err := reads.StopTask(t.Context(), view.OfBody{Instance: "worker_0"}); err != nil {
		t.Errorf("a stop meanwhile: %v", err)
	}
	last, done := at.Since, map[string]int{}
	seqs := end(t, heard, tasks, func(e view.Event) bool {
		if e.Seq <= last {
			t.Errorf("event %d came after %d", e.Seq, last)
		}
		last = e.Seq
		if e.Action != nil && !e.Action.Open() {
			done[e.Body]++
		}
		return true
	})
	for n := 1; n < bodies; n++ {
		if body := fmt.Sprintf("worker_%d", n); done[body] != actions {
			t.Errorf("%s ended %d actions of %d", body, done[body], actions)
		}
	}

	// What the slow one finds is in order and without a gap, to the end or to where
	// it is told to come back; with its buffers full that word may not reach it, and
	// its connection ends.
	var found []uint64
	_ = slow.SetReadDeadline(time.Now().Add(5 * time.Minute))
	for len(found) == 0 || found[len(found)-1] < seqs[len(seqs)-1] {
		_, data, err := slow.ReadMessage()
		if err != nil {
			if !websocket.IsCloseError(err, 4408, websocket.CloseAbnormalClosure) && !errors.Is(err, syscall.ECONNRESET) {
				t.Errorf("the slow client ends with %v", err)
			}
			break
		}
		var e view.Event
		if json.Unmarshal(data, &e) == nil && e.Type == view.TypeEvent && outcome(&e) {
			found = append(found, e.Seq)
		}
	}
	t.Logf("the slow client read %d of %d outcomes before it had to come back", len(found), len(seqs))
	if len(found) > len(seqs) || !slices.Equal(found, seqs[:len(found)]) {
		t.Errorf("the slow client found %v, not the beginning of %v", found, seqs)
	}
	back := dialServer(t, s)
	defer back.Close()
	since := at.Since
	if len(found) > 0 {
		since = found[len(found)-1]
	}
	sub, err := back.Subscribe(t.Context(), view.Place{Epoch: at.Epoch, Since: since})
	if err != nil {
		t.Fatal(err)
	}
	if sub.Snapshot == nil {
		for len(found) < len(seqs) {
			if e, there := <-back.Events(); !there {
				t.Fatal("the stream broke off")
			} else if outcome(&e) {
				found = append(found, e.Seq)
			}
		}
		if !slices.Equal(found, seqs) {
			t.Error("the slow client has a gap after it came back")
		}
	}
}
