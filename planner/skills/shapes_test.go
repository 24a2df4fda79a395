// SPDX-License-Identifier: MIT

package skills_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

// A ring leaves its middle free, is as wide as is said, and has no way through but across a corner.
func TestARingIsRound(t *testing.T) {
	ring := skills.StructureOf("ring")
	for _, wide := range []int{3, 4, 5, 9, 12} {
		rows := make([]string, wide)
		for i := range rows {
			rows[i] = string(slices.Repeat([]byte{'.'}, wide))
		}
		for _, c := range ring.Cells(skills.Size{Wide: wide, Deep: wide, High: 1}) {
			row := []byte(rows[c.Z])
			row[c.X] = '#'
			rows[c.Z] = string(row)
		}
		if want := rings[wide]; !slices.Equal(rows, want) {
			t.Errorf("%d wide: %q, want %q", wide, rows, want)
		}
	}
}

var rings = map[int][]string{
	3: {"###", "#.#", "###"},
	4: {".##.", "#..#", "#..#", ".##."},
	5: {".###.", "#...#", "#...#", "#...#", ".###."},
	9: {"..#####..", ".#.....#.", "#.......#", "#.......#", "#.......#", "#.......#", "#.......#", ".#.....#.", "..#####.."},
	12: {
		"....####....", "..##....##..", ".#........#.", ".#........#.", "#..........#", "#..........#",
		"#..........#", "#..........#", ".#........#.", ".#........#.", "..##....##..", "....####....",
	},
}

// Each block of a shape has the ground below it, or one beside it that comes before it.
func TestShapesHangInNoAir(t *testing.T) {
	for _, name := range []string{"ring", "cube", "roof", "steps", "wall", "platform", "pillar"} {
		s := skills.StructureOf(name)
		stand := map[game.Cell]bool{}
		for _, c := range s.Cells(s.Usual) {
			beside := c.Y == 0 || slices.ContainsFunc(game.Sides[:], func(d game.Cell) bool { return stand[c.Plus(d)] })
			if !beside {
				t.Errorf("%s: nothing is beside %v when it is placed", name, c.Cell)
			}
			stand[c.Cell] = true
		}
	}
}

// Steps are walked up: each is one block higher than the one before it.
func TestStepsAreWalkedUp(t *testing.T) {
	top := map[int]int{}
	for _, c := range skills.StructureOf("steps").Cells(skills.Size{Wide: 6}) {
		top[c.X] = max(top[c.X], c.Y+1)
	}
	for x := 1; x <= 6; x++ {
		if top[x] != x {
			t.Errorf("step %d is %d high", x, top[x])
		}
	}
}

// A pit is what is shut in: not the slope beside the body, and not what is larger than a hole.
func TestAPitIsShutIn(t *testing.T) {
	here := game.Cell{Y: 64}
	ground := func(free ...game.Cell) skills.Ground {
		g := skills.Flat(here)
		for y := 60; y < 63; y++ {
			for x := -15; x <= 15; x++ {
				for z := -15; z <= 15; z++ {
					g[game.Cell{X: x, Y: y, Z: z}] = skills.Fill{Firm: true}
				}
			}
		}
		for _, c := range free {
			g[c] = skills.Fill{Soft: true}
		}
		return g
	}
	hole := []game.Cell{{X: 3, Y: 62}, {X: 3, Y: 63}}
	if pit := skills.Pit(here, ground(hole...)); !slices.Equal(pit, hole) {
		t.Errorf("the pit is %v", pit)
	}
	if pit := skills.Pit(here, ground()); pit != nil {
		t.Errorf("flat ground has the pit %v", pit)
	}
	var trench []game.Cell // which goes on beyond what is seen
	for x := 2; x <= 15; x++ {
		trench = append(trench, game.Cell{X: x, Y: 63})
	}
	if pit := skills.Pit(here, ground(trench...)); pit != nil {
		t.Errorf("a trench without an end is the pit %v", pit)
	}
}
