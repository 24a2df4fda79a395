// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// numbered is a closed problem cut down to the items that can matter, as
// planner/techtree/closed takes it.
type numbered struct {
	closed.Problem
	j *job
	// items numbers what matters, local gives an item's number; ways are those of its rules.
	items, ways []int32
	local       map[int32]int32
	// beside: there are ways that the problem leaves out.
	beside bool
}

// numberFuels numbers what may be burnt, the best first, and what it leaves.
func (y *numbered) numberFuels(avail []bool) {
	s := y.j.s
	for _, f := range s.FuelOrder {
		if n, ok := y.local[f]; ok && avail[f] {
			y.Fuels = append(y.Fuels, n)
		}
	}
	for n := range y.Fuels {
		if left := s.ID(s.Info[y.items[y.Fuels[n]]].FuelLeaves); left >= 0 {
			y.number(left)
		}
	}
}

// endless is how much there is of what is not scarce, endlessTools of what wears.
const endless, endlessTools = 1 << 16, 36

// number reduces a problem to what is scarce in it.
func (j *job) number(avail []bool, wants []want) *numbered {
	p, s := j.p, j.s
	y := &numbered{j: j, local: map[int32]int32{}, Problem: closed.Problem{FreeFuel: p.FreeFuel, NamedFuel: p.Fuel}}
	burns := y.matter(avail, wants)
	for _, w := range wants {
		in := closed.Want{Count: int32(w.Count), Via: -1, Missing: w.missing}
		for _, i := range w.ids {
			in.Alts = append(in.Alts, y.number(i))
		}
		y.Wants = append(y.Wants, in)
	}
	if burns {
		y.numberFuels(avail)
	}
	for _, wi := range y.ways { // what a recipe knows, though there can be none of it
		y.number(s.Ops[wi].Out)
		for _, in := range s.Ops[wi].Takes {
			for _, a := range in.Alts {
				y.number(a)
			}
		}
		for _, l := range s.Ops[wi].Leaves {
			y.number(l.Item)
		}
	}
	slices.Sort(y.ways)
	y.Rules = s.Only(y.items, y.ways)
	y.Start = y.Rules.Open(nil, true)
	for n, i := range y.items {
		held := int(j.have[i])
		if free := j.free(i); free && s.Info[i].Durability > 0 {
			held = max(held, endlessTools)
		} else if free {
			held = max(held, endless)
		}
		if held > 0 {
			y.Start.Bring(y.Rules.Names[n], held)
		}
	}
	for _, name := range p.Stations {
		if slices.Contains(s.Stations[:], s.ID(name)) {
			y.Start.Here |= rules.StationBit(name)
		}
	}
	y.addDeeds()
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
func (y *numbered) matter(avail []bool, wants []want) (burns bool) {
	j, s := y.j, y.j.s
	var queue []int32
	matter := func(item int32) {
		if _, ok := y.local[item]; !ok && avail[item] {
			if y.number(item); !j.free(item) {
				queue = append(queue, item)
			}
		}
	}
	taken := make(map[int32]bool)
	take := func(wi int32) {
		w := &s.Ops[wi]
		if taken[wi] || !j.viable(wi, avail) {
			return
		}
		if taken[wi] = true; w.Gathers() {
			y.beside = true
			return
		}
		y.ways = append(y.ways, wi)
		for _, in := range w.Takes {
			for _, a := range in.Alts {
				matter(a)
			}
		}
		w.WorksAt(func(station int32) bool { matter(station); return false })
		if w.Kind == game.Smelt && !j.p.FreeFuel && !burns {
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
		if j.pooled() && j.byFire(item, avail) {
			for _, wi := range s.smeltWays {
				take(wi)
			}
		}
	}
	return burns
}

// addDeeds groups ways by what an action names: crafts by what they make, and where.
func (y *numbered) addDeeds() {
	for k := range y.Rules.Ops {
		w := &y.Rules.Ops[k]
		d := closed.Deed{Kind: w.Kind, Subject: w.Subject, Out: w.Out, Ops: []*rules.Op{w}}
		if w.Kind == game.Smelt {
			d.Input, d.Bit = w.Takes[0].Alts[0], w.Bits
		} else if d.Ops = y.Rules.CraftsBy(w.Kind, w.At, w.Out); d.Ops[0] != w {
			continue
		}
		y.Deeds = append(y.Deeds, d)
	}
	for _, item := range y.j.s.Stations {
		n, matters := y.local[item]
		if !matters || y.j.c.noPlace || y.j.p.excluded(game.Place, y.j.s.Names[item]) != nil {
			continue
		}
		name := y.j.s.Names[item]
		o := y.Rules.Spend(game.Place, name)
		o.Unit = rules.PlaceSeconds
		y.Deeds = append(
			y.Deeds,
			closed.Deed{Kind: game.Place, Subject: name, Input: n, Out: -1, Bit: rules.StationBit(name), Ops: []*rules.Op{&o}},
		)
	}
}

// bindVias binds wants that name a way to the deed of that way.
func (y *numbered) bindVias(wants []want) {
	for i := range wants {
		w := &wants[i]
		if w.Via == "" || w.missing == 0 {
			continue
		}
		if wi := y.j.viaWay(w); wi >= 0 {
			o := &y.j.s.Ops[wi]
			y.Wants[i].Via = y.deed(w.Via, o.At, o.Subject)
		}
	}
}

// deed finds what an action names, -1 for nothing.
func (y *numbered) deed(kind game.Kind, station, subject string) int32 {
	return int32(slices.IndexFunc(y.Deeds, func(d closed.Deed) bool {
		return d.Kind == kind && d.Subject == subject && d.Ops[0].At == station
	}))
}

// movesOf reads a plan; false when a step is no deed of this problem.
func (y *numbered) movesOf(steps []Step) ([]closed.Move, bool) {
	moves := make([]closed.Move, 0, len(steps))
	for i := range steps {
		a := &steps[i].Action
		m := closed.Move{Deed: y.deed(a.Kind, a.Station, a.Subject()), Fuel: -1, N: int32(max(a.Quantity, 1))}
		if m.Deed < 0 {
			return nil, false
		}
		if a.Fuel != "" {
			m.Fuel = y.Rules.ID(a.Fuel)
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
		action, seconds, why := game.Action{Kind: d.Kind, Quantity: int(m.N)}, float64(m.N)*d.Ops[0].Unit, onTheWay
		if slices.ContainsFunc(y.Wants, func(w closed.Want) bool { return slices.Contains(w.Alts, d.Out) }) {
			why = AskedFor
		}
		switch d.Kind {
		case game.Craft, game.Smith:
			action.Recipe, action.Station = d.Subject, d.Ops[0].At
			seconds = rules.CraftSeconds + seconds/float64(d.Ops[0].N)
		case game.Smelt:
			action.Item = d.Subject
			if m.Fuel >= 0 && y.NamedFuel {
				action.Fuel = y.Rules.Names[m.Fuel]
			}
		default:
			action.Block, action.Quantity, why = d.Subject, 0, game.Say("step.station")
		}
		a.add(action, seconds, why)
	}
	a.Leftover = y.leftover(b.Left)
	return a
}

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

// add appends an action, into the step before when that is the same craft or
// smelt.
func (a *Answer) add(action game.Action, seconds float64, why game.Message) {
	a.Seconds += seconds
	if n := len(a.Steps); n > 0 {
		last := &a.Steps[n-1]
		if last.Action.Kind == action.Kind && action.Kind != game.Place && last.Action.Subject() == action.Subject() &&
			last.Action.Fuel == action.Fuel {
			last.Action.Quantity += action.Quantity
			last.Seconds += seconds
			return
		}
	}
	a.Steps = append(a.Steps, Step{Action: action, Seconds: seconds, Why: why})
}
