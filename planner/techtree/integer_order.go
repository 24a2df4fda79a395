package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// order puts the numbers that solve a program into an order, whatever can be done
// first; false when that gets stuck.
func (p *program) order(values []float64, placed []int32) (Answer, bool) {
	y := p.y
	row := slices.Clone(y.start)
	left := make([]int32, len(values))
	for k, v := range values {
		left[k] = int32(math.Round(v))
	}
	var a Answer
	var fire hearth
	burn := int32(0)
	placed = slices.Clone(placed)
	for moved := true; moved; {
		moved = false
		placed = slices.DeleteFunc(placed, func(n int32) bool {
			if !y.apply(row, &move{n, -1, 1}) {
				return false
			}
			a.join(y.stepsOf([]move{{n, -1, 1}}))
			moved = true
			return true
		})
		for k := range p.terms {
			t := &p.terms[k]
			if t.deed < 0 || t.part >= 0 {
				continue
			}
			for left[k] > 0 {
				if y.deeds[t.deed].kind == game.Smelt {
					if !p.smeltOnce(row, t, left, &burn, &fire) {
						break
					}
					parts := fire.smelt(1)
					if y.j.p.FreeFuel {
						parts = []stack{{-1, 1}}
					}
					a.join(y.stepsOf([]move{{int32(t.deed), parts[0].item, 1}}))
				} else {
					if !p.craftOnce(row, k, left) {
						break
					}
					a.join(y.stepsOf([]move{{int32(t.deed), -1, y.deeds[t.deed].ways[t.way].n}}))
				}
				left[k]--
				moved = true
			}
		}
		if y.met(row) {
			a.Leftover = y.leftover(row)
			return a, true
		}
	}
	return Answer{}, false
}

// smeltOnce smelts one, of the fuels that are left to burn.
func (p *program) smeltOnce(row []int32, t *term, left []int32, burn *int32, fire *hearth) bool {
	y := p.y
	d := &y.deeds[t.deed]
	if row[d.input] < 1 || row[y.standAt]&d.bit == 0 {
		return false
	}
	row[d.input]--
	for k := 0; k < len(p.terms) && *burn < smeltTicks && !y.j.p.FreeFuel; k++ {
		f := p.terms[k].fuel
		if p.terms[k].deed >= 0 || f < 0 {
			continue
		}
		for u := &y.fuels[f]; left[k] > 0 && row[u.item] > 0 && *burn < smeltTicks; left[k]-- {
			row[u.item]--
			if u.leaves >= 0 {
				row[u.leaves]++
			}
			*burn += u.ticks
			fire.lay(int32(f), u.ticks)
		}
	}
	if *burn < smeltTicks && !y.j.p.FreeFuel {
		row[d.input]++
		return false
	}
	*burn -= smeltTicks
	row[d.out]++
	return true
}

// craftOnce does one batch with the shares that are left to it.
func (p *program) craftOnce(row []int32, k int, left []int32) bool {
	y, t := p.y, &p.terms[k]
	d := &y.deeds[t.deed]
	w := &d.ways[t.way]
	if w.bits != 0 && w.bits&row[y.standAt] == 0 {
		return false
	}
	next, shares := slices.Clone(row), slices.Clone(left)
	for i := range w.parts {
		part := &w.parts[i]
		need := part.count
		if len(part.alts) == 1 {
			next[part.alts[0]] -= need
			need = min(0, next[part.alts[0]])
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
	for _, l := range w.leaves {
		next[l.item] += l.n
	}
	next[d.out] += w.n
	copy(row, next)
	copy(left, shares)
	return true
}
