// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// What lies in the Nether is fetched there in one trip, with all that it takes and what a
// player takes along where it is cheap; the body comes back, and what is made of it is made at home.
func TestTheNetherAndBack(t *testing.T) {
	const kit = "obsidian=10 flint_and_steel diamond_pickaxe iron_sword crafting_table furnace coal=8 gold_ingot=4 cobblestone=8"
	for _, c := range []struct{ goal, held, want string }{
		{"get a netherite ingot", kit, "Attack 8 chickens, Place furnace, Smelt 8 chickens, Mine 1 furnace, Travel to the Nether, Mine 4 ancient debris, Travel to the overworld, Place furnace, Smelt 4 ancient debris, Place crafting table, Craft 1 netherite ingot"},
		{"get a brewing stand", kit, "Attack 8 chickens, Place crafting table, Craft 1 golden boots, Place furnace, Smelt 8 chickens, Mine 1 crafting table, Equip golden boots, Travel to the Nether, Attack 3 blazes, Travel to the overworld, Place crafting table, Craft 1 brewing stand"},
		{"get an eye of ender", kit + " ender_pearl", "Attack 8 chickens, Place crafting table, Craft 1 golden boots, Place furnace, Smelt 8 chickens, Equip golden boots, Travel to the Nether, Attack 3 blazes, Travel to the overworld, Craft 2 blaze powder, Craft 1 ender eye"},
		{"get 4 quartz and 2 soul sand", kit, "Place crafting table, Craft 1 golden boots, Equip golden boots, Travel to the Nether, Mine 2 soul sand, Mine 4 nether quartz ore, Travel to the overworld"},
		{"kill a blaze", kit, "Attack 8 chickens, Place crafting table, Craft 1 golden boots, Place furnace, Smelt 8 chickens, Equip golden boots, Travel to the Nether, Attack 1 blaze, Travel to the overworld"},
		{"go to the nether", kit, "Travel to the Nether"},
		{"get 10 obsidian and kill a blaze", kit, "Attack 8 chickens, Mine 10 obsidian, Place crafting table, Craft 1 golden boots, Place furnace, Smelt 8 chickens, Equip golden boots, Travel to the Nether, Attack 1 blaze, Travel to the overworld"},
		{"get 2 quartz and kill a blaze", kit, "Attack 8 chickens, Place crafting table, Craft 1 golden boots, Place furnace, Smelt 8 chickens, Equip golden boots, Travel to the Nether, Mine 2 nether quartz ore, Travel to the overworld, Travel to the Nether, Attack 1 blaze, Travel to the overworld"},
		{"get 3 gold ingots", "obsidian=10 flint_and_steel iron_pickaxe furnace coal=3", "Mine 3 gold ore, Place furnace, Smelt 3 raw gold"},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.4"), State: holding(c.held)})
		if got := strings.Join(described(p), ", "); got != c.want {
			t.Errorf("%s: planned %s, want %s", c.goal, got, c.want)
		}
	}
}

// From nothing everything for the portal is got first, and says what it is for.
func TestTheWayToTheNetherFromNothing(t *testing.T) {
	p := plan(t, game.Request{Goal: "get a netherite ingot", Body: v2Body("1.21.4"), State: holding("")})
	for want, why := range map[string]string{"Mine 10 obsidian": "for the portal", "Craft 1 flint and steel": "for the portal", "Travel to the Nether": "what is needed lies there", "Travel to the overworld": "back with it"} {
		i := slices.Index(described(p), want)
		if i < 0 || p.Steps[i].Why != why {
			t.Errorf("%s is missing, or not %q: %v", want, why, described(p))
		}
	}
}

// A body that goes through no portal is named as such, and so is a way that was given up.
func TestWhoDoesNotTravel(t *testing.T) {
	stays := v2Body("1.21.4")
	stays.Actions = slices.DeleteFunc(stays.Actions, func(k game.Kind) bool { return k == game.Travel })
	gaveUp := []game.Exclusion{{Kind: game.Travel, Subject: "the_nether", Code: game.CodeUnreachable, Reason: "there was no room for a portal"}}
	for name, c := range map[string]struct {
		request game.Request
		want    string
	}{
		"a body without it": {game.Request{Body: stays, Goal: "get a quartz"}, "the body is in the overworld; it cannot or may not go through a portal"},
		"given up":          {game.Request{Body: v2Body("1.21.4"), Exclude: gaveUp, Goal: "get a quartz"}, "the way there was given up: there was no room for a portal"},
		"the End":           {game.Request{Body: v2Body("1.21.4"), Goal: "get 3 end stone"}, "is found in the End, and the body is in the overworld; no plan leads there"},
		"a mob there":       {game.Request{Body: stays, Goal: "kill a blaze"}, "Blaze is found in the Nether, and the body is in the overworld"},
		"the way itself":    {game.Request{Body: stays, Goal: "go to the nether"}, "no walk leads it through a portal"},
	} {
		c.request.State = holding("diamond_pickaxe")
		_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), c.request)
		if no := (*game.ImpossibleError)(nil); !errors.As(err, &no) || !strings.Contains(no.Reason, c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// Goals that lead through the Nether are carried out in the embedded world from nothing,
// on three seeds, and end with the thing in the overworld.
func TestTheNetherAndBackIsPlayed(t *testing.T) {
	for _, item := range []string{"netherite_ingot", "brewing_stand", "ender_eye", "quartz", "respawn_anchor", "magma_cream", "fire_resistance_potion", "strong_healing_potion", "splash_weakness_potion"} {
		for seed := int64(1); seed <= 3; seed++ {
			w, err := sim.New(sim.Config{Version: "1.21.4", Seed: seed, Speed: sim.Unlimited})
			if err != nil {
				t.Fatal(err)
			}
			if err := carryOut(t.Context(), w, "get a "+strings.ReplaceAll(item, "_", " ")); err != nil {
				t.Errorf("%s, seed %d: %v", item, seed, err)
			}
			if f := w.Facts(); f.Inventory[item] == 0 || f.Dimension != "overworld" || f.Deaths > 0 {
				t.Errorf("%s, seed %d: it ends in %s after %d deaths with %v", item, seed, f.Dimension, f.Deaths, f.Inventory)
			}
		}
	}
}

// carryOut plans a goal and carries the plans out until there is nothing left to do.
func carryOut(ctx context.Context, w *sim.World, goal string) error {
	const rounds = 8
	var last error
	for range rounds { // what is left to chance may take another plan
		p, err := planner.NewBuiltin(planner.Config{}).Plan(ctx, game.Request{Goal: goal, Body: v2Body(w.Version()), State: w.State()})
		if err != nil || len(p.Steps) == 0 {
			return err
		}
		for i := range p.Steps {
			if _, last = w.Do(ctx, p.Steps[i].Action, nil); last != nil {
				break
			}
		}
	}
	return last
}
