// SPDX-License-Identifier: MIT

package closed

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// Problem is what a body without any source may do, and what it wants to hold at
// the end. Items are numbered as in its rules.
type Problem struct {
	Rules *rules.Rules
	// Start is what is held, and which stations stand.
	Start *rules.State
	Deeds []Deed
	// Fuels in the order in which they are tried; none where no fire is needed or
	// FreeFuel leaves fuel out of account. NamedFuel says that a smelt may name
	// what it burns.
	Fuels               []int32
	FreeFuel, NamedFuel bool
	Wants               []Want
}

// Deed is one kind of action: a craft, by whichever of its operators, a smelt, a
// station set up.
type Deed struct {
	// Kind is craft, smelt or place. What a place brings is a station, not an item.
	Kind game.Kind
	// Subject is what an action of it names.
	Subject string
	Ops     []*rules.Op
	// Input is what a smelt or a place takes one of, Out what a smelt or a craft
	// brings.
	Input, Out int32
	// Bit of the station that is set up, or of those that a smelt may be done at.
	Bit uint16
}

// Want is a number of items to hold at the end, whose counts add up.
type Want struct {
	Alts  []int32
	Count int32
	// Via is the deed that has to bring Missing of it; where a plan is settled, all that
	// the plan has of that deed. It is -1 for any.
	Via, Missing int32
}

// Move is one action: a deed and how much of it, in items made, inputs smelted or
// stations set up. Fuel is the item that a smelt names, -1 for none.
type Move struct {
	Deed, Fuel, N int32
	// Way and Took are the recipe of a craft and what it takes, part by part, where a plan
	// chooses them.
	Way  int
	Took []rules.Amount
}

// Answer is a plan and how much there is of each item after it.
type Answer struct {
	Moves []Move
	Left  []int32
}

// row is a state in which moves are carried out: last is the smelt that the fire
// burns for, where it does not last from one to the next, and plan what is left to
// do of a plan that is followed, for each deed.
type row struct {
	*rules.State
	last int32
	plan []int32
}

// did enters so much of a deed.
func (r *row) did(deed, n int32) { r.plan[deed] = max(r.plan[deed]-n, 0) }

func (r row) clone() row { return row{r.State.Clone(), r.last, slices.Clone(r.plan)} }

// compiled is a problem made ready for trying out what a body does one batch
// after the other.
type compiled struct {
	*Problem
	// plain marks the crafts that a body has no choice in, and that touch nothing
	// which it chooses among elsewhere.
	plain []bool
	// can marks what there is or may come of some deed.
	can []bool
	// beside marks what may be done beside a plan that is followed.
	beside []bool
	// ample is a fuel that serves nothing else and suffices for the whole plan, -1
	// for none.
	ample int32
	// named are the fuels that the plan names, and the best that serves nothing
	// else; nil for any.
	named map[int32]bool
	start row
	// cold says that a fire does not last from one smelt action to the next.
	cold bool
	// planned says that states differ by what the plan has left.
	planned bool
}

func compile(p *Problem) *compiled {
	c := &compiled{Problem: p, can: make([]bool, len(p.Rules.Names))}
	c.start = row{State: p.Start, plan: make([]int32, len(p.Deeds))}
	c.findPlain()
	for i, n := range p.Start.Held {
		c.can[i] = n > 0
	}
	for n := range p.Deeds {
		for _, o := range p.Deeds[n].Ops {
			for _, y := range o.Gives {
				c.can[y.Item] = true
			}
			for _, l := range o.Leaves {
				c.can[l.Item] = true
			}
		}
	}
	for _, f := range p.Fuels {
		if left := c.leaves(f); left >= 0 {
			c.can[left] = true
		}
	}
	for i := range p.Wants {
		c.planned = c.planned || p.Wants[i].Via >= 0
	}
	return c
}

func (c *compiled) ticks(fuel int32) int32 { return int32(c.Rules.Info[fuel].FuelTicks) }

// leaves is what a fuel leaves when it has burnt, -1 for nothing.
func (c *compiled) leaves(fuel int32) int32 { return c.Rules.ID(c.Rules.Info[fuel].FuelLeaves) }

// alts are the alternatives of a part that there may be.
func (c *compiled) alts(p *rules.Part) []int32 {
	return slices.DeleteFunc(slices.Clone(p.Alts), func(a int32) bool { return !c.can[a] })
}

func (c *compiled) findPlain() {
	chosen := make([]bool, len(c.can))
	each := func(d *Deed, do func(p *rules.Part)) {
		if d.Ops[0].Crafts() {
			for _, o := range d.Ops {
				for p := range o.Takes {
					do(&o.Takes[p])
				}
			}
		}
	}
	for n := range c.Deeds {
		each(&c.Deeds[n], func(p *rules.Part) {
			for _, a := range p.Alts {
				chosen[a] = chosen[a] || len(p.Alts) > 1
			}
		})
	}
	for _, f := range c.Fuels {
		chosen[f] = true
	}
	c.plain = make([]bool, len(c.Deeds))
	for n := range c.Deeds {
		d := &c.Deeds[n]
		c.plain[n] = d.Ops[0].Crafts() && len(d.Ops) == 1 && !chosen[d.Out]
		each(d, func(p *rules.Part) { c.plain[n] = c.plain[n] && len(p.Alts) == 1 && !chosen[p.Alts[0]] })
	}
}

// met says whether a state has what is wanted.
func (c *compiled) met(r row) bool {
	for i := range c.Wants {
		w := &c.Wants[i]
		n := int32(0)
		for _, a := range w.Alts {
			n += r.Held[a]
		}
		if n < w.Count || w.Via >= 0 && r.plan[w.Via] > 0 {
			return false
		}
	}
	return true
}
