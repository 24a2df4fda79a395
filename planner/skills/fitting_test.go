// SPDX-License-Identifier: MIT

package skills_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

// furniture is what a house of any size has room for.
var furniture = []skills.Fit{
	{Name: "bed", Count: 1, Long: 2}, {Name: "chest", Count: 2, Long: 1}, {Name: "crafting table", Count: 1, Long: 1},
	{Name: "glass", Count: 1, Long: 1}, {Name: "yard", Count: 1, Long: 1},
}

// TestFittings: each cell holds one thing, who comes in gets to all that stands inside, a bed has
// both its cells, no window is a corner or over the door, and the yard closes.
func TestFittings(t *testing.T) {
	house := skills.StructureOf("house")
	for wide := 5; wide <= 15; wide++ {
		for deep := 5; deep <= 15; deep += 3 {
			size := skills.Size{Wide: wide, Deep: deep, High: 3}
			cells := map[game.Cell]skills.Piece{}
			count := map[skills.Piece]int{}
			for _, c := range house.Cells(size, furniture...) {
				if _, twice := cells[c.Cell]; twice {
					t.Fatalf("%v holds two things in %v", c.Cell, size)
				}
				cells[c.Cell] = c.Piece
				count[c.Piece]++
			}
			for piece, n := range map[skills.Piece]int{"bed": 1, "chest": 2, "crafting table": 1, skills.Over: 2, skills.Door: 1, skills.Gate: 1} {
				if count[piece] != n {
					t.Errorf("%v has %d of %q, want %d", size, count[piece], piece, n)
				}
			}
			if count[skills.Post]+1 != 2*(wide+deep+12)-4 || count[skills.Window] < 3 {
				t.Errorf("%v has %d posts and %d windows", size, count[skills.Post], count[skills.Window])
			}
			way := []game.Cell{{X: wide / 2, Z: 1}}
			for i := 0; i < len(way); i++ {
				for _, side := range game.Sides {
					next := way[i].Plus(side)
					if p, known := cells[next]; next.Y == 0 && known && (p == skills.Free || p == skills.Torch) && !slices.Contains(way, next) {
						way = append(way, next)
					}
				}
			}
			for c, piece := range cells {
				reached := slices.ContainsFunc(way, func(w game.Cell) bool { // an arm reaches around a corner
					return max(w.X-c.X, c.X-w.X, w.Z-c.Z, c.Z-w.Z) <= 1
				})
				if slices.Contains([]skills.Piece{"bed", "chest", "crafting table"}, piece) && !reached {
					t.Errorf("nobody gets to the %s at %v in %v", piece, c, size)
				}
				if piece == skills.Window && (c.Y != 1 || c.X == wide/2 && c.Z == 0 || (c.X%(wide-1) == 0) == (c.Z%(deep-1) == 0)) {
					t.Errorf("a window is at %v in %v", c, size)
				}
			}
		}
	}
}

// A bridge with a railing can be walked over, and has blocks under each post.
func TestABridgeWithARailing(t *testing.T) {
	for wide := 1; wide <= 7; wide++ {
		cells := map[game.Cell]skills.Piece{}
		bridge := skills.StructureOf("bridge")
		for _, c := range bridge.Cells(skills.Size{Wide: 4, Deep: wide, High: 1}, skills.Fit{Name: "railing", Count: 1, Long: 1}) {
			cells[c.Cell] = c.Piece
		}
		if cells[game.Cell{X: 1, Y: -1}] != skills.Block || cells[game.Cell{X: 1}] != skills.Free {
			t.Errorf("%d wide: %d cells", wide, len(cells))
		}
		for c, piece := range cells {
			if piece == skills.Rail && cells[game.Cell{X: c.X, Y: -1, Z: c.Z}] != skills.Block {
				t.Errorf("%d wide: nothing is under the post at %v", wide, c)
			}
		}
	}
}

// What no structure has room for, or no such structure has, is told apart.
func TestWhatTakesAFitting(t *testing.T) {
	for name, want := range map[string]bool{"house": true, "hut": true, "bridge": false, "wall": false, "castle": false} {
		if got := skills.StructureOf(name).Takes(furniture[0]); got != want {
			t.Errorf("a bed in a %s: %v", name, got)
		}
	}
	if !skills.StructureOf("bridge").Takes(skills.Fit{Name: "railing"}) || skills.StructureOf("hut").Takes(skills.Fit{Name: "railing"}) {
		t.Error("a railing is for bridges")
	}
}
