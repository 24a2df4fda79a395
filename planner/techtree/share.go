// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/planner/rules"
)

// share takes n of an ingredient out of its alternatives: what is over first,
// as a body would take it, then the cheapest to make.
func (j *job) share(wi int32, slot int16, in rules.Part, n, whyFor int32) {
	if len(in.Alts) == 1 {
		j.take(wi, slot, in.Alts[0], n, whyFor)
		return
	}
	out := j.s.Ops[wi].Out
	n = rules.Plentiful(
		in.Alts, n,
		func(item int32) int32 { return j.spare(item, out) },
		func(item, k int32) { j.take(wi, slot, item, k, whyFor) },
	)
	var used []int32 // scarce alternatives that gave all they could
	for n > 0 {
		best := j.cheapestOf(in.Alts, n, out, used)
		if best < 0 {
			best = in.Alts[0]
			used = used[:0]
		}
		k := n
		if math.IsInf(j.c.price[best], 1) && len(used) < len(in.Alts)-1 {
			k = min(n, j.squeeze(best, n))
			used = append(used, best)
		}
		if k > 0 {
			j.take(wi, slot, best, k, whyFor)
		}
		n -= k
	}
}

// cheapestOf is the alternative that costs least to make, -1 for none left.
func (j *job) cheapestOf(alts []int32, n, out int32, not []int32) int32 {
	best, price := int32(-1), math.Inf(1)
	circular := func(a int32) bool { return j.c.rank[a] >= j.c.rank[out] && j.s.cyclic[a] && j.s.cyclic[out] }
	all := !slices.ContainsFunc(alts, func(a int32) bool { return !slices.Contains(not, a) && !circular(a) })
	for _, a := range alts {
		if slices.Contains(not, a) || !all && circular(a) {
			continue // used up, or made of what it is to be used for
		}
		if unit := j.costFor(a, n, out, price); unit < price || best < 0 {
			best, price = a, unit
		}
	}
	return best
}

// costFor is what an alternative for an item costs, as exactly as there is time for; infinity
// where that is limit or more.
func (j *job) costFor(a, n, out int32, limit float64) float64 {
	unit := j.c.price[a]
	if !j.stockIsEmpty {
		unit = j.unitPrice(a, out, 2)
	}
	if j.whole && j.looks < mostLooks && !math.IsInf(j.c.price[a], 1) {
		j.walked, j.chain = j.walked[:0], append(j.chain[:0], out)
		unit = j.wholePrice(a, n, 1, limit)
	}
	if b := j.c.best[a]; b >= 0 && j.batches[b] > 0 {
		unit *= 0.9 // one kind of wood is better than two
	}
	return unit
}

// squeeze makes up to n of a scarce item out of what is held at once, so that
// nobody else counts on it, and returns how many there are.
func (j *job) squeeze(item, n int32) int32 {
	for j.surplus(item) < n {
		wi, _ := j.choose(item, n-j.surplus(item))
		if wi < 0 || j.steps > mostSteps || !j.suffice(wi, 1) {
			break
		}
		j.steps++
		k := max(1, (n-j.surplus(item))/max(j.s.Ops[wi].N, 1)/manyGoes)
		for k > 1 && !j.suffice(wi, k) {
			k /= 2
		}
		j.run(wi, k)
	}
	return max(j.surplus(item), 0)
}

// suffice says that k batches of a way can be made of what is over.
func (j *job) suffice(wi, k int32) bool {
	for _, in := range j.s.Ops[wi].Takes {
		over := int32(0)
		for _, a := range in.Alts {
			over += max(j.surplus(a), 0)
		}
		if over < k*in.Count {
			return false
		}
	}
	return true
}

// spare is how much of an item is over for making another. What is only made
// counts when it can be made before that other: the table is not built of the
// planks that a table is needed for.
func (j *job) spare(item, out int32) int32 {
	over := j.surplus(item)
	if j.made[item] > 0 && j.c.rank[item] >= j.c.rank[out] {
		over = min(over, j.have[item]-j.spent[item]-j.kept[item])
	}
	return over
}
