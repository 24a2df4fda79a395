// SPDX-License-Identifier: MIT

package orchestrator

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// What no state shows is told by the body's report of success, and by nothing else: an
// interact of which none came is not sent again, and nobody says that it was done.
func TestWhatNobodyReportedIsNotTold(t *testing.T) {
	door := game.Step{Action: game.Action{Kind: game.Interact, Target: "oak_door"}, Source: game.FromBuiltin}
	for name, do := range map[string]func(w *world, id string){
		"deadline": func(*world, string) {},
		"skip":     func(w *world, _ string) { must(w, w.o.Skip(w.t.Context(), "b1")) },
		"pause": func(w *world, id string) {
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
		},
		"session": func(w *world, _ string) { w.again() },
		"restart": func(w *world, _ string) {
			w.crash()
			w.start()
			w.again()
		},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, door)), func(w *world, _ int) {
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
				id := w.submit(Submission{Goal: "use the oak door"})
				synctest.Wait()
				time.Sleep(5 * time.Second)
				do(w, id)
				end := w.until(id, StateUnverified, 10*time.Minute)
				if n := len(w.body.Sent()); n != 1 || end.Proven[0].Grade != game.Unshown {
					t.Errorf("sent %d times, the clause is %+v: %s", n, end.Proven[0], end.Reason)
				}
			})
		})
	}
}
