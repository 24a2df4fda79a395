// SPDX-License-Identifier: MIT

package techtree

import (
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// tooled is how many of n batches the tools held are good for.
func (c *scheduler) tooled(w *rules.Op, n int32) int32 {
	room := c.st.Left(w.Tools)
	switch {
	case w.Uses(n) <= room:
		return n
	case w.Casts > 0:
		return room / w.Casts
	}
	return room
}

// sown says that what is to be planted for k batches is held.
func (c *scheduler) sown(o *op, k int32) bool {
	w := &c.j.s.Ops[o.way]
	i := w.Plants()
	return i < 0 || c.st.Held[i] >= c.j.seedsFor(w, k)
}

// grow runs k batches of a way that plants: hoeing once, then planting, waiting
// and taking in as often as it takes.
func (c *scheduler) grow(o *op, k int32) {
	w := &c.j.s.Ops[o.way]
	f := w.Farm
	seed, why := c.j.s.Names[f.Seed], c.why(w)
	o.left -= k
	set := c.plantsIn(w, k)
	till := func(n int32, walk float64) {
		o := c.j.s.Tend(game.Till, c.j.s.Version.Soil()[0])
		c.st.Apply([]*rules.Op{&o}, int(n), rules.Choice{})
		c.emit(game.Action{Kind: game.Till, Target: o.Subject, Quantity: int(n)}, walk+float64(n)*rules.PlotSeconds, why)
	}
	if w.Tools != nil {
		till(set, rules.WaterSeconds)
	}
	plant := func(n int32) {
		c.spend(game.Plant, seed, n)
		c.emit(game.Action{Kind: game.Plant, Target: seed, Quantity: int(n)}, float64(n)*rules.PlotSeconds, why)
	}
	wait := func(seconds float64) {
		seconds = math.Ceil(seconds)
		c.emit(game.Action{Kind: game.Wait, Seconds: seconds}, seconds, game.Say("step.ripen", "thing", game.Named(f.Crop)))
	}
	harvest := func(n int32) {
		o := c.j.s.Tend(game.Harvest, f.Crop)
		c.st.Apply([]*rules.Op{&o}, int(n), rules.Choice{Until: &game.Until{Item: c.j.s.Names[w.Out], Count: int(n * w.N)}})
		c.emit(game.Action{Kind: game.Harvest, Target: f.Crop, Quantity: int(n)}, float64(n)*rules.PlotSeconds, why)
	}
	need := c.st.Held[w.Out] + k*w.N
	missing := func() int32 { return (need - c.st.Held[w.Out] + w.N - 1) / w.N }
	if f.Stays {
		plant(set)
		for seconds := f.First; missing() > 0; seconds = f.Again {
			wait(seconds)
			harvest(min(set, missing()))
		}
		return
	}
	for missing() > 0 {
		n := min(c.plantsIn(w, k), missing())
		if n > set { // more came back than was tilled for
			till(n-set, 0)
			set = n
		}
		plant(n)
		wait(f.First)
		harvest(n)
	}
}

// plantsIn is how many plants are set at a time now.
func (c *scheduler) plantsIn(w *rules.Op, k int32) int32 {
	return max(1, min(w.Plots(k), c.st.Held[w.Farm.Seed]))
}

// raise is what follows the breeding of turtles: waiting, and picking up.
func (c *scheduler) raise(w *rules.Op, k int32, why game.Message) {
	// What lies about vanishes after five minutes, so the first scute must not
	// wait for the last.
	apart := float64(k-1) * rules.PairSeconds
	if first := rules.TurtleSeconds - apart; first > 0 {
		c.emit(game.Action{Kind: game.Wait, Seconds: first}, first, game.Say("step.young"))
	}
	c.emit(game.Action{Kind: game.Collect, Item: c.j.s.Names[w.Out], Quantity: int(k)}, min(apart, rules.TurtleSeconds)+float64(k), why)
}
