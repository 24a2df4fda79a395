// SPDX-License-Identifier: MIT

package techtree

import (
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// worthIt is how many seconds another plan must save to be taken: of plans that
// cost about the same the first, which is the usual one, stays.
const worthIt = 0.5

// carried is how many seconds each station must save that is made anew, beside the first of
// them: a player leaves one behind where he has the wood for another, and carries it from
// then on.
const carried = 5

// fresh forgets what a round asked for, before a plan of another policy.
func (j *job) fresh(whole bool) {
	clear(j.extra)
	clear(j.ownStation[:])
	j.whole, j.looks, j.furnaces = whole, 0, 0
}

// errDearer: the ways take longer than a plan that is known.
var errDearer = errors.New("the ways take longer than a plan that is known")

// least is how many seconds the ways take at least, in whatever order; 0 where that
// need not be known.
func (j *job) least() float64 {
	if j.limit == 0 {
		return 0
	}
	sum := 0.0
	for _, placed := range j.placed {
		if placed {
			sum += rules.PlaceSeconds
		}
	}
	for _, wi := range j.ways {
		if k := j.batches[wi]; k > 0 && j.s.Ops[wi].Plants() < 0 {
			sum += j.time(wi, k, j.furnaces)
		}
	}
	return sum
}

// givenBack is an item that crafts give back, how many in all and how many at once.
type givenBack struct{ item, all, atOnce int32 }

// inGoes are the items that a plan uses again, since what gives them back is crafted in several
// goes.
func (j *job) inGoes(a Answer) (list []givenBack) {
	for _, wi := range j.ways {
		w := &j.s.Ops[wi]
		for _, l := range w.Leaves {
			b := givenBack{item: l.Item}
			for i := range a.Steps {
				if act := &a.Steps[i].Action; w.Crafts() && act.Kind == w.Kind && act.Recipe == w.Subject {
					n := l.N * batchesFor(w, int32(act.Quantity))
					b.all, b.atOnce = b.all+n, max(b.atOnce, n)
				}
			}
			if b.atOnce < b.all && !math.IsInf(j.c.price[l.Item], 1) {
				list = append(list, b)
			}
		}
	}
	return list
}

// cheaper plans by other policies and returns the plan that takes least time, the
// first unless another is better: with ways chosen by what all of them costs, each
// search, tool and station once, with more of what crafts give back, with stations made anew that the best plan takes along,
// and with several furnaces side by side. Each policy is one more round of the same bounded work.
func (j *job) cheaper(wants []want, avail []bool, first Answer) Answer {
	best, whole, made := first, false, map[int32]int32(nil)
	defer func() { j.limit = 0 }()
	try := func(by bool, extra map[int32]int32, furnaces int32, least float64) {
		j.fresh(by)
		j.furnaces = furnaces
		if j.limit = best.Seconds - least; j.bound > 0 {
			j.limit = min(j.limit, j.bound)
		}
		maps.Copy(j.extra, extra)
		if a, err := j.solve(slices.Clone(wants), avail); err == nil && a.Seconds < j.limit {
			best, whole, made = a, by, extra
		}
	}
	try(true, nil, 0, worthIt)
	for _, b := range j.inGoes(best) {
		for n, before := b.atOnce, best.Seconds; n < b.all; n *= 2 {
			if try(whole, map[int32]int32{b.item: min(2*n, b.all)}, 0, worthIt); best.Seconds == before {
				break
			}
			before = best.Seconds
		}
	}
	along, margin := map[int32]int32{}, worthIt-carried
	for i := range best.Steps {
		if a := &best.Steps[i].Action; best.Steps[i].Why.Code == takenAlong.Code && a.Kind == game.Mine {
			along[j.s.ID(a.Target)] += int32(a.Quantity)
			margin += carried * float64(a.Quantity)
		}
	}
	if len(along) > 0 {
		try(whole, along, 0, margin)
	}
	there, more := j.sideBySide(best)
	if there > 1 {
		try(whole, made, there, worthIt)
	}
	if more > max(there, 1) {
		try(whole, made, more, worthIt)
	}
	return best
}
