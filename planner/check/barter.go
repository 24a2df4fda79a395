// SPDX-License-Identifier: MIT

package check

import "github.com/minehand/minehand/game"

// barter checks what giving ingots to a piglin needs, and has the state be what it leaves.
func (r *runner) barter() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	o, ok := r.desk.Solver.Barter()
	if !ok || a.Item != o.Subject {
		return wrong("not.barter", "thing", game.Named(a.Item))
	}
	mob := r.l.v.Bartering().Mob
	if f := r.elsewhere(mob, o.Dimension); f != nil && f.world != "" {
		return f
	}
	n := a.Count()
	r.looks(mob, 1, float64(n)*o.Unit)
	if a.Until != nil {
		mean := r.desk.Solver.MeanOf(&o, []string{a.Until.Item})
		if mean == 0 {
			return wrong("no-offer", "thing", game.Named(a.Until.Item), "mob", game.Named(mob))
		}
		r.luck(a.Until.Count, mean, o.Unit)
	}
	defer r.l.wander()
	if f := r.do(&o, n, a.Until); f != nil {
		return f
	}
	if a.Until != nil {
		r.gain(a.Until.Count, a.Until.Item)
	}
	return nil
}
