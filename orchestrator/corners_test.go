// SPDX-License-Identifier: MIT

package orchestrator

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

func TestControlsThatFitNothingAreRefused(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		nobody := func(err error) {
			t.Helper()
			if !errors.Is(err, ErrNoBody) {
				t.Errorf("got %v, want ErrNoBody", err)
			}
		}
		nobody(w.o.Stop(w.t.Context(), "x"))
		nobody(w.o.Pause(w.t.Context(), "x"))
		nobody(w.o.Resume(w.t.Context(), "x", ""))
		nobody(w.o.Skip(w.t.Context(), "x"))
		_, err := w.o.Clear(w.t.Context(), "x")
		nobody(err)
		for _, err := range []error{w.o.Pause(w.t.Context(), "b1"), w.o.Resume(w.t.Context(), "b1", ""), w.o.Skip(w.t.Context(), "b1")} {
			if !errors.Is(err, ErrNothing) {
				t.Errorf("got %v, want ErrNothing", err)
			}
		}
		if err := w.o.Approve(w.t.Context(), "another", 0, false); !errors.Is(err, ErrConflict) {
			t.Errorf("with nothing at hand: %v", err)
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "x", Actions: []game.Action{{Kind: game.Mine, Target: "coal"}}}); err == nil || !strings.Contains(err.Error(), "not both") {
			t.Errorf("a goal and a list: %v", err)
		}
		w.body.Change(func(s *game.State) { s.World = &game.World{} })
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StatePlanning, time.Second)
		if err := w.o.Revise(w.t.Context(), id, Submission{Goal: " "}); err == nil || !strings.Contains(err.Error(), "say what to do") {
			t.Errorf("revised to nothing: %v", err)
		}
		if err := w.o.Skip(w.t.Context(), "b1"); !errors.Is(err, ErrNothing) { // nothing to skip while it plans
			t.Errorf("got %v", err)
		}
		if err := w.o.Resume(w.t.Context(), "b1", ""); !errors.Is(err, ErrNothing) {
			t.Errorf("got %v", err)
		}
		if err := w.o.Approve(w.t.Context(), id, 0, false); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), "planning") {
			t.Errorf("got %v", err)
		}
		if err := w.o.Approve(w.t.Context(), "another", 0, false); !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), "another") {
			t.Errorf("got %v", err)
		}
		if err := w.o.Edit(w.t.Context(), id, 0, nil); err == nil || errors.Is(err, ErrConflict) {
			t.Errorf("got %v", err)
		}
		if err := w.o.Edit(w.t.Context(), id, 0, []game.Action{{Kind: "fly"}}); err == nil || errors.Is(err, ErrConflict) {
			t.Errorf("got %v", err)
		}
		if err := w.o.Pause(w.t.Context(), "b1"); err != nil {
			t.Error(err)
		}
		w.until(id, StatePaused, time.Second)
		if err := w.o.Resume(w.t.Context(), "b1", "another"); !errors.Is(err, ErrNothing) {
			t.Errorf("got %v", err)
		}
		must(w, w.o.Resume(w.t.Context(), "b1", id))
		w.until(id, StatePlanning, time.Second)
	})
}

func TestOneOfSeveralInterruptedTasksIsResumed(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.crash()
		for _, id := range []string{"1", "2", "3"} {
			parked := Task{ID: id, Body: "b1", Goal: "x", Policy: Replan, State: StateInterrupted, NeedsPerson: true}
			must(w, w.j.Append(t.Context(), &Batch{Tasks: []Task{parked}}))
		}
		w.start()
		w.back()
		if err := w.o.Resume(w.t.Context(), "b1", "4"); !errors.Is(err, ErrNothing) {
			t.Errorf("got %v", err)
		}
		w.body.Change(func(s *game.State) { s.World = &game.World{} })
		other := w.submit(Submission{Goal: "x"})
		w.until(other, StatePlanning, time.Second)
		if err := w.o.Resume(w.t.Context(), "b1", "2"); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "another task is on its way") {
			t.Errorf("while another runs: %v", err)
		}
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.body.Change(func(s *game.State) { s.World = nil })
		w.until(other, StateStopped, time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", "2"))
		w.until("2", StateComplete, time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", "")) // the newest
		w.until("3", StateComplete, time.Minute)
		if n, err := w.o.Clear(w.t.Context(), "b1"); n != 1 || err != nil {
			t.Errorf("cleared %d, %v", n, err)
		}
		synctest.Wait()
		if got := w.task("1"); got.State != StateStopped || got.Reason != "Cleared from the queue before it started." {
			t.Errorf("%s: %s", got.State, got.Reason)
		}
	})
}

func TestAStepThatWaitsCanBeSkipped(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, mine("a", 1), mine("b", 1), mine("c", 1))), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		time.Sleep(500 * time.Millisecond)
		w.body.Change(func(s *game.State) { s.World = &game.World{} })
		time.Sleep(time.Minute)
		if got := w.task(id); got.Step != 1 || got.Waiting == "" {
			t.Fatalf("step %d, waiting %q", got.Step, got.Waiting)
		}
		must(w, w.o.Skip(w.t.Context(), "b1"))
		synctest.Wait()
		w.body.Change(func(s *game.State) { s.World = nil })
		got := w.until(id, StateStopped, time.Minute)
		if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Confirmed, game.Skipped, game.Confirmed}) || subjects(w.body.Sent()) != "a c" {
			t.Errorf("verdicts %v, sent %s", v, subjects(w.body.Sent()))
		}
		if why := w.record(id).Actions[1].Reason; why != "skipped by a person" {
			t.Errorf("reason %q", why)
		}
		for i, a := range w.record(id).Actions {
			if a.Index != i || a.Seq != i+1 || a.Round != 1 || a.Task != id || a.Started.IsZero() || a.Ended.Before(a.Started) {
				t.Errorf("the action %d is %+v", i, a)
			}
		}
		if got.Sent != 2 || got.Failed != 0 || got.Step != 3 || got.Of != 3 || !strings.HasPrefix(got.Reason, `Stopped: "Mine 1 b" was skipped`) {
			t.Errorf("%+v", got)
		}
	})
}

// TestAnActionThatTookTooLongCanBeSkipped, in each of the waits that follow it.
func TestAnActionThatTookTooLongCanBeSkipped(t *testing.T) {
	for name, c := range map[string]struct {
		policy Policy
		after  time.Duration
	}{
		"a newer report is waited for": {Replan, 2500 * time.Millisecond},
		"it is to be repeated":         {Replan, 4 * time.Second},
		"it is looked for once more":   {StopOnFailure, 3500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, fixed(planOf(nil, mine("a", 1), mine("b", 1))), func(w *world) {
				w.body.Deadline = 2 * time.Second
				w.body.Faults = func(_ int, a game.Action) bodyFault { return bodyFault{Hang: a.Target == "a"} }
				id := w.submit(Submission{Goal: "x", Policy: c.policy})
				time.Sleep(c.after)
				must(w, w.o.Skip(w.t.Context(), "b1"))
				w.until(id, StateStopped, time.Minute)
				if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Failed, game.Skipped, game.Confirmed}) || subjects(w.body.Sent()) != "a b" {
					t.Errorf("verdicts %v, sent %s", v, subjects(w.body.Sent()))
				}
			})
		})
	}
}

// TestASkippedActionThatCouldNotGoOutDoesNot, whatever kept it from that.
func TestASkippedActionThatCouldNotGoOutDoesNot(t *testing.T) {
	for _, code := range []game.Code{game.CodeInterrupted, game.CodeScreenOpen, game.CodeNoWorld, game.CodeDenied} {
		t.Run(string(code), func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, mine("a", 1), mine("b", 1))), func(w *world, _ int) {
				calls := 0
				w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
					calls++
					switch calls {
					case 1: // a
						must(w, w.o.Skip(w.t.Context(), "b1"))
						return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: code}}, true
					case 2: // b, which nobody skips, goes out later
						return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: game.CodeScreenOpen}}, true
					}
					return game.Outcome{}, false
				}})
				got := w.until(w.submit(Submission{Goal: "x", Policy: StopOnFailure}), StateStopped, time.Minute)
				if v := w.verdicts(got.ID); !slices.Equal(v, []game.Verdict{game.Skipped, game.Confirmed}) || subjects(w.body.Sent()) != "b" {
					w.t.Errorf("verdicts %v, sent %s", v, subjects(w.body.Sent()))
				}
			})
		})
	}
}

// TestASkipHoldsAlthoughTheActionFailsJustThen: the end that the body reports
// overtakes the giving up; the action is then neither repeated nor planned anew.
func TestASkipHoldsAlthoughTheActionFailsJustThen(t *testing.T) {
	failed := func(code game.Code) game.Outcome {
		return game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: code}}
	}
	for name, c := range map[string]struct {
		out  game.Outcome
		want game.Verdict
	}{
		"it would be repeated":        {failed(game.CodeTimeout), game.Failed},
		"it would be planned anew":    {failed(game.CodeMissingTool), game.Failed},
		"it would be looked for anew": {failed(game.CodeNotFound), game.Failed},
		"it took too long":            {game.Outcome{End: game.EndDeadline, Failure: &game.Failure{Code: game.CodeTimeout}}, game.Failed},
		"it did not do what it says":  {game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}, game.Contradicted},
	} {
		for _, policy := range []Policy{Replan, StopOnFailure, Continue} {
			t.Run(name+", "+string(policy), func(t *testing.T) {
				inBoth(t, fixed(planOf(nil, mine("a", 1), mine("b", 1))), func(w *world, _ int) {
					w.body.Arrive()
					first := true
					w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
						if !first {
							return game.Outcome{}, false
						}
						first = false
						must(w, w.o.Skip(w.t.Context(), "b1"))
						out := c.out
						out.Started, out.Ended = time.Now(), time.Now()
						return out, true
					}})
					got := w.until(w.submit(Submission{Goal: "x", Policy: policy}), StateStopped, time.Minute)
					if v := w.verdicts(got.ID); !slices.Equal(v, []game.Verdict{c.want, game.Skipped, game.Confirmed}) || subjects(w.body.Sent()) != "b" {
						w.t.Errorf("verdicts %v, sent %s", v, subjects(w.body.Sent()))
					}
				})
			})
		}
	}
}

// TestWhatWasDoneAlthoughItWasToBeSkippedIsVerified by later states.
func TestWhatWasDoneAlthoughItWasToBeSkippedIsVerified(t *testing.T) {
	inBubble(t, 1, fixed(planOf(nil, mine("coal", 1))), func(w *world) {
		w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
			must(w, w.o.Skip(w.t.Context(), "b1"))
			return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}, true
		}})
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.body.Give("coal", 1)
		w.until(id, StateComplete, time.Minute)
		if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Confirmed}) {
			t.Errorf("verdicts %v", v)
		}
	})
}

func TestSkippingWhileTheGoalIsLookedAtChangesNothing(t *testing.T) {
	inBubble(t, 1, fixed(planOf([]game.Check{have("diamond", 1)}, say("hi"))), func(w *world) {
		id := w.submit(Submission{Goal: "x", Policy: Continue})
		w.until(id, StateRunning, time.Second)
		time.Sleep(1500 * time.Millisecond)
		if v := w.verdicts(id); len(v) != 1 || v[0] != game.Claimed || w.task(id).State != StateRunning {
			t.Fatalf("verdicts %v, %s", v, w.task(id).State)
		}
		must(w, w.o.Skip(w.t.Context(), "b1"))
		got := w.until(id, StateError, time.Minute)
		if v := w.verdicts(id); len(v) != 1 || v[0] != game.Claimed || !strings.Contains(got.Reason, "diamond") {
			t.Errorf("verdicts %v, %q", v, got.Reason)
		}
	})
}

// TestRule12NotBeingReadyIsNoFailure: the body finds out itself that it cannot
// act now; the same step goes out once it can.
func TestRule12NotBeingReadyIsNoFailure(t *testing.T) {
	waits := map[game.Code]string{
		game.CodeNoWorld: "The player is in no world.", game.CodeScreenOpen: "A screen is open in the game.",
		game.CodeConnectionLost: "The connection was lost.", game.CodeInterrupted: "It was interrupted.",
	}
	for code := range waits {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			calls := 0
			w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
				calls++
				return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: code}}, calls <= 3
			}})
			id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
			time.Sleep(1500 * time.Millisecond)
			if got := w.task(id); got.Waiting != waits[code] || got.Sent != 0 || got.Failed != 0 {
				t.Errorf("%s: waiting %q, sent %d, failed %d", code, got.Waiting, got.Sent, got.Failed)
			}
			got := w.until(id, StateComplete, time.Minute)
			if acts := w.record(id).Actions; len(acts) != 1 || acts[0].Verdict != game.Confirmed || got.Sent != 1 || got.Failed != 0 || calls != 4 || got.Waiting != "" {
				t.Errorf("%s: %d calls, %+v, %+v", code, calls, got, acts)
			}
		})
	}
	t.Run("stopped while it waits", func(t *testing.T) {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
				return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: game.CodeScreenOpen}}, true
			}})
			id := w.submit(Submission{Goal: "x"})
			time.Sleep(10 * time.Second)
			must(w, w.o.Stop(w.t.Context(), "b1"))
			w.until(id, StateStopped, 100*time.Millisecond)
		})
	})
	t.Run("a refusal is a failure", func(t *testing.T) {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
				return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: game.CodeUnsupported, Message: "b1 cannot mine"}}, true
			}})
			id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
			got := w.until(id, StateError, time.Minute)
			if got.Reason != "Could not mine 2 coal: b1 cannot mine." || got.Sent != 0 {
				t.Errorf("%q, sent %d", got.Reason, got.Sent)
			}
		})
	})
}

// TestWhatWasDoneIsNotDoneTwiceBecauseItsReportWasLost: the effect shows before
// the action is repeated or given up.
func TestWhatWasDoneIsNotDoneTwiceBecauseItsReportWasLost(t *testing.T) {
	for _, protocol := range []int{1, 2} {
		for _, policy := range []Policy{Replan, Continue, StopOnFailure} {
			for name, checks := range map[string][]game.Check{"the goal is met": {have("coal", 1)}, "more is to do": {have("coal", 1), have("dirt", 1)}} {
				t.Run(fmt.Sprintf("v%d %s %s", protocol, policy, name), func(t *testing.T) {
					inBubble(t, protocol, fixed(planOf(checks, mine("coal", 1), mine("dirt", 1))), func(w *world) {
						w.body.Faults = losing(1)
						id := w.submit(Submission{Goal: "x", Policy: policy})
						got := w.until(id, StateComplete, 5*time.Minute)
						if n := w.body.Held("coal"); n != 1 || got.Round != 1 || got.BadRounds != 0 || w.record(id).Actions[0].Gained["coal"] != 1 {
							t.Errorf("%d coal in %d rounds: %v", n, got.Round, w.verdicts(id))
						}
						if v := w.verdicts(id); name == "more is to do" && !slices.Equal(v, []game.Verdict{game.Confirmed, game.Confirmed}) || got.Sent != len(v) {
							t.Errorf("verdicts %v, sent %d", v, got.Sent)
						}
					})
				})
			}
		}
	}
}

// TestWhatWasDoneIsNotDoneTwiceBecauseItCouldNotBeRepeatedAtOnce: its effect shows
// while the repetition waits to be sent.
func TestWhatWasDoneIsNotDoneTwiceBecauseItCouldNotBeRepeatedAtOnce(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1), have("dirt", 1)}, mine("coal", 1), mine("dirt", 1))), func(w *world, _ int) {
		calls := 0
		w.body.Deadline = 2 * time.Second
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
			if calls++; calls != 2 {
				return game.Outcome{}, false
			}
			w.body.Give("coal", 1)
			return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: game.CodeScreenOpen}}, true
		}})
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		if v := w.verdicts(id); subjects(w.body.Sent()) != "coal dirt" || w.body.Held("coal") != 1 || !slices.Equal(v, []game.Verdict{game.Failed, game.Confirmed, game.Confirmed}) {
			w.t.Errorf("sent %s, verdicts %v", subjects(w.body.Sent()), v)
		}
	})
}

func TestRule11WhatInterruptsAVerificationContradictsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(w *world)
		ends State
	}{
		"pause": {func(w *world) { must(w, w.o.Pause(w.t.Context(), "b1")) }, StatePaused},
		"stop":  {func(w *world) { must(w, w.o.Stop(w.t.Context(), "b1")) }, StateStopped},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world) {
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(2500 * time.Millisecond) // of three later states one came
				if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || a.Reason != "being verified" {
					t.Fatalf("%+v", a)
				}
				c.do(w)
				got := w.until(id, c.ends, time.Second)
				if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || a.Reason != "not verified" || got.Failed != 0 {
					t.Errorf("%+v, failed %d", a, got.Failed)
				}
			})
		})
	}
	t.Run("the body goes away", func(t *testing.T) {
		inBubble(t, 1, fixed(planOf(nil, mine("coal", 1))), func(w *world) {
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
			id := w.submit(Submission{Goal: "x"})
			time.Sleep(2500 * time.Millisecond)
			w.body.Leave()
			w.o.Detach("b1")
			synctest.Wait()
			if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || a.Reason != "not verified" {
				t.Errorf("%+v", a)
			}
		})
	})
}

func TestRule16ChatIsPacedAndCanBeInterrupted(t *testing.T) {
	lines := make([]game.Step, 9)
	for i := range lines {
		lines[i] = say(fmt.Sprint("line ", i))
	}
	inBoth(t, fixed(planOf(nil, lines...)), func(w *world, _ int) {
		w.body.Takes = time.Millisecond
		start := time.Now()
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(1500 * time.Millisecond)
		if n := len(w.body.Sent()); n != 6 {
			t.Errorf("%d lines in 1.5 s, want five at once and one a second", n)
		}
		must(w, w.o.Skip(w.t.Context(), "b1"))
		w.until(id, StateStopped, time.Minute)
		last := w.record(id).Actions[len(lines)-1].Ended
		if d := last.Sub(start); d < 3*time.Second || d > 5*time.Second {
			t.Errorf("it took %v", d)
		}
		if v := w.verdicts(id); v[6] != game.Skipped || len(w.body.Sent()) != 8 {
			t.Errorf("verdicts %v", v)
		}
	})
}

func TestWhatWasNotSentIsWithdrawn(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil, mine("coal", 1))), func(w *world) {
		w.j.onAppend = func(b *Batch) {
			if len(b.Actions) == 1 && b.Actions[0].Open() {
				_ = w.o.Stop(w.t.Context(), "b1")
			}
		}
		id := w.submit(Submission{Goal: "x"})
		got := w.until(id, StateStopped, time.Minute)
		if acts := w.record(id).Actions; len(acts) != 1 || acts[0].End != game.EndUnsent || acts[0].Verdict != game.Failed || acts[0].Reason != "not sent" || got.Sent != 0 || got.Failed != 0 {
			t.Errorf("%+v, %+v", got, acts)
		}
		if len(w.body.Sent()) != 0 {
			t.Error("it went out")
		}
	})
}

func TestAStopOfABodyThatIsGoneWaitsForNobody(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		time.Sleep(500 * time.Millisecond)
		w.body.Leave()
		must(w, w.o.Stop(w.t.Context(), "b1"))
		if got := w.until(id, StateStopped, time.Second); got.Reason != "Stopped." {
			t.Errorf("reason %q", got.Reason)
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "y"}); !errors.Is(err, ErrNoBody) {
			t.Errorf("a goal for a body that is gone: %v", err)
		}
	})
}

// TestWhatAnOrchestratorNeeds is a planner and a journal.
func TestWhatAnOrchestratorNeeds(t *testing.T) {
	for _, cfg := range []Config{{}, {Planner: needing("coal")}, {Journal: newMemJournal()}} {
		if _, err := New(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "needs a planner and a journal") {
			t.Errorf("planner %v, journal %v: %v", cfg.Planner != nil, cfg.Journal != nil, err)
		}
	}
}

// TestWhatIsSaidOfATaskReachesItsOwnBody, also among others that have none or their own.
func TestWhatIsSaidOfATaskReachesItsOwnBody(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		for _, id := range []string{"a1", "a2"} {
			w.join(id)
		}
		if _, err := w.o.Submit(t.Context(), "a1", Submission{Goal: "z", Approve: true}); err != nil {
			t.Fatal(err)
		}
		id := w.submit(Submission{Goal: "x", Approve: true})
		w.until(id, StateAwaiting, time.Second)
		must(w, w.o.Revise(w.t.Context(), id, Submission{Goal: "y"}))
		if got := w.until(id, StateAwaiting, time.Second); got.Goal != "y" {
			t.Errorf("it is still %q", got.Goal)
		}
		must(w, w.o.Approve(w.t.Context(), id, w.record(id).Rounds[len(w.record(id).Rounds)-1].Revision, false))
		w.until(id, StateComplete, time.Minute)
	})
}

// TestATaskIsRetriedByItsBodyOrAnother.
func TestATaskIsRetriedByItsBodyOrAnother(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.join("b2")
		if _, err := w.o.Retry(t.Context(), "none", ""); !errors.Is(err, ErrNoTask) {
			t.Errorf("a task that never was: %v", err)
		}
		first := w.submit(Submission{Goal: "x"})
		w.until(first, StateComplete, time.Minute)
		if err := w.o.Approve(w.t.Context(), first, 1, false); !errors.Is(err, ErrConflict) {
			t.Errorf("a yes to what has ended: %v", err)
		}
		for given, want := range map[string]string{"": "b1", "b1": "b1", "b2": "b2"} {
			id, err := w.o.Retry(t.Context(), first, given)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.until(id, StateComplete, time.Minute); got.Body != want || got.RetryOf != first {
				t.Errorf("asked for %q it was given to %s, as a retry of %s", given, got.Body, got.RetryOf)
			}
		}
	})
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.body.Takes = 10 * time.Second
		left := w.submit(Submission{Goal: "x"})
		w.until(left, StateRunning, time.Second)
		if _, err := w.o.Retry(t.Context(), left, ""); !errors.Is(err, ErrNothing) {
			t.Errorf("a task that runs: %v", err)
		}
		waits := w.submit(Submission{Goal: "y"})
		if _, err := w.o.Retry(t.Context(), waits, "b1"); !errors.Is(err, ErrNothing) || w.task(waits).State != StateQueued {
			t.Errorf("a task that waits for its own body: %v, and it is %s", err, w.task(waits).State)
		}
		must(w, w.o.Cancel(t.Context(), waits))
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(11 * time.Minute)
		if err := w.o.Approve(w.t.Context(), left, 1, false); !errors.Is(err, ErrConflict) {
			t.Errorf("a yes to what waits for a person: %v", err)
		}
		if _, err := w.o.Retry(t.Context(), left, ""); !errors.Is(err, ErrNoBody) || w.task(left).State != StateInterrupted {
			t.Errorf("nobody is there to do it: %v, and it is %s", err, w.task(left).State)
		}
		w.again()
		id, err := w.o.Retry(t.Context(), left, "")
		if err != nil {
			t.Fatalf("a task that waits for a person: %v", err)
		}
		w.until(id, StateComplete, time.Minute)
		if got := w.task(left); got.State != StateStopped || got.Reason != "It goes on with b1, as the task "+id+"." {
			t.Errorf("the task that it is for is %s: %s", got.State, got.Reason)
		}
	})
}

// TestWhatGoesOnAsAnotherTaskSaysSo: what waits for a body that is gone, waited in its queue
// or was resumed already, is handed to another and ends with the name of its successor.
func TestWhatGoesOnAsAnotherTaskSaysSo(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.join("b2")
		w.body.Takes = 10 * time.Second
		left := w.submit(Submission{Goal: "x"})
		w.until(left, StateRunning, time.Second)
		queued := w.submit(Submission{Goal: "y"})
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(11 * time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", left)) // it waits for its body now
		for _, of := range []string{left, queued} {
			id, err := w.o.Retry(w.t.Context(), of, "b2")
			if err != nil {
				t.Fatal(err)
			}
			w.until(id, StateComplete, time.Minute)
			if got := w.task(of); got.State != StateStopped || got.Reason != "It goes on with b2, as the task "+id+"." {
				t.Errorf("the task that it is for is %s: %s", got.State, got.Reason)
			}
		}
		sent := len(w.body.Sent())
		w.again()
		time.Sleep(time.Minute)
		if n := len(w.body.Sent()); n != sent {
			t.Errorf("the body that came back was sent %d more actions", n-sent)
		}
	})
}

// TestAGoalIsAlwaysInOneTask: while it is handed to another body, whatever is kept last
// before the process ends holds it once, as what goes on or as what can be resumed.
func TestAGoalIsAlwaysInOneTask(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.join("b2")
		w.body.Takes = 10 * time.Second
		left := w.leftBehind()
		old, now := StateInterrupted, Task{}
		w.j.watch(func(b *Batch) {
			for i := range b.Tasks {
				switch row := &b.Tasks[i]; {
				case row.ID == left:
					old = row.State
				case row.RetryOf == left:
					now = *row
				}
			}
			if old.Ended() && now.ID == "" || !old.Ended() && now.ID != "" && !now.Held {
				t.Errorf("it is %s at the body that it left, and with the other %q, held %v", old, now.State, now.Held)
			}
		})
		id, err := w.o.Retry(w.t.Context(), left, "b2")
		if err != nil {
			t.Fatal(err)
		}
		w.until(id, StateComplete, time.Minute)
	})
}

// TestAGoalThatWasBeingHandedOverIsResumedOnce: the process ended when the other body's task
// was kept and the one that it is to be instead of had not ended yet.
func TestAGoalThatWasBeingHandedOverIsResumedOnce(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		w.join("b2")
		w.body.Takes = 10 * time.Second
		left, next := w.leftBehind(), ""
		w.j.watch(func(b *Batch) {
			for i := range b.Tasks {
				if row := &b.Tasks[i]; row.RetryOf == left && next == "" {
					next = row.ID
				} else if next != "" {
					w.j.fail = errors.New("the process is dead")
				}
			}
		})
		if _, err := w.o.Retry(w.t.Context(), left, "b2"); err == nil {
			t.Fatal("the goal was handed over though nothing can be kept")
		}
		w.j.watch(nil)
		w.crash()
		w.start()
		if got := w.task(next); got.State != StateStopped || !strings.Contains(got.Reason, "still has it") {
			t.Errorf("the other body's task is %s: %s", got.State, got.Reason)
		}
		w.again()
		must(w, w.o.Resume(w.t.Context(), "b1", left))
		w.until(left, StateComplete, time.Minute)
	})
}

// TestAResumedTaskIsLetGoOf while it waits for its body: alone by its name, or with all that
// waits.
func TestAResumedTaskIsLetGoOf(t *testing.T) {
	for _, named := range []bool{true, false} {
		inBubble(t, 2, needing("coal"), func(w *world) {
			w.body.Takes = 10 * time.Second
			left := w.leftBehind()
			must(w, w.o.Resume(w.t.Context(), "b1", left))
			n, err := 1, error(nil)
			if named {
				err = w.o.Cancel(w.t.Context(), left)
			} else {
				n, err = w.o.Clear(w.t.Context(), "b1")
			}
			if n != 1 || err != nil {
				t.Errorf("named %v: %d are let go of, %v", named, n, err)
			}
			synctest.Wait()
			if got := w.task(left); got.State != StateStopped || got.Reason != "Cleared while it was interrupted." {
				t.Errorf("named %v: it is %s: %s", named, got.State, got.Reason)
			}
			sent := len(w.body.Sent())
			w.again()
			time.Sleep(time.Minute)
			if len(w.body.Sent()) != sent {
				t.Error("the body that came back goes on")
			}
			w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		})
	}
}
