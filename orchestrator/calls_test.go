// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

func TestWhatABodyIsHandedWithAnAction(t *testing.T) {
	for _, protocol := range []int{1, 2} {
		step := mine("coal", 1)
		step.Seconds = 42
		inBubble(t, protocol, fixed(planOf([]game.Check{have("coal", 1)}, step)), func(w *world) {
			sub := listen(w.o)
			defer sub.Close()
			var got game.Call
			w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
				got = call
				call.Progress(call.Action.ID, game.ActionProgress{Message: "digging", Fraction: 0.5})
				return game.Outcome{}, false
			}})
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateComplete, time.Minute)
			if got.Seconds != 42 || got.Expect.Empty() || got.Action.At != nil || got.Action.ID != w.record(id).Actions[0].ID {
				t.Errorf("v%d: %+v", protocol, got)
			}
			for {
				e, err := sub.Next(w.t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if e.Kind == EventProgress {
					if e.Progress.Message != "digging" || e.ActionID != got.Action.ID {
						t.Errorf("%+v", e)
					}
					break
				}
			}
		})
	}
}

func TestABodyThatReportsNoStateIsLookedAt(t *testing.T) {
	inBubble(t, 1, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world) {
		w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
			w.body.Give("coal", 1)
			return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}, true
		}})
		id := w.submit(Submission{Goal: "x"})
		synctest.Wait()
		if a := w.record(id).Actions[0]; w.task(id).State != StateComplete || a.Verdict != game.Confirmed || a.Gained["coal"] != 1 || a.Ended.IsZero() {
			t.Errorf("%s, %+v", w.task(id).State, a)
		}
	})
}

// stateless is a body that has reported no state yet.
type stateless struct {
	Body
	looks atomic.Int32
}

func (s *stateless) Snapshot() game.Snapshot { return game.Snapshot{} }
func (s *stateless) Ready() error            { return errors.New("it has not reported its state yet") }

func (s *stateless) Await(ctx context.Context, _ uint64) (game.Snapshot, error) {
	if s.looks.Add(1) > 1000 {
		panic("it is looked at for ever")
	}
	<-ctx.Done()
	return game.Snapshot{}, ctx.Err()
}

// TestABodyWithoutAStateIsWaitedFor: each look at it begins a new wait, and the one
// that was given up for it is no reason for another look.
func TestABodyWithoutAStateIsWaitedFor(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, say("hi"))), func(w *world) {
		b := &stateless{Body: w.body}
		w.o.Attach(b)
		w.submit(Submission{Goal: "x"})
		w.submit(Submission{Goal: "y"})
		synctest.Wait()
		if n := b.looks.Load(); n > 10 {
			t.Errorf("it was looked at %d times although nothing happened", n)
		}
	})
}

// TestContinueGoesOnAfterTheFirstStep: what needs what is missing is skipped,
// and the same call may come twice.
func TestContinueGoesOnAfterTheFirstStep(t *testing.T) {
	plan := planOf(nil, mine("coal", 1), craft("torch", 4, game.Need{Items: []string{"coal"}, Count: 1}), mine("ore", 1), mine("ore", 1), mine("dirt", 1))
	inBubble(t, 2, fixed(plan), func(w *world) {
		w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
			if a.Target != "dirt" {
				f.Fail = &game.Failure{Code: game.CodeNotFound}
			}
			return f
		}
		id := w.submit(Submission{Goal: "x", Policy: Continue})
		got := w.until(id, StateError, time.Minute)
		if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Failed, game.Skipped, game.Failed, game.Failed, game.Confirmed}) || got.Round != 1 {
			t.Errorf("verdicts %v in %d rounds", v, got.Round)
		}
		if !strings.HasPrefix(got.Reason, "Could not mine 1 coal: none was found. Still missing: coal mined, ") {
			t.Errorf("%q", got.Reason)
		}
	})
}

func TestWhatIsBlockedIsExcluded(t *testing.T) {
	var asked []game.Request
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		asked = append(asked, req)
		step := mine("coal", 1)
		step.Action.At = &game.Pos{X: 7}
		return planOf([]game.Check{have("coal", 1)}, step), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = failing("coal", game.CodeMissingTool, 0)
		w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
		if len(asked) != 3 || len(asked[1].Exclude) != 0 || len(asked[2].Exclude) != 1 {
			t.Fatalf("asked %+v", asked)
		}
		if x := asked[2].Exclude[0]; x.Kind != game.Mine || x.Subject != "coal" || x.At == nil || x.Code != game.CodeMissingTool {
			t.Errorf("%+v", x)
		}
	})
	asked = nil
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
		w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
		if last := asked[len(asked)-1].Exclude; len(last) != 1 || last[0].Code != game.CodeContradicted || last[0].Reason == "" {
			t.Errorf("%+v", last)
		}
	})
}

// TestALaterPlanCannotMoveTheGoal: how the goal was read at first stays.
func TestALaterPlanCannotMoveTheGoal(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		item := fmt.Sprint("x", req.Round)
		return planOf([]game.Check{have(item, 1)}, mine("ore", req.Round), mine(item, 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = failing("ore", game.CodeMissingTool, 1)
		id := w.submit(Submission{Goal: "x"})
		got := w.until(id, StateError, 10*time.Minute)
		if len(got.Reading.Checks()) != 1 || got.Reading.Checks()[0].Items[0] != "x1" || w.body.Held("x2") != 1 {
			t.Errorf("%+v", got)
		}
	})
}

// TestEveryKindOfProgressCounts: not only items that are gained.
func TestEveryKindOfProgressCounts(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		next := place("torch")
		next.Action.At = &game.Pos{X: req.Round}
		return planOf([]game.Check{torches(6)}, next, mine(fmt.Sprint("ore", req.Round), 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Give("torch", 6)
		w.body.Give("dirt", 1) // where nothing is left, a death could have taken it
		w.body.Faults = failingEach("ore", game.CodeNotFound)
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, 10*time.Minute)
		if got.Round != 6 || got.BadRounds != 0 {
			t.Errorf("%d rounds, %d bad", got.Round, got.BadRounds)
		}
	})
}

func TestAnIntentThatCannotBeKeptIsNotSent(t *testing.T) {
	var w *world
	p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
		w.j.setFail(errors.New("the disk is full"))
		return planOf(nil, mine("coal", 1)), nil
	})
	inBubble(t, 2, p, func(in *world) {
		w = in
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(time.Minute)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		time.Sleep(time.Second)
		w.j.setFail(nil)
		got := w.until(id, StateStopped, time.Minute)
		if n := len(w.body.Sent()); n != 0 || got.Sent != 0 {
			t.Errorf("%d sent, %d counted", n, got.Sent)
		}
		acts := w.record(id).Actions
		if len(acts) != 1 {
			t.Errorf("%d intents", len(acts))
		}
		for _, a := range acts {
			if a.Open() || a.End != game.EndUnsent || a.Failure == nil || a.Failure.Message == "" {
				t.Errorf("%+v", a)
			}
		}
	})
}

func TestAnInterruptedTaskIsResumedBeforeItAsks(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(9 * time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", id)) // a person is there: ten minutes from now
		time.Sleep(9 * time.Minute)
		if got := w.task(id); got.State != StateInterrupted || got.NeedsPerson {
			t.Errorf("%+v", got)
		}
		w.again()
		w.until(id, StateComplete, time.Minute)
	})
}

// TestRoundsWithoutProgressAreCounted: from what was held at first, and again
// after a round that did bring the goal nearer.
func TestRoundsWithoutProgressAreCounted(t *testing.T) {
	for _, nearer := range []int{0, 1} {
		p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
			steps := []game.Step{mine(fmt.Sprint("ore", req.Round), 1)}
			if req.Round <= nearer {
				steps = append([]game.Step{mine("diamond", 1)}, steps...)
			}
			return planOf([]game.Check{have("diamond", 8)}, steps...), nil
		})
		inBubble(t, 2, p, func(w *world) {
			w.body.Give("diamond", 3)
			w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
				if a.Target != "diamond" {
					f.Fail = &game.Failure{Code: game.CodeNotFound}
				}
				return f
			}
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
			if got.Round != 3+nearer || got.BadRounds != 3 {
				t.Errorf("%d rounds, %d bad", got.Round, got.BadRounds)
			}
		})
	}
}

func TestAPlanThatRunsToItsEndForNothing(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{have("diamond", 2)}, say("hi"))), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		got := w.until(id, StateError, 5*time.Minute)
		if got.Round != 3 || got.Reason != "The plan ran to its end, but the goal is not met. Still missing: 2 diamonds held (0 so far)." {
			t.Errorf("%q after %d rounds", got.Reason, got.Round)
		}
		if v := w.verdicts(id); len(w.body.Sent()) != 1 || !slices.Equal(v, []game.Verdict{game.Claimed, game.Claimed, game.Claimed}) {
			t.Errorf("%d sent, verdicts %v", len(w.body.Sent()), v)
		}
	})
}

// TestAFailureEndsAGoalThatNobodyCanCheckInError, also that of the very first action.
func TestAFailureEndsAGoalThatNobodyCanCheckInError(t *testing.T) {
	for _, failing := range []string{"a", "b"} {
		plan := planOf(nil, mine("a", 1), mine("b", 1))
		plan.Goal.Clauses = nil
		inBubble(t, 2, fixed(plan), func(w *world) {
			w.body.Faults = failingEach(failing, game.CodeNotFound)
			got := w.until(w.submit(Submission{Goal: "x", Policy: Continue}), StateError, time.Minute)
			if want := "Could not mine 1 " + failing + ": none was found."; got.Reason != want || len(w.body.Sent()) != 2 {
				t.Errorf("%q after %d actions, want %q", got.Reason, len(w.body.Sent()), want)
			}
		})
	}
}

func TestADeadlineEndsATaskThatStopsOnFailure(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, mine("coal", 1), mine("dirt", 1))), func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
		got := w.until(id, StateError, 2*time.Minute)
		if len(w.body.Sent()) != 1 || got.Reason != "Could not mine 1 coal: it took too long." {
			t.Errorf("%d sent, %q", len(w.body.Sent()), got.Reason)
		}
	})
}

// TestAWorldWithoutANameIsNoOtherWorld: a body that starts or stops to name its
// world is where it was.
func TestAWorldWithoutANameIsNoOtherWorld(t *testing.T) {
	for from, to := range map[string]string{"": "one", "one": ""} {
		inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
			w.body.SetInfo(func(i *game.BodyInfo) { i.Role = roleSelf })
			in := func(id string) {
				w.body.Change(func(s *game.State) { s.World = &game.World{Present: true, ID: id, Kind: "singleplayer"} })
			}
			in(from)
			id := w.submit(Submission{Goal: "x"})
			w.until(id, StateRunning, time.Second)
			in(to)
			w.until(id, StateComplete, time.Minute)
		})
	}
}
