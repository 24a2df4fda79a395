// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// gathers runs every source that is ready, after packing up; what would tempt
// the body to use it for something else only when told to. What outlasts the
// tools held, while more are to come, waits until nothing else can be done: the
// pickaxe that iron needs is not worn out on stone.
func (c *scheduler) gathers(tempting bool) bool {
	return c.gather(tempting, false) || c.gather(tempting, true)
}

func (c *scheduler) gather(tempting, outlasting bool) bool {
	moved := false
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		if o.left == 0 || !w.Gathers() || !c.there(w) || c.waits(o) || !c.ready(o, o.left) || !tempting && (c.tempts(k) || c.swells(o)) {
			continue
		}
		n := o.left
		if w.Tools != nil {
			n = c.tooled(w, n)
		}
		if n == 0 || n < o.left && c.moreComing(w.Tools) && (moved || !outlasting) {
			continue
		}
		c.pack()
		if w.Tools != nil {
			if n = c.tooled(w, n); n == 0 {
				continue
			}
		}
		c.do(o, n)
		moved = true
		if c.lean || tempting {
			return true
		}
	}
	return moved
}

// longWork is from how many seconds on a body gathers with what is to be held first.
const longWork = 300

// waits says that an op is left until what is to be held first is held: fights, and long work.
func (c *scheduler) waits(o *op) bool {
	w := &c.j.s.Ops[o.way]
	if !w.Gathers() || c.equippedFirst() {
		return false
	}
	m, _ := c.j.s.Version.Mob(w.Subject)
	return w.Kind == game.Attack && m != nil && m.Category == "hostile" || c.j.time(o.way, o.left, 1) >= longWork
}

// equippedFirst says that what is to be held first was held once, or cannot be.
func (c *scheduler) equippedFirst() bool {
	c.bold = c.bold || !slices.ContainsFunc(c.j.p.First, func(g Gear) bool { return c.st.Count(g.Items...) < g.Count })
	return c.bold
}

// swells says that what an op gets takes a slot each where what it takes did not: many
// bottles are filled when nothing else is left to fetch.
func (c *scheduler) swells(o *op) bool {
	w := &c.j.s.Ops[o.way]
	return o.left > 1 && len(w.Takes) > 0 && c.growth(o, o.left, false) > 0
}

func (c *scheduler) moreComing(tools []int32) bool {
	return slices.ContainsFunc(c.ops, func(o op) bool { return o.left > 0 && slices.Contains(tools, c.j.s.Ops[o.way].Out) })
}

// partly runs some batches of an op that cannot run as a whole, for example
// stone for the better pickaxe that the rest of the stone needs.
func (c *scheduler) partly() bool {
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		if o.left == 0 || w.Gathers() && !c.there(w) || c.waits(o) || !c.ready(o, 1) {
			continue
		}
		n := c.mostReady(o)
		if w.Tools != nil {
			n = c.tooled(w, n)
		}
		if n == 0 {
			continue
		}
		if w.Gathers() {
			c.pack()
		} else if !c.stationHere(o) {
			station := c.toSetUp(w)
			if station < 0 {
				continue
			}
			c.place(station, c.forItem(w.Out))
			if !c.ready(o, n) {
				return true
			}
		}
		c.do(o, n)
		return true
	}
	return false
}

// mostReady is how many batches of an op have all they use up.
func (c *scheduler) mostReady(o *op) (n int32) {
	step := int32(1)
	for step*2 <= o.left && c.ready(o, step*2) {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		if n+step <= o.left && c.ready(o, n+step) {
			n += step
		}
	}
	return n
}
