package orchestrator

import (
	"context"
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
