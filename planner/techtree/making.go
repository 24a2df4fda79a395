// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// make tries every way to bring missing more of an item, then goes on with the
// agenda again.
func (x *search) make(item, missing int32, again *elem) bool {
	viable := 0
	all := [2][]int32{x.j.s.waysTo[item], x.j.s.byproductOf[item]}
	for _, list := range all {
		for _, wi := range list {
			if x.viable(wi) {
				viable++
			}
		}
	}
	if x.canBurnFor(item) {
		viable++
	}
	for _, list := range all {
		for _, wi := range list {
			if x.viable(wi) && x.makeBy(wi, item, missing, viable, again) {
				return true
			}
		}
	}
	return x.canBurnFor(item) && x.burnFor(item, again)
}

func (x *search) makeBy(wi, item, missing int32, viable int, again *elem) bool {
	w := &x.j.s.Ops[wi]
	per := max(w.N, 1)
	if w.Out != item {
		per = 0
		for _, l := range w.Leaves {
			if l.Item == item {
				per += l.N
			}
		}
	}
	most := (missing + per - 1) / per
	least := int32(1)
	if viable == 1 && !x.j.s.cyclic[item] {
		least = most
	}
	for k := most; k >= least && !x.gaveUp; k-- {
		x.making[item] = true
		ok := x.run(x.agenda(wi, k, item, again))
		x.making[item] = false
		if ok {
			return true
		}
	}
	return false
}

// agenda puts k batches of a way before what follows.
func (x *search) agenda(wi, k, item int32, next *elem) *elem {
	w := &x.j.s.Ops[wi]
	next = push(elem{kind: fire, way: wi, item: item, n: k}, next)
	if w.Kind == game.Smelt && x.pooled {
		next = push(elem{kind: fuel, n: k * rules.SmeltTicks}, next)
	}
	if w.Tools != nil {
		next = push(elem{kind: holdTool, alts: w.Tools}, next)
	}
	for slot := len(w.Takes) - 1; slot >= 0; slot-- {
		in := w.Takes[slot]
		if len(in.Alts) == 1 {
			next = push(elem{kind: needOne, way: wi, slot: int16(slot), item: in.Alts[0], n: k * in.Count}, next)
			continue
		}
		alts := slices.Clone(in.Alts)
		slices.SortStableFunc(alts, func(a, b int32) int { return int(x.stock[b]) - int(x.stock[a]) })
		next = push(elem{kind: needAny, way: wi, slot: int16(slot), n: k * in.Count, alts: alts}, next)
	}
	if w.Station >= 0 {
		next = push(elem{kind: station, way: wi, item: w.Station}, next)
	}
	return next
}

func (x *search) stepFire(a *elem) bool {
	w := &x.j.s.Ops[a.way]
	made := max(w.N, 1) * a.n
	was := x.making[a.item]
	x.making[a.item] = false
	x.add(w.Out, made)
	for _, l := range w.Leaves {
		x.add(l.Item, l.N*a.n)
	}
	x.trail = append(x.trail, event{kind: evFire, way: a.way, n: a.n})
	ok := x.run(a.next)
	for _, l := range w.Leaves {
		x.add(l.Item, -l.N*a.n)
	}
	x.add(w.Out, -made)
	x.making[a.item] = was
	return ok
}

func (x *search) stepFuel(a *elem) bool {
	if x.burn >= a.n {
		x.burn -= a.n
		ok := x.run(a.next)
		x.burn += a.n
		return ok
	}
	// What serves for all of it comes before what has to be mixed, and what is held
	// before what has to be made.
	const passes = 3
	for pass := range passes {
		for _, f := range x.j.s.FuelOrder {
			its := 2
			switch {
			case x.stock[f]*int32(x.j.s.Info[f].FuelTicks) >= a.n-x.burn:
				its = 0
			case x.stock[f] > 0:
				its = 1
			}
			if its != pass || its == 2 && (!x.avail[f] || x.making[f] || !x.canMake(f)) {
				continue
			}
			next := push(elem{kind: needOne, way: forFuel, item: f, n: 1}, push(elem{kind: addFuel, item: f}, a))
			if x.run(next) {
				return true
			}
			if x.gaveUp {
				return false
			}
		}
	}
	return false
}

func (x *search) stepAddFuel(a *elem) bool {
	it := x.j.s.Info[a.item]
	left, leaves := x.j.s.IDs[it.FuelLeaves]
	x.burn += int32(it.FuelTicks)
	if leaves {
		x.add(left, 1)
	}
	x.trail = append(x.trail, event{kind: evFuel, item: a.item, n: 1})
	ok := x.run(a.next)
	if leaves {
		x.add(left, -1)
	}
	x.burn -= int32(it.FuelTicks)
	return ok
}
