// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

func TestGoalRunsToItsEnd(t *testing.T) {
	for _, protocol := range []int{game.ProtocolV1, game.ProtocolV2} {
		plan := planOf([]game.Check{have("diamond", 3)}, mine("oak_log", 3), mine("diamond", 3))
		inBubble(t, protocol, fixed(plan), func(w *world) {
			id := w.submit(Submission{Goal: "get 3 diamonds"})
			got := w.until(id, StateComplete, time.Minute)
			if got.PlannedBy != "test" || got.Round != 1 || got.Sent != 2 || got.Started.IsZero() || got.Ended.IsZero() {
				t.Errorf("task: %+v", got)
			}
			if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Confirmed, game.Confirmed}) {
				t.Errorf("verdicts %v", v)
			}
			var states []State
			for _, m := range w.record(id).Moves {
				states = append(states, m.State)
			}
			if want := []State{StateQueued, StatePlanning, StateRunning, StateComplete}; !slices.Equal(states, want) {
				t.Errorf("moves %v, want %v", states, want)
			}
			if w.body.Held("diamond") != 3 {
				t.Errorf("the body holds %d diamonds", w.body.Held("diamond"))
			}
		})
	}
}

func TestGoalAlreadyMetCompletesAtOnce(t *testing.T) {
	for name, plan := range map[string]game.Plan{
		"empty plan": planOf([]game.Check{have("diamond", 3)}),
		"full plan":  planOf([]game.Check{have("diamond", 3)}, mine("diamond", 3)),
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, fixed(plan), func(w *world) {
				w.body.Give("diamond", 5)
				id := w.submit(Submission{Goal: "get 3 diamonds"})
				w.until(id, StateComplete, time.Second)
				if n := len(w.body.Sent()); n != 0 {
					t.Errorf("%d actions were sent", n)
				}
			})
		})
	}
}

func TestGainCountsFromTheBaseline(t *testing.T) {
	plan := planOf([]game.Check{{Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3}}, mine("diamond", 3))
	inBubble(t, 2, fixed(plan), func(w *world) {
		w.body.Give("diamond", 5)
		id := w.submit(Submission{Goal: "mine 3 diamonds"})
		w.until(id, StateComplete, time.Minute)
		if got := w.body.Held("diamond"); got != 8 {
			t.Errorf("holds %d, want 8", got)
		}
	})
}

func TestPlannerErrors(t *testing.T) {
	for _, c := range []struct {
		name       string
		err        error
		impossible bool
		unreadable bool
		reason     string
	}{
		{"impossible", &game.ImpossibleError{Reason: "bedrock cannot be broken in survival"}, true, false, "Bedrock cannot be broken in survival."},
		{"unreadable", &game.UnreadableError{Text: "xyzzy"}, false, true, "could not be read"},
		{"gave up", &game.GaveUpError{Reason: "it took too long to think"}, false, false, "It took too long to think."},
		{"faults", &game.FaultsError{Faults: []string{"mine: no pickaxe"}}, false, false, "no pickaxe"},
		{"other", errors.New("the model server is down"), false, false, "The model server is down."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planFunc(func(context.Context, game.Request) (game.Plan, error) { return game.Plan{}, c.err })
			inBubble(t, 2, p, func(w *world) {
				got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
				if got.Impossible != c.impossible || got.Unreadable != c.unreadable || !strings.Contains(got.Reason, c.reason) {
					t.Errorf("got %+v", got)
				}
			})
		})
	}
}

func TestQueueIsFirstInFirstOutAndBounded(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		return planOf(nil, say(req.Goal)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Takes = 10 * time.Second
		first := w.submit(Submission{Goal: "0"})
		w.until(first, StateRunning, time.Second)
		var ids []string
		for i := range 16 {
			ids = append(ids, w.submit(Submission{Goal: string(rune('a' + i))}))
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "too many"}); !errors.Is(err, ErrQueueFull) {
			t.Fatalf("got %v, want ErrQueueFull", err)
		}
		w.until(ids[15], StateComplete, 10*time.Minute)
		var said string
		for _, a := range w.body.Done() {
			said += a.Message
		}
		if said != "0abcdefghijklmnop" {
			t.Errorf("said %q", said)
		}
	})
}

func TestSubmitRefusesWithASentence(t *testing.T) {
	inBubble(t, 2, fixed(game.Plan{}), func(w *world) {
		for _, s := range []Submission{
			{}, {Goal: "  "}, {Goal: "a", Actions: []game.Action{{Kind: game.Wait}}}, {Goal: "a", Policy: "never"},
			{Actions: []game.Action{{Kind: "fly"}}}, {Goal: strings.Repeat("a", 5000)}, {Goal: "\xff"},
		} {
			if _, err := w.o.Submit(t.Context(), "b1", s); err == nil {
				t.Errorf("%+v was taken", s)
			}
		}
		if _, err := w.o.Submit(t.Context(), "nobody", Submission{Goal: "a"}); !errors.Is(err, ErrNoBody) {
			t.Errorf("got %v", err)
		}
	})
}

func TestReadyListOfActions(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		var steps []game.Step
		for _, a := range req.Actions {
			step := game.Step{Action: a, Source: game.FromUser}
			if a.Kind == game.Craft {
				step = craft(a.Recipe, a.Count())
			}
			steps = append(steps, step)
		}
		return planOf(nil, steps...), nil
	})
	inBubble(t, 2, p, func(w *world) {
		id := w.submit(Submission{Actions: []game.Action{
			{Kind: game.Mine, Target: "oak_log", Quantity: 3}, {Kind: game.OpenInventory},
			{Kind: game.Craft, Recipe: "oak_planks", Quantity: 4},
		}})
		w.until(id, StateComplete, time.Minute)
		if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Claimed, game.Confirmed, game.Confirmed}) {
			t.Errorf("verdicts %v", v)
		}
		if n := len(w.body.Sent()); n != 2 {
			t.Errorf("%d actions were sent; open_inventory is nobody's", n)
		}
	})
}

func TestPolicyTable(t *testing.T) {
	needPlanks := game.Need{Items: []string{"oak_planks"}, Count: 2}
	steps := []game.Step{mine("oak_log", 1), mine("coal", 1), craft("stick", 4, needPlanks), mine("dirt", 1)}
	for _, c := range []struct {
		name     string
		policy   Policy
		checks   []game.Check
		failing  string
		state    State
		reason   string
		verdicts []game.Verdict
	}{
		{"stop ends at the first failure", StopOnFailure, nil, "coal", StateError, "Could not mine 1 coal: none was found.",
			[]game.Verdict{game.Confirmed, game.Failed}},
		{"continue skips what lacks its needs", Continue, nil, "coal", StateError, "Could not mine 1 coal",
			[]game.Verdict{game.Confirmed, game.Failed, game.Skipped, game.Confirmed}},
		{"continue completes when the goal is met", Continue, []game.Check{have("dirt", 1)}, "coal", StateComplete, "",
			[]game.Verdict{game.Confirmed, game.Failed, game.Skipped, game.Confirmed}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, 2, fixed(planOf(c.checks, steps...)), func(w *world) {
				w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
					if a.Subject() == c.failing {
						f.Fail = &game.Failure{Code: game.CodeNotFound}
					}
					return f
				}
				id := w.submit(Submission{Goal: "x", Policy: c.policy})
				got := w.until(id, c.state, time.Minute)
				if !strings.Contains(got.Reason, c.reason) {
					t.Errorf("reason %q, want %q", got.Reason, c.reason)
				}
				if v := w.verdicts(id); !slices.Equal(v, c.verdicts) {
					t.Errorf("verdicts %v, want %v", v, c.verdicts)
				}
			})
		})
	}
}

func TestAGoalThatWorkedIsNeverAnError(t *testing.T) {
	plan := planOf([]game.Check{have("dirt", 1)}, mine("dirt", 1), mine("coal", 1))
	for _, p := range []Policy{StopOnFailure, Continue, Replan} {
		inBubble(t, 2, fixed(plan), func(w *world) {
			w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
				if a.Target == "coal" {
					f.Fail = &game.Failure{Code: game.CodeNotFound}
				}
				return f
			}
			w.until(w.submit(Submission{Goal: "x", Policy: p}), StateComplete, time.Minute)
		})
	}
}

func TestIntentIsCommittedBeforeTheFrameAndOutcomeBeforeTheNext(t *testing.T) {
	// What is to be held waits for a report at the end alone.
	plan := planOf([]game.Check{have("oak_log", 1), have("dirt", 1), have("sand", 1)}, mine("oak_log", 1), mine("dirt", 1), mine("sand", 1))
	inBubble(t, 2, fixed(plan), func(w *world) {
		type seen struct {
			seq  int
			open bool
		}
		var order []seen
		commits := 0
		w.j.onAppend = func(b *Batch) {
			if len(b.Actions) > 0 {
				commits++
			}
			for _, a := range b.Actions {
				order = append(order, seen{a.Seq, a.Open()})
			}
		}
		w.body.Faults = func(n int, _ game.Action) bodyFault {
			if want := (seen{n, true}); len(order) == 0 || order[len(order)-1] != want {
				t.Errorf("action %d went out before its intent was committed: %v", n, order)
			}
			return bodyFault{}
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		want := []seen{{1, true}, {1, false}, {2, true}, {2, false}, {3, true}, {3, false}}
		if !slices.Equal(order, want) {
			t.Errorf("rows %v, want %v", order, want)
		}
		if commits != 4 {
			t.Errorf("%d commits, want 4: outcome and next intent are one", commits)
		}
	})
}

func TestRule10StopAtEveryStage(t *testing.T) {
	slow := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if req.Goal == "think" {
			<-ctx.Done()
			return game.Plan{}, ctx.Err()
		}
		return planOf(nil, mine("oak_log", 1), mine("dirt", 1), say("done")), nil
	})
	for _, c := range []struct {
		name, goal string
		approve    bool
		until      State
		after      time.Duration
		prepare    func(*world)
	}{
		{"planning", "think", false, StatePlanning, 0, nil},
		{"acting", "x", false, StateRunning, 500 * time.Millisecond, nil},
		{"between", "x", false, StateRunning, time.Second, nil},
		{"awaiting", "x", true, StateAwaiting, 0, nil},
		{"waiting for a world", "x", false, StatePlanning, 0, func(w *world) {
			w.body.Change(func(s *game.State) { s.World = &game.World{} })
		}},
		{"line down", "x", false, StateRunning, 100 * time.Millisecond, func(w *world) {
			go func() { time.Sleep(150 * time.Millisecond); w.body.Drop() }()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBoth(t, slow, func(w *world, _ int) {
				if c.prepare != nil {
					c.prepare(w)
				}
				id := w.submit(Submission{Goal: c.goal, Approve: c.approve})
				queued := w.submit(Submission{Goal: "later"})
				w.until(id, c.until, time.Second)
				time.Sleep(c.after)
				synctest.Wait()
				sent := len(w.body.Sent())
				asked := time.Now()
				if err := w.o.Stop(w.t.Context(), "b1"); err != nil {
					t.Fatal(err)
				}
				synctest.Wait()
				if s := w.task(id).State; s != StateStopping && s != StateStopped {
					t.Errorf("after Stop the task is %s", s)
				}
				w.until(id, StateStopped, 10*time.Second)
				if d := time.Since(asked); d > time.Second {
					t.Errorf("stopping took %v", d)
				}
				time.Sleep(time.Minute)
				if n := len(w.body.Sent()); n != sent {
					t.Errorf("%d actions went out after the stop", n-sent)
				}
				if w.body.Stops() == 0 {
					t.Error("the body was not told to stop")
				}
				if got := w.task(queued); got.State != StateQueued || !got.Held {
					t.Errorf("the goal queued before the stop is %s, held %v", got.State, got.Held)
				}
				if rec, err := w.j.Task(t.Context(), queued); err != nil || !rec.Task.Held {
					t.Errorf("the journal does not hold it: %+v, %v", rec.Task, err)
				}
				w.body.Back()
				w.body.Change(func(s *game.State) { s.World = nil })
				fresh := w.submit(Submission{Goal: "x"})
				w.until(fresh, StateComplete, time.Minute)
				if got := w.task(queued); got.State != StateQueued {
					t.Errorf("the held goal is %s", got.State)
				}
				if err := w.o.Resume(w.t.Context(), "b1", ""); err != nil {
					t.Fatal(err)
				}
				w.until(queued, StateComplete, time.Minute)
			})
		})
	}
}

func TestRule10StopWithNothingRunningSucceeds(t *testing.T) {
	inBoth(t, fixed(planOf(nil, say("hi"))), func(w *world, _ int) {
		if err := w.o.Stop(w.t.Context(), "b1"); err != nil {
			t.Fatal(err)
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		if w.body.Stops() != 1 {
			t.Errorf("%d stops", w.body.Stops())
		}
	})
}

func TestRule06UnresponsiveBodies(t *testing.T) {
	t.Run("a stopped task ends stopped", func(t *testing.T) {
		inBoth(t, fixed(planOf(nil, mine("oak_log", 1))), func(w *world, _ int) {
			w.body.Deaf = true
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			_ = w.o.Stop(w.t.Context(), "b1")
			got := w.until(id, StateStopped, 10*time.Second)
			if !strings.Contains(got.Reason, "did not answer") {
				t.Errorf("reason %q", got.Reason)
			}
		})
	})
	t.Run("one settling after a deadline ends in error", func(t *testing.T) {
		inBoth(t, fixed(planOf(nil, mine("oak_log", 1))), func(w *world, _ int) {
			w.body.Deaf = true
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, 2*time.Minute)
			if !strings.Contains(got.Reason, "did not come to rest") {
				t.Errorf("reason %q", got.Reason)
			}
		})
	})
	t.Run("one settling after a skip ends in error", func(t *testing.T) {
		inBoth(t, fixed(planOf(nil, mine("oak_log", 1), say("x"))), func(w *world, _ int) {
			w.body.Deaf = true
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			if err := w.o.Skip(w.t.Context(), "b1"); err != nil {
				t.Fatal(err)
			}
			w.until(id, StateError, 10*time.Second)
		})
	})
}
