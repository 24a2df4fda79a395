// SPDX-License-Identifier: MIT

package skills

// tower is hollow and open to the sky, with a doorway, a light and battlements. Wide and Deep are
// measured outside, High is all of it: so far up a body gets by what it sets under its feet.
var tower = &Structure{
	Name: "tower", Usual: Size{5, 5, 8}, Least: Size{3, 3, 4}, Most: Size{9, 9, 16},
	cells: func(s Size) []Cell {
		var out []Cell
		door := s.Wide / 2
		for z := 1; z < s.Deep-1; z++ {
			for x := 1; x < s.Wide-1; x++ {
				for y := s.High - 1; y > 0; y-- {
					out = put(out, x, y, z, Free)
				}
				out = put(out, x, 0, z, map[bool]Piece{true: Torch}[lamp(x, s.Wide) && lamp(z, s.Deep)])
			}
		}
		for y := 1; y >= 0; y-- { // the doorway and the way to it
			out = put(put(out, door, y, -1, Free), door, y, 0, Free)
		}
		for y := range s.High {
			for i, c := range rim(s.Wide, s.Deep) {
				if (y > 1 || c != [2]int{door, 0}) && (y < s.High-1 || i%2 == 0) {
					out = put(out, c[0], y, c[1], Block)
				}
			}
		}
		return out
	},
}
