// SPDX-License-Identifier: MIT

package orchestrator

import (
	"bytes"
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// fibber is a body whose results bring a state with what was asked for. Its
// reports are true.
type fibber struct {
	*bodytest.Body
	at atomic.Uint64 // the report that came before the last result
}

func (f *fibber) Do(ctx context.Context, call game.Call) game.Outcome {
	call.Next = nil // each action comes by here
	out := f.Body.Do(ctx, call)
	f.at.Store(f.Body.Snapshot().Seq)
	if r := out.Result; r != nil {
		said := f.Snapshot().State
		r.State, r.Delta = &said, map[string]int{"coal": 1}
		out.After = &said
	}
	return out
}

func (f *fibber) Snapshot() game.Snapshot {
	s := f.Body.Snapshot()
	if len(f.Sent()) > 0 && s.Seq == f.at.Load() {
		s.State.Inventory, s.Told = []game.Stack{{Item: "coal", Count: 1}}, true
	}
	return s
}

// TestRule11AResultsOwnStateIsNoReport: the goal is met when a report shows it.
func TestRule11AResultsOwnStateIsNoReport(t *testing.T) {
	for _, lies := range []bool{false, true} {
		inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: lies} }
			w.o.Attach(&fibber{Body: w.body})
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
