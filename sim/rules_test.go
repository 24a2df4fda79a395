// SPDX-License-Identifier: MIT

package sim_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

func seconds(t *testing.T, w *sim.World, a game.Action) float64 {
	t.Helper()
	before := w.Facts().Seconds
	do(t, w, a)
	return w.Facts().Seconds - before
}

func code(t *testing.T, w *sim.World, a game.Action) game.Code {
	t.Helper()
	_, err := w.Do(t.Context(), a, nil)
	var f *game.Failure
	if !errors.As(err, &f) {
		t.Fatalf("%s succeeded, holding %v", a.Describe(), w.Facts().Inventory)
	}
	if f.Message == "" {
		t.Fatalf("%s failed without a sentence", a.Describe())
	}
	return f.Code
}

func mine(block string, n int) game.Action {
	return game.Action{Kind: game.Mine, Target: block, Quantity: n}
}

func craft(item string, n int) game.Action {
	return game.Action{Kind: game.Craft, Recipe: item, Quantity: n}
}

func put(block string) game.Action { return game.Action{Kind: game.Place, Block: block} }

// What is missing fails with its code, and nothing is lost by it.
func TestWrongPlansFail(t *testing.T) {
	full := map[string]int{"stone": 35 * 64, "wooden_pickaxe": 1}
	for _, c := range []struct {
		name string
		have map[string]int
		do   []game.Action // succeed first
		act  game.Action
		want game.Code
	}{
		{"iron ore with a wooden pickaxe", map[string]int{"wooden_pickaxe": 1}, nil, mine("iron_ore", 1), game.CodeMissingTool},
		{"iron ore with a golden pickaxe", map[string]int{"golden_pickaxe": 1}, nil, mine("iron_ore", 1), game.CodeMissingTool},
		{"diamond ore with a stone pickaxe", map[string]int{"stone_pickaxe": 1}, nil, mine("diamond_ore", 1), game.CodeMissingTool},
		{"obsidian with an iron pickaxe", map[string]int{"iron_pickaxe": 1}, nil, mine("obsidian", 1), game.CodeMissingTool},
		{"stone by hand", nil, nil, mine("stone", 1), game.CodeMissingTool},
		{"bedrock", map[string]int{"netherite_pickaxe": 1}, nil, mine("bedrock", 1), game.CodeInvalid},
		{"water", map[string]int{"bucket": 1}, nil, mine("water", 1), game.CodeInvalid},
		{"an unknown block", nil, nil, mine("unobtainium_ore", 1), game.CodeNotFound},
		{"a block that is made", map[string]int{"stone_pickaxe": 1}, nil, mine("bookshelf", 1), game.CodeNotFound},
		{"nether blocks without a portal", map[string]int{"diamond_pickaxe": 1}, nil, mine("nether_quartz_ore", 1), game.CodeNotFound},
		{"a full inventory", full, nil, mine("dirt", 2240), game.CodeInventoryFull},
		{"a 3x3 recipe without a table", map[string]int{"oak_planks": 3, "stick": 2}, nil, craft("wooden_pickaxe", 1), game.CodeNoStation},
		{"a table too far away", map[string]int{"oak_planks": 3, "stick": 2, "crafting_table": 1},
			[]game.Action{put("crafting_table"), {Kind: game.Goto, At: &game.Pos{X: 100, Y: 64, Z: 100}}}, craft("wooden_pickaxe", 1), game.CodeNoStation},
		{"a table only carried", map[string]int{"oak_planks": 3, "stick": 2, "crafting_table": 1}, nil, craft("wooden_pickaxe", 1), game.CodeNoStation},
		{"sticks from nothing", nil, nil, craft("stick", 1), game.CodeMissingItem},
		{"sticks from one plank", map[string]int{"oak_planks": 1}, nil, craft("stick", 1), game.CodeMissingItem},
		{"what has no recipe", nil, nil, craft("diamond_ore", 1), game.CodeUnknownRecipe},
		{"smelting without fuel", map[string]int{"raw_iron": 1, "furnace": 1}, []game.Action{put("furnace")}, game.Action{Kind: game.Smelt, Item: "raw_iron"}, game.CodeNoFuel},
		{"smelting its own last fuel", map[string]int{"oak_log": 1, "furnace": 1}, []game.Action{put("furnace")}, game.Action{Kind: game.Smelt, Item: "oak_log"}, game.CodeNoFuel},
		{"smelting without a furnace", map[string]int{"raw_iron": 1, "coal": 1}, nil, game.Action{Kind: game.Smelt, Item: "raw_iron"}, game.CodeNoStation},
		{"smelting what is not held", map[string]int{"coal": 1, "furnace": 1}, []game.Action{put("furnace")}, game.Action{Kind: game.Smelt, Item: "raw_iron"}, game.CodeMissingItem},
		{"smelting what does not smelt", map[string]int{"coal": 1, "dirt": 1, "furnace": 1}, []game.Action{put("furnace")}, game.Action{Kind: game.Smelt, Item: "dirt"}, game.CodeInvalid},
		{"placing what is not held", nil, nil, put("furnace"), game.CodeMissingItem},
		{"placing in the air", map[string]int{"dirt": 1}, nil, game.Action{Kind: game.Place, Block: "dirt", At: &game.Pos{X: 0, Y: 90, Z: 0}}, game.CodeNoSupport},
		{"placing into the ground", map[string]int{"dirt": 1}, nil, game.Action{Kind: game.Place, Block: "dirt", At: &game.Pos{X: 0, Y: 63, Z: 0}}, game.CodeUnreachable},
		{"placing a tool", map[string]int{"stick": 1}, nil, put("stick"), game.CodeInvalid},
		{"eating a stone", map[string]int{"stone": 1}, nil, game.Action{Kind: game.Consume, Item: "stone"}, game.CodeInvalid},
		{"eating when full", map[string]int{"apple": 1}, nil, game.Action{Kind: game.Consume, Item: "apple"}, game.CodeNotHungry},
		{"going up into the air", nil, nil, game.Action{Kind: game.Goto, At: &game.Pos{X: 0, Y: 200, Z: 0}}, game.CodeNoPath},
		{"going to another dimension", nil, nil, game.Action{Kind: game.Goto, At: &game.Pos{Y: 64, Dimension: "the_nether"}}, game.CodeWrongDimension},
		{"sleeping by day", map[string]int{"white_bed": 1}, []game.Action{put("white_bed")}, game.Action{Kind: game.Sleep}, game.CodeNotNight},
		{"sleeping without a bed", nil, nil, game.Action{Kind: game.Sleep}, game.CodeNoBed},
		{"withdrawing from no chest", nil, nil, game.Action{Kind: game.Withdraw, Item: "dirt", At: &game.Pos{Y: 64}}, game.CodeNotFound},
		{"a mob that is nowhere", map[string]int{"iron_sword": 1}, nil, game.Action{Kind: game.Attack, Target: "ender_dragon"}, game.CodeNotFound},
		{"a chat command", nil, nil, game.Action{Kind: game.Chat, Message: "/op me"}, game.CodeDenied},
		{"equipping what is not held", nil, nil, game.Action{Kind: game.Equip, Item: "iron_helmet"}, game.CodeMissingItem},
		{"dropping for nobody", map[string]int{"dirt": 1}, nil, game.Action{Kind: game.Drop, Item: "dirt", To: "Steve"}, game.CodeNotFound},
		{"a kind that it does not have", nil, nil, game.Action{Kind: game.OpenInventory}, game.CodeUnsupported},
		{"an action without its fields", nil, nil, game.Action{Kind: game.Craft}, game.CodeInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world(t, sim.Config{Inventory: c.have})
			for _, a := range c.do {
				do(t, w, a)
			}
			before := w.Facts().Inventory
			if got := code(t, w, c.act); got != c.want {
				t.Fatalf("failed with %s, want %s", got, c.want)
			}
			if c.want != game.CodeInventoryFull && !maps.Equal(before, w.Facts().Inventory) {
				t.Fatalf("the inventory went from %v to %v", before, w.Facts().Inventory)
			}
		})
	}
}

// Station times, batches, fuel and what comes back, counted by hand.
func TestCraftingAndSmelting(t *testing.T) {
	for _, c := range []struct {
		name string
		have map[string]int
		do   []game.Action
		want map[string]int
	}{
		{"whole batches", map[string]int{"oak_log": 2}, []game.Action{craft("oak_planks", 5)}, map[string]int{"oak_planks": 8}},
		{"any planks, mixed", map[string]int{"oak_planks": 1, "birch_planks": 1}, []game.Action{craft("stick", 1)}, map[string]int{"stick": 4}},
		{"a cake leaves the buckets", map[string]int{"milk_bucket": 3, "sugar": 2, "egg": 1, "wheat": 3, "crafting_table": 1},
			[]game.Action{put("crafting_table"), craft("cake", 1)}, map[string]int{"cake": 1, "bucket": 3}},
		{"a coal smelts eight", map[string]int{"raw_iron": 8, "coal": 1, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 8}}, map[string]int{"iron_ingot": 8}},
		{"divided, it costs no more", map[string]int{"raw_iron": 8, "coal": 1, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 3}, {Kind: game.Smelt, Item: "raw_iron", Quantity: 3}, {Kind: game.Smelt, Item: "raw_iron", Quantity: 2}},
			map[string]int{"iron_ingot": 8}},
		{"three furnaces take a coal each", map[string]int{"raw_iron": 9, "coal": 4, "furnace": 3},
			[]game.Action{put("furnace"), put("furnace"), put("furnace"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 9, Furnaces: 3}},
			map[string]int{"iron_ingot": 9, "coal": 1}},
		{"those that have fuel smelt for those that have none", map[string]int{"raw_iron": 8, "coal": 1, "furnace": 3},
			[]game.Action{put("furnace"), put("furnace"), put("furnace"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 8, Furnaces: 3}},
			map[string]int{"iron_ingot": 8}},
		{"two planks smelt three", map[string]int{"raw_iron": 3, "oak_planks": 2, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 3}}, map[string]int{"iron_ingot": 3}},
		{"logs on logs", map[string]int{"oak_log": 3, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "oak_log", Quantity: 1, Fuel: "oak_log"}}, map[string]int{"oak_log": 1, "charcoal": 1}},
		{"lava leaves its bucket", map[string]int{"raw_iron": 1, "lava_bucket": 1, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "raw_iron"}}, map[string]int{"iron_ingot": 1, "bucket": 1}},
		{"tools are never burnt unasked", map[string]int{"raw_iron": 1, "wooden_pickaxe": 1, "stick": 2, "furnace": 1},
			[]game.Action{put("furnace"), {Kind: game.Smelt, Item: "raw_iron"}}, map[string]int{"iron_ingot": 1, "wooden_pickaxe": 1}},
		{"a stonecutter", map[string]int{"stone": 1, "stonecutter": 1}, []game.Action{put("stonecutter"), {Kind: game.Craft, Recipe: "stone_stairs", Station: "stonecutter"}}, map[string]int{"stone_stairs": 1}},
		{"a grid beside a stonecutter", map[string]int{"stone": 3, "stonecutter": 1, "crafting_table": 1},
			[]game.Action{put("stonecutter"), put("crafting_table"), craft("stone_slab", 1)}, map[string]int{"stone_slab": 6}},
		{"a smithing table", map[string]int{"netherite_upgrade_smithing_template": 1, "diamond_pickaxe": 1, "netherite_ingot": 1, "smithing_table": 1},
			[]game.Action{put("smithing_table"), {Kind: game.Smith, Recipe: "netherite_pickaxe"}}, map[string]int{"netherite_pickaxe": 1}},
		{"a placed table comes back", map[string]int{"crafting_table": 1}, []game.Action{put("crafting_table"), mine("crafting_table", 1)}, map[string]int{"crafting_table": 1}},
		{"a furnace needs a pickaxe to come back", map[string]int{"furnace": 1, "wooden_pickaxe": 1}, []game.Action{put("furnace"), mine("furnace", 1)}, map[string]int{"furnace": 1, "wooden_pickaxe": 1}},
		{"a water bucket", map[string]int{"bucket": 1}, []game.Action{{Kind: game.Use, Item: "bucket", Target: "water"}}, map[string]int{"water_bucket": 1}},
		{"obsidian from lava", map[string]int{"water_bucket": 1, "diamond_pickaxe": 1},
			[]game.Action{{Kind: game.Use, Item: "water_bucket", Target: "lava"}, mine("obsidian", 1)}, map[string]int{"bucket": 1, "diamond_pickaxe": 1, "obsidian": 1}},
		{"shears bring leaves and nothing else", map[string]int{"shears": 1}, []game.Action{mine("oak_leaves", 30)}, map[string]int{"shears": 1, "oak_leaves": 30}},
		{"an egg of a hen", nil, []game.Action{{Kind: game.Collect, Item: "egg", Quantity: 2}}, map[string]int{"egg": 2}},
		{"milk", map[string]int{"bucket": 1}, []game.Action{{Kind: game.Milk, Target: "cow"}}, map[string]int{"milk_bucket": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world(t, sim.Config{Inventory: c.have})
			for _, a := range c.do {
				do(t, w, a)
			}
			if got := w.Facts().Inventory; !maps.Equal(got, c.want) {
				t.Fatalf("holds %v, want %v", got, c.want)
			}
		})
	}
}

// A craft that names its ingredients uses no others, and no more of them.
func TestCraftUsing(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"oak_planks": 10, "birch_planks": 4}})
	a := craft("stick", 8)
	a.Using = map[string]int{"birch_planks": 4}
	if _, err := w.Do(t.Context(), a, nil); err != nil {
		t.Fatalf("eight sticks of four birch planks: %v", err)
	}
	state := w.State()
	if oak, birch := state.Count("oak_planks"), state.Count("birch_planks"); oak != 10 || birch != 0 {
		t.Errorf("ends with %d oak and %d birch planks, not 10 and 0", oak, birch)
	}
	a.Using = map[string]int{"oak_planks": 3}
	if got := code(t, w, a); got != game.CodeMissingItem {
		t.Errorf("eight sticks of three oak planks end with code %q", got)
	}
	state = w.State()
	if n := state.Count("oak_planks"); n < 7 {
		t.Errorf("took %d oak planks where 3 were allowed", 10-n)
	}
}

func TestTimesOfActions(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"raw_iron": 10, "coal": 2, "furnace": 1, "blast_furnace": 1, "apple": 1}})
	do(t, w, put("furnace"))
	if s := seconds(t, w, game.Action{Kind: game.Smelt, Item: "raw_iron", Quantity: 5}); s != 50 {
		t.Errorf("five in a furnace took %g s, want 50", s)
	}
	beside := world(t, sim.Config{Inventory: map[string]int{"raw_iron": 7, "coal": 3, "furnace": 3}})
	for range 3 {
		do(t, beside, put("furnace"))
	}
	if s := seconds(t, beside, game.Action{Kind: game.Smelt, Item: "raw_iron", Quantity: 7, Furnaces: 8}); s != 30 {
		t.Errorf("seven in three furnaces took %g s, want 30", s)
	}
	do(t, w, mine("grass_block", 1)) // by hand, and a step aside
	if s := seconds(t, w, game.Action{Kind: game.Wait, Seconds: 7}); s < 6.999 || s > 7.001 {
		t.Errorf("waiting 7 s took %g s", s)
	}
	at := w.Facts().Position.Block()
	far := game.Pos{X: at.X + 40, Y: at.Y, Z: at.Z}
	if s := seconds(t, w, game.Action{Kind: game.Goto, At: &far}); s < 40/4.4 || s > 40/4.2 {
		t.Errorf("40 blocks took %g s, want about 9.3", s)
	}
	blast := world(t, sim.Config{Inventory: map[string]int{"raw_iron": 2, "coal": 1, "blast_furnace": 1}})
	do(t, blast, put("blast_furnace"))
	if s := seconds(t, blast, game.Action{Kind: game.Smelt, Item: "raw_iron", Quantity: 2}); s != 10 {
		t.Errorf("two in a blast furnace took %g s, want 10", s)
	}
}

func TestToolsWearOut(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"wooden_pickaxe": 1}})
	do(t, w, mine("stone", 58))
	if d := durability(t, w, "wooden_pickaxe"); d != 1 {
		t.Fatalf("%d uses left, want 1", d)
	}
	if c := code(t, w, mine("stone", 2)); c != game.CodeMissingTool {
		t.Fatalf("failed with %s", c)
	}
	if f := w.Facts(); f.Inventory["cobblestone"] != 59 || f.Inventory["wooden_pickaxe"] != 0 {
		t.Fatalf("holds %v", f.Inventory)
	}
	// The weakest pickaxe that will do is worn first.
	w = world(t, sim.Config{Inventory: map[string]int{"diamond_pickaxe": 1, "wooden_pickaxe": 1, "stone_pickaxe": 1}})
	do(t, w, mine("stone", 3))
	do(t, w, mine("iron_ore", 2))
	if a, b, c := durability(t, w, "wooden_pickaxe"), durability(t, w, "stone_pickaxe"), durability(t, w, "diamond_pickaxe"); a != 56 || b != 129 || c != 1561 {
		t.Fatalf("uses left: wood %d, stone %d, diamond %d", a, b, c)
	}
}

func durability(t *testing.T, w *sim.World, item string) int {
	t.Helper()
	s := w.State()
	for _, st := range s.Inventory {
		if st.Item == item && st.Durability != nil {
			return *st.Durability
		}
	}
	t.Fatalf("no %s in %v", item, s.Inventory)
	return 0
}

func TestChancesAndUntil(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"wooden_shovel": 4}})
	a := mine("gravel", 1)
	a.Until = &game.Until{Item: "flint", Count: 3}
	r := do(t, w, a)
	f := w.Facts().Inventory
	if f["flint"] != 3 || r.Broken == nil || *r.Broken != f["gravel"]+3 {
		t.Fatalf("broke %v and holds %v: each gravel gives gravel or flint", *r.Broken, f)
	}
	w = world(t, sim.Config{Inventory: map[string]int{"iron_pickaxe": 2}})
	do(t, w, mine("redstone_ore", 100))
	do(t, w, mine("lapis_ore", 100))
	if f := w.Facts().Inventory; f["redstone"] < 420 || f["redstone"] > 480 || f["lapis_lazuli"] < 600 || f["lapis_lazuli"] > 700 {
		t.Fatalf("100 ores each gave %d redstone (4-5 each) and %d lapis lazuli (4-9 each)", f["redstone"], f["lapis_lazuli"])
	}
}

func TestChestsDropAndCollect(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"chest": 1, "dirt": 100, "iron_axe": 1}})
	r := do(t, w, put("chest"))
	at := &game.Pos{X: int(r.Position.X), Y: int(r.Position.Y), Z: int(r.Position.Z)}
	r = do(t, w, game.Action{Kind: game.Deposit, Item: "dirt", Quantity: 80, At: at})
	if len(r.Contents) != 2 || r.Contents[0].Count+r.Contents[1].Count != 80 || r.Delta["dirt"] != -80 {
		t.Fatalf("deposited: %+v", r)
	}
	do(t, w, game.Action{Kind: game.Withdraw, Item: "dirt", Quantity: 5, At: at})
	do(t, w, game.Action{Kind: game.Drop, Item: "dirt", Quantity: 10})
	if n := w.Facts().Inventory["dirt"]; n != 15 {
		t.Fatalf("holds %d dirt, want 15", n)
	}
	do(t, w, game.Action{Kind: game.Collect, Item: "dirt", Quantity: 10})
	if c := code(t, w, game.Action{Kind: game.Collect, Item: "dirt"}); c != game.CodeNotFound {
		t.Fatalf("failed with %s", c)
	}
	do(t, w, mine("chest", 1)) // with what is in it
	if n := w.Facts().Inventory["dirt"]; n != 100 {
		t.Fatalf("holds %d dirt, want 100", n)
	}
}

func TestEquip(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"iron_helmet": 1, "shield": 1, "iron_sword": 1, "dirt": 1}})
	for _, item := range []string{"iron_helmet", "shield", "iron_sword"} {
		do(t, w, game.Action{Kind: game.Equip, Item: item})
	}
	s := w.State()
	slots := map[string]int{}
	for _, st := range s.Inventory {
		slots[st.Item] = st.Slot
	}
	if slots["iron_helmet"] != 39 || slots["shield"] != 40 || s.HeldItem != "iron_sword" || len(s.Armor) != 1 {
		t.Fatalf("slots %v, hand %q, armour %v", slots, s.HeldItem, s.Armor)
	}
	if c := code(t, w, game.Action{Kind: game.Equip, Item: "dirt", Slot: "head"}); c != game.CodeInvalid {
		t.Fatalf("failed with %s", c)
	}
}

func TestMobs(t *testing.T) {
	w := world(t, sim.Config{Inventory: map[string]int{"iron_sword": 1, "shears": 1}})
	r := do(t, w, game.Action{Kind: game.Attack, Target: "cow", Quantity: 8})
	f := w.Facts().Inventory
	if *r.Killed != 8 || f["beef"] < 8 || f["beef"] > 24 {
		t.Fatalf("killed %v, holds %v", *r.Killed, f)
	}
	if d := durability(t, w, "iron_sword"); d != 250-16 { // ten health, six a hit
		t.Fatalf("the sword has %d uses left, want 234", d)
	}
	do(t, w, game.Action{Kind: game.Shear, Target: "sheep", Quantity: 2})
	if n := w.Facts().Inventory["white_wool"]; n < 2 || n > 6 {
		t.Fatalf("two sheep gave %d wool", n)
	}
}
