// SPDX-License-Identifier: MIT

package rules

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game/data"
)

// How long things take, in seconds of game time: the one table behind plans,
// deadlines and what players see. How long the first block or mob of a kind is
// looked for is a fact of the tables (data.Block.Search, data.Mob.Search).
const (
	// WalkSpeed is a player's, in blocks a second (Minecraft Wiki, "Walking").
	WalkSpeed = 4.3
	// SearchSeconds is a walk of unknown length among the chunks that are loaded.
	SearchSeconds = 12
	// StepSeconds is getting from one block to the next and picking up its drop.
	StepSeconds = 1
	// CraftSeconds is opening a grid, BatchSeconds one batch in it.
	CraftSeconds = 1
	BatchSeconds = 0.25
	// PlaceSeconds is looking for a free spot and placing.
	PlaceSeconds = 2
	// HandSeconds is turning to a thing and using the hand on it.
	HandSeconds = 2
	// PlotSeconds is hoeing, planting or taking in one plant, walking included, and
	// WaterSeconds finding water beside which to do it.
	PlotSeconds  = 2
	WaterSeconds = 20
	// fishSeconds is a catch: 5 to 30 s until something comes, 1 to 4 until it bites
	// (Minecraft Wiki, "Fishing").
	fishSeconds = 20
	// breedSeconds is feeding two animals, PairSeconds how long a pair pauses before
	// it can be bred again (Minecraft Wiki, "Breeding").
	breedSeconds = 5
	PairSeconds  = 300
	// TurtleSeconds is how long it takes from breeding turtles until the young one is
	// grown up and leaves its scute: some four and a half days in the egg and twenty
	// minutes after it (Minecraft Wiki, "Turtle").
	TurtleSeconds = 4.5*1200 + 1200
	// chaseSeconds is running after a mob.
	chaseSeconds = 4
	// healSeconds is what a fight with a hostile mob costs beside its time: wounds
	// heal by a heart in four seconds and by food (Minecraft Wiki, "Healing").
	healSeconds = 15
	// laySeconds is how long a hen takes for an egg among a few (Minecraft Wiki,
	// "Egg"), henSeconds the walk to some, farHens to those of warm and cold places.
	laySeconds, henSeconds, farHens = 20, 120, 400
	// flockSeconds is the walk to sheep with a shears in hand, or to a turtle.
	flockSeconds, beachSeconds = 30, 60

	// TicksPerSecond is the game's clock at its normal rate, SmeltTicks one item in a
	// furnace (Minecraft Wiki, "Smelting").
	TicksPerSecond = 20
	SmeltTicks     = 200
)

// structureSeconds is how long finding a structure is expected to take (Minecraft
// Wiki, "Structure").
func structureSeconds(structure string) float64 {
	switch structure {
	case "village":
		return 200
	case "mineshaft", "ruined_portal", "dungeon", "nether_fortress":
		return 600
	}
	return 3000
}

// danger is what killing one of a mob costs beside its time.
func danger(m *data.Mob) float64 {
	if m.Category == "hostile" {
		return healSeconds
	}
	return 0
}

// Kill is how many seconds it is expected to take to run after a mob and kill it.
func Kill(m *data.Mob) float64 { return chaseSeconds + m.Health/4 }

// Break is how many seconds it takes to break a block with a tool, or by hand when
// tool is nil (Minecraft Wiki, "Breaking": hardness x 1.5 / speed with what
// harvests it, x 5 with what does not).
func Break(b *data.Block, tool *data.Item) float64 {
	speed, base, name := 1.0, 1.5, ""
	if tool != nil {
		if name = tool.Name; tool.Tool != nil && tool.Tool.Class == b.Class {
			speed = max(tool.Tool.Speed, 1)
		}
	}
	if !b.HarvestedBy(name) {
		base = 5
	}
	return max(b.Hardness, 0) * base / speed
}

// BreakLeast is Break with the slowest of the tools that a block needs, or by hand.
func (r *Rules) BreakLeast(b *data.Block, tools []int32) float64 {
	var least *data.Item
	for _, t := range tools {
		if it := r.Info[t]; it.Tool != nil && it.Tool.Class == b.Class && (least == nil || it.Tool.Speed < least.Tool.Speed) {
			least = it
		}
	}
	if least == nil && len(tools) > 0 {
		least = r.Info[tools[0]]
	}
	return Break(b, least)
}

// Search is how many seconds a walk to the first block or mob of a name is
// expected to take when none is in view. ok is false for what is nowhere to be
// met by itself.
func (r *Rules) Search(name string) (seconds float64, ok bool) {
	if m, is := r.Version.Mob(name); is {
		return m.Search, true
	}
	b, is := r.Version.Block(name)
	switch {
	case !is || b.Hardness < 0:
	case b.Natural:
		return b.Search, true
	case b.Structure != "":
		return structureSeconds(b.Structure), true
	}
	return 0, false
}

// Searches is how many places n units of an operator are looked for at.
func (o *Op) Searches(n int32) float64 {
	if o.Lode > 0 && n > o.Lode {
		return float64((n + o.Lode - 1) / o.Lode)
	}
	return 1
}

// Walks is how many seconds n units of an operator are looked for, the first of them for so
// many: what is in view is a few steps away, and what lies beyond it as far as ever.
func (o *Op) Walks(first float64, n int32) float64 { return first + (o.Searches(n)-1)*o.Setup }

// Side is among how many furnaces side by side so many inputs are shared, where as many as
// that may be: one at least, and none without an input.
func Side(inputs, furnaces int32) int32 { return max(1, min(inputs, furnaces)) }

// share is how many of so many inputs the furnace at a place among others gets: they are
// shared evenly, and the nearest get what is over.
func share(inputs, furnaces, at int32) int32 { return (inputs + furnaces - 1 - at) / furnaces }

// Fullest is how many of so many inputs are in the fullest of furnaces side by side.
func Fullest[N int | int32](inputs, furnaces N) float64 {
	return float64(share(int32(inputs), Side(int32(inputs), int32(furnaces)), 0))
}

// FuelFor is how many pieces that burn so long each smelt inputs in cold furnaces side by side.
func FuelFor(inputs, furnaces, ticks int32) int32 {
	side, sum := Side(inputs, furnaces), int32(0)
	for i := range side {
		sum += (share(inputs, side, i)*SmeltTicks + ticks - 1) / ticks
	}
	return sum
}

// Units is how many units of an operator an action is that asks for n: the batches
// of a craft.
func (o *Op) Units(n int) int {
	if o.Crafts() {
		return (n + int(o.N) - 1) / int(o.N)
	}
	return n
}

// MeanOf is how many of some items one unit of an operator brings on average.
func (r *Rules) MeanOf(o *Op, items []string) float64 {
	mean := 0.0
	for _, y := range o.Gives {
		if slices.Contains(items, r.Names[y.Item]) {
			mean += y.Mean
		}
	}
	return mean
}

// Range is what something takes four times in five that takes so many seconds on average and
// varies by so much: the tenths of a gamma distribution, by the cube root of Wilson and
// Hilferty ("The distribution of chi-square", 1931).
func Range(mean, variance float64) (least, most float64) {
	const tenth = 1.2816 // deviations of a normal distribution
	if mean <= 0 || variance <= 0 {
		return mean, mean
	}
	shape := mean * mean / variance
	at := func(z float64) float64 {
		return mean * math.Pow(max(1-1/(9*shape)+z/(3*math.Sqrt(shape)), 0), 3)
	}
	return at(-tenth), at(tenth)
}
