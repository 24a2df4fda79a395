// SPDX-License-Identifier: MIT

package closed

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// order puts the numbers that solve a program into an order, whatever can be done
// first; false when that gets stuck.
func (p *program) order(values []float64, placed []int32) (Answer, bool) {
	row := slices.Clone(p.start)
	left := make([]int32, len(values))
	for k, v := range values {
		left[k] = int32(math.Round(v))
	}
	var a Answer
	var fire Fire
	burn := int32(0)
	placed = slices.Clone(placed)
	for moved := true; moved; {
		moved = false
		placed = slices.DeleteFunc(placed, func(n int32) bool {
			if !p.apply(row, &Move{n, -1, 1}) {
				return false
			}
			a.Moves = append(a.Moves, Move{n, -1, 1})
			moved = true
			return true
		})
		for k := range p.terms {
			t := &p.terms[k]
			if t.deed < 0 || t.part >= 0 {
				continue
			}
			for left[k] > 0 {
				if p.Deeds[t.deed].Kind == game.Smelt {
					if !p.smeltOnce(row, t, left, &burn, &fire) {
						break
					}
					fuel := int32(-1)
					if !p.FreeFuel {
						fuel = fire.Smelt(1)[0].Item
					}
					a.Moves = append(a.Moves, Move{int32(t.deed), fuel, 1})
				} else {
					if !p.craftOnce(row, k, left) {
						break
					}
					a.Moves = append(a.Moves, Move{int32(t.deed), -1, p.Deeds[t.deed].Ways[t.way].N})
				}
				left[k]--
				moved = true
			}
		}
		if p.met(row) {
			a.Left = p.left(row)
			return a, true
		}
	}
	return Answer{}, false
}

// smeltOnce smelts one, of the fuels that are left to burn.
func (p *program) smeltOnce(row []int32, t *term, left []int32, burn *int32, fire *Fire) bool {
	d := &p.Deeds[t.deed]
	if row[d.Input] < 1 || row[p.standAt]&d.Bit == 0 {
		return false
	}
	row[d.Input]--
	for k := 0; k < len(p.terms) && *burn < SmeltTicks && !p.FreeFuel; k++ {
		f := p.terms[k].fuel
		if p.terms[k].deed >= 0 || f < 0 {
			continue
		}
		for u := &p.Fuels[f]; left[k] > 0 && row[u.Item] > 0 && *burn < SmeltTicks; left[k]-- {
			row[u.Item]--
			if u.Leaves >= 0 {
				row[u.Leaves]++
			}
			*burn += u.Ticks
			fire.Lay(int32(f), u.Ticks)
		}
	}
	if *burn < SmeltTicks && !p.FreeFuel {
		row[d.Input]++
		return false
	}
	*burn -= SmeltTicks
	row[d.Out]++
	return true
}

// craftOnce does one batch with the shares that are left to it.
func (p *program) craftOnce(row []int32, k int, left []int32) bool {
	t := &p.terms[k]
	d := &p.Deeds[t.deed]
	w := &d.Ways[t.way]
	if w.Bits != 0 && w.Bits&row[p.standAt] == 0 {
		return false
	}
	next, shares := slices.Clone(row), slices.Clone(left)
	for i := range w.Parts {
		part := &w.Parts[i]
		need := part.Count
		if len(part.Alts) == 1 {
			next[part.Alts[0]] -= need
			need = min(0, next[part.Alts[0]])
		}
		for s := k + 1; s < len(p.terms) && p.terms[s].deed == t.deed && p.terms[s].part >= 0; s++ {
			if o := &p.terms[s]; o.way == t.way && o.part == i {
				n := min(need, shares[s], next[o.item])
				next[o.item] -= n
				shares[s] -= n
				need -= n
			}
		}
		if need != 0 {
			return false
		}
	}
	for _, l := range w.Leaves {
		next[l.Item] += l.N
	}
	next[d.Out] += w.N
	copy(row, next)
	copy(left, shares)
	return true
}
