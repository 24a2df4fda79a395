// SPDX-License-Identifier: MIT

package closed

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Decide decides a problem whose wants leave open how things are obtained:
// possible says that there is a plan, and the answer is one. Decided is false when
// that is too much work.
func Decide(p *Problem) (a Answer, possible, decided bool) {
	c := compile(p)
	if a, possible, decided = c.shareOut(); decided {
		return a, possible, true
	}
	return c.tryAll()
}

// Try is Decide by trying everything alone, for small problems.
func Try(p *Problem) (a Answer, possible, decided bool) { return compile(p).tryAll() }

// tryAll tries everything, one batch at a time, parts and fuels taken in every
// way; decided is false when there is too much to try. The fire lasts from one
// smelt to the next.
func (c *compiled) tryAll() (a Answer, possible, decided bool) {
	c.cold = false
	t := newTrial(c, slices.Clone(c.start))
	for at := 0; at < len(t.nodes) && t.found < 0; at++ {
		if len(t.nodes) > mostTried {
			return a, false, false
		}
		row := t.nodes[at].row
		put := func(next []int32, m Move, lit []int32) {
			if t.put(next, int32(at), 0, m) {
				t.nodes[len(t.nodes)-1].lit = lit
			}
		}
		for n := range c.Deeds {
			d := &c.Deeds[n]
			m := Move{int32(n), -1, 1}
			switch d.Kind {
			case game.Place:
				if row[d.Input] > 0 && row[c.standAt]&d.Bit == 0 {
					next := slices.Clone(row)
					next[d.Input]--
					next[c.standAt] |= d.Bit
					put(next, m, nil)
				}
			case game.Smelt:
				if row[d.Input] > 0 && row[c.standAt]&d.Bit != 0 {
					next := slices.Clone(row)
					next[d.Input]--
					c.light(next, 0, nil, func(next []int32, lit []int32) {
						next[d.Out]++
						put(next, m, lit)
					})
				}
			default:
				for k := range d.Ways {
					w := &d.Ways[k]
					if w.Bits == 0 || w.Bits&row[c.standAt] != 0 {
						c.parts(row, w, 0, 0, w.Parts[0].Count, func(next []int32) {
							for _, l := range w.Leaves {
								next[l.Item] += l.N
							}
							next[d.Out] += w.N
							put(next, Move{int32(n), -1, w.N}, nil)
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

// light takes one smelt's fire off, after lighting fuels from the first on, in
// every way, where there is not enough.
func (c *compiled) light(row []int32, first int, lit []int32, then func(row []int32, lit []int32)) {
	if c.FreeFuel {
		then(row, nil)
		return
	}
	if row[c.burnAt] >= SmeltTicks {
		next := slices.Clone(row)
		next[c.burnAt] -= SmeltTicks
		then(next, lit)
		return
	}
	for f := first; f < len(c.Fuels); f++ {
		u := &c.Fuels[f]
		if row[u.Item] < 1 {
			continue
		}
		next := slices.Clone(row)
		next[u.Item]--
		if u.Leaves >= 0 {
			next[u.Leaves]++
		}
		next[c.burnAt] += u.Ticks
		c.light(next, f, append(lit[:len(lit):len(lit)], int32(f)), then)
	}
}

// parts takes the parts of one batch from a part's alternative on in every way.
func (c *compiled) parts(row []int32, w *Way, part, alt int, need int32, then func(row []int32)) {
	if need == 0 {
		if part++; part == len(w.Parts) {
			then(slices.Clone(row))
			return
		}
		c.parts(row, w, part, 0, w.Parts[part].Count, then)
		return
	}
	alts := w.Parts[part].Alts
	if alt == len(alts) {
		return
	}
	item := alts[alt]
	for n := min(need, row[item]); n >= 0; n-- {
		row[item] -= n
		c.parts(row, w, part, alt+1, need-n, then)
		row[item] += n
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
			fire.Lay(f, c.Fuels[f].Ticks)
		}
		for _, part := range fire.Smelt(m.N) {
			a.Moves = append(a.Moves, Move{m.Deed, part.Item, part.N})
		}
	}
	a.Left = c.left(t.nodes[t.found].row)
	return a
}
