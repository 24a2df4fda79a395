// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// provideTools makes more tools when the ones there would break too soon. It
// reports false when no more can be made.
func (j *job) provideTools() bool {
	for set, uses := range sortedUses(j.uses) {
		tools := j.toolsOf(int32(set))
		if uses == 0 || tools == nil {
			continue
		}
		total, room := int32(0), int32(0)
		for other, n := range sortedUses(j.uses) {
			if n > 0 && subset(j.toolsOf(int32(other)), tools) {
				total += n
			}
		}
		for _, t := range tools {
			room += j.room(t)
		}
		if total <= room {
			continue
		}
		best, bestPrice := int32(-1), math.Inf(1)
		for _, t := range tools {
			d := int32(j.s.Info[t].Durability)
			if d == 0 {
				continue
			}
			count := (total - room + d - 1) / d
			if price := j.unitPrice(t, -1, 1) * float64(count); price < bestPrice {
				best, bestPrice = t, price
			}
		}
		if best < 0 {
			return false
		}
		d := int32(j.s.Info[best].Durability)
		j.spend(best, (total-room+d-1)/d, unknownWhy)
		return true
	}
	return true
}

// room is how many uses all tools of a kind have left together.
func (j *job) room(tool int32) int32 {
	d := int32(j.s.Info[tool].Durability)
	if d == 0 {
		return 0
	}
	room := j.made[tool] * d
	return room + j.st.Left([]int32{tool})
}

// sortedUses lists uses by the number of the tool set.
func sortedUses(uses map[int32]int32) []int32 {
	most := int32(-1)
	for set := range uses {
		most = max(most, set)
	}
	list := make([]int32, most+1)
	for set, n := range uses {
		list[set] = n
	}
	return list
}

func (j *job) toolsOf(set int32) []int32 {
	for _, wi := range j.ways {
		if w := &j.s.Ops[wi]; w.Tools != nil && w.Toolset == set {
			return w.Tools
		}
	}
	return nil
}

func subset(a, b []int32) bool {
	for _, x := range a {
		if !slices.Contains(b, x) {
			return false
		}
	}
	return a != nil
}

// provideFuel gives every smelting way its fuel.
func (j *job) provideFuel() bool {
	if j.p.FreeFuel {
		return true
	}
	for _, wi := range j.ways {
		w := &j.s.Ops[wi]
		if w.Kind != game.Smelt || j.batches[wi] == 0 {
			continue
		}
		f, ok := j.fuel[wi]
		if ok {
			if more := j.fuelUnits(f.item, j.batches[wi]) - f.units; more > 0 {
				j.spend(f.item, more, w.Out+1)
				j.fuel[wi] = fuelling{f.item, f.units + more}
			}
			continue
		}
		item := j.chooseFuel(wi)
		if item < 0 {
			return false
		}
		units := j.fuelUnits(item, j.batches[wi])
		j.fuel[wi] = fuelling{item, units}
		j.spend(item, units, w.Out+1)
	}
	return true
}

func (j *job) fuelUnits(fuel, batches int32) int32 {
	return rules.FuelFor(batches, j.furnaces, int32(j.s.Info[fuel].FuelTicks))
}

// mostPrecious is the price of what is not burnt while there is anything else.
const mostPrecious = 60

// fetchFuel is the price of fetching fuel, beside that of the fuel, while there is
// some that is held or made of what is held.
const fetchFuel = 5

// chooseFuel finds what burns at the lowest price for a smelting way: held fuel
// before fuel to be fetched, and never what the way itself is about.
func (j *job) chooseFuel(wi int32) int32 {
	if f := j.fuelBelow(wi, j.c.rank[j.s.Ops[wi].Out]); f >= 0 {
		return f
	}
	// A way that is not the best to its item may need what ranks above it.
	return j.fuelBelow(wi, math.MaxInt32)
}

// fuelBelow is the cheapest fuel that can be made before something of a rank.
func (j *job) fuelBelow(wi, rank int32) int32 {
	w := &j.s.Ops[wi]
	total := int32(0)
	for _, o := range j.ways {
		if j.s.Ops[o].Kind == game.Smelt {
			total += j.batches[o]
		}
	}
	best, bestPrice := int32(-1), math.Inf(1)
	for _, f := range j.s.Fuels {
		if !j.p.Fuel && !j.p.Closed && j.s.BurnRanks[f] == 0 {
			continue
		}
		if f == w.Takes[0].Alts[0] || f == w.Out || j.s.Info[f].Stack == 1 && j.have[f] == 0 {
			continue
		}
		units := j.fuelUnits(f, j.batches[wi])
		price := math.Inf(1)
		if j.spare(f, w.Out) >= units {
			price = j.heldFuel(f, units)
		} else if j.c.rank[f] < rank {
			price = j.fetchedFuel(f, w.Out, units, float64(j.batches[wi])/float64(max(total, 1)), bestPrice)
		}
		if price < bestPrice {
			best, bestPrice = f, price
		}
	}
	return best
}

// heldFuel is the price of burning so many units of a fuel that is held.
func (j *job) heldFuel(f, units int32) float64 {
	price := heldPrice * (1 + float64(units))
	if j.s.BurnRanks[f] == 0 {
		price += mostPrecious // a boat, wool
	}
	if j.s.Info[f].Durability > 0 {
		price += 5 // tools burn last
	}
	if f != j.s.coal() && f != j.s.charcoal() && j.made[f] == 0 {
		price += 0.5 * float64(units)
	}
	return price
}

// fetchedFuel is the price of fetching and burning so many units of a fuel, for a part of
// all that is smelted; limit or more where it is no less.
func (j *job) fetchedFuel(f, out, units int32, part, limit float64) float64 {
	price := 0.0
	if b := j.c.best[f]; b >= 0 && j.s.Ops[b].Gathers() && j.batches[b] == 0 {
		price += j.c.search[b] * part // the walk to the source is shared by all that is smelted
	}
	if !j.reach[f] {
		price += fetchFuel
	}
	if j.made[f] == 0 {
		price += rules.BatchSeconds // what is made anyway comes first
	}
	if j.s.Info[f].Durability > 0 || j.c.price[f] > mostPrecious {
		price += mostPrecious
	}
	if j.s.wasted[f] {
		price += 20
	}
	if price >= limit {
		return price
	}
	if over := j.surplus(f); over > 0 && over < units && (j.whole || j.furnaces > 1) { // the rest is fetched
		return price + float64(over)*heldPrice + float64(units-over)*j.makePrice(f, out, 2)
	}
	return price + j.unitPrice(f, out, 2)*float64(units)
}
