// SPDX-License-Identifier: MIT

package skills

import "github.com/minehand/minehand/game"

// storey is a second floor on a house: its ceiling is the floor, with a ladder through it in the
// corner beyond the door, and walls, lights and a roof above. What is laid from within comes
// before the roof.
func storey(s Size, _ Piece) []Cell {
	hole := Cell{Piece: Over}
	hole.X, hole.Z = 1, s.Deep-2
	var out []Cell
	for y := range s.High {
		for z := 1; z < s.Deep-1; z++ {
			for x := 1; x < s.Wide-1; x++ {
				if y > 0 || x != hole.X || z != hole.Z {
					out = put(out, x, y, z, map[bool]Piece{true: Torch}[y == 0 && lamp(x, s.Wide) && lamp(z, s.Deep)])
				}
			}
		}
	}
	for y := range s.High {
		for _, c := range rim(s.Wide, s.Deep) {
			out = put(out, c[0], y, c[1], Block)
		}
	}
	out = append(upstairs(append(out, ceiling(s)...), s), Cell{hole.Cell.Plus(up(s)), Over})
	for y := range s.High + 1 {
		out = put(out, hole.X, y, hole.Z, Ladder)
	}
	return out
}

// up is how far above the floor the next one is.
func up(s Size) game.Cell { return game.Cell{Y: s.High + 1} }

// upstairs are cells a storey higher.
func upstairs(cells []Cell, s Size) (out []Cell) {
	for _, c := range cells {
		out = append(out, Cell{c.Cell.Plus(up(s)), c.Piece})
	}
	return out
}
