// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// TestAPlanWithoutClausesHasThreeRounds: nothing shows that it comes nearer, whatever
// it brings.
func TestAPlanWithoutClausesHasThreeRounds(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		bed := mine("bed", 1)
		other := mine(fmt.Sprint("ore", req.Round), 1)
		other.Needs = []game.Need{{Items: []string{"bed"}, Count: 64}}
		return game.Plan{Goal: game.Goal{Text: "x"}, PlannedBy: "a model", Source: game.FromModel, Steps: []game.Step{bed, other}}, nil
	})
	inBoth(t, p, func(w *world, _ int) {
		w.body.Faults = failingEach("ore", game.CodeNotFound)
		got := w.until(w.submit(Submission{Goal: "make it cosy"}), StateError, time.Hour)
		if got.Round != 3 || w.body.Held("bed") != 3 {
			w.t.Errorf("%d rounds, %d beds: %s", got.Round, w.body.Held("bed"), got.Reason)
		}
	})
}

// TestTheSameStepForTheSameReasonEndsTheRounds: twice in a row.
func TestTheSameStepForTheSameReasonEndsTheRounds(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("diamond", 1)}, mine(fmt.Sprint("dirt", req.Round), 1), mine("ore", 1)), nil
	})
	inBoth(t, p, func(w *world, _ int) {
		w.body.Faults = failing("ore", game.CodeUnreachable, 0)
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Hour)
		if got.Round != 2 || !strings.HasPrefix(got.Reason, "Could not mine 1 ore: it cannot be reached.") {
			w.t.Errorf("%d rounds: %s", got.Round, got.Reason)
		}
	})
}

// hindering makes the body fail its first actions with a code.
func hindering(code game.Code, times int) func(int, game.Action) bodyFault {
	return func(n int, _ game.Action) (f bodyFault) {
		if n <= times {
			f.Fail = &game.Failure{Code: code, Message: "the server has sent no ground"}
		}
		return f
	}
}

// TestWhatHindersTheBodyUsesUpNoRound: it is waited for, ever longer, whatever the
// policy; a kick at most five times.
func TestWhatHindersTheBodyUsesUpNoRound(t *testing.T) {
	for _, c := range []struct {
		code  game.Code
		times int
		ends  State
	}{
		{game.CodeNoWorld, 12, StateComplete},
		{game.CodeScreenOpen, 12, StateComplete},
		{game.CodeConnectionLost, 4, StateComplete},
		{game.CodeConnectionLost, 5, StateError},
	} {
		for _, policy := range []Policy{Replan, Continue, StopOnFailure} {
			t.Run(fmt.Sprint(c.code, c.times, policy), func(t *testing.T) {
				inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world) {
					w.body.Faults = hindering(c.code, c.times)
					began := time.Now()
					got := w.until(w.submit(Submission{Goal: "x", Policy: policy}), c.ends, time.Hour)
					if got.Round != 1 || got.BadRounds != 0 || got.Failed != 0 {
						t.Errorf("%d rounds, %d bad, %d failed: %s", got.Round, got.BadRounds, got.Failed, got.Reason)
					}
					if c.ends == StateComplete && time.Since(began) < 60*time.Second {
						t.Errorf("done after %s", time.Since(began))
					}
					if c.ends == StateError && (!strings.HasPrefix(got.Reason, "Stopped: the player lost the game 5 times, the limit for one goal: the server has sent no ground.") || len(w.body.Sent()) != 5) {
						t.Errorf("%d sent: %s", len(w.body.Sent()), got.Reason)
					}
				})
			})
		}
	}
}

// TestDeathsUseUpNoRound: a goal has three of them, beside its rounds.
func TestDeathsUseUpNoRound(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		full, none := 20.0, 0.0
		w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
			if n <= 2 {
				f.Fail = &game.Failure{Code: game.CodeDied}
				go w.body.Change(func(s *game.State) { s.Health = &none })
				time.AfterFunc(5*time.Second, func() { w.body.Change(func(s *game.State) { s.Health = &full }) })
			}
			return f
		}
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Hour)
		if got.BadRounds != 0 || got.Spent != 0 || got.Deaths != 2 {
			w.t.Errorf("%d bad rounds, %d spent, %d deaths", got.BadRounds, got.Spent, got.Deaths)
		}
	})
}

// TestAKickALostToolAndADeathEndNoGoal: each has a bound of its own, and a goal that meets
// one of each is far from all of them.
func TestAKickALostToolAndADeathEndNoGoal(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		dig := mine("diamond", 2)
		dig.Needs = []game.Need{{Items: []string{"iron_pickaxe"}, Count: 1}}
		steps := []game.Step{dig}
		if req.State.Count("iron_pickaxe") == 0 {
			steps = []game.Step{craft("iron_pickaxe", 1), dig}
		}
		return planOf([]game.Check{have("diamond", 2)}, steps...), nil
	})
	inBoth(t, p, func(w *world, _ int) {
		w.body.Give("iron_pickaxe", 1)
		full, none := 20.0, 0.0
		digs := 0
		w.body.Faults = func(_ int, act game.Action) (f bodyFault) {
			if act.Kind != game.Mine {
				return f
			}
			switch digs++; digs {
			case 1:
				f.Fail = &game.Failure{Code: game.CodeConnectionLost, Message: "kicked for flying"}
			case 2:
				f.Fail = &game.Failure{Code: game.CodeMissingTool, Message: "it broke"}
				go w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{} })
			case 3:
				f.Fail = &game.Failure{Code: game.CodeDied}
				go w.body.Change(func(s *game.State) { s.Health, s.Inventory = &none, []game.Stack{} })
				time.AfterFunc(5*time.Second, func() { w.body.Change(func(s *game.State) { s.Health = &full }) })
			case 4:
				f.Fail = &game.Failure{Code: game.CodeNoWorld, Message: "the server has sent no ground"}
			}
			return f
		}
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Hour)
		if got.Kicks != 1 || got.Deaths != 1 || got.BadRounds != 1 || got.Spent != 1 || digs != 5 {
			w.t.Errorf("%d kicks, %d deaths, %d bad rounds of %d, %d digs: %s", got.Kicks, got.Deaths, got.BadRounds, got.Spent, digs, got.Reason)
		}
	})
}

// TestABodyHasWhatItHeld: where its states do not show it just now, right after it
// came back or for longer, a plan does not start from nothing.
func TestABodyHasWhatItHeld(t *testing.T) {
	for name, c := range map[string]struct {
		shows []game.Stack
		back  time.Duration
	}{
		"no inventory in its states":         {nil, time.Hour},
		"an empty one right after it joined": {[]game.Stack{}, 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			var held []int
			p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
				held = append(held, req.State.Count("log"))
				return planOf([]game.Check{have("coal", 2)}, mine(fmt.Sprint("ore", req.Round), 1), mine("coal", 2)), nil
			})
			inBoth(t, p, func(w *world, _ int) {
				held = nil
				w.body.Give("log", 5)
				w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
					if n == 1 {
						f.Fail = &game.Failure{Code: game.CodeUnreachable}
						go func() {
							w.body.Arrive()
							var had []game.Stack
							w.body.Change(func(s *game.State) { had, s.Inventory = s.Inventory, c.shows })
							time.AfterFunc(c.back, func() { w.body.Change(func(s *game.State) { s.Inventory = append(s.Inventory, had...) }) })
						}()
					}
					return f
				}
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(30 * time.Second)
				if rec := w.record(id); fmt.Sprint(held) != "[5 5]" {
					w.t.Errorf("planned from %v: %s", held, rec.Task.Reason)
				}
			})
		})
	}
}
