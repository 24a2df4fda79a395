// SPDX-License-Identifier: MIT

package book

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// mostUses is how many of the things that are made of something are told.
const mostUses = 5

// Uses says what an item or a block is for, by the rules of the game.
func (b *Book) Uses(name string) []game.Message {
	var out []game.Message
	if item, ok := b.Version.Item(name); ok {
		out = uses(b.Version, item)
	}
	if block, ok := b.Version.Block(name); ok {
		out = append(out, blockUses(block)...)
	}
	if len(out) == 0 {
		out = append(out, game.Say("use.thing", "thing", game.Things{Items: []string{name}}))
	}
	return append(out, madeOf(b.Version, name)...)
}

// Takes says how long so many of an item take to grow or to be smelted; nothing for what does neither.
func (b *Book) Takes(name string, n int) []game.Message {
	var out []game.Message
	if seconds := rules.Grows(b.Version, name); seconds > 0 {
		out = append(out, game.Say("takes.grow", "thing", game.Things{Items: []string{name}}, "time", game.Seconds(seconds)))
	}
	smelt, ok := b.Version.SmeltingOf(name)
	if to := b.Version.SmeltingTo(name); !ok && len(to) > 0 {
		smelt, ok = to[0], true
	}
	if ok && (n > 1 || len(out) == 0) {
		time := game.Seconds(n * smelt.Ticks / rules.TicksPerSecond)
		out = append(out, game.Say("takes.smelt", "thing", game.Things{Count: n, Items: []string{name}}, "time", time))
	}
	return out
}

// uses are those of an item.
func uses(v *data.Version, item *data.Item) []game.Message {
	var out []game.Message
	add := func(code string, values ...any) {
		out = append(out, game.Say(code, append(values, "thing", game.Things{Items: []string{item.Name}})...))
	}
	switch t := item.Tool; {
	case t != nil && t.Class == "shears":
		add("use.shears")
	case t != nil && t.Class == "sword" || item.Weapon:
		add("use.weapon")
	case t != nil:
		add("use.tool", "class", t.Class, "tier", t.Tier, "speed", t.Speed)
	}
	if item.Food != nil {
		add("use.food", "hunger", item.Food.Hunger)
	}
	if item.FuelTicks > 0 {
		add("use.fuel", "n", float64(item.FuelTicks)/200)
	}
	if slot := v.Slot(item.Name); slot != "" && slot != data.SlotHand {
		add("use.worn", "slot", game.Display(slot))
	}
	if item.Durability > 0 {
		add("use.wears", "n", item.Durability)
	}
	if made, ok := v.SmeltingOf(item.Name); ok {
		add("use.smelts", "item", game.Things{Items: []string{made.Output}})
	}
	return out
}

// blockUses are those of a block, and what it is mined with.
func blockUses(block *data.Block) []game.Message {
	var out []game.Message
	add := func(code string, values ...any) {
		out = append(out, game.Say(code, append(values, "thing", game.Things{Items: []string{block.Name}})...))
	}
	switch {
	case block.Station:
		add("use.station")
	case block.Container:
		add("use.store")
	default:
		add("use.block")
	}
	if block.Light > 0 {
		add("use.light", "n", block.Light)
	}
	switch {
	case len(block.Harvest) > 0:
		tools := make([]string, len(block.Harvest))
		for i, t := range block.Harvest {
			tools[i] = game.Display(t)
		}
		add("use.mined", "tools", tools)
	case block.Class != "":
		add("use.mined.class", "class", block.Class)
	case block.Hardness >= 0:
		add("use.mined.hand")
	}
	return out
}

// madeOf is what a thing goes into.
func madeOf(v *data.Version, name string) []game.Message {
	var made []string
	for _, r := range v.UsesOf(name) {
		if d := game.Display(r.Result); !slices.Contains(made, d) {
			made = append(made, d)
		}
	}
	switch n := len(made); {
	case n == 0:
		return nil
	case n <= mostUses+1:
		return []game.Message{game.Say("use.makes", "items", made)}
	default:
		return []game.Message{game.Say("use.makes.more", "items", strings.Join(made[:mostUses], ", "), "n", n-mostUses)}
	}
}
