// SPDX-License-Identifier: MIT

package techtree

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// do runs k batches of an op.
func (c *scheduler) do(o *op, k int32) {
	w := &c.j.s.Ops[o.way]
	if w.Plants() >= 0 {
		c.grow(o, k)
		return
	}
	ops, n, choice := c.deed(o, k)
	used := make([]int32, len(o.from))
	for i := range o.from {
		used[i] = c.portion(o, &o.from[i], k)
	}
	for i := range o.from {
		o.from[i].units -= used[i]
		c.later[o.from[i].item] -= used[i]
	}
	o.left -= k
	c.st.Fire = 0 // a furnace may be cold by then
	if w.Gathers() {
		c.st.Charge = 0
	}
	if w.Kind == game.Use {
		seconds, why := c.j.time(o.way, k, choice.Furnaces)/float64(k), c.why(w)
		for done := range k { // each with what is in hand by then
			hand := c.inHand(w)
			if _, lack := c.st.Apply(ops, 1, choice); lack != nil {
				o.left += k - done
				return
			}
			c.use(w, hand, seconds, why)
		}
		return
	}
	e, _ := c.st.Apply(ops, n, choice)
	gained := int32(0)
	for _, b := range e.Brought {
		if b.Item == w.Out {
			gained = b.N
		}
	}
	if w.Charge > 0 {
		for _, b := range e.Burnt {
			c.later[b.Item] -= b.N
		}
	}
	seconds, why := c.j.time(o.way, k, choice.Furnaces), c.why(w)
	c.emit(c.action(o, k, gained, choice.Furnaces), seconds, why)
	if w.Kind == game.Attack && w.N == 0 {
		c.steps[len(c.steps)-1].Enough = []game.Need{{Items: []string{c.j.s.Names[w.Out]}, Count: int(c.st.Held[w.Out])}}
	}
	if w.Kind == game.Breed {
		c.raise(w, k, why)
	}
}

func (c *scheduler) action(o *op, k, gained, furnaces int32) game.Action {
	w := &c.j.s.Ops[o.way]
	a := game.Action{Kind: w.Kind, Quantity: int(k)}
	switch w.Kind {
	case game.Craft, game.Brew, game.Smith:
		a.Recipe, a.Quantity, a.Station = w.Subject, int(gained), w.At
	case game.Smelt:
		a.Item = w.Subject
		if furnaces > 1 {
			a.Furnaces = int(furnaces)
		}
		if c.j.p.Fuel && o.fuel.units > 0 {
			a.Fuel = c.j.s.Names[o.fuel.item]
		}
	case game.Collect:
		a.Item = w.Subject
	case game.Barter:
		a.Item = w.Subject
		a.Until = &game.Until{Item: c.j.s.Names[w.Out], Count: int(gained)}
	case game.Trade:
		a.Item, a.Quantity = w.Subject, int(gained)
		if out := c.j.s.Names[w.Out]; out != a.Item {
			a.For = out
		}
		_, a.Price, _ = c.j.s.Trade(c.j.s.Names[w.Takes[0].Alts[0]], c.j.s.Names[w.Out])
		for _, want := range c.j.p.Wants {
			if want.Via == game.Trade && want.Most > 0 {
				a.Price = want.Most
			}
		}
	case game.Mine:
		a.Target = w.Subject
		if w.N == 0 && c.j.p.Until {
			// The count is left to luck: the quantity only bounds it.
			a.Until = &game.Until{Item: c.j.s.Names[w.Out], Count: int(gained)}
			a.Quantity *= luck
		}
	default:
		a.Target = w.Subject
		if w.Kind == game.Attack && w.N == 0 {
			a.Quantity += int(k+1) / 2 // what it leaves is left to chance
		}
	}
	return a
}

// time is how many seconds k batches of a way take in one go, smelts in so many furnaces.
func (j *job) time(wi, k, furnaces int32) float64 {
	w := &j.s.Ops[wi]
	switch {
	case w.Gathers():
		return w.Walks(j.c.search[wi], k) + float64(k)*w.Unit
	case w.Crafts():
		return 1 + float64(k)*w.Unit
	}
	return rules.Fullest(k, furnaces) * w.Unit
}

func (c *scheduler) why(w *rules.Op) game.Message {
	switch y := c.j.why[w.Out]; {
	case y == wantedWhy:
		return AskedFor
	case y == portalWhy:
		return game.Say("step.portal")
	case y > 0:
		return c.forItem(y - 1)
	case y <= gearWhy:
		return c.j.p.First[gearWhy-y].Why
	}
	return onTheWay
}

// AskedFor is why what is wanted itself is made; onTheWay why something else is.
var AskedFor, onTheWay = game.Say("step.asked"), game.Say("step.way")

func (c *scheduler) forItem(item int32) game.Message {
	return game.Say("step.for", "thing", game.Named(c.j.s.Names[item]))
}

func (c *scheduler) emit(a game.Action, seconds float64, why game.Message) {
	c.steps = append(c.steps, Step{Action: a, Seconds: seconds, Why: why})
	c.seconds += seconds
}

// luck is how many times the average number of blocks a drop left to chance may
// take.
const luck = 4
