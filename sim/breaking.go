package sim

import (
	"math"

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
	if it, ok := w.data.Item(item); ok && it.Tool != nil && drops && suits(b, it.Tool) {
		speed = max(1, it.Tool.Speed)
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
	if b.Harvest == nil {
		return true
	}
	for _, h := range b.Harvest {
		if h == item {
			return true
		}
	}
	return false
}

// suits reports whether the tool is of the class that breaks the block faster.
func suits(b *data.Block, t *data.Tool) bool { return b.Class != "" && b.Class == t.Class }

// breakPause is the pause after a block that took time to break, in seconds
// (Minecraft Wiki, "Breaking": 6 ticks).
const breakPause = 0.3

// pickTool chooses the slot to break a block with: -1 is the bare hand. Where
// the block needs a tool the weakest that will do is taken, so that the better
// ones last; else the fastest that suits. ok is false when none will do.
func (w *World) pickTool(b *data.Block) (best int, ok bool) {
	best = -1
	inv := &w.player.inv
	better := func(i, j int) bool { // is slot i the better choice
		ti, tj := w.toolIn(i), w.toolIn(j)
		if si, sj := ti != nil && suits(b, ti), tj != nil && suits(b, tj); si != sj {
			return si
		}
		if ti == nil || tj == nil {
			return ti != nil
		}
		if b.Harvest != nil {
			if a, c := data.Tier(ti.Tier), data.Tier(tj.Tier); a != c {
				return a < c
			}
			if a, c := w.usesLeft(i), w.usesLeft(j); a != c {
				return a < c
			}
			return false
		}
		return ti.Speed > tj.Speed
	}
	for i := range inv {
		if inv[i].count == 0 || i >= game.SlotsMain {
			continue
		}
		tool := w.toolIn(i)
		if b.Harvest == nil {
			if tool == nil || !suits(b, tool) {
				continue
			}
		} else if !harvests(b, inv[i].item) {
			continue
		}
		if best < 0 || better(i, best) {
			best = i
		}
	}
	return best, best >= 0 || b.Harvest == nil
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
	var fits []data.Drop
	sum, chances := 0.0, 0
	for _, d := range drops {
		if d.SilkTouch || (d.Shears && !shears) {
			continue
		}
		fits = append(fits, d)
		if d.Chance < 1 {
			sum += d.Chance
			chances++
		}
	}
	var out []slot
	leave := func(d data.Drop) {
		n := d.Min
		if d.Max > d.Min {
			n += w.rng.IntN(d.Max - d.Min + 1)
		}
		if n > 0 {
			out = append(out, slot{item: d.Item, count: n})
		}
	}
	if chances > 1 && math.Abs(sum-1) < 1e-6 {
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
	if harvests(b, item) {
		out = w.drawDrops(b.Drops, shears)
	}
	for _, s := range w.chests[p] {
		if s.count > 0 {
			out = append(out, s)
		}
	}
	delete(w.chests, p)
	delete(w.fires, p)
	delete(w.placed, p)
	w.changed[p] = ""
	if b.Name == "ice" && !under(p) {
		w.changed[p] = "water"
	}
	return out
}
