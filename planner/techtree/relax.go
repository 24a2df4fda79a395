// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/simplex"
)

// relaxed says whether the wants could be met if ways could be run in fractions
// and borrow what they need: the linear relaxation of the scarce problem. When
// even that is impossible, so is the problem itself. It answers true when the
// relaxation is too large to decide.
//
// The unknowns are how often each viable way runs, how each of its needs is
// shared out over its alternatives, and how much of each fuel is burnt; every
// scarce item gives the condition that stock and output cover use and wants, and
// the fire has to last for all that is smelted.
func (x *search) relaxed(wants []want) bool {
	r := &relaxation{x: x, row: map[int32]int{}}
	for wi := range x.j.s.Ops {
		if way := int32(wi); x.viable(way) && x.scarceWay(way) {
			r.ways = append(r.ways, way)
		}
	}
	for _, w := range wants {
		for _, i := range w.ids {
			r.rowOf(i)
		}
	}
	for _, wi := range r.ways {
		w := &x.j.s.Ops[wi]
		r.rowOf(w.Out)
		for _, in := range w.Takes {
			for _, a := range in.Alts {
				r.rowOf(a)
			}
		}
	}
	if x.pooled {
		for _, f := range x.j.s.Fuels {
			if r.rowOf(f) >= 0 {
				r.fuels = append(r.fuels, f)
				if left := x.j.s.ID(x.j.s.Info[f].FuelLeaves); left >= 0 {
					r.rowOf(left)
				}
			}
		}
	}
	r.build(wants)
	return r.Feasible()
}

// scarceWay says whether a way makes or takes anything scarce.
func (x *search) scarceWay(wi int32) bool {
	w := &x.j.s.Ops[wi]
	return !x.free(w.Out) || slices.ContainsFunc(w.Leaves, func(l rules.Amount) bool { return !x.free(l.Item) })
}

// relaxation is the system; every item's row has a slack for what is left over.
type relaxation struct {
	x    *search
	ways []int32
	// row numbers the scarce items.
	row   map[int32]int
	items []int32
	// fuels are what may be burnt, when fuel is counted and scarce.
	fuels []int32
	simplex.Tableau
}

func (r *relaxation) rowOf(item int32) int {
	if r.x.free(item) || !r.x.avail[item] {
		return -1
	}
	if k, ok := r.row[item]; ok {
		return k
	}
	r.row[item] = len(r.items)
	r.items = append(r.items, item)
	return len(r.items) - 1
}

// mostCells bounds the size of the system.
const mostCells = 400_000

// build writes the system down; it has no rows when it would be too large.
func (r *relaxation) build(wants []want) {
	n, columns := r.size(wants)
	if n*(columns+n) > mostCells {
		r.Rows = nil
		return
	}
	r.Rows, r.Bound, r.Slack = make([][]float64, n), make([]float64, n), make([]int, n)
	for k := range r.Rows {
		r.Rows[k], r.Slack[k] = make([]float64, columns), -1
	}
	next, sum := len(r.ways), len(r.items)
	give := func(item int32, column int, amount float64) {
		if k := r.rowOf(item); k >= 0 {
			r.Rows[k][column] += amount
		}
	}
	// choose shares amount of column (or of the bound, for -1) over alternatives.
	// An alternative that is free or cannot be had has no row and costs nothing or
	// everything.
	choose := func(alts []int32, column int, amount float64) {
		if len(alts) == 1 {
			if column >= 0 {
				give(alts[0], column, -amount)
			} else if k := r.rowOf(alts[0]); k >= 0 {
				r.Bound[k] += amount
			}
			return
		}
		if column >= 0 {
			r.Rows[sum][column] = amount
		} else {
			r.Bound[sum] = -amount
		}
		for _, a := range alts {
			if r.x.free(a) || r.x.avail[a] {
				r.Rows[sum][next] = -1
				give(a, next, -1)
			}
			next++
		}
		sum++
	}
	for c, wi := range r.ways {
		w := &r.x.j.s.Ops[wi]
		give(w.Out, c, float64(max(w.N, 1)))
		for _, l := range w.Leaves {
			give(l.Item, c, float64(l.N))
		}
		for _, in := range w.Takes {
			choose(in.Alts, c, float64(in.Count))
		}
	}
	var stations []int32
	for i := range wants {
		w := &wants[i]
		whole, station := r.whole(w)
		choose(w.ids, -1, float64(whole))
		if k := r.stationRow(station); k >= 0 && !slices.Contains(stations, station) {
			stations = append(stations, station)
			r.Bound[k]++ // one serves all
		}
	}
	if r.x.pooled {
		for c, wi := range r.ways {
			if r.x.j.s.Ops[wi].Kind == game.Smelt {
				r.Rows[sum][c] = -rules.SmeltTicks
			}
		}
		for _, f := range r.fuels {
			r.Rows[sum][next] = float64(r.x.j.s.Info[f].FuelTicks)
			give(f, next, -1)
			if left := r.x.j.s.ID(r.x.j.s.Info[f].FuelLeaves); left >= 0 {
				give(left, next, 1)
			}
			next++
		}
		r.Rows[sum][next], r.Slack[sum] = -1, next // fire that is left
		next++
	}
	for k, item := range r.items {
		r.Rows[k][next], r.Slack[k] = -1, next // what is left over
		next++
		r.Bound[k] -= float64(r.x.j.have[item])
	}
}

// size is how many rows and columns the system has: a row an item and a choice among
// alternatives, one for the fire; a column a way, an alternative, a fuel, and what is left.
func (r *relaxation) size(wants []want) (rows, columns int) {
	rows, columns = len(r.items), len(r.ways)+len(r.items)
	count := func(alts []int32) {
		if len(alts) > 1 {
			rows++
			columns += len(alts)
		}
	}
	for _, wi := range r.ways {
		for _, in := range r.x.j.s.Ops[wi].Takes {
			count(in.Alts)
		}
	}
	for _, w := range wants {
		count(w.ids)
	}
	if r.x.pooled {
		rows++
		columns += len(r.fuels) + 1
	}
	return rows, columns
}

// whole is how many of a want there must be when batches are not divided: of
// something that only one way makes, and not in circles. That way's station must
// be set up too, when it is not at hand; -1 for none.
func (r *relaxation) whole(w *want) (count, station int32) {
	count, station = int32(w.Count), -1
	if len(w.ids) != 1 || w.missing == 0 || r.x.free(w.ids[0]) || r.x.j.s.cyclic[w.ids[0]] || r.x.canBurnFor(w.ids[0]) {
		return count, station
	}
	item := w.ids[0]
	only := int32(-1)
	for _, list := range [...][]int32{r.x.j.s.waysTo[item], r.x.j.s.byproductOf[item]} {
		for _, wi := range list {
			if !r.x.viable(wi) {
				continue
			}
			if only >= 0 {
				return count, station
			}
			only = wi
		}
	}
	if only < 0 || r.x.j.s.Ops[only].Out != item {
		return count, station
	}
	way := &r.x.j.s.Ops[only]
	n := max(way.N, 1)
	count = r.x.j.have[item] + (w.missing+n-1)/n*n
	if !r.x.j.atHand(way) && !slices.ContainsFunc(way.Kin, func(k int32) bool { return r.x.avail[k] }) {
		station = way.Station
	}
	return count, station
}

func (r *relaxation) stationRow(station int32) int {
	if station < 0 {
		return -1
	}
	if k, ok := r.row[station]; ok {
		return k
	}
	return -1
}
