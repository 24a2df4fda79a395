// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// raw turns a search's own order into steps.
func (j *job) raw(trail []event) (Answer, error) {
	var a Answer
	var fire closed.Fire
	stock := slices.Clone(j.have)
	for _, e := range trail {
		switch e.kind {
		case evTake:
			stock[e.item] -= e.n
		case evPlace:
			stock[e.item]--
			a.add(game.Action{Kind: game.Place, Block: j.s.Names[e.item]}, rules.PlaceSeconds, game.Say("step.station"))
		case evFuel:
			stock[e.item]--
			if left, ok := j.s.IDs[j.s.Info[e.item].FuelLeaves]; ok {
				stock[left]++
				j.touch(left)
			}
			fire.Lay(e.item, int32(j.s.Info[e.item].FuelTicks))
		case evFire:
			w := &j.s.Ops[e.way]
			made := max(w.N, 1) * e.n
			stock[w.Out] += made
			j.touch(w.Out)
			for _, l := range w.Leaves {
				stock[l.Item] += l.N * e.n
				j.touch(l.Item)
			}
			if w.Kind == game.Smelt {
				for _, part := range fire.Smelt(e.n) {
					action := game.Action{Kind: game.Smelt, Item: w.Subject, Quantity: int(part.N)}
					if part.Item >= 0 && j.p.Fuel {
						action.Fuel = j.s.Names[part.Item]
					}
					a.add(action, float64(part.N)*w.Unit, onTheWay)
				}
			} else {
				a.add(game.Action{Kind: w.Kind, Recipe: w.Subject, Quantity: int(made)}, 1+float64(e.n)*w.Unit, onTheWay)
			}
		}
	}
	a.Leftover = make(map[string]int)
	for _, i := range j.items {
		if stock[i] > 0 {
			a.Leftover[j.s.Names[i]] = int(stock[i])
		}
	}
	return a, nil
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
