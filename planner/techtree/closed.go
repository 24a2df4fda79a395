// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// numbered is a closed problem cut down to the items that can matter, as
// planner/techtree/closed takes it, with what its numbers stand for.
type numbered struct {
	closed.Problem
	j *job
	// items numbers what matters, local gives an item's number.
	items []int32
	local map[int32]int32
}

// number reduces the problem of a search.
func number(x *search, wants []want) *numbered {
	p := x.j.p
	y := &numbered{j: x.j, local: map[int32]int32{}, Problem: closed.Problem{FreeFuel: p.FreeFuel, NamedFuel: p.Fuel}}
	ways, burns := y.matter(x, wants)
	y.addDeeds(x, ways)
	if burns {
		for _, f := range x.j.s.FuelOrder {
			if n, ok := y.local[f]; ok {
				left := x.j.s.ID(x.j.s.Info[f].FuelLeaves)
				if left >= 0 {
					left = y.number(left)
				}
				y.Fuels = append(y.Fuels, closed.Fuel{Item: n, Ticks: int32(x.j.s.Info[f].FuelTicks), Leaves: left, Untold: x.j.s.BurnRanks[f] > 0})
			}
		}
	}
	for _, w := range wants {
		in := closed.Want{Count: int32(w.Count), Via: -1}
		for _, i := range w.ids {
			in.Alts = append(in.Alts, y.number(i))
		}
		y.Wants = append(y.Wants, in)
	}
	y.Have = make([]int32, len(y.items))
	for n, i := range y.items {
		y.Have[n] = x.j.have[i]
	}
	for k, item := range x.j.s.Stations {
		if item >= 0 && slices.Contains(p.Stations, x.j.s.Names[item]) {
			y.Stand |= 1 << k
		}
	}
	return y
}

func (y *numbered) number(item int32) int32 {
	if n, ok := y.local[item]; ok {
		return n
	}
	n := int32(len(y.items))
	y.local[item] = n
	y.items = append(y.items, item)
	return n
}

// matter finds the ways that can be run and lead to what is wanted, and whether
// fires are needed; the items that these touch are numbered.
func (y *numbered) matter(x *search, wants []want) (ways []int32, burns bool) {
	s := x.j.s
	var queue []int32
	matter := func(item int32) {
		if x.avail[item] {
			if _, ok := y.local[item]; !ok {
				y.number(item)
				queue = append(queue, item)
			}
		}
	}
	taken := make(map[int32]bool)
	take := func(wi int32) {
		w := &s.Ops[wi]
		if taken[wi] || w.Gathers() || !x.viable(wi) {
			return
		}
		taken[wi] = true
		ways = append(ways, wi)
		for _, in := range w.Takes {
			for _, a := range in.Alts {
				matter(a)
			}
		}
		w.WorksAt(func(station int32) bool { matter(station); return false })
		if w.Kind == game.Smelt && !x.j.p.FreeFuel && !burns {
			burns = true
			for _, f := range s.Fuels {
				matter(f)
			}
		}
	}
	for _, w := range wants {
		for _, i := range w.ids {
			matter(i)
		}
	}
	for len(queue) > 0 {
		item := queue[0]
		queue = queue[1:]
		for _, list := range [...][]int32{s.waysTo[item], s.byproductOf[item]} {
			for _, wi := range list {
				take(wi)
			}
		}
		if x.canBurnFor(item) {
			for _, wi := range s.smeltWays {
				take(wi)
			}
		}
	}
	return ways, burns
}

// addDeeds groups ways by what an action names: crafts by what they make.
func (y *numbered) addDeeds(x *search, ways []int32) {
	s := x.j.s
	slices.Sort(ways)
	outs := map[int32]bool{}
	for _, wi := range ways {
		w := &s.Ops[wi]
		if w.Kind == game.Smelt {
			y.Deeds = append(y.Deeds, closed.Deed{
				Kind: game.Smelt, Subject: w.Subject, Out: y.number(w.Out), Input: y.number(w.Takes[0].Alts[0]),
				Bit: y.bits(w), Seconds: w.Unit,
			})
			continue
		}
		if outs[w.Out] {
			continue
		}
		outs[w.Out] = true
		d := closed.Deed{Kind: game.Craft, Subject: w.Subject, Out: y.number(w.Out), Seconds: w.Unit}
		for _, other := range s.waysTo[w.Out] {
			if o := &s.Ops[other]; o.Kind == game.Craft && x.viable(other) {
				d.Ways = append(d.Ways, y.way(o))
			}
		}
		y.Deeds = append(y.Deeds, d)
	}
	for k, item := range s.Stations {
		if item < 0 || x.j.c.noPlace || x.j.p.excluded(game.Place, s.Names[item]) != nil {
			continue
		}
		if n, ok := y.local[item]; ok {
			y.Deeds = append(y.Deeds, closed.Deed{Kind: game.Place, Subject: s.Names[item], Input: n, Bit: 1 << k, Seconds: rules.PlaceSeconds})
		}
	}
}

func (y *numbered) bits(w *rules.Op) int32 {
	bits := int32(0)
	w.WorksAt(func(station int32) bool { bits |= 1 << y.j.stationIndex(station); return false })
	return bits
}

// way writes a craft down by numbers.
func (y *numbered) way(w *rules.Op) closed.Way {
	out := closed.Way{N: w.N, Bits: y.bits(w)}
	for _, l := range w.Leaves {
		out.Leaves = append(out.Leaves, closed.Stack{Item: y.number(l.Item), N: l.N})
	}
	for _, in := range w.Takes {
		p := closed.Part{Count: in.Count, Choices: len(in.Alts)}
		for _, a := range in.Alts {
			if n, ok := y.local[a]; ok {
				p.Alts = append(p.Alts, n)
			}
		}
		out.Parts = append(out.Parts, p)
	}
	slices.SortStableFunc(out.Parts, func(a, b closed.Part) int { return a.Choices - b.Choices })
	return out
}

// bindVias binds wants that name a way to the deed of that way.
func (y *numbered) bindVias(wants []want) {
	for i := range wants {
		w := &wants[i]
		if w.Via == "" || w.missing == 0 {
			continue
		}
		if wi := y.j.viaWay(w); wi >= 0 {
			y.Wants[i].Via = y.deed(w.Via, y.j.s.Ops[wi].Subject)
		}
	}
}

// deed finds what an action names, -1 for nothing.
func (y *numbered) deed(kind game.Kind, subject string) int32 {
	return int32(slices.IndexFunc(y.Deeds, func(d closed.Deed) bool { return d.Kind == kind && d.Subject == subject }))
}

// movesOf reads a plan; false when a step is no deed of this problem.
func (y *numbered) movesOf(steps []Step) ([]closed.Move, bool) {
	moves := make([]closed.Move, 0, len(steps))
	for i := range steps {
		a := &steps[i].Action
		m := closed.Move{Deed: y.deed(a.Kind, a.Subject()), Fuel: -1, N: int32(max(a.Quantity, 1))}
		if m.Deed < 0 {
			return nil, false
		}
		if a.Fuel != "" {
			m.Fuel = int32(slices.IndexFunc(y.Fuels, func(f closed.Fuel) bool { return y.name(f.Item) == a.Fuel }))
		}
		moves = append(moves, m)
	}
	return moves, true
}

// answer writes a plan down.
func (y *numbered) answer(b closed.Answer) Answer {
	var a Answer
	for _, m := range b.Moves {
		d := &y.Deeds[m.Deed]
		action, seconds, why := game.Action{Kind: d.Kind, Quantity: int(m.N)}, float64(m.N)*d.Seconds, "needed on the way"
		if slices.ContainsFunc(y.Wants, func(w closed.Want) bool { return slices.Contains(w.Alts, d.Out) }) {
			why = "asked for"
		}
		switch d.Kind {
		case game.Craft:
			action.Recipe = d.Subject
			seconds = 1 + seconds/float64(d.Ways[0].N)
		case game.Smelt:
			action.Item = d.Subject
			if m.Fuel >= 0 && y.NamedFuel {
				action.Fuel = y.name(y.Fuels[m.Fuel].Item)
			}
		default:
			action.Block, action.Quantity, why = d.Subject, 0, "to work at"
		}
		a.add(action, seconds, why)
	}
	a.Leftover = y.leftover(b.Left)
	return a
}

func (y *numbered) name(item int32) string { return y.j.s.Names[y.items[item]] }

// leftover is what is held at the end, what does not matter included.
func (y *numbered) leftover(held []int32) map[string]int {
	left := make(map[string]int)
	for _, i := range y.j.items {
		if _, ok := y.local[i]; !ok && y.j.have[i] > 0 {
			left[y.j.s.Names[i]] = int(y.j.have[i])
		}
	}
	for n, i := range y.items {
		if held[n] > 0 {
			left[y.j.s.Names[i]] = int(held[n])
		}
	}
	return left
}
