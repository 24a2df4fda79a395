// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// tooled is how many of n batches the tools held are good for.
func (c *scheduler) tooled(w *way, n int32) int32 {
	room := c.room(w.tools)
	switch {
	case w.toolUses(n) <= room:
		return n
	case w.casts > 0:
		return room / w.casts
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
	w := &c.j.s.ways[o.way]
	i := w.plants()
	return i < 0 || c.inv[i] >= c.j.seedsFor(w, k)
}

// grow runs k batches of a way that plants: hoeing once, then planting, waiting
// and taking in as often as it takes. What comes is reckoned at its least.
func (c *scheduler) grow(o *op, k int32) {
	w := &c.j.s.ways[o.way]
	f := w.farm
	seed, why := c.j.s.names[f.seed], c.why(w)
	o.left -= k
	set := c.plantsIn(w, k)
	if w.tools != nil {
		c.wear(w.tools, "hoe", set)
		c.emit(game.Action{Kind: game.Till, Target: c.j.s.v.Soil()[0], Quantity: int(set)}, waterSeconds+float64(set)*tillSeconds, why)
	}
	plant := func(n int32) {
		c.emit(game.Action{Kind: game.Plant, Target: seed, Quantity: int(n)}, float64(n)*plantSeconds, why)
	}
	wait := func(seconds float64) {
		seconds = math.Ceil(seconds)
		c.emit(game.Action{Kind: game.Wait, Seconds: seconds}, seconds, "for "+game.Display(f.crop)+" to ripen")
	}
	harvest := func(n int32) {
		c.emit(game.Action{Kind: game.Harvest, Target: f.crop, Quantity: int(n)}, float64(n)*harvestSeconds, why)
	}
	need := k * w.n
	if f.stays {
		plant(set)
		c.change(f.seed, -set)
		if f.seed == w.out {
			need += set // what stands there is not held
		}
		seconds := f.first
		for need > 0 {
			n := min(set, (need+w.n-1)/w.n)
			wait(seconds)
			harvest(n)
			c.change(w.out, n*w.n)
			need -= n * w.n
			seconds = f.again
		}
		return
	}
	for need > 0 {
		n := min(c.plantsIn(w, k), (need+w.n-1)/w.n)
		if n > set { // more came back than was tilled for
			c.wear(w.tools, "hoe", n-set)
			c.emit(game.Action{Kind: game.Till, Target: c.j.s.v.Soil()[0], Quantity: int(n - set)}, float64(n-set)*tillSeconds, why)
			set = n
		}
		plant(n)
		wait(f.first)
		harvest(n)
		c.change(w.out, n*w.n)
		need -= n * w.n
	}
}

// plantsIn is how many plants are set at a time now.
func (c *scheduler) plantsIn(w *way, k int32) int32 {
	return max(1, min(w.plots(k), c.inv[w.farm.seed]))
}

// raise is what follows the breeding of turtles: waiting, and picking up.
func (c *scheduler) raise(w *way, k int32, why string) {
	// What lies about vanishes after five minutes, so the first scute must not
	// wait for the last.
	apart := float64(k-1) * pairSeconds
	if first := turtleSeconds - apart; first > 0 {
		c.emit(game.Action{Kind: game.Wait, Seconds: first}, first, "until the young are grown up")
	}
	c.emit(game.Action{Kind: game.Collect, Item: c.j.s.names[w.out], Quantity: int(k)}, min(apart, turtleSeconds)+float64(k), why)
}
