// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// goalTime is the most that one goal may take.
const goalTime = 6 * time.Minute

// rig is one game with Minehand beside it: three processes and a client.
type rig struct {
	// owner is the test that the processes end with; cases run inside it.
	owner   *testing.T
	version string
	server  *server
	serve   *process
	body    *process
	data    string
	port    int

	c *client.Client
	// story keeps the events of the task at hand, for a failure's sake.
	mu    sync.Mutex
	story []string
	// doing is the progress that came last.
	doing string
	// deaths and zombies are how many of them there were before the case at hand.
	deaths, zombies int
}

// rigArgs are further arguments of a rig's programs.
type rigArgs struct{ server, body []string }

// newRig starts everything and waits until the bot plays.
func newRig(t *testing.T, version string, args rigArgs) *rig {
	t.Helper()
	if *pictures != "" {
		args.body = append(args.body, "--viewer", "auto")
	}
	r := &rig{owner: t, version: version, data: t.TempDir(), server: startServer(t, version, args.server...)}
	r.startServe(t)
	r.body = spawn(t, t, "the body", root, program, append([]string{"body", "--server", "127.0.0.1:" + strconv.Itoa(r.server.port),
		"--port", strconv.Itoa(r.port), "--name", player, "--cache-dir", cache}, args.body...)...)
	r.awaitBody(t)
	t.Cleanup(func() {
		if t.Failed() {
			r.mu.Lock()
			defer r.mu.Unlock()
			t.Logf("the latest progress: %s", r.doing)
		}
	})
	return r
}

var listens = regexp.MustCompile(`ws://localhost:(\d+)/`)

// startServe starts Minehand: on any port the first time, later on the same.
func (r *rig) startServe(t *testing.T) {
	t.Helper()
	r.serve = spawn(t, r.owner, "Minehand", root, program, "serve", "--port", strconv.Itoa(r.port), "--data-dir", r.data)
	until(t, patience, "Minehand to listen", func() bool {
		m := listens.FindStringSubmatch(r.serve.out.text())
		if m == nil {
			return false
		}
		r.port, _ = strconv.Atoi(m[1])
		return strings.Contains(r.serve.out.text(), "Control token: ")
	})
	token, err := os.ReadFile(filepath.Join(r.data, "control-token"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.Dial(t.Context(), r.port, strings.TrimSpace(string(token)))
	if err != nil {
		t.Fatal(err)
	}
	r.owner.Cleanup(func() { _ = c.Close() })
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	go r.listen(c)
	r.c = c
}

func (r *rig) awaitBody(t *testing.T) {
	t.Helper()
	until(t, patience, "the bot to be in the game and known to Minehand", func() bool {
		st, err := r.c.GetStatus(t.Context(), view.OfBody{})
		return err == nil && len(st.ConnectedInstances) == 1 && r.server.seen("join") > r.server.seen("leave")
	})
}

// listen reads the events until the connection ends and keeps a line of each.
func (r *rig) listen(c *client.Client) {
	for e := range c.Events() {
		line := e.At.Format("15:04:05.0") + " " + string(e.Kind)
		switch {
		case e.Kind == view.EventProgress:
			raw, _ := json.Marshal(e)
			r.mu.Lock()
			r.doing = line + " " + string(raw)
			r.mu.Unlock()
			continue
		case e.Kind == view.EventState || e.Kind == view.EventInventory:
			continue
		case e.Action != nil:
			act, _ := json.Marshal(e.Action.Step.Action)
			line += fmt.Sprintf(" %s %s %s", act, e.Action.Verdict, e.Action.Reason)
			if f := e.Action.Failure; f != nil {
				line += fmt.Sprintf(" (%s: %s)", f.Code, f.Message)
			}
		case e.Task != nil:
			line += fmt.Sprintf(" %s, round %d: %s %s", e.Task.State, e.Task.Round, e.Task.Reason, e.Task.Waiting)
		default:
			raw, _ := json.Marshal(e)
			line += " " + string(raw[:min(len(raw), 600)])
		}
		r.mu.Lock()
		r.story = append(r.story, line)
		r.mu.Unlock()
	}
}

// fresh gives a case its own beginning: nothing held, healthy, at the spawn,
// with nobody and nothing around.
func (r *rig) fresh(t *testing.T) {
	t.Helper()
	r.anew(t)
	s := r.server
	t.Cleanup(func() {
		if !t.Failed() && os.Getenv("REAL_STORY") == "" {
			return
		}
		t.Logf("%s", r.tells())
		t.Logf("Minehand:\n%s", r.serve.out.tail(25))
		t.Logf("faults of the game server: %v, who came and went: %v", s.faults(), s.named("join", "leave"))
		if o := s.onlooker; o != nil {
			t.Logf("%s; thrown out: %v", o.p.how(), o.named("kicked", "error", "ended"))
		}
	})
}

// anew makes the game fresh, inside a longer test too.
func (r *rig) anew(t *testing.T) {
	t.Helper()
	s := r.server
	s.inGame(t)
	until(t, patience, "the player to be alive", func() bool {
		health, _ := s.do(t, "player", fields{"player": player})["health"].(float64)
		return health > 0
	})
	for _, cmd := range []string{"clearmobs", "cleardrops"} {
		s.do(t, cmd, nil)
	}
	s.do(t, "clear", fields{"player": player})
	s.do(t, "vitals", fields{"player": player, "health": 20, "food": 20, "saturation": 5})
	r.home(t)
	r.deaths, r.zombies = s.seen("death"), s.count(t, "killed:zombie")
	r.mu.Lock()
	r.story = nil
	r.mu.Unlock()
}

// home puts the player to where cases begin.
func (r *rig) home(t *testing.T) {
	t.Helper()
	r.server.do(t, "teleport", fields{"player": player, "x": 8.5, "y": 64, "z": 8.5})
}

// tells is what happened since the game was made fresh, and what the body said of it.
func (r *rig) tells() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return "the story:\n" + strings.Join(r.story, "\n") + "\nthe body:\n" + r.body.out.tail(25)
}

// give puts items into the player's inventory.
func (r *rig) give(t *testing.T, item string, n int) {
	t.Helper()
	r.server.do(t, "give", fields{"player": player, "item": item, "count": n})
}

// submit hands Minehand a goal.
func (r *rig) submit(t *testing.T, goal string) string {
	t.Helper()
	r.refresh(t)
	return r.send(t, goal, nil)
}

// perform hands Minehand a list of actions and waits until it is complete.
func (r *rig) perform(t *testing.T, actions ...fields) view.Task {
	t.Helper()
	r.refresh(t)
	return r.complete(t, r.send(t, "", map[string]any{"actions": actions}))
}

// refresh has the body report once more: what a test gives and takes by the
// control channel is known to Minehand up to a second later.
func (r *rig) refresh(t *testing.T) {
	t.Helper()
	id := r.send(t, "", map[string]any{"actions": []fields{{"type": "wait", "seconds": 0.5}}})
	if task := r.ended(t, id); task.State != "complete" {
		t.Fatalf("waiting ended %s: %s", task.State, task.Reason)
	}
}

func (r *rig) send(t *testing.T, goal string, settings map[string]any) string {
	t.Helper()
	var q view.Queued
	err := r.c.Call(t.Context(), "send-prompt", map[string]any{"prompt": goal, "settings": settings}, &q)
	if err != nil {
		t.Fatal(err)
	}
	return q.TaskID
}

// complete waits until the task ended and wants it complete.
func (r *rig) complete(t *testing.T, id string) view.Task {
	t.Helper()
	return r.completeWithin(t, id, goalTime)
}

func (r *rig) completeWithin(t *testing.T, id string, limit time.Duration) view.Task {
	t.Helper()
	task := r.endedWithin(t, id, limit)
	if task.State != "complete" {
		t.Fatalf("the task ended %s: %s", task.State, task.Reason)
	}
	t.Logf("%s %d actions, %d failed, %d rounds", task.Reason, task.Sent, task.Failed, task.Round)
	return task
}

func (r *rig) ended(t *testing.T, id string) view.Task {
	t.Helper()
	return r.endedWithin(t, id, goalTime)
}

func (r *rig) endedWithin(t *testing.T, id string, limit time.Duration) view.Task {
	t.Helper()
	var task view.Task
	until(t, limit, "the task to end", func() bool {
		at, over := r.task(t, id)
		task = at
		return over
	})
	return task
}

// task is how far a task is, and whether it has ended.
func (r *rig) task(t *testing.T, id string) (view.Task, bool) {
	t.Helper()
	task, over := r.look(t, id)
	if task.NeedsPerson {
		t.Fatalf("the task waits for a person: %s", task.Reason)
	}
	return task, over
}

// look is task where one that waits for a person is no fault.
func (r *rig) look(t *testing.T, id string) (view.Task, bool) {
	t.Helper()
	st, err := r.c.GetStatus(t.Context(), view.OfBody{})
	if err != nil {
		t.Fatal(err)
	}
	if st.CurrentTask == nil || st.CurrentTask.ID != id {
		return view.Task{}, false
	}
	return *st.CurrentTask, st.Status == "complete" || st.Status == "error"
}

// carries wants at least these items to be truly held.
func (r *rig) carries(t *testing.T, want map[string]int) {
	t.Helper()
	have := r.server.items(t)
	for item, n := range want {
		if have[item] < n {
			t.Errorf("the player carries %d %s, not %d: %v", have[item], item, n, have)
		}
	}
}

// duringCount waits until something happened n more times than base, while a
// task is on its way.
func (r *rig) duringCount(t *testing.T, what string, base, n int) {
	t.Helper()
	until(t, patience, fmt.Sprintf("%d more %s", n, what), func() bool { return r.server.count(t, what) >= base+n })
}
