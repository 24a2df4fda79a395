// SPDX-License-Identifier: MIT

package check

import (
	"cmp"

	"github.com/minehand/minehand/game"
)

// trade checks what selling or buying needs, and has the state be what it leaves.
func (r *runner) trade() *Fault {
	a, t := r.a(), r.l.v.Trading()
	takes, gives := a.Swaps(t.Coin)
	for _, item := range []string{takes, gives} {
		if _, ok := r.l.v.Item(item); !ok {
			return r.unknownItem(item)
		}
	}
	o, most, ok := r.desk.Solver.Trade(takes, gives)
	if !ok {
		return wrong("not.trade", "thing", game.Named(takes), "for", game.Named(gives))
	}
	if f := r.elsewhere(t.Mob, o.Dimension); f != nil && f.world != "" {
		return f
	}
	n := (a.Count() + int(o.N) - 1) / int(o.N)
	a.Price = cmp.Or(a.Price, most)
	r.looks(t.Mob, o.Searches(int32(n)), float64(n)*o.Unit)
	defer r.l.wander()
	return r.do(&o, n, nil)
}
