// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/techtree"
)

func load(t testing.TB, version string) (*data.Version, *techtree.Solver) {
	t.Helper()
	v, err := data.Load(version)
	if err != nil {
		t.Fatal(err)
	}
	return v, techtree.New(v)
}

func everything(game.Kind) bool { return true }

// makes allows what every body can do, and a smithing table.
func makes(k game.Kind) bool {
	info, ok := game.Lookup(k)
	return ok && info.V1 || k == game.Smith
}

func want(item string, n int) []techtree.Want {
	return []techtree.Want{{Items: []string{item}, Count: n}}
}

func actions(a techtree.Answer) []string {
	out := make([]string, len(a.Steps))
	for i, s := range a.Steps {
		out[i] = s.Action.Describe()
	}
	return out
}

func TestDiamondsFromNothing(t *testing.T) {
	for version, ore := range map[string]string{"1.16.5": "iron ore", "1.21.5": "raw iron"} {
		_, s := load(t, version)
		a, err := s.Solve(context.Background(), techtree.Problem{Wants: want("diamond", 3)})
		if err != nil {
			t.Fatal(err)
		}
		wantSteps := []string{
			"Mine 4 oak logs", "Craft 16 oak planks", "Craft 1 crafting table", "Craft 8 sticks", "Place crafting table",
			"Craft 1 wooden pickaxe", "Mine 1 crafting table", "Mine 11 stone", "Place crafting table", "Craft 1 furnace",
			"Craft 1 stone pickaxe", "Mine 1 crafting table", "Mine 3 iron ore", "Place furnace", "Smelt 3 " + ore,
			"Place crafting table", "Craft 1 iron pickaxe", "Mine 3 diamond ore",
		}
		if got := actions(a); !slices.Equal(got, wantSteps) {
			t.Errorf("%s: got\n%s\nwant\n%s", version, strings.Join(got, "\n"), strings.Join(wantSteps, "\n"))
		}
	}
}

// TestEachVeinIsASearch: more than a vein has is looked for again, also where some is in view.
func TestEachVeinIsASearch(t *testing.T) {
	_, s := load(t, "1.21.5")
	seconds := func(n int, seen map[string]float64) float64 {
		a, err := s.Solve(context.Background(), techtree.Problem{
			Wants: want("diamond", n), Seen: seen, Stock: []game.Stack{{Item: "iron_pickaxe", Count: 1}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return a.Seconds
	}
	near := map[string]float64{"diamond_ore": 8.6}
	if first, three := seconds(4, nil), seconds(12, nil); three-first < 240 || three-first > 270 {
		t.Errorf("4 diamonds take %.0f s and 12 take %.0f: two more veins are two searches of 120 s", first, three)
	}
	if first, three := seconds(4, near), seconds(12, near); first > 20 || three-first < 240 {
		t.Errorf("with a vein in view 4 diamonds take %.0f s and 12 take %.0f", first, three)
	}
}

// TestOneTableIsCarried: a plan that crafts at four places makes one table, and a second at most.
func TestOneTableIsCarried(t *testing.T) {
	_, s := load(t, "1.21.5")
	for _, item := range []string{"diamond_pickaxe", "diamond_helmet", "enchanting_table", "piston", "jukebox", "compass"} {
		a, err := s.Solve(context.Background(), techtree.Problem{Wants: want(item, 1), Can: everything})
		if err != nil {
			t.Fatal(err)
		}
		tables := 0
		for _, step := range a.Steps {
			if step.Action.Recipe == "crafting_table" {
				tables += step.Action.Quantity
			}
		}
		if tables > 2 {
			t.Errorf("%s: %d tables are made:\n%s", item, tables, strings.Join(actions(a), "\n"))
		}
	}
}

func TestAnswers(t *testing.T) {
	_, s := load(t, "1.21.5")
	dur := func(n int) *int { return &n }
	for _, c := range []struct {
		name    string
		problem techtree.Problem
		steps   []string // nil when impossible
		reason  string
	}{
		{name: "nothing to do", problem: techtree.Problem{Wants: want("diamond", 3), Stock: []game.Stack{{Item: "diamond", Count: 5}}}, steps: []string{}},
		{name: "more of what is held", problem: techtree.Problem{Wants: []techtree.Want{{Items: []string{"diamond"}, Count: 8, Via: game.Mine}}, Stock: []game.Stack{{Item: "diamond", Count: 5}, {Item: "iron_pickaxe", Count: 1}}}, steps: []string{"Mine 3 diamond ore"}},
		{name: "a fight in view costs blood", problem: techtree.Problem{Wants: want("redstone", 20), Stock: []game.Stack{{Item: "iron_pickaxe", Count: 1}}, Can: everything, Seen: map[string]float64{"witch": 8}}, steps: []string{"Mine 5 redstone ore"}},
		{name: "the wood in view", problem: techtree.Problem{Wants: want("stick", 4), Seen: map[string]float64{"birch_log": 6}}, steps: []string{"Mine 1 birch log", "Craft 4 birch planks", "Craft 4 sticks"}},
		{name: "what is held first", problem: techtree.Problem{Wants: want("stick", 4), Stock: []game.Stack{{Item: "spruce_planks", Count: 2}}}, steps: []string{"Craft 4 sticks"}},
		{name: "a worn pickaxe does not suffice", problem: techtree.Problem{Wants: want("cobblestone", 12), Stock: []game.Stack{{Item: "wooden_pickaxe", Count: 1, Durability: dur(5)}, {Item: "stick", Count: 2}, {Item: "oak_planks", Count: 3}}, Stations: []string{"crafting_table"}}, steps: []string{"Craft 1 wooden pickaxe", "Mine 12 stone"}},
		{name: "blocks are taken apart", problem: techtree.Problem{Wants: want("iron_ingot", 9), Stock: []game.Stack{{Item: "iron_block", Count: 1}}, Closed: true}, steps: []string{"Craft 9 iron ingots"}},
		{name: "a station at hand", problem: techtree.Problem{Wants: want("chest", 1), Stock: []game.Stack{{Item: "oak_planks", Count: 8}}, Stations: []string{"crafting_table"}, Closed: true}, steps: []string{"Craft 1 chest"}},
		{name: "fuel is counted", problem: techtree.Problem{Wants: want("iron_ingot", 1), Stock: []game.Stack{{Item: "raw_iron", Count: 1}}, Stations: []string{"furnace"}, Closed: true}, reason: "What is held does not suffice for 1 iron ingot"},
		{name: "fuel is free", problem: techtree.Problem{Wants: want("iron_ingot", 1), Stock: []game.Stack{{Item: "raw_iron", Count: 1}}, Stations: []string{"furnace"}, Closed: true, FreeFuel: true}, steps: []string{"Smelt 1 raw iron"}},
		{name: "fuel is shared", problem: techtree.Problem{Wants: []techtree.Want{{Items: []string{"iron_ingot"}, Count: 4}, {Items: []string{"gold_ingot"}, Count: 4}}, Stock: []game.Stack{{Item: "raw_iron", Count: 4}, {Item: "raw_gold", Count: 4}, {Item: "coal", Count: 1}}, Stations: []string{"furnace"}, Closed: true}, steps: []string{"Smelt 4 raw iron", "Smelt 4 raw gold"}},
		{name: "bedrock", problem: techtree.Problem{Wants: want("bedrock", 1)}, reason: "Bedrock cannot be broken in survival"},
		{name: "no such item", problem: techtree.Problem{Wants: want("unobtainium", 1)}, reason: "There is no item"},
		{name: "another dimension", problem: techtree.Problem{Wants: want("quartz", 1)}, reason: "in the Nether, and the body is in the overworld"},
		{name: "an ore given up", problem: techtree.Problem{Wants: want("diamond", 1), Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "diamond_ore"}}, Stock: []game.Stack{{Item: "iron_pickaxe", Count: 1}}}, steps: []string{"Mine 1 deepslate diamond ore"}},
		{name: "a body that cannot fight", problem: techtree.Problem{Wants: want("leather", 1)}, reason: "this body cannot fight"},
		{name: "no crafting", problem: techtree.Problem{Wants: want("chest", 1), Exclude: []game.Exclusion{{Kind: game.Craft}}}, reason: "which this body cannot or may not do"},
		{name: "too much", problem: techtree.Problem{Wants: want("diamond_sword", 60)}, reason: "An inventory has 36 slots"},
		{name: "closed and short", problem: techtree.Problem{Wants: want("chest", 1), Closed: true, Stock: []game.Stack{{Item: "oak_log", Count: 1}}, Stations: []string{"crafting_table"}}, reason: "does not suffice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := s.Solve(context.Background(), c.problem)
			if c.steps == nil {
				var no *game.ImpossibleError
				if !errors.As(err, &no) || !strings.Contains(no.Reason, c.reason) {
					t.Fatalf("got %v and %v, want impossible: %s", actions(a), err, c.reason)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := actions(a); !slices.Equal(got, c.steps) {
				t.Errorf("got %v, want %v", got, c.steps)
			}
		})
	}
}

func TestSameProblemSameAnswer(t *testing.T) {
	v, s := load(t, "1.21.5")
	_, other := load(t, "1.21.5")
	for _, it := range raced.Every(4, v.Items()) {
		p := techtree.Problem{Wants: want(it.Name, 2), Can: everything}
		a, err := s.Solve(context.Background(), p)
		b, err2 := other.Solve(context.Background(), p)
		if !reflect.DeepEqual(a, b) || (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("%s: two answers: %v %v and %v %v", it.Name, actions(a), err, actions(b), err2)
		}
	}
}

// Every item gets a plan or a reason why there is none, never a shrug.
func TestNothingIsLeftOpen(t *testing.T) {
	for _, version := range raced.Every(12, data.Tables()) {
		v, s := load(t, version)
		possible, gaveUp := 0, 0
		for _, it := range v.Items() {
			for _, n := range []int{1, 7} {
				_, err := s.Solve(context.Background(), techtree.Problem{Wants: want(it.Name, n), Can: everything})
				var unsure *game.GaveUpError
				switch {
				case errors.As(err, &unsure):
					gaveUp++
					t.Errorf("%s: %d %s: %v", version, n, it.Name, err)
				case err == nil:
					possible++
				}
			}
		}
		t.Logf("%s: %d of %d possible", version, possible, 2*len(v.Items()))
	}
}

// BenchmarkCraftable plans every craftable item from nothing.
func BenchmarkCraftable(b *testing.B) {
	v, s := load(b, "1.21.5")
	var items []string
	for _, it := range v.Items() {
		if len(v.Recipes(it.Name)) > 0 {
			items = append(items, it.Name)
		}
	}
	solve := func(item string) {
		_, _ = s.Solve(context.Background(), techtree.Problem{Wants: want(item, 1), Can: everything})
	}
	solve("stick")
	times := make([]time.Duration, 0, len(items)*b.N)
	for b.Loop() {
		for _, item := range items {
			start := time.Now()
			solve(item)
			times = append(times, time.Since(start))
		}
	}
	total := time.Duration(0)
	for _, d := range times {
		total += d
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "p50-us")
	b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds())/1e3, "p99-us")
	b.ReportMetric(float64(times[len(times)-1].Nanoseconds())/1e3, "max-us")
	b.ReportMetric(float64(total.Nanoseconds())/1e6/float64(max(1, len(times)/len(items))), "set-ms")
	b.ReportMetric(float64(len(items)), "items")
}

func BenchmarkNew(b *testing.B) {
	v, _ := load(b, "1.21.5")
	for b.Loop() {
		techtree.New(v)
	}
}

// Whatever is in view, there is an answer: cheap things must not lead the
// cheapest ways in a circle.
func TestNothingInViewLeavesAnItemOpen(t *testing.T) {
	v, s := load(t, "1.21.5")
	for _, b := range raced.Every(4, v.Blocks()) {
		if !b.Natural && b.Structure == "" {
			continue
		}
		for _, item := range []string{"iron_pickaxe", "diamond", "cake", "gold_ingot"} {
			p := techtree.Problem{Wants: want(item, 1), Can: everything, Seen: map[string]float64{b.Name: 5, "oak_log": 8, "stone": 20}}
			if _, err := s.Solve(context.Background(), p); err != nil {
				t.Errorf("%s with %s in view: %v", item, b.Name, err)
			}
		}
	}
}

// TestAFullInventory: 36 slots take things up; what is worn does not count.
func TestAFullInventory(t *testing.T) {
	_, s := load(t, "1.21.5")
	full := func(n int) (stock []game.Stack) {
		for k := range n {
			stock = append(stock, game.Stack{Slot: k, Item: "dirt", Count: 64})
		}
		return stock
	}
	worn := append(full(35), game.Stack{Slot: 36, Item: "iron_boots", Count: 1}, game.Stack{Slot: 39, Item: "iron_helmet", Count: 1})
	for _, c := range []struct {
		name  string
		want  []techtree.Want
		stock []game.Stack
		ok    bool
	}{
		{"nothing fits", want("oak_log", 1), full(36), false},
		{"one slot", want("oak_log", 64), full(35), true},
		{"one slot and things worn", want("oak_log", 64), worn, true},
		{"two slots needed", want("oak_log", 65), worn, false},
		{"more than there is room for", want("iron_pickaxe", 42), nil, false},
	} {
		_, err := s.Solve(context.Background(), techtree.Problem{Wants: c.want, Stock: c.stock})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// What is held is burnt first, then what is made of it; nobody fetches wood to spare
// sticks, makes a worse fuel of a better one, or burns what is worth more.
func TestWhatIsBurnt(t *testing.T) {
	_, s := load(t, "1.21.5")
	for stock, steps := range map[string][]string{
		"oak_log=6 oak_planks=3 sand=5":  {"Smelt 3 sand with oak_planks"},
		"oak_log=6 sand=5":               {"Craft 4 oak planks", "Smelt 3 sand with oak_planks"},
		"oak_sapling=10 sand=5":          {"Smelt 3 sand with oak_sapling"},
		"stick=20 sand=5":                {"Smelt 3 sand with stick"},
		"oak_log=6 coal=1 sand=5":        {"Smelt 3 sand with coal"},
		"white_wool=9 oak_boat=1 sand=5": {"Mine 1 oak log", "Craft 4 oak planks", "Place furnace", "Smelt 3 sand with oak_planks"},
	} {
		a, err := s.Solve(context.Background(), techtree.Problem{Wants: want("glass", 3), Stock: closedCase("|" + stock + " furnace=1|").problem().Stock, Stations: []string{"furnace"}, Fuel: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range a.Steps {
			text := step.Action.Describe()
			if step.Action.Fuel != "" {
				text += " with " + step.Action.Fuel
			}
			got = append(got, text)
		}
		if !slices.Equal(got, steps) {
			t.Errorf("with %s: %q, want %q", stock, got, steps)
		}
	}
}
