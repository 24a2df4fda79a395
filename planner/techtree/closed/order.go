// SPDX-License-Identifier: MIT

package closed

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// order puts the numbers that solve a program into an order, whatever can be done
// first; false when that gets stuck.
func (p *program) order(values []float64, placed []int32) (Answer, bool) {
	r := p.start.clone()
	left := make([]int32, len(values))
	for k, v := range values {
		left[k] = int32(math.Round(v))
	}
	var a Answer
	var fire Fire
	placed = slices.Clone(placed)
	for moved := true; moved; {
		moved = false
		placed = slices.DeleteFunc(placed, func(n int32) bool {
			m := Move{Deed: n, Fuel: -1, N: 1}
			if !p.apply(&r, &m) {
				return false
			}
			a.Moves = append(a.Moves, m)
			moved = true
			return true
		})
		for k := range p.terms {
			t := &p.terms[k]
			if t.deed < 0 || t.part >= 0 {
				continue
			}
			for left[k] > 0 {
				m := Move{Deed: int32(t.deed), Fuel: -1, N: 1, Way: t.way}
				if p.Deeds[t.deed].Kind == game.Smelt {
					if !p.smeltOnce(&r, t, left, &fire) {
						break
					}
					if !p.FreeFuel {
						m.Fuel = fire.Smelt(1)[0].Item
					}
				} else if m.N = p.Deeds[t.deed].Ops[t.way].N; !p.craftOnce(&r, k, left, &m) {
					break
				}
				r.did(m.Deed, m.N)
				a.Moves = append(a.Moves, m)
				left[k]--
				moved = true
			}
		}
		if p.met(r) {
			a.Left = r.Held
			return a, true
		}
	}
	return Answer{}, false
}

// smeltOnce smelts one, of the fuels that are left to burn.
func (p *program) smeltOnce(r *row, t *term, left []int32, fire *Fire) bool {
	d := &p.Deeds[t.deed]
	var lit []int32
	shares, burn := slices.Clone(left), r.Fire
	for k := 0; k < len(p.terms) && burn < rules.SmeltTicks && !p.FreeFuel; k++ {
		f := p.terms[k].fuel
		if p.terms[k].deed >= 0 || f < 0 {
			continue
		}
		for n := r.Held[f]; shares[k] > 0 && n > 0 && burn < rules.SmeltTicks; n-- {
			shares[k]--
			burn += p.ticks(f)
			lit = append(lit, f)
		}
	}
	if _, ok := p.carry(r, d, 1, p.burning(lit)); !ok {
		return false
	}
	copy(left, shares)
	for _, f := range lit {
		fire.Lay(f, p.ticks(f))
	}
	return true
}

// craftOnce does one batch with the shares that are left to it.
func (p *program) craftOnce(r *row, k int, left []int32, m *Move) bool {
	t := &p.terms[k]
	o := p.Deeds[t.deed].Ops[t.way]
	shares := slices.Clone(left)
	var used []rules.Amount
	for i := range o.Takes {
		part := &o.Takes[i]
		need := part.Count
		if alts := p.alts(part); len(alts) == 1 {
			used, need = append(used, rules.Amount{Item: alts[0], N: need}), 0
		}
		for s := k + 1; s < len(p.terms) && p.terms[s].deed == t.deed && p.terms[s].part >= 0; s++ {
			if o := &p.terms[s]; o.way == t.way && o.part == i {
				n := min(need, shares[s], r.Held[o.item])
				used = append(used, rules.Amount{Item: o.item, N: n})
				shares[s] -= n
				need -= n
			}
		}
		if need != 0 {
			return false
		}
	}
	if _, lack := r.Apply([]*rules.Op{o}, int(o.N), rules.Choice{Exactly: used}); lack != nil {
		return false
	}
	copy(left, shares)
	m.Took = used
	return true
}
