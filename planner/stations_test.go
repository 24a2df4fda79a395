// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// A potion is brewed step by step, of three bottles where so many are wanted.
func TestPotions(t *testing.T) {
	const kit = "brewing_stand blaze_powder=3 potion=3 nether_wart=3"
	for _, c := range []struct{ goal, held, want string }{
		{"brew 3 fire resistance potions", kit + " magma_cream", "Place brewing stand, Brew 3 awkward potions, Brew 3 fire resistance potions"},
		{"get a potion of healing", "brewing_stand blaze_powder awkward_potion glistering_melon_slice", "Place brewing stand, Brew 1 healing potion"},
		{"a splash potion of weakness", kit + " fermented_spider_eye gunpowder", "Place brewing stand, Brew 3 weakness potions, Brew 3 splash weakness potions"},
		{"make 2 strength potions", "brewing_stand blaze_powder=3 awkward_potion=2", "Place brewing stand, Brew 2 strength potions"},
		{"fill 2 bottles with water", "glass_bottle=2", "Use glass bottle on water, Use glass bottle on water"},
		{"drink a healing potion", "healing_potion", "Consume healing potion"},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.4"), State: holding(c.held)})
		if got := strings.Join(described(p), ", "); got != c.want {
			t.Errorf("%s: planned %s, want %s", c.goal, got, c.want)
		}
	}
}

// What is given is got first, by another trade too, and what a trade brings is there for what
// comes after it.
func TestTrades(t *testing.T) {
	for _, c := range []struct{ goal, held, want string }{
		{"sell 40 wheat", "wheat=40", "Trade wheat for 2 emeralds"},
		{"buy 6 bread from a villager", "clay_ball=10", "Trade clay balls for 1 emerald, Buy 6 bread"},
		{"buy 12 bread from a villager", "emerald=2", "Buy 12 bread"},
		{"get 2 emeralds by trading", "clay_ball=20", "Trade clay balls for 2 emeralds"},
		{"buy 6 bread and eat 1", "emerald=2", "Buy 6 bread, Consume bread"},
		{"buy 6 bread and eat one of them", "emerald=2 bread=1", "Buy 6 bread, Consume bread"},
		{"buy 6 bread and drop them", "emerald=2", "Buy 6 bread, Drop 6 bread"},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.4"), State: holding(c.held)})
		if got := strings.Join(described(p), ", "); got != c.want {
			t.Errorf("%s: planned %s, want %s", c.goal, got, c.want)
		}
	}
}

// A body that does not do a kind is told so, with what it lacks.
func TestWhoDoesNot(t *testing.T) {
	for _, c := range []struct {
		kind                 game.Kind
		version, goal, lacks string
	}{
		{game.Brew, "1.21.4", "3 fire resistance potions", "comes by brewing, which this body cannot or may not do"},
		{game.Barter, "1.21.4", "barter with piglins for obsidian", "cannot barter"},
		{game.Smith, "1.19.4", "get a netherite pickaxe", "comes by smithing, which this body cannot or may not do"},
	} {
		body := v2Body(c.version)
		body.Actions = slices.DeleteFunc(body.Actions, func(k game.Kind) bool { return k == c.kind })
		_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: c.goal, Body: body, State: holding("")})
		if err == nil || !strings.Contains(err.Error(), c.lacks) {
			t.Errorf("%s: told %v", c.goal, err)
		}
	}
}

// What piglins are to give is planned with the ingots that it takes on average, gold to wear
// and the way there; it is played in the embedded world, where chance decides.
func TestBarteringIsPlayed(t *testing.T) {
	w, err := sim.New(sim.Config{Version: "1.21.4", Seed: 1, Speed: sim.Unlimited, Inventory: map[string]int{
		"gold_ingot": 64, "golden_helmet": 1, "obsidian": 10, "flint_and_steel": 1,
	}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "barter with piglins for 8 gravel", Body: v2Body("1.21.4"), State: w.State()})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(described(p), ", "); got != "Equip golden helmet, Travel to the Nether, Barter 8 gold ingots, Travel to the overworld" {
		t.Errorf("planned %s", got)
	}
	a := p.Steps[2].Action
	if p.Steps[2].About != 8 || a.Until == nil || a.Until.Item != "gravel" || a.Until.Count != 8 {
		t.Errorf("planned %+v, about %d", a, p.Steps[1].About)
	}
	for i := range p.Steps[:2] {
		if _, err := w.Do(t.Context(), p.Steps[i].Action, nil); err != nil {
			t.Fatal(err)
		}
	}
	a.Quantity = 64
	if _, err := w.Do(t.Context(), a, nil); err != nil || w.Facts().Inventory["gravel"] < 8 || w.Facts().Inventory["gold_ingot"] == 64 {
		t.Errorf("%v: %v", err, w.Facts().Inventory)
	}
}

// Netherite gear is smithed in the embedded world: from nothing before 1.20, and since with
// the template that is held.
func TestSmithingIsPlayed(t *testing.T) {
	for version, held := range map[string]map[string]int{"1.19.4": nil, "1.21.5": {"netherite_upgrade_smithing_template": 1}} {
		w, err := sim.New(sim.Config{Version: version, Seed: 1, Speed: sim.Unlimited, Inventory: held})
		if err != nil {
			t.Fatal(err)
		}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "get a netherite pickaxe", Body: v2Body(version), State: w.State()})
		if err != nil {
			t.Fatal(version, err)
		}
		for i := range p.Steps {
			if _, err := w.Do(t.Context(), p.Steps[i].Action, nil); err != nil {
				t.Fatalf("%s: %s: %v", version, p.Steps[i].Action.Describe(), err)
			}
		}
		if last := p.Steps[len(p.Steps)-1].Action.Describe(); last != "Smith 1 netherite pickaxe" || w.Facts().Inventory["netherite_pickaxe"] != 1 {
			t.Errorf("%s: it ended with %s and %v", version, last, w.Facts().Inventory)
		}
	}
}

// What an enchanting table takes is enchanted: the best that is held and is not yet.
func TestEnchanting(t *testing.T) {
	magic := holding("enchanting_table lapis_lazuli stone_pickaxe diamond_pickaxe")
	for i := range magic.Inventory {
		if magic.Inventory[i].Item == "diamond_pickaxe" {
			magic.Inventory[i].Enchantments = map[string]int{"unbreaking": 1}
		}
	}
	few := game.Attempt{
		Step:    game.Step{Action: game.Action{Kind: game.Enchant, Item: "bow"}},
		Outcome: game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeMissingLevels}},
	}
	for _, c := range []struct {
		goal    string
		state   game.State
		history []game.Attempt
		want    string
	}{
		{"enchant my pickaxe", holding("enchanting_table lapis_lazuli stone_pickaxe diamond_pickaxe"), nil, "Place enchanting table, Enchant diamond pickaxe"},
		{"enchant my pickaxe", magic, nil, "Place enchanting table, Enchant stone pickaxe"},
		{"make a stone sword and enchant it", holding("enchanting_table lapis_lazuli crafting_table stick cobblestone=2"), nil, "Place crafting table, Craft 1 stone sword, Place enchanting table, Enchant stone sword"},
		{"enchant a bow", holding("enchanting_table lapis_lazuli bow iron_sword"), []game.Attempt{few}, "Attack 4 zombies, Place enchanting table, Enchant bow"},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.4"), State: c.state, History: c.history})
		if got := strings.Join(described(p), ", "); got != c.want {
			t.Errorf("%s: planned %s, want %s", c.goal, got, c.want)
		}
	}
}

// From nothing, in the embedded world, on three seeds.
func TestEnchantingIsPlayed(t *testing.T) {
	for seed := int64(1); seed <= 3; seed++ {
		w, err := sim.New(sim.Config{Version: "1.21.4", Seed: seed, Speed: sim.Unlimited})
		if err != nil {
			t.Fatal(err)
		}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "enchant my pickaxe", Body: v2Body("1.21.4"), State: w.State()})
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Steps {
			if _, err := w.Do(t.Context(), p.Steps[i].Action, nil); err != nil {
				t.Fatalf("seed %d: %s: %v", seed, p.Steps[i].Action.Describe(), err)
			}
		}
		if !slices.ContainsFunc(w.State().Inventory, func(s game.Stack) bool { return len(s.Enchantments) > 0 }) {
			t.Errorf("seed %d: nothing is enchanted of %v", seed, w.State().Inventory)
		}
	}
}
