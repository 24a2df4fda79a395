// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// TestGroundIsOfTheLand: what the land is made of is there to be dug and nobody's block to look
// for, and the day begins when it is said to.
func TestGroundIsOfTheLand(t *testing.T) {
	at := game.Pos{X: 3, Y: 64, Z: 3, Dimension: overworld}
	var moments int
	w := newWorld(t, Config{
		At: &game.Pos{X: 1, Z: 3}, Ground: map[game.Pos]string{{X: 3, Y: 64, Z: 3}: "gold_block", {X: 3, Y: 63, Z: 3}: ""}, Time: 6000,
		Pace: func(seconds float64, feet game.Vec3) {
			if moments++; seconds < 0 || feet.Y != 64 {
				t.Errorf("at %g s the feet are at %v", seconds, feet)
			}
		},
	})
	if w.blockAt(at) != "gold_block" || w.blockAt(below(at)) != "" || len(w.Altered()) != 0 {
		t.Errorf("%q stands over %q, and %v is altered", w.blockAt(at), w.blockAt(below(at)), w.Altered())
	}
	if f, found := w.nearestPlaced("gold_block"); found {
		t.Errorf("the land is taken for what was placed: %+v", f)
	}
	if now := *w.State().Time; now != 6000 {
		t.Errorf("it is %d", now)
	}
	_, err := w.Do(t.Context(), game.Action{Kind: game.Build, Edits: []game.Edit{{X: 3, Y: 64, Z: 3, Block: game.Air}}}, nil)
	if list := w.TakeChanges(); err != nil || len(list) != 1 || list[0].From != "gold_block" || moments == 0 {
		t.Errorf("%v was changed in %d moments: %v", list, moments, err)
	}
	if _, err := New(Config{Ground: map[game.Pos]string{at: "no_block"}}); err == nil {
		t.Error("land of what is no block was made")
	}
}
