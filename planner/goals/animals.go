// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

// animals is how many a goal is about: those in view when it is about all.
func (d *drafter) animals(g Goal) int {
	if n := d.Near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// missingOf is how many of a gain are still wanted.
func (d *drafter) missingOf(items []string, n int) int {
	n += d.Base(items...)
	for _, i := range items {
		n -= d.Request.State.Count(i)
	}
	return n
}

// usedBy has a goal whose product a later one uses up shown by the actions that
// brought it, and returns how many of them are left.
func (d *drafter) usedBy(p *part, k game.Kind, target string) int {
	p.checks = []game.Check{{Kind: game.CheckDone, Action: k, Target: target, Count: p.goal.Count}}
	return p.goal.Count - d.Did(k, target)
}

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3
