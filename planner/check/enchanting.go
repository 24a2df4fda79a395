// SPDX-License-Identifier: MIT

package check

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// enchant takes the first offer of an enchanting table for the step's item.
func (r *runner) enchant() *Fault {
	item := r.a().Item
	if it, ok := r.l.v.Item(item); !ok {
		return r.unknownItem(item)
	} else if !it.Enchantable {
		return wrong("not-enchanted", "things", game.Things{Items: []string{item}, Many: true})
	}
	if f := r.hold(1, rules.HandSeconds); f != nil {
		return f
	}
	o := r.desk.Solver.Enchant(item)
	if _, lack := r.l.apply([]*rules.Op{&o}, 1, rules.Choice{}); lack != nil {
		return r.lacks(lack)
	}
	r.annotate(&o, 1)
	return nil
}
