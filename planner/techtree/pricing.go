// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/planner/rules"
)

// choose finds the way with the lowest price for more of an item and how many
// batches of it to take.
func (j *job) choose(item, missing int32) (way, batches int32) {
	if j.whole && j.looks < mostLooks && !math.IsInf(j.c.price[item], 1) {
		j.walked, j.chain = j.walked[:0], j.chain[:0]
		if wi, _ := j.wholeChoice(item, missing, 0, math.Inf(1)); wi >= 0 {
			return wi, batchesFor(&j.s.Ops[wi], missing)
		}
	}
	best := j.c.best[item]
	price := j.c.price[item]
	fromStock := int32(0)
	if !j.stockIsEmpty && j.reach[item] {
		for _, wi := range j.s.waysTo[item] {
			w := &j.s.Ops[wi]
			if w.Gathers() || !j.c.open[wi] || wi == j.c.best[item] && j.chainFree(w) {
				continue
			}
			unit, k := j.stockPrice(w, item, 3)
			if unit < price-1e-9 {
				best, price, fromStock = wi, unit, k
			}
		}
	}
	if best < 0 || math.IsInf(price, 1) {
		return -1, 0
	}
	w := &j.s.Ops[best]
	k := batchesFor(w, missing)
	if fromStock > 0 && fromStock < k {
		k = fromStock
	}
	return best, k
}

// chainFree says that nothing of a way's ingredients can come from the stock.
func (j *job) chainFree(w *rules.Op) bool {
	for _, in := range w.Takes {
		for _, a := range in.Alts {
			if j.reach[a] {
				return false
			}
		}
	}
	return true
}

// batchesFor is how many batches of a way bring so many items.
func batchesFor(w *rules.Op, missing int32) int32 {
	if w.N > 0 {
		return (missing + w.N - 1) / w.N
	}
	return int32(math.Ceil(float64(missing) / w.Mean))
}

// stockPrice is what one more item costs by a way when the stock is used, and
// how many batches the stock has for it at that price (0 for no limit).
func (j *job) stockPrice(w *rules.Op, item int32, depth int) (float64, int32) {
	sum := w.Unit
	limit := int32(0)
	if !j.stationReady(w) {
		switch station := j.stationFor(w); {
		case j.c.noPlace:
			return math.Inf(1), 0
		case j.surplus(station) > 0:
			sum++
		default:
			sum += j.unitPrice(station, item, 0) * shareOfTool
		}
	}
	for _, in := range w.Takes {
		least, lim := math.Inf(1), int32(0)
		for _, a := range in.Alts {
			if a == item {
				continue
			}
			over := min(max(j.spare(a, item), 0), in.Count)
			price := float64(over) * heldPrice
			if over < in.Count {
				price += float64(in.Count-over) * j.makePrice(a, item, depth)
			}
			if price < least {
				least = price
				lim = 0
				if over == in.Count {
					lim = j.spare(a, item) / in.Count
				} else if price < float64(in.Count)*j.c.price[a] {
					lim = 1
					if most := j.makes(a, item); most > 1 {
						lim = max(1, most/manyGoes/in.Count)
					}
				}
			}
		}
		if lim > 0 && (limit == 0 || lim < limit) {
			limit = lim
		}
		sum += least
	}
	return sum / w.Mean, limit
}

// manyGoes is in how many goes at least a stock is used up that has to be made
// into something first, so that what else it may serve for is looked at between.
const manyGoes = 64

// makes is how much of an item can be made at once out of what is over, for use in
// another.
func (j *job) makes(item, out int32) int32 {
	most := int32(0)
	for _, wi := range j.s.waysTo[item] {
		w := &j.s.Ops[wi]
		if w.Gathers() || !j.c.open[wi] || takesItem(w, out) {
			continue
		}
		batches := int32(math.MaxInt32)
		for _, in := range w.Takes {
			held := int32(0)
			for _, a := range in.Alts {
				held = max(held, j.spare(a, item))
			}
			batches = min(batches, held/in.Count)
		}
		if len(w.Takes) > 0 {
			most = max(most, batches*w.N)
		}
	}
	return most
}

// heldPrice is the price of what is held anyway.
const heldPrice = 0.01

// unitPrice is what one more of an item costs, looking a few ways deep into
// what the stock can be made into.
func (j *job) unitPrice(item, avoid int32, depth int) float64 {
	if j.surplus(item) > 0 {
		return heldPrice
	}
	return j.makePrice(item, avoid, depth)
}

// makePrice is what it costs to make one more of an item.
func (j *job) makePrice(item, avoid int32, depth int) float64 {
	price := j.c.price[item]
	if depth == 0 || !j.reach[item] {
		return price
	}
	key := uint64(item)<<40 | uint64(uint32(avoid))<<8 | uint64(depth)
	if known, ok := j.priced[key]; ok {
		return known
	}
	for _, wi := range j.s.waysTo[item] {
		w := &j.s.Ops[wi]
		if w.Gathers() || !j.c.open[wi] || takesItem(w, avoid) {
			continue
		}
		unit, _ := j.stockPrice(w, item, depth-1)
		price = min(price, unit)
	}
	j.priced[key] = price
	return price
}

func takesItem(w *rules.Op, item int32) bool {
	return slices.ContainsFunc(w.Takes, func(in rules.Part) bool { return len(in.Alts) == 1 && in.Alts[0] == item })
}
