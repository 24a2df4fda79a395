package techtree

import (
	"math"

	"github.com/minehand/minehand/game"
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

// Growth on average (Minecraft Wiki, "Crops" and "Tick", random tick): a block is
// ticked once in 68.27 s, and a plant on wet farmland, alone at worst, grows by a
// stage in 7 such ticks.
const (
	randomTick = 4096.0 / 3 / ticksPerSecond
	wetStage   = 7 * randomTick
)

// How long single acts take, in seconds, walking included.
const (
	tillSeconds    = 1
	plantSeconds   = 1
	harvestSeconds = 1
	waterSeconds   = 20
)

// fields are the crops that a plan may grow: what is planted, what harvest
// names, what comes of a plant, and the stages that it goes through (beetroots
// lose every third tick; a stem finds a free side in two tries).
var fields = []struct {
	seed, crop, item string
	// sure and mean number of the item that one harvest of a plant leaves over,
	// when the seed is put back.
	sure         int32
	mean         float64
	first, again float64
	held, stays  bool
	tilled       bool
}{
	{seed: "wheat_seeds", crop: "wheat", item: "wheat", sure: 1, mean: 1, first: 7 * wetStage, tilled: true},
	{seed: "beetroot_seeds", crop: "beetroots", item: "beetroot", sure: 1, mean: 1, first: 4.5 * wetStage, tilled: true},
	{seed: "carrot", crop: "carrots", item: "carrot", sure: 1, mean: 2.5, first: 7 * wetStage, held: true, tilled: true},
	{seed: "potato", crop: "potatoes", item: "potato", sure: 1, mean: 2.5, first: 7 * wetStage, held: true, tilled: true},
	{seed: "melon_seeds", crop: "melon", item: "melon_slice", sure: 3, mean: 5, first: 9 * wetStage, again: 2 * wetStage, held: true, stays: true, tilled: true},
	{seed: "pumpkin_seeds", crop: "pumpkin", item: "pumpkin", sure: 1, mean: 1, first: 9 * wetStage, again: 2 * wetStage, held: true, stays: true, tilled: true},
	// Cane grows by a block in sixteen ticks (Minecraft Wiki, "Sugar Cane").
	{seed: "sugar_cane", crop: "sugar_cane", item: "sugar_cane", sure: 1, mean: 1, first: 16 * randomTick, again: 16 * randomTick, held: true, stays: true},
}

// Ripens is how long, in seconds, a field takes on average until a crop can be
// harvested, named as harvest names it; 0 for what is not grown on one.
func Ripens(crop string) float64 {
	for _, f := range fields {
		if f.crop == crop {
			return f.first
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
	for _, f := range fields {
		w := way{
			kind: game.Harvest, out: s.byName(f.item), n: f.sure, mean: f.mean, toolset: -1, station: -1, subject: f.crop, dimension: "overworld",
			seconds: plantSeconds + harvestSeconds, search: f.first + waterSeconds,
			farm: &farming{seed: s.byName(f.seed), held: f.held, stays: f.stays, per: f.sure, first: f.first, again: f.again, crop: f.crop, needs: []game.Kind{game.Plant, game.Wait}},
		}
		if w.out < 0 || w.farm.seed < 0 {
			continue
		}
		if f.tilled {
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
	for _, egg := range [...]string{"brown_egg", "blue_egg"} {
		if out := s.byName(egg); out >= 0 {
			s.ways = append(s.ways, way{
				kind: game.Collect, out: out, n: 1, mean: 1, toolset: -1, station: -1, subject: egg, dimension: "overworld", seconds: 20, search: 400,
				farm: &farming{seed: -1, needs: []game.Kind{game.Breed}},
			})
		}
	}
	grass := s.byName("seagrass")
	if _, ok := s.v.Mob("turtle"); !ok || grass < 0 {
		return
	}
	for _, scute := range [...]string{"turtle_scute", "scute"} {
		if out := s.byName(scute); out >= 0 {
			s.ways = append(s.ways, way{
				kind: game.Breed, out: out, n: 1, mean: 1, toolset: -1, station: -1, subject: "turtle", dimension: "overworld",
				ings: []ing{{alts: []int32{grass}, count: 2}}, seconds: 100, search: 60 + turtleSeconds,
				farm: &farming{seed: -1, needs: []game.Kind{game.Wait, game.Collect}},
			})
			return
		}
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

// addFishing adds what a rod brings often enough. Of a hundred catches 85 are
// fish (Minecraft Wiki, "Fishing").
func (s *Solver) addFishing() {
	rods := s.idsOf([]string{"fishing_rod"})
	for _, f := range [...]struct {
		item  string
		share float64
	}{{"cod", 0.85 * 0.60}, {"salmon", 0.85 * 0.25}, {"pufferfish", 0.85 * 0.13}} {
		if out := s.byName(f.item); out >= 0 && len(rods) > 0 {
			s.ways = append(s.ways, way{
				kind: game.Fish, out: out, n: 1, mean: 1, toolset: -1, station: -1, subject: f.item, dimension: "overworld", tools: rods,
				seconds: fishSeconds / f.share, search: waterSeconds, casts: int32(math.Ceil(1 / f.share)),
			})
		}
	}
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
	return p.excluded(game.Plant, s.names[w.farm.seed]) == nil && (w.tools == nil || p.excluded(game.Till, "grass_block") == nil)
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
