// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

func TestAReadyListGoesOnWithWhatIsLeft(t *testing.T) {
	var asked []game.Request
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		asked = append(asked, req)
		var steps []game.Step
		for _, a := range req.Actions {
			steps = append(steps, game.Step{Action: a, Source: game.FromUser})
		}
		return planOf(nil, steps...), nil
	})
	inBubble(t, 2, p, func(w *world) {
		id := w.submit(Submission{Actions: []game.Action{{Kind: game.Mine, Target: "a"}, {Kind: game.Mine, Target: "b"}, {Kind: game.Mine, Target: "c"}, {Kind: game.Mine, Target: "d"}, {Kind: game.Mine, Target: "e"}}})
		for range 2 { // a and b
			time.Sleep(500 * time.Millisecond)
			must(w, w.o.Skip(w.t.Context(), "b1"))
		}
		time.Sleep(1600 * time.Millisecond)
		must(w, w.o.Pause(w.t.Context(), "b1")) // in the middle of d
		w.until(id, StatePaused, time.Second)
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		got := w.until(id, StateStopped, time.Minute)
		if s := subjects(w.body.Done()); s != "c d e" || len(asked) != 2 || subjects(asked[1].Actions) != "d e" {
			t.Errorf("done %s, asked %d times", s, len(asked))
		}
		if got.Reading.Text != "Mine 1 a" && got.Reading.Text != got.Title() {
			t.Errorf("read as %q", got.Reading.Text)
		}
		if why := w.record(id).Rounds[1].Why; why != "resumed after a pause" {
			t.Errorf("why %q", why)
		}
		if asked[0].TaskID != id || asked[0].Round != 1 || asked[0].Body.ID != "b1" || asked[1].Round != 2 || len(asked[1].History) != 4 {
			t.Errorf("asked %+v", asked)
		}
	})
}

func TestAGoalMetMeanwhileIsNotPlannedAgain(t *testing.T) {
	asked := 0
	p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
		asked++
		return planOf([]game.Check{have("diamond", 1)}, mine("coal", 1), mine("diamond", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(500 * time.Millisecond)
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, time.Second)
		w.body.Give("diamond", 1)
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		got := w.until(id, StateComplete, 10*time.Second)
		if asked != 1 || got.Reason != "Done: 1 diamond held." {
			t.Errorf("asked %d times: %q", asked, got.Reason)
		}
	})
}

func TestAGoalMetByAFailureCompletes(t *testing.T) {
	for _, policy := range []Policy{Replan, Continue, StopOnFailure} {
		inBubble(t, 2, fixed(planOf([]game.Check{have("diamond", 1)}, mine("coal", 1), mine("dirt", 1))), func(w *world) {
			w.body.Faults = func(int, game.Action) bodyFault {
				go w.body.Give("diamond", 1)
				return bodyFault{Fail: &game.Failure{Code: game.CodeNotFound}}
			}
			got := w.until(w.submit(Submission{Goal: "x", Policy: policy}), StateComplete, time.Minute)
			if n := len(w.body.Sent()); n != map[Policy]int{Replan: 1, Continue: 2, StopOnFailure: 1}[policy] || got.BadRounds != 0 {
				t.Errorf("%s: %d sent, %d bad rounds", policy, n, got.BadRounds)
			}
		})
	}
}

// A state that a body sent before it reported a failure shows what it took for done.
func TestAStateOfBeforeAFailureMeetsNoGoal(t *testing.T) {
	for _, policy := range []Policy{Replan, Continue, StopOnFailure} {
		inBubble(t, 2, fixed(planOf([]game.Check{have("diamond", 1)}, mine("coal", 1))), func(w *world) {
			thinks := func(diamonds ...game.Stack) {
				w.body.Change(func(s *game.State) { s.Inventory = append([]game.Stack{}, diamonds...) })
			}
			w.body.Takes = 1300 * time.Millisecond
			w.body.Faults = func(n int, _ game.Action) bodyFault {
				if n == 1 {
					time.AfterFunc(w.body.Takes-10*time.Millisecond, func() { thinks(game.Stack{Item: "diamond", Count: 1}) })
					time.AfterFunc(w.body.Takes+10*time.Millisecond, func() { thinks() })
				}
				return bodyFault{Fail: &game.Failure{Code: game.CodeDenied}}
			}
			got := w.until(w.submit(Submission{Goal: "x", Policy: policy}), StateError, time.Minute)
			if !strings.HasPrefix(got.Reason, "Could not mine 1 coal") {
				t.Errorf("%s: %q", policy, got.Reason)
			}
		})
	}
}

// A server that refuses a throw may tell it late, and what it told before in between: what the
// states after a failure show for a moment is not there.
func TestWhatIsGoneForAMomentAfterARefusalMeetsNoGoal(t *testing.T) {
	for _, policy := range []Policy{Replan, Continue, StopOnFailure} {
		inBubble(t, 2, fixed(planOf([]game.Check{dropped("dirt", 3)}, drop("dirt", 3))), func(w *world) {
			held := func(n int) {
				w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{{Item: "dirt", Count: n}} })
			}
			held(5)
			w.body.Faults = func(_ int, _ game.Action) bodyFault {
				for at, n := range map[time.Duration]int{-10: 2, 400: 5, 600: 2, 1600: 5} {
					time.AfterFunc(time.Second+at*time.Millisecond, func() { held(n) })
				}
				return bodyFault{Fail: &game.Failure{Code: game.CodeDenied}}
			}
			got := w.until(w.submit(Submission{Goal: "x", Policy: policy}), StateError, time.Minute)
			if !strings.HasPrefix(got.Reason, "Could not drop 3 dirt") {
				t.Errorf("%s: %q", policy, got.Reason)
			}
		})
	}
}

// What goes with a death was not thrown, placed or used up.
func TestWhatADeathTakesMeetsNoGoal(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{dropped("dirt", 3)}, drop("dirt", 3))), func(w *world) {
		held := func(n int, health float64) {
			w.body.Change(func(s *game.State) {
				s.Inventory, s.Health = []game.Stack{{Item: "dirt", Count: n}, {Item: "stick", Count: 1}}, &health
			})
		}
		held(5, 20)
		w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
			if n == 1 {
				time.AfterFunc(900*time.Millisecond, func() { held(0, 0) })
				time.AfterFunc(5*time.Second, func() { held(4, 20) }) // it lay there
				f.Fail = &game.Failure{Code: game.CodeDied}
			}
			return f
		}
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if n := len(w.body.Done()); n != 1 {
			t.Errorf("it was thrown %d times", n)
		}
	})
}

func TestPlansThatCannotBe(t *testing.T) {
	t.Run("empty", func(t *testing.T) {
		inBubble(t, 2, fixed(planOf([]game.Check{have("diamond", 1)})), func(w *world) {
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
			if got.Reason != "The plan is empty although the goal is not met." || got.Round != 3 || got.BadRounds != 3 {
				t.Errorf("%q after %d rounds", got.Reason, got.Round)
			}
		})
	})
	t.Run("a re-plan with faults is asked for once more", func(t *testing.T) {
		for name, bad := range map[string][]int{"once": {2}, "twice": {2, 3}, "at first": {1}} {
			p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
				switch {
				case slices.Contains(bad, req.Round):
					return game.Plan{}, &game.FaultsError{Faults: []string{"craft: no table"}}
				case req.Round == 1:
					return planOf([]game.Check{have("diamond", 1)}, mine("a", 1)), nil
				}
				return planOf(nil, mine("diamond", 1)), nil
			})
			inBubble(t, 2, p, func(w *world) {
				w.body.Faults = failing("a", game.CodeNotFound, 0)
				id := w.submit(Submission{Goal: "x"})
				want := map[string]State{"once": StateComplete, "twice": StateError, "at first": StateError}[name]
				got := w.until(id, want, time.Minute)
				rounds := w.record(id).Rounds
				switch name {
				case "once":
					if len(rounds) != 3 || !strings.Contains(rounds[1].Error, "no table") || rounds[1].Round != 2 || rounds[1].At.IsZero() || rounds[2].Why == "" || got.BadRounds != 2 {
						t.Errorf("%+v, %d bad rounds", rounds, got.BadRounds)
					}
				case "twice":
					if got.Round != 3 || !strings.HasPrefix(got.Reason, "Could not mine 1 a: none was found. There is no other way:") {
						t.Errorf("%d rounds, %q", got.Round, got.Reason)
					}
				default:
					if got.Round != 1 || strings.Contains(got.Reason, "no other way") {
						t.Errorf("%d rounds, %q", got.Round, got.Reason)
					}
				}
			})
		}
	})
	t.Run("impossible after a first round is no verdict on the goal", func(t *testing.T) {
		p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
			if req.Round == 1 {
				return planOf([]game.Check{have("diamond", 1)}, mine("a", 1)), nil
			}
			return game.Plan{}, &game.UnreadableError{Text: "x"}
		})
		inBubble(t, 2, p, func(w *world) {
			w.body.Faults = failing("a", game.CodeNotFound, 0)
			got := w.until(w.submit(Submission{Goal: "x"}), StateError, time.Minute)
			if !got.Unreadable || got.Impossible {
				t.Errorf("%+v", got)
			}
		})
	})
}

func TestThePlannersProgressIsShown(t *testing.T) {
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		req.Progress("looking for a way")
		return planOf(nil, say("hi")), nil
	})
	inBubble(t, 2, p, func(w *world) {
		sub := listen(w.o)
		defer sub.Close()
		id := w.submit(Submission{Goal: "x"})
		for {
			e, err := sub.Next(w.t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == EventProgress {
				if e.Progress.Message != "looking for a way" || e.Progress.Fraction != -1 || e.ActionID != "" || e.TaskID != id || e.Body != "b1" {
					t.Errorf("%+v", e)
				}
				break
			}
		}
		w.until(id, StateComplete, time.Minute)
	})
}

// TestWhatAModelSaysIsNoReason: its words stand beside the verdict.
func TestWhatAModelSaysIsNoReason(t *testing.T) {
	plan := planOf(nil)
	plan.Say, plan.Notices = "You hold nothing.", []string{"a guess"}
	plan.Goal.Clauses, plan.Goal.Text = game.Clauses([]game.Check{{Kind: game.CheckAt, At: &game.Pos{Y: 64}}}), "where am I"
	inBubble(t, 2, fixed(plan), func(w *world) {
		sub := listen(w.o)
		defer sub.Close()
		got := w.until(w.submit(Submission{Goal: "where am I?"}), StateComplete, time.Minute)
		if got.Reason != "Done: at 0 64 0." || got.Say != "You hold nothing." || got.Reading.Text != plan.Goal.Text || got.PlannedBy != "test" || got.Source != game.FromBuiltin || got.Of != 0 {
			t.Errorf("%+v", got)
		}
		for {
			e, err := sub.Next(w.t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == EventNotice && messages.InEnglish(e.Say) == "a guess" {
				break
			}
		}
	})
}

func TestACompanionGoesOnInAnotherWorld(t *testing.T) {
	in := func(id string) func(*game.State) {
		return func(s *game.State) { s.World = &game.World{Present: true, ID: id, Kind: "singleplayer"} }
	}
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		w.body.SetInfo(func(i *game.BodyInfo) { i.Role = "companion" })
		w.body.Change(in("one"))
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		if got := w.task(id); got.World != "one" || got.Baseline == nil {
			t.Errorf("%+v", got)
		}
		w.body.Change(in("two"))
		w.until(id, StateComplete, time.Minute)
	})
}

func TestALimitReachedWithTheGoalMetIsNoError(t *testing.T) {
	for _, met := range []bool{true, false} {
		follow := game.Step{Action: game.Action{Kind: game.Follow, Target: "Steve"}}
		inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1)}, follow)), func(w *world) {
			w.body.Takes, w.body.Deadline = 100*time.Hour, 100*time.Hour
			id := w.submit(Submission{Goal: "follow me until I have coal"})
			w.until(id, StateRunning, time.Second)
			want := StateError
			if met {
				w.body.Give("coal", 1)
				want = StateComplete
			}
			got := w.until(id, want, 3*time.Hour)
			if !met && got.Reason != "Stopped after 2 hours of work, the limit for one goal. Still missing: 1 coal held." {
				t.Errorf("%q", got.Reason)
			}
		})
	}
}

// TestAPlanMayNameWhatComesNext: when it ran to its end, a round is planned for that.
func TestAPlanMayNameWhatComesNext(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		plan := planOf([]game.Check{have("coal", 1), have("diamond", 1)}, mine("coal", 1))
		if plan.Next = "mine the diamond"; req.Round > 1 {
			plan = planOf(nil, mine("diamond", 1))
		}
		return plan, nil
	})
	inBoth(t, p, func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
		w.until(id, StateComplete, time.Minute)
		if rounds := w.record(id).Rounds; len(rounds) != 2 || rounds[1].Why != "Next: mine the diamond." {
			w.t.Errorf("%+v", rounds)
		}
	})
}

func TestAnEditThatCannotBePlannedKeepsTheOldPlan(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if len(req.Actions) > 0 {
			time.Sleep(time.Second)
			return game.Plan{}, errors.New("there is no such block")
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		id := w.submit(Submission{Goal: "x", Approve: true})
		got := w.until(id, StateAwaiting, time.Second)
		if got.Reason != "Waiting for your yes to the plan." || got.Revision != 1 {
			t.Errorf("%+v", got)
		}
		sub := listen(w.o)
		defer sub.Close()
		must(w, w.o.Edit(w.t.Context(), id, got.Revision, []game.Action{{Kind: game.Mine, Target: "unobtainium"}}))
		if now := w.until(id, StatePlanning, 0); now.Reason != "the plan was edited" {
			t.Errorf("%+v", now)
		}
		if err := w.o.Approve(w.t.Context(), id, got.Revision, false); !errors.Is(err, ErrConflict) {
			t.Errorf("a yes while the edit is planned: %v", err)
		}
		for {
			e, err := sub.Next(w.t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Kind == EventNotice {
				if messages.InEnglish(e.Say) != "The plan stayed as it was. There is no such block." || e.TaskID != id {
					t.Errorf("%+v", e)
				}
				break
			}
		}
		synctest.Wait()
		again := w.until(id, StateAwaiting, time.Second)
		if again.Revision != got.Revision+1 || again.Of != 1 || !w.record(id).Rounds[0].Plan.Unchanged {
			t.Errorf("%+v", again)
		}
		must(w, w.o.Reject(w.t.Context(), id, again.Revision, ""))
		if end := w.until(id, StateStopped, time.Second); end.Reason != "The plan was rejected." {
			t.Errorf("%q", end.Reason)
		}
	})
}

func TestAnEditOfAPlanWhoseGoalIsMetEndsTheTask(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1))), func(w *world) {
		id := w.submit(Submission{Goal: "x", Approve: true})
		got := w.until(id, StateAwaiting, time.Second)
		w.body.Give("diamond", 1)
		must(w, w.o.Edit(w.t.Context(), id, got.Revision, []game.Action{{Kind: game.Mine, Target: "dirt"}}))
		w.until(id, StateComplete, time.Second)
		if n := len(w.body.Sent()); n != 0 {
			t.Errorf("%d sent", n)
		}
	})
}

func TestAnswersWaitForTheBodyToo(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(w *world)
		want State
	}{
		"pause": {func(w *world) { must(w, w.o.Pause(w.t.Context(), "b1")) }, StatePaused},
		"stop":  {func(w *world) { must(w, w.o.Stop(w.t.Context(), "b1")) }, StateStopped},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, needing("coal"), func(w *world) {
				id := w.submit(Submission{Goal: "x", Approve: true})
				got := w.until(id, StateAwaiting, time.Second)
				w.body.Drop()
				must(w, w.o.Approve(w.t.Context(), id, got.Revision, true))
				time.Sleep(time.Minute)
				if n := len(w.body.Sent()); n != 0 {
					t.Errorf("%d sent", n)
				}
				c.do(w)
				w.until(id, c.want, 10*time.Second)
			})
		})
	}
}

// TestWhatLaterStepsNeedBringsTheGoalNearer: although no check counts it, as long as
// more is held of it than ever; what nothing needs does not, nor to gather again what
// was spent.
func TestWhatLaterStepsNeedBringsTheGoalNearer(t *testing.T) {
	for name, c := range map[string]struct {
		needs int
		spent bool
		ends  State
		bad   int
	}{
		"ever more that is needed":        {6, false, StateComplete, 0},
		"ever more that nothing needs":    {0, false, StateError, 3},
		"ever more than the two it needs": {2, false, StateError, 3},
		"always spent":                    {6, true, StateError, 3},
	} {
		t.Run(name, func(t *testing.T) {
			p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
				goal := []game.Check{have("diamond", 1)}
				if req.Round == 7 {
					return planOf(goal, mine("diamond", 1)), nil
				}
				ore := mine(fmt.Sprint("ore", req.Round), 1)
				ore.Needs = []game.Need{{Items: []string{"iron"}, Count: c.needs}}
				return planOf(goal, mine("iron", 1), ore), nil
			})
			inBoth(t, p, func(w *world, _ int) {
				w.body.Faults = func(_ int, a game.Action) (f bodyFault) {
					if strings.HasPrefix(a.Target, "ore") {
						if c.spent {
							go w.body.Change(func(s *game.State) { s.Inventory = []game.Stack{} })
						}
						f.Fail = &game.Failure{Code: game.CodeNotFound}
					}
					return f
				}
				if got := w.until(w.submit(Submission{Goal: "x"}), c.ends, 5*time.Minute); got.BadRounds != c.bad {
					t.Errorf("%d bad rounds of %d: %s", got.BadRounds, got.Round, got.Reason)
				}
			})
		})
	}
}

// TestEnoughIsEnough: a step whose gain has come already is left out.
func TestEnoughIsEnough(t *testing.T) {
	fight := mine("coal", 2)
	fight.Enough = []game.Need{{Items: []string{"coal"}, Count: 3}}
	inBoth(t, fixed(planOf([]game.Check{have("coal", 3)}, fight, fight, fight)), func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		if n := w.body.Held("coal"); n != 4 || len(w.body.Sent()) != 2 {
			w.t.Errorf("%d are held after %d actions", n, len(w.body.Sent()))
		}
	})
}
