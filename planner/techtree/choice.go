// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// choosesAsPlanned says whether a body that is told to craft an op's item now
// takes what the plan takes: by the first recipe whose parts are held and whose
// station is at hand, the parts with the fewest alternatives first, the most
// plentiful alternative of each.
func (c *scheduler) choosesAsPlanned(o *op) bool {
	if !c.choosy(o) {
		return true
	}
	e, ok := c.try(o, o.left)
	return ok && !slices.ContainsFunc(o.from, func(t take) bool { return e.Takes(t.item) != c.plannedUse(o, t.item) })
}

func (c *scheduler) plannedUse(o *op, item int32) int32 {
	n := int32(0)
	for _, t := range o.from {
		if t.item == item {
			n += t.units
		}
	}
	return n
}

// choosy says whether the body has a choice in an op at all.
func (c *scheduler) choosy(o *op) bool {
	w := &c.j.s.Ops[o.way]
	if !w.Crafts() {
		return false
	}
	for _, in := range w.Takes {
		if len(in.Alts) > 1 {
			return true
		}
	}
	return c.j.s.waysTo[w.Out][0] != o.way
}

// tempts says whether what an op makes is an alternative in a craft still to
// come that plans to take another one, or to go by another recipe.
func (c *scheduler) tempts(k int) bool {
	out := c.j.s.Ops[c.ops[k].way].Out
	for i := range c.ops {
		if o := &c.ops[i]; i != k && o.left > 0 && (c.temptsInto(o, out) || c.temptsAway(o, out)) {
			return true
		}
	}
	return false
}

// temptsInto says that an item is an alternative of a part of an op that plans to take
// another one.
func (c *scheduler) temptsInto(o *op, item int32) bool {
	for slot, in := range c.j.s.Ops[o.way].Takes {
		if len(in.Alts) < 2 || !slices.Contains(in.Alts, item) {
			continue
		}
		if !slices.ContainsFunc(o.from, func(t take) bool { return int(t.slot) == slot && t.item == item && t.units > 0 }) {
			return true
		}
	}
	return false
}

// temptsAway says that another recipe for what an op makes takes an item that the op
// does not.
func (c *scheduler) temptsAway(o *op, item int32) bool {
	w := &c.j.s.Ops[o.way]
	if !w.Crafts() || slices.ContainsFunc(o.from, func(t take) bool { return t.item == item && t.units > 0 }) {
		return false
	}
	return slices.ContainsFunc(c.j.s.waysTo[w.Out], func(wi int32) bool {
		other := &c.j.s.Ops[wi]
		return wi != o.way && other.Crafts() &&
			slices.ContainsFunc(other.Takes, func(in rules.Part) bool { return slices.Contains(in.Alts, item) })
	})
}

// choosesFuel says whether the body chooses what an op burns.
func (c *scheduler) choosesFuel(o *op) bool {
	return !c.angelic && !c.j.p.Fuel && !c.j.p.Closed && !c.j.p.FreeFuel && c.j.s.Ops[o.way].Kind == game.Smelt
}
