// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// op is one thing that happens in a random history.
type op struct {
	what string
	arg  int
}

var opKinds = []string{
	"get", "get", "get", "say", "stop", "pause", "resume", "skip", "clear",
	"drop", "back", "leave", "return", "crash", "kill", "restart", "sleep", "sleep", "sleep", "disk full", "disk free",
	"mute", "unmute",
}

var faultKinds = []string{"", "", "", "", "", "", "timeout", "not_found", "no code", "lie", "lose", "hang", "part"}

// model is what must hold whatever the machine does: a small reference against
// which histories are run.
type model struct {
	// quiet: nothing may be sent, because of a stop or a pause.
	stopped, paused bool
	// unkept: the stop or pause could not be written down, so that it is lost
	// with the process, as everything is that a full disk refuses.
	unkept bool
	sent   int
	tasks  []string
	// items of "get" tasks and lines of "say" tasks, by task.
	item, line map[string]string
}

// goalPlanner plans "get ITEM" (two of it) and "say LINE" from the fresh state.
func goalPlanner(_ context.Context, req game.Request) (game.Plan, error) {
	verb, what, _ := strings.Cut(req.Goal, " ")
	if verb == "say" {
		return planOf([]game.Check{{Kind: game.CheckSaid, Text: what}}, say(what)), nil
	}
	n := 2 - req.State.Count(what)
	if n <= 0 {
		return planOf([]game.Check{have(what, 2)}), nil
	}
	return planOf([]game.Check{have(what, 2)}, mine(what, n)), nil
}

func faultOf(kind string) bodyFault {
	switch kind {
	case "timeout":
		return bodyFault{Fail: &game.Failure{Code: game.CodeTimeout}}
	case "not_found":
		return bodyFault{Fail: &game.Failure{Code: game.CodeNotFound}}
	case "no code":
		return bodyFault{Fail: &game.Failure{Message: "it did not work"}}
	case "lie":
		return bodyFault{Lie: true}
	case "lose":
		return bodyFault{Lose: true}
	case "hang":
		return bodyFault{Hang: true}
	case "part":
		return bodyFault{Part: 1}
	}
	return bodyFault{}
}

// TestRandomHistories runs submit, stop, pause, resume, outages, silence, crashes,
// restarts, sleep and disk faults in any order against the model.
func TestRandomHistories(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		protocol := rapid.IntRange(1, 2).Draw(rt, "protocol")
		ops := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) op {
			return op{rapid.SampledFrom(opKinds).Draw(t, "what"), rapid.IntRange(0, 9).Draw(t, "arg")}
		}), 1, 30).Draw(rt, "ops")
		faults := rapid.SliceOfN(rapid.SampledFrom(faultKinds), 1, 20).Draw(rt, "faults")
		var faulty []string
		synctest.Test(t, func(t *testing.T) { faulty = history(t, protocol, ops, faults) })
		if len(faulty) > 0 {
			rt.Fatalf("%s", strings.Join(faulty, "\n"))
		}
	})
}

// TestHistoriesThatOnceFailed are draws of the random histories that showed
// something.
func TestHistoriesThatOnceFailed(t *testing.T) {
	for name, ops := range map[string][]op{
		"a pause that a full disk refuses is lost with the process": {{"get", 0}, {"disk full", 0}, {"pause", 7}, {"kill", 1}, {"restart", 5}, {"sleep", 1}},
		"a stop that a full disk refuses is lost with the process":  {{"get", 0}, {"disk full", 0}, {"stop", 7}, {"kill", 1}, {"restart", 5}, {"sleep", 1}},
		"a session that follows one with more reports is heard":     {{"sleep", 8}, {"sleep", 8}, {"drop", 0}, {"get", 0}},
	} {
		for protocol := game.ProtocolV1; protocol <= game.ProtocolV2; protocol++ {
			t.Run(fmt.Sprintf("%s, version %d", name, protocol), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					for _, f := range history(t, protocol, ops, []string{""}) {
						t.Error(f)
					}
				})
			})
		}
	}
}

// chronicle is one history under way.
type chronicle struct {
	*world
	m       model
	up      bool
	faulty  []string
	healthy bool
}

func (c *chronicle) complain(format string, args ...any) {
	c.faulty = append(c.faulty, fmt.Sprintf(format, args...))
}

func history(t *testing.T, protocol int, ops []op, faults []string) []string {
	w := &world{t: t, j: newMemJournal(), planner: planFunc(goalPlanner)}
	w.bctx, w.bodies = context.WithCancel(context.Background())
	w.body = bodytest.New("b1", protocol)
	c := &chronicle{world: w, up: true, m: model{item: map[string]string{}, line: map[string]string{}}}
	w.body.Faults = func(n int, a game.Action) bodyFault {
		f := faultOf(faults[n%len(faults)])
		if c.healthy || a.Kind == game.Chat && (f.Lie || f.Hang) {
			return bodyFault{}
		}
		return f
	}
	go w.body.Run(w.bctx)
	w.start()
	w.o.Attach(w.body)
	defer func() {
		if c.up {
			w.crash()
		}
		w.bodies()
		synctest.Wait()
	}()
	for i, o := range ops {
		c.do(o)
		time.Sleep(200 * time.Millisecond) // a stopped body comes to rest
		synctest.Wait()
		c.check(fmt.Sprintf("after %d %s", i, o.what))
	}
	c.heal()
	return c.faulty
}

// do applies one operation where it makes sense.
func (c *chronicle) do(o op) {
	if !c.up {
		if o.what == "restart" {
			c.restart()
		} else if o.what == "sleep" {
			time.Sleep(time.Duration(o.arg) * 10 * time.Second)
		}
		return
	}
	switch o.what {
	case "get", "say":
		if v, err := c.o.Status("b1"); err == nil && v.Current == nil {
			c.m.paused = false // the task ended before it could pause
		}
		goal := fmt.Sprintf("%s thing%d", o.what, len(c.m.tasks))
		id, err := c.o.Submit(context.Background(), "b1", Submission{Goal: goal})
		if err != nil {
			return
		}
		c.m.tasks = append(c.m.tasks, id)
		if _, what, _ := strings.Cut(goal, " "); o.what == "get" {
			c.m.item[id] = what
		} else {
			c.m.line[id] = what
		}
		c.m.stopped = false
	case "stop":
		if c.o.Stop(context.Background(), "b1") == nil {
			c.m.stopped, c.m.paused, c.m.unkept = true, false, c.j.failing()
		}
	case "pause":
		if c.o.Pause(context.Background(), "b1") == nil {
			c.m.paused, c.m.unkept = true, c.j.failing()
		}
	case "resume":
		if c.o.Resume(context.Background(), "b1", "") == nil {
			c.m.stopped, c.m.paused = false, false
		}
	case "skip":
		_ = c.o.Skip(context.Background(), "b1")
	case "clear":
		_, _ = c.o.Clear(context.Background(), "b1")
	case "drop":
		if c.body.Link().State == game.LinkUp {
			c.body.Drop()
		}
	case "back":
		if c.body.Link().State == game.LinkDown {
			c.body.Back()
		}
	case "leave":
		c.body.Leave()
		c.o.Detach("b1")
	case "return":
		c.again()
	case "crash", "kill":
		open, running := c.body.Running()
		c.crash()
		c.up = false
		c.body.Leave()
		c.body = c.body.Again()
		go c.body.Run(c.bctx)
		if running && o.arg%2 == 0 {
			c.body.Finish(open)
		}
	case "sleep":
		time.Sleep(time.Duration(o.arg*o.arg) * 10 * time.Second)
	case "mute":
		c.body.Mute(true)
	case "unmute":
		c.body.Mute(false)
	case "disk full":
		c.j.setFail(errors.New("the disk is full"))
	case "disk free":
		c.j.setFail(nil)
	}
	synctest.Wait()
}

func (c *chronicle) restart() {
	c.start()
	c.up = true
	c.o.Attach(c.body)
	if c.m.unkept {
		c.m.stopped, c.m.paused, c.m.unkept = false, false, false
	}
	if c.m.paused {
		// A paused task waits for a person; what is submitted now starts.
		c.m.paused, c.m.stopped = false, true
	}
}

// check holds the machine against the model.
func (c *chronicle) check(when string) {
	sent := len(c.body.Sent())
	if (c.m.stopped || c.m.paused) && c.m.sent >= 0 && sent > c.m.sent {
		c.complain("%s: %d actions went out in spite of a stop or pause", when, sent-c.m.sent)
	}
	c.m.sent = sent
	if n := c.body.Overlaps(); n > 0 {
		c.complain("%s: %d actions overlapped", when, n)
	}
	if !c.up {
		return
	}
	working := 0
	for _, id := range c.m.tasks {
		rec, err := c.o.Task(context.Background(), id)
		if err != nil {
			c.complain("%s: task %s is lost: %v", when, id, err)
			continue
		}
		if s := rec.Task.State; s == StateRunning || s == StatePlanning {
			working++
		}
		for i := range rec.Actions {
			if a := &rec.Actions[i]; a.Seq != i+1 || a.Open() && i != len(rec.Actions)-1 {
				c.complain("%s: action %d of %s is out of order", when, i, id)
			}
		}
	}
	if working > 1 {
		c.complain("%s: %d tasks at once", when, working)
	}
}

// heal ends all faults, lets everything finish, and compares with the truth.
func (c *chronicle) heal() {
	c.healthy = true
	if !c.up {
		c.restart()
	}
	c.j.setFail(nil)
	c.body.Mute(false)
	if c.body.Link().State != game.LinkUp {
		c.again()
	}
	for range 2*len(c.m.tasks) + 2 {
		_ = c.o.Resume(context.Background(), "b1", "")
		time.Sleep(5 * time.Minute)
		synctest.Wait()
	}
	seen := map[string]int{}
	for _, a := range c.body.Done() {
		seen[a.Message]++
	}
	for _, id := range c.m.tasks {
		rec, err := c.o.Task(context.Background(), id)
		if err != nil {
			c.complain("task %s is lost: %v", id, err)
			continue
		}
		kept, err := c.j.Task(context.Background(), id)
		if err != nil || kept.Task.State != rec.Task.State {
			c.complain("the journal says %s of %s, which is %s", kept.Task.State, id, rec.Task.State)
		}
		t := rec.Task
		if !t.State.Ended() {
			c.complain("%s (%s) never ended: %s %s %s", id, t.Goal, t.State, t.Reason, t.Waiting)
		}
		if item := c.m.item[id]; item != "" {
			held := c.body.Held(item)
			switch {
			case t.State == StateComplete && held < 2, t.State == StateError && held >= 2:
				c.complain("%s is %s with %d held (%s)", t.Goal, t.State, held, t.Reason)
			case held > 4:
				c.complain("%s: surplus beyond one batch: %d", t.Goal, held)
			}
		}
		doubt := false // it was given up or lost under way: unverified, and not said again
		for i := range rec.Actions {
			end := rec.Actions[i].End
			doubt = doubt || end == game.EndGone || end == game.EndCaller || end == game.EndDeadline
		}
		if n := seen[c.m.line[id]]; c.m.line[id] != "" && (n > 1 || t.State == StateComplete && n != 1 || t.State == StateUnverified && !doubt) {
			c.complain("%s is %s and was said %d times", t.Goal, t.State, n)
		}
	}
}
