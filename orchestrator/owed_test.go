package orchestrator

import (
	"errors"
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
	w.o.Attach(w.body)
	synctest.Wait()
}

func (w *world) debts() int {
	w.t.Helper()
	list, err := w.j.Debts(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return len(list)
}

// TestRule10AStopForABodyThatIsAwayOutlivesTheProcess: the stop is the first
// thing that the body gets when it is back, and goes out once.
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
				must(w, w.o.Stop("b1"))
				time.Sleep(c.later)
				w.crash()
				if w.debts() != 1 {
					t.Fatal("the stop is not in the journal")
				}
				stops, sent := w.body.Stops(), len(w.body.Sent())
				w.start()
				if got := w.task(id); got.State != StateStopped {
					t.Errorf("the task is %s: %s", got.State, got.Reason)
				}
				w.body.Faults = nil
				w.back()
				time.Sleep(time.Minute)
				if n := w.body.Stops() - stops; n != 1 {
					t.Errorf("%d stops after the restart, want one", n)
				}
				if n := len(w.body.Sent()) - sent; n != 0 {
					t.Errorf("%d actions were sent after the stop", n)
				}
				if got := w.task(queued); got.State != StateQueued || !got.Held {
					t.Errorf("the queued goal is %s, held %v", got.State, got.Held)
				}
				if w.debts() != 0 {
					t.Error("the stop is still owed")
				}
				must(w, w.o.Resume("b1", ""))
				w.until(queued, StateComplete, time.Minute)
				w.crash()
				stops = w.body.Stops()
				w.start()
				w.back()
				time.Sleep(time.Minute)
				if n := w.body.Stops() - stops; n != 0 {
					t.Errorf("%d stops after the next restart, want none", n)
				}
			})
		})
	}
}

// TestRule10AStopWithNothingRunningOutlivesTheProcess, and one that the journal
// could not take at once.
func TestRule10AStopWithNothingRunningOutlivesTheProcess(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Leave()
		w.o.Detach("b1")
		w.j.setFail(errors.New("the disk is full"))
		must(w, w.o.Stop("b1"))
		time.Sleep(5 * time.Second)
		w.j.setFail(nil)
		time.Sleep(5 * time.Second)
		w.crash()
		stops := w.body.Stops()
		w.start()
		w.back()
		time.Sleep(time.Second)
		if n := w.body.Stops() - stops; n != 1 || w.debts() != 0 {
			t.Errorf("%d stops, %d owed", n, w.debts())
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
	})
}

// TestRule10AGoalGivenAfterAnOwedStopIsNotStoppedByIt, whether or not the
// process ends in between.
func TestRule10AGoalGivenAfterAnOwedStopIsNotStoppedByIt(t *testing.T) {
	for _, crashes := range []bool{false, true} {
		inBoth(t, needing("coal"), func(w *world, _ int) {
			w.body.Drop()
			must(w, w.o.Stop("b1"))
			time.Sleep(time.Second)
			id := w.submit(Submission{Goal: "x"})
			time.Sleep(time.Second)
			if crashes {
				w.crash()
				stops := w.body.Stops()
				w.start()
				w.back()
				if w.body.Stops() == stops {
					t.Error("the stop was forgotten")
				}
			} else {
				w.body.Back()
			}
			w.until(id, StateComplete, time.Minute)
			time.Sleep(5 * time.Second)
			if w.debts() != 0 {
				t.Error("the stop is still owed")
			}
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
		must(w, w.o.Stop("b1"))
		must(w, w.o.Resume("b1", id))
		time.Sleep(time.Second)
		stops := w.body.Stops()
		w.back()
		w.until(id, StateComplete, time.Minute)
		if w.body.Stops() == stops {
			t.Error("the stop was forgotten")
		}
	})
}
