// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// What an enchanting table asks for, and what it leaves.
func TestEnchant(t *testing.T) {
	at := game.Pos{Y: 64, Dimension: overworld}
	table := map[game.Pos]string{{X: 1, Y: 64, Z: 1, Dimension: overworld}: "enchanting_table"}
	for name, c := range map[string]struct {
		held   map[string]int
		blocks map[game.Pos]string
		points int
		code   game.Code
	}{
		"all there":   {map[string]int{"iron_pickaxe": 1, "lapis_lazuli": 2}, table, 16, ""},
		"no table":    {map[string]int{"iron_pickaxe": 1, "lapis_lazuli": 2}, nil, 16, game.CodeNoStation},
		"no lapis":    {map[string]int{"iron_pickaxe": 1}, table, 16, game.CodeMissingItem},
		"no levels":   {map[string]int{"iron_pickaxe": 1, "lapis_lazuli": 2}, table, 6, game.CodeMissingLevels},
		"no pickaxe":  {map[string]int{"lapis_lazuli": 2}, table, 16, game.CodeMissingItem},
		"not for one": {map[string]int{"stick": 1, "lapis_lazuli": 2}, table, 16, game.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Inventory: c.held, At: &at, Blocks: c.blocks})
			w.player.points = c.points
			item := "iron_pickaxe"
			if c.held["stick"] > 0 {
				item = "stick"
			}
			_, err := w.Do(t.Context(), game.Action{Kind: game.Enchant, Item: item}, nil)
			ends(t, err, c.code)
			if c.code != "" {
				return
			}
			if got := level(w.player.points); got != 1 || w.Facts().Inventory["lapis_lazuli"] != 1 {
				t.Errorf("level %d and %v are left", got, w.Facts().Inventory)
			}
			for _, s := range w.State().Inventory {
				if s.Item == "iron_pickaxe" && len(s.Enchantments) != 1 {
					t.Errorf("it has %v", s.Enchantments)
				}
			}
			if _, err := w.Do(t.Context(), game.Action{Kind: game.Enchant, Item: item}, nil); err == nil {
				t.Error("it was enchanted twice")
			}
		})
	}
}
