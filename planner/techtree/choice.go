package techtree

import (
	"slices"
	"sort"

	"github.com/minehand/minehand/game"
)

// choosesAsPlanned says whether a body that is told to craft an op's item now
// takes what the plan takes: by the first recipe whose parts are held and whose
// station is at hand, the parts with the fewest alternatives first, the most
// plentiful alternative of each.
func (c *scheduler) choosesAsPlanned(o *op) bool {
	w := &c.j.s.ways[o.way]
	if w.kind != game.Craft {
		return true
	}
	mixed := false
	for _, in := range w.ings {
		mixed = mixed || len(in.alts) > 1
	}
	ways := c.j.s.waysTo[w.out]
	if !mixed && ways[0] == o.way {
		return true
	}
	held := map[int32]int32{}
	at := func(i int32) int32 {
		if n, ok := held[i]; ok {
			return n
		}
		return c.inv[i]
	}
	used := map[int32]int32{}
	for range o.left {
		chosen := int32(-1)
		for _, wi := range ways {
			other := &c.j.s.ways[wi]
			if other.kind != game.Craft || other.station >= 0 && !c.stationHere(other) {
				continue
			}
			if c.assign(other, at, nil) {
				chosen = wi
				break
			}
		}
		if chosen != o.way {
			return false
		}
		c.assign(w, at, func(i, n int32) {
			used[i] += n
			held[i] = at(i) - n
		})
	}
	planned := map[int32]int32{}
	for _, t := range o.from {
		planned[t.item] += t.units
	}
	for i, n := range used {
		if planned[i] != n {
			return false
		}
	}
	return true
}

// assign chooses the parts of one batch and hands them to take; it reports
// whether there are enough.
func (c *scheduler) assign(w *way, at func(int32) int32, take func(item, n int32)) bool {
	order := slices.Clone(w.ings)
	sort.SliceStable(order, func(i, k int) bool { return len(order[i].alts) < len(order[k].alts) })
	local := map[int32]int32{}
	for _, in := range order {
		need := in.count
		for need > 0 {
			best, most := int32(-1), int32(0)
			for _, a := range in.alts {
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
	out := c.j.s.ways[c.ops[k].way].out
	for i := range c.ops {
		o := &c.ops[i]
		if i == k || o.left == 0 {
			continue
		}
		for slot, in := range c.j.s.ways[o.way].ings {
			if len(in.alts) < 2 || !slices.Contains(in.alts, out) {
				continue
			}
			if !slices.ContainsFunc(o.from, func(t take) bool { return int(t.slot) == slot && t.item == out && t.units > 0 }) {
				return true
			}
		}
	}
	return false
}
