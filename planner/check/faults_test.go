// SPDX-License-Identifier: MIT

package check_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// request is a body of version 2 with every kind that holds some things ("stick=2
// coal") and stands at 0 64 0 of the overworld.
func request(held string) game.Request {
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	req := game.Request{Body: game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Version: "1.21.4", Actions: kinds}}
	req.State.Position, req.State.Dimension = &game.Vec3{Y: 64}, "overworld"
	for _, word := range strings.Fields(held) {
		item, n := amount(word)
		req.State.Inventory = append(req.State.Inventory, game.Stack{Slot: len(req.State.Inventory), Item: item, Count: n})
	}
	return req
}

// A body of the base protocol mines by name: a place to be mined, as the base document
// has it, becomes the name of what is seen there, and a walk to it from further off.
func TestAPlaceToMineByName(t *testing.T) {
	req := request("")
	req.State.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "minecraft:stone", X: -9, Y: 64, Z: 3}, {Name: "minecraft:oak_log", X: -3.5, Y: 64.5, Z: 7.5}}}
	near, far := &game.Pos{X: -4, Y: 64, Z: 7}, &game.Pos{X: 40, Y: 64, Z: 7}
	list := []game.Action{
		{Kind: game.Mine, At: near},
		{Kind: game.Mine, Target: "dirt", At: far},
		{Kind: game.Goto, At: near},
		{Kind: game.Mine, Target: "oak_log", At: near},
	}
	byName := []game.Action{
		{Kind: game.Goto, At: near}, {Kind: game.Mine, Target: "oak_log"},
		{Kind: game.Goto, At: far}, {Kind: game.Mine, Target: "dirt"},
		{Kind: game.Goto, At: near}, {Kind: game.Mine, Target: "oak_log"},
	}
	for version, want := range map[int][]game.Action{game.ProtocolV1: byName, game.ProtocolV2: list} {
		req.Body.Protocol = version
		b, err := book.NewLibrary(book.Config{}).Open(req)
		if err != nil {
			t.Fatal(err)
		}
		c := check.Check(b, game.Steps(list))
		if len(c.Faults) > 0 {
			t.Fatalf("version %d: %v", version, c.Faults)
		}
		var got []game.Action
		for i := range c.Steps {
			got = append(got, c.Steps[i].Action)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("version %d: %+v, want %+v", version, got, want)
		}
	}
}

// Every fault that a check can find, in the words that a player reads.
func TestEveryFault(t *testing.T) {
	at := func(x, y, z int) *game.Pos { return &game.Pos{X: x, Y: y, Z: z} }
	full := strings.Repeat("diamond_sword ", game.SlotsMain)
	worn := func(r *game.Request) {
		left := 3
		r.State.Inventory[0].Durability = &left
	}
	without := func(kind game.Kind) func(*game.Request) {
		return func(r *game.Request) {
			r.Body.Actions = slices.DeleteFunc(r.Body.Actions, func(k game.Kind) bool { return k == kind })
		}
	}
	for _, c := range []struct {
		name, held string
		body       func(*game.Request)
		deny       []game.Kind
		before     []game.Action
		act        game.Action
		fault      string
	}{
		{name: "fields", act: game.Action{Kind: game.Craft}, fault: "recipe"},
		{name: "denied", deny: []game.Kind{game.Chat}, act: game.Action{Kind: game.Chat, Message: "hi"}, fault: "the action chat is not allowed; leave it out"},
		{name: "a kind that the body lacks", body: without(game.Attack), act: game.Action{Kind: game.Attack, Target: "cow"}, fault: "this body cannot attack; use another way"},
		{name: "a protected place", body: func(r *game.Request) {
			r.Zones = []game.Zone{{Name: "home", X: 5, Y: 64, Z: 5, Radius: 4, Dimension: "overworld"}}
		}, held: "dirt",
			act: game.Action{Kind: game.Place, Block: "dirt", At: at(5, 64, 5)}, fault: `lies in the protected place "home"`},
		{name: "given up", body: func(r *game.Request) {
			r.Exclude = []game.Exclusion{{Kind: game.Attack, Subject: "cow", Code: game.CodeUnreachable, Reason: "none could be reached"}}
		}, act: game.Action{Kind: game.Attack, Target: "cow"}, fault: "this was tried and given up (none could be reached); do something else"},
		{name: "an item to walk to", act: game.Action{Kind: game.Goto, Target: "stick"}, fault: "Stick is an item, which stands nowhere to go to"},
		{name: "a walk to another world", act: game.Action{Kind: game.Goto, At: &game.Pos{Y: 64, Dimension: "the_nether"}}, fault: "the body is in the overworld and cannot walk to the nether"},
		{name: "bedrock", act: game.Action{Kind: game.Mine, Target: "bedrock"}, fault: "bedrock cannot be broken in survival"},
		{name: "no such block", held: "iron_axe", act: game.Action{Kind: game.Mine, Target: "book_shelf_of_mine"}, fault: `there is no block "book_shelf_of_mine" in Minecraft 1.21.4`},
		{name: "no such item", act: game.Action{Kind: game.Collect, Item: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "a field that the body lacks", held: "coal raw_iron", body: func(r *game.Request) { r.Body.Protocol = game.ProtocolV1 },
			act: game.Action{Kind: game.Smelt, Item: "raw_iron", Fuel: "coal"}, fault: `this body does not know "fuel" for smelt; leave it out`},
		{name: "a block that nobody saw", body: func(r *game.Request) { r.Body.Protocol = game.ProtocolV1 },
			act: game.Action{Kind: game.Mine, At: at(100, 11, 200)}, fault: "which block is at 100 11 200 was not seen, and this body mines by name; give a target"},
		{name: "a block seen in a protected place", body: func(r *game.Request) {
			r.Body.Protocol = game.ProtocolV1
			r.State.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "oak_log", X: 5, Y: 64, Z: 5}}}
			r.Zones = []game.Zone{{Name: "home", X: 5, Y: 64, Z: 5, Radius: 4, Dimension: "overworld"}}
		}, act: game.Action{Kind: game.Mine, At: at(5, 64, 5)}, fault: `lies in the protected place "home"`},
		{name: "what does not occur", held: "stone_pickaxe", act: game.Action{Kind: game.Mine, Target: "smooth_stone"}, fault: "smooth stone does not occur in the world by itself; craft it instead"},
		{name: "what is elsewhere", held: "diamond_pickaxe", act: game.Action{Kind: game.Mine, Target: "netherrack"}, fault: "netherrack is found in the Nether, and the body is in the overworld"},
		{name: "a mob that is elsewhere", act: game.Action{Kind: game.Attack, Target: "blaze"}, fault: "blaze is found in the Nether, and the body is in the overworld"},
		{name: "no portal", held: "flint_and_steel obsidian=9", act: game.Action{Kind: game.Travel, Target: "the_nether"}, fault: "it needs 10 obsidian and only 9 are held"},
		{name: "nothing to light it with", held: "obsidian=10", act: game.Action{Kind: game.Travel, Target: "the_nether"}, fault: "it needs 1 flint and steel and none is held"},
		{name: "a portal that is not known", held: "ender_eye=12", act: game.Action{Kind: game.Travel, Target: "the_end"}, fault: "no portal that is known of leads from the overworld to the End"},
		{name: "no tool", act: game.Action{Kind: game.Mine, Target: "stone"}, fault: "stone needs a wooden pickaxe or better, and none is held; craft one first"},
		{name: "a tool too weak", held: "wooden_pickaxe", act: game.Action{Kind: game.Mine, Target: "diamond_ore"}, fault: "diamond ore needs an iron pickaxe or better"},
		{name: "a tool too worn", held: "wooden_pickaxe", body: worn, act: game.Action{Kind: game.Mine, Target: "stone", Quantity: 5}, fault: "the tools held break after 3 of the 5 blocks; craft another wooden pickaxe first"},
		{name: "nothing to place", act: game.Action{Kind: game.Place, Block: "chest"}, fault: "it needs 1 chest and none is held; craft it first"},
		{name: "not enough to build", held: "stick", act: game.Action{Kind: game.Build, Edits: []game.Edit{{Y: 64, Block: "oak_planks"}, {Y: 65, Block: "oak_planks"}}}, fault: "it needs 2 oak planks and none is held"},
		{name: "what is no mob", act: game.Action{Kind: game.Attack, Target: "stone"}, fault: `there is no mob "stone" in Minecraft 1.21.4`},
		{name: "not enough to drop", held: "dirt=3", act: game.Action{Kind: game.Drop, Item: "dirt", Quantity: 5}, fault: "it needs 5 dirt and only 3 are held"},
		{name: "not enough to store", held: "dirt=3", act: game.Action{Kind: game.Deposit, Item: "dirt", Quantity: 4, At: at(1, 64, 1)}, fault: "it needs 4 dirt and only 3 are held"},
		{name: "nothing to wear", act: game.Action{Kind: game.Equip, Item: "iron_helmet"}, fault: "it needs 1 iron helmet and none is held"},
		{name: "what is not eaten", held: "stone", act: game.Action{Kind: game.Consume, Item: "stone"}, fault: "stone cannot be eaten or drunk"},
		{name: "nothing to eat", act: game.Action{Kind: game.Consume, Item: "bread"}, fault: "it needs 1 bread and none is held; craft it first"},
		{name: "nothing to use", act: game.Action{Kind: game.Use, Item: "bucket", Target: "water"}, fault: "it needs 1 bucket and none is held"},
		{name: "nothing to milk into", held: "bucket", act: game.Action{Kind: game.Milk, Target: "cow", Quantity: 2}, fault: "it needs 2 buckets and only 1 are held"},
		{name: "no hoe", act: game.Action{Kind: game.Till, Target: "dirt"}, fault: "needs a wooden hoe or the like, and none is held; craft one first"},
		{name: "no shears", act: game.Action{Kind: game.Shear, Target: "sheep"}, fault: "it needs 1 shears and none is held"},
		{name: "no rod", act: game.Action{Kind: game.Fish, Target: "cod"}, fault: "it needs 1 fishing rod and none is held"},
		{name: "no seeds", act: game.Action{Kind: game.Plant, Target: "wheat_seeds", Quantity: 2}, fault: "it needs 2 wheat seeds and none is held"},
		{name: "nothing to breed with", held: "wheat=1", act: game.Action{Kind: game.Breed, Target: "cow"}, fault: "it needs 2 wheat and only 1 are held"},
		{name: "no such item to craft", act: game.Action{Kind: game.Craft, Recipe: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "no such item to smelt", act: game.Action{Kind: game.Smelt, Item: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "no such item to wear", act: game.Action{Kind: game.Equip, Item: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "no such item to drop", act: game.Action{Kind: game.Drop, Item: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "no such seeds", act: game.Action{Kind: game.Plant, Target: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "no such item to enchant", act: game.Action{Kind: game.Enchant, Item: "gold_feather"}, fault: `there is no item "gold_feather" in Minecraft 1.21.4`},
		{name: "what is not enchanted", held: "dirt", act: game.Action{Kind: game.Enchant, Item: "dirt"}, fault: "an enchanting table does not take dirt"},
		{name: "nothing to enchant with", held: "iron_pickaxe", act: game.Action{Kind: game.Enchant, Item: "iron_pickaxe"}, fault: "it needs 1 more lapis lazuli"},
		{name: "what another way makes", act: game.Action{Kind: game.Place, Block: "farmland"}, fault: "farmland is not placed; build it, or use "},
		{name: "what is not brewed", act: game.Action{Kind: game.Brew, Recipe: "torch"}, fault: "torch cannot be brewed; craft it first"},
		{name: "nothing to heat the stand with", held: "brewing_stand awkward_potion=3 magma_cream", before: []game.Action{{Kind: game.Place, Block: "brewing_stand"}},
			act: game.Action{Kind: game.Brew, Recipe: "fire_resistance_potion", Quantity: 3}, fault: "it needs 1 more blaze powder"},
		{name: "what the tables do not have, and is not held", act: game.Action{Kind: game.Drop, Item: "othermod:gem", Quantity: 2}, fault: "it needs 2 "},
		{name: "no recipe", act: game.Action{Kind: game.Craft, Recipe: "dirt"}, fault: "dirt cannot be crafted; "},
		{name: "no ingredients", held: "stick", act: game.Action{Kind: game.Craft, Recipe: "torch", Quantity: 4}, fault: "it needs 1 more coal or the like"},
		{name: "no table", held: "oak_planks=8", act: game.Action{Kind: game.Craft, Recipe: "chest"}, fault: "it needs a crafting table at hand (get and place one first)"},
		{name: "a table that is held", held: "oak_planks=8 crafting_table", act: game.Action{Kind: game.Craft, Recipe: "chest"}, fault: "(place the one that is held first)"},
		{name: "a table left behind", held: "oak_planks=8 crafting_table", before: []game.Action{{Kind: game.Place, Block: "crafting_table"}, {Kind: game.Goto, At: at(300, 64, 0)}},
			act: game.Action{Kind: game.Craft, Recipe: "chest"}, fault: "a crafting table at hand"},
		{name: "not what may be used", held: "coal=9 stick=9", act: game.Action{Kind: game.Craft, Recipe: "torch", Quantity: 4, Using: map[string]int{"charcoal": 1, "stick": 1}}, fault: "it needs 1 more charcoal"},
		{name: "what is not smelted", held: "dirt", act: game.Action{Kind: game.Smelt, Item: "dirt"}, fault: "dirt cannot be smelted"},
		{name: "what comes out", held: "raw_iron", act: game.Action{Kind: game.Smelt, Item: "iron_ingot"}, fault: "smelt names what goes in: smelt"},
		{name: "nothing to smelt, in, or with", act: game.Action{Kind: game.Smelt, Item: "raw_iron", Quantity: 2}, fault: "it needs 2 more raw iron (mine iron ore first), a furnace at hand (get and place one first) and fuel for 2 more"},
		{name: "a fuel too small", held: "furnace raw_iron=9 stick=4", before: []game.Action{{Kind: game.Place, Block: "furnace"}},
			act: game.Action{Kind: game.Smelt, Item: "raw_iron", Quantity: 9}, fault: "it needs fuel for 7 more (coal, charcoal or planks)"},
		{name: "no room", held: full, act: game.Action{Kind: game.Mine, Target: "dirt"}, fault: "the inventory would be full; deposit or drop something first"},
		{name: "no such block to build", act: game.Action{Kind: game.Build, Edits: []game.Edit{{Y: 64, Block: "cheese_block"}}}, fault: `there is no block "cheese_block" that could be placed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := request(c.held)
			if c.body != nil {
				c.body(&req)
			}
			b, err := book.NewLibrary(book.Config{Deny: c.deny}).Open(req)
			if err != nil {
				t.Fatal(err)
			}
			got := check.Check(b, game.Steps(append(c.before, c.act)))
			if len(got.Faults) != 1 || !strings.Contains(strings.ToLower(got.Sentences()[0]), strings.ToLower(c.fault)) {
				t.Fatalf("faults %q, want one with %q", got.Sentences(), c.fault)
			}
			if f := got.Faults[0]; f.Step != len(c.before) || !strings.Contains(f.String(), c.act.Describe()) {
				t.Errorf("step %d is blamed: %s", f.Step, f)
			}
		})
	}
}

// What is wrong with a plan is said in the reader's language, and in English as it was.
func TestFaultsAreSaidInTheReadersLanguage(t *testing.T) {
	err := check.Check(opened(t, nil), game.Steps([]game.Action{
		{Kind: game.Craft, Recipe: "wooden_pickaxe", Quantity: 1},
		{Kind: game.Mine, Target: "moon_rock", Quantity: 1},
	})).Refused()
	want := "Der Plan geht nicht: Schritt 1 (1x Holzspitzhacke herstellen): nötig ist"
	if got := messages.Say("de", game.AsSentence(game.SayError(err))); !strings.HasPrefix(got, want) ||
		!strings.Contains(got, "Schritt 2") || strings.Contains(got, "needs") || strings.Contains(got, "first") {
		t.Errorf("%q, not %q", got, want)
	}
	if got := messages.InEnglish(game.SayError(err)); got != err.Error() {
		t.Errorf("%q, and as a message %q", err.Error(), got)
	}
}
