// SPDX-License-Identifier: MIT

package sim

import (
	"math/rand/v2"
	"slices"

	"github.com/minehand/minehand/game"
)

// A cast takes 5 to 30 seconds until something is drawn to the hook and 1 to 4
// until it bites (Minecraft Wiki, "Fishing").
const (
	castLeast, castMost = 5.0, 30.0
	biteLeast, biteMost = 1.0, 4.0
)

// catch is an entry of the fishing loot; weights add up within a class.
type catch struct {
	item   string
	weight int
}

// The fishing loot of an unenchanted rod in open water (Minecraft Wiki,
// "Fishing"): 85 % fish, 10 % junk, 5 % treasure. Simplified: what is caught is
// unworn and unenchanted, and bamboo, which is junk in jungles, is left out.
var (
	fishLoot = []catch{{"cod", 60}, {"salmon", 25}, {"pufferfish", 13}, {"tropical_fish", 2}}
	junkLoot = []catch{
		{"lily_pad", 17},
		{"bowl", 10},
		{"leather", 10},
		{"leather_boots", 10},
		{"rotten_flesh", 10},
		{"bone", 10},
		{"potion", 10},
		{"tripwire_hook", 10},
		{"string", 5},
		{"stick", 5},
		{"fishing_rod", 2},
		{"ink_sac", 1},
	}
	treasureLoot = []catch{{"bow", 1}, {"enchanted_book", 1}, {"fishing_rod", 1}, {"name_tag", 1}, {"nautilus_shell", 1}, {"saddle", 1}}
)

// fish casts a rod until that many of the target were caught; "fish" stands for
// any of the four.
func (x *run) fish() *game.Failure {
	a := x.action
	if !catchable(a.Target) {
		return fail(game.CodeNotFound, "%s is not caught with a rod", game.Display(a.Target))
	}
	if x.player.inv.count("fishing_rod") == 0 {
		return fail(game.CodeMissingTool, "fishing needs a fishing rod")
	}
	f, ok := x.nearest("water")
	if !ok || f.stand.Dimension != x.player.dimension {
		return fail(game.CodeNotFound, "there is no water within %d blocks", searchBlocks)
	}
	if failure := x.walk(f.stand); failure != nil {
		return failure
	}
	for done := 0; done < a.Count(); {
		if x.player.inv.count("fishing_rod") == 0 {
			return fail(game.CodeMissingTool, "the fishing rod broke after %d of %d", done, a.Count())
		}
		wait := castLeast + x.rng.Float64()*(castMost-castLeast) + biteLeast + x.rng.Float64()*(biteMost-biteLeast)
		if failure := x.linger(x.now+wait, "waiting for a bite", float64(done)/float64(a.Count())); failure != nil {
			return failure
		}
		x.wearHeld("fishing_rod")
		item := x.bite()
		if item == a.Target || a.Target == "fish" && isFish(item) {
			done++
		}
		if x.pickUp(Caught, []slot{{item: item, count: 1}}, x.feet()) {
			return fail(game.CodeInventoryFull, "the inventory is full: the %s lies here", game.Display(item))
		}
		x.progress("caught "+game.Display(item), float64(done)/float64(a.Count()))
	}
	return nil
}

// bite draws what is caught.
func (x *run) bite() string {
	loot := fishLoot
	switch roll := x.rng.IntN(100); {
	case roll >= 95:
		loot = treasureLoot
	case roll >= 85:
		loot = junkLoot
	}
	return drawn(x.rng, loot, func(c catch) int { return c.weight }).item
}

// drawn is one of some things by their weights.
func drawn[T any](rng *rand.Rand, of []T, weight func(T) int) T {
	sum := 0
	for _, one := range of {
		sum += weight(one)
	}
	roll := rng.IntN(sum)
	return of[slices.IndexFunc(of, func(one T) bool { roll -= weight(one); return roll < 0 })]
}

func isFish(item string) bool {
	return among(fishLoot, item)
}

func catchable(item string) bool {
	return item == "fish" || among(fishLoot, item) || among(junkLoot, item) || among(treasureLoot, item)
}

// among reports whether an item is in a list of what a rod brings.
func among(loot []catch, item string) bool {
	return slices.ContainsFunc(loot, func(c catch) bool { return c.item == item })
}
