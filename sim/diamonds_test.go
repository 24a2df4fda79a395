// SPDX-License-Identifier: MIT

package sim_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// diamonds is a sane way from nothing to three diamonds.
func diamonds(version string) []game.Action {
	iron := "raw_iron"
	if version == "1.16.5" {
		iron = "iron_ore"
	}
	craft := func(item string, n int) game.Action {
		return game.Action{Kind: game.Craft, Recipe: item, Quantity: n}
	}
	mine := func(block string, n int) game.Action {
		return game.Action{Kind: game.Mine, Target: block, Quantity: n}
	}
	return []game.Action{
		mine("oak_log", 5), craft("oak_planks", 20), craft("stick", 8), craft("crafting_table", 1),
		{Kind: game.Place, Block: "crafting_table"},
		craft("wooden_pickaxe", 1), mine("crafting_table", 1),
		mine("stone", 11),
		{Kind: game.Place, Block: "crafting_table"},
		craft("stone_pickaxe", 1), craft("furnace", 1), mine("crafting_table", 1),
		mine("iron_ore", 3),
		{Kind: game.Place, Block: "furnace"}, {Kind: game.Place, Block: "crafting_table"},
		{Kind: game.Smelt, Item: iron, Quantity: 3},
		craft("iron_pickaxe", 1),
		mine("diamond_ore", 3),
	}
}

func do(t testing.TB, w *sim.World, a game.Action) game.Result {
	t.Helper()
	r, err := w.Do(context.Background(), a, nil)
	if err != nil {
		t.Fatalf("%s: %v", a.Describe(), err)
	}
	return r
}

func world(t testing.TB, cfg sim.Config) *sim.World {
	t.Helper()
	if cfg.Speed == 0 {
		cfg.Speed = sim.Unlimited
	}
	w, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestDiamondsFromNothing(t *testing.T) {
	for _, version := range []string{"1.16.5", "1.21.5"} {
		for seed := int64(1); seed <= 20; seed++ {
			t.Run(fmt.Sprintf("%s/%d", version, seed), func(t *testing.T) {
				w := world(t, sim.Config{Version: version, Seed: seed})
				for _, a := range diamonds(version) {
					do(t, w, a)
				}
				f := w.Facts()
				if f.Inventory["diamond"] != 3 {
					t.Fatalf("holds %v, want 3 diamonds", f.Inventory)
				}
				if f.Seconds > 1000 {
					t.Fatalf("took %.0f simulated seconds, want at most 1000", f.Seconds)
				}
				if testing.Verbose() {
					t.Logf("%.0f s", f.Seconds)
				}
			})
		}
	}
}
