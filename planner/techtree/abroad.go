// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// What is found in another dimension is fetched there: the way there and back is a trip
// (rules.Travel), whose portal takes goods when none is known to stand. A plan goes once
// it can do nothing more where it is, and comes home when it has what it went for.

// trip is what goes with every way to what lies in another dimension.
type trip struct {
	goods []rules.Part
	tools []int32
	// seconds is how long going there and coming back take.
	seconds float64
}

// items are what a trip takes and needs.
func (t *trip) items() []int32 {
	items := slices.Clone(t.tools)
	for _, g := range t.goods {
		items = append(items, g.Alts[0])
	}
	return items
}

// passage is the trip between the body's dimension and another, and whether the problem
// leads there.
func (s *Solver) passage(p *Problem, dimension string) (trip, bool) {
	if p.Closed || !p.can(game.Travel) || p.excluded(game.Travel, dimension) != nil {
		return trip{}, false
	}
	there, ok := s.Travel(p.Dimension, dimension, p.Portal)
	back, _ := s.Travel(dimension, p.Dimension, true)
	return trip{goods: there.Takes, tools: there.Tools, seconds: there.Unit + back.Unit}, ok
}

// foreign says that a way's source lies in another dimension than the body.
func (p *Problem) foreign(w *rules.Op) bool {
	return w.Gathers() && w.Dimension != "" && w.Dimension != p.Dimension
}

// tripPrice is what a trip costs by the prices known so far.
func (c *costs) tripPrice(atHand []bool) float64 {
	sum := c.trip.seconds
	for _, g := range c.trip.goods {
		sum += float64(g.Count) * c.price[g.Alts[0]]
	}
	for _, t := range c.trip.tools {
		if !atHand[t] {
			sum += c.price[t]
		}
	}
	return sum
}

// goAbroad enters what the trip takes that the first way abroad needs.
func (j *job) goAbroad(w *rules.Op) {
	if j.abroad || !j.p.foreign(w) {
		return
	}
	j.abroad = true
	for _, g := range j.c.trip.goods {
		j.spend(g.Alts[0], g.Count, portalWhy)
	}
	for _, t := range j.c.trip.tools {
		j.keep(t, 1, portalWhy)
	}
}

// reachable says that what a trip takes can be had, where a way needs one.
func (j *job) reachable(w *rules.Op, avail []bool) bool {
	return !j.p.foreign(w) || !slices.ContainsFunc(j.c.trip.items(), func(i int32) bool { return !avail[i] })
}

// wholeTrip is what a trip costs in full, paid once.
func (j *job) wholeTrip(depth int, limit float64) float64 {
	const marker = math.MinInt32
	if j.abroad || slices.Contains(j.walked, marker) {
		return 0
	}
	j.walked = append(j.walked, marker)
	sum := j.c.trip.seconds
	for _, g := range j.c.trip.goods {
		sum += j.wholePrice(g.Alts[0], g.Count, depth+1, limit-sum)
	}
	for _, t := range j.c.trip.tools {
		sum += j.wholePrice(t, 1, depth+1, limit-sum)
	}
	return sum
}

// away says that the body is in another dimension than at first.
func (c *scheduler) away() bool { return c.at != c.j.p.Dimension }

// there says that a source lies where the body is.
func (c *scheduler) there(w *rules.Op) bool {
	return w.Dimension == c.at || w.Dimension == "" && !c.away()
}

// errands is the dimension of a source that is left and lies elsewhere than where the
// body is, empty for none; here says that some is left where it is.
func (c *scheduler) errands() (elsewhere string, here bool) {
	for k := range c.ops {
		w := &c.j.s.Ops[c.ops[k].way]
		switch {
		case c.ops[k].left == 0 || !w.Gathers():
		case c.there(w):
			here = true
		case elsewhere == "":
			if elsewhere = w.Dimension; elsewhere == "" {
				elsewhere = c.j.p.Dimension
			}
		}
	}
	return elsewhere, here
}

// home goes back to the overworld that the body came from, when there is nothing left
// to fetch where it is.
func (c *scheduler) home() {
	if _, here := c.errands(); c.away() && c.j.p.Dimension == overworld && !here {
		c.travel(overworld)
	}
}

const overworld = "overworld"

// equipped says that all is there for what is to be fetched elsewhere: what else there
// is to do waits until the body is back.
func (c *scheduler) equipped() bool {
	if c.away() {
		return false
	}
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		if o.left > 0 && w.Gathers() && !c.there(w) && (!c.ready(o, o.left) || w.Tools != nil && c.tooled(w, o.left) < o.left) {
			return false
		}
	}
	return true
}

// depart goes where sources are left; it reports whether there is such a place and all
// that the way takes. Who has done nothing since the last way stays.
func (c *scheduler) depart() bool {
	to, _ := c.errands()
	idle := len(c.steps) > 0 && c.steps[len(c.steps)-1].Action.Kind == game.Travel
	return to != "" && !idle && (c.equippedFirst() || c.away()) && c.travel(to)
}

// travel goes through a portal, and reports whether there is all that it takes.
func (c *scheduler) travel(to string) bool {
	o, ok := c.j.s.Travel(c.at, to, c.portal)
	if !ok {
		return false
	}
	if _, lack := c.st.Try([]*rules.Op{&o}, 1, rules.Choice{}); lack != nil {
		return false
	}
	c.pack()
	c.st.Apply([]*rules.Op{&o}, 1, rules.Choice{})
	for _, g := range o.Takes {
		c.later[g.Alts[0]] -= g.Count
	}
	why := game.Say("step.abroad")
	if to == overworld && c.j.p.Dimension == overworld {
		why = game.Say("step.back-with")
	}
	c.at, c.portal = to, true
	c.emit(game.Action{Kind: game.Travel, Target: to}, o.Unit, why)
	return true
}
