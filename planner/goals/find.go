// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
)

func findRow() Frame {
	return Frame{
		Kind: Find, Grade: game.Told,
		Met: "it came in sight; of what is no block, and of several, so many more are fetched", Examples: []string{"find a village", "find me a cow", "find water", "find a bell"},
		draft:   func(d *drafter, p *part) error { return d.once(p, game.Action{Kind: game.Explore, For: p.goal.Name}) },
		product: nothing,
		slots:   "target:beast at | to in from found:thing sought:thing", spoken: (*speech).finds,
	}
}

// stands says that things are several sorts of block that only people set: a bed that is looked for is not made.
func (r *Reader) stands(items []string) bool {
	return len(items) > 1 && !r.dug(items) && !slices.ContainsFunc(items, func(id string) bool { _, ok := r.Version.Block(id); return !ok })
}
