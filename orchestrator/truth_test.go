// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// What no state shows is told by the body's report of success, and by nothing else: an
// interact of which none came is not sent again, and nobody says that it was done.
func TestWhatNobodyReportedIsNotTold(t *testing.T) {
	door := game.Step{Action: game.Action{Kind: game.Interact, Target: "oak_door"}, Source: game.FromBuiltin}
	for name, do := range map[string]func(w *world, id string){
		"deadline": func(*world, string) {},
		"skip":     func(w *world, _ string) { must(w, w.o.Skip(w.t.Context(), "b1")) },
		"pause": func(w *world, id string) {
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
		},
		"session": func(w *world, _ string) { w.again() },
		"restart": func(w *world, _ string) {
			w.crash()
			w.start()
			w.again()
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, door)), func(w *world, _ int) {
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
				id := w.submit(Submission{Goal: "use the oak door"})
				synctest.Wait()
				time.Sleep(5 * time.Second)
				do(w, id)
				end := w.until(id, StateUnverified, 10*time.Minute)
				if n := len(w.body.Sent()); n != 1 || end.Proven[0].Grade != game.Unshown {
					t.Errorf("sent %d times, the clause is %+v: %s", n, end.Proven[0], end.Reason)
				}
			})
		})
	}
}

// died is a death that takes all that is held, and the life after it.
func died(w *world) {
	none := 0.0
	w.body.Change(func(s *game.State) { s.Health, s.Inventory = &none, []game.Stack{} })
	w.body.Change(func(s *game.State) { full := 20.0; s.Health = &full })
}

// A death takes what is held, and so does another world: that something has gone then
// shows nothing of what an action did.
func TestWhatADeathTookIsNotDropped(t *testing.T) {
	elsewhere := func(w *world) {
		w.body.Change(func(s *game.State) { s.World, s.Inventory = &game.World{Present: true, ID: "w2"}, []game.Stack{} })
	}
	pause := func(between func(w *world)) func(w *world, id string) {
		return func(w *world, id string) {
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			between(w)
			time.Sleep(5 * time.Second)
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
		}
	}
	rest := func(w *world) { w.body.Give("dirt", 20) }
	for _, c := range []struct {
		name  string
		held  func(w *world)
		do    func(w *world, id string)
		state State
	}{
		{"pause, death", nil, pause(died), StateUnverified},
		{"death, then a new session", nil, func(w *world, _ string) { died(w); time.Sleep(2 * time.Second); w.again() }, StateUnverified},
		{"new session, death told after it", nil, func(w *world, _ string) { w.again(); died(w) }, StateUnverified},
		{"restart, death that nobody told", rest, func(w *world, _ string) {
			w.crash()
			w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{} })
			w.start()
			w.again()
		}, StateUnverified},
		{"restart, death that nobody told, of what was to be dropped alone", nil, func(w *world, _ string) {
			w.crash()
			w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{} })
			w.start()
			w.again()
		}, StateUnverified},
		{"death before a success that says that nothing went", nil, func(w *world, _ string) { died(w); time.Sleep(5 * time.Second) }, StateError},
		{"world before the success", nil, func(w *world, _ string) { elsewhere(w); time.Sleep(5 * time.Second) }, StateError},
		{"pause, world", nil, pause(elsewhere), StateError},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := planOf([]game.Check{dropped("sand", 9)}, drop("sand", 9))
			plan.Goal.Clauses[0].Proofs[0].Grade = game.Seen
			once := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
				if req.State.Count("sand") == 0 {
					return plan, &game.ImpossibleError{Reason: "there is no sand"}
				}
				return plan, nil
			})
			inBubble(t, 2, once, func(w *world) {
				w.body.Takes = 8 * time.Second
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
				w.body.Change(func(s *game.State) { s.World = &game.World{Present: true, ID: "w"} })
				w.body.Give("sand", 9)
				if c.held != nil {
					c.held(w)
				}
				id := w.submit(Submission{Goal: "drop 9 sand"})
				synctest.Wait()
				time.Sleep(5 * time.Second)
				c.do(w, id)
				end := w.until(id, c.state, 10*time.Minute)
				if n := len(w.body.Sent()); n != 1 {
					t.Errorf("sent %d times: %s", n, end.Reason)
				}
				for _, a := range w.record(id).Actions {
					if a.Verdict == game.Confirmed || a.Used["sand"] > 0 {
						t.Errorf("%s, used %v: %s", a.Verdict, a.Used, a.Reason)
					}
				}
			})
		})
	}
}

// swearer is a body whose results bring a state of what was asked for, and a delta; its
// reports are true.
type swearer struct {
	*bodytest.Body
	says  func(*game.State)
	delta map[string]int
	fails bool          // what it says it did it says to have failed
	at    atomic.Uint64 // the report that came before the last result
}

func (f *swearer) Do(ctx context.Context, call game.Call) game.Outcome {
	call.Next = nil // each action comes by here
	out := f.Body.Do(ctx, call)
	f.at.Store(f.Body.Snapshot().Seq)
	if r := out.Result; r != nil {
		said := f.Snapshot().State
		r.State, r.Delta, out.After = &said, f.delta, &said
		if f.fails && call.Action.Kind != game.Chat {
			r.Success, out.Failure = false, &game.Failure{Message: "I failed"}
		}
	}
	return out
}

func (f *swearer) Snapshot() game.Snapshot {
	s := f.Body.Snapshot()
	if len(f.Sent()) > 0 && s.Seq == f.at.Load() {
		s.Told = true
		f.says(&s.State)
	}
	return s
}

// TestRule11WhatAClauseCountsIsReported: the state of a result shows it, and a report
// has to.
func TestRule11WhatAClauseCountsIsReported(t *testing.T) {
	none := func(s *game.State) { s.Inventory = []game.Stack{{Item: "dirt", Count: 1}} }
	held := func(item string, n int) func(*game.State) {
		return func(s *game.State) {
			s.Inventory = append(slices.Clone(s.Inventory), game.Stack{Slot: 8, Item: item, Count: n})
		}
	}
	at := game.Pos{X: 9, Y: 64}
	walk := game.Step{Action: game.Action{Kind: game.Goto, At: &at}, Expect: game.Expect{At: &at, Within: 2}, Source: game.FromBuiltin}
	for name, c := range map[string]struct {
		check game.Check
		step  game.Step
		says  func(*game.State)
		delta map[string]int
	}{
		"drop":  {dropped("sand", 9), drop("sand", 9), none, map[string]int{"sand": -9}},
		"place": {game.Check{Kind: game.CheckPlaced, Items: []string{"sand"}, Count: 1}, place("sand"), none, nil},
		"goto":  {game.Check{Kind: game.CheckAt, At: &at, Range: 2}, walk, func(s *game.State) { s.Position = &game.Vec3{X: 9, Y: 64} }, nil},
		"went":  {game.Check{Kind: game.CheckDone, Action: game.Goto}, walk, func(s *game.State) { s.Position = &game.Vec3{X: 9, Y: 64} }, nil},
		"mined": {game.Check{Kind: game.CheckDone, Action: game.Mine, Target: "coal", Count: 2}, mine("coal", 2), held("coal", 2), nil},
		"crafted": {
			game.Check{Kind: game.CheckDone, Action: game.Craft, Items: []string{"stick"}, Count: 4},
			game.Step{
				Action: game.Action{Kind: game.Craft, Recipe: "stick", Quantity: 4}, Source: game.FromBuiltin,
				Expect: game.Expect{Gains: []game.Gain{{Items: []string{"stick"}, Min: 4}}},
			},
			held("stick", 4), map[string]int{"stick": 4},
		},
	} {
		for _, how := range []string{"as it was", "a lie", "a lie of a failure"} {
			lies := how != "as it was"
			plan := planOf([]game.Check{c.check, {Kind: game.CheckSaid, Text: "hi"}}, c.step, say("hi"))
			if how == "a lie of a failure" {
				plan = planOf([]game.Check{c.check}, c.step)
			}
			t.Run(name+", "+how, func(t *testing.T) {
				inBubble(t, 2, fixed(plan), func(w *world) {
					w.body.Give("sand", 9)
					w.body.Give("dirt", 1)
					w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
					if !lies {
						w.body.Faults = func(_ int, a game.Action) bodyFault {
							if a.Kind != game.Chat {
								time.AfterFunc(300*time.Millisecond, func() { w.body.Change(c.says) })
							}
							return bodyFault{Lie: true}
						}
					}
					w.o.Attach(&swearer{Body: w.body, says: c.says, delta: c.delta, fails: how == "a lie of a failure"})
					id := w.submit(Submission{Goal: "x"})
					time.Sleep(time.Hour)
					got, want := w.task(id), StateComplete
					if lies {
						want = StateError
					}
					if got.State != want {
						t.Errorf("the task is %s: %s", got.State, got.Reason)
					}
				})
			})
		}
	}
}
