// SPDX-License-Identifier: MIT

package skills_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

// hut is a usual one at a corner, as its ledger has it.
func hut(at game.Cell) (out []game.Edit) {
	s := skills.StructureOf("hut")
	block := map[skills.Piece]string{skills.Block: "oak_planks", skills.Door: "oak_door", skills.Torch: "torch"}
	for _, c := range s.Cells(s.Usual) {
		if name := block[c.Piece]; name != "" {
			out = append(out, game.Edit{X: at.X + c.X, Y: at.Y + c.Y, Z: at.Z + c.Z, Block: name})
		}
	}
	return out
}

func TestRoom(t *testing.T) {
	at := game.Cell{X: 10, Y: 64, Z: -20}
	stands := append(hut(at), game.Edit{X: 100, Y: 64, Z: 0, Block: "crafting_table"})
	whole := skills.With(skills.Together(stands), stands)
	if low, high := skills.Bounds(whole); low != at || high != (game.Cell{X: 14, Y: 67, Z: -16}) {
		t.Errorf("the hut reaches from %v to %v", low, high)
	}
	inside := skills.Inside(whole, 20)
	if len(inside) != 8 || inside[0] != (game.Cell{X: 11, Y: 64, Z: -19}) {
		t.Errorf("free inside are %v", inside)
	}
	whole = skills.With(whole, []game.Edit{{X: 11, Y: 64, Z: -19, Block: "chest"}, {X: 30, Y: 64, Z: -17, Block: "chest"}})
	if again := skills.Inside(whole, 20); len(again) != 7 || slices.Contains(again, inside[0]) {
		t.Errorf("free inside beside the chest are %v", again)
	}
	if c := skills.Before(whole); c != (game.Cell{X: 12, Y: 64, Z: -22}) {
		t.Errorf("in front of the door is %v", c)
	}
	if size, corner := skills.Ring(whole, 2); size != (skills.Size{Wide: 9, Deep: 9, High: 1}) || corner != (game.Cell{X: 8, Y: 64, Z: -22}) {
		t.Errorf("a fence around it is %v at %v", size, corner)
	}
	if c := skills.Before([]game.Edit{{X: 1, Y: 64, Z: 2, Block: "chest"}}); c != (game.Cell{X: 2, Y: 64, Z: 2}) {
		t.Errorf("beside a chest is %v", c)
	}
}
