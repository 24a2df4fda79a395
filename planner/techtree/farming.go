// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// farming is what a way needs that plants, waits and harvests. What is planted
// is not used up: enough of it comes back.
type farming struct {
	// seed is the item that is planted.
	seed int32
	// held: only a seed held at the start opens the way, since it has no source
	// but the crop itself.
	held bool
	// stays: the plant is not taken in, only what grows on it: each time per of a
	// plant, the first time after first and then after again seconds.
	stays        bool
	per          int32
	first, again float64
	// crop is what harvest names, needs the kinds besides it.
	crop  string
	needs []game.Kind
}

// mostPlots is how many plants are set at a time: one pond wets that many plots
// in rows that stand apart, and a wooden hoe tills them.
const mostPlots = 40

// ticked is how long so many random ticks of a block take on average, in seconds:
// one comes in 68.27 s (Minecraft Wiki, "Tick", random tick).
func ticked(ticks float64) float64 { return ticks * 4096 / (3 * ticksPerSecond) }

// How long single acts take, in seconds, walking included.
const (
	tillSeconds    = 1
	plantSeconds   = 1
	harvestSeconds = 1
	waterSeconds   = 20
)

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

// addFarming adds what a body with the kinds for it grows, shears, fishes and
// breeds. Animals are not bred for what killing them gives: where there are two
// to breed there are two to kill.
func (s *Solver) addFarming() {
	s.seeds = map[int32]bool{}
	hoes := s.toolsOfClass("hoe")
	for _, c := range s.v.Crops() {
		if !c.Field {
			continue
		}
		n, first := int32(c.Sure), ticked(c.Ripens)
		w := way{
			kind: game.Harvest, out: s.byName(c.Item), n: n, mean: c.Mean, toolset: -1, station: -1, subject: c.Harvest, dimension: "overworld",
			seconds: plantSeconds + harvestSeconds, search: first + waterSeconds,
			farm: &farming{seed: s.byName(c.Seed), held: c.OwnSeed, stays: c.Stays, per: n, first: first, again: ticked(c.Again), crop: c.Harvest, needs: []game.Kind{game.Plant, game.Wait}},
		}
		if w.out < 0 || w.farm.seed < 0 {
			continue
		}
		if c.Farmland {
			w.tools = hoes
			w.seconds += tillSeconds
			w.farm.needs = append(w.farm.needs, game.Till)
		}
		s.seeds[w.farm.seed] = true
		s.ways = append(s.ways, w)
	}
	s.addFlocks()
	s.addFishing()
}

func (s *Solver) toolsOfClass(class string) []int32 {
	var list []int32
	for i, it := range s.info {
		if it.Tool != nil && it.Tool.Class == class {
			list = append(list, int32(i))
		}
	}
	return list
}

// addFlocks adds wool by shears, the eggs of hens in warm and cold places
// (Minecraft Wiki, "Chicken", since 1.21.5) and the scutes of young turtles.
func (s *Solver) addFlocks() {
	for _, in := range s.v.Interactions() {
		if in.Mob == "sheep" && in.Min > 0 && s.byName(in.Result) >= 0 && len(s.idsOf(in.With)) > 0 {
			s.ways = append(s.ways, way{
				kind: game.Shear, out: s.byName(in.Result), n: int32(in.Min), mean: float64(in.Min+in.Max) / 2, toolset: -1, station: -1,
				subject: in.Mob, dimension: "overworld", seconds: useSeconds, search: 30, tools: s.idsOf(in.With),
			})
		}
	}
	for _, egg := range s.v.Laid() {
		s.ways = append(s.ways, way{
			kind: game.Collect, out: s.byName(egg), n: 1, mean: 1, toolset: -1, station: -1, subject: egg, dimension: "overworld", seconds: 20, search: 400,
			farm: &farming{seed: -1, needs: []game.Kind{game.Breed}},
		})
	}
	for _, m := range s.v.Mobs() {
		foods := s.idsOf(m.Breeding)
		if len(foods) == 0 || len(m.Shed) == 0 {
			continue
		}
		s.ways = append(s.ways, way{
			kind: game.Breed, out: s.byName(m.Shed[0]), n: 1, mean: 1, toolset: -1, station: -1, subject: m.Name, dimension: "overworld",
			ings: []ing{{alts: foods, count: 2}}, seconds: 100, search: 60 + turtleSeconds,
			farm: &farming{seed: -1, needs: []game.Kind{game.Wait, game.Collect}},
		})
	}
}

// turtleSeconds is how long it takes from breeding turtles until the young one
// is grown up and leaves its scute: some four and a half days in the egg and
// twenty minutes after it (Minecraft Wiki, "Turtle").
const turtleSeconds = 4.5*1200 + 1200

// pairSeconds is how long a pair pauses before it can be bred again (Minecraft
// Wiki, "Breeding").
const pairSeconds = 300

// fishSeconds is how long a catch takes: 5 to 30 s until something comes, 1 to 4
// until it bites (Minecraft Wiki, "Fishing").
const fishSeconds = 20

// addFishing adds what a rod brings often enough.
func (s *Solver) addFishing() {
	rods := s.idsOf([]string{"fishing_rod"})
	for _, c := range s.v.Catch() {
		if len(rods) > 0 && often(c) {
			s.ways = append(s.ways, way{
				kind: game.Fish, out: s.byName(c.Item), n: 1, mean: 1, toolset: -1, station: -1, subject: c.Item, dimension: "overworld", tools: rods,
				seconds: fishSeconds / c.Share, search: waterSeconds, casts: int32(math.Ceil(1 / c.Share)),
			})
		}
	}
}

// leastShare is the least part of all catches that a plan fishes for.
const leastShare = 0.05

func often(c data.Catch) bool { return c.Share >= leastShare }

// Fished says that a plan fishes for an item: a rod brings it often enough.
func Fished(v *data.Version, item string) bool {
	return slices.ContainsFunc(v.Catch(), func(c data.Catch) bool { return c.Item == item && often(c) })
}

// farms says whether a problem lets a way be used that farms.
func (s *Solver) farms(p *Problem, w *way) bool {
	if w.farm == nil {
		return true
	}
	if w.kind == game.Breed && p.excluded(game.Collect, s.names[w.out]) != nil {
		return false
	}
	for _, k := range w.farm.needs {
		if !p.can(k) {
			return false
		}
	}
	if w.farm.seed < 0 {
		return true
	}
	return p.excluded(game.Plant, s.names[w.farm.seed]) == nil && (w.tools == nil || p.excluded(game.Till, s.v.Soil()[0]) == nil)
}

// plants is the item that a way plants, -1 for none.
func (w *way) plants() int32 {
	if w.farm == nil {
		return -1
	}
	return w.farm.seed
}

// seedPrice is what a way's seed, or the shears that nobody makes for a few
// blocks of wool, add to the price of a batch.
func (c *costs) seedPrice(w *way, atHand []bool) float64 {
	switch i := w.plants(); {
	case i >= 0 && !atHand[i]:
		return c.price[i]
	case w.kind == game.Shear && !atHand[w.tools[0]]:
		return c.price[w.tools[0]]
	}
	return 0
}

// plots is how many plants k batches of a way are set with.
func (w *way) plots(k int32) int32 { return min(k, mostPlots) }

// toolUses is how often k batches use a tool.
func (w *way) toolUses(k int32) int32 {
	switch {
	case w.plants() >= 0:
		return w.plots(k)
	case w.casts > 0:
		return k * w.casts
	}
	return k
}

// seedsFor is how many seeds must be there for k batches: one for every plant
// that is set at a time, or what is held when there are no others.
func (j *job) seedsFor(w *way, k int32) int32 {
	seed, n := w.farm.seed, w.plots(k)
	if w.farm.held || math.IsInf(j.c.price[seed], 1) {
		return max(1, min(n, j.have[seed]))
	}
	return n
}
