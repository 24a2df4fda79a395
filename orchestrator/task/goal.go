// SPDX-License-Identifier: MIT

package task

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// credits are what the actions so far count for; in another world than theirs nothing.
func (r *Run) credits(now *game.State) game.Credits {
	if worldmap.Moved(r.Task.World, now) {
		return game.Credits{Base: game.BaselineOf(now)}
	}
	return game.CreditsOf(r.Task.baseline(), r.Task.Latched, r.here())
}

// here are the actions of the world at hand.
func (r *Run) here() []game.Attempt { return r.History[min(r.Task.Before, len(r.History)):] }

// standing is how far the task's goal is met by a state and the actions so far.
func (r *Run) standing(now *game.State) game.Standing {
	credits := r.credits(now)
	_, all := r.Task.Reading.Progress(now, &credits)
	return all
}

// latch keeps that a place was reached which the goal asks for.
func (t *turn) latch() {
	r := t.run()
	if t.in.Body == nil || t.in.Body.Snap.Seq == 0 || t.in.Body.Snap.Told || r.Task.Baseline == nil || !r.Task.Reading.Goes() {
		return
	}
	credits := r.credits(t.state())
	if there := r.Task.Reading.Latch(t.state(), &credits); len(there) > 0 {
		t.put(func(row *Task) { row.Latched = append(slices.Clip(row.Latched), there...) })
	}
}

// met reports whether the goal is known to be met by a state.
func (r *Run) met(now *game.State) bool {
	return r.Task.Reading.Provable() && len(r.standing(now).Open) == 0
}
