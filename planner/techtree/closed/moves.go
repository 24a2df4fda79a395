// SPDX-License-Identifier: MIT

package closed

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// apply does a move in a state as a body does, by rules.Apply; false when it cannot
// be done. A craft makes whole batches, which the move says afterwards. The fire of a
// smelt is what this very action left, or any, by whether fires are cold.
func (c *compiled) apply(r *row, m *Move) bool {
	d := &c.Deeds[m.Deed]
	choice := rules.Choice{Free: c.FreeFuel}
	if m.Fuel >= 0 {
		choice.Fuels = []int32{m.Fuel}
	}
	id := (m.Deed+1)<<16 + m.Fuel + 1
	if c.cold && r.last != id {
		r.Fire = 0
	}
	r.last = 0
	runs, ok := c.carry(r, d, int(m.N), choice)
	if !ok {
		return false
	}
	switch d.Kind {
	case game.Craft, game.Smith:
		m.N = 0
		for _, run := range runs {
			m.N += run.N * run.Op.N
		}
	case game.Smelt:
		if c.cold && r.Fire > 0 {
			r.last = id
		}
	default:
	}
	r.did(m.Deed, m.N)
	return true
}

// carry carries out so much of a deed; false where it cannot be done.
func (c *compiled) carry(r *row, d *Deed, n int, choice rules.Choice) (runs []rules.Run, ok bool) {
	if d.Kind == game.Place && r.Here&d.Bit != 0 {
		return nil, false
	}
	e, lack := r.Apply(d.Ops, n, choice)
	if lack != nil {
		return nil, false
	}
	if d.Kind == game.Place {
		r.Here |= d.Bit
	}
	return e.Runs, true
}
