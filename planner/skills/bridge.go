// SPDX-License-Identifier: MIT

package skills

// bridge goes from the feet on, at the height of the ground, to the side where the ground
// ends first; where nobody says how long, up to where it begins again.
var bridge = &Structure{
	Name: "bridge", Least: Size{1, 1, 1}, Most: Size{64, 1, 1}, Stand: Ahead, Lacking: "impossible.no-gap-here",
	cells: func(s Size) []Cell {
		var out []Cell
		for x := 1; x <= s.Wide; x++ {
			out = put(out, x, -1, 0, Block)
		}
		return out
	},
}
