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

// TestWhatComesWhileABodySettles: a stop is a stop and a lost session an
// interruption, although the body has not come to rest after a deadline.
func TestWhatComesWhileABodySettles(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(w *world)
		ends State
	}{
		"stop":  {func(w *world) { must(w, w.o.Stop(w.t.Context(), "b1")) }, StateStopped},
		"pause": {func(w *world) { must(w, w.o.Pause(w.t.Context(), "b1")) }, StatePaused},
		"leave": {func(w *world) { w.body.Leave(); w.o.Detach("b1") }, StateInterrupted},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
				w.body.Deaf = true
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
				id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
				time.Sleep(62 * time.Second)
				c.do(w)
				w.until(id, c.ends, 20*time.Second)
			})
		})
	}
}

// TestAStopGoesThroughWhileTheJournalFails: wherever the agent stands.
func TestAStopGoesThroughWhileTheJournalFails(t *testing.T) {
	full := errors.New("the disk is full")
	stopped := func(w *world, id string) {
		w.t.Helper()
		time.Sleep(time.Minute)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		time.Sleep(time.Second)
		if w.body.Stops() == 0 {
			w.t.Error("the body was not stopped")
		}
		w.j.setFail(nil)
		w.until(id, StateStopped, time.Minute)
	}
	t.Run("while the goal is looked at", func(t *testing.T) {
		inBoth(t, fixed(planOf([]game.Check{have("diamond", 1)}, say("hi"))), func(w *world, _ int) {
			id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
			w.until(id, StateRunning, time.Second)
			time.Sleep(500 * time.Millisecond)
			w.j.setFail(full)
			stopped(w, id)
		})
	})
	t.Run("while the body cannot act", func(t *testing.T) {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
				w.j.setFail(full)
				return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: game.CodeScreenOpen}}, true
			}})
			stopped(w, w.submit(Submission{Goal: "x"}))
		})
	})
}

// TestAPlanIsApprovedOnce: a pause between two of its actions asks for no
// second yes.
func TestAPlanIsApprovedOnce(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("a", 1), mine("b", 1))), func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x", Approve: true})
		got := w.until(id, StateAwaiting, time.Second)
		must(w, w.o.Approve(w.t.Context(), id, got.Revision, false))
		time.Sleep(500 * time.Millisecond)
		w.body.Change(func(s *game.State) { s.World = &game.World{} })
		time.Sleep(10 * time.Second)
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, time.Second)
		w.body.Change(func(s *game.State) { s.World = nil })
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(id, StateComplete, time.Minute)
		if sent := subjects(w.body.Sent()); sent != "a b" {
			w.t.Errorf("sent %s", sent)
		}
	})
}

// TestWhatWasDoneInAnotherWorldCountsForNothing: the torch of the world that is gone
// is placed once more in the one that the body is in now.
func TestWhatWasDoneInAnotherWorldCountsForNothing(t *testing.T) {
	in := func(id string) func(*game.State) {
		return func(s *game.State) { s.World = &game.World{Present: true, ID: id, Kind: "singleplayer"} }
	}
	place := uses(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{Y: 64}}, "torch", 1)
	goal := []game.Check{{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 1}, have("coal", 1), have("diamond", 1)}
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		plan := planOf(goal, place, mine("coal", 1), mine("diamond", 1))
		plan.Steps = slices.DeleteFunc(plan.Steps, func(s game.Step) bool {
			return s.Action.Kind == game.Place && len(req.History) > 0 || req.State.Count(s.Action.Target) > 0
		})
		return plan, nil
	})
	for name, c := range map[string]struct {
		change func(*world)
		torch  int // that are left of three
	}{
		"after a restart":           {func(w *world) { w.crash(); w.start(); w.body.Change(in("two")); w.again() }, 1},
		"on the way":                {func(w *world) { w.body.Change(in("two")) }, 1},
		"the same, after a restart": {func(w *world) { w.crash(); w.start(); w.again() }, 2},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, p, func(w *world) {
				w.body.Give("torch", 3)
				w.body.Change(in("one"))
				id := w.submit(Submission{Goal: "x"})
				for len(w.body.Sent()) < 2 {
					time.Sleep(100 * time.Millisecond)
				}
				c.change(w)
				got := w.until(id, StateComplete, 5*time.Minute)
				if n := w.body.Held("torch"); n != c.torch {
					t.Errorf("of 3 torches %d are left, want %d", n, c.torch)
				}
				rec, err := w.o.Task(t.Context(), id)
				placed := 0
				for _, c := range rec.Credits().List {
					placed += len(c.Blocks)
				}
				if err != nil || placed != 1 {
					t.Errorf("%d placed blocks count, %v; the task: %+v", placed, err, got)
				}
			})
		})
	}
}

// TestABodyThatComesBackInAnotherWorldIsNotPlayedOn: until a person resumes the
// task there, and then it is that world's.
func TestABodyThatComesBackInAnotherWorldIsNotPlayedOn(t *testing.T) {
	in := func(id string) func(*game.State) {
		return func(s *game.State) { s.World = &game.World{Present: true, ID: id, Kind: "singleplayer"} }
	}
	for name, away := range map[string]time.Duration{"in time": time.Minute, "late": time.Hour} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
				w.body.SetInfo(func(i *game.BodyInfo) { i.Role = roleSelf })
				w.body.Change(in("one"))
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				time.Sleep(500 * time.Millisecond)
				w.crash()
				time.Sleep(away)
				w.start()
				w.body.Change(in("two"))
				w.again()
				time.Sleep(time.Minute)
				got := w.until(id, StateInterrupted, time.Second)
				if !got.NeedsPerson || got.Round > 2 || len(w.body.Sent()) != 1 {
					t.Errorf("%+v, %d sent", got, len(w.body.Sent()))
				}
				if name == "in time" && !strings.Contains(got.Reason, "another world") {
					t.Errorf("reason %q", got.Reason)
				}
				must(w, w.o.Resume(w.t.Context(), "b1", id))
				if got = w.until(id, StateComplete, time.Minute); got.World != "two" {
					t.Errorf("its world is %q", got.World)
				}
			})
		})
	}
}

// TestNoActionIsLeftOpenByAnEnd: a body that comes back dead for the last time
// ends the task before its action could be looked at.
func TestNoActionIsLeftOpenByAnEnd(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.crash()
		w.cfg.Limits.Deaths = 1
		w.start()
		w.again()
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.crash()
		w.start()
		w.body.Change(func(s *game.State) { z := 0.0; s.Health = &z })
		w.again()
		synctest.Wait()
		w.until(id, StateError, time.Minute)
		if a := w.record(id).Actions[0]; a.Open() || a.Reason != "its end is not known" {
			w.t.Errorf("%+v", a)
		}
	})
}

// TestABodyThatLeavesBetweenTwoTriesIsWaitedFor: no action is at hand then.
func TestABodyThatLeavesBetweenTwoTriesIsWaitedFor(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Faults = failing("coal", game.CodeInternal, 1)
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(2 * time.Second) // of the five before the second try
		w.body.Leave()
		w.o.Detach("b1")
		w.until(id, StateInterrupted, time.Minute)
		w.again()
		w.until(id, StateComplete, time.Minute)
	})
}

// TestAPauseThatCameTooLateHoldsTheNextGoal: the task ended before it could
// pause, and the person wants nothing to happen.
func TestAPauseThatCameTooLateHoldsTheNextGoal(t *testing.T) {
	slow := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		time.Sleep(time.Second)
		return needing("coal")(ctx, req)
	})
	inBoth(t, slow, func(w *world, _ int) {
		w.body.Give("coal", 2)
		w.j.onAppend = func(b *Batch) {
			if len(b.Rounds) > 0 {
				w.j.onAppend = nil
				go func() { must(w, w.o.Pause(w.t.Context(), "b1")) }() // it waits for the commit at hand
			}
		}
		id, next := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
		w.until(id, StateComplete, time.Minute)
		time.Sleep(time.Minute)
		if got := w.task(next); got.State != StatePaused && (got.State != StateQueued || !got.Held) || len(w.body.Sent()) > 0 {
			w.t.Errorf("the next goal is %s, held %v", got.State, got.Held)
		}
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(next, StateComplete, time.Minute)
	})
}

// TestAStopBeforeTheGoalBeganEndsIt: whoever gives a body at rest a goal and
// stops it at once does not find it held; what was queued behind it is, and
// what is given after the stop runs.
func TestAStopBeforeTheGoalBeganEndsIt(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		synctest.Wait()
		first, second := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
		must(w, w.o.Stop(w.t.Context(), "b1"))
		third := w.submit(Submission{Goal: "z"})
		w.until(first, StateStopped, time.Minute)
		w.until(third, StateComplete, time.Minute)
		if got := w.task(second); got.State != StateQueued || !got.Held {
			w.t.Errorf("the goal behind it is %s, held %v", got.State, got.Held)
		}
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(second, StateComplete, time.Minute)
	})
}

// TestAGoalAfterAStopBeginsWithWhatWasTaken: what an action did that was broken off a moment
// ago is in the next state.
func TestAGoalAfterAStopBeginsWithWhatWasTaken(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		first := w.submit(Submission{Goal: "x"})
		w.until(first, StateRunning, time.Second)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.until(first, StateStopped, time.Minute)
		w.body.Faults = nil
		id := w.submit(Submission{Goal: "y"})
		time.Sleep(100 * time.Millisecond)
		w.body.Give("bread", 2)
		if base := w.until(id, StateComplete, time.Minute).Baseline; base.Inventory["bread"] != 2 {
			w.t.Errorf("it began with %v", base.Inventory)
		}
	})
}

// TestAStopAsATaskEndsIsAboutTheNextGoal: the task has ended and is being
// journalled; what the body is given then is what the status shows and what a
// stop ends.
func TestAStopAsATaskEndsIsAboutTheNextGoal(t *testing.T) {
	inBoth(t, planFunc(goalPlanner), func(w *world, _ int) {
		var next, behind string
		given := make(chan struct{})
		w.j.onAppend = func(b *Batch) {
			if len(b.Tasks) == 0 || b.Tasks[0].State != StateComplete {
				return
			}
			w.j.onAppend = nil
			go func() {
				defer close(given)
				next, behind = w.submit(Submission{Goal: "get iron"}), w.submit(Submission{Goal: "get gold"})
				v, err := w.o.Status("b1")
				if err != nil || v.Current == nil || v.Current.ID != next || v.Last == nil || v.Last.State != StateComplete || len(v.Queue) != 1 {
					w.t.Errorf("the status is %+v, %v", v, err)
				}
				must(w, w.o.Stop(w.t.Context(), "b1"))
			}()
			time.Sleep(100 * time.Millisecond) // a slow disk
		}
		id := w.submit(Submission{Goal: "get coal"})
		time.Sleep(10 * time.Second)
		<-given
		w.until(id, StateComplete, time.Minute)
		w.until(next, StateStopped, time.Minute)
		if got := w.task(behind); got.State != StateQueued || !got.Held {
			w.t.Errorf("the goal behind it is %s, held %v", got.State, got.Held)
		}
	})
}

// TestWhatHasEndedMakesNoRoom: a task that is to give way for the next goal may just have
// ended; then that goal runs. One that runs is stopped for it, and nothing is held.
func TestWhatHasEndedMakesNoRoom(t *testing.T) {
	inBoth(t, planFunc(goalPlanner), func(w *world, _ int) {
		first, second, third := w.submit(Submission{Goal: "get coal"}), w.submit(Submission{Goal: "get iron"}), w.submit(Submission{Goal: "get gold"})
		w.until(first, StateComplete, time.Minute)
		must(w, w.o.GiveWay(w.t.Context(), "b1", first))
		time.Sleep(100 * time.Millisecond)
		if got := w.task(second); got.State.Ended() {
			w.t.Fatalf("the second goal is %s before it is to give way", got.State)
		}
		must(w, w.o.GiveWay(w.t.Context(), "b1", second))
		w.until(second, StateStopped, time.Minute)
		w.until(third, StateComplete, time.Minute)
	})
}
