// SPDX-License-Identifier: MIT

package skills

// roof is a flat one over the body on four posts. High is how much room there is below it.
var roof = &Structure{
	Name: "roof", Usual: Size{7, 7, 3}, Least: Size{3, 3, 2}, Most: Size{15, 15, highest - 1}, Stand: Around,
	cells: func(s Size) (out []Cell) {
		for _, corner := range rim(2, 2) {
			for y := range s.High {
				out = put(out, corner[0]*(s.Wide-1), y, corner[1]*(s.Deep-1), Block)
			}
		}
		return append(out, ceiling(s)...)
	},
}

// ceiling lies on the walls of a room, from them inwards.
func ceiling(s Size) (out []Cell) {
	for in := 0; 2*in < min(s.Wide, s.Deep); in++ {
		for _, c := range rim(s.Wide-2*in, s.Deep-2*in) {
			out = put(out, c[0]+in, s.High, c[1]+in, Block)
		}
	}
	return out
}
