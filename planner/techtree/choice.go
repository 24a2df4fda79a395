// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"
	"sort"

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
	used, _, ok := c.choose(o, o.left)
	if !ok {
		return false
	}
	for _, t := range o.from {
		if n, ok := used[t.item]; !ok || n != c.plannedUse(o, t.item) {
			return false
		}
	}
	return true
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
	if w.Kind != game.Craft {
		return false
	}
	for _, in := range w.Takes {
		if len(in.Alts) > 1 {
			return true
		}
	}
	return c.j.s.waysTo[w.Out][0] != o.way
}

// choose runs k batches' worth of an op as a body does and returns what that
// uses up (less than nothing is left over by crafts) and how much it makes.
func (c *scheduler) choose(o *op, k int32) (used map[int32]int32, made int32, ok bool) {
	w := &c.j.s.Ops[o.way]
	used = make(map[int32]int32, 4)
	at := func(i int32) int32 { return c.inv[i] - used[i] }
	for made < k*w.N {
		chosen := int32(-1)
		for _, wi := range c.j.s.waysTo[w.Out] {
			other := &c.j.s.Ops[wi]
			if other.Kind == game.Craft && (wi == o.way || c.stationHere(other)) && c.assign(other, at, nil) {
				chosen = wi
				break
			}
		}
		if chosen < 0 {
			return used, made, false
		}
		way := &c.j.s.Ops[chosen]
		c.assign(way, at, func(i, n int32) { used[i] += n })
		for _, l := range way.Leaves {
			used[l.Item] -= l.N
		}
		made += way.N
	}
	return used, made, true
}

// assign chooses the parts of one batch and hands them to take; it reports
// whether there are enough.
func (c *scheduler) assign(w *rules.Op, at func(int32) int32, take func(item, n int32)) bool {
	order := slices.Clone(w.Takes)
	sort.SliceStable(order, func(i, k int) bool { return len(order[i].Alts) < len(order[k].Alts) })
	local := map[int32]int32{}
	for _, in := range order {
		need := in.Count
		for need > 0 {
			best, most := int32(-1), int32(0)
			for _, a := range in.Alts {
				if n := at(a) - local[a]; n > most {
					best, most = a, n
				}
			}
			if best < 0 {
				return false
			}
			k := min(need, most)
			local[best] += k
			need -= k
		}
	}
	if take != nil {
		for i, n := range local {
			take(i, n)
		}
	}
	return true
}

// tempts says whether what an op makes is an alternative in a craft still to
// come that plans to take another one.
func (c *scheduler) tempts(k int) bool {
	out := c.j.s.Ops[c.ops[k].way].Out
	for i := range c.ops {
		o := &c.ops[i]
		if i == k || o.left == 0 {
			continue
		}
		for slot, in := range c.j.s.Ops[o.way].Takes {
			if len(in.Alts) < 2 || !slices.Contains(in.Alts, out) {
				continue
			}
			if !slices.ContainsFunc(o.from, func(t take) bool { return int(t.slot) == slot && t.item == out && t.units > 0 }) {
				return true
			}
		}
	}
	return false
}

// burns says what a body burns for k inputs of a smelt that does not name its
// fuel, in the order of its preference; ok is false when it does not suffice.
// The inputs themselves are spared.
func (c *scheduler) burns(o *op, k int32) (used []rules.Amount, ok bool) {
	w := &c.j.s.Ops[o.way]
	need := k * rules.SmeltTicks
	for _, f := range c.j.s.Ranked {
		over := c.inv[f]
		if f == w.Takes[0].Alts[0] {
			over -= k
		}
		if over <= 0 || need <= 0 {
			continue
		}
		ticks := int32(c.j.s.Info[f].FuelTicks)
		n := min(over, (need+ticks-1)/ticks)
		used = append(used, rules.Amount{Item: f, N: n})
		need -= n * ticks
	}
	return used, need <= 0
}

// choosesFuel says whether the body chooses what an op burns.
func (c *scheduler) choosesFuel(o *op) bool {
	return !c.angelic && !c.j.p.Fuel && !c.j.p.Closed && !c.j.p.FreeFuel && c.j.s.Ops[o.way].Kind == game.Smelt
}

// ticksShort is how much burning time what is held lacks for the rest of a
// smelt.
func (c *scheduler) ticksShort(o *op) int32 {
	used, ok := c.burns(o, o.left)
	if ok {
		return 0
	}
	short := o.left * rules.SmeltTicks
	for _, f := range used {
		short -= f.N * int32(c.j.s.Info[f.Item].FuelTicks)
	}
	return short
}
