package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// move is one action: a deed and how much of it, in items made, inputs smelt or
// stations set up; fuel is what a smelt names, by its place
// among the yard's fuels, -1 for none.
type move struct {
	deed, fuel, k int32
}

// craft does one batch as a body does: by the first recipe whose parts are held
// and whose station stands, of the alternatives the most plentiful. It returns
// how much that makes, 0 for nothing.
func (y *yard) craft(row []int32, d *deed) int32 {
	for k := range d.ways {
		w := &d.ways[k]
		if w.bits != 0 && w.bits&row[y.standAt] == 0 || !y.takeMost(row, w) {
			continue
		}
		for _, l := range w.leaves {
			row[l.item] += l.n
		}
		row[d.out] += w.n
		return w.n
	}
	return 0
}

// takeMost takes the parts of one batch out of a state, or none.
func (y *yard) takeMost(row []int32, w *yardWay) bool {
	var taken [24]stack
	used := taken[:0]
	for i := range w.parts {
		p := &w.parts[i]
		for need := p.count; need > 0; {
			best := int32(-1)
			for _, a := range p.alts {
				if row[a] > 0 && (best < 0 || row[a] > row[best]) {
					best = a
				}
			}
			if best < 0 {
				for _, u := range used {
					row[u.item] += u.n
				}
				return false
			}
			k := min(need, row[best])
			row[best] -= k
			used = append(used, stack{best, k})
			need -= k
		}
	}
	return true
}

// smelt smelts k inputs with a named fuel. The fire is what this very action
// left, or any, as the yard reckons.
func (y *yard) smelt(row []int32, m move) bool {
	d := &y.deeds[m.deed]
	if d.bit&row[y.standAt] == 0 || row[d.input] < m.k {
		return false
	}
	row[d.input] -= m.k
	row[d.out] += m.k
	if y.j.p.FreeFuel {
		return true
	}
	burn, id := row[y.burnAt], m.deed*int32(len(y.fuels))+m.fuel+1
	if y.cold && row[y.lastAt] != id {
		burn = 0
	}
	for need := m.k*smeltTicks - burn; need > 0; need = m.k*smeltTicks - burn {
		fuel := m.fuel
		if fuel < 0 {
			if fuel = y.chosen(row, d); fuel < 0 {
				return false
			}
		}
		f := &y.fuels[fuel]
		units := (need + f.ticks - 1) / f.ticks
		held := row[f.item]
		if f.item == d.out {
			held -= m.k
		}
		if m.fuel < 0 {
			units = min(units, held) // then the next kind
		}
		if held < units || units < 1 {
			return false
		}
		row[f.item] -= units
		if f.leaves >= 0 {
			row[f.leaves] += units
		}
		burn += units * f.ticks
	}
	row[y.burnAt], row[y.lastAt] = burn-m.k*smeltTicks, 0
	if y.cold && row[y.burnAt] > 0 {
		row[y.lastAt] = id
	}
	return true
}

// apply does a move in a state, which is spoilt when it cannot be done. A craft
// makes whole batches, which the move says afterwards.
func (y *yard) apply(row []int32, m *move) bool {
	d := &y.deeds[m.deed]
	switch d.kind {
	case game.Smelt:
		if !y.smelt(row, *m) {
			return false
		}
	case game.Place:
		if row[d.input] < 1 || row[y.standAt]&d.bit != 0 {
			return false
		}
		row[d.input]--
		row[y.standAt] |= d.bit
		y.cool(row)
	default:
		made := int32(0)
		for made < m.k {
			n := y.craft(row, d)
			if n == 0 {
				return false
			}
			made += n
		}
		m.k = made
		y.cool(row)
	}
	if left := &row[y.planAt+int(m.deed)]; *left > 0 {
		*left -= min(*left, m.k)
	}
	return true
}

// cool puts the fire out when it does not last from one action to the next.
func (y *yard) cool(row []int32) {
	if y.cold {
		row[y.burnAt], row[y.lastAt] = 0, 0
	}
}

// chosen is the fuel that a body takes which is not told one, -1 for none.
func (y *yard) chosen(row []int32, d *deed) int32 {
	for f := range y.fuels {
		u := &y.fuels[f]
		if y.j.s.burnRanks[y.items[u.item]] > 0 && row[u.item] > 0 && u.item != d.out {
			return int32(f)
		}
	}
	return -1
}

// play runs a plan as a body does and returns the state that it ends in; ok says
// that every step could be done and the wants are met.
func (y *yard) play(steps []Step) (row []int32, ok bool) {
	row = slices.Clone(y.start)
	for i := range steps {
		a := &steps[i].Action
		m, ok := y.moveOf(a)
		if !ok {
			return row, false
		}
		if !y.apply(row, &m) {
			return row, false
		}
	}
	return row, y.met(row)
}

// moveOf reads an action; false when it is none of the yard's.
func (y *yard) moveOf(a *game.Action) (move, bool) {
	n, ok := y.byName[deedName{a.Kind, a.Subject()}]
	if !ok {
		return move{}, false
	}
	m := move{deed: n, fuel: -1, k: int32(max(a.Quantity, 1))}
	if a.Fuel != "" {
		m.fuel = int32(slices.IndexFunc(y.fuels, func(f yardFuel) bool { return y.j.s.names[y.items[f.item]] == a.Fuel }))
	}
	return m, true
}

// stepsOf writes moves down as a plan.
func (y *yard) stepsOf(moves []move) Answer {
	var a Answer
	for _, m := range moves {
		d := &y.deeds[m.deed]
		switch d.kind {
		case game.Craft:
			a.add(game.Action{Kind: game.Craft, Recipe: d.subject, Quantity: int(m.k)}, float64(m.k)*d.seconds/float64(d.ways[0].n), y.why(d))
		case game.Smelt:
			action := game.Action{Kind: game.Smelt, Item: d.subject, Quantity: int(m.k)}
			if m.fuel >= 0 && y.j.p.Fuel {
				action.Fuel = y.j.s.names[y.items[y.fuels[m.fuel].item]]
			}
			a.add(action, float64(m.k)*d.seconds, y.why(d))
		case game.Place:
			a.add(game.Action{Kind: game.Place, Block: d.subject}, placeSeconds, "to work at")
		default:
		}
	}
	for i := range a.Steps {
		if a.Steps[i].Action.Kind == game.Craft {
			a.Steps[i].Seconds++
			a.Seconds++
		}
	}
	return a
}

func (y *yard) why(d *deed) string {
	for i := range y.wants {
		if slices.Contains(y.wants[i].alts, d.out) {
			return "asked for"
		}
	}
	return "needed on the way"
}
