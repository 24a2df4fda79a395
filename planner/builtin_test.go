// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/model"
)

// v2Body is a body with every kind, v1Body one of the base protocol.
func v2Body(version string) game.BodyInfo {
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	return game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: version, Actions: kinds, Owner: "Alex"}
}

func v1Body(version string) game.BodyInfo {
	return game.BodyInfo{ID: "mod", Protocol: game.ProtocolV1, Version: version, Actions: game.V1Kinds()}
}

// holding makes a state from "item=count" words.
func holding(words string) game.State {
	s := game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Dimension: "overworld", GameMode: "survival"}
	for i, w := range strings.Fields(words) {
		item, n, _ := strings.Cut(w, "=")
		count := 1
		if n != "" {
			fmt.Sscan(n, &count)
		}
		s.Inventory = append(s.Inventory, game.Stack{Slot: i, Item: item, Count: count})
	}
	return s
}

// plan plans a goal and fails the test on any error.
func plan(t testing.TB, req game.Request) game.Plan {
	t.Helper()
	p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
	if err != nil {
		t.Fatalf("%q: %v", req.Goal, err)
	}
	return p
}

func described(p game.Plan) []string {
	out := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		out[i] = s.Action.Describe()
	}
	return out
}

func TestGoalsAndTheirChecks(t *testing.T) {
	at := game.Pos{X: 100, Y: 64, Z: -20}
	chest := game.Pos{X: 1, Y: 64, Z: 3}
	for _, c := range []struct {
		goal, inventory string
		checks          []game.Check
		last            string // the last step; empty for no steps
	}{
		{"get 3 diamonds", "iron_pickaxe", []game.Check{{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}}, "Mine 3 diamond ore"},
		{"get 3 diamonds", "diamond=5", []game.Check{{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}}, ""},
		{"mine 3 diamonds", "diamond=5 iron_pickaxe", []game.Check{{Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3}}, "Mine 3 diamond ore"},
		{"mine 10 stone", "wooden_pickaxe", []game.Check{{Kind: game.CheckGain, Items: []string{"cobblestone"}, Count: 10}}, "Mine 10 stone"},
		{"mine 2 redstone ore", "iron_pickaxe", []game.Check{{Kind: game.CheckGain, Items: []string{"redstone"}, Count: 8}}, "Mine 2 redstone ore"},
		{"craft 4 torches", "stick=1 coal=1", []game.Check{{Kind: game.CheckGain, Items: []string{"torch"}, Count: 4}}, "Craft 4 torches"},
		{"craft a torch", "stick=1 coal=1 torch=7", []game.Check{{Kind: game.CheckGain, Items: []string{"torch"}, Count: 1}}, "Craft 4 torches"},
		{"smelt 4 iron", "raw_iron=4 coal=1 furnace=1", []game.Check{{Kind: game.CheckGain, Items: []string{"iron_ingot"}, Count: 4}}, "Smelt 4 raw iron"},
		{"smelt 4 iron ore", "raw_iron=4 coal=1 furnace=1", []game.Check{{Kind: game.CheckGain, Items: []string{"iron_ingot"}, Count: 4}}, "Smelt 4 raw iron"},
		{"get 3 iron ore", "stone_pickaxe", []game.Check{{Kind: game.CheckHave, Items: []string{"raw_iron"}, Count: 3}}, "Mine 3 iron ore"},
		{"kill 3 zombies", "", []game.Check{{Kind: game.CheckKilled, Target: "zombie", Count: 3}}, "Attack 3 zombies"},
		{"go to 100 64 -20", "", []game.Check{{Kind: game.CheckAt, At: &at, Range: 2}}, "Go to 100 64 -20"},
		{"go to 0 64 0", "", []game.Check{{Kind: game.CheckAt, At: &game.Pos{Y: 64}, Range: 2}}, ""},
		{"say hello", "", []game.Check{{Kind: game.CheckSaid, Text: "hello"}}, `Say "hello"`},
		{"eat", "bread=1 apple=1", []game.Check{{Kind: game.CheckDone, Action: game.Consume, Count: 1}}, "Consume bread"},
		{"wear iron boots", "iron_boots", []game.Check{{Kind: game.CheckEquipped, Items: []string{"iron_boots"}, Slot: "feet"}}, "Equip iron boots"},
		{"place 2 torches", "torch=3", []game.Check{{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 2}}, "Place torch"},
		{"craft a crafting table and place it", "oak_planks=4", []game.Check{{Kind: game.CheckDone, Action: game.Craft, Items: []string{"crafting_table"}, Count: 1}, {Kind: game.CheckPlaced, Items: []string{"crafting_table"}, Count: 1}}, "Place crafting table"},
		{"mine 3 stone and put it in the chest at 1 64 3", "wooden_pickaxe", []game.Check{{Kind: game.CheckDone, Action: game.Mine, Items: []string{"stone"}, Count: 3}, {Kind: game.CheckStored, Items: []string{"cobblestone"}, Count: 3, At: &chest}}, "Deposit 3 cobblestone"},
		{"deposit 3 dirt in the chest at 1 64 3", "dirt=5", []game.Check{{Kind: game.CheckStored, Items: []string{"dirt"}, Count: 3, At: &chest}}, "Deposit 3 dirt"},
		{"withdraw 3 dirt from the chest at 1 64 3", "", []game.Check{{Kind: game.CheckWithdrawn, Items: []string{"dirt"}, Count: 3, At: &chest}}, "Withdraw 3 dirt"},
		{"give me 2 torches", "torch=3", []game.Check{{Kind: game.CheckGiven, Items: []string{"torch"}, Count: 2, To: "Alex"}}, "Drop 2 torches"},
		{"follow me for 10 seconds", "", []game.Check{{Kind: game.CheckDone, Action: game.Follow, Target: "Alex", Count: 1, Seconds: 10}}, "Follow Alex"},
		{"mine 10 gravel", "", []game.Check{{Kind: game.CheckGain, Items: []string{"gravel", "flint"}, Count: 10}}, "Mine 10 gravel"},
		{"mine 3 oak leaves", "", []game.Check{{Kind: game.CheckDone, Action: game.Mine, Target: "oak_leaves", Count: 3}}, "Mine 3 oak leaves"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if !reflect.DeepEqual(p.Goal.Checks(), c.checks) {
				t.Errorf("checks %+v, want %+v", p.Goal.Checks(), c.checks)
			}
			steps := described(p)
			if c.last == "" && len(steps) > 0 || c.last != "" && (len(steps) == 0 || steps[len(steps)-1] != c.last) {
				t.Errorf("steps %v, want the last to be %q", steps, c.last)
			}
			if p.PlannedBy != model.BuiltinName || p.Source != game.FromBuiltin {
				t.Errorf("signed %q from %q", p.PlannedBy, p.Source)
			}
			for _, s := range p.Steps {
				if s.Why == "" || s.Source != game.FromBuiltin || s.Group == "" {
					t.Errorf("%s lacks why, source or group: %+v", s.Action.Describe(), s)
				}
			}
		})
	}
}

func TestImpossibleGoalsSayWhy(t *testing.T) {
	for _, c := range []struct {
		goal, want string
		body       game.BodyInfo
	}{
		{"get 1 bedrock", "Bedrock cannot be broken in survival", v2Body("1.21.5")},
		{"mine 1 bedrock", "Bedrock cannot be broken in survival", v2Body("1.21.5")},
		{"kill 3 zombies", "This body cannot attack", v1Body("1.21.5")},
		{"get 3 leather", "this body cannot fight", v1Body("1.21.5")},
		{"eat", "This body cannot consume", v1Body("1.21.5")},
		{"come here", "coordinates only", func() game.BodyInfo { b := v1Body("1.21.5"); b.Owner = "Alex"; return b }()},
		{"follow me", "who its owner is", func() game.BodyInfo { b := v2Body("1.21.5"); b.Owner = ""; return b }()},
		{"smelt 3 sticks", "neither be smelted", v2Body("1.21.5")},
		{"get 5 iron ore with a wooden pickaxe", `Nothing comes of iron ore with a wooden pickaxe: it takes a stone pickaxe or better. Say "get 5 iron ore" and the right tool is made`, v2Body("1.21.5")},
		{"mine 5 iron ore with an axe", "it takes a stone pickaxe or better", v2Body("1.21.5")},
		{"get 5 iron ingots with a wooden pickaxe", "it takes a stone pickaxe or better", v2Body("1.21.5")},
		{"get 5 coal with a wooden axe", "it takes a wooden pickaxe or better", v2Body("1.21.5")},
		{"get 3 stone with a shovel", "it takes a wooden pickaxe or better", v2Body("1.21.5")},
		{"using a stone pickaxe, mine 3 diamonds", "it takes an iron pickaxe or better", v2Body("1.21.5")},
		{"make a wooden pickaxe and mine 5 iron ore with it", "it takes a stone pickaxe or better", v2Body("1.21.5")},
		{"get 5 leaves with an axe", "it takes a pair of shears", v2Body("1.21.5")},
	} {
		_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: c.goal, Body: c.body, State: holding("")})
		var no *game.ImpossibleError
		if !errors.As(err, &no) || !strings.Contains(no.Reason, c.want) {
			t.Errorf("%q: %v, want impossible: %s", c.goal, err, c.want)
		}
	}
	_, err := planner.NewBuiltin(planner.Config{Deny: []game.Kind{game.Smelt}}).Plan(context.Background(), game.Request{Goal: "get 1 glass", Body: v2Body("1.21.5"), State: holding("sand=1 furnace=1 coal=1")})
	var no *game.ImpossibleError
	if !errors.As(err, &no) {
		t.Errorf("a denied kind: %v", err)
	}
	_, err = planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: "be happy", Body: v2Body("1.21.5")})
	var unreadable *game.UnreadableError
	if !errors.As(err, &unreadable) {
		t.Errorf("an unreadable goal: %v", err)
	}
}

// Rule 5: what a version 1 body is sent is expected to take 30 s or less, and
// holds no kind or field that it does not have.
func TestRule5VersionOnePlansAreSplit(t *testing.T) {
	for _, goal := range []string{"get 3 diamonds", "get 64 cobblestone", "get 20 glass", "full iron armor", "get 3 flint", "place 3 torches"} {
		p := plan(t, game.Request{Goal: goal, Body: v1Body("1.21.5"), State: holding("")})
		body := v1Body("1.21.5")
		for _, s := range p.Steps {
			info, _ := game.Lookup(s.Action.Kind)
			if !info.V1 {
				t.Errorf("%q: %s is no kind of version 1", goal, s.Action.Kind)
			}
			for _, f := range info.Fields {
				if _, set := s.Action.Field(f.Name); set && !body.CanField(s.Action.Kind, f.Name) {
					t.Errorf("%q: %s sets %s", goal, s.Action.Describe(), f.Name)
				}
			}
			if s.Seconds > 30 && s.Action.Count() > 1 {
				t.Errorf("%q: %s is expected to take %g s", goal, s.Action.Describe(), s.Seconds)
			}
		}
	}
}

func TestReplanningCountsWhatWasDone(t *testing.T) {
	base := game.Baseline{Inventory: map[string]int{"diamond": 5}}
	p := plan(t, game.Request{Goal: "mine 3 diamonds", Body: v2Body("1.21.5"), State: holding("diamond=7 iron_pickaxe"), Baseline: base, Round: 2})
	if got := described(p); !slices.Equal(got, []string{"Mine 1 diamond ore"}) {
		t.Errorf("after two of three: %v", got)
	}
	p = plan(t, game.Request{Goal: "mine 3 diamonds", Body: v2Body("1.21.5"), State: holding("diamond=8"), Baseline: base, Round: 2})
	if len(p.Steps) != 0 {
		t.Errorf("after three of three: %v", described(p))
	}
	said := []game.Attempt{{Step: game.Step{Action: game.Action{Kind: game.Chat, Message: "hello"}}, Verdict: game.Claimed}}
	p = plan(t, game.Request{Goal: "say hello", Body: v2Body("1.21.5"), State: holding(""), History: said, Round: 2})
	if len(p.Steps) != 0 {
		t.Errorf("said twice: %v", described(p))
	}
	p = plan(t, game.Request{Goal: "get 1 diamond", Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "diamond_ore", Code: game.CodeNotFound}}, Round: 2})
	if got := described(p); !slices.Equal(got, []string{"Mine 1 deepslate diamond ore"}) {
		t.Errorf("with diamond ore given up: %v", got)
	}
	// A table set up by the round before still stands.
	placed := []game.Attempt{{Step: game.Step{Action: game.Action{Kind: game.Place, Block: "crafting_table"}}, Verdict: game.Claimed}}
	p = plan(t, game.Request{Goal: "craft a chest", Body: v2Body("1.21.5"), State: holding("oak_planks=8"), History: placed, Round: 2})
	if got := described(p); !slices.Equal(got, []string{"Craft 1 chest"}) {
		t.Errorf("with a table placed before: %v", got)
	}
}

func TestReadyListsAreCheckedAndNotChanged(t *testing.T) {
	b := planner.NewBuiltin(planner.Config{})
	list := []game.Action{{Kind: game.Mine, Target: "oak_log", Quantity: 1}, {Kind: game.Craft, Recipe: "oak_planks", Quantity: 4}, {Kind: game.OpenInventory}}
	p, err := b.Plan(context.Background(), game.Request{Actions: list, Body: v2Body("1.21.5"), State: holding("")})
	if err != nil {
		t.Fatal(err)
	}
	if got := described(p); len(got) != 3 || p.Source != game.FromUser || p.Steps[0].Source != game.FromUser || len(p.Goal.Checks()) != 2 {
		t.Errorf("%v, checks %v", got, p.Goal.Checks())
	}
	list = append(list, game.Action{Kind: game.Craft, Recipe: "diamond_pickaxe"}, game.Action{Kind: game.Smelt, Item: "iron_ingot"},
		game.Action{Kind: game.Goto, Target: "wooden_pickaxe"}, game.Action{Kind: game.Goto, Target: "torch"}, game.Action{Kind: game.Goto, Target: "steve"})
	_, err = b.Plan(context.Background(), game.Request{Actions: list, Body: v2Body("1.21.5"), State: holding("")})
	var faults *game.FaultsError
	if !errors.As(err, &faults) || len(faults.Faults) != 3 {
		t.Fatalf("%v", err)
	}
	for i, want := range []string{
		"step 4 (Craft 1 diamond pickaxe): it needs 3 more diamonds (mine diamond ore first), 2 more sticks (craft it first) and a crafting table at hand (get and place one first)",
		"step 5 (Smelt 1 iron ingot): smelt names what goes in: smelt raw iron to get iron ingot",
		"step 6 (Go to wooden pickaxe): wooden pickaxe is an item, which stands nowhere to go to; craft, mine or collect it instead",
	} {
		if faults.Faults[i] != want {
			t.Errorf("fault %d: %q, want %q", i+1, faults.Faults[i], want)
		}
	}
}

func TestCompletingMarksWhatItInserts(t *testing.T) {
	library := book.NewLibrary(planner.Config{})
	d, err := library.Open(game.Request{Body: v2Body("1.21.5"), State: holding("")})
	if err != nil {
		t.Fatal(err)
	}
	steps := []game.Step{
		{Action: game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 5}, Source: game.FromModel, Group: "Find and mine diamonds"},
		{Action: game.Action{Kind: game.Craft, Recipe: "diamond_pickaxe"}, Source: game.FromModel, Group: "Craft diamond pickaxe"},
	}
	c, err := check.Complete(context.Background(), d, steps)
	if err != nil || len(c.Faults) > 0 {
		t.Fatal(err, c.Sentences())
	}
	inserted, own := 0, 0
	for _, s := range c.Steps {
		switch s.Source {
		case game.FromCompleting:
			inserted++
			if why := messages.InEnglish(s.Because); !strings.HasPrefix(why, "needed to ") {
				t.Errorf("why: %q", why)
			}
		case game.FromModel:
			own++
		default:
		}
	}
	if own != 2 || inserted < 10 || c.Held("diamond_pickaxe") != 1 || c.Held("diamond") != 2 {
		t.Errorf("%d own, %d inserted, ends with %d pickaxes and %d diamonds", own, inserted, c.Held("diamond_pickaxe"), c.Held("diamond"))
	}
	if again := check.Check(d, c.Steps); len(again.Faults) > 0 {
		t.Errorf("the completed plan has faults: %v", again.Sentences())
	}
	goal := []game.Check{{Kind: game.CheckHave, Items: []string{"torch"}, Count: 4}}
	if u := check.Unmet(d, c, goal); len(u) != 1 {
		t.Errorf("unmet %v", u)
	}
	c, err = check.Finish(context.Background(), d, c, goal, game.FromCompleting)
	if err != nil || len(c.Faults) > 0 || c.Held("torch") < 4 {
		t.Errorf("%v %v, %d torches", err, c.Sentences(), c.Held("torch"))
	}
}

// Every plan that the built-in planner gives passes the checker: the planner
// itself gives up when not, so that must hardly ever happen, whatever is held.
func TestEveryPlanPassesTheChecker(t *testing.T) {
	for _, version := range []string{"1.16.5", "1.21.5"} {
		v, err := data.Load(version)
		if err != nil {
			t.Fatal(err)
		}
		items := v.Items()
		b := planner.NewBuiltin(planner.Config{})
		const cases = 2000
		gaveUp := 0
		for k := range raced.Of(cases, 200) { // the first of them; make whole runs all, and holds them to what may be given up
			r := rand.New(rand.NewPCG(11, uint64(k)))
			body := v2Body(version)
			if r.IntN(2) == 0 {
				body = v1Body(version)
			}
			state := holding("")
			for slot := range r.IntN(13) {
				it := items[r.IntN(len(items))]
				state.Inventory = append(state.Inventory, game.Stack{Slot: slot, Item: it.Name, Count: 1 + r.IntN(it.Stack)})
			}
			verb := []string{"get", "craft", "mine", "smelt"}[r.IntN(4)]
			n, it := 1+r.IntN(20), items[r.IntN(len(items))]
			if it.Brewed { // they take a slot each: three fillings of a stand
				n = min(n, 9)
			}
			goal := fmt.Sprintf("%s %d %s", verb, n, it.Name)
			p, err := b.Plan(context.Background(), game.Request{Goal: goal, Body: body, State: state})
			var no *game.ImpossibleError
			var unreadable *game.UnreadableError
			var unsure *game.GaveUpError
			switch {
			case errors.As(err, &no), errors.As(err, &unreadable):
			case errors.As(err, &unsure):
				gaveUp++
				t.Logf("%s: %s with %v: %v", version, goal, state.Counts(), err)
			case err != nil:
				t.Fatalf("%s: %v", goal, err)
			default:
				if err := game.ValidateList(p.Actions()); err != nil {
					t.Fatalf("%s: %v", goal, err)
				}
			}
		}
		if gaveUp > cases/500 {
			t.Errorf("%s: gave up on %d of %d", version, gaveUp, cases)
		}
	}
}

func BenchmarkCheck50(b *testing.B) {
	library := book.NewLibrary(planner.Config{})
	pl := planner.NewBuiltin(planner.Config{})
	state := holding("")
	p, err := pl.Plan(context.Background(), game.Request{Goal: "get full diamond armor and full iron armor and a bookshelf and an enchanting table and a cake and a clock", Body: v2Body("1.21.5"), State: state})
	if err != nil {
		b.Fatal(err)
	}
	d, err := library.Open(game.Request{Body: v2Body("1.21.5"), State: state})
	if err != nil {
		b.Fatal(err)
	}
	const most = 50
	if len(p.Steps) < most {
		b.Fatalf("the plan has %d steps; ask for more", len(p.Steps))
	}
	steps := p.Steps[:most]
	for b.Loop() {
		check.Check(d, steps)
	}
	b.ReportMetric(float64(len(steps)), "actions")
}

func Example() {
	b := planner.NewBuiltin(planner.Config{})
	p, err := b.Plan(context.Background(), game.Request{
		Goal: "craft 4 torches", Body: v2Body("1.21.5"),
		State: game.State{Inventory: []game.Stack{{Item: "coal", Count: 1}, {Item: "oak_log", Count: 1}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range p.Steps {
		fmt.Println(s.Action.Describe())
	}
	// Output:
	// Craft 4 oak planks
	// Craft 4 sticks
	// Craft 4 torches
}
