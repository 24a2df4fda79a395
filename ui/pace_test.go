// SPDX-License-Identifier: MIT

package ui

import (
	"math"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// TestPaceOf: what was done shows how fast estimated time goes by, the open action by what is heard of it.
func TestPaceOf(t *testing.T) {
	now := time.Now()
	ended := func(estimate, took float64, verdict game.Verdict) view.Action {
		return view.Action{
			Step: view.Step{Seconds: estimate}, Verdict: verdict,
			Started: now.Add(-time.Duration(took * float64(time.Second))), Ended: now,
		}
	}
	open := view.Action{ID: "a", Step: view.Step{Seconds: 240}, Started: now.Add(-5 * time.Second)}
	quarter := 0.25
	for name, c := range map[string]struct {
		done  []view.Action
		heard *view.Progress
		want  float64
	}{
		"nothing":               {nil, nil, 0},
		"too little":            {[]view.Action{ended(60, 0.5, game.Confirmed)}, nil, 0},
		"done":                  {[]view.Action{ended(60, 6, game.Confirmed), ended(20, 2, game.Confirmed)}, nil, 10},
		"what failed is none":   {[]view.Action{ended(60, 6, game.Confirmed), ended(99, 9, game.Failed)}, nil, 10},
		"open, and heard of":    {[]view.Action{open}, &view.Progress{ActionID: "a", Fraction: &quarter}, 12},
		"open, and nothing":     {[]view.Action{open}, nil, 0},
		"open, heard of others": {[]view.Action{open}, &view.Progress{ActionID: "b", Fraction: &quarter}, 0},
	} {
		if got := paceOf(c.done, c.heard); math.Abs(got-c.want) > 0.5 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
