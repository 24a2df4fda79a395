// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// search decides by trying whether scarce things suffice: depth first over an
// agenda of needs, with a memory of states that led nowhere. Items with an open
// source are not scarce and count as endless here.
//
// It is complete: a need is met from the stock, or by a way whose ingredients
// become needs before it. An item is not made while it is being made, which
// breaks cycles such as block and ingot and loses nothing, since an item on a
// cycle may be made in as many goes as it takes: whatever would make it inside
// makes it before.
type search struct {
	j     *job
	stock []int32
	// avail marks items that can be had at all, counts aside.
	avail  []bool
	making []bool
	placed [rules.NStations]bool
	burn   int32
	pooled bool
	sum    uint64
	memo   map[uint64]struct{}
	nodes  int
	// most bounds the nodes.
	most   int
	gaveUp bool
	trail  []event
}

// event is one thing that a successful search did, in order.
type event struct {
	kind eventKind
	way  int32
	slot int16
	item int32
	n    int32
}

type eventKind uint8

const (
	evTake eventKind = iota
	evFire
	evPlace
	evFuel
)

// elem is one entry of the agenda, a list that shares its tails.
type elem struct {
	kind  elemKind
	way   int32
	slot  int16
	item  int32
	n     int32
	alts  []int32
	next  *elem
	hash  uint64
	depth int32
}

type elemKind uint8

const (
	needAny elemKind = iota
	needOne
	fire
	station
	place
	fuel
	addFuel
	burnNow
	holdTool
)

// Owners of a need that is no ingredient.
const (
	forWant    = -1
	forStation = -2
	forFuel    = -3
)

// fewNodes bounds the first try, which takes a few milliseconds; mostNodes the
// second, after the relaxation found nothing against it: some tens.
const (
	fewNodes  = 5_000
	mostNodes = 40_000
)

func newSearch(j *job, avail []bool) *search {
	x := &search{j: j, stock: make([]int32, len(j.have)), avail: avail, making: make([]bool, len(j.have)), memo: map[uint64]struct{}{}}
	for _, i := range j.items {
		if j.have[i] > 0 {
			x.add(i, j.have[i])
		}
	}
	x.pooled = !j.p.FreeFuel
	for _, f := range j.s.Fuels {
		if !math.IsInf(j.c.price[f], 1) {
			x.pooled = false
		}
	}
	return x
}

// add changes the stock and its hash.
func (x *search) add(item, n int32) {
	if old := x.stock[item]; old != 0 {
		x.sum ^= closed.Mix(uint64(item)<<32 | uint64(uint32(old)))
	}
	x.stock[item] += n
	if now := x.stock[item]; now != 0 {
		x.sum ^= closed.Mix(uint64(item)<<32 | uint64(uint32(now)))
	}
}

func push(e elem, next *elem) *elem {
	e.next = next
	h := uint64(e.kind)<<56 ^ uint64(uint32(e.way))<<24 ^ uint64(uint16(e.slot)) ^ closed.Mix(uint64(uint32(e.item))<<32|uint64(uint32(e.n)))
	for k, a := range e.alts { // in their order: that was the fullest first
		h ^= closed.Mix(uint64(k+1)<<32 | uint64(a))
	}
	if next != nil {
		h ^= closed.Mix(next.hash + 0x9e3779b97f4a7c15)
		e.depth = next.depth + 1
	}
	e.hash = closed.Mix(h)
	return &e
}

func (x *search) run(a *elem) bool {
	if a == nil {
		return true
	}
	if x.gaveUp {
		return false
	}
	x.nodes++
	if x.nodes > x.most || a.depth > 2000 {
		x.gaveUp = true
		return false
	}
	key := x.sum ^ a.hash ^ closed.Mix(uint64(x.burn)<<rules.NStations|x.stations())
	if _, bad := x.memo[key]; bad {
		return false
	}
	// A state met again on the way to itself leads nowhere new, so it counts as
	// bad from the start.
	x.memo[key] = struct{}{}
	mark := len(x.trail)
	if x.step(a) {
		return true
	}
	x.trail = x.trail[:mark]
	return false
}

// stations writes down which stations stand, one bit each.
func (x *search) stations() uint64 {
	bits := uint64(0)
	for k, here := range x.placed {
		if here {
			bits |= 1 << k
		}
	}
	return bits
}

func (x *search) free(item int32) bool { return !math.IsInf(x.j.c.price[item], 1) }

func (x *search) step(a *elem) bool {
	switch a.kind {
	case needAny:
		return x.stepAny(a)
	case needOne:
		return x.stepOne(a)
	case fire:
		return x.stepFire(a)
	case station:
		return x.stepStation(a)
	case place:
		return x.stepPlace(a)
	case fuel:
		return x.stepFuel(a)
	case addFuel:
		return x.stepAddFuel(a)
	case burnNow:
		return x.stepBurnNow(a)
	case holdTool:
		return x.stepHoldTool(a)
	}
	return false
}

func (x *search) stepPlace(a *elem) bool {
	k := x.j.stationIndex(a.item)
	was := x.placed[k]
	x.placed[k] = true
	x.trail = append(x.trail, event{kind: evPlace, item: a.item})
	ok := x.run(a.next)
	x.placed[k] = was
	return ok
}

// stepHoldTool goes on with a tool that is there, or makes one.
func (x *search) stepHoldTool(a *elem) bool {
	for _, t := range a.alts {
		if x.stock[t] > 0 || x.free(t) {
			return x.run(a.next)
		}
	}
	return slices.ContainsFunc(a.alts, func(t int32) bool { return x.avail[t] && !x.making[t] && x.make(t, 1, a) })
}

// stepAny shares a need out over its alternatives.
func (x *search) stepAny(a *elem) bool {
	alts := a.alts
	for len(alts) > 0 && x.stock[alts[0]] == 0 && !x.avail[alts[0]] {
		alts = alts[1:]
	}
	if len(alts) == 0 {
		return a.n == 0 && x.run(a.next)
	}
	if a.n == 0 {
		return x.run(a.next)
	}
	m, rest := alts[0], alts[1:]
	try := func(k int32) bool {
		next := a.next
		if k < a.n {
			if len(rest) == 0 {
				return false
			}
			next = push(elem{kind: needAny, way: a.way, slot: a.slot, n: a.n - k, alts: rest}, next)
		}
		if k > 0 {
			next = push(elem{kind: needOne, way: a.way, slot: a.slot, item: m, n: k}, next)
		}
		return x.run(next)
	}
	first := min(a.n, x.stock[m])
	if try(first) {
		return true
	}
	most := first
	if x.free(m) || x.canMake(m) {
		most = a.n
	}
	for k := most; k >= 0 && !x.gaveUp; k-- {
		if k != first && try(k) {
			return true
		}
	}
	return false
}

// canMake says that some way to the item is open, counts aside.
func (x *search) canMake(item int32) bool {
	if x.making[item] {
		return false
	}
	for _, wi := range x.j.s.waysTo[item] {
		if x.viable(wi) {
			return true
		}
	}
	for _, wi := range x.j.s.byproductOf[item] {
		if x.viable(wi) {
			return true
		}
	}
	return x.canBurnFor(item)
}

func (x *search) viable(wi int32) bool {
	w := &x.j.s.Ops[wi]
	if !x.j.c.open[wi] || !x.j.reachable(w, x.avail) {
		return false
	}
	for _, in := range w.Takes {
		if !slices.ContainsFunc(in.Alts, func(a int32) bool { return x.avail[a] }) {
			return false
		}
	}
	if !x.j.atHand(w) && !w.WorksAt(func(station int32) bool { return x.avail[station] }) {
		return false
	}
	if i := w.Plants(); i >= 0 && !x.avail[i] {
		return false
	}
	return w.Tools == nil || slices.ContainsFunc(w.Tools, func(t int32) bool { return x.avail[t] })
}

func (x *search) stepOne(a *elem) bool {
	have := x.stock[a.item]
	if have >= a.n || x.free(a.item) {
		used := min(have, a.n)
		x.add(a.item, -used)
		if a.way >= 0 {
			x.trail = append(x.trail, event{kind: evTake, way: a.way, slot: a.slot, item: a.item, n: a.n})
		}
		ok := x.run(a.next)
		x.add(a.item, used)
		return ok
	}
	if x.making[a.item] {
		return false
	}
	return x.make(a.item, a.n-have, a)
}
