// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// What a smithing table asks for, with a template since 1.20 and without before, and what
// it leaves.
func TestSmith(t *testing.T) {
	const template = "netherite_upgrade_smithing_template"
	at := game.Pos{Y: 64, Dimension: overworld}
	table := map[game.Pos]string{{X: 1, Y: 64, Z: 1, Dimension: overworld}: "smithing_table"}
	for name, c := range map[string]struct {
		version, recipe string
		held            map[string]int
		blocks          map[game.Pos]string
		code            game.Code
	}{
		"with a template":     {"1.21.4", "netherite_pickaxe", map[string]int{"diamond_pickaxe": 1, "netherite_ingot": 2, template: 2}, table, ""},
		"no template":         {"1.21.4", "netherite_pickaxe", map[string]int{"diamond_pickaxe": 1, "netherite_ingot": 2}, table, game.CodeMissingItem},
		"none needed then":    {"1.16.5", "netherite_pickaxe", map[string]int{"diamond_pickaxe": 1, "netherite_ingot": 2}, table, ""},
		"no table":            {"1.16.5", "netherite_pickaxe", map[string]int{"diamond_pickaxe": 1, "netherite_ingot": 2}, nil, game.CodeNoStation},
		"no ingot":            {"1.16.5", "netherite_pickaxe", map[string]int{"diamond_pickaxe": 1}, table, game.CodeMissingItem},
		"what a grid makes":   {"1.16.5", "diamond_pickaxe", map[string]int{"diamond": 3, "stick": 2}, table, game.CodeUnknownRecipe},
		"nothing to begin on": {"1.16.5", "netherite_pickaxe", map[string]int{"netherite_ingot": 2}, table, game.CodeMissingItem},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Version: c.version, Inventory: c.held, At: &at, Blocks: c.blocks})
			for i := range w.player.inv {
				if w.player.inv[i].item == "diamond_pickaxe" {
					w.player.inv[i].magic, w.player.inv[i].wear = "efficiency", 7
				}
			}
			_, err := w.Do(t.Context(), game.Action{Kind: game.Smith, Recipe: c.recipe}, nil)
			ends(t, err, c.code)
			if c.code != "" {
				return
			}
			held := w.Facts().Inventory
			if held["netherite_pickaxe"] != 1 || held["netherite_ingot"] != 1 || held["diamond_pickaxe"] != 0 || c.held[template]-held[template] > 1 {
				t.Errorf("%v are left", held)
			}
			for _, s := range w.player.inv {
				if s.item == "netherite_pickaxe" && (s.magic != "efficiency" || s.wear != 7) {
					t.Errorf("it was enchanted and worn, and is %+v", s)
				}
			}
		})
	}
}
