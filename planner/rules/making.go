// SPDX-License-Identifier: MIT

package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

func (r *Rules) addCrafts() {
	for _, rc := range r.Version.AllRecipes() {
		out, ok := r.IDs[rc.Result]
		if !ok || rc.Count < 1 {
			continue
		}
		o := op(game.Craft, rc.Result, out, rc.Count, float64(rc.Count), BatchSeconds)
		if rc.Table {
			o.Station = r.Stations[Table]
		}
		usable := true
		for _, in := range rc.Ingredients {
			alts := r.IDsOf(in.Items)
			if usable = len(alts) > 0; !usable {
				break
			}
			o.Takes = append(o.Takes, Part{alts, int32(in.Count)})
		}
		if usable {
			r.Ops = append(r.Ops, o)
		}
	}
}

// addCuts adds what craft makes at a stonecutter.
func (r *Rules) addCuts() {
	for _, c := range r.Version.Cuts() {
		r.addAt(game.Craft, Cutter, c.Output, c.Count, c.Input)
	}
}

// addAt adds what a station makes of one each of some parts, where the version has all of
// them; an empty name is none.
func (r *Rules) addAt(kind game.Kind, station int, result string, count int, parts ...string) {
	o := op(kind, result, r.ID(result), count, float64(count), BatchSeconds)
	if o.Station = r.Stations[station]; o.Out < 0 || count < 1 || o.Station < 0 {
		return
	}
	for _, part := range parts {
		if part == "" {
			continue
		}
		i := r.ID(part)
		if i < 0 {
			return
		}
		o.Takes = append(o.Takes, Part{[]int32{i}, 1})
	}
	r.Ops = append(r.Ops, o)
}

func (r *Rules) addSmelts() {
	if r.Stations[Furnace] < 0 {
		return
	}
	for _, sm := range r.Version.Smeltings() {
		if o, ok := r.smelt(sm); ok && o.Station == r.Stations[Furnace] {
			r.Ops = append(r.Ops, o)
		}
	}
}

// smelt is the operator of a smelting; false where the version lacks a part.
func (r *Rules) smelt(sm data.Smelting) (Op, bool) {
	in, out := r.ID(sm.Input), r.ID(sm.Output)
	if in < 0 || out < 0 || len(sm.Stations) == 0 {
		return Op{}, false
	}
	o := op(game.Smelt, sm.Input, out, 1, 1, float64(sm.Ticks)/TicksPerSecond)
	o.Takes, o.Ticks, o.Station = []Part{{[]int32{in}, 1}}, int32(sm.Ticks), r.ID(sm.Stations[0])
	for _, k := range [...]int{Smoker, Blast} {
		if i := r.Stations[k]; i >= 0 && i != o.Station && slices.Contains(sm.Stations, stationNames[k]) {
			o.Kin = append(o.Kin, i)
		}
	}
	if slices.Contains(sm.Stations, data.StationCampfire) {
		o.Bits = StationBit(data.StationCampfire)
	}
	return o, true
}

func (r *Rules) rankFuels() {
	r.BurnRanks = make([]int, len(r.Names))
	for _, f := range r.Fuels {
		if r.BurnRanks[f] = r.Info[f].BurnRank; r.BurnRanks[f] > 0 {
			r.Ranked = append(r.Ranked, f)
		}
	}
	slices.SortStableFunc(r.Ranked, func(a, b int32) int {
		return cmp.Or(r.BurnRanks[a]-r.BurnRanks[b], strings.Compare(r.Names[a], r.Names[b]))
	})
	r.FuelOrder = slices.Clone(r.Ranked)
	for _, f := range r.Fuels {
		if r.BurnRanks[f] == 0 {
			r.FuelOrder = append(r.FuelOrder, f)
		}
	}
}
