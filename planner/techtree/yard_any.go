package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// tryAll decides a closed problem by trying everything, one batch at a time,
// parts and fuels taken in every way; decided is false when there is too much to
// try. The fire lasts from one smelt to the next.
func (y *yard) tryAll() (a Answer, possible, decided bool) {
	y.cold = false
	t := newTrial(y, slices.Clone(y.start))
	for at := 0; at < len(t.nodes) && t.found < 0; at++ {
		if len(t.nodes) > mostTried {
			return a, false, false
		}
		row := t.nodes[at].row
		put := func(next []int32, m move, lit []int32) {
			if t.put(next, int32(at), 0, m) {
				t.nodes[len(t.nodes)-1].lit = lit
			}
		}
		for n := range y.deeds {
			d := &y.deeds[n]
			m := move{int32(n), -1, 1}
			switch d.kind {
			case game.Place:
				if row[d.input] > 0 && row[y.standAt]&d.bit == 0 {
					next := slices.Clone(row)
					next[d.input]--
					next[y.standAt] |= d.bit
					put(next, m, nil)
				}
			case game.Smelt:
				if row[d.input] > 0 && row[y.standAt]&d.bit != 0 {
					next := slices.Clone(row)
					next[d.input]--
					y.light(next, 0, nil, func(next []int32, lit []int32) {
						next[d.out]++
						put(next, m, lit)
					})
				}
			default:
				for k := range d.ways {
					w := &d.ways[k]
					if w.bits == 0 || w.bits&row[y.standAt] != 0 {
						y.parts(row, w, 0, 0, w.parts[0].count, func(next []int32) {
							for _, l := range w.leaves {
								next[l.item] += l.n
							}
							next[d.out] += w.n
							put(next, move{int32(n), -1, w.n}, nil)
						})
					}
				}
			}
		}
	}
	if t.found < 0 {
		return a, false, true
	}
	return y.written(t), true, true
}

// light takes one smelt's fire off, after lighting fuels from the first on, in
// every way, where there is not enough.
func (y *yard) light(row []int32, first int, lit []int32, then func(row []int32, lit []int32)) {
	if y.j.p.FreeFuel {
		then(row, nil)
		return
	}
	if row[y.burnAt] >= smeltTicks {
		next := slices.Clone(row)
		next[y.burnAt] -= smeltTicks
		then(next, lit)
		return
	}
	for f := first; f < len(y.fuels); f++ {
		u := &y.fuels[f]
		if row[u.item] < 1 {
			continue
		}
		next := slices.Clone(row)
		next[u.item]--
		if u.leaves >= 0 {
			next[u.leaves]++
		}
		next[y.burnAt] += u.ticks
		y.light(next, f, append(lit[:len(lit):len(lit)], int32(f)), then)
	}
}

// parts takes the parts of one batch from a part's alternative on in every way.
func (y *yard) parts(row []int32, w *yardWay, part, alt int, need int32, then func(row []int32)) {
	if need == 0 {
		if part++; part == len(w.parts) {
			then(slices.Clone(row))
			return
		}
		y.parts(row, w, part, 0, w.parts[part].count, then)
		return
	}
	alts := w.parts[part].alts
	if alt == len(alts) {
		return
	}
	item := alts[alt]
	for n := min(need, row[item]); n >= 0; n-- {
		row[item] -= n
		y.parts(row, w, part, alt+1, need-n, then)
		row[item] += n
	}
}

// written is the plan that a trial found, its fuels named.
func (y *yard) written(t *trial) Answer {
	var a Answer
	var fire hearth
	var path []int32
	for n := t.found; t.nodes[n].parent >= 0; n = t.nodes[n].parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	for _, n := range path {
		m := t.nodes[n].m
		if y.deeds[m.deed].kind != game.Smelt || y.j.p.FreeFuel {
			a.join(y.stepsOf([]move{m}))
			continue
		}
		for _, f := range t.nodes[n].lit {
			fire.lay(f, y.fuels[f].ticks)
		}
		for _, part := range fire.smelt(m.k) {
			a.join(y.stepsOf([]move{{m.deed, part.item, part.n}}))
		}
	}
	a.Leftover = y.leftover(t.nodes[t.found].row)
	return a
}

// join appends another plan's steps.
func (a *Answer) join(b Answer) {
	for _, s := range b.Steps {
		a.add(s.Action, s.Seconds, s.Why)
	}
}
