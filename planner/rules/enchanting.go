// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// lapis is what each offer of an enchanting table takes, the first one of it (Minecraft
// Wiki, "Enchanting"). The levels that it takes are the body's to have.
const lapis = "lapis_lazuli"

// Enchant is taking the first offer of an enchanting table for an item.
func (r *Rules) Enchant(item string) Op {
	o := op(game.Enchant, item, -1, 0, 0, HandSeconds)
	o.Takes, o.Station = []Part{{r.IDsOf([]string{lapis}), 1}}, r.Stations[Enchanter]
	r.complete(&o)
	return o
}
