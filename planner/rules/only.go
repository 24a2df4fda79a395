// SPDX-License-Identifier: MIT

package rules

import (
	"slices"
)

// Only is a version of these rules that knows some items alone, renumbered in their
// order, and some of the crafts and smelts of Ops: a small world in which states
// are cheap. It compiles no other operators.
func (r *Rules) Only(items, ops []int32) *Rules {
	o := &Rules{Version: r.Version, IDs: make(map[string]int32, len(items)), crafts: map[int32][]*Op{}, BrewFuel: -1}
	local := make(map[int32]int32, len(items))
	for n, i := range items {
		local[i] = int32(n)
		o.Names, o.Info, o.BurnRanks = append(o.Names, r.Names[i]), append(o.Info, r.Info[i]), append(o.BurnRanks, r.BurnRanks[i])
		o.IDs[r.Names[i]] = int32(n)
	}
	number := func(item int32) int32 {
		if n, ok := local[item]; ok {
			return n
		}
		return -1
	}
	pick := func(list []int32) []int32 {
		var out []int32
		for _, i := range list {
			if n, ok := local[i]; ok {
				out = append(out, n)
			}
		}
		return out
	}
	o.Fuels, o.Ranked, o.FuelOrder = pick(r.Fuels), pick(r.Ranked), pick(r.FuelOrder)
	for k, i := range r.Stations {
		o.Stations[k] = number(i)
	}
	for _, wi := range ops {
		w := r.Ops[wi]
		w.Out, w.Station, w.Kin, w.Gives = number(w.Out), number(w.Station), pick(w.Kin), []Yield{{number(w.Out), w.N, w.Mean}}
		w.Takes, w.Leaves = slices.Clone(w.Takes), slices.Clone(w.Leaves)
		for k := range w.Takes {
			w.Takes[k].Alts = pick(w.Takes[k].Alts)
		}
		slices.SortStableFunc(w.Takes, func(a, b Part) int { return len(a.Alts) - len(b.Alts) })
		for k := range w.Leaves {
			w.Leaves[k].Item = number(w.Leaves[k].Item)
		}
		o.Ops = append(o.Ops, w)
	}
	for k := range o.Ops {
		if w := &o.Ops[k]; w.Crafts() {
			o.crafts[w.Out] = append(o.crafts[w.Out], w)
		}
	}
	return o
}
