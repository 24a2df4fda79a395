// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
)

// around is a protected place around where a world's player starts.
func around(w *World, radius int) game.Zone {
	f := w.feet()
	return game.Zone{Name: "spawn", X: f.X, Y: f.Y, Z: f.Z, Dimension: overworld, Radius: radius}
}

func keeping(t *testing.T, w *World, a game.Action, zones ...game.Zone) game.Code {
	t.Helper()
	_, err := w.DoKeeping(t.Context(), a, Bounds{Zones: zones}, nil)
	var f *game.Failure
	if errors.As(err, &f) {
		return f.Code
	}
	if err != nil {
		t.Fatal(err)
	}
	return ""
}

// TestDoNoHarmNothingChangesInAProtectedPlace: blocks are taken from elsewhere
// first, and what is named there or would be put there is refused.
func TestDoNoHarmNothingChangesInAProtectedPlace(t *testing.T) {
	mine := func(block string, n int) game.Action {
		return game.Action{Kind: game.Mine, Target: block, Quantity: n}
	}
	have := map[string]int{
		"dirt": 20, "iron_pickaxe": 1, "iron_hoe": 1, "wheat_seeds": 9, "oak_sapling": 3, "water_bucket": 1, "bread": 20, "iron_shovel": 1,
	}
	for _, c := range []struct {
		name   string
		act    game.Action
		radius int
		want   game.Code
	}{
		{"logs from farther away", mine("oak_log", 9), 60, ""},
		{"soil from farther away", mine("dirt", 9), 40, ""},
		{"grass from farther away", mine("grass_block", 2), 40, ""},
		{"ore from farther away", mine("iron_ore", 9), 80, ""},
		{"all logs are protected", mine("oak_log", 1), 1000, game.CodeProtected},
		{"a block named there", game.Action{Kind: game.Mine, At: &game.Pos{X: 3, Y: ground, Z: 3}}, 40, game.CodeProtected},
		{"a place named there", game.Action{Kind: game.Place, Block: "dirt", At: &game.Pos{X: 3, Y: ground + 1, Z: 3}}, 40, game.CodeProtected},
		{"a place left to the body", game.Action{Kind: game.Place, Block: "dirt"}, 40, game.CodeProtected},
		{"a place at the edge", game.Action{Kind: game.Place, Block: "dirt"}, 1, ""},
		{"a build", game.Action{Kind: game.Build, Edits: []game.Edit{{X: 3, Y: ground + 1, Z: 3, Block: "dirt"}}}, 40, game.CodeProtected},
		{"soil tilled there", game.Action{Kind: game.Till, Target: "grass_block", At: &game.Pos{X: 3, Y: ground, Z: 3}}, 40, game.CodeProtected},
		{"soil tilled elsewhere", game.Action{Kind: game.Till, Target: "grass_block", Quantity: 3}, 40, ""},
		{"a sapling planted there", game.Action{Kind: game.Plant, Target: "oak_sapling", At: &game.Pos{X: 3, Y: ground + 1, Z: 3}}, 40, game.CodeProtected},
		{"no soil for a sapling elsewhere", game.Action{Kind: game.Plant, Target: "oak_sapling"}, 40, game.CodeNotFound},
		{"a walk into the rock", game.Action{Kind: game.Goto, At: &game.Pos{X: 3, Y: 20, Z: 3}, Range: 1}, 200, game.CodeNoPath},
		{"a walk over the land", game.Action{Kind: game.Goto, At: &game.Pos{X: 3, Y: ground + 1, Z: 3}, Range: 2}, 200, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, Config{Inventory: have})
			zone := around(w, c.radius)
			if at := c.act.At; at != nil { // the cases are relative to the start
				at.X, at.Z = at.X+zone.X, at.Z+zone.Z
			}
			for i := range c.act.Edits {
				c.act.Edits[i].X, c.act.Edits[i].Z = c.act.Edits[i].X+zone.X, c.act.Edits[i].Z+zone.Z
			}
			if got := keeping(t, w, c.act, zone); got != c.want {
				t.Errorf("it ended with %q, want %q", got, c.want)
			}
			for p := range w.changed {
				if zone.Holds(p) {
					t.Errorf("%s was changed", p)
				}
			}
			if c.want == game.CodeProtected {
				w := newWorld(t, Config{Inventory: have})
				if got := keeping(t, w, c.act); got != "" {
					t.Errorf("without a protected place it ended with %q", got)
				}
			}
		})
	}
}
