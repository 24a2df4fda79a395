// SPDX-License-Identifier: MIT

package sim

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// What a piglin asks for and gives: an ingot each time, gold worn, and no more given than
// until what is wanted came.
func TestBarter(t *testing.T) {
	gravel := &game.Until{Item: "gravel", Count: 8}
	for name, c := range map[string]struct {
		version string
		held    map[string]int
		action  game.Action
		code    game.Code
	}{
		"until gravel":  {"1.21.4", map[string]int{"gold_ingot": 64, "golden_boots": 1}, game.Action{Quantity: 64, Until: gravel}, ""},
		"ten ingots":    {"1.16.5", map[string]int{"gold_ingot": 10, "golden_helmet": 1}, game.Action{Quantity: 10}, ""},
		"no gold worn":  {"1.21.4", map[string]int{"gold_ingot": 10}, game.Action{Quantity: 1}, game.CodeMissingTool},
		"no ingot":      {"1.21.4", map[string]int{"golden_boots": 1}, game.Action{Quantity: 1}, game.CodeMissingItem},
		"too few":       {"1.21.4", map[string]int{"golden_boots": 1, "gold_ingot": 2}, game.Action{Quantity: 3}, game.CodeMissingItem},
		"another thing": {"1.21.4", map[string]int{"golden_boots": 1}, game.Action{Item: "emerald", Quantity: 1}, game.CodeInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Version: c.version, Inventory: c.held})
			w.player.dimension = "the_nether"
			if c.action.Kind = game.Barter; c.action.Item == "" {
				c.action.Item = "gold_ingot"
			}
			_, err := w.Do(t.Context(), c.action, nil)
			ends(t, err, c.code)
			if c.code != "" {
				return
			}
			held := w.Facts().Inventory
			given := c.held["gold_ingot"] - held["gold_ingot"]
			if u := c.action.Until; u != nil && (held[u.Item] < u.Count || given == 64) || u == nil && given != c.action.Quantity {
				t.Errorf("%d ingots were given for %v", given, held)
			}
			worn := 0
			for _, s := range w.player.inv[game.SlotsMain:game.SlotOffhand] {
				worn += s.count
			}
			if worn != 1 {
				t.Errorf("%d pieces of armour are worn", worn)
			}
		})
	}
}
