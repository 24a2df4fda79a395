// SPDX-License-Identifier: MIT

package closed

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Settle turns a plan into one that a body can follow which chooses among
// alternatives by itself and starts every smelt with a cold furnace, where there
// is one; where there is none, into one that it can follow when the fire lasts
// from one smelt to the next. The answer to a plan that is safe as it stands has no
// moves of its own (nil); ok is false when no order makes it safe. What is left is
// what such a body has then.
func Settle(p *Problem, plan []Move) (a Answer, ok bool) {
	c := compile(p)
	smelts := func(m Move) bool { return p.Deeds[m.Deed].Kind == game.Smelt }
	burns := !p.FreeFuel && slices.ContainsFunc(plan, smelts)
	// A body is left to find a fuel though it could be told.
	unnamed := burns && p.NamedFuel && slices.ContainsFunc(plan, func(m Move) bool { return smelts(m) && m.Fuel < 0 })
	for _, cold := range [...]bool{true, false} {
		if !cold && !burns {
			break
		}
		if r, ok := c.plays(plan, cold); ok && (!cold || !unnamed) {
			return Answer{Left: r.Held}, true
		}
		c.cold = cold
		if moves, ok := c.follow(plan); ok {
			moves = c.merged(moves)
			if r, ok := c.plays(moves, cold); ok {
				return Answer{moves, r.Held}, true
			}
		}
	}
	return Answer{}, false
}

// merged joins moves that are one action: the same craft, or the same smelt with
// the same fuel, twice in a row.
func (c *compiled) merged(moves []Move) []Move {
	out := make([]Move, 0, len(moves))
	for _, m := range moves {
		if n := len(out) - 1; n >= 0 && out[n].Deed == m.Deed && out[n].Fuel == m.Fuel && c.Deeds[m.Deed].Kind != game.Place {
			out[n].N += m.N
			continue
		}
		out = append(out, m)
	}
	return out
}

// plays runs a plan with fires that do not last. It must work with fires that
// do as well: where something burns already no lava is lit, and no bucket left.
func (c *compiled) plays(plan []Move, cold bool) (r row, ok bool) {
	c.cold = false
	if r, ok = c.play(plan); ok && cold {
		c.cold = true
		r, ok = c.play(plan)
	}
	return r, ok
}

// play runs a plan as a body does and returns the state that it ends in; ok says
// that every step could be done and the wants are met.
func (c *compiled) play(plan []Move) (r row, ok bool) {
	r = c.start.clone()
	for _, m := range plan {
		if !c.apply(&r, &m) {
			return r, false
		}
	}
	return r, c.met(r)
}
