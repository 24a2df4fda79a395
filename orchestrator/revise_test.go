// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// A corrected task is planned anew with its new words; what it was proven by before
// counts from where it began, and an approval is asked for anew.
func TestRevise(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Round > 1 {
			time.Sleep(time.Second)
		}
		if req.Goal == "coal" {
			return planOf([]game.Check{have("coal", 2)}, mine("coal", 1), mine("coal", 1)), nil
		}
		if n := req.State.Count("diamond"); n >= 1 {
			return planOf([]game.Check{have("diamond", 1)}), nil
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), nil
	})
	t.Run("running", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "coal"})
			w.until(id, StateRunning, time.Second)
			if err := w.o.Revise(w.t.Context(), id, Submission{Goal: "diamond"}); err != nil {
				t.Fatal(err)
			}
			if got := w.until(id, StatePlanning, time.Second); got.Step != 0 || got.Of != 0 {
				t.Errorf("without a plan it is at step %d of %d", got.Step, got.Of)
			}
			got := w.until(id, StateComplete, time.Minute)
			if got.Goal != "diamond" || len(got.Reading.Clauses) != 1 || got.Round != 2 {
				t.Errorf("it ended as %+v", got)
			}
			if rounds := w.record(id).Rounds; len(rounds) != 2 || rounds[1].Why != "the goal was corrected" {
				t.Errorf("its rounds are %+v", rounds)
			}
			if now := w.body.Snapshot().State; now.Count("diamond") != 1 {
				t.Error("the new words were not carried out")
			}
			if err := w.o.Revise(w.t.Context(), id, Submission{Goal: "coal"}); !errors.Is(err, ErrNothing) {
				t.Errorf("a task that has ended was changed: %v", err)
			}
		})
	})
	t.Run("awaiting", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "coal", Approve: true})
			w.until(id, StateAwaiting, time.Second)
			if err := w.o.Revise(w.t.Context(), id, Submission{Goal: "diamond"}); err != nil {
				t.Fatal(err)
			}
			w.until(id, StatePlanning, time.Second)
			got := w.until(id, StateAwaiting, time.Minute)
			if len(w.body.Sent()) != 0 || got.Of != 1 {
				t.Fatalf("it acted without a yes: %+v", got)
			}
			if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err != nil {
				t.Fatal(err)
			}
			w.until(id, StateComplete, time.Minute)
		})
	})
	t.Run("queued and paused", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			first := w.submit(Submission{Goal: "coal"})
			w.until(first, StateRunning, time.Second)
			second := w.submit(Submission{Goal: "coal"})
			if err := w.o.Pause(w.t.Context(), w.body.Info().ID); err != nil {
				t.Fatal(err)
			}
			w.until(first, StatePaused, time.Minute)
			for _, id := range []string{first, second} {
				if err := w.o.Revise(w.t.Context(), id, Submission{Goal: "diamond"}); err != nil {
					t.Fatal(err)
				}
			}
			if got := w.task(first); got.State != StatePaused {
				t.Errorf("a paused task is %s", got.State)
			}
			if err := w.o.Resume(w.t.Context(), w.body.Info().ID, ""); err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{first, second} {
				if got := w.until(id, StateComplete, time.Minute); got.Goal != "diamond" {
					t.Errorf("it ended as %+v", got)
				}
			}
		})
	})
}

// TestACorrectionIsPlannedAtOnce wherever nothing is under way.
func TestACorrectionIsPlannedAtOnce(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Goal == "dirt" {
			time.Sleep(time.Second)
			return planOf([]game.Check{have("dirt", 1)}, mine("dirt", 1)), nil
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("coal", 1), mine("stone", 1)), nil
	})
	leaves := func(w *world) { w.body.Change(func(s *game.State) { s.World = &game.World{} }) }
	for name, c := range map[string]struct {
		policy Policy
		code   game.Code // of the first action's failure; empty when it works
		after  time.Duration
		before func(w *world)
	}{
		"the next action waits for a world":      {Replan, "", 5 * time.Second, leaves},
		"the first action is to be repeated":     {Replan, game.CodeTimeout, 2500 * time.Millisecond, nil},
		"the goal is looked for at the end":      {Replan, "", 2500 * time.Millisecond, nil},
		"the goal is looked for after a failure": {StopOnFailure, game.CodeNotFound, 1500 * time.Millisecond, nil},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, p, func(w *world) {
				w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
					if n == 1 && c.code != "" {
						f.Fail = &game.Failure{Code: c.code}
					}
					return f
				}
				id := w.submit(Submission{Goal: "x", Policy: c.policy})
				w.until(id, StateRunning, time.Second)
				time.Sleep(200 * time.Millisecond)
				if c.before != nil {
					c.before(w)
				}
				time.Sleep(c.after - 200*time.Millisecond)
				synctest.Wait()
				if got := w.task(id); got.State != StateRunning {
					w.t.Fatalf("it is %s: %s", got.State, got.Reason)
				}
				must(w, w.o.Revise(w.t.Context(), id, Submission{Goal: "dirt"}))
				if got := w.until(id, StatePlanning, 0); got.Round != 2 {
					w.t.Errorf("it is in round %d", got.Round)
				}
				w.body.Change(func(s *game.State) { s.World = nil })
				w.until(id, StateComplete, time.Minute)
			})
		})
	}
	t.Run("how the action ended is found out first", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			w.body.Deadline, w.body.Faults = 2*time.Second, losing(1)
			id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
			time.Sleep(2500 * time.Millisecond) // a newer report is waited for
			must(w, w.o.Revise(w.t.Context(), id, Submission{Goal: "dirt"}))
			w.until(id, StateComplete, time.Minute)
			if v := w.verdicts(id); len(v) != 2 || v[0] != game.Confirmed {
				t.Errorf("verdicts %v", v)
			}
		})
	})
	t.Run("an action ends by itself all the same", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
				if call.Action.Target == "dirt" {
					return game.Outcome{}, false
				}
				time.Sleep(500 * time.Millisecond)
				return game.Outcome{End: game.EndDeadline, Failure: &game.Failure{Code: game.CodeTimeout}}, true
			}})
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			must(w, w.o.Revise(w.t.Context(), id, Submission{Goal: "dirt"}))
			time.Sleep(510 * time.Millisecond) // no report has come since
			w.until(id, StatePlanning, 0)
			w.until(id, StateComplete, time.Minute)
		})
	})
}

// One of the tasks that wait is let go of; the others go on.
func TestCancel(t *testing.T) {
	p := planFunc(func(_ context.Context, _ game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("coal", 2)}, mine("coal", 1), mine("coal", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		first, second, third := w.submit(Submission{Goal: "coal"}), w.submit(Submission{Goal: "coal"}), w.submit(Submission{Goal: "coal"})
		w.until(first, StateRunning, time.Second)
		if err := w.o.Cancel(w.t.Context(), second); err != nil {
			t.Fatal(err)
		}
		if got := w.task(second); got.State != StateStopped || got.Reason == "" {
			t.Errorf("it is %s: %q", got.State, got.Reason)
		}
		for _, id := range []string{first, second, "nobody"} {
			if err := w.o.Cancel(w.t.Context(), id); !errors.Is(err, ErrNothing) {
				t.Errorf("%s, which does not wait: %v", id, err)
			}
		}
		w.until(first, StateComplete, time.Minute)
		w.until(third, StateComplete, time.Minute)
	})
}

// TestAListHasNoWordsToRevise.
func TestAListHasNoWordsToRevise(t *testing.T) {
	inBubble(t, 2, planFunc(listed), func(w *world) {
		w.body.Takes = time.Minute
		id := w.submit(Submission{Actions: []game.Action{{Kind: game.Mine, Target: "coal"}}})
		w.until(id, StateRunning, time.Second)
		if err := w.o.Revise(w.t.Context(), id, Submission{Goal: "diamond"}); !errors.Is(err, ErrNothing) || w.task(id).Goal != "" {
			t.Errorf("%v; its words are %q", err, w.task(id).Goal)
		}
	})
}
