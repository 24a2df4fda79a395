// SPDX-License-Identifier: MIT

package skills

// circle is a ring around the body: what lies within its edge, and beside something beyond it.
var circle = &Structure{
	Name: "ring", Usual: Size{9, 9, 1}, Least: Size{3, 3, 1}, Most: Size{31, 31, highest}, Stand: Around,
	cells: func(s Size) (out []Cell) {
		for _, c := range columns(s) {
			if s.round(c.X, c.Z) && !(s.round(c.X-1, c.Z) && s.round(c.X+1, c.Z) && s.round(c.X, c.Z-1) && s.round(c.X, c.Z+1)) {
				out = append(out, c)
			}
		}
		return out
	},
}

// round reports whether the middle of a column is within the circle that fits into a size, or
// the ellipse.
func (s Size) round(x, z int) bool {
	wide, deep := float64(s.Wide), float64(s.Deep)
	dx, dz := (2*float64(x)+1-wide)/wide, (2*float64(z)+1-deep)/deep
	return dx*dx+dz*dz <= 1
}
