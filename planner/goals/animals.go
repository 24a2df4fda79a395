// SPDX-License-Identifier: MIT

package goals

// animals is how many a goal is about: those in view when it is about all.
func (d *drafter) animals(g Goal) int {
	if n := d.Near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3
