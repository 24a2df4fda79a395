// SPDX-License-Identifier: MIT

package closed

import (
	"math"
	"math/bits"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/simplex"
)

// mostWork bounds the cells of all systems looked at, some tens of milliseconds.
const mostWork = 60_000_000

// mostBetter bounds those looked at for fewer when some numbers were found.
const mostBetter = 3_000_000

// term is one unknown: the batches of a craft or smelt, what a part takes of one
// alternative, or the pieces of a fuel.
type term struct {
	deed, way, part int
	item            int32
	fuel            int32
}

// program is a closed problem as a system in whole numbers, for one set of
// stations that are set up: how often each way runs, how its parts are shared out,
// how much of each fuel is burnt. When no set has a solution, neither has the
// problem. When one has, an order for it remains to be found.
type program struct {
	*compiled
	terms []term
	// rows of items, of the fire, of parts and wants that are shared out: sum of
	// the terms at least, or exactly, what is needed.
	rows  [][]float64
	least []float64
	exact []bool
}

// shareOut looks for numbers that suffice. Possible says that there are some and
// that they can be put into an order, decided that there are none at all.
func (c *compiled) shareOut() (a Answer, possible, decided bool) {
	var places []int32
	for n := range c.Deeds {
		if c.Deeds[n].Kind == game.Place && c.start.Here&c.Deeds[n].Bit == 0 {
			places = append(places, int32(n))
		}
	}
	sets := make([]uint, 1<<len(places))
	for k := range sets {
		sets[k] = uint(k)
	}
	slices.SortStableFunc(sets, func(a, b uint) int { return bits.OnesCount(a) - bits.OnesCount(b) })
	work, decided := mostWork, true
	for _, set := range sets {
		var placed []int32
		for k, d := range places {
			if set>>k&1 != 0 {
				placed = append(placed, d)
			}
		}
		p := c.program(placed)
		values, sure := p.solve(&work)
		if values != nil {
			if a, ok := p.order(values, placed); ok {
				return a, true, true
			}
			sure = false
		}
		if decided = decided && sure; work <= 0 {
			return Answer{}, false, false
		}
	}
	return Answer{}, false, decided
}

// program writes down the system for what stands and what is set up besides.
func (c *compiled) program(placed []int32) *program {
	p := &program{compiled: c}
	stands := c.start.Here
	p.least = make([]float64, len(c.can))
	for _, n := range placed {
		stands |= c.Deeds[n].Bit
		p.least[c.Deeds[n].Input]++
	}
	p.rows = make([][]float64, len(c.can))
	for i := range p.least {
		p.least[i] -= float64(c.start.Held[i])
	}
	p.exact = make([]bool, len(c.can))
	fire := -1
	if len(c.Fuels) > 0 {
		fire = p.row(0, false)
		for _, f := range c.Fuels {
			col := p.column(term{deed: -1, fuel: f})
			p.rows[fire][col] = float64(c.ticks(f))
			p.rows[f][col]--
			if left := c.leaves(f); left >= 0 {
				p.rows[left][col]++
			}
		}
	}
	for n := range c.Deeds {
		d := &c.Deeds[n]
		if d.Kind == game.Smelt && d.Bit&stands != 0 {
			col := p.column(term{deed: n, part: -1, fuel: -1})
			p.rows[d.Input][col]--
			p.rows[d.Out][col]++
			if fire >= 0 {
				p.rows[fire][col] = -rules.SmeltTicks
			}
		}
		for k, w := range d.Ops {
			if w.Crafts() && (w.Bits == 0 || w.Bits&stands != 0) {
				p.craft(n, k)
			}
		}
	}
	for _, w := range c.Wants {
		if w.Via >= 0 {
			by := p.rows[p.row(float64(w.Missing), false)]
			for col, t := range p.terms {
				if t.deed == int(w.Via) && t.part < 0 {
					by[col] = float64(c.Deeds[t.deed].Ops[t.way].N)
				}
			}
		}
		if len(w.Alts) == 1 {
			p.least[w.Alts[0]] += float64(w.Count)
			continue
		}
		p.oneOf(p.row(float64(w.Count), true), w.Alts, term{deed: -1, fuel: -1})
	}
	return p
}

// column adds what may happen a number of times.
func (p *program) column(t term) int {
	p.terms = append(p.terms, t)
	for k := range p.rows {
		p.rows[k] = append(p.rows[k], 0)
	}
	return len(p.terms) - 1
}

// row adds what must come to at least so many, or to exactly so many.
func (p *program) row(least float64, exact bool) int {
	p.rows = append(p.rows, make([]float64, len(p.terms)))
	p.least, p.exact = append(p.least, least), append(p.exact, exact)
	return len(p.rows) - 1
}

// craft adds the k-th way of a deed: what comes of it and what it takes.
func (p *program) craft(n, k int) {
	d := &p.Deeds[n]
	w := d.Ops[k]
	col := p.column(term{deed: n, way: k, part: -1, fuel: -1})
	p.rows[d.Out][col] += float64(w.N)
	for _, l := range w.Leaves {
		p.rows[l.Item][col] += float64(l.N)
	}
	for i := range w.Takes {
		part := &w.Takes[i]
		alts := p.alts(part)
		if len(alts) == 1 {
			p.rows[alts[0]][col] -= float64(part.Count)
			continue
		}
		at := p.row(0, true)
		p.rows[at][col] = -float64(part.Count)
		p.oneOf(at, alts, term{deed: n, way: k, part: i, fuel: -1})
	}
}

// oneOf adds, for each of the items that a row may be filled with, how many of it are.
func (p *program) oneOf(row int, items []int32, t term) {
	for _, t.item = range items {
		col := p.column(t)
		p.rows[row][col] = 1
		p.rows[t.item][col]--
	}
}

// solve looks for whole numbers by branch and bound, few rather than many: nil when none were
// found, and sure when there are none.
func (p *program) solve(work *int) (best []float64, sure bool) {
	t := p.tableau()
	ok := t.Feasible()
	if ok {
		t.Least(len(p.terms))
	}
	if *work -= t.Work; !ok {
		return nil, true
	}
	sure = true
	least, enough := math.Inf(1), 0
	for stack := []*simplex.Tableau{t}; len(stack) > 0; {
		if *work <= enough {
			return best, best != nil
		}
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		values, sum := t.Values(len(p.terms)), 0.0
		for _, v := range values {
			sum += v
		}
		if sum > least-1+1e-6 {
			continue
		}
		at := p.broken(values)
		if at < 0 {
			best, least, enough = values, sum, max(*work-mostBetter, 0)
			continue
		}
		down := math.Floor(values[at])
		for _, upper := range [...]bool{false, true} {
			n := down
			if !upper {
				n++
			}
			next, ok, certain := t.Limited(at, upper, n)
			*work -= next.Work
			if ok {
				stack = append(stack, next)
			}
			sure = sure && (ok || certain)
		}
	}
	return best, best != nil || sure
}

// broken is the first unknown that is no whole number, batches before shares; -1
// for none.
func (p *program) broken(values []float64) int {
	at := -1
	for k, v := range values {
		if math.Abs(v-math.Round(v)) < 1e-6 {
			continue
		}
		if t := &p.terms[k]; t.deed >= 0 && t.part < 0 {
			return k
		}
		if at < 0 {
			at = k
		}
	}
	return at
}

// tableau is the system without whole numbers.
func (p *program) tableau() *simplex.Tableau {
	n := len(p.rows)
	columns := len(p.terms) + n
	t := &simplex.Tableau{Rows: make([][]float64, n), Bound: slices.Clone(p.least), Slack: make([]int, n)}
	for k := range t.Rows {
		t.Rows[k], t.Slack[k] = make([]float64, columns), -1
		copy(t.Rows[k], p.rows[k])
		if !p.exact[k] {
			t.Slack[k] = len(p.terms) + k
			t.Rows[k][t.Slack[k]] = -1
		}
	}
	return t
}
