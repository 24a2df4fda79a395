// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"
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
			p = j.wholePrice(i, n, 0)
		}
		if best < 0 || p < price {
			best, price = i, p
		}
	}
	return best
}

// deepestChain bounds how far ingredients are followed.
const deepestChain = 24

// wholePrice is what so many of an item cost in seconds, each source, tool and
// station on the way paid in full, but once.
func (j *job) wholePrice(item, n int32, depth int) float64 {
	if n -= max(j.surplus(item), 0); n <= 0 {
		return heldPrice
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
	w := &j.s.Ops[best]
	k := batchesFor(w, n)
	sum := float64(k) * w.Unit
	if !slices.Contains(j.walked, best) {
		j.walked = append(j.walked, best)
		sum += j.c.search[best]
		if w.Tools != nil && !slices.ContainsFunc(w.Tools, func(t int32) bool { return j.have[t] > 0 }) {
			if t := j.c.cheapest(w.Tools); t >= 0 {
				sum += j.wholePrice(t, 1, depth+1)
			}
		}
		if !j.stationReady(w) {
			sum += j.wholePrice(j.stationFor(w), 1, depth+1)
		}
	}
	if seed := w.Plants(); seed >= 0 {
		sum += j.wholePrice(seed, 1, depth+1)
	}
	for _, in := range w.Takes {
		part := j.c.cheapest(in.Alts)
		for _, a := range in.Alts {
			if j.reach[a] && j.surplus(a) >= k*in.Count {
				part = a
				break
			}
		}
		if part < 0 {
			return math.Inf(1)
		}
		sum += j.wholePrice(part, k*in.Count, depth+1)
	}
	return sum
}
