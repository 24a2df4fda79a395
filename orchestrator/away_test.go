// SPDX-License-Identifier: MIT

package orchestrator

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// TestRule10StopWhileTheBodyIsAwayIsSentWhenItIsBack: after a restart nobody is
// there to be told, and the body still works on what was sent.
func TestRule10StopWhileTheBodyIsAwayIsSentWhenItIsBack(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "mine coal"})
		synctest.Wait()
		w.crash()
		w.start()
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.until(id, StateStopped, time.Minute)
		before := w.body.Stops()
		w.again()
		synctest.Wait()
		if n := w.body.Stops() - before; n != 1 {
			t.Errorf("the body got %d stops when it was back", n)
		}
	})
}

// TestResumeWhileTheBodyIsAwayWaitsForIt: a person was heard, so that the task
// does not ask again.
func TestResumeWhileTheBodyIsAwayWaitsForIt(t *testing.T) {
	inBubble(t, 2, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		id := w.submit(Submission{Goal: "mine coal"})
		synctest.Wait()
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if got := w.task(id); !got.NeedsPerson {
			t.Fatalf("it does not ask: %+v", got)
		}
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := w.task(id); got.NeedsPerson || got.State != StateInterrupted {
			t.Errorf("after Resume it is %s (%s), needs a person %v", got.State, got.Reason, got.NeedsPerson)
		}
		w.again()
		w.until(id, StateComplete, time.Minute)
	})
}
