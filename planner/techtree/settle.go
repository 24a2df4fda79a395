// SPDX-License-Identifier: MIT

package techtree

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// settle turns a plan of a closed problem into one that a body can follow
// (closed.Settle). A plan that no order makes safe stays as it is, but that its
// smelts name their fuels where that is safe.
func (j *job) settle(wants []want, avail []bool, a Answer) Answer {
	y := j.number(avail, wants)
	y.bindVias(wants)
	if plan, ok := y.movesOf(a.Steps); ok {
		if b, ok := closed.Settle(&y.Problem, plan); ok {
			if b.Moves != nil {
				return y.answer(b)
			}
			a.Leftover = y.leftover(b.Left)
			return a
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
		for _, f := range j.s.FuelOrder {
			name := j.s.Names[f]
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
		name := j.s.Names[f]
		left[name] += int(before[f] - after[f])
		if left[name] < 0 || before[f] != after[f] && j.s.Info[f].FuelLeaves != "" {
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
		if need := int32(a.Quantity)*rules.SmeltTicks - fire; need > 0 {
			f, named := j.s.IDs[a.Fuel]
			if !named {
				return nil, false
			}
			ticks := int32(j.s.Info[f].FuelTicks)
			units := (need + ticks - 1) / ticks
			used[f] += units
			fire += units * ticks
		}
		fire -= int32(a.Quantity) * rules.SmeltTicks
	}
	return used, true
}

// makesItem says whether an action makes an item.
func (j *job) makesItem(a *game.Action, name string) bool {
	return a.Recipe == name || a.Kind == game.Smelt && slices.ContainsFunc(j.s.smeltWays, func(wi int32) bool {
		return j.s.Ops[wi].Subject == a.Item && j.s.Names[j.s.Ops[wi].Out] == name
	})
}

// unnamed says that a body is left to find a fuel though it could be told.
func unnamed(p *Problem, steps []Step) bool {
	return p.Fuel && !p.FreeFuel && slices.ContainsFunc(steps, func(s Step) bool { return s.Action.Kind == game.Smelt && s.Action.Fuel == "" })
}
