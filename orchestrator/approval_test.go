// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

func TestApproval(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if len(req.Actions) > 0 {
			return planOf(nil, mine(req.Actions[0].Target, req.Actions[0].Count())), nil
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("coal", 1), mine("diamond", 1)), nil
	})
	t.Run("yes", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			if len(w.body.Sent()) != 0 {
				t.Error("it acted before the yes")
			}
			if err := w.o.Approve(w.t.Context(), id, got.Revision+1, false); err == nil {
				t.Error("a wrong revision was taken")
			}
			if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err != nil {
				t.Fatal(err)
			}
			if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err == nil {
				t.Error("a second answer was taken")
			}
			w.until(id, StateComplete, time.Minute)
		})
	})
	t.Run("no", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			if err := w.o.Reject(w.t.Context(), id, got.Revision, "too far"); err != nil {
				t.Fatal(err)
			}
			if got = w.until(id, StateStopped, time.Minute); !strings.Contains(got.Reason, ": too far.") {
				t.Errorf("reason %q", got.Reason)
			}
		})
	})
	t.Run("edit", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			if err := w.o.Edit(w.t.Context(), id, got.Revision, []game.Action{{Kind: game.Mine, Target: "diamond"}}); err != nil {
				t.Fatal(err)
			}
			next := w.until(id, StateAwaiting, time.Second)
			if next.Revision != got.Revision+1 || next.Of != 1 {
				t.Fatalf("%+v", next)
			}
			if rounds := w.record(id).Rounds; len(rounds) != 1 || rounds[0].Revision != next.Revision {
				t.Errorf("the journal holds %+v", rounds)
			}
			if p := w.record(id).Rounds[0].Plan; len(p.Goal.Checks()) != 1 || p.Steps[0].Source != game.FromUser {
				t.Errorf("the goal is not the task's, or the step not the person's: %+v", p)
			}
			if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err == nil {
				t.Error("a stale yes was taken")
			}
			if err := w.o.Approve(w.t.Context(), id, next.Revision, false); err != nil {
				t.Fatal(err)
			}
			w.until(id, StateComplete, time.Minute)
			if got := subjects(w.body.Sent()); got != "diamond" {
				t.Errorf("sent %s", got)
			}
		})
	})
	t.Run("an edit that lacks something, or cannot work, is a revision too", func(t *testing.T) {
		p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
			table := craft("crafting_table", 1)
			switch {
			case len(req.Actions) == 0:
				plan := planOf([]game.Check{have("wooden_pickaxe", 1)}, table, craft("wooden_pickaxe", 1))
				plan.Guess, plan.Record = "Somebody takes this for: craft a wooden pickaxe.", &game.Record{Prompt: "p", Reply: "r"}
				return plan, nil
			case !req.Edited:
				t.Error("the planner does not hear that a person edited the plan")
			case req.Actions[0].Recipe == "wooden_pickaxe":
				table.Source = game.FromCompleting
				table.Because = game.Say("step.needed.why", "what", "craft 1 wooden pickaxe", "why", "it is far")
				return planOf(nil, table, craft("wooden_pickaxe", 1)), nil
			}
			return game.Plan{}, &game.FaultsError{Faults: []string{"step 1 (Craft 1 bedrock): nobody can"}}
		})
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			last := w.until(id, StateAwaiting, time.Second)
			for _, c := range []struct{ recipe, says string }{
				{"wooden_pickaxe", "Put back: craft 1 crafting table, needed to craft 1 wooden pickaxe."},
				{"bedrock", "The plan stayed as it was. The plan cannot work: step 1 (Craft 1 bedrock): nobody can."},
				{"wooden_pickaxe", "Put back: craft 1 crafting table, needed to craft 1 wooden pickaxe."},
			} {
				must(w, w.o.Edit(w.t.Context(), id, last.Revision, []game.Action{{Kind: game.Craft, Recipe: c.recipe}}))
				now := w.until(id, StateAwaiting, time.Second)
				round := w.record(id).Rounds[0]
				if now.Revision != last.Revision+1 || round.Revision != now.Revision || round.Plan.Edited != c.says {
					t.Fatalf("revision %d after %d: %q", now.Revision, last.Revision, round.Plan.Edited)
				}
				if s := round.Plan.Steps; len(s) != 2 || s[0].Source != game.FromCompleting || s[1].Source != game.FromUser {
					t.Errorf("its steps are %+v", s)
				}
				if now.Guess == "" || round.Plan.Record == nil {
					t.Errorf("the guess is %q, the model's part %v", now.Guess, round.Plan.Record)
				}
				if err := w.o.Edit(w.t.Context(), id, last.Revision, []game.Action{{Kind: game.Mine, Target: "dirt"}}); !errors.Is(err, ErrConflict) {
					t.Errorf("a stale edit: %v", err)
				}
				last = now
			}
			must(w, w.o.Approve(w.t.Context(), id, last.Revision, false))
			w.until(id, StateComplete, time.Minute)
			if got := subjects(w.body.Sent()); got != "crafting_table wooden_pickaxe" {
				t.Errorf("sent %s", got)
			}
		})
	})
	t.Run("an edit needs a yes though all were approved", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			first := w.until(id, StateAwaiting, time.Second)
			must(w, w.o.Approve(w.t.Context(), id, first.Revision, true))
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			w.body.Change(func(s *game.State) { s.GameMode = "creative" })
			w.body.SetInfo(func(i *game.BodyInfo) { i.Role = roleSelf })
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
			care := w.until(id, StateAwaiting, time.Minute)
			must(w, w.o.Edit(w.t.Context(), id, care.Revision, []game.Action{{Kind: game.Mine, Target: "diamond"}}))
			w.body.Change(func(s *game.State) { s.GameMode = "survival" })
			if now := w.until(id, StateAwaiting, time.Minute); now.Revision <= care.Revision {
				t.Errorf("it waits with revision %d", now.Revision)
			}
		})
	})
	t.Run("needs gone when approved", func(t *testing.T) {
		asked := 0
		p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
			asked++
			return planOf(nil, craft("stick", 4, game.Need{Items: []string{"oak_planks"}, Count: 2})), nil
		})
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			got = w.until(id, StateAwaiting, time.Second)
			if why := w.record(id).Rounds[1].Why; asked != 2 || got.Round != 2 || why != "when it was approved, 2 oak planks was missing" {
				t.Errorf("asked %d times, round %d: %q", asked, got.Round, why)
			}
		})
	})
	t.Run("a yes to one round is none to the next", func(t *testing.T) {
		p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
			if req.Round == 1 {
				return planOf([]game.Check{have("diamond", 1)}, mine("a", 1)), nil
			}
			return planOf(nil, mine("b", 1)), nil
		})
		inBubble(t, 2, p, func(w *world) {
			w.body.Faults = func(int, game.Action) bodyFault {
				return bodyFault{Fail: &game.Failure{Code: game.CodeNotFound}}
			}
			id := w.submit(Submission{Goal: "x", Approve: true})
			first := w.until(id, StateAwaiting, time.Second).Revision
			_ = w.o.Approve(w.t.Context(), id, first, false)
			time.Sleep(10 * time.Second)
			if got := w.until(id, StateAwaiting, time.Second); got.Round != 2 || got.Revision <= first {
				t.Errorf("round %d, revision %d after revision %d", got.Round, got.Revision, first)
			}
			if err := w.o.Approve(w.t.Context(), id, first, false); !errors.Is(err, ErrConflict) {
				t.Errorf("the yes to the first plan: %v", err)
			}
			_ = w.o.Stop(w.t.Context(), w.task(id).Body)
		})
	})
	t.Run("all covers later rounds without new kinds", func(t *testing.T) {
		p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
			switch req.Round {
			case 1:
				return planOf([]game.Check{have("diamond", 1)}, mine("a", 1)), nil
			case 2:
				return planOf(nil, mine("b", 1)), nil
			}
			return planOf(nil, craft("diamond", 1)), nil
		})
		inBubble(t, 2, p, func(w *world) {
			w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
				if a.Kind == game.Mine {
					f.Fail = &game.Failure{Code: game.CodeNotFound}
				}
				return f
			}
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			_ = w.o.Approve(w.t.Context(), id, got.Revision, true)
			time.Sleep(10 * time.Second)
			got = w.until(id, StateAwaiting, time.Second)
			if got.Round != 3 || subjects(w.body.Sent()) != "a b" {
				t.Fatalf("round %d, sent %s", got.Round, subjects(w.body.Sent()))
			}
			_ = w.o.Approve(w.t.Context(), id, got.Revision, false)
			w.until(id, StateComplete, time.Minute)
		})
	})
}

func TestRule12CautionAsksFirst(t *testing.T) {
	for name, change := range map[string]func(*game.State){
		"creative": func(s *game.State) { s.GameMode = "creative" },
		"hardcore": func(s *game.State) { s.Hardcore = true },
		"server":   func(s *game.State) { s.World = &game.World{Present: true, Kind: "server", ID: "s"} },
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, say("hi"))), func(w *world, protocol int) {
				if protocol == game.ProtocolV2 {
					w.body.SetInfo(func(i *game.BodyInfo) { i.Role = roleSelf })
				} else if name == "server" {
					return // a version 1 body names neither its role nor its world
				}
				w.body.Change(change)
				id := w.submit(Submission{Goal: "x"})
				got := w.until(id, StateAwaiting, time.Second)
				if got.Reason == "" || len(w.body.Sent()) != 0 {
					t.Errorf("%+v", got)
				}
				_ = w.o.Approve(w.t.Context(), id, got.Revision, false)
				w.until(id, StateComplete, time.Minute)
				w.until(w.submit(Submission{Goal: "y"}), StateComplete, time.Minute)
			})
		})
	}
}

func TestRule12ACompanionOnAServerNeedsNoYes(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, say("hi"))), func(w *world) {
		w.body.SetInfo(func(i *game.BodyInfo) { i.Role = "companion" })
		w.body.Change(func(s *game.State) { s.World = &game.World{Present: true, Kind: "server", ID: "s"} })
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
	})
}

func TestPauseResumeSkipClearRetry(t *testing.T) {
	plan := planOf(nil, mine("a", 1), mine("b", 1), mine("c", 1))
	t.Run("a resume while the pause settles counts", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 0} }
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			must(w, w.o.Pause(w.t.Context(), "b1"))
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
			w.until(id, StateComplete, time.Minute)
		})
	})
	t.Run("a pause after that resume counts", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			must(w, w.o.Pause(w.t.Context(), "b1"))
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Second)
			time.Sleep(time.Minute)
			if got := w.task(id); got.State != StatePaused {
				t.Errorf("it is %s", got.State)
			}
		})
	})
	t.Run("pause gives the action up and plans anew", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			if err := w.o.Pause(w.t.Context(), "b1"); err != nil {
				t.Fatal(err)
			}
			w.until(id, StatePaused, time.Second)
			time.Sleep(time.Hour)
			if n := len(w.body.Sent()); n != 1 {
				t.Errorf("%d sent while paused", n)
			}
			if err := w.o.Resume(w.t.Context(), "b1", ""); err != nil {
				t.Fatal(err)
			}
			got := w.until(id, StateComplete, time.Minute)
			if got.Round != 2 || got.BadRounds != 0 {
				t.Errorf("round %d, bad %d", got.Round, got.BadRounds)
			}
			if err := w.o.Pause(w.t.Context(), "b1"); err == nil {
				t.Error("pause with nothing running succeeded")
			}
		})
	})
	t.Run("skip goes to the next", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			time.Sleep(500 * time.Millisecond)
			if err := w.o.Skip(w.t.Context(), "b1"); err != nil {
				t.Fatal(err)
			}
			w.until(id, StateStopped, time.Minute) // the goal is not met without it
			if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Skipped, game.Confirmed, game.Confirmed}) {
				t.Errorf("verdicts %v", v)
			}
		})
	})
	t.Run("clear ends what waits", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			first, second := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
			w.until(first, StateRunning, time.Second)
			if n, err := w.o.Clear(w.t.Context(), "b1"); n != 1 || err != nil {
				t.Fatal(n, err)
			}
			w.until(first, StateComplete, time.Minute)
			w.until(second, StateStopped, time.Second)
		})
	})
	t.Run("retry is a new task", func(t *testing.T) {
		inBubble(t, 2, fixed(plan), func(w *world) {
			id := w.submit(Submission{Goal: "x", Policy: Continue})
			if _, err := w.o.Retry(t.Context(), id, ""); err == nil {
				t.Error("a running task was retried")
			}
			w.until(id, StateComplete, time.Minute)
			again, err := w.o.Retry(t.Context(), id, "")
			if err != nil {
				t.Fatal(err)
			}
			got := w.until(again, StateComplete, time.Minute)
			if got.RetryOf != id || got.Policy != Continue || got.Goal != "x" {
				t.Errorf("%+v", got)
			}
		})
	})
}

func TestLimits(t *testing.T) {
	t.Run("wall time", func(t *testing.T) {
		follow := game.Step{Action: game.Action{Kind: game.Follow, Target: "Steve"}}
		inBubble(t, 2, fixed(planOf(nil, follow)), func(w *world) {
			w.body.Takes, w.body.Deadline = 100*time.Hour, 100*time.Hour
			id := w.submit(Submission{Goal: "follow me"})
			got := w.until(id, StateError, 3*time.Hour)
			if d := got.Ended.Sub(got.Started); d < 2*time.Hour || d > 2*time.Hour+time.Minute || !strings.Contains(got.Reason, "2 hours") {
				t.Errorf("after %v: %s", d, got.Reason)
			}
			if w.body.Stops() == 0 {
				t.Error("the body goes on")
			}
		})
	})
	t.Run("wall time of a planner that never answers", func(t *testing.T) {
		p := planFunc(func(ctx context.Context, _ game.Request) (game.Plan, error) {
			<-ctx.Done()
			return game.Plan{}, ctx.Err()
		})
		inBubble(t, 2, p, func(w *world) {
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, 3*time.Hour)
			if d := got.Ended.Sub(got.Started); d < 2*time.Hour || d > 2*time.Hour+time.Minute || !strings.Contains(got.Reason, "2 hours") {
				t.Errorf("after %v: %s", d, got.Reason)
			}
		})
	})
	t.Run("deaths", func(t *testing.T) {
		inBubble(t, 2, diggingOn(9, "cave"), func(w *world) {
			w.body.Faults = failingEach("cave", game.CodeDied)
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Hour)
			if got.Deaths != 3 || !strings.Contains(got.Reason, "died 3 times") {
				t.Errorf("%d deaths: %s", got.Deaths, got.Reason)
			}
		})
	})
	t.Run("what was held before a death", func(t *testing.T) {
		inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1), mine("cave", 1))), func(w *world) {
			deaths := 0
			w.body.Faults = func(_ int, a game.Action) bodyFault {
				if a.Target != "cave" || deaths > 0 {
					return bodyFault{}
				}
				deaths++
				time.AfterFunc(1500*time.Millisecond, func() { w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{} }) })
				return bodyFault{Fail: &game.Failure{Code: game.CodeDied}}
			}
			w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
			time.Sleep(2 * time.Second)
			if deaths != 1 || w.body.Held("coal") != 1 {
				t.Errorf("after %d deaths %d coal are held", deaths, w.body.Held("coal"))
			}
		})
	})
	t.Run("health without food", func(t *testing.T) {
		for food, want := range map[string]State{"bread": StateComplete, "stick": StateError} {
			inBubble(t, 2, fixed(planOf(nil, mine("dirt", 1))), func(w *world) {
				w.o.rules.Load().IsFood = func(item string) bool { return item == "bread" }
				w.body.Change(func(s *game.State) { low := 5.0; s.Health = &low })
				w.body.Give(food, 1)
				w.until(w.submit(Submission{Goal: "x"}), want, time.Minute)
			})
		}
	})
}
