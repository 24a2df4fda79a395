// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// smith turns one item into another at a smithing table, as often as is asked. What it was
// enchanted with and how far it was worn stays (Minecraft Wiki, "Smithing").
func (x *run) smith() *game.Failure {
	item, want := x.action.Recipe, x.action.Count()
	ways := x.data.SmithingTo(item)
	if len(ways) == 0 {
		return fail(game.CodeUnknownRecipe, "a smithing table makes no %q in Minecraft %s", item, x.data.Name)
	}
	for made := range want {
		var lack string
		k := slices.IndexFunc(ways, func(s data.Smithing) bool {
			lack = x.lackOf(s.Template, s.Base, s.Addition)
			return lack == ""
		})
		if k < 0 {
			return fail(game.CodeMissingItem, "%s needs 1 more %s", game.Display(item), game.Display(lack))
		}
		at, ok := x.station([]string{data.StationSmithing})
		if !ok {
			return fail(game.CodeNoStation, "%s needs a smithing table placed within %d blocks", game.Display(item), stationReach)
		}
		if f := x.workAt(at, craftOpen); f != nil {
			return f
		}
		if f := x.smithOne(ways[k]); f != nil {
			return f
		}
		x.progress("smithed "+game.Display(item), float64(made+1)/float64(want))
	}
	return nil
}

// lackOf is the first of some items that is not held; empty for none. An empty name is no
// item.
func (x *run) lackOf(items ...string) string {
	for _, item := range items {
		if item != "" && x.player.inv.count(item) == 0 {
			return item
		}
	}
	return ""
}

// smithOne uses up one of each part, and leaves the result with the marks of what it was
// made of.
func (x *run) smithOne(s data.Smithing) *game.Failure {
	undo := x.player.inv
	at := slices.IndexFunc(x.player.inv[:], func(in slot) bool { return in.item == s.Base && in.count > 0 })
	base := x.player.inv[at]
	parts := []string{s.Base, s.Addition}
	if s.Template != "" {
		parts = append(parts, s.Template)
	}
	if base.count == 1 {
		x.player.inv[at] = slot{item: s.Result, count: 1, wear: base.wear, magic: base.magic}
		parts = parts[1:]
	} else if x.give(s.Result, 1) > 0 {
		x.player.inv = undo
		return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(s.Result))
	}
	for _, part := range parts {
		x.take(part, 1)
		x.used(part, 1, s.Result)
	}
	if base.count == 1 {
		x.used(s.Base, 1, s.Result)
	}
	x.items(Crafted, s.Result, 1, game.Pos{})
	return nil
}
