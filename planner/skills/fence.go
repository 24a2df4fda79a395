// SPDX-License-Identifier: MIT

package skills

// fence is a ring of fence posts around the body, with a gate.
var fence = &Structure{
	Name: "fence", Usual: Size{9, 9, 1}, Least: Size{3, 3, 1}, Most: Size{31, 31, 1}, Stand: Around,
	cells: func(s Size) []Cell {
		var out []Cell
		gate := [2]int{s.Wide / 2, 0}
		for _, c := range rim(s.Wide, s.Deep) {
			if c != gate {
				out = put(out, c[0], 0, c[1], Post)
			}
		}
		return put(out, gate[0], 0, gate[1], Gate)
	},
}
