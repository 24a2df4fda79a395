// SPDX-License-Identifier: MIT

package orchestrator

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// TestRule11AResultsOwnStateIsNoReport: the goal is met when a report shows it.
func TestRule11AResultsOwnStateIsNoReport(t *testing.T) {
	for _, lies := range []bool{false, true} {
		inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: lies} }
			w.o.Attach(&swearer{Body: w.body, delta: map[string]int{"coal": 1}, says: func(s *game.State) {
				s.Inventory = []game.Stack{{Item: "coal", Count: 1}}
			}})
			id := w.submit(Submission{Goal: "x"})
			time.Sleep(time.Hour)
			got, want := w.task(id), StateComplete
			if lies {
				want = StateError
			}
			if got.State != want {
				w.t.Errorf("lies %v: the task is %s: %s", lies, got.State, got.Reason)
			}
		})
	}
}

// The row of a task that has ended says how far its clauses were, as its record does:
// more may have come of it than was asked for, or less.
func TestTheRowSaysHowFarTheClausesWere(t *testing.T) {
	gain := game.Check{Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3}
	for _, c := range []struct {
		state State
		mined int
		met   bool
	}{{StateComplete, 3, true}, {StateError, 2, false}} {
		t.Run(string(c.state), func(t *testing.T) {
			plan := planOf([]game.Check{gain}, mine("diamond", c.mined))
			inBubble(t, 2, fixed(plan), func(w *world) {
				w.body.Give("diamond", 5)
				id := w.submit(Submission{Goal: "mine 3 diamonds", Policy: StopOnFailure})
				row := w.until(id, c.state, time.Hour)
				rec := w.record(id)
				now := w.body.Snapshot().State
				if want := row.Reading.Proven(&now, rec.Credits()); len(want) != 1 || want[0].Met() != c.met || !sameJSON(t, row.Proven, want) {
					t.Errorf("the row says %+v, the record %+v", row.Proven, want)
				}
			})
		})
	}
}

// sameJSON reports whether two values are kept in the same form.
func sameJSON(t *testing.T, a, b any) bool {
	t.Helper()
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return bytes.Equal(one, other)
}
