// SPDX-License-Identifier: MIT

package skills

// bridge goes from the feet on, at the height of the ground, to the side where the ground
// ends first; where nobody says how long, up to where it begins again. Deep is how wide it is.
var bridge = &Structure{
	Name: "bridge", Least: Size{1, 1, 1}, Most: Size{64, 7, 1}, Stand: Ahead, Lacking: "impossible.no-gap-here",
	cells: func(s Size) []Cell {
		var out []Cell
		low, high := lanes(s.Deep)
		for x := 1; x <= s.Wide; x++ {
			for z := low; z <= high; z++ {
				out = put(out, x, -1, z, Block)
			}
		}
		return out
	},
}

// lanes are from where to where something that goes ahead reaches across, with the feet in its middle.
func lanes(wide int) (low, high int) { return -(max(wide, 1) - 1) / 2, max(wide, 1) / 2 }
