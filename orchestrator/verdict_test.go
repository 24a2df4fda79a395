// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

func at(x int) game.Check {
	return game.Check{Kind: game.CheckAt, At: &game.Pos{X: x, Y: 64}, Range: game.GotoRange}
}

func goTo(x int) game.Step {
	return game.Step{
		Action: game.Action{Kind: game.Goto, At: &game.Pos{X: x, Y: 64}},
		Expect: game.Expect{At: &game.Pos{X: x, Y: 64}, Within: game.GotoRange}, Source: game.FromBuiltin,
	}
}

// TestAWalkToAPlayerIsLookedAt: a body that says that it arrived before it reports
// where it is has been seen to arrive by the report that follows; where none shows
// it the body's word is all there is.
func TestAWalkToAPlayerIsLookedAt(t *testing.T) {
	walk := game.Action{Kind: game.Goto, Target: "BigSteve"}
	come := planOf([]game.Check{{Kind: game.CheckDone, Action: game.Goto, Target: walk.Target, Count: 1}}, game.Step{Action: walk, Source: game.FromBuiltin})
	for name, c := range map[string]struct {
		fault bodyFault
		seen  int
	}{"there": {seen: 1}, "a lie": {fault: bodyFault{Lie: true}}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, fixed(come), func(w *world) {
				w.body.SetInfo(func(i *game.BodyInfo) { i.Protocol = game.ProtocolV1 }) // reports by the clock alone
				w.body.Faults = func(int, game.Action) bodyFault { return c.fault }
				w.body.Change(func(s *game.State) {
					s.Nearby = &game.Nearby{Players: []game.Sight{{Name: "BigSteve", X: 50, Y: 64}}}
				})
				got := w.until(w.submit(Submission{Goal: "come here"}), StateComplete, time.Minute)
				if len(got.Latched) != c.seen || len(w.body.Sent()) != 1 {
					t.Errorf("%v was seen, %d sent: %s", got.Latched, len(w.body.Sent()), got.Reason)
				}
			})
		})
	}
}

// TestAPlaceThatWasReachedStaysSo, also over the end of the process; but not one
// where the player was before the clause was begun.
func TestAPlaceThatWasReachedStaysSo(t *testing.T) {
	there := planOf([]game.Check{at(50), have("coal", 1)}, goTo(50), goTo(90), mine("coal", 1))
	inBoth(t, fixed(there), func(w *world, _ int) {
		got := w.until(w.submit(Submission{Goal: "go there, get coal"}), StateComplete, time.Minute)
		if got.Round != 1 || len(w.body.Sent()) != 3 {
			t.Errorf("%d rounds, %d sent", got.Round, len(w.body.Sent()))
		}
	})
	inBoth(t, fixed(planOf([]game.Check{at(0), have("coal", 1)}, goTo(50), mine("coal", 1))), func(w *world, _ int) {
		got := w.until(w.submit(Submission{Goal: "be here, then get coal"}), StateComplete, time.Minute)
		if got.Round != 1 { // it is there as the plan comes
			t.Errorf("%d rounds", got.Round)
		}
	})
	inBubble(t, 2, planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		p := there
		if req.Round > 1 {
			p.Steps = p.Steps[2:]
		}
		return p, nil
	}), func(w *world) {
		id := w.submit(Submission{Goal: "go there, get coal"})
		time.Sleep(2500 * time.Millisecond)
		w.crash()
		w.start()
		w.again()
		if got := w.until(id, StateComplete, time.Minute); got.Round != 2 {
			t.Errorf("%d rounds", got.Round)
		}
	})
	rounds := 0
	back := planFunc(func(context.Context, game.Request) (game.Plan, error) {
		if rounds++; rounds > 1 {
			return planOf(nil, goTo(0)), nil
		}
		return planOf([]game.Check{have("coal", 1), at(0)}, goTo(50), mine("coal", 1)), nil
	})
	inBubble(t, 2, back, func(w *world) {
		got := w.until(w.submit(Submission{Goal: "get coal and come back"}), StateComplete, time.Minute)
		if s := w.body.Snapshot().State.Position; got.Round != 2 || s.X > 2 {
			t.Errorf("%d rounds, ends at %v", got.Round, s)
		}
	})
}

// TestWhatIsToBeHeldIsHeldAtTheEnd: a step that the goal did not name took it.
func TestWhatIsToBeHeldIsHeldAtTheEnd(t *testing.T) {
	drop := uses(game.Action{Kind: game.Drop, Item: "coal"}, "coal", 1)
	inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1), {Kind: game.CheckSaid, Text: "hi"}}, mine("coal", 1), drop, say("hi"))), func(w *world) {
		got := w.until(w.submit(Submission{Goal: "x", Policy: StopOnFailure}), StateError, time.Minute)
		if !strings.Contains(got.Reason, "1 coal held") {
			t.Errorf("reason %q", got.Reason)
		}
	})
}

// TestWhatNobodyCanCheckIsUnverified, and carried out first.
func TestWhatNobodyCanCheckIsUnverified(t *testing.T) {
	steps := []game.Step{mine("coal", 1), say("ta")}
	for name, c := range map[string]struct {
		goal game.Goal
		want string
	}{
		"a clause without a proof": {game.Goal{Clauses: []game.Clause{game.ClauseOf("get", "", have("coal", 1)), {Text: "dance"}}}, `Carried out, but nobody could check that "dance" was done. Gained: 1 coal.`},
		"no clause":                {game.Goal{}, `Carried out, but nobody could check that "x" was done. Gained: 1 coal.`},
		"a condition alone":        {game.Goal{Conditions: []game.Check{have("coal", 1)}}, `Carried out, but nobody could check that "x" was done. Gained: 1 coal.`},
		"a condition that was true before anything began": {game.Goal{Conditions: []game.Check{have("stick", 1)}}, `Carried out, but nobody could check that "x" was done. Gained: 1 coal.`},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(game.Plan{Goal: c.goal, Steps: steps}), func(w *world, _ int) {
				w.body.Give("stick", 1)
				got := w.until(w.submit(Submission{Goal: "x"}), StateUnverified, time.Minute)
				if got.Reason != c.want || got.Round != 1 || len(w.body.Sent()) != 2 {
					t.Errorf("%q in %d rounds, %d sent", got.Reason, got.Round, len(w.body.Sent()))
				}
			})
		})
	}
	t.Run("a condition that does not hold", func(t *testing.T) {
		goal := game.Goal{Clauses: game.Clauses([]game.Check{have("coal", 1)}), Conditions: []game.Check{have("diamond", 1)}}
		inBubble(t, 2, fixed(game.Plan{Goal: goal, Steps: steps}), func(w *world) {
			got := w.until(w.submit(Submission{Goal: "x", Policy: StopOnFailure}), StateError, time.Minute)
			if !strings.Contains(got.Reason, "Still missing: 1 diamond held") {
				t.Errorf("reason %q", got.Reason)
			}
		})
	})
}

func TestWhatWasHeldBeforeIsSaidToHaveBeen(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1), have("stick", 2)}, mine("coal", 1))), func(w *world) {
		w.body.Give("stick", 2)
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if want := "Done: 1 coal held and 2 sticks held (as before anything began)."; got.Reason != want {
			t.Errorf("%q, want %q", got.Reason, want)
		}
	})
}

// TestRule11APlaceWithoutEffectIsNotDone, whatever the body says.
func TestRule11APlaceWithoutEffectIsNotDone(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{torches(1)}, place("torch"))), func(w *world, _ int) {
		w.body.Give("torch", 2)
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
		got := w.until(w.submit(Submission{Goal: "place a torch"}), StateError, 5*time.Minute)
		want := "the body says it is done, but 1 torch should have been used up, and as many are held as before."
		if !strings.Contains(got.Reason, want) {
			t.Errorf("%q, want %q", got.Reason, want)
		}
	})
}

// TestASummaryDoesNotContradictItself: a contradiction of which the effect shows
// by now is not what the task failed for.
func TestASummaryDoesNotContradictItself(t *testing.T) {
	round := 0
	p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
		round++
		goal := []game.Check{have("stick", 1)}
		switch round {
		case 1:
			return planOf(goal, mine("oak_log", 3)), nil
		case 2:
			return planOf(goal, mine("oak_log", 4)), nil
		}
		return planOf(goal, craft("stick", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(n int, a game.Action) bodyFault {
			if a.Kind == game.Craft {
				return bodyFault{Fail: &game.Failure{Code: game.CodeUnknownRecipe}}
			}
			return bodyFault{Lie: n <= 2}
		}
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, 5*time.Minute)
		if strings.Contains(got.Reason, "nothing was gained") || !strings.Contains(got.Reason, "no such recipe") {
			t.Errorf("%d oak logs are held and the reason is %q", w.body.Held("oak_log"), got.Reason)
		}
	})
}

// TestAGoalIsLookedForInLaterStates, but not in any number of them.
func TestAGoalIsLookedForInLaterStates(t *testing.T) {
	for later, want := range map[int]State{1: StateComplete, 2: StateComplete, 4: StateError} {
		inBoth(t, fixed(planOf([]game.Check{have("diamond", 1)}, say("hi"))), func(w *world, _ int) {
			id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
			for len(w.body.Done()) == 0 {
				time.Sleep(50 * time.Millisecond)
			}
			synctest.Wait()
			for range later - 1 {
				w.body.Change(func(*game.State) {})
				synctest.Wait()
				if got := w.task(id); got.State.Ended() {
					break
				}
			}
			w.body.Give("diamond", 1)
			w.until(id, want, time.Minute)
		})
	}
}
