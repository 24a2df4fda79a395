// SPDX-License-Identifier: MIT

package skills

import "slices"

// keep is how wide the towers of a castle are.
const keep = 3

// castle is a court between four towers, with walls from one to the next, a gate and lights. Wide
// and Deep are measured outside, High is that of the towers, whose doorways lead to the court.
var castle = &Structure{
	Name: "castle", Usual: Size{13, 13, 6}, Least: Size{11, 11, 5}, Most: Size{15, 15, 9},
	cells: func(s Size) []Cell { return slices.Concat(court(s), corners(s), ramparts(s)) },
}

// inTower reports whether a column is one of a tower.
func inTower(x, z int, s Size) bool {
	return (x < keep || x >= s.Wide-keep) && (z < keep || z >= s.Deep-keep)
}

// court is the room between the walls: free, and with lights.
func court(s Size) (out []Cell) {
	for z := 1; z < s.Deep-1; z++ {
		for x := 1; x < s.Wide-1; x++ {
			if !inTower(x, z, s) {
				out = put(out, x, 1, z, Free)
				out = put(out, x, 0, z, map[bool]Piece{true: Torch}[lamp(x, s.Wide) && lamp(z, s.Deep)])
			}
		}
	}
	return out
}

// corners are the towers, each with its doorway to the court.
func corners(s Size) (out []Cell) {
	for _, corner := range rim(2, 2) {
		for _, c := range tower.cells(Size{keep, keep, s.High}) {
			x, z := c.X+corner[0]*(s.Wide-keep), c.Z+s.Deep-keep
			if corner[1] == 0 {
				z = keep - 1 - c.Z
			}
			if c.Z >= 0 { // the way to it is the court
				out = put(out, x, c.Y, z, c.Piece)
			}
		}
	}
	return out
}

// ramparts are the walls, two blocks lower than the towers, with battlements and the gate.
func ramparts(s Size) (out []Cell) {
	gate, top := [2]int{s.Wide / 2, 0}, s.High-3
	for y := range top + 1 {
		for i, c := range rim(s.Wide, s.Deep) {
			if inTower(c[0], c[1], s) || y == top && i%2 > 0 || y == 0 && c == gate {
				continue
			}
			out = put(out, c[0], y, c[1], map[bool]Piece{true: Free, false: Block}[y == 1 && c == gate])
		}
	}
	return put(out, gate[0], 0, gate[1], Gate)
}
