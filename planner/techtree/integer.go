package techtree

import (
	"math"
	"math/bits"
	"slices"

	"github.com/minehand/minehand/game"
)

// A closed problem as a system in whole numbers: how often each way runs, how its
// parts are shared out, how much of each fuel is burnt, for each set of stations
// to set up. When the system has no solution, neither has the problem. When it
// has one, an order for it remains to be found.

// mostWork bounds the cells of all systems looked at, some tens of milliseconds.
const mostWork = 60_000_000

// term is one unknown: the batches of a craft or smelt, what a part takes of one
// alternative, or the pieces of a fuel.
type term struct {
	deed, way, part int
	item            int32
	fuel            int
}

// program is the system for one set of stations.
type program struct {
	y     *yard
	terms []term
	// rows of items, of the fire, of parts and wants that are shared out: sum of
	// the terms at least, or exactly, what is needed.
	rows  [][]float64
	least []float64
	exact []bool
}

// shareOut looks for numbers that suffice. Possible says that there are some and
// that they can be put into an order, decided that there are none at all.
func (y *yard) shareOut() (a Answer, possible, decided bool) {
	var places []int32
	for n := range y.deeds {
		if y.deeds[n].kind == game.Place && y.start[y.standAt]&y.deeds[n].bit == 0 {
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
		p := y.program(placed)
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
func (y *yard) program(placed []int32) *program {
	p := &program{y: y}
	stands := y.start[y.standAt]
	need := make([]float64, len(y.items))
	for _, n := range placed {
		stands |= y.deeds[n].bit
		need[y.deeds[n].input]++
	}
	p.rows = make([][]float64, len(y.items))
	for i := range need {
		need[i] -= float64(y.start[i])
	}
	column := func(t term) int {
		p.terms = append(p.terms, t)
		for k := range p.rows {
			p.rows[k] = append(p.rows[k], 0)
		}
		return len(p.terms) - 1
	}
	row := func(least float64, exact bool) []float64 {
		p.rows = append(p.rows, make([]float64, len(p.terms)))
		need, p.exact = append(need, least), append(p.exact, exact)
		return p.rows[len(p.rows)-1]
	}
	p.exact = make([]bool, len(y.items))
	fire := -1
	if len(y.fuels) > 0 {
		row(0, false)
		fire = len(p.rows) - 1
		for f, u := range y.fuels {
			c := column(term{deed: -1, fuel: f})
			p.rows[fire][c] = float64(u.ticks)
			p.rows[u.item][c]--
			if u.leaves >= 0 {
				p.rows[u.leaves][c]++
			}
		}
	}
	for n := range y.deeds {
		d := &y.deeds[n]
		if d.kind == game.Smelt && d.bit&stands != 0 {
			c := column(term{deed: n, part: -1, fuel: -1})
			p.rows[d.input][c]--
			p.rows[d.out][c]++
			if fire >= 0 {
				p.rows[fire][c] = -smeltTicks
			}
		}
		for k := range d.ways {
			w := &d.ways[k]
			if w.bits != 0 && w.bits&stands == 0 {
				continue
			}
			c := column(term{deed: n, way: k, part: -1, fuel: -1})
			p.rows[d.out][c] += float64(w.n)
			for _, l := range w.leaves {
				p.rows[l.item][c] += float64(l.n)
			}
			for i, part := range w.parts {
				if len(part.alts) == 1 {
					p.rows[part.alts[0]][c] -= float64(part.count)
					continue
				}
				row(0, true)[c] = -float64(part.count)
				at := len(p.rows) - 1
				for _, a := range part.alts {
					s := column(term{deed: n, way: k, part: i, item: a, fuel: -1})
					p.rows[at][s] = 1
					p.rows[a][s]--
				}
			}
		}
	}
	for _, w := range y.wants {
		if len(w.alts) == 1 {
			need[w.alts[0]] += float64(w.count)
			continue
		}
		row(float64(w.count), true)
		at := len(p.rows) - 1
		for _, a := range w.alts {
			s := column(term{deed: -1, fuel: -1, item: a})
			p.rows[at][s] = 1
			p.rows[a][s]--
		}
	}
	p.least = need
	return p
}

// solve looks for whole numbers by branch and bound: nil when none were found,
// and sure when there are none.
func (p *program) solve(work *int) (values []float64, sure bool) {
	t := p.tableau()
	ok := t.feasible()
	if ok {
		t.least(len(p.terms))
	}
	if *work -= t.work; !ok {
		return nil, true
	}
	sure = true
	for stack := []*tableau{t}; len(stack) > 0; {
		if *work <= 0 {
			return nil, false
		}
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		values := make([]float64, len(p.terms))
		for k, b := range t.basis {
			if b >= 0 && b < len(values) {
				values[b] = t.bound[k]
			}
		}
		at := p.broken(values)
		if at < 0 {
			return values, true
		}
		down := math.Floor(values[at])
		for _, upper := range [...]bool{false, true} {
			n := down
			if !upper {
				n++
			}
			next, ok, certain := t.limited(at, upper, n)
			*work -= next.work + len(next.rows)*len(next.cost)
			if ok {
				stack = append(stack, next)
			}
			sure = sure && (ok || certain)
		}
	}
	return nil, sure
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
func (p *program) tableau() *tableau {
	n := len(p.rows)
	columns := len(p.terms) + n
	t := &tableau{rows: make([][]float64, n), bound: slices.Clone(p.least), slack: make([]int, n)}
	for k := range t.rows {
		t.rows[k], t.slack[k] = make([]float64, columns), -1
		copy(t.rows[k], p.rows[k])
		if !p.exact[k] {
			t.slack[k] = len(p.terms) + k
			t.rows[k][t.slack[k]] = -1
		}
	}
	return t
}
