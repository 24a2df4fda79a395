// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// tooled is how many of n batches the tools held are good for.
func (c *scheduler) tooled(w *rules.Op, n int32) int32 {
	room := c.room(w.Tools)
	switch {
	case w.Uses(n) <= room:
		return n
	case w.Casts > 0:
		return room / w.Casts
	}
	return room
}

// room is how many uses the tools of these kinds have left together.
func (c *scheduler) room(tools []int32) int32 {
	n := int32(0)
	for _, t := range c.tools {
		if slices.Contains(tools, t.item) {
			n += t.left
		}
	}
	return n
}

// sown says that what is to be planted for k batches is held.
func (c *scheduler) sown(o *op, k int32) bool {
	w := &c.j.s.Ops[o.way]
	i := w.Plants()
	return i < 0 || c.inv[i] >= c.j.seedsFor(w, k)
}

// grow runs k batches of a way that plants: hoeing once, then planting, waiting
// and taking in as often as it takes. What comes is reckoned at its least.
func (c *scheduler) grow(o *op, k int32) {
	w := &c.j.s.Ops[o.way]
	f := w.Farm
	seed, why := c.j.s.Names[f.Seed], c.why(w)
	o.left -= k
	set := c.plantsIn(w, k)
	if w.Tools != nil {
		c.wear(w.Tools, "hoe", set)
		c.emit(game.Action{Kind: game.Till, Target: c.j.s.Version.Soil()[0], Quantity: int(set)}, rules.WaterSeconds+float64(set)*rules.PlotSeconds, why)
	}
	plant := func(n int32) {
		c.emit(game.Action{Kind: game.Plant, Target: seed, Quantity: int(n)}, float64(n)*rules.PlotSeconds, why)
	}
	wait := func(seconds float64) {
		seconds = math.Ceil(seconds)
		c.emit(game.Action{Kind: game.Wait, Seconds: seconds}, seconds, "for "+game.Display(f.Crop)+" to ripen")
	}
	harvest := func(n int32) {
		c.emit(game.Action{Kind: game.Harvest, Target: f.Crop, Quantity: int(n)}, float64(n)*rules.PlotSeconds, why)
	}
	need := k * w.N
	if f.Stays {
		plant(set)
		c.change(f.Seed, -set)
		if f.Seed == w.Out {
			need += set // what stands there is not held
		}
		seconds := f.First
		for need > 0 {
			n := min(set, (need+w.N-1)/w.N)
			wait(seconds)
			harvest(n)
			c.change(w.Out, n*w.N)
			need -= n * w.N
			seconds = f.Again
		}
		return
	}
	for need > 0 {
		n := min(c.plantsIn(w, k), (need+w.N-1)/w.N)
		if n > set { // more came back than was tilled for
			c.wear(w.Tools, "hoe", n-set)
			c.emit(game.Action{Kind: game.Till, Target: c.j.s.Version.Soil()[0], Quantity: int(n - set)}, float64(n-set)*rules.PlotSeconds, why)
			set = n
		}
		plant(n)
		wait(f.First)
		harvest(n)
		c.change(w.Out, n*w.N)
		need -= n * w.N
	}
}

// plantsIn is how many plants are set at a time now.
func (c *scheduler) plantsIn(w *rules.Op, k int32) int32 {
	return max(1, min(w.Plots(k), c.inv[w.Farm.Seed]))
}

// raise is what follows the breeding of turtles: waiting, and picking up.
func (c *scheduler) raise(w *rules.Op, k int32, why string) {
	// What lies about vanishes after five minutes, so the first scute must not
	// wait for the last.
	apart := float64(k-1) * rules.PairSeconds
	if first := rules.TurtleSeconds - apart; first > 0 {
		c.emit(game.Action{Kind: game.Wait, Seconds: first}, first, "until the young are grown up")
	}
	c.emit(game.Action{Kind: game.Collect, Item: c.j.s.Names[w.Out], Quantity: int(k)}, min(apart, rules.TurtleSeconds)+float64(k), why)
}
