// SPDX-License-Identifier: MIT

package app

import (
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// paced sets the practice world's speed.
func (k *keeping) paced(speed float64) {
	k.Helper()
	if _, err := k.c.SetPracticeSpeed(k.Context(), view.PracticeSpeed{Speed: speed}); err != nil {
		k.fatal("%v", err)
	}
}

// While a build is paused, what was placed so far is told, and nothing as done.
func TestAPausedBuildIsNotSaidToBeDone(t *testing.T) {
	k := keepsIn(t, map[string]int{"cobblestone": 64})
	k.paced(8)
	k.say("build a 12x4 wall of cobblestone", "")
	k.until("some blocks", func() (string, bool) {
		inv, err := k.c.GetInventory(k.Context(), view.OfBody{})
		return "", err == nil && inv.Counts["cobblestone"] < 55
	})
	k.tells("pause", "")
	k.await(1, string(view.TaskPaused))
	k.tells("what are you doing?", "Paused")
	k.expect("unsaid", "48")
	k.expect("says", "Placed: ")
	k.tells("go on", "")
	k.paced(talkFast)
	k.await(1, string(view.TaskComplete))
}

// The water of a field is part of what was changed.
func TestTheWaterOfAFieldIsToldOf(t *testing.T) {
	k := keepsIn(t, map[string]int{"water_bucket": 1, "iron_hoe": 1, "wheat_seeds": 30, "oak_fence": 40, "oak_fence_gate": 2})
	k.does("make a wheat field")
	k.tells("what did you change?", "1 water")
}
