// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// listed plans ready lists as they are, with one check for each thing to do.
func listed(_ context.Context, req game.Request) (game.Plan, error) {
	counts := map[string]int{}
	var steps []game.Step
	var checks []game.Check
	for _, a := range req.Actions {
		step := game.Step{Action: a.Clone()}
		if a.Kind == game.Craft {
			step = craft(a.Recipe, a.Count())
		}
		steps = append(steps, step)
		counts[string(a.Kind)+a.Subject()]++
	}
	for _, a := range req.Actions {
		if n := counts[string(a.Kind)+a.Subject()]; n > 0 {
			checks = append(checks, game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: n})
			counts[string(a.Kind)+a.Subject()] = 0
		}
	}
	return planOf(checks, steps...), nil
}

// TestAListGoesOnWhereItStood: after a pause no action of a ready list is done
// twice, and none is left out.
func TestAListGoesOnWhereItStood(t *testing.T) {
	dig := func(s string) game.Action { return game.Action{Kind: game.Mine, Target: s} }
	chat := game.Action{Kind: game.Chat, Message: "hi"}
	for _, c := range []struct {
		name   string
		policy Policy
		list   []game.Action
		paused int // how many were sent when it is paused
		want   string
		state  State
	}{
		{"like ones at both ends", Replan, []game.Action{dig("dirt"), dig("stone"), dig("dirt")}, 3, "dirt stone dirt", StateComplete},
		{"the same line twice", Replan, []game.Action{chat, dig("coal"), dig("iron"), chat}, 2, "hi coal iron hi", StateComplete},
		{"one that failed is behind it", Continue, []game.Action{dig("gold"), dig("dirt"), dig("stone")}, 3, "dirt stone", StateError},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBoth(t, planFunc(listed), func(w *world, _ int) {
				w.body.Takes = 5 * time.Second
				w.body.Faults = failing("gold", game.CodeNotFound, 1)
				id := w.submit(Submission{Actions: c.list, Policy: c.policy})
				for len(w.body.Sent()) < c.paused {
					time.Sleep(100 * time.Millisecond)
				}
				must(w, w.o.Pause(w.t.Context(), "b1"))
				w.until(id, StatePaused, 10*time.Second)
				must(w, w.o.Resume(w.t.Context(), "b1", ""))
				w.until(id, c.state, 5*time.Minute)
				if got := subjects(w.body.Done()); got != c.want {
					w.t.Errorf("done were %s, want %s", got, c.want)
				}
			})
		})
	}
}

// TestAListGoesOnBehindWhatWasDone, also when it is paused before the next action
// could go out.
func TestAListGoesOnBehindWhatWasDone(t *testing.T) {
	dig := func(s string) game.Action { return game.Action{Kind: game.Mine, Target: s} }
	inBoth(t, planFunc(listed), func(w *world, _ int) {
		id := w.submit(Submission{Actions: []game.Action{dig("dirt"), dig("stone")}})
		w.until(id, StateRunning, time.Second)
		w.body.Change(func(s *game.State) { s.World = &game.World{} }) // it leaves the world
		time.Sleep(5 * time.Second)
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, 10*time.Second)
		w.body.Change(func(s *game.State) { s.World = nil })
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(id, StateComplete, time.Minute)
		if got := subjects(w.body.Done()); got != "dirt stone" {
			w.t.Errorf("done were %s", got)
		}
	})
}

// TestAnEditedListGoesOnWhereItStood: the list is the edited one from there on, so
// that after a pause no action is done twice and none of those taken out is.
func TestAnEditedListGoesOnWhereItStood(t *testing.T) {
	dig := func(s string) game.Action { return game.Action{Kind: game.Mine, Target: s} }
	inBoth(t, planFunc(listed), func(w *world, _ int) {
		w.body.Takes = 5 * time.Second
		id := w.submit(Submission{Actions: []game.Action{dig("dirt"), dig("stone"), dig("coal")}, Approve: true})
		must(w, w.o.Edit(w.t.Context(), id, w.until(id, StateAwaiting, time.Second).Revision, []game.Action{dig("stone"), dig("coal"), dig("iron")}))
		must(w, w.o.Approve(w.t.Context(), id, w.until(id, StateAwaiting, time.Second).Revision, true))
		for len(w.body.Sent()) < 2 {
			time.Sleep(100 * time.Millisecond)
		}
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, 10*time.Second)
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		got := w.until(id, StateComplete, 5*time.Minute)
		if done := subjects(w.body.Done()); done != "stone coal iron" {
			w.t.Errorf("done were %s", done)
		}
		if len(got.Actions) != 3 || len(got.Reading.Clauses) != 3 {
			w.t.Errorf("its list is %+v, its clauses %+v", got.Actions, got.Reading.Clauses)
		}
	})
}
