// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// TestRule22WhatTheTablesDoNotKnowIsTried: a thing of another namespace, or one that the
// body itself has reported, is passed on and told; a misspelt one is refused as before.
func TestRule22WhatTheTablesDoNotKnowIsTried(t *testing.T) {
	seen := holding("tin_ingot=2 create:wrench=1")
	seen.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "tin_ore", Distance: 3}}}
	at := &game.Pos{X: 8, Y: 64, Z: 8}
	for name, c := range map[string]struct {
		action game.Action
		told   string // empty: it is refused
	}{
		"a block of a mod":         {game.Action{Kind: game.Mine, Target: "create:zinc_ore", Quantity: 3}, "create:zinc_ore"},
		"a block that was seen":    {game.Action{Kind: game.Mine, Target: "tin_ore", Quantity: 3}, "tin_ore"},
		"a misspelt block":         {game.Action{Kind: game.Mine, Target: "coal_oer", Quantity: 3}, ""},
		"a recipe of a mod":        {game.Action{Kind: game.Craft, Recipe: "create:andesite_alloy", Quantity: 2}, "create:andesite_alloy"},
		"a misspelt recipe":        {game.Action{Kind: game.Craft, Recipe: "crafting_tabel", Quantity: 2}, ""},
		"an input of a mod":        {game.Action{Kind: game.Smelt, Item: "create:crushed_raw_zinc", Quantity: 2}, "create:crushed_raw_zinc"},
		"a mob of a mod":           {game.Action{Kind: game.Attack, Target: "alexsmobs:bunfungus", Quantity: 1}, "alexsmobs:bunfungus"},
		"a block to place":         {game.Action{Kind: game.Place, Block: "create:depot", At: at}, "create:depot"},
		"an item on the ground":    {game.Action{Kind: game.Collect, Item: "create:zinc_nugget", Quantity: 2}, "create:zinc_nugget"},
		"an item that is held":     {game.Action{Kind: game.Drop, Item: "tin_ingot", Quantity: 2}, "tin_ingot"},
		"an item that is not held": {game.Action{Kind: game.Drop, Item: "create:cogwheel", Quantity: 1}, ""},
		"a tool of a mod":          {game.Action{Kind: game.Equip, Item: "create:wrench"}, "create:wrench"},
		"a place in a mod's dimension": {
			game.Action{Kind: game.Goto, At: &game.Pos{X: 8, Y: 64, Z: 8, Dimension: "twilightforest:twilight_forest"}}, "twilightforest:twilight_forest"},
		"a place in the nether": {game.Action{Kind: game.Goto, At: &game.Pos{X: 8, Y: 64, Z: 8, Dimension: "the_nether"}}, ""},
	} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Body: v2Body("1.21.5"), State: seen, Actions: []game.Action{c.action}})
		switch faults := (*game.FaultsError)(nil); {
		case c.told == "" && !errors.As(err, &faults):
			t.Errorf("%s: %v", name, err)
		case c.told == "":
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case len(p.Notices) != 1 || !strings.Contains(p.Notices[0], c.told+" is not in the tables"):
			t.Errorf("%s: told %q", name, p.Notices)
		case len(p.Steps) != 1 || p.Steps[0].Why == "":
			t.Errorf("%s: planned %+v", name, p.Steps)
		}
	}
}

// TestRule22AnUnknownDimensionIsTried: what grows there is not known, and nobody says
// that it does not.
func TestRule22AnUnknownDimensionIsTried(t *testing.T) {
	state := holding("iron_sword=1")
	state.Dimension = "twilightforest:twilight_forest"
	for _, goal := range []string{"get 3 oak logs", "kill 2 zombies", "make a wooden pickaxe"} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: state})
		if err != nil || len(p.Steps) == 0 || !strings.Contains(strings.Join(p.Notices, " "), "found in twilightforest:twilight_forest is not known") {
			t.Errorf("%s: %v, told %q", goal, err, p.Notices)
		}
	}
	state.Dimension = "the_nether"
	p := plan(t, game.Request{Goal: "get 3 oak logs", Body: v2Body("1.21.5"), State: state})
	if got := described(p); !slices.Equal(got, []string{"Travel to the overworld", "Mine 3 oak logs"}) {
		t.Errorf("oak logs in the Nether: %v", got)
	}
}
