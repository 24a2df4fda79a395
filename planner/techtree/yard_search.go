package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Bounds on the states looked at: beside a plan that a body would spoil, and to
// decide by trying everything. Either takes some tens of milliseconds.
const (
	mostBeside = 10_000
	mostTried  = 10_000
)

// trial is a search through the states of a yard.
type trial struct {
	y     *yard
	nodes []trialNode
	seen  map[uint64]struct{}
	found int32
}

type trialNode struct {
	row    []int32
	parent int32
	cost   int32
	m      move
	// lit are the fuels lit for a smelt.
	lit []int32
}

func newTrial(y *yard, start []int32) *trial {
	t := &trial{y: y, seen: make(map[uint64]struct{}, 256), found: -1}
	t.put(start, -1, 0, move{})
	return t
}

// put enters a state unless it was seen; it reports whether it was new.
func (t *trial) put(row []int32, parent, cost int32, m move) bool {
	key := uint64(0)
	for i, v := range row[:t.y.counted] {
		if v != 0 {
			key ^= mix(uint64(i+1)<<32 | uint64(uint32(v)))
		}
	}
	if _, ok := t.seen[key]; ok {
		return false
	}
	t.seen[key] = struct{}{}
	t.nodes = append(t.nodes, trialNode{row: row, parent: parent, cost: cost, m: m})
	if t.found < 0 && t.y.met(row) {
		t.found = int32(len(t.nodes) - 1)
	}
	return true
}

// path lists the moves to a node.
func (t *trial) path(n int32) []move {
	var moves []move
	for ; t.nodes[n].parent >= 0; n = t.nodes[n].parent {
		moves = append(moves, t.nodes[n].m)
	}
	slices.Reverse(moves)
	return moves
}

// follow looks for an order and for numbers in which a body that chooses by
// itself comes to what is wanted: the moves of the plan first, in any order, then
// others beside them, as few as possible.
func (y *yard) follow(plan []Step) ([]move, []int32, bool) {
	start := slices.Clone(y.start)
	left := int32(0)
	for i := range plan {
		m, ok := y.moveOf(&plan[i].Action)
		if !ok {
			return nil, nil, false
		}
		start[y.planAt+int(m.deed)] += m.k
		left += m.k
	}
	t := newTrial(y, start)
	// Nodes wait by what the whole would cost at least; of equals the newest
	// comes first.
	const mostExtra = 40
	var waiting [mostExtra + 1][]int32
	waiting[0] = append(waiting[0], 0)
	for extra := 0; extra <= mostExtra && t.found < 0; {
		n := len(waiting[extra]) - 1
		if n < 0 {
			extra++
			continue
		}
		at := waiting[extra][n]
		waiting[extra] = waiting[extra][:n]
		y.moves(t.nodes[at].row, func(m move, price int32) bool {
			next := slices.Clone(t.nodes[at].row)
			if !y.apply(next, &m) {
				return false
			}
			cost := t.nodes[at].cost + price
			if cost <= mostExtra && t.put(next, at, cost, m) {
				waiting[cost] = append(waiting[cost], int32(len(t.nodes)-1))
			}
			return true
		})
		if len(t.nodes) > mostBeside {
			break
		}
	}
	if t.found < 0 {
		return nil, nil, false
	}
	return t.path(t.found), t.nodes[t.found].row, true
}

// moves offers what may be done next: what a plan has left costs nothing, all
// else the more the more of it is done. Larger numbers are offered while the
// smaller can be done.
func (y *yard) moves(row []int32, offer func(m move, price int32) bool) {
	for n := range y.deeds {
		d := &y.deeds[n]
		left := row[y.planAt+n]
		if d.kind == game.Place {
			price := int32(1)
			if left > 0 {
				price = 0
			}
			if row[d.input] > 0 && row[y.standAt]&d.bit == 0 {
				offer(move{int32(n), -1, 1}, price)
			}
			continue
		}
		if d.kind == game.Smelt {
			y.smelts(row, int32(n), left, offer)
			continue
		}
		batch, price := d.ways[0].n, int32(1)
		for k := batch; ; k *= 2 {
			if k >= left && left > 0 {
				if !offer(move{int32(n), -1, left}, 0) {
					break
				}
				left = 0
				continue
			}
			p := price
			if left > 0 {
				p = 0
			}
			if !offer(move{int32(n), -1, k}, p) || k > 64*batch {
				break
			}
			price++
		}
	}
}

// smelts offers a smelt with each fuel: one, what the fuel held serves, all.
func (y *yard) smelts(row []int32, n, left int32, offer func(m move, price int32) bool) {
	d := &y.deeds[n]
	if row[d.input] == 0 || row[y.standAt]&d.bit == 0 {
		return
	}
	price, most := int32(1), row[d.input]
	if left > 0 {
		price, most = 0, min(left, most)
	}
	some := func(fuel, most int32) {
		for _, k := range [...]int32{1, most / 2, most} {
			if k > 0 {
				offer(move{n, fuel, k}, price)
			}
		}
	}
	if y.j.p.FreeFuel || !y.j.p.Fuel {
		some(-1, most)
		return
	}
	if !y.cold && row[y.burnAt] >= smeltTicks {
		some(-1, min(most, row[y.burnAt]/smeltTicks))
	}
	if !y.cold {
		price++
		some(-1, 1) // what a body chooses may be two kinds for one
		price--
	}
	for f := len(y.fuels) - 1; f >= 0; f-- {
		if u := &y.fuels[f]; row[u.item] > 0 {
			burn := row[u.item] * u.ticks
			if !y.cold {
				burn += row[y.burnAt]
			}
			some(int32(f), min(most, burn/smeltTicks))
		}
	}
}

// settle turns a plan of a closed problem into one that a body can follow which
// chooses among alternatives by itself and starts every smelt with a cold
// furnace, where there is one; where there is none, into one that it can follow
// when the fire lasts from one smelt to the next. What is left over is what such
// a body has then. A plan that no order makes safe stays as it is.
func (j *job) settle(wants []want, avail []bool, a Answer) Answer {
	y := newYard(newSearch(j, avail), wants)
	y.vias(wants)
	for _, cold := range [...]bool{true, false} {
		if !cold && !burnsFuel(j.p, a.Steps) {
			break
		}
		if row, ok := y.plays(a.Steps, cold); ok && !(cold && unnamed(j.p, a.Steps)) {
			a.Leftover = y.leftover(row)
			return a
		}
		y.cold = cold
		if moves, _, ok := y.follow(a.Steps); ok {
			b := y.stepsOf(moves)
			if row, ok := y.plays(b.Steps, cold); ok {
				b.Leftover = y.leftover(row)
				return b
			}
		}
	}
	return a
}

// plays runs a plan with fires that do not last. It must work with fires that
// do as well: where something burns already no lava is lit, and no bucket left.
func (y *yard) plays(steps []Step, cold bool) (row []int32, ok bool) {
	y.cold = false
	if row, ok = y.play(steps); ok && cold {
		y.cold = true
		row, ok = y.play(steps)
	}
	return row, ok
}

func burnsFuel(p *Problem, steps []Step) bool {
	return !p.FreeFuel && slices.ContainsFunc(steps, func(s Step) bool { return s.Action.Kind == game.Smelt })
}

// unnamed says that a body is left to find a fuel though it could be told.
func unnamed(p *Problem, steps []Step) bool {
	return p.Fuel && !p.FreeFuel && slices.ContainsFunc(steps, func(s Step) bool { return s.Action.Kind == game.Smelt && s.Action.Fuel == "" })
}

// vias binds wants that name a way to that way: what a plan has of it has to be
// done, so states differ by it.
func (y *yard) vias(wants []want) {
	for i := range wants {
		w := &wants[i]
		if w.Via == "" || w.missing == 0 {
			continue
		}
		wi := y.j.viaWay(w)
		if wi < 0 {
			continue
		}
		if n, ok := y.byName[deedName{w.Via, y.j.s.ways[wi].subject}]; ok {
			y.wants[i].via = n
			y.counted = len(y.start)
		}
	}
}
