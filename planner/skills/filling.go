// SPDX-License-Identifier: MIT

package skills

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// filling fills the hole that is nearest to the body; the ground says how large that is.
var filling = &Structure{Name: "filling", Stand: Around, cells: func(Size) []Cell { return nil }}

// mostPit is how many cells a hole has at most that is filled: what is larger is a valley.
const mostPit = 128

// Pit are the free cells of the hole nearest to a body, its floor first: what lies lower than the
// ground around it and is shut in on all sides, as far as is seen. Nil for none.
func Pit(here game.Cell, g Ground) []game.Cell {
	for _, rise := range [...]int{0, -1, 1} {
		top, seen := here.Y+rise, map[game.Cell]bool{here: true}
		for far := range SightBlocks {
			for _, c := range rim(2*far+1, 2*far+1) {
				if pit := g.pit(game.Cell{X: here.X - far + c[0], Y: top - 1, Z: here.Z - far + c[1]}, top, seen); len(pit) > 0 {
					return pit
				}
			}
		}
	}
	return nil
}

// pit are the free cells below a height that a free one is joined to; nil where they are not shut in.
func (g Ground) pit(from game.Cell, top int, seen map[game.Cell]bool) []game.Cell {
	if seen[from] || !g.open(from) {
		return nil
	}
	pit, shut := []game.Cell{from}, true
	seen[from] = true
	for i := 0; i < len(pit); i++ {
		for _, d := range game.Sides {
			if c := pit[i].Plus(d); c.Y >= top || seen[c] || g.stands(c) {
				continue
			} else if seen[c] = true; g.open(c) {
				pit = append(pit, c)
			} else { // beyond what is seen
				shut = false
			}
		}
	}
	if !shut || len(pit) > mostPit {
		return nil
	}
	slices.SortFunc(pit, layers)
	return pit
}
