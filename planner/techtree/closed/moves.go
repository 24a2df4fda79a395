// SPDX-License-Identifier: MIT

package closed

import "github.com/minehand/minehand/game"

// craft does one batch as a body does: by the first recipe whose parts are held
// and whose station stands, of the alternatives the most plentiful. It returns
// how much that makes, 0 for nothing.
func (c *compiled) craft(row []int32, d *Deed) int32 {
	for k := range d.Ways {
		w := &d.Ways[k]
		if w.Bits != 0 && w.Bits&row[c.standAt] == 0 || !c.takeMost(row, w) {
			continue
		}
		for _, l := range w.Leaves {
			row[l.Item] += l.N
		}
		row[d.Out] += w.N
		return w.N
	}
	return 0
}

// takeMost takes the parts of one batch out of a state, or none.
func (c *compiled) takeMost(row []int32, w *Way) bool {
	var taken [24]Stack
	used := taken[:0]
	for i := range w.Parts {
		p := &w.Parts[i]
		for need := p.Count; need > 0; {
			best := int32(-1)
			for _, a := range p.Alts {
				if row[a] > 0 && (best < 0 || row[a] > row[best]) {
					best = a
				}
			}
			if best < 0 {
				for _, u := range used {
					row[u.Item] += u.N
				}
				return false
			}
			k := min(need, row[best])
			row[best] -= k
			used = append(used, Stack{best, k})
			need -= k
		}
	}
	return true
}

// smelt smelts inputs with the fuel that is named. The fire is what this very
// action left, or any, by whether fires are cold.
func (c *compiled) smelt(row []int32, m Move) bool {
	d := &c.Deeds[m.Deed]
	if d.Bit&row[c.standAt] == 0 || row[d.Input] < m.N {
		return false
	}
	row[d.Input] -= m.N
	row[d.Out] += m.N
	if c.FreeFuel {
		return true
	}
	burn, id := row[c.burnAt], m.Deed*int32(len(c.Fuels))+m.Fuel+1
	if c.cold && row[c.lastAt] != id {
		burn = 0
	}
	for need := m.N*SmeltTicks - burn; need > 0; need = m.N*SmeltTicks - burn {
		fuel := m.Fuel
		if fuel < 0 {
			if fuel = c.chosen(row, d); fuel < 0 {
				return false
			}
		}
		f := &c.Fuels[fuel]
		units := (need + f.Ticks - 1) / f.Ticks
		held := row[f.Item]
		if f.Item == d.Out {
			held -= m.N
		}
		if m.Fuel < 0 {
			units = min(units, held) // then the next kind
		}
		if held < units || units < 1 {
			return false
		}
		row[f.Item] -= units
		if f.Leaves >= 0 {
			row[f.Leaves] += units
		}
		burn += units * f.Ticks
	}
	row[c.burnAt], row[c.lastAt] = burn-m.N*SmeltTicks, 0
	if c.cold && row[c.burnAt] > 0 {
		row[c.lastAt] = id
	}
	return true
}

// apply does a move in a state, which is spoilt when it cannot be done. A craft
// makes whole batches, which the move says afterwards.
func (c *compiled) apply(row []int32, m *Move) bool {
	d := &c.Deeds[m.Deed]
	switch d.Kind {
	case game.Smelt:
		if !c.smelt(row, *m) {
			return false
		}
	case game.Place:
		if row[d.Input] < 1 || row[c.standAt]&d.Bit != 0 {
			return false
		}
		row[d.Input]--
		row[c.standAt] |= d.Bit
		c.cool(row)
	default:
		made := int32(0)
		for made < m.N {
			n := c.craft(row, d)
			if n == 0 {
				return false
			}
			made += n
		}
		m.N = made
		c.cool(row)
	}
	if left := &row[c.planAt+int(m.Deed)]; *left > 0 {
		*left -= min(*left, m.N)
	}
	return true
}

// cool puts the fire out when it does not last from one action to the next.
func (c *compiled) cool(row []int32) {
	if c.cold {
		row[c.burnAt], row[c.lastAt] = 0, 0
	}
}

// chosen is the fuel that a body takes which is not told one, -1 for none.
func (c *compiled) chosen(row []int32, d *Deed) int32 {
	for f := range c.Fuels {
		u := &c.Fuels[f]
		if u.Untold && row[u.Item] > 0 && u.Item != d.Out {
			return int32(f)
		}
	}
	return -1
}
