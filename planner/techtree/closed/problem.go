// SPDX-License-Identifier: MIT

package closed

import "github.com/minehand/minehand/game"

// Problem is what a body without any source may do, and what it wants to hold at
// the end. Items are numbers from 0 on. The zero value wants nothing.
type Problem struct {
	// Have is how much there is of each item.
	Have []int32
	// Stand are the stations that stand already, one bit each.
	Stand int32
	Deeds []Deed
	// Fuels in the order in which they are tried; none where no fire is needed or
	// FreeFuel leaves fuel out of account. NamedFuel says that a smelt may name
	// what it burns.
	Fuels               []Fuel
	FreeFuel, NamedFuel bool
	Wants               []Want
}

// Deed is one kind of batch: a craft by whichever of its ways, a smelt, a station
// set up.
type Deed struct {
	// Kind is craft, smelt or place. What a place brings is a station, not an item.
	Kind game.Kind
	// Subject and Seconds are the asker's own: what an action of it names, how long
	// one batch takes.
	Subject string
	Seconds float64
	// Input is what a smelt or a place takes one of, Out what a smelt or a craft
	// brings.
	Input, Out int32
	// Bit of the station that is set up, or of those that a smelt may be done at.
	Bit  int32
	Ways []Way
}

// Way is one recipe of a craft: N pieces from its parts, at one of the stations
// of Bits, anywhere for none.
type Way struct {
	// Parts, those with the fewest choices first.
	Parts  []Part
	Leaves []Stack
	Bits   int32
	N      int32
}

// Part is a number of pieces out of alternatives. Choices counts those that the
// recipe knows, which may be more than there can be.
type Part struct {
	Alts    []int32
	Count   int32
	Choices int
}

// Fuel burns for Ticks and leaves one of the item Leaves, -1 for nothing. A body
// that is told no fuel takes the first that is Untold.
type Fuel struct {
	Item, Ticks, Leaves int32
	Untold              bool
}

// Want is a number of items to hold at the end, whose counts add up.
type Want struct {
	Alts  []int32
	Count int32
	// Via is the deed that has to bring it, of which all that a plan has must be
	// done; -1 for any.
	Via int32
}

// Stack is a number of pieces of one item.
type Stack struct {
	Item, N int32
}

// Move is one action: a deed and how much of it, in items made, inputs smelted or
// stations set up. Fuel is what a smelt names, by its place among the fuels, -1
// for none.
type Move struct {
	Deed, Fuel, N int32
}

// Answer is a plan and how much there is of each item after it.
type Answer struct {
	Moves []Move
	Left  []int32
}

// SmeltTicks is one item in a furnace (Minecraft Wiki, "Smelting").
const SmeltTicks = 200

// compiled is a problem made ready for trying out what a body does one batch
// after the other. A state is a row of numbers: how much there is of each item,
// the fire, the stations that stand, and what is left to do of a plan that is
// followed.
type compiled struct {
	*Problem
	// plain marks the crafts that a body has no choice in, and that touch nothing
	// which it chooses among elsewhere.
	plain []bool
	// beside marks what may be done beside a plan that is followed.
	beside []bool
	// ample is a fuel that serves nothing else and suffices for the whole plan, -1
	// for none.
	ample int32
	// named are the fuels that the plan names, and the best that serves nothing
	// else; nil for any.
	named map[int32]bool
	start []int32
	// burnAt, lastAt and standAt are the places of the fire in ticks, of the smelt
	// that it burns for, and of the stations, one bit each; planAt of the batches
	// of each deed that a plan has left.
	burnAt, lastAt, standAt, planAt int
	// cold says that a fire does not last from one smelt action to the next.
	cold bool
	// counted is the length of what tells states apart.
	counted int
}

func compile(p *Problem) *compiled {
	c := &compiled{Problem: p, burnAt: len(p.Have)}
	c.findPlain()
	c.lastAt, c.standAt, c.planAt = c.burnAt+1, c.burnAt+2, c.burnAt+3
	c.start = make([]int32, c.planAt+len(p.Deeds))
	copy(c.start, p.Have)
	c.start[c.standAt] = p.Stand
	c.counted = c.planAt
	for i := range p.Wants {
		if p.Wants[i].Via >= 0 { // states differ by what the plan has left of it
			c.counted = len(c.start)
		}
	}
	return c
}

func (c *compiled) findPlain() {
	chosen := make([]bool, len(c.Have))
	each := func(d *Deed, do func(p *Part)) {
		for w := range d.Ways {
			for p := range d.Ways[w].Parts {
				do(&d.Ways[w].Parts[p])
			}
		}
	}
	for n := range c.Deeds {
		each(&c.Deeds[n], func(p *Part) {
			for _, a := range p.Alts {
				chosen[a] = chosen[a] || p.Choices > 1
			}
		})
	}
	for _, f := range c.Fuels {
		chosen[f.Item] = true
	}
	c.plain = make([]bool, len(c.Deeds))
	for n := range c.Deeds {
		d := &c.Deeds[n]
		c.plain[n] = d.Kind == game.Craft && len(d.Ways) == 1 && !chosen[d.Out]
		each(d, func(p *Part) { c.plain[n] = c.plain[n] && p.Choices == 1 && !chosen[p.Alts[0]] })
	}
}

// met says whether a state has what is wanted.
func (c *compiled) met(row []int32) bool {
	for i := range c.Wants {
		w := &c.Wants[i]
		n := int32(0)
		for _, a := range w.Alts {
			n += row[a]
		}
		if n < w.Count || w.Via >= 0 && row[c.planAt+int(w.Via)] > 0 {
			return false
		}
	}
	return true
}

// left is how much there is of each item in a state.
func (c *compiled) left(row []int32) []int32 { return row[:c.burnAt:c.burnAt] }
