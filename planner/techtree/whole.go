// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

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
	mostLooks = 3_000
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
	if w := &j.s.Ops[best]; w.Charge > 0 && n < w.N { // bottle by bottle
		for _, wi := range j.s.waysTo[item] {
			if one := &j.s.Ops[wi]; one.N == 1 && one.Takes[1].Alts[0] == w.Takes[1].Alts[0] {
				best = wi
			}
		}
	}
	return j.wholeWay(best, n, depth, limit)
}

// wholeChoice is the way to so many of an item that costs least in full and less
// than a limit, -1 for none. What is paid on the way to it counts as paid from then
// on.
func (j *job) wholeChoice(item, n int32, depth int, limit float64) (best int32, price float64) {
	best, price = -1, limit
	if slices.Contains(j.chain, item) {
		return best, math.Inf(1)
	}
	j.chain = append(j.chain, item)
	mark := len(j.walked)
	var walk []int32
	try := func(wi int32) {
		if !j.c.open[wi] || j.circles(wi, item) {
			return
		}
		p := j.wholeWay(wi, n, depth, price)
		if p < price-1e-9 {
			best, price = wi, p
			walk = append(walk[:0], j.walked[mark:]...)
		}
		j.walked = j.walked[:mark]
	}
	// The one that is best by unit prices bounds the others.
	usual := j.c.best[item]
	if usual >= 0 {
		try(usual)
	}
	for _, wi := range j.s.waysTo[item] {
		if wi != usual {
			try(wi)
		}
	}
	j.walked = append(j.walked, walk...)
	j.chain = j.chain[:len(j.chain)-1]
	if best < 0 {
		price = math.Inf(1)
	}
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
	if w.Crafts() {
		sum += rules.CraftSeconds
	}
	if j.batches[wi] == 0 && !slices.Contains(j.walked, wi) {
		j.walked = append(j.walked, wi)
		sum += j.c.search[wi] * w.Searches(k)
	}
	sum += j.wholeTrip(w, depth, limit-sum)
	if sum >= limit {
		return math.Inf(1)
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
	fuel := j.s.Fires(j.brewed+k) - j.s.Fires(j.brewed)
	if w.Charge > 0 && fuel > 0 && sum < limit && !slices.Contains(j.walked, -1-j.s.BrewFuel) {
		j.walked = append(j.walked, -1-j.s.BrewFuel)
		sum += j.wholePrice(j.s.BrewFuel, fuel, depth+1, limit-sum)
	}
	for _, in := range w.Takes {
		if sum >= limit {
			return math.Inf(1)
		}
		part := j.wholePart(in, k*in.Count, depth, limit-sum)
		if part < 0 {
			return math.Inf(1)
		}
		sum += j.wholePrice(part, k*in.Count, depth+1, limit-sum)
	}
	return sum
}

// wholePart is the alternative of an ingredient that is priced.
func (j *job) wholePart(in rules.Part, n int32, depth int, limit float64) int32 {
	if len(in.Alts) == 1 {
		return j.c.cheapest(in.Alts)
	}
	for _, a := range in.Alts {
		if j.reach[a] && j.surplus(a) >= n {
			return a
		}
	}
	if !j.whole || depth >= deepestChoice-1 || j.looks >= mostLooks {
		return j.c.cheapest(in.Alts)
	}
	best, price, mark := j.c.cheapest(in.Alts), limit, len(j.walked)
	try := func(a int32) {
		p := j.wholePrice(a, n, depth+1, price)
		j.walked = j.walked[:mark]
		if p < price-1e-9 {
			best, price = a, p
		}
	}
	if best >= 0 {
		try(best)
	}
	for _, a := range in.Alts {
		if !math.IsInf(j.c.price[a], 1) {
			try(a)
		}
	}
	return best
}
