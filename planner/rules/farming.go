// SPDX-License-Identifier: MIT

package rules

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Farm is what an operator needs that plants, waits and harvests. What is planted
// is not used up: enough of it comes back.
type Farm struct {
	// Seed is the item that is planted, -1 for none.
	Seed int32
	// Held: only a seed held at the start opens the way, since it has no source
	// but the crop itself.
	Held bool
	// Stays: the plant is not taken in, only what grows on it: each time Per of a
	// plant, the first time after First and then after Again seconds.
	Stays        bool
	Per          int32
	First, Again float64
	// Crop is what harvest names, Needs the kinds besides it.
	Crop  string
	Needs []game.Kind
}

// mostPlots is how many plants are set at a time: one pond wets that many plots
// in rows that stand apart, and a wooden hoe tills them.
const mostPlots = 40

// ticked is how long so many random ticks of a block take on average, in seconds:
// one comes in 68.27 s (Minecraft Wiki, "Tick", random tick).
func ticked(ticks float64) float64 { return ticks * 4096 / (3 * TicksPerSecond) }

// Ripens is how long, in seconds, a field takes on average until a crop can be
// harvested, named as harvest names it; 0 for what is not grown on one.
func Ripens(v *data.Version, crop string) float64 {
	for _, c := range v.Crops() {
		if c.Field && c.Harvest == crop {
			return ticked(c.Ripens)
		}
	}
	return 0
}

// Grows is how long, in seconds, a plant takes on average from when it is set; 0 for what is none.
func Grows(v *data.Version, item string) float64 {
	for _, c := range v.Crops() {
		if item == c.Item || item == c.Seed {
			return ticked(c.Ripens)
		}
	}
	return 0
}

// addFarming adds what a body with the kinds for it grows, shears, fishes and
// breeds. Animals are not bred for what killing them gives: where there are two
// to breed there are two to kill.
func (r *Rules) addFarming() {
	r.Seeds = map[int32]bool{}
	hoes := r.IDsOf(r.Version.ToolsOf("hoe"))
	for _, c := range r.Version.Crops() {
		if !c.Field {
			continue
		}
		first := ticked(c.Ripens)
		o := op(game.Harvest, c.Harvest, r.ID(c.Item), c.Sure, c.Mean, 2*PlotSeconds)
		o.Dimension, o.Setup, o.Wear = "overworld", first+WaterSeconds, 1
		o.Farm = &Farm{
			Seed: r.ID(c.Seed), Held: c.OwnSeed, Stays: c.Stays, Per: o.N, First: first, Again: ticked(c.Again), Crop: c.Harvest,
			Needs: []game.Kind{game.Plant, game.Wait},
		}
		if o.Out < 0 || o.Farm.Seed < 0 {
			continue
		}
		if c.Farmland {
			o.Tools = hoes
			o.Unit += PlotSeconds
			o.Farm.Needs = append(o.Farm.Needs, game.Till)
		}
		r.Seeds[o.Farm.Seed] = true
		r.Ops = append(r.Ops, o)
	}
	r.addFlocks()
	r.addFishing()
}

// addFlocks adds wool by shears, the eggs of hens in warm and cold places
// (Minecraft Wiki, "Chicken", since 1.21.5) and the scutes of young turtles.
func (r *Rules) addFlocks() {
	for _, in := range r.Version.Interactions() {
		if in.Mob == "sheep" && in.Min > 0 && r.ID(in.Result) >= 0 && len(r.IDsOf(in.With)) > 0 {
			o := op(game.Shear, in.Mob, r.ID(in.Result), in.Min, float64(in.Min+in.Max)/2, HandSeconds)
			o.Dimension, o.Setup, o.Tools, o.Wear = "overworld", flockSeconds, r.IDsOf(in.With), 1
			r.Ops = append(r.Ops, o)
		}
	}
	for _, egg := range r.Version.Laid() {
		o := op(game.Collect, egg, r.ID(egg), 1, 1, laySeconds)
		o.Dimension, o.Setup, o.Farm = "overworld", farHens, &Farm{Seed: -1, Needs: []game.Kind{game.Breed}}
		r.Ops = append(r.Ops, o)
	}
	for _, m := range r.Version.Mobs() {
		foods := r.IDsOf(m.Breeding)
		if len(foods) == 0 || len(m.Shed) == 0 {
			continue
		}
		o := op(game.Breed, m.Name, r.ID(m.Shed[0]), 1, 1, 100)
		o.Dimension, o.Setup, o.Takes = "overworld", beachSeconds+TurtleSeconds, []Part{{Alts: foods, Count: 2}}
		o.Farm = &Farm{Seed: -1, Needs: []game.Kind{game.Wait, game.Collect}}
		r.Ops = append(r.Ops, o)
	}
}

// addFishing adds what a rod brings often enough.
func (r *Rules) addFishing() {
	rods := r.IDsOf([]string{"fishing_rod"})
	for _, c := range r.Version.Catch() {
		if len(rods) > 0 && often(c) {
			o := op(game.Fish, c.Item, r.ID(c.Item), 1, 1, fishSeconds/c.Share)
			o.Dimension, o.Setup, o.Tools, o.Casts = "overworld", WaterSeconds, rods, int32(math.Ceil(1/c.Share))
			o.Wear = o.Casts
			r.Ops = append(r.Ops, o)
		}
	}
}

// leastShare is the least part of all catches that a plan fishes for.
const leastShare = 0.05

func often(c data.Catch) bool { return c.Share >= leastShare }

// Fished reports whether a plan fishes for an item: a rod brings it often enough.
func Fished(v *data.Version, item string) bool {
	return slices.ContainsFunc(v.Catch(), func(c data.Catch) bool { return c.Item == item && often(c) })
}

// Plants is the item that an operator plants, -1 for none.
func (o *Op) Plants() int32 {
	if o.Farm == nil {
		return -1
	}
	return o.Farm.Seed
}

// Plots is how many plants k units are set with.
func (o *Op) Plots(k int32) int32 { return min(k, mostPlots) }

// Uses is how often k units use a tool.
func (o *Op) Uses(k int32) int32 {
	if o.Plants() >= 0 {
		return o.Plots(k)
	}
	return k * max(o.Wear, 1)
}
