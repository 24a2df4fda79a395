// SPDX-License-Identifier: MIT

package orchestrator

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

func TestEvents(t *testing.T) {
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		sub := listen(w.o)
		defer sub.Close()
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		var seen []string
		for {
			e, err := sub.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch e.Kind {
			case EventTask:
				seen = append(seen, string(e.Task.State))
			case EventAction:
				if e.Of != 2 || e.ActionID != e.Action.ID {
					t.Errorf("an action of %d, %q: %+v", e.Of, e.ActionID, e.Action)
				}
				seen = append(seen, fmt.Sprint(e.Action.Step.Action.Target, " ", e.Action.Verdict))
			case "":
				t.Errorf("an event of no kind: %+v", e)
			case EventRound:
				if e.Body != "b1" || e.Round.Task != id || e.Round.Round != 1 {
					t.Errorf("%+v", e)
				}
				seen = append(seen, "plan")
			}
			if e.Kind == EventTask && e.Task.State.Ended() {
				break
			}
		}
		want := []string{"queued", "planning", "plan", "planning", "running", "coal ", "coal confirmed", "diamond ", "diamond confirmed", "complete"}
		if !slices.Equal(seen, want) {
			t.Errorf("events %q", seen)
		}
	})
}

// TestEachFactIsToldAsItWas: a goal that is met as it is planned is planned and ends
// in one turn, and its end is told once.
func TestEachFactIsToldAsItWas(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("dirt", 1)})), func(w *world, _ int) {
		sub := listen(w.o)
		defer sub.Close()
		w.body.Give("dirt", 1)
		id := w.submit(Submission{Goal: "get 1 dirt"})
		w.until(id, StateComplete, time.Minute)
		if states := ofTask(heard(sub), id); !slices.Equal(states, []State{StateQueued, StatePlanning, StatePlanning, StateComplete}) {
			w.t.Errorf("told as %q", states)
		}
	})
}

// TestAnActionWhoseEndIsLostEndsWithItsTask: a damaged journal has the row of the
// action, the end of its task, and nothing in between.
func TestAnActionWhoseEndIsLostEndsWithItsTask(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1), say("hi"), mine("dirt", 1))), func(w *world, _ int) {
		w.j.onAppend = func(b *Batch) {
			b.Actions = slices.DeleteFunc(b.Actions, func(a Action) bool { return !a.Open() && a.Seq < 3 })
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		w.crash()
		w.start()
		rec := w.record(id)
		for i, want := range []game.Verdict{game.Failed, game.Claimed, game.Confirmed} {
			if a := &rec.Actions[i]; a.Open() || a.Verdict != want || i < 2 && a.Reason != "its end is not known" {
				w.t.Errorf("action %d is %q (%s)", a.Seq, a.Verdict, a.Reason)
			}
		}
	})
}

// TestEverybodyWhoListensHearsAllInOrder: whoever listens hears what happens from then
// on, where it happens and with the time, one after the other.
func TestEverybodyWhoListensHearsAllInOrder(t *testing.T) {
	o := &Orchestrator{}
	o.Notice("b1", game.TextOf("before anybody listens"))
	var calls []string
	for _, name := range []string{"first", "second"} {
		o.Listen(func(e Event) {
			if e.Kind != EventNotice || e.Body != "b1" || time.Since(e.At) > time.Minute {
				t.Errorf("told %+v", e)
			}
			calls = append(calls, name+" "+messages.InEnglish(e.Say))
		})
		o.Notice("b1", game.TextOf("after "+name))
	}
	if want := []string{"first after first", "first after second", "second after second"}; !slices.Equal(calls, want) {
		t.Errorf("heard %q, want %q", calls, want)
	}
}

// TestNoLockIsHeldWhileSomebodyHears: whoever hears may ask how things stand, also of
// the body that it hears of, and listen to more.
func TestNoLockIsHeldWhileSomebodyHears(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, _ int) {
		kinds := make(map[EventKind]int)
		o := w.o
		o.Listen(func(e Event) {
			kinds[e.Kind]++
			if v, err := o.Status(e.Body); err != nil || e.Task != nil && !e.Task.State.Ended() && v.Current == nil && len(v.Queue) == 0 {
				w.t.Errorf("at %s: %+v, %v", e.Kind, v, err)
			}
			o.Views()
			if e.TaskID != "" {
				if _, err := o.Task(w.t.Context(), e.TaskID); err != nil {
					w.t.Errorf("at %s: %v", e.Kind, err)
				}
			}
			if len(kinds) == 1 {
				o.Listen(func(Event) {})
			}
		})
		w.o.Attach(w.body)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		for _, k := range []EventKind{EventBody, EventTask, EventRound, EventAction} {
			if kinds[k] == 0 {
				w.t.Errorf("nothing was heard of kind %s: %v", k, kinds)
			}
		}
	})
}

// TestBodiesThatComeAndGoAreTold, and are not shown as connected from when their
// session is over.
func TestBodiesThatComeAndGoAreTold(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		sub := listen(w.o)
		defer sub.Close()
		connected := func() bool {
			v, err := w.o.Status("b1")
			if err != nil {
				t.Fatal(err)
			}
			return v.Connected
		}
		if !connected() {
			t.Error("a body that is there is shown as away")
		}
		w.body.Leave()
		if connected() {
			t.Error("a body whose session is over is shown as connected")
		}
		w.o.Detach("b1")
		w.o.Detach("b1")
		if connected() {
			t.Error("a body that went is shown as connected")
		}
		w.body = w.body.Again()
		go w.body.Run(w.bctx)
		w.o.Attach(w.body)
		var told []bool
		for _, e := range heard(sub) {
			if e.Kind == EventBody && e.Body == "b1" {
				told = append(told, e.Connected)
			}
		}
		if !slices.Equal(told, []bool{false, true}) {
			t.Errorf("told %v", told)
		}
	})
}

func TestBodyIsToldTheTask(t *testing.T) {
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		synctest.Wait()
		told := w.body.Told()
		if n := len(told); n == 0 || told[n-1].State != "complete" || told[n-1].TaskID != id {
			t.Errorf("told %+v", told)
		}
		for step := range 2 { // each as it begins
			if !slices.Contains(told, game.TaskStatus{TaskID: id, State: "running", Step: step + 1, Of: 2}) {
				t.Errorf("not told of step %d: %+v", step+1, told)
			}
		}
	})
}
