// SPDX-License-Identifier: MIT

package sim

import (
	"github.com/minehand/minehand/game/data"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// randomTick is how often one block is ticked at random, in seconds: 3 of the
// 4096 blocks of a section in every game tick, 20 a second (Minecraft Wiki,
// "Tick", random tick).
const randomTick = 4096.0 / 3 / ticksPerSecond

// crop is something that is planted and grows. Growth is the average of the
// game's random ticks instead of a draw for each; it goes on by day and night,
// as in a field that is lit.
type crop struct {
	// seed is the item that is planted, block what then stands there.
	seed, block string
	// fruit is the block that a stem bears beside itself; the stem stays.
	fruit string
	// soils it stands on; nil for farmland.
	soils []string
	// near is a block that one goes to first to find such soil; shore says that
	// the soil must touch water.
	near  string
	shore bool
	// stages that it grows through, each of so many random ticks on average; 0
	// ticks follow from the farmland around (see points).
	stages, ticks float64
	// tall crops grow on top of themselves, up to two more blocks; bushes are
	// picked and not broken; trees become a trunk of log.
	tall, bush bool
	log        string
}

// crops by the Minecraft Wiki: "Crops" (seven stages; beetroots three, of which
// every third tick is lost), "Melon Seeds", "Sugar Cane" (16 ticks a block),
// "Nether Wart" (one tick in ten), "Sweet Berries" (one in five), "Cactus",
// "Bamboo" (one in three).
var crops = []crop{
	{seed: "wheat_seeds", block: "wheat", stages: 7},
	{seed: "carrot", block: "carrots", stages: 7},
	{seed: "potato", block: "potatoes", stages: 7},
	{seed: "beetroot_seeds", block: "beetroots", stages: 3 * 1.5},
	{seed: "melon_seeds", block: "melon_stem", fruit: "melon", stages: 7},
	{seed: "pumpkin_seeds", block: "pumpkin_stem", fruit: "pumpkin", stages: 7},
	{
		seed: "sugar_cane", block: "sugar_cane", soils: []string{"grass_block", "dirt", "sand", "red_sand", "podzol", "mud"},
		near: "water", shore: true, stages: 1, ticks: 16, tall: true,
	},
	{
		seed: "bamboo", block: "bamboo", soils: []string{"grass_block", "dirt", "sand", "gravel", "podzol", "mud"}, stages: 1,
		ticks: 3, tall: true,
	},
	{seed: "cactus", block: "cactus", soils: []string{"sand", "red_sand"}, near: "sand", stages: 1, ticks: 16, tall: true},
	{seed: "nether_wart", block: "nether_wart", soils: []string{"soul_sand"}, near: "soul_sand", stages: 3, ticks: 10},
	{
		seed: "sweet_berries", block: "sweet_berry_bush", soils: []string{"grass_block", "dirt", "podzol", "farmland"}, stages: 2,
		ticks: 5, bush: true,
	},
	// Saplings: two stages, one tick in seven (Minecraft Wiki, "Sapling"); those
	// that grow only in squares of four are left out.
	sapling("oak"),
	sapling("birch"),
	sapling("spruce"),
	sapling("jungle"),
	sapling("acacia"),
	sapling("cherry"),
}

func sapling(wood string) crop {
	return crop{
		seed: wood + "_sapling", block: wood + "_sapling", soils: []string{"grass_block", "dirt", "podzol"}, stages: 2, ticks: 7,
		log: wood + "_log",
	}
}

// field is something planted. Its position is the key that it is kept under.
type field struct {
	*crop
	// since is the simulated second from which what grows now grows.
	since float64
	// bears: a stem that has grown up.
	bears bool
}

// The measures of growth.
const (
	farmland             = "farmland"
	pointsDry, pointsWet = 2, 4 // see points
	besideDry, besideWet = 0.25, 0.75
	pointsNeeded         = 25
	mostSegments         = 2   // that a tall crop grows on top of the planted one
	treeHeight           = 5   // blocks of log
	sideTries            = 4   // a stem tries one of its four sides at a time
	boneMealStages       = 3.5 // on average
	farmReach            = 64  // blocks within which fields are looked for
	waterReach           = 4   // blocks over which water wets farmland
)

// points is how well a crop on farmland grows: its own block counts 4 when wet
// and 2 when dry, each of the eight around it 0.75 or 0.25 when it is farmland;
// half of that when the same crop stands diagonally, or in both directions. One
// random tick in floor(25/points)+1 makes it grow (Minecraft Wiki, "Crops",
// growth).
func (w *World) points(p game.Pos, c *crop) float64 {
	sum := w.soilPoints(below(p))
	same := func(dx, dz int) bool {
		f := w.fields[off(p, dx, 0, dz)]
		return f != nil && f.block == c.block
	}
	diagonal := same(1, 1) || same(1, -1) || same(-1, 1) || same(-1, -1)
	if diagonal || (same(1, 0) || same(-1, 0)) && (same(0, 1) || same(0, -1)) {
		sum /= 2
	}
	return sum
}

// soilPoints are those of the soil under a crop and of the eight blocks of soil around it.
func (w *World) soilPoints(soil game.Pos) float64 {
	sum := float64(pointsDry)
	if w.wet[soil] {
		sum = pointsWet
	}
	for dx := -1; dx <= 1; dx++ {
		for dz := -1; dz <= 1; dz++ {
			wet, tilled := w.wet[off(soil, dx, 0, dz)]
			switch {
			case dx == 0 && dz == 0 || !tilled:
			case wet:
				sum += besideWet
			default:
				sum += besideDry
			}
		}
	}
	return sum
}

// due is the simulated second in which what is planted at a place can be
// harvested.
func (w *World) due(p game.Pos, f *field) float64 {
	ticks := f.ticks
	if ticks == 0 {
		ticks = math.Floor(pointsNeeded/w.points(p, f.crop)) + 1
	}
	stages := f.stages
	if f.fruit != "" {
		sides := 0.0
		for _, s := range flanks {
			q := off(p, s.X, 0, s.Z)
			if b := w.blockAt(below(q)); replaceable(w.blockAt(q)) && slices.Contains(stemSoils, b) {
				sides++
			}
		}
		if sides == 0 {
			return math.Inf(1)
		}
		if f.bears {
			stages = 0
		}
		stages += sideTries / sides
	}
	return f.since + stages*ticks*randomTick
}

// ripe is how many times what is planted at a place can be harvested now.
func (w *World) ripe(p game.Pos, f *field) int {
	due := w.due(p, f)
	switch {
	case f.log != "" || w.now < due:
		return 0
	case !f.tall:
		return 1
	}
	return min(mostSegments, int((w.now-f.since)/(due-f.since)+1e-9))
}

// reap takes one harvest of what is planted at a place: the whole plant, or of
// stems, tall crops and bushes what grew on it.
func (w *World) reap(p game.Pos, f *field) []slot {
	if f.bears || f.fruit != "" {
		f.bears, f.since = true, w.now
		if b, ok := w.data.Block(f.fruit); ok {
			return w.drawDrops(b.Drops, false)
		}
		return nil
	}
	b, ok := w.data.Block(f.block)
	if !ok {
		return nil
	}
	switch {
	case f.tall:
		segment := w.due(p, f) - f.since
		f.since = min(w.now, max(f.since, w.now-mostSegments*segment)+segment)
	case f.bush:
		f.since = w.now
	default:
		w.clear(p, game.WhyGoal)
	}
	return w.drawDrops(b.Drops, false)
}

// clear takes a planted thing out of the world.
func (w *World) clear(p game.Pos, why game.Why) {
	delete(w.fields, p)
	delete(w.placed, p)
	w.alter(p, "", why)
}

// uproot breaks what is planted at a place and returns what that leaves: its
// harvest when it is ripe, else the seed.
func (w *World) uproot(p game.Pos, why game.Why) []slot {
	f := w.fields[p]
	n := w.ripe(p, f)
	out := []slot{{item: f.seed, count: 1}}
	switch {
	case f.tall:
		out[0].count += n
	case f.bush && n == 0:
		out = nil
	case n > 0 && f.fruit == "":
		if b, ok := w.data.Block(f.block); ok {
			out = w.drawDrops(b.Drops, false)
		}
	}
	w.clear(p, why)
	return out
}

// growUp lets trees and young animals grow up whose time has come.
func (w *World) growUp() {
	for _, p := range w.saplings() {
		f := w.fields[p]
		if w.now < w.due(p, f) {
			continue
		}
		delete(w.fields, p)
		delete(w.placed, p)
		w.changed[p] = ""
		for q := p; q.Y < p.Y+treeHeight; q.Y++ {
			if replaceable(w.blockAt(q)) {
				w.changed[q], w.placed[q], w.grown[q] = f.log, f.log, true
			}
		}
	}
	w.comeOfAge()
}

// saplings lists the planted trees in a fixed order.
func (w *World) saplings() []game.Pos {
	var list []game.Pos
	for p, f := range w.fields {
		if f.log != "" {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, comparePos)
	return list
}

func comparePos(a, b game.Pos) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

// cropNamed finds a crop by its seed, its block, its fruit or what these leave.
func (w *World) cropNamed(name string) *crop {
	for i := range crops {
		c := &crops[i]
		if _, ok := w.data.Block(c.block); !ok {
			continue
		}
		if name == c.seed || name == c.block || name == c.fruit {
			return c
		}
	}
	return w.cropDropping(name)
}

// cropDropping finds the crop that drops something.
func (w *World) cropDropping(name string) *crop {
	for i := range crops {
		c := &crops[i]
		b, ok := w.data.Block(c.block)
		if ok && c.fruit != "" {
			b, ok = w.data.Block(c.fruit)
		}
		if ok && slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Item == name }) {
			return c
		}
	}
	return nil
}

// fertilise makes what is planted at a place grow as bone meal does: by two to
// five stages (Minecraft Wiki, "Bone Meal"), on average.
func (w *World) fertilise(p game.Pos, f *field) {
	due := w.due(p, f)
	if f.tall || f.fruit != "" && f.bears || math.IsInf(due, 1) || f.stages == 0 {
		return
	}
	f.since -= (due - f.since) * min(1, boneMealStages/f.stages)
}

// stemSoils are the blocks beside which a stem bears its fruit on.
var stemSoils = []string{"grass_block", "dirt", farmland}
