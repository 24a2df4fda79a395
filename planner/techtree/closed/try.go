// SPDX-License-Identifier: MIT

package closed

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// Decide decides a problem: possible says that there is a plan, and the answer is one.
// Decided is false when that is too much work.
func Decide(p *Problem) (a Answer, possible, decided bool) {
	c := forVias(p)
	if a, possible, decided = c.shareOut(); decided {
		return a, possible, true
	}
	return c.tryAll()
}

// Try is Decide by trying everything alone, for small problems.
func Try(p *Problem) (a Answer, possible, decided bool) { return forVias(p).tryAll() }

// forVias is a problem made ready, with all to be done that has to be done by one deed.
func forVias(p *Problem) *compiled {
	c := compile(p)
	for _, w := range p.Wants {
		if w.Via >= 0 {
			c.start.plan[w.Via] = max(c.start.plan[w.Via], w.Missing)
		}
	}
	return c
}

// tryAll tries everything, one batch at a time, parts and fuels taken in every
// way; decided is false when there is too much to try. The fire lasts from one
// smelt to the next.
func (c *compiled) tryAll() (a Answer, possible, decided bool) {
	c.cold = false
	t := newTrial(c, c.start)
	for at := 0; at < len(t.nodes) && t.found < 0; at++ {
		if len(t.nodes) > MostTried {
			return a, false, false
		}
		from := t.nodes[at].row
		put := func(d *Deed, m Move, choice rules.Choice, lit []int32) {
			next := from.clone()
			_, ok := c.carry(&next, d, int(m.N), choice)
			if next.did(m.Deed, m.N); ok && t.put(next, int32(at), 0, m) {
				t.nodes[len(t.nodes)-1].lit = lit
			}
		}
		for n := range c.Deeds {
			d := &c.Deeds[n]
			m := Move{Deed: int32(n), Fuel: -1, N: 1}
			switch d.Kind {
			case game.Place:
				put(d, m, rules.Choice{}, nil)
			case game.Smelt:
				if from.Held[d.Input] > 0 && from.Here&d.Bit != 0 {
					c.light(from, d, from.Fire, 0, nil, func(lit []int32) { put(d, m, c.burning(lit), lit) })
				}
			default:
				for k, o := range d.Ops {
					way := Deed{Kind: d.Kind, Ops: d.Ops[k : k+1]}
					if m.N, m.Way = o.N, k; o.Bits == 0 || o.Bits&from.Here != 0 {
						c.parts(from, o, 0, 0, o.Takes[0].Count, nil, func(used []rules.Amount) {
							m.Took = slices.Clone(used)
							put(&way, m, rules.Choice{Exactly: m.Took}, nil)
						})
					}
				}
			}
		}
	}
	if t.found < 0 {
		return a, false, true
	}
	return c.written(t), true, true
}

// burning burns these fuels.
func (c *compiled) burning(lit []int32) rules.Choice {
	choice := rules.Choice{Free: c.FreeFuel}
	for _, f := range lit {
		if n := slices.Index(choice.Fuels, f); n >= 0 {
			choice.Exactly[n].N++
			continue
		}
		choice.Fuels, choice.Exactly = append(choice.Fuels, f), append(choice.Exactly, rules.Amount{Item: f, N: 1})
	}
	return choice
}

// light lists in every way the fuels, from the first on, that are lit for one smelt
// where the fire does not last for it.
func (c *compiled) light(r row, d *Deed, burn int32, first int, lit []int32, then func(lit []int32)) {
	if c.FreeFuel || burn >= rules.SmeltTicks {
		then(lit)
		return
	}
	for f := first; f < len(c.Fuels); f++ {
		fuel, units := c.Fuels[f], int32(0)
		for _, l := range lit {
			if l == fuel {
				units++
			}
		}
		if fuel == d.Input {
			units++
		}
		if r.Held[fuel] > units {
			c.light(r, d, burn+c.ticks(fuel), f, append(lit[:len(lit):len(lit)], fuel), then)
		}
	}
}

// parts lists in every way what one batch uses up, from a part's alternative on.
func (c *compiled) parts(r row, o *rules.Op, part, alt int, need int32, used []rules.Amount, then func(used []rules.Amount)) {
	if need == 0 {
		if part++; part == len(o.Takes) {
			then(used)
			return
		}
		c.parts(r, o, part, 0, o.Takes[part].Count, used, then)
		return
	}
	alts := o.Takes[part].Alts
	if alt == len(alts) {
		return
	}
	left := r.Held[alts[alt]]
	for _, u := range used {
		if u.Item == alts[alt] {
			left -= u.N
		}
	}
	for n := min(need, left); n >= 0; n-- {
		c.parts(r, o, part, alt+1, need-n, append(used, rules.Amount{Item: alts[alt], N: n}), then)
	}
}

// written is the plan that a trial found, its fuels named.
func (c *compiled) written(t *trial) Answer {
	var a Answer
	var fire Fire
	var path []int32
	for n := t.found; t.nodes[n].parent >= 0; n = t.nodes[n].parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	for _, n := range path {
		m := t.nodes[n].m
		if c.Deeds[m.Deed].Kind != game.Smelt || c.FreeFuel {
			a.Moves = append(a.Moves, m)
			continue
		}
		for _, f := range t.nodes[n].lit {
			fire.Lay(f, c.ticks(f))
		}
		for _, part := range fire.Smelt(m.N) {
			a.Moves = append(a.Moves, Move{Deed: m.Deed, Fuel: part.Item, N: part.N})
		}
	}
	a.Left = t.nodes[t.found].row.Held
	return a
}
