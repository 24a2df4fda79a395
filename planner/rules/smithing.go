// SPDX-License-Identifier: MIT

package rules

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// addSmithings adds what a smithing table makes of another item, one at a time (Minecraft
// Wiki, "Smithing"): with a template since 1.20, without before.
func (r *Rules) addSmithings() {
	for _, m := range r.Version.Smithings() {
		r.addAt(game.Smith, Smithing, m.Result, 1, m.Template, m.Base, m.Addition)
	}
}

// CraftsBy is Crafts of an item by one action alone: by craft in a grid, or at the station
// that it names, by smith at a smithing table, by brew in a stand.
func (r *Rules) CraftsBy(kind game.Kind, station string, item int32) []*Op {
	ops := r.crafts[item]
	is := func(o *Op) bool { return o.Kind == kind && o.At == station }
	from := slices.IndexFunc(ops, is)
	if from < 0 {
		return nil
	}
	ops = ops[from:]
	if to := slices.IndexFunc(ops, func(o *Op) bool { return !is(o) }); to >= 0 {
		ops = ops[:to]
	}
	return ops
}
