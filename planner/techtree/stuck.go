// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"
)

// stuck says what the job must provide for another try.
func (c *scheduler) stuck() (bool, error) {
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		if o.left == 0 {
			continue
		}
		if c.lacks(o) {
			return true, ErrStuck
		}
		if w.Tools != nil && c.ready(o, 1) && c.st.Left(w.Tools) == 0 {
			if t := c.j.c.cheapest(w.Tools); t >= 0 && !c.moreComing(w.Tools) {
				d := max(int32(c.j.s.Info[t].Durability), 1)
				c.j.extra[t] += max(1, (w.Uses(o.left)+d-1)/d)
				return true, ErrStuck
			}
		}
		if !c.stationHere(o) && c.toSetUp(w) < 0 {
			s := c.j.stationIndex(w.Station)
			if !c.j.ownStation[s] && c.j.standsBy(w) {
				c.j.ownStation[s] = true
				return true, ErrStuck
			}
			if c.ready(o, 1) && !math.IsInf(c.j.c.price[w.Station], 1) && !c.moreComing([]int32{w.Station}) {
				c.j.extra[w.Station]++
				return true, ErrStuck
			}
		}
	}
	return false, ErrStuck
}

// lacks asks the job for more of what an op was to use up and the body used for
// something else. It reports whether there is something to ask for.
func (c *scheduler) lacks(o *op) bool {
	if c.angelic || c.ready(o, 1) {
		return false
	}
	asked := false
	if c.choosesFuel(o) {
		if short := c.ticksShort(o); short > 0 && !math.IsInf(c.j.c.price[o.fuel.item], 1) {
			c.j.extra[o.fuel.item] += (short + int32(c.j.s.Info[o.fuel.item].FuelTicks) - 1) / int32(c.j.s.Info[o.fuel.item].FuelTicks)
			asked = true
		}
	}
	ops, n, choice := c.deed(o, o.left)
	if _, lack := c.st.Try(ops, n, choice); lack != nil && lack.Fuel > 0 && !c.coming(c.j.s.BrewFuel) {
		c.j.extra[c.j.s.BrewFuel] += lack.Fuel
		asked = true
	}
	for _, t := range append(o.from[:len(o.from):len(o.from)], take{item: o.fuel.item, units: o.fuel.units}) {
		short := t.units - c.st.Held[t.item]
		if short <= 0 || c.coming(t.item) {
			continue
		}
		if math.IsInf(c.j.c.price[t.item], 1) {
			asked = c.outnumber(o, t.item) || asked
			continue
		}
		if short = min(short, c.abreast(t.item, short)); short > 0 {
			c.j.extra[t.item] += short
			asked = true
		}
	}
	return asked
}

// abreast is how many more of an item there must be at least for a craft to come that gives it
// back, one go after another; so many as are short where none does.
func (c *scheduler) abreast(item, short int32) int32 {
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		for _, l := range w.Leaves {
			if o.left == 0 || l.Item != item {
				continue
			}
			short = min(short, l.N)
			for _, t := range o.from {
				if c.j.s.Emptied(t.item) == item {
					short -= c.st.Held[t.item]
				}
			}
			return short
		}
	}
	return short
}

// outnumber asks for so much of the alternatives of a scarce item, where other
// crafts were to take them, that the body takes these and not the scarce one.
func (c *scheduler) outnumber(o *op, scarce int32) bool {
	asked := false
	for _, wi := range c.j.ways {
		if wi == o.way {
			continue
		}
		for slot, in := range c.j.s.Ops[wi].Takes {
			if len(in.Alts) < 2 || !slices.Contains(in.Alts, scarce) {
				continue
			}
			for _, t := range c.j.takes[wi] {
				if int(t.slot) == slot && t.item != scarce && !math.IsInf(c.j.c.price[t.item], 1) {
					c.j.extra[t.item] += c.j.have[scarce] + c.j.made[scarce]
					asked = true
					break
				}
			}
		}
	}
	return asked
}

// ticksShort is how much burning time what is held lacks for the rest of a
// smelt.
func (c *scheduler) ticksShort(o *op) int32 {
	c.st.Fire = 0
	ops, n, choice := c.deed(o, o.left)
	if _, lack := c.st.Try(ops, n, choice); lack != nil {
		return lack.Ticks
	}
	return 0
}

// coming says that an op still to run makes an item.
func (c *scheduler) coming(item int32) bool {
	return slices.ContainsFunc(c.ops, func(o op) bool { return o.left > 0 && c.j.s.Ops[o.way].Out == item })
}
