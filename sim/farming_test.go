// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/minehand/minehand/game"
)

func act(kind game.Kind, target string, n int) game.Action {
	return game.Action{Kind: kind, Target: target, Quantity: n}
}

func mustDo(t *testing.T, w *World, actions ...game.Action) game.Result {
	t.Helper()
	var r game.Result
	for _, a := range actions {
		var err error
		if r, err = w.Do(t.Context(), a, nil); err != nil {
			t.Fatalf("%s: %v", a.Describe(), err)
		}
	}
	return r
}

func codeOf(t *testing.T, w *World, a game.Action) game.Code {
	t.Helper()
	_, err := w.Do(t.Context(), a, nil)
	var f *game.Failure
	if !errors.As(err, &f) || f.Message == "" {
		t.Fatalf("%s: %v", a.Describe(), err)
	}
	return f.Code
}

func pause(seconds float64) game.Action { return game.Action{Kind: game.Wait, Seconds: seconds} }

// A field from hoeing to harvest, in a world of every kind of crop.
func TestFieldsGrow(t *testing.T) {
	for _, c := range []struct {
		seed, crop, item string
		// ripe is when the whole field is, in seconds.
		ripe  float64
		least int // of the item, from four plants
		tills bool
	}{
		{"wheat_seeds", "wheat", "wheat", 6 * 7 * randomTick, 4, true},
		{"carrot", "carrots", "carrot", 6 * 7 * randomTick, 8, true},
		{"potato", "potatoes", "potato", 6 * 7 * randomTick, 8, true},
		{"beetroot_seeds", "beetroots", "beetroot", 6 * 4.5 * randomTick, 4, true},
		{"melon_seeds", "melon", "melon_slice", 6 * 9 * randomTick, 12, true},
		{"pumpkin_seeds", "pumpkin", "pumpkin", 6 * 9 * randomTick, 4, true},
		{"sugar_cane", "sugar_cane", "sugar_cane", 16 * randomTick, 4, false},
		{"sweet_berries", "sweet_berry_bush", "sweet_berries", 10 * randomTick, 8, false},
	} {
		t.Run(c.seed, func(t *testing.T) {
			w := newWorld(t, Config{Inventory: map[string]int{c.seed: 4, "wooden_hoe": 1}})
			if c.tills {
				mustDo(t, w, act(game.Till, "grass_block", 4))
			}
			r := mustDo(t, w, act(game.Plant, c.seed, 4))
			if r.Delta[c.seed] != -4 {
				t.Fatalf("planting changed %v", r.Delta)
			}
			mustDo(t, w, pause(c.ripe/2))
			if code := codeOf(t, w, act(game.Harvest, c.crop, 4)); code != game.CodeNotFound {
				t.Fatalf("half grown it failed with %s", code)
			}
			mustDo(t, w, pause(c.ripe/2+1))
			r = mustDo(t, w, act(game.Harvest, c.crop, 4))
			if n := r.Delta[c.item]; n < c.least {
				t.Fatalf("four plants gave %v", r.Delta)
			}
		})
	}
}

// What a hoe, water and neighbours do to a field.
func TestPointsOfAField(t *testing.T) {
	w := newWorld(t, Config{})
	c := w.cropNamed("wheat")
	at := func(x, z int) game.Pos { return game.Pos{X: x, Y: ground + 1, Z: z, Dimension: overworld} }
	sow := func(x, z int, wet bool) {
		w.wet[below(at(x, z))] = wet
		w.fields[at(x, z)] = &field{crop: c}
	}
	sow(0, 0, false)
	if p := w.points(at(0, 0), c); p != 2 {
		t.Errorf("dry and alone: %g points", p)
	}
	sow(0, 0, true)
	if p := w.points(at(0, 0), c); p != 4 {
		t.Errorf("wet and alone: %g points", p)
	}
	sow(1, 0, true)
	sow(-1, 0, true)
	if p := w.points(at(0, 0), c); p != 5.5 {
		t.Errorf("in a row: %g points", p)
	}
	if due, want := w.due(at(0, 0), w.fields[at(0, 0)]), 7*5*randomTick; math.Abs(due-want) > 1e-6 {
		t.Errorf("in a row it is ripe after %g s, want %g", due, want)
	}
	for x := -1; x <= 1; x++ {
		sow(x, 1, true)
		sow(x, -1, true)
	}
	if p := w.points(at(0, 0), c); p != 5 {
		t.Errorf("in the middle of a full field: %g points, want half of 10", p)
	}
}

// Farmland lies where water wets it, in rows; unripe plants give their seed back.
func TestTillingAndUprooting(t *testing.T) {
	w := newWorld(t, Config{Wild: true, Inventory: map[string]int{"stone_hoe": 1, "wheat_seeds": 2}})
	mustDo(t, w, act(game.Till, "dirt", 40))
	rows := map[int]bool{}
	for p, wet := range w.wet {
		rows[p.Z] = true
		if !wet || w.blockAt(p) != farmland {
			t.Fatalf("%s at %s, wet %v", w.blockAt(p), p, wet)
		}
	}
	for z := range rows {
		if rows[z+1] {
			t.Errorf("rows %d and %d touch", z, z+1)
		}
	}
	state := w.State()
	for _, s := range state.Inventory {
		if s.Item == "stone_hoe" && *s.Durability != 131-40 {
			t.Errorf("the hoe has %d uses left", *s.Durability)
		}
	}
	mustDo(t, w, act(game.Plant, "wheat_seeds", 2))
	if code := codeOf(t, w, act(game.Mine, "wheat", 1)); code != game.CodeNotFound {
		t.Errorf("mining unripe wheat by its name: %s", code)
	}
	for p := range w.fields {
		r := mustDo(t, w, game.Action{Kind: game.Mine, At: &p})
		if r.Delta["wheat_seeds"] != 1 || r.Delta["wheat"] != 0 {
			t.Errorf("an unripe plant gave %v", r.Delta)
		}
	}
	mustDo(t, w, act(game.Plant, "wheat_seeds", 2))
	for p, f := range w.fields {
		before := w.due(p, f)
		w.fertilise(p, f)
		if after := w.due(p, f); after >= before {
			t.Errorf("bone meal moved the harvest from %g to %g", before, after)
		}
	}
}

func TestSaplingsBecomeTrees(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"birch_sapling": 3}})
	mustDo(t, w, act(game.Plant, "birch_sapling", 3), pause(15*randomTick))
	if len(w.fields) != 0 {
		t.Fatalf("%d saplings are left", len(w.fields))
	}
	from := w.feet()
	r := mustDo(t, w, act(game.Mine, "birch_log", 15))
	if r.Delta["birch_log"] != 15 || w.player.at.Distance(from.Center()) > 40 {
		t.Fatalf("the trees gave %v, %.0f blocks away", r.Delta, w.player.at.Distance(from.Center()))
	}
}

func TestBreeding(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"wheat": 12, "iron_sword": 1}})
	start := w.now
	r := mustDo(t, w, act(game.Breed, "cow", 6))
	if r.Delta["wheat"] != -12 || len(w.born) != 6 {
		t.Fatalf("bred %d for %v", len(w.born), r.Delta)
	}
	if w.now-start > 1200 {
		t.Errorf("six calves took %.0f s", w.now-start)
	}
	if code := codeOf(t, w, act(game.Breed, "cow", 1)); code != game.CodeMissingItem {
		t.Errorf("without wheat: %s", code)
	}
	mustDo(t, w, pause(youngGrows))
	for _, y := range w.born {
		if !y.adult {
			t.Fatal("a calf is no cow yet after twenty minutes")
		}
	}
	mustDo(t, w, act(game.Attack, "cow", 30)) // the herd has more of them now
}

func TestTurtlesLeaveScutes(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"seagrass": 4}})
	mustDo(t, w, act(game.Breed, "turtle", 2))
	r := mustDo(t, w, game.Action{Kind: game.Collect, Item: "turtle_scute", Quantity: 2})
	if r.Delta["turtle_scute"] != 2 {
		t.Fatalf("collected %v", r.Delta)
	}
	if code := codeOf(t, w, game.Action{Kind: game.Collect, Item: "turtle_scute"}); code != game.CodeNotFound {
		t.Errorf("a third one: %s", code)
	}
}

func TestEggsOfThreeColours(t *testing.T) {
	w := newWorld(t, Config{})
	for _, egg := range []string{"egg", "brown_egg", "blue_egg"} {
		mustDo(t, w, game.Action{Kind: game.Collect, Item: egg, Quantity: 2})
	}
}

func TestFishing(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"fishing_rod": 8}})
	start := w.now
	r := mustDo(t, w, act(game.Fish, "fish", 100))
	casts := 0
	for item, n := range r.Delta {
		if item != "fishing_rod" || n > 0 {
			casts += n
		}
	}
	fish := r.Delta["cod"] + r.Delta["salmon"] + r.Delta["pufferfish"] + r.Delta["tropical_fish"]
	if fish != 100 || r.Delta["cod"] < 40 || r.Delta["cod"] > 80 {
		t.Fatalf("caught %v", r.Delta)
	}
	if mean := (w.now - start) / float64(casts); mean < 15 || mean > 26 {
		t.Errorf("a catch took %.0f s", mean)
	}
	for _, c := range []struct {
		target string
		holds  int
		want   game.Code
	}{{"cod", 0, game.CodeMissingTool}, {"diamond", 1, game.CodeNotFound}, {"name_tag", 1, game.CodeMissingTool}} {
		w := newWorld(t, Config{Inventory: map[string]int{"fishing_rod": c.holds}})
		if code := codeOf(t, w, act(game.Fish, c.target, 20)); code != c.want {
			t.Errorf("fishing for 20 %s with %d rods: %s", c.target, c.holds, code)
		}
	}
}

func TestWoolGrowsBack(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"shears": 1}})
	if r := mustDo(t, w, act(game.Shear, "sheep", 60)); r.Delta["white_wool"] < 60 {
		t.Fatalf("sixty times shorn: %v", r.Delta)
	}
}

// A wild world has nothing of villages and the like; the rest is there.
func TestWildWorld(t *testing.T) {
	for seed := int64(1); seed <= 5; seed++ {
		w := newWorld(t, Config{Seed: seed, Wild: true})
		for _, block := range []string{"hay_block", "wheat", "carrots", "cobweb"} {
			if _, ok := w.nearest(block); ok {
				t.Errorf("seed %d: there is %s", seed, block)
			}
		}
		for _, block := range []string{"oak_log", "short_grass", "water", "iron_ore"} {
			if _, ok := w.nearest(block); !ok {
				t.Errorf("seed %d: there is no %s", seed, block)
			}
		}
	}
}

func TestFarmingRefuses(t *testing.T) {
	nowhere := &game.Pos{X: 3, Y: 90, Z: 3}
	for i, c := range []struct {
		holds map[string]int
		a     game.Action
		want  game.Code
	}{
		{nil, act(game.Till, "grass_block", 1), game.CodeMissingTool},
		{map[string]int{"iron_hoe": 1}, act(game.Till, "stone", 1), game.CodeNotFound},
		{map[string]int{"iron_hoe": 1}, game.Action{Kind: game.Till, Target: "dirt", At: nowhere}, game.CodeNotFound},
		{map[string]int{"wooden_hoe": 1}, act(game.Till, "grass_block", 60), game.CodeMissingTool},
		{nil, act(game.Plant, "wheat_seeds", 1), game.CodeMissingItem},
		{map[string]int{"wheat_seeds": 1}, act(game.Plant, "wheat_seeds", 1), game.CodeNotFound},
		{map[string]int{"stick": 1}, act(game.Plant, "stick", 1), game.CodeNotFound},
		{map[string]int{"nether_wart": 1}, act(game.Plant, "nether_wart", 1), game.CodeNotFound},
		{nil, act(game.Harvest, "diamond", 1), game.CodeNotFound},
		{nil, act(game.Harvest, "potatoes", 1), game.CodeNotFound},
		{nil, act(game.Harvest, "oak_sapling", 1), game.CodeNotFound},
		{nil, act(game.Breed, "cow", 1), game.CodeMissingItem},
		{map[string]int{"wheat": 2}, act(game.Breed, "ender_dragon", 1), game.CodeNotFound},
		{nil, act(game.Shear, "sheep", 1), game.CodeMissingTool},
		{nil, act(game.Milk, "cow", 1), game.CodeMissingItem},
		{map[string]int{"wheat": 1}, game.Action{Kind: game.Place, Block: "wheat"}, game.CodeInvalid},
	} {
		t.Run(fmt.Sprint(i, " ", c.a.Describe()), func(t *testing.T) {
			w := newWorld(t, Config{Wild: true, Inventory: c.holds})
			if code := codeOf(t, w, c.a); code != c.want {
				t.Errorf("failed with %s, want %s", code, c.want)
			}
		})
	}
}

func TestExploreFindsStructuresAndBiomes(t *testing.T) {
	w := newWorld(t, Config{})
	explore := func(what string, seconds float64) game.Action {
		return game.Action{Kind: game.Explore, For: what, MaxBlocks: 2000, MaxSeconds: seconds}
	}
	mustDo(t, w, explore("plains", 10), explore("village", 600))
	if code := codeOf(t, w, explore("desert", 5)); code != game.CodeNotFound {
		t.Errorf("a desert: %s", code)
	}
	if code := codeOf(t, newWorld(t, Config{Wild: true}), explore("village", 60)); code != game.CodeNotFound {
		t.Errorf("a village in a wild world: %s", code)
	}
}
