// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// breakTicks is how many ticks breaking a block takes with an item in hand
// ("" for the bare hand), and whether it then drops something. Negative ticks
// mean never. Minecraft Wiki, "Breaking", calculation of speed.
func (w *World) breakTicks(b *data.Block, item string) (ticks int, drops bool) {
	if b.Hardness < 0 {
		return -1, false
	}
	drops = harvests(b, item)
	speed := 1.0
	if it, ok := w.data.Item(item); ok && it.Tool != nil && drops {
		switch {
		case it.Tool.Class == "shears":
			speed = shearSpeed(b.Name)
		case suits(b, it.Tool):
			speed = max(1, it.Tool.Speed)
		}
	}
	if b.Hardness == 0 {
		return 0, drops
	}
	per := 30.0
	if !drops {
		per = 100
	}
	damage := speed / b.Hardness / per
	if damage > 1 {
		return 0, drops
	}
	return int(math.Ceil(1/damage - 1e-6)), drops
}

// harvests reports whether a block drops anything when broken with the item.
func harvests(b *data.Block, item string) bool {
	return b.Harvest == nil || slices.Contains(b.Harvest, item)
}

// suits reports whether the tool is of the class that breaks the block faster.
func suits(b *data.Block, t *data.Tool) bool { return b.Class != "" && b.Class == t.Class }

// shearSpeed is how much faster shears break a block (Minecraft Wiki,
// "Shears").
func shearSpeed(block string) float64 {
	switch {
	case block == "cobweb", strings.HasSuffix(block, "_leaves"):
		return 15
	case strings.HasSuffix(block, "_wool"):
		return 5
	case block == "vine", block == "glow_lichen":
		return 2
	}
	return 1
}

// wantsShears reports whether the block gives something only when it is broken
// with shears.
func wantsShears(b *data.Block) bool {
	return slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Shears })
}

// breakPause is the pause after a block that took time to break, in seconds
// (Minecraft Wiki, "Breaking": 6 ticks).
const breakPause = 0.3

// pickTool chooses the slot to break a block with: -1 is the bare hand. Where
// the block needs a tool the weakest that will do is taken, so that the better
// ones last; else shears for what only they bring, else the fastest that suits.
// ok is false when none will do.
func (w *World) pickTool(b *data.Block) (best int, ok bool) {
	best = -1
	inv := &w.player.inv
	if wantsShears(b) && w.shearsWelcome(b) {
		if i := w.shearsFor(b); i >= 0 {
			return i, true
		}
	}
	for i := range inv[:game.SlotsMain] {
		if inv[i].count > 0 && w.serves(b, i) && (best < 0 || w.betterTool(b, i, best)) {
			best = i
		}
	}
	return best, best >= 0 || b.Harvest == nil
}

// shearsFor is the first slot of shears that make the block drop something; -1 if there are none.
func (w *World) shearsFor(b *data.Block) int {
	for i := range game.SlotsMain {
		if t := w.toolIn(i); t != nil && t.Class == "shears" && harvests(b, w.player.inv[i].item) {
			return i
		}
	}
	return -1
}

// betterTool reports whether the tool of slot i breaks the block better than that of slot j.
func (w *World) betterTool(b *data.Block, i, j int) bool {
	ti, tj := w.toolIn(i), w.toolIn(j)
	if si, sj := ti != nil && suits(b, ti), tj != nil && suits(b, tj); si != sj {
		return si
	}
	if ti == nil || tj == nil {
		return ti != nil
	}
	if b.Harvest == nil {
		return ti.Speed > tj.Speed
	}
	return cmp.Or(cmp.Compare(data.Tier(ti.Tier), data.Tier(tj.Tier)), cmp.Compare(w.usesLeft(i), w.usesLeft(j))) < 0
}

// shearsWelcome reports whether the running action is not after something that
// shears would not bring.
func (w *World) shearsWelcome(b *data.Block) bool {
	if w.running == nil || w.running.action.Until == nil {
		return true
	}
	item := w.running.action.Until.Item
	return slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Item == item && d.Shears })
}

// usesLeft is how many uses the tool in a slot has left.
func (w *World) usesLeft(i int) int {
	s := w.player.inv[i]
	it, ok := w.data.Item(s.item)
	if !ok || it.Durability == 0 {
		return math.MaxInt
	}
	return it.Durability - s.wear
}

// drawDrops draws what a broken block or killed mob leaves. A list whose
// chances add up to one holds alternatives: exactly one of them drops (flint or
// gravel); other entries are drawn one by one.
func (w *World) drawDrops(drops []data.Drop, shears bool) []slot {
	fits, oneOf := fitting(drops, shears)
	var out []slot
	leave := func(d data.Drop) {
		n := w.amount(d.Min, d.Max)
		if n > 0 {
			out = append(out, slot{item: d.Item, count: n})
		}
	}
	if oneOf {
		roll := w.rng.Float64()
		for _, d := range fits {
			if d.Chance >= 1 {
				leave(d)
				continue
			}
			if roll >= 0 && roll < d.Chance {
				leave(d)
			}
			roll -= d.Chance
		}
		return out
	}
	for _, d := range fits {
		if d.Chance >= 1 || w.rng.Float64() < d.Chance {
			leave(d)
		}
	}
	return out
}

// fitting are the drops that may come of it, and whether one alone of those with a chance does,
// since their chances are one together.
func fitting(drops []data.Drop, shears bool) (fits []data.Drop, oneOf bool) {
	sum, chances := 0.0, 0
	shears = shears && slices.ContainsFunc(drops, func(d data.Drop) bool { return d.Shears })
	for _, d := range drops {
		// Shears bring the block itself, and then nothing else of it.
		if d.SilkTouch || d.Shears != shears && (d.Shears || d.NoSilkTouch) {
			continue
		}
		fits = append(fits, d)
		if d.Chance < 1 {
			sum += d.Chance
			chances++
		}
	}
	return fits, chances > 1 && math.Abs(sum-1) < 1e-6
}

// wearOf is how many uses breaking a block costs a tool (Minecraft Wiki,
// "Durability": swords two, blocks that break at once none).
func wearOf(t *data.Tool, b *data.Block) int {
	switch {
	case t == nil || (b.Hardness == 0 && t.Class != "shears"):
		return 0
	case t.Class == "sword":
		return 2
	}
	return 1
}

// remove takes a block out of the world and returns what it leaves: its drops,
// and the contents of a chest.
func (w *World) remove(p game.Pos, b *data.Block, tool int) []slot {
	item, shears := "", false
	if tool >= 0 {
		item = w.player.inv[tool].item
		if t := w.toolIn(tool); t != nil {
			shears = t.Class == "shears"
			w.wearOut(tool, wearOf(t, b))
		}
	}
	var out []slot
	w.tell(Occurrence{What: Broken, Name: b.Name, At: p})
	if harvests(b, item) {
		out = w.drawDrops(b.Drops, shears)
	}
	for _, s := range w.chests[p] {
		if s.count > 0 {
			out = append(out, s)
		}
	}
	if w.fields[p] != nil {
		out = w.uproot(p, game.WhyGoal)
	}
	if top := above(p); w.fields[top] != nil {
		out = append(out, w.uproot(top, game.WhyOther)...) // what stood on it falls
	}
	delete(w.wet, p)
	delete(w.chests, p)
	delete(w.fires, p)
	own := w.placed[p] != ""
	delete(w.placed, p)
	left := ""
	if b.Name == "ice" && !under(p) || own && w.springs(p) {
		left = "water"
	}
	w.alter(p, left, game.WhyGoal)
	return out
}

// springs reports whether water flows in where a block that somebody placed is taken away: two of
// the sides are water, over ground or water (Minecraft Wiki, "Water").
func (w *World) springs(p game.Pos) bool {
	n := 0
	for _, s := range flanks {
		if w.wets(off(p, s.X, 0, s.Z)) {
			n++
		}
	}
	return n >= 2 && (w.solid(below(p)) || w.wets(below(p)))
}

func (w *World) wets(p game.Pos) bool { return w.blockAt(p) == "water" }

// serves reports whether what lies in a slot helps to break the block.
func (w *World) serves(b *data.Block, i int) bool {
	if b.Harvest != nil {
		return harvests(b, w.player.inv[i].item)
	}
	tool := w.toolIn(i)
	return tool != nil && suits(b, tool)
}

// amount draws a number from least to most.
func (w *World) amount(least, most int) int {
	if most > least {
		least += w.rng.IntN(most - least + 1)
	}
	return least
}
