// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// TestAStopIsDoneThoughWhoAskedHasGone: whether its body is there or away. Nothing else
// is begun for somebody who has gone.
func TestAStopIsDoneThoughWhoAskedHasGone(t *testing.T) {
	for name, away := range map[string]func(w *world){
		"there":       func(*world) {},
		"line down":   func(w *world) { w.body.Drop() },
		"session off": func(w *world) { w.body.Leave(); w.o.Detach("b1") },
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, needing("coal"), func(w *world, _ int) {
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				away(w)
				gone, leave := context.WithCancel(w.t.Context())
				leave()
				if err := w.o.Pause(gone, "b1"); !errors.Is(err, context.Canceled) {
					w.t.Errorf("a pause: %v", err)
				}
				if got := w.task(id).State; got == StatePaused {
					w.t.Error("the task was paused for nobody")
				}
				if err := w.o.Stop(gone, "b1"); err != nil && !errors.Is(err, context.Canceled) {
					w.t.Errorf("a stop: %v", err)
				}
				w.until(id, StateStopped, time.Minute)
			})
		})
	}
}

// TestNobodyWaitsLongerThanTheyWant for an agent that a disk holds up; what they asked
// for is done all the same.
func TestNobodyWaitsLongerThanTheyWant(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, _ int) {
		var held atomic.Bool
		slow := make(chan struct{})
		w.j.onAppend = func(*Batch) {
			if held.Load() {
				<-slow
			}
		}
		w.body.Takes = time.Second
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		held.Store(true)
		ctx, cancel := context.WithTimeout(w.t.Context(), 5*time.Second)
		defer cancel()
		time.Sleep(2 * time.Second) // the end of an action is being kept
		if err := w.o.Pause(ctx, "b1"); !errors.Is(err, context.DeadlineExceeded) {
			w.t.Errorf("a pause: %v", err)
		}
		close(slow)
		w.until(id, StatePaused, time.Minute)
	})
}
