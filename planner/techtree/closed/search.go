// SPDX-License-Identifier: MIT

package closed

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// Bounds on the states looked at: beside a plan that a body would spoil, and to
// decide by trying everything. Either takes some tens of milliseconds.
const (
	mostBeside = 10_000
	MostTried  = 10_000
)

// trial is a search through the states of a problem.
type trial struct {
	c     *compiled
	nodes []trialNode
	seen  map[uint64]struct{}
	found int32
}

type trialNode struct {
	row    row
	parent int32
	cost   int32
	m      Move
	// lit are the fuels lit for a smelt.
	lit []int32
}

func newTrial(c *compiled, start row) *trial {
	t := &trial{c: c, seen: make(map[uint64]struct{}, 256), found: -1}
	t.put(start, -1, 0, Move{})
	return t
}

// mix64 spreads the bits of a number, for sums that tell states apart.
func mix64(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// put enters a state unless it was seen; it reports whether it was new.
func (t *trial) put(r row, parent, cost int32, m Move) bool {
	key, at := uint64(0), uint64(0)
	mix := func(list ...int32) {
		for _, v := range list {
			if at++; v != 0 {
				key ^= mix64(at<<32 | uint64(uint32(v)))
			}
		}
	}
	mix(r.Held...)
	if mix(r.Fire, r.last, int32(r.Here)); t.c.planned {
		mix(r.plan...)
	}
	if _, ok := t.seen[key]; ok {
		return false
	}
	t.seen[key] = struct{}{}
	t.nodes = append(t.nodes, trialNode{row: r, parent: parent, cost: cost, m: m})
	if t.found < 0 && t.c.met(r) {
		t.found = int32(len(t.nodes) - 1)
	}
	return true
}

// path lists the moves to a node.
func (t *trial) path(n int32) []Move {
	var moves []Move
	for ; t.nodes[n].parent >= 0; n = t.nodes[n].parent {
		moves = append(moves, t.nodes[n].m)
	}
	slices.Reverse(moves)
	return moves
}

// follow looks for an order and for numbers in which a body that chooses by
// itself comes to what is wanted: the moves of the plan first, in any order, then
// others beside them, as few as possible.
func (c *compiled) follow(plan []Move) ([]Move, bool) {
	start := c.start.clone()
	for _, m := range plan {
		start.plan[m.Deed] += m.N
		if m.Fuel >= 0 {
			if c.named == nil {
				c.named = map[int32]bool{}
			}
			c.named[m.Fuel] = true
		}
	}
	c.findBeside(start)
	t := newTrial(c, start)
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
		c.moves(t.nodes[at].row, func(m Move, price int32) bool {
			next := t.nodes[at].row.clone()
			if !c.apply(&next, &m) {
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
		return nil, false
	}
	return t.path(t.found), true
}

// findBeside marks the deeds that a plan names and those that lead to what these
// take, whichever alternative of it.
func (c *compiled) findBeside(start row) {
	c.beside = make([]bool, len(c.Deeds))
	taken := make([]bool, len(c.can))
	for again := true; again; {
		again = false
		for n := range c.Deeds {
			d := &c.Deeds[n]
			if c.beside[n] || start.plan[n] == 0 && d.Kind != game.Place && !taken[d.Out] {
				continue
			}
			c.beside[n], again = true, true
			for _, o := range d.Ops {
				for _, p := range o.Takes {
					for _, a := range p.Alts {
						taken[a] = true
					}
				}
			}
		}
	}
	c.ample = -1
	for _, f := range c.Fuels {
		if start.Held[f] == 0 || taken[f] {
			continue
		}
		if c.named != nil {
			c.named[f] = true // the best that serves nothing else
		}
		need := int32(0)
		for n := range c.Deeds {
			if c.Deeds[n].Kind == game.Smelt {
				need += (start.plan[n]*rules.SmeltTicks + c.ticks(f) - 1) / c.ticks(f)
			}
		}
		if need <= start.Held[f] && c.leaves(f) < 0 && c.NamedFuel {
			c.ample = f
		}
		break
	}
}

// moves offers what may be done next: all of something that a plan has left costs
// nothing, part of it a little, all else the more the more of it is done. Larger
// numbers are offered while the smaller can be done.
//
// What has nothing to do with what a body chooses is done at once: its place in
// the order makes no difference.
func (c *compiled) moves(r row, offer func(m Move, price int32) bool) {
	for n := range c.Deeds {
		d := &c.Deeds[n]
		left := r.plan[n]
		at := left > 0 && d.Kind == game.Place && r.Held[d.Input] > 0 && r.Here&d.Bit == 0
		if (at || left > 0 && c.plain[n]) && offer(Move{Deed: int32(n), Fuel: -1, N: left}, 0) {
			return
		}
		if left > 0 && d.Kind == game.Smelt && c.ample >= 0 && offer(Move{Deed: int32(n), Fuel: c.ample, N: left}, 0) {
			return
		}
	}
	for n := range c.Deeds {
		d := &c.Deeds[n]
		switch {
		case !c.beside[n]:
		case d.Kind == game.Place:
			if r.Held[d.Input] > 0 && r.Here&d.Bit == 0 {
				offer(Move{Deed: int32(n), Fuel: -1, N: 1}, 1)
			}
		case d.Kind == game.Smelt:
			c.smelts(r, int32(n), r.plan[n], offer)
		default:
			c.batches(int32(n), r.plan[n], offer)
		}
	}
}

// batches offers a deed that needs no fuel: one batch, and each time twice as many; all
// that is left of the plan where it comes to that.
func (c *compiled) batches(n, left int32, offer func(m Move, price int32) bool) {
	batch, price := c.Deeds[n].Ops[0].N, int32(1)
	for k := batch; ; k *= 2 {
		if k >= left && left > 0 {
			if !offer(Move{Deed: n, Fuel: -1, N: left}, 0) {
				break
			}
			left = 0
			continue
		}
		p := price
		if left > 0 {
			p = 1
		}
		if !offer(Move{Deed: n, Fuel: -1, N: k}, p) || k > 64*batch {
			break
		}
		price++
	}
}

// smelts offers a smelt with each fuel: one, what the fuel held serves, all.
func (c *compiled) smelts(r row, n, left int32, offer func(m Move, price int32) bool) {
	d := &c.Deeds[n]
	if r.Held[d.Input] == 0 || r.Here&d.Bit == 0 {
		return
	}
	price, most := int32(2), r.Held[d.Input]
	if left > 0 {
		price, most = 1, min(left, most)
	}
	some := func(fuel, most int32) {
		for _, k := range [...]int32{1, most / 2, most} {
			switch {
			case k > 0 && k == left:
				offer(Move{Deed: n, Fuel: fuel, N: k}, price-1)
			case k > 0:
				offer(Move{Deed: n, Fuel: fuel, N: k}, price)
			}
		}
	}
	if c.FreeFuel || !c.NamedFuel {
		some(-1, most)
		return
	}
	if !c.cold && r.Fire >= rules.SmeltTicks {
		some(-1, min(most, r.Fire/rules.SmeltTicks))
	}
	if !c.cold {
		price++
		some(-1, 1) // what a body chooses may be two kinds for one
		price--
	}
	for _, f := range slices.Backward(c.Fuels) {
		if r.Held[f] > 0 {
			burn := r.Held[f] * c.ticks(f)
			other := int32(1)
			if c.named == nil || c.named[f] {
				other = 0
			}
			price += other
			if !c.cold {
				burn += r.Fire
			}
			some(f, min(most, burn/rules.SmeltTicks))
			price -= other
		}
	}
}
