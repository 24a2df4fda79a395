// SPDX-License-Identifier: MIT

package check_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// What farming takes is asked for, and what it brings is there for later steps.
func TestFarmingIsChecked(t *testing.T) {
	a := func(kind game.Kind, target string, n int) game.Step {
		return game.Step{Action: game.Action{Kind: kind, Target: target, Quantity: n}}
	}
	bread := game.Step{Action: game.Action{Kind: game.Craft, Recipe: "bread", Quantity: 1}}
	table := game.Step{Action: game.Action{Kind: game.Place, Block: "crafting_table"}}
	for _, c := range []struct {
		name  string
		held  map[string]int
		steps []game.Step
		fault string // "" for none
		ends  map[string]int
	}{
		{
			name: "a field of bread", held: map[string]int{"wooden_hoe": 1, "wheat_seeds": 3, "crafting_table": 1},
			steps: []game.Step{a(game.Till, "grass_block", 3), a(game.Plant, "wheat_seeds", 3), a(game.Harvest, "wheat", 3), table, bread},
			ends:  map[string]int{"bread": 1, "wheat_seeds": 3},
		},
		{name: "the crop is named for the seed", held: map[string]int{"carrot": 2}, steps: []game.Step{a(game.Plant, "carrots", 2)}, ends: map[string]int{"carrot": 0}},
		{name: "the fruit of a stem", steps: []game.Step{a(game.Harvest, "melon_stem", 2)}, ends: map[string]int{"melon_slice": 6}},
		{name: "the item of a crop", steps: []game.Step{a(game.Harvest, "potato", 2)}, ends: map[string]int{"potato": 4}},
		{name: "no hoe", steps: []game.Step{a(game.Till, "dirt", 1)}, fault: "hoe"},
		{name: "no seeds", held: map[string]int{"wheat_seeds": 2}, steps: []game.Step{a(game.Plant, "wheat_seeds", 3)}, fault: "3 wheat seeds"},
		{name: "wool", held: map[string]int{"shears": 1}, steps: []game.Step{a(game.Shear, "sheep", 4)}, ends: map[string]int{"white_wool": 4}},
		{name: "no shears", steps: []game.Step{a(game.Shear, "sheep", 4)}, fault: "shears"},
		{name: "fish", held: map[string]int{"fishing_rod": 1}, steps: []game.Step{a(game.Fish, "cod", 2)}, ends: map[string]int{"cod": 2}},
		{name: "no rod", steps: []game.Step{a(game.Fish, "fish", 2)}, fault: "fishing rod"},
		{name: "calves", held: map[string]int{"wheat": 5}, steps: []game.Step{a(game.Breed, "cow", 2)}, ends: map[string]int{"wheat": 1}},
		{name: "nothing to feed", held: map[string]int{"wheat": 3}, steps: []game.Step{a(game.Breed, "cow", 2)}, fault: "4 wheat"},
		{name: "what must be tamed", steps: []game.Step{a(game.Breed, "horse", 1)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var kinds []game.Kind
			for _, k := range game.Catalogue() {
				kinds = append(kinds, k.Kind)
			}
			req := game.Request{Body: game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: kinds}}
			for item, n := range c.held {
				req.State.Inventory = append(req.State.Inventory, game.Stack{Slot: len(req.State.Inventory), Item: item, Count: n})
			}
			b, err := book.NewLibrary(book.Config{}).Open(req)
			if err != nil {
				t.Fatal(err)
			}
			got := check.Check(b, c.steps)
			if c.fault == "" && len(got.Faults) > 0 || c.fault != "" && (len(got.Faults) != 1 || !strings.Contains(got.Sentences()[0], c.fault)) {
				t.Fatalf("faults %q, want one of %q", got.Sentences(), c.fault)
			}
			for item, n := range c.ends {
				if have := got.Held(item); have != n {
					t.Errorf("ends with %d %s, want %d", have, item, n)
				}
			}
		})
	}
}

// amount reads "stick=2", or "stick" for one.
func amount(word string) (item string, n int) {
	item, number, many := strings.Cut(word, "=")
	if n = 1; many {
		n, _ = strconv.Atoi(number)
	}
	return item, n
}
