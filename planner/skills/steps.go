// SPDX-License-Identifier: MIT

package skills

// steps go up a block with each step from the feet on, each held by the one before it.
var steps = &Structure{
	Name: "steps", Usual: Size{5, 1, 1}, Least: Size{1, 1, 1}, Most: Size{16, 1, 1}, Stand: Ahead,
	cells: func(s Size) (out []Cell) {
		for x := 1; x <= s.Wide; x++ {
			for y := max(x-2, 0); y < x; y++ {
				out = put(out, x, y, 0, Block)
			}
		}
		return out
	},
}
