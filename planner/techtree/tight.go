// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// Where the usual order has no room, crafts are run one by one, each the one after
// which the fewest slots are taken. openWay and wholeStock weigh against a slot what
// is still to come: each way with batches left, and each item of the stock that is
// still there whole. They are what served best for the made-up things of docs/EVALUATION.md.
const (
	openWay    = 0.3
	wholeStock = 3
)

// squeeze runs a craft for which there is room, and reports whether there was one.
// First come those that take no further slot; of the others the one that leads to the
// least when these have followed it.
func (c *scheduler) squeeze() bool {
	if c.shrink() {
		return true
	}
	var best *scheduler
	least, from := 0.0, c.steps
	c.steps = nil
	for k := range c.ops {
		for _, n := range c.portions(&c.ops[k]) {
			next := c.clone()
			if !next.fit(k, n, true) {
				continue
			}
			next.shrink()
			if cost := next.crowded(); !next.st.Full() && (best == nil || cost < least) {
				best, least = next, cost
			}
		}
	}
	if c.steps = from; best == nil {
		return false
	}
	best.steps = append(from, best.steps...)
	*c = *best
	return true
}

// shrink runs all crafts that take no further slot.
func (c *scheduler) shrink() bool {
	moved := false
	for again := true; again; {
		again = false
		for k := range c.ops {
			n := c.crafted(&c.ops[k])
			if n == 0 || c.growth(&c.ops[k], n, true) > 0 {
				continue
			}
			again = c.fit(k, n, true) || again
			moved = moved || again
		}
	}
	return moved
}

// crafted is how many batches of an op can be crafted as it stands, 0 for none and for
// what is no craft.
func (c *scheduler) crafted(o *op) int32 {
	w := &c.j.s.Ops[o.way]
	if o.left == 0 || w.Gathers() || !c.stationHere(o) || !c.holds(o, 1) {
		return 0
	}
	most := o.left
	for most > 0 && !c.holds(o, most) {
		most--
	}
	if c.choosy(o) || !w.Crafts() {
		for most > 0 && !c.ready(o, most) {
			most /= 2
		}
	}
	return most
}

// holds says that all that the plan takes for k batches of an op is held.
func (c *scheduler) holds(o *op, k int32) bool {
	for i := range o.from {
		sum := int32(0)
		for n := range o.from { // two ingredients may be the same item
			if o.from[n].item == o.from[i].item {
				sum += c.portion(o, &o.from[n], k)
			}
		}
		if c.st.Held[o.from[i].item] < sum {
			return false
		}
	}
	return true
}

// portions are the numbers of batches worth looking at: all that can be crafted, and
// what one batch of each that takes it lacks.
func (c *scheduler) portions(o *op) []int32 {
	most := c.crafted(o)
	if most == 0 {
		return nil
	}
	list := []int32{most}
	w := &c.j.s.Ops[o.way]
	for k := range c.ops {
		if c.ops[k].left == 0 || w.N == 0 {
			continue
		}
		for _, in := range c.j.s.Ops[c.ops[k].way].Takes {
			lacks := in.Count - c.st.Held[w.Out]
			if n := (lacks + w.N - 1) / w.N; lacks > 0 && n < most && slices.Contains(in.Alts, w.Out) && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// growth is how many slots more are taken by n batches of an op, what is over left out
// where it is spared.
func (c *scheduler) growth(o *op, n int32, spare bool) int {
	w := &c.j.s.Ops[o.way]
	grown := 0
	for i := range o.from {
		t := &o.from[i]
		grown += c.slots(t.item, c.st.Held[t.item]-c.portion(o, t, n)) - c.slots(t.item, c.st.Held[t.item])
	}
	held := c.st.Held[w.Out] + n*w.N
	if spare && c.junks(w.Out) {
		held = min(held, max(c.st.Held[w.Out], c.usedLater(w.Out)))
	}
	return grown + c.slots(w.Out, held) - c.slots(w.Out, c.st.Held[w.Out])
}

// junks says that what is over of an item may be thrown away: it was made on the way,
// and nobody works with it.
func (c *scheduler) junks(item int32) bool {
	info := c.j.s.Info[item]
	return c.j.have[item] == 0 && c.j.extra[item] == 0 && info.Durability == 0 && info.FuelTicks == 0 &&
		!slices.Contains(c.j.s.Stations[:], item) && c.j.p.can(game.Drop)
}

// over is how much of an item may be thrown away.
func (c *scheduler) over(item int32) int32 {
	if n := c.st.Held[item] - c.usedLater(item); n > 0 && c.junks(item) {
		return n
	}
	return 0
}

// fit runs n batches of an op where there is room for them: after the first of them,
// when what it takes is still there, and after all, what is over spared or not. What is over
// is thrown away for it.
func (c *scheduler) fit(k int, n int32, spare bool) bool {
	o := &c.ops[k]
	need := func() int { return max(c.growth(o, 1, spare), c.growth(o, n, spare)) }
	if ok := c.makeRoom(need()); !ok && !c.makeRoom(need()) { // what went may have been of what it takes
		return false
	}
	c.do(o, n)
	return c.makeRoom(0)
}

// makeRoom throws away what is over until so many slots are free.
func (c *scheduler) makeRoom(slots int) bool {
	for i := 0; c.st.Slots+slots > c.st.Most && i < len(c.j.items); i++ {
		item := c.j.items[i]
		if over := c.over(item); over > 0 {
			out := c.j.s.Spend(game.Drop, c.j.s.Names[item])
			c.st.Apply([]*rules.Op{&out}, int(over), rules.Choice{})
			c.emit(game.Action{Kind: game.Drop, Item: c.j.s.Names[item], Quantity: int(over)}, rules.HandSeconds, game.Say("step.room"))
		}
	}
	return c.st.Slots+slots <= c.st.Most
}

func (c *scheduler) slots(item, n int32) int {
	stack := int32(max(c.j.s.Info[item].Stack, 1))
	return int((n + stack - 1) / stack)
}

// crowded is how bad a state is: the slots taken but by what is over, and what is to
// come.
func (c *scheduler) crowded() float64 {
	cost := 0.0
	for _, i := range c.j.items {
		cost += float64(c.slots(i, c.st.Held[i]-c.over(i)))
		if c.j.have[i] > 0 {
			cost += wholeStock * float64(c.st.Held[i]) / float64(c.j.have[i])
		}
	}
	for k := range c.ops {
		if c.ops[k].left > 0 {
			cost += openWay
		}
	}
	return cost
}

// clone is a scheduler of its own that stands where this one does.
func (c *scheduler) clone() *scheduler {
	d := *c
	d.st, d.later = c.st.Clone(), slices.Clone(c.later)
	d.ops, d.steps = slices.Clone(c.ops), slices.Clone(c.steps)
	for k := range d.ops {
		d.ops[k].from = slices.Clone(c.ops[k].from)
	}
	return &d
}
