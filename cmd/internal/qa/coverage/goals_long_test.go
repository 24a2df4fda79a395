// SPDX-License-Identifier: MIT

package coverage

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// longGoals are what a survival player works towards, with what is held at the end of those
// that are played.
var longGoals = []struct {
	words string
	item  string
	n     int
}{
	{"get full iron armor", "iron_boots", 1},
	{"get full diamond armor", "diamond_chestplate", 1},
	{"get a diamond pickaxe", "diamond_pickaxe", 1},
	{"get an enchanting table", "enchanting_table", 1},
	{"get an anvil", "anvil", 1},
	{"get 16 bookshelves", "bookshelf", 16},
	{"get a brewing stand", "brewing_stand", 1},
	{"get an eye of ender", "ender_eye", 1},
	{"get a netherite ingot", "netherite_ingot", 1},
	{"get 8 blaze rods", "blaze_rod", 8},
	{"get 16 ender pearls", "ender_pearl", 16},
	{"get 64 glowstone", "glowstone", 64},
	{"get 64 torches", "torch", 64},
	{"get 20 cooked beef", "cooked_beef", 20},
	{"get 3 golden apples", "golden_apple", 3},
	{"get a clock and a compass", "clock", 1},
	{"get 64 rails and 16 powered rails", "rail", 64},
	{"enchant my pickaxe", "diamond_pickaxe", 1},
	{"get a jukebox", "jukebox", 1},
	{"brew 3 fire resistance potions", "fire_resistance_potion", 3},
	{words: "get an ender chest"}, {words: "get 2 hoppers"}, {words: "get 16 pistons"}, {words: "get 8 sticky pistons"},
	{words: "get 32 sea lanterns"}, {words: "get 64 quartz blocks"}, {words: "get 10 lanterns"}, {words: "get 4 beds"},
	{words: "get a full set of diamond tools"}, {words: "get 64 stone bricks"}, {words: "get 64 bricks"}, {words: "get 64 glass panes"},
	{words: "get 16 white concrete"}, {words: "get 30 bread"}, {words: "get 5 cakes"}, {words: "get 10 pumpkin pies"},
	{words: "get a shield, a bow and 64 arrows"}, {words: "get 2 stacks of iron ingots"}, {words: "get 32 gold ingots"}, {words: "get 10 emeralds"},
	{words: "get 10 slime balls"}, {words: "get 16 tnt"}, {words: "get a lodestone"}, {words: "get 4 end crystals"},
	{words: "brew 3 healing potions"}, {words: "get 12 obsidian"}, {words: "get a respawn anchor"}, {words: "get 12 eyes of ender"},
	{words: "get 32 smooth quartz"}, {words: "get a beehive"}, {words: "go to the nether"},
}

// TestLongGoals: all of them are planned from nothing, and those that name what is held are
// played to the end on three seeds.
func TestLongGoals(t *testing.T) {
	seeds := int64(3)
	if raced.On || testing.Short() {
		seeds = 1
	}
	for i, g := range longGoals {
		t.Run(g.words, func(t *testing.T) {
			t.Parallel()
			p := planner.NewBuiltin(planner.Config{})
			for seed := int64(1); seed <= seeds; seed++ {
				w, err := sim.New(sim.Config{Version: data.DefaultVersion, Seed: seed, Speed: sim.Unlimited})
				if err != nil {
					t.Fatal(err)
				}
				state := w.State()
				plan, err := p.Plan(t.Context(), game.Request{
					Goal: g.words, State: state, Baseline: game.BaselineOf(&state),
					Body: game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: w.Version(), Actions: sim.Kinds()},
				})
				if err != nil || len(plan.Steps) == 0 {
					t.Fatalf("%d steps, %v", len(plan.Steps), err)
				}
				if g.item == "" || seeds == 1 && i%5 != 0 {
					break
				}
				did, err := play(p, w, g.words)
				if err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
				if strings.HasPrefix(g.words, "enchant") && !did[game.Enchant] {
					t.Errorf("seed %d: nothing was enchanted", seed)
				}
				after := w.State()
				if have := after.Count(g.item); have < g.n {
					t.Errorf("seed %d: ends with %d of %d %s", seed, have, g.n, g.item)
				}
				if slices.ContainsFunc(w.TakeEvents(), func(e sim.Event) bool { return e.Data["cause"] == "starvation" }) {
					t.Errorf("seed %d: it starves", seed)
				}
			}
		})
	}
}
