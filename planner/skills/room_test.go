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

// What is placed around something stands on the ground, on soil where it grows, on its nearest
// sides first and apart from each other.
func TestEdging(t *testing.T) {
	low, size, g := game.Cell{X: 0, Y: 64, Z: 0}, skills.Size{Wide: 5, Deep: 5, High: 1}, skills.Ground{}
	for x := -8; x < 16; x++ {
		for z := -8; z < 16; z++ {
			g[game.Cell{X: x, Y: 63, Z: z}] = skills.Fill{Firm: true, Soil: x < 5}
			g[game.Cell{X: x, Y: 64, Z: z}] = skills.Fill{Soft: true}
			g[game.Cell{X: x, Y: 65, Z: z}] = skills.Fill{Soft: true}
		}
	}
	g[game.Cell{X: -1, Y: 64, Z: -1}] = skills.Fill{Firm: true} // a step up
	four := skills.Edging(low, size, g, false, 4)
	if len(four) != 4 || !slices.Contains(four, game.Cell{X: -1, Y: 65, Z: -1}) {
		t.Errorf("4 around are at %v", four)
	}
	for i, c := range four {
		if slices.Contains(four[:i], c) || !skills.Edges(c, low, size) || skills.Edges(game.Cell{X: 2, Y: 64, Z: 2}, low, size) {
			t.Errorf("%v of %v is no place around", c, four)
		}
	}
	for _, c := range skills.Edging(low, size, g, true, 30) {
		if c.X >= 5 {
			t.Errorf("a flower stands on no soil at %v", c)
		}
	}
	if all := skills.Edging(low, size, g, true, 1000); len(all) != 17+21+25+29-1 {
		t.Errorf("there is room for %d", len(all))
	}
}
