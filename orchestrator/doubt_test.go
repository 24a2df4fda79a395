// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

func place(block string) game.Step {
	return uses(game.Action{Kind: game.Place, Block: block}, block, 1)
}

func torches(n int) game.Check {
	return game.Check{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: n}
}

// stillToPlace plans as many torches as the history does not show.
func stillToPlace(n int) planFunc {
	return func(_ context.Context, req game.Request) (game.Plan, error) {
		open := n
		for i := range req.History {
			if h := &req.History[i]; h.Step.Action.Kind == game.Place && succeeded(h.Verdict) {
				open--
			}
		}
		plan := planOf([]game.Check{torches(n)})
		for range open {
			plan.Steps = append(plan.Steps, place("torch"))
		}
		return plan, nil
	}
}

// losing loses the report of the first n actions.
func losing(n int) func(int, game.Action) bodyFault {
	return func(i int, _ game.Action) bodyFault { return bodyFault{Lose: i <= n} }
}

func TestABlockWhoseReportWasLostIsNotPlacedTwice(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *world, id string)
	}{
		{"deadline", func(*world, string) {}},
		{"skip", func(w *world, _ string) { time.Sleep(5 * time.Second); must(w, w.o.Skip(w.t.Context(), "b1")) }},
		{"pause", func(w *world, id string) {
			time.Sleep(5 * time.Second)
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
		}},
		{"restart after the deadline", func(w *world, _ string) {
			time.Sleep(62 * time.Second)
			w.crash()
			w.start()
			w.again()
		}},
		{"restart", func(w *world, _ string) {
			time.Sleep(5 * time.Second)
			w.crash()
			w.start()
			w.again()
		}},
	} {
		for protocol := 1; protocol <= 2; protocol++ {
			t.Run(c.name, func(t *testing.T) {
				inBubble(t, protocol, stillToPlace(2), func(w *world) {
					w.body.Give("torch", 8)
					w.body.Faults = losing(1)
					id := w.submit(Submission{Goal: "place 2 torches"})
					synctest.Wait()
					c.do(w, id)
					w.until(id, StateComplete, 10*time.Minute)
					if n := 8 - w.body.Held("torch"); n != 2 {
						t.Errorf("%d torches were placed: %v", n, w.verdicts(id))
					}
					if a := w.record(id).Actions[0]; a.Verdict != game.Confirmed || a.End != game.EndObserved || !strings.HasPrefix(a.Reason, "seen ") {
						t.Errorf("%+v", a)
					}
				})
			})
		}
	}
}

func TestASkippedBlockThatDidNotHappenIsSkipped(t *testing.T) {
	plan := planOf(nil, place("torch"), say("done"))
	inBubble(t, 2, fixed(plan), func(w *world) {
		w.body.Give("torch", 1)
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		id := w.submit(Submission{Goal: "place a torch"})
		synctest.Wait()
		time.Sleep(5 * time.Second)
		must(w, w.o.Skip(w.t.Context(), "b1"))
		end := w.until(id, StateStopped, time.Minute)
		if v := w.verdicts(id); v[0] != game.Skipped {
			t.Errorf("the verdicts are %v", v)
		}
		if want := `Stopped: "Place torch" was skipped, and the goal needs it. Still missing: 1 torch placed.`; end.Reason != want {
			t.Errorf("%q, want %q", end.Reason, want)
		}
	})
}

// TestTheRepetitionIsOwedOverARestart: a call that is repeated once is so when
// the process ended in between, and not taken for one that failed twice.
func TestTheRepetitionIsOwedOverARestart(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{have("stick", 8)}, craft("stick", 8))), func(w *world) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Lie: n == 1} }
		id := w.submit(Submission{Goal: "get 8 sticks"})
		synctest.Wait()
		time.Sleep(3 * time.Second)
		w.crash()
		w.start()
		w.again()
		got := w.until(id, StateComplete, time.Minute)
		if n := len(w.body.Sent()); n != 2 || got.Round != 2 {
			t.Errorf("%d sent in %d rounds: %v", n, got.Round, w.verdicts(id))
		}
	})
}

func TestNoActionIsLeftOpenByAStop(t *testing.T) {
	inBubble(t, 1, fixed(planOf(nil, mine("coal", 1))), func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "mine coal"})
		synctest.Wait()
		time.Sleep(time.Second)
		w.crash()
		w.start()
		w.o.Attach(w.body)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.until(id, StateStopped, time.Minute)
		for _, a := range w.record(id).Actions {
			if a.Open() || a.Verdict != game.Failed {
				t.Errorf("the action %d is %+v", a.Seq, a)
			}
		}
	})
}

func must(w *world, err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// TestRule19WhatWasNotToldIsNotPlaced: the torch is gone from a body that tells what it
// places, by a death that it kept to itself, whether it says that it placed it or that it
// failed. Where it tells of a block the torch is placed.
func TestRule19WhatWasNotToldIsNotPlaced(t *testing.T) {
	torch := place("torch")
	torch.Expect.Places = true
	for name, c := range map[string]struct {
		end  game.Outcome
		told int
		done bool
	}{
		"success":           {game.Outcome{Result: &game.Result{Success: true}}, 0, false},
		"failed":            {game.Outcome{Failure: &game.Failure{Code: game.CodeInternal}}, 0, false},
		"success, and told": {game.Outcome{Result: &game.Result{Success: true}}, 1, true},
		"failed, and told":  {game.Outcome{Failure: &game.Failure{Code: game.CodeInternal}}, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, game.ProtocolV2, fixed(planOf([]game.Check{torches(1)}, torch)), func(w *world) {
				w.body.Change(func(s *game.State) { s.Placed.Series = "s" })
				w.body.Give("torch", 1)
				w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
					out := c.end
					before := w.body.Snapshot().State
					out.End, out.Started, out.Before = game.EndReported, time.Now(), before.Clone()
					time.Sleep(100 * time.Millisecond)
					w.body.Change(func(s *game.State) {
						bodytest.Add(s, "torch", -1)
						s.Placed.N = c.told
					})
					after := w.body.Snapshot().State
					out.Ended, out.After = time.Now(), after.Clone()
					return out, true
				}})
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(5 * time.Minute)
				if got := w.task(id); got.State == StateRunning || (got.State == StateComplete) != c.done {
					t.Errorf("%s: %s", got.State, got.Reason)
				}
			})
		})
	}
}
