// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// cheapestWant is the one of several wanted items that costs least to come by so
// many of, -1 for none. The prices of costs share a search out among many, which
// is right for ingredients but not for one thing wanted: for one dye nobody walks
// to an ore.
func (j *job) cheapestWant(ids []int32, n int32) int32 {
	best, price := int32(-1), math.Inf(1)
	for _, i := range ids {
		var p float64
		if j.p.Closed || math.IsInf(j.c.price[i], 1) {
			p = j.unitPrice(i, -1, 3) * float64(n)
		} else {
			j.walked = j.walked[:0]
			p = j.wholePrice(i, n, 0, price)
		}
		if best < 0 || p < price {
			best, price = i, p
		}
	}
	return best
}

// deepestChain bounds how far ingredients are followed, deepestChoice how far their
// ways are compared: below it the best by unit prices is taken.
const (
	deepestChain  = 24
	deepestChoice = 3
	// mostLooks bounds the ways that are priced in full for one plan.
	mostLooks = 4_000
)

// wholePrice is what so many of an item cost in seconds, each source, tool and
// station on the way paid in full, but once; infinity where that is limit or more.
func (j *job) wholePrice(item, n int32, depth int, limit float64) float64 {
	if n -= max(j.surplus(item), 0); n <= 0 {
		return heldPrice
	}
	if j.whole && depth < deepestChoice && j.looks < mostLooks {
		_, price := j.wholeChoice(item, n, depth, limit)
		return price
	}
	best := j.c.best[item]
	if j.reach[item] {
		for _, wi := range j.s.waysTo[item] {
			if w := &j.s.Ops[wi]; !w.Gathers() && j.c.open[wi] && j.suffice(wi, batchesFor(w, n)) {
				best = wi
				break
			}
		}
	}
	if best < 0 || depth > deepestChain {
		return math.Inf(1)
	}
	return j.wholeWay(j.bottles(best, item, n), n, depth, limit)
}

// bottles is a way of brewing in as few bottles as there are to be; any other way stays.
func (j *job) bottles(way, item, n int32) int32 {
	w, best := &j.s.Ops[way], way
	if w.Charge == 0 || n >= w.N {
		return way
	}
	for _, wi := range j.s.waysTo[item] {
		if one := &j.s.Ops[wi]; one.N == 1 && one.Takes[1].Alts[0] == w.Takes[1].Alts[0] {
			best = wi
		}
	}
	return best
}

// wholeChoice is the way to so many of an item that costs least in full and less
// than a limit, -1 for none. What is paid on the way to it counts as paid from then
// on.
func (j *job) wholeChoice(item, n int32, depth int, limit float64) (best int32, price float64) {
	if slices.Contains(j.chain, item) {
		return -1, math.Inf(1)
	}
	j.chain = append(j.chain, item)
	// The one that is best by unit prices bounds the others.
	best, price = j.leastOf(j.c.best[item], j.s.waysTo[item], limit, func(wi int32, limit float64) float64 {
		if !j.c.open[wi] || j.circles(wi, item) {
			return math.Inf(1)
		}
		return j.wholeWay(wi, n, depth, limit)
	})
	j.chain = j.chain[:len(j.chain)-1]
	return best, price
}

// leastOf is what costs least of a list, and less than a limit: the usual one is
// priced first. It is -1 and infinity for none. What is paid for it counts as paid
// from then on.
func (j *job) leastOf(usual int32, list []int32, limit float64, cost func(id int32, limit float64) float64) (best int32, price float64) {
	best, price = -1, limit
	mark := len(j.walked)
	var walk []int32
	try := func(id int32) {
		if p := cost(id, price); p < price-1e-9 {
			best, price = id, p
			walk = append(walk[:0], j.walked[mark:]...)
		}
		j.walked = j.walked[:mark]
	}
	if usual >= 0 {
		try(usual)
	}
	for _, id := range list {
		if id != usual {
			try(id)
		}
	}
	if best < 0 {
		price = math.Inf(1)
	}
	j.walked = append(j.walked, walk...)
	return best, price
}

// circles says that a way makes an item out of what is made of it, where there is
// none of that yet.
func (j *job) circles(wi, item int32) bool {
	if wi == j.c.best[item] || !j.s.cyclic[item] {
		return false
	}
	for _, in := range j.s.Ops[wi].Takes {
		if !slices.ContainsFunc(in.Alts, func(a int32) bool { return !j.s.cyclic[a] || j.c.rank[a] < j.c.rank[item] || j.surplus(a) > 0 }) {
			return true
		}
	}
	return false
}

// wholeWay is what so many of its item cost by a way; infinity where that is limit
// or more.
func (j *job) wholeWay(wi, n int32, depth int, limit float64) float64 {
	j.looks++
	w := &j.s.Ops[wi]
	k := batchesFor(w, n)
	sum := float64(k) * w.Unit
	if w.Kind == game.Smelt {
		sum = rules.Fullest(k, j.furnaces) * w.Unit
	}
	if w.Crafts() {
		sum += rules.CraftSeconds
	}
	if j.batches[wi] == 0 && !slices.Contains(j.walked, wi) {
		j.walked = append(j.walked, wi)
		sum += j.c.search[wi]
	}
	sum += (w.Searches(j.batches[wi]+k) - w.Searches(j.batches[wi])) * w.Setup
	if sum >= limit {
		return math.Inf(1)
	}
	if j.c.abroad[wi] {
		sum += j.wholeTrip(depth, limit-sum)
	}
	if w.Tools != nil && !slices.ContainsFunc(w.Tools, func(t int32) bool { return j.have[t] > 0 || j.made[t] > 0 || j.kept[t] > 0 }) {
		if t := j.c.cheapest(w.Tools); t >= 0 && !slices.Contains(j.walked, -1-t) {
			j.walked = append(j.walked, -1-t)
			sum += j.wholePrice(t, 1, depth+1, limit-sum)
		}
	}
	if sum < limit && !j.stationReady(w) {
		if station := j.stationFor(w); !slices.Contains(j.walked, -1-station) {
			j.walked = append(j.walked, -1-station)
			sum += rules.PlaceSeconds + j.wholePrice(station, 1, depth+1, limit-sum)
		}
	}
	if seed := w.Plants(); seed >= 0 && sum < limit {
		sum += j.wholePrice(seed, 1, depth+1, limit-sum)
	}
	if w.Charge > 0 && sum < limit && !slices.Contains(j.walked, -1-j.s.BrewFuel) {
		if fuel := j.s.Fires(j.brewed+k) - j.s.Fires(j.brewed); fuel > 0 {
			j.walked = append(j.walked, -1-j.s.BrewFuel)
			sum += j.wholePrice(j.s.BrewFuel, fuel, depth+1, limit-sum)
		}
	}
	for _, in := range w.Takes {
		if sum >= limit {
			return math.Inf(1)
		}
		sum += j.wholePart(in, k*in.Count, depth, limit-sum)
	}
	return sum
}

// wholePart is what so many of an ingredient cost; infinity where that is limit or
// more.
func (j *job) wholePart(in rules.Part, n int32, depth int, limit float64) float64 {
	usual := j.c.cheapest(in.Alts)
	if len(in.Alts) > 1 {
		for _, a := range in.Alts {
			if j.reach[a] && j.surplus(a) >= n {
				return heldPrice
			}
		}
		if j.whole && depth < deepestChoice-1 && j.looks < mostLooks {
			_, price := j.leastOf(usual, in.Alts, limit, func(a int32, limit float64) float64 {
				if math.IsInf(j.c.price[a], 1) {
					return math.Inf(1)
				}
				return j.wholePrice(a, n, depth+1, limit)
			})
			return price
		}
	}
	if usual < 0 {
		return math.Inf(1)
	}
	return j.wholePrice(usual, n, depth+1, limit)
}
