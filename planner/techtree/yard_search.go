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
		if m.fuel >= 0 {
			if y.named == nil {
				y.named = map[int32]bool{}
			}
			y.named[m.fuel] = true
		}
		left += m.k
	}
	y.findBeside(start)
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

// findBeside marks the deeds that a plan names and those that lead to what these
// take, whichever alternative of it.
func (y *yard) findBeside(start []int32) {
	y.beside = make([]bool, len(y.deeds))
	taken := make([]bool, len(y.items))
	for again := true; again; {
		again = false
		for n := range y.deeds {
			d := &y.deeds[n]
			if y.beside[n] || start[y.planAt+n] == 0 && d.kind != game.Place && !taken[d.out] {
				continue
			}
			y.beside[n], again = true, true
			if d.kind != game.Craft {
				taken[d.input] = true
			}
			for w := range d.ways {
				for _, p := range d.ways[w].parts {
					for _, a := range p.alts {
						taken[a] = true
					}
				}
			}
		}
	}
	y.ample = -1
	for f, u := range y.fuels {
		if start[u.item] == 0 || taken[u.item] {
			continue
		}
		if y.named != nil {
			y.named[int32(f)] = true // the best that serves nothing else
		}
		need := int32(0)
		for n := range y.deeds {
			if y.deeds[n].kind == game.Smelt {
				need += (start[y.planAt+n]*smeltTicks + u.ticks - 1) / u.ticks
			}
		}
		if need <= start[u.item] && u.leaves < 0 && y.j.p.Fuel {
			y.ample = int32(f)
		}
		break
	}
}

// moves offers what may be done next: all of something that a plan has left costs
// nothing, part of it a little, all else the more the more of it is done. Larger numbers are offered while the
// smaller can be done.
//
// What has nothing to do with what a body chooses is done at once: its place in
// the order makes no difference.
func (y *yard) moves(row []int32, offer func(m move, price int32) bool) {
	for n := range y.deeds {
		d := &y.deeds[n]
		left := row[y.planAt+n]
		at := left > 0 && d.kind == game.Place && row[d.input] > 0 && row[y.standAt]&d.bit == 0
		if (at || left > 0 && y.plain[n]) && offer(move{int32(n), -1, left}, 0) {
			return
		}
		if left > 0 && d.kind == game.Smelt && y.ample >= 0 && offer(move{int32(n), y.ample, left}, 0) {
			return
		}
	}
	for n := range y.deeds {
		d := &y.deeds[n]
		left := row[y.planAt+n]
		if !y.beside[n] {
			continue
		}
		if d.kind == game.Place {
			price := int32(1)
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
				p = 1
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
	price, most := int32(2), row[d.input]
	if left > 0 {
		price, most = 1, min(left, most)
	}
	some := func(fuel, most int32) {
		for _, k := range [...]int32{1, most / 2, most} {
			switch {
			case k > 0 && k == left:
				offer(move{n, fuel, k}, price-1)
			case k > 0:
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
			other := int32(1)
			if y.named == nil || y.named[int32(f)] {
				other = 0
			}
			price += other
			if !y.cold {
				burn += row[y.burnAt]
			}
			some(int32(f), min(most, burn/smeltTicks))
			price -= other
		}
	}
}
