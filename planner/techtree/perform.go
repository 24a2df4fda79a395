// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

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
	fuel := c.fuelPortion(o, k)
	var burnt []rules.Amount
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
	gained := w.N * k
	if !c.angelic && c.choosy(o) {
		gained = c.doChosen(o, k)
	} else {
		for i := range o.from {
			c.change(o.from[i].item, -used[i])
		}
		for _, l := range w.Leaves {
			c.change(l.Item, l.N*k)
		}
	}
	if c.choosesFuel(o) {
		// What was used of the input is out of the inventory by now.
		for _, f := range burnt {
			c.burn(f.Item, f.N)
		}
	} else if fuel > 0 {
		c.burn(o.fuel.item, fuel)
	}
	o.fuel.units -= fuel
	o.left -= k
	if w.N == 0 {
		gained = max(1, int32(math.Floor(float64(k)*w.Mean+1e-9)))
	}
	c.change(w.Out, gained)
	if w.Kind == game.Mine && w.Hardness > 0 {
		c.wear(w.Tools, w.Class, k)
	}
	seconds, why := c.time(o, k), c.why(w)
	if w.Kind == game.Use {
		for range k {
			c.use(w, c.inHand(w), seconds/float64(k), why)
			c.wear(w.Tools, "", min(1, int32(len(w.Tools))))
		}
		return
	}
	if w.Kind == game.Shear || w.Kind == game.Fish {
		c.wear(w.Tools, "", w.Uses(k))
	}
	c.emit(c.action(o, k, gained, fuel), seconds, why)
	if w.Kind == game.Attack && w.N == 0 {
		c.steps[len(c.steps)-1].Enough = []game.Need{{Items: []string{c.j.s.Names[w.Out]}, Count: int(c.inv[w.Out])}}
	}
	if w.Kind == game.Breed {
		c.raise(w, k, why)
	}
}

// burn takes fuel out of the inventory.
func (c *scheduler) burn(fuel, n int32) {
	c.change(fuel, -n)
	if left := c.j.s.Info[fuel].FuelLeaves; left != "" {
		if i, ok := c.j.s.IDs[left]; ok {
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
			tool := c.j.s.Info[t.item].Tool
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
	w := &c.j.s.Ops[o.way]
	a := game.Action{Kind: w.Kind, Quantity: int(k)}
	switch w.Kind {
	case game.Craft:
		a.Recipe, a.Quantity = w.Subject, int(gained)
	case game.Smelt:
		a.Item = w.Subject
		if c.j.p.Fuel && fuel > 0 {
			a.Fuel = c.j.s.Names[o.fuel.item]
		}
	case game.Collect:
		a.Item = w.Subject
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

func (c *scheduler) time(o *op, k int32) float64 {
	w := &c.j.s.Ops[o.way]
	switch {
	case w.Gathers():
		return c.j.c.search[o.way]*w.Searches(k) + float64(k)*w.Unit
	case w.Kind == game.Craft:
		return 1 + float64(k)*w.Unit
	}
	return float64(k) * w.Unit
}

func (c *scheduler) why(w *rules.Op) string {
	switch y := c.j.why[w.Out]; {
	case y == wantedWhy:
		return "asked for"
	case y > 0:
		return "for " + game.Display(c.j.s.Names[y-1])
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
