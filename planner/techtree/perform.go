// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// do runs k batches of an op.
func (c *scheduler) do(o *op, k int32) {
	w := &c.j.s.ways[o.way]
	if w.plants() >= 0 {
		c.grow(o, k)
		return
	}
	fuel := c.fuelPortion(o, k)
	var burnt []stack
	if c.choosesFuel(o) {
		burnt, _ = c.burns(o, k)
	}
	used := make([]int32, len(o.from))
	for i := range o.from {
		used[i] = c.portion(o, &o.from[i], k)
	}
	for i := range o.from {
		o.from[i].units -= used[i]
	}
	gained := w.n * k
	if !c.angelic && c.choosy(o) {
		gained = c.doChosen(o, k)
	} else {
		for i := range o.from {
			c.change(o.from[i].item, -used[i])
		}
		for _, l := range w.leaves {
			c.change(l.item, l.n*k)
		}
	}
	if c.choosesFuel(o) {
		// What was used of the input is out of the inventory by now.
		for _, f := range burnt {
			c.burn(f.item, f.n)
		}
	} else if fuel > 0 {
		c.burn(o.fuel.item, fuel)
	}
	o.fuel.units -= fuel
	o.left -= k
	if w.n == 0 {
		gained = max(1, int32(math.Floor(float64(k)*w.mean+1e-9)))
	}
	c.change(w.out, gained)
	if w.kind == game.Mine && w.hardness > 0 {
		c.wear(w.tools, w.class, k)
	}
	seconds, why := c.time(o, k), c.why(w)
	if w.kind == game.Use {
		for range k {
			c.use(w, c.inHand(w), seconds/float64(k), why)
			c.wear(w.tools, "", min(1, int32(len(w.tools))))
		}
		return
	}
	if w.kind == game.Shear || w.kind == game.Fish {
		c.wear(w.tools, "", w.toolUses(k))
	}
	c.emit(c.action(o, k, gained, fuel), seconds, why)
	if w.kind == game.Attack && w.n == 0 {
		c.steps[len(c.steps)-1].Enough = []game.Need{{Items: []string{c.j.s.names[w.out]}, Count: int(c.inv[w.out])}}
	}
	if w.kind == game.Breed {
		c.raise(w, k, why)
	}
}

// burn takes fuel out of the inventory.
func (c *scheduler) burn(fuel, n int32) {
	c.change(fuel, -n)
	if left := c.j.s.info[fuel].FuelLeaves; left != "" {
		if i, ok := c.j.s.id[left]; ok {
			c.j.touch(i)
			c.change(i, n)
		}
	}
}

// doChosen uses up what the body chooses and returns how much it makes.
func (c *scheduler) doChosen(o *op, k int32) int32 {
	used, made, _ := c.choose(o, k)
	items := make([]int32, 0, len(used))
	for i := range used {
		items = append(items, i)
	}
	slices.Sort(items)
	for _, i := range items {
		c.j.touch(i)
		c.change(i, -used[i])
	}
	return made
}

// wear takes uses off the fastest tools that will do, as a body does.
func (c *scheduler) wear(tools []int32, class string, n int32) {
	for ; n > 0; n-- {
		best, speed := -1, 0.0
		for i, t := range c.tools {
			tool := c.j.s.info[t.item].Tool
			if tool == nil || t.left <= 0 || (tools == nil && tool.Class != class) || (tools != nil && !slices.Contains(tools, t.item)) {
				continue
			}
			if v := max(tool.Speed, 1); best < 0 || v > speed || v == speed && t.left < c.tools[best].left {
				best, speed = i, v
			}
		}
		if best < 0 {
			return
		}
		k := min(n, c.tools[best].left)
		c.tools[best].left -= k
		n -= k - 1
		if c.tools[best].left == 0 {
			item := c.tools[best].item
			c.tools = slices.Delete(c.tools, best, best+1)
			c.slots -= c.slotsFor(item, c.inv[item])
			c.inv[item]--
			c.slots += c.slotsFor(item, c.inv[item])
		}
	}
}

func (c *scheduler) action(o *op, k, gained, fuel int32) game.Action {
	w := &c.j.s.ways[o.way]
	a := game.Action{Kind: w.kind, Quantity: int(k)}
	switch w.kind {
	case game.Craft:
		a.Recipe, a.Quantity = w.subject, int(gained)
	case game.Smelt:
		a.Item = w.subject
		if c.j.p.Fuel && fuel > 0 {
			a.Fuel = c.j.s.names[o.fuel.item]
		}
	case game.Collect:
		a.Item = w.subject
	case game.Mine:
		a.Target = w.subject
		if w.n == 0 && c.j.p.Until {
			// The count is left to luck: the quantity only bounds it.
			a.Until = &game.Until{Item: c.j.s.names[w.out], Count: int(gained)}
			a.Quantity *= luck
		}
	default:
		a.Target = w.subject
		if w.kind == game.Attack && w.n == 0 {
			a.Quantity += int(k+1) / 2 // what it leaves is left to chance
		}
	}
	return a
}

func (c *scheduler) time(o *op, k int32) float64 {
	w := &c.j.s.ways[o.way]
	switch {
	case c.j.s.gather(w):
		return c.j.c.search[o.way] + float64(k)*w.seconds
	case w.kind == game.Craft:
		return 1 + float64(k)*w.seconds
	}
	return float64(k) * w.seconds
}

func (c *scheduler) why(w *way) string {
	switch y := c.j.why[w.out]; {
	case y == wantedWhy:
		return "asked for"
	case y > 0:
		return "for " + game.Display(c.j.s.names[y-1])
	}
	return "needed on the way"
}

func (c *scheduler) emit(a game.Action, seconds float64, why string) {
	c.steps = append(c.steps, Step{Action: a, Seconds: seconds, Why: why})
	c.seconds += seconds
}

// luck is how many times the average number of blocks a drop left to chance may
// take.
const luck = 4
