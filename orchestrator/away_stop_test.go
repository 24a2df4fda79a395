// SPDX-License-Identifier: MIT

package orchestrator

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// back is the body's return after a restart: a new session of the same game.
func (w *world) back() {
	w.t.Helper()
	w.body.Leave()
	w.body = w.body.Again()
	go w.body.Run(w.bctx)
	w.deliver()
	w.o.Attach(w.body)
	synctest.Wait()
}

// TestRule10AStopForABodyThatIsAwayOutlivesTheProcess: nothing is sent after it,
// and what it holds stays held. The stop itself is the body's session's to keep.
func TestRule10AStopForABodyThatIsAwayOutlivesTheProcess(t *testing.T) {
	for name, c := range map[string]struct {
		away func(w *world)
		// later passes between the stop and the end of the process.
		later time.Duration
	}{
		"its session is over":              {func(w *world) { w.body.Leave(); w.o.Detach("b1") }, time.Second},
		"its session ends unnoticed":       {func(w *world) { w.body.Leave() }, time.Second},
		"its line is down":                 {func(w *world) { w.body.Drop() }, time.Second},
		"killed while it is being stopped": {func(w *world) { w.body.Drop() }, 0},
		"its session ends after the stop":  {func(w *world) { w.body.Drop() }, 10 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, needing("coal"), func(w *world, _ int) {
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				queued := w.submit(Submission{Goal: "y"})
				time.Sleep(500 * time.Millisecond)
				c.away(w)
				must(w, w.o.Stop(w.t.Context(), "b1"))
				time.Sleep(c.later)
				w.crash()
				sent := len(w.body.Sent())
				if w.body.Stops() == 0 && w.pending != 1 {
					t.Error("the session was not told of the stop")
				}
				w.start()
				if got := w.task(id); got.State != StateStopped {
					t.Errorf("the task is %s: %s", got.State, got.Reason)
				}
				w.body.Faults = nil
				w.back()
				time.Sleep(time.Minute)
				if n := len(w.body.Sent()) - sent; n != 0 {
					t.Errorf("%d actions were sent after the stop", n)
				}
				if got := w.task(queued); got.State != StateQueued || !got.Held {
					t.Errorf("the queued goal is %s, held %v", got.State, got.Held)
				}
				must(w, w.o.Resume(w.t.Context(), "b1", ""))
				w.until(queued, StateComplete, time.Minute)
			})
		})
	}
}

// TestRule10AStopForABodyThatNeverCameIsHandedOn: this process has no session of
// it to tell.
func TestRule10AStopForABodyThatNeverCameIsHandedOn(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		away := w.restartAlone()
		w.j.setFail(errors.New("the disk is full"))
		must(w, w.o.Stop(w.t.Context(), "b1"))
		if !slices.Equal(*away, []string{"b1"}) {
			w.t.Errorf("handed on: %v", *away)
		}
		w.j.setFail(nil)
		w.until(id, StateStopped, time.Minute)
		w.back()
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if n := w.body.Stops(); n != 0 || len(*away) != 1 {
			w.t.Errorf("%d stops of its own, %v handed on", n, *away)
		}
	})
}

// TestRule10ABodyThatWasBeingStoppedIsStopped: the process ended in between.
func TestRule10ABodyThatWasBeingStoppedIsStopped(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Deaf = true
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.until(id, StateStopping, time.Second)
		away := w.restartAlone()
		if got := w.task(id); got.State != StateStopped || !slices.Equal(*away, []string{"b1"}) {
			w.t.Errorf("%s, handed on: %v", got.State, *away)
		}
	})
}

// TestRule10AGoalGivenAfterAnOwedStopIsNotStoppedByIt, whether or not the
// process ends in between.
func TestRule10AGoalGivenAfterAnOwedStopIsNotStoppedByIt(t *testing.T) {
	for _, crashes := range []bool{false, true} {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			w.body.Drop()
			must(w, w.o.Stop(w.t.Context(), "b1"))
			time.Sleep(time.Second)
			id := w.submit(Submission{Goal: "x"})
			time.Sleep(time.Second)
			if crashes {
				w.crash()
				w.start()
				w.back()
			} else {
				w.body.Back()
			}
			w.until(id, StateComplete, time.Minute)
		})
	}
}

// TestRule10ATaskThatAPersonResumesAfterAnOwedStopGoesOn: the stop came first.
func TestRule10ATaskThatAPersonResumesAfterAnOwedStopGoesOn(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(time.Hour)
		if got := w.task(id); !got.NeedsPerson {
			t.Fatalf("it is %s: %s", got.State, got.Reason)
		}
		must(w, w.o.Stop(w.t.Context(), "b1"))
		must(w, w.o.Resume(w.t.Context(), "b1", id))
		time.Sleep(time.Second)
		w.back()
		w.until(id, StateComplete, time.Minute)
		if w.body.Stops() == 0 {
			t.Error("the stop was forgotten")
		}
	})
}
