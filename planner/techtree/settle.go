package techtree

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
)

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
	if unnamed(j.p, a.Steps) {
		j.nameFuels(&a)
	}
	return a
}

// nameFuels names a fuel for every smelt that has none, where some is left over
// that was held all the time and suffices though every furnace were cold.
func (j *job) nameFuels(a *Answer) {
	steps, left := slices.Clone(a.Steps), maps.Clone(a.Leftover)
	before, ok := j.burnt(steps, false)
	if !ok {
		return
	}
	for k := range steps {
		s := &steps[k].Action
		if s.Kind != game.Smelt || s.Fuel != "" {
			continue
		}
		for _, f := range j.s.fuelOrder {
			name := j.s.names[f]
			units := j.fuelUnits(f, int32(s.Quantity))
			if min(int32(left[name]), j.have[f]) >= units && !slices.ContainsFunc(steps, func(o Step) bool { return j.makesItem(&o.Action, name) }) {
				s.Fuel = name
				left[name] -= int(units)
				break
			}
		}
	}
	after, ok := j.burnt(steps, true)
	if !ok {
		return
	}
	left = maps.Clone(a.Leftover)
	for f := range after {
		name := j.s.names[f]
		left[name] += int(before[f] - after[f])
		if left[name] < 0 || before[f] != after[f] && j.s.info[f].FuelLeaves != "" {
			return
		}
		if left[name] == 0 {
			delete(left, name)
		}
	}
	a.Steps, a.Leftover = steps, left
}

// burnt is how much of each fuel the smelts of a plan burn, with fires that last
// or do not; false when what they name does not suffice.
func (j *job) burnt(steps []Step, cold bool) (used map[int32]int32, ok bool) {
	used = map[int32]int32{}
	fire := int32(0)
	for i := range steps {
		a := &steps[i].Action
		if a.Kind != game.Smelt {
			continue
		}
		if cold {
			fire = 0
		}
		if need := int32(a.Quantity)*smeltTicks - fire; need > 0 {
			f, named := j.s.id[a.Fuel]
			if !named {
				return nil, false
			}
			ticks := int32(j.s.info[f].FuelTicks)
			units := (need + ticks - 1) / ticks
			used[f] += units
			fire += units * ticks
		}
		fire -= int32(a.Quantity) * smeltTicks
	}
	return used, true
}

// makesItem says whether an action makes an item.
func (j *job) makesItem(a *game.Action, name string) bool {
	return a.Kind == game.Craft && a.Recipe == name || a.Kind == game.Smelt && slices.ContainsFunc(j.s.smeltWays, func(wi int32) bool {
		return j.s.ways[wi].subject == a.Item && j.s.names[j.s.ways[wi].out] == name
	})
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
