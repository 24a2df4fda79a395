// SPDX-License-Identifier: MIT

package skills

const noRock = "impossible.no-rock"

// area is what is cleared around the body, from the top down.
var area = &Structure{
	Name: "area", Usual: Size{7, 7, 3}, Least: Size{1, 1, 1}, Most: Size{31, 31, 8}, Stand: Around, Digs: true,
	cells: func(s Size) []Cell { return dug(s, 0) },
}

// hole is dug into the ground beside the body, which stays out of it.
var hole = &Structure{
	Name: "hole", Usual: Size{3, 3, 2}, Least: Size{1, 1, 1}, Most: Size{15, 15, 5}, Digs: true,
	cells: func(s Size) []Cell { return dug(s, -s.High) },
}

// dug are the cells of a box whose lowest layer is at a height, layer by layer from the top.
func dug(s Size, low int) []Cell {
	var out []Cell
	for y := low + s.High - 1; y >= low; y-- {
		for z := range s.Deep {
			for x := range s.Wide {
				out = put(out, x, y, z, Free)
			}
		}
	}
	return out
}

// staircase goes down a block with each step, and is walked up again.
var staircase = &Structure{
	Name: "staircase", Usual: Size{10, 1, 3}, Least: Size{1, 1, 3}, Most: Size{64, 1, 3}, Stand: Ahead, Digs: true, Lacking: noRock,
	cells: func(s Size) []Cell {
		var out []Cell
		for step := 1; step <= s.Wide; step++ {
			for y := 2; y >= 0; y-- {
				out = put(out, step, y-step, 0, Free)
			}
		}
		return out
	},
}

// tunnel goes from the feet on into the rock: two blocks high and one wide, where nothing else is
// said. Deep is how wide it is.
var tunnel = &Structure{
	Name: "tunnel", Usual: Size{10, 1, 2}, Least: Size{1, 1, 2}, Most: Size{64, 7, 5}, Stand: Ahead, Digs: true, Lacking: noRock,
	cells: func(s Size) []Cell {
		var out []Cell
		low, high := lanes(s.Deep)
		for x := 1; x <= s.Wide; x++ {
			for y := s.High - 1; y >= 0; y-- {
				for z := low; z <= high; z++ {
					out = put(out, x, y, z, Free)
				}
			}
		}
		return out
	},
}
