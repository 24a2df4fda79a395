// SPDX-License-Identifier: MIT

package check_test

import (
	"reflect"
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
			got := check.Check(opened(t, c.held), c.steps)
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

// What is left of what a build uses up is held afterwards, and shows nothing of the build; of
// blocks that may give more than their least it is told that they do.
func TestWhatIsExpected(t *testing.T) {
	field := game.Action{Kind: game.Build, Edits: []game.Edit{
		{Y: 63, Block: "water"}, {X: 1, Y: 63, Block: data.Farmland}, {X: 1, Y: 64, Block: "wheat"}, {X: 2, Y: 64, Block: "oak_fence"},
	}}
	tower := game.Action{Kind: game.Build, Edits: []game.Edit{{Y: 64, Block: "dirt"}}}
	potatoes := game.Action{Kind: game.Harvest, Target: "potatoes", Quantity: 3}
	coal := game.Action{Kind: game.Mine, Target: "coal_ore", Quantity: 3}
	grass := func(item string) game.Action { // shears bring nothing but grass, and are left where something else is wanted
		return game.Action{Kind: game.Mine, Target: "short_grass", Quantity: 40, Until: &game.Until{Item: item, Count: 5}}
	}
	held := map[string]int{"water_bucket": 1, "wooden_hoe": 1, "wheat_seeds": 1, "oak_fence": 1, "dirt": 1, "iron_pickaxe": 1, "shears": 1}
	for _, c := range []struct {
		action game.Action
		want   game.Expect
		ends   map[string]int
	}{
		{field, game.Expect{Places: true, Uses: []game.Need{
			{Items: []string{"water_bucket"}, Count: 1}, {Items: []string{"wheat_seeds"}, Count: 1}, {Items: []string{"oak_fence"}, Count: 1},
		}}, map[string]int{"bucket": 1, "wooden_hoe": 1, "wheat_seeds": 0}},
		{tower, game.Expect{Places: true, Uses: []game.Need{{Items: []string{"dirt"}, Count: 1}}}, nil},
		{potatoes, game.Expect{Gains: []game.Gain{{Items: []string{"potato"}, Min: 6, More: true}}}, nil},
		{coal, game.Expect{Gains: []game.Gain{{Items: []string{"coal"}, Min: 3}}}, nil},
		{grass("wheat_seeds"), game.Expect{Gains: []game.Gain{{Items: []string{"wheat_seeds"}, Min: 5}}}, map[string]int{"short_grass": 0}},
		{grass("short_grass"), game.Expect{Gains: []game.Gain{{Items: []string{"short_grass"}, Min: 5}}}, nil},
	} {
		got := check.Check(opened(t, held), []game.Step{{Action: c.action}})
		if len(got.Faults) > 0 {
			t.Errorf("%s: %q", c.action.Kind, got.Sentences())
			continue
		}
		if x := got.Steps[0].Expect; !reflect.DeepEqual(x, c.want) {
			t.Errorf("%s: %+v, want %+v", c.action.Kind, x, c.want)
		}
		for item, n := range c.ends {
			if have := got.Held(item); have != n {
				t.Errorf("%s: it ends with %d %s, want %d", c.action.Kind, have, item, n)
			}
		}
	}
	delete(held, "wooden_hoe")
	got := check.Check(opened(t, held), []game.Step{{Action: field}})
	if len(got.Faults) != 1 || !strings.Contains(got.Sentences()[0], "hoe") {
		t.Errorf("without a hoe: %q", got.Sentences())
	}
}

// opened is a book about a body that can do everything and holds some items.
func opened(t *testing.T, held map[string]int) *book.Book {
	t.Helper()
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	req := game.Request{Body: game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: kinds}}
	for item, n := range held {
		req.State.Inventory = append(req.State.Inventory, game.Stack{Slot: len(req.State.Inventory), Item: item, Count: n})
	}
	b, err := book.NewLibrary(book.Config{}).Open(req)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// amount reads "stick=2", or "stick" for one.
func amount(word string) (item string, n int) {
	item, number, many := strings.Cut(word, "=")
	if n = 1; many {
		n, _ = strconv.Atoi(number)
	}
	return item, n
}
