// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/model"
)

// full is the last attempt of a goal that found the inventory full.
func full(a game.Action) []game.Attempt {
	return []game.Attempt{{Round: 1, Step: game.Step{Action: a}, Verdict: game.Failed, Outcome: game.Outcome{
		End: game.EndReported, Failure: &game.Failure{Code: game.CodeInventoryFull, Message: "the inventory is full"}}}}
}

// A full inventory is made room in: with what nobody misses, never with what is
// wanted or worth something.
func TestAFullInventoryIsMadeRoomIn(t *testing.T) {
	cows := game.Action{Kind: game.Attack, Target: "cow", Quantity: 2}
	for _, c := range []struct {
		name, goal, inventory string
		body                  game.BodyInfo
		history               []game.Attempt
		first                 []string // the plan's first steps; without any a plan is refused
		refused               string
	}{
		{name: "one slot is wanted and one is made", goal: "get 1 oak log", inventory: "diamond=2240 dirt=64", first: []string{"Drop 64 dirt", "Mine 1 oak log"}},
		{name: "the broken stack goes first", goal: "get 1 oak log", inventory: "diamond=2176 dirt=70", first: []string{"Drop 6 dirt", "Mine 1 oak log"}},
		{name: "the worse first", goal: "get 1 oak log", inventory: "diamond=2112 dirt=64 rotten_flesh=3 granite=64", first: []string{"Drop 3 rotten flesh", "Mine 1 oak log"}},
		{name: "there is room", goal: "get 1 oak log", inventory: "dirt=2240", first: []string{"Mine 1 oak log"}},
		{name: "what is wanted stays", goal: "get 65 dirt", inventory: "diamond=2176 dirt=64 granite=64", first: []string{"Drop 64 granite", "Mine 1 dirt"}},
		{name: "a stack of cobblestone stays", goal: "get 1 oak log", inventory: "diamond=2176 cobblestone=100", first: []string{"Drop 36 cobblestone", "Mine 1 oak log"}},
		{name: "nothing but good things", goal: "get 1 oak log", inventory: "diamond=2304", refused: "nothing more in it to throw away unasked (it holds"},
		{name: "what a fight may leave has no room", goal: "get 5 bones", inventory: "iron_sword=1 diamond=2176 bone=1", refused: "nothing more in it to throw away unasked (it holds"},
		{name: "nothing but a stack of cobblestone", goal: "get 1 oak log", inventory: "diamond=2240 cobblestone=64", refused: "nothing more in it to throw away unasked (it holds"},
		{name: "a body that cannot drop", goal: "get 1 oak log", inventory: "dirt=2304", body: v1Body("1.21.5"), refused: "store something first"},
		{name: "an action found it full", goal: "kill 2 cows", inventory: "dirt=192 granite=64", history: full(cows), first: []string{"Drop 64 granite", "Drop 128 dirt", "Attack 2 cows"}},
		{name: "an action found it full of good things", goal: "kill 2 cows", inventory: "diamond=2304", history: full(cows), refused: "nothing more in it to throw away unasked (it holds"},
		{name: "an action of a body that cannot drop", goal: "mine 2 oak logs", inventory: "dirt=64", body: v1Body("1.21.5"), history: full(cows), first: []string{"Mine 2 oak logs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.body.Protocol == 0 {
				c.body = v2Body("1.21.5")
			}
			p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: c.goal, Body: c.body, State: holding(c.inventory), History: c.history})
			if c.refused != "" {
				var gaveUp *game.GaveUpError
				if !errors.As(err, &gaveUp) || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("got %v and %v, want %q", described(p), err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := described(p); len(got) < len(c.first) || !slices.Equal(got[:len(c.first)], c.first) {
				t.Errorf("steps %v, want them to begin with %v", got, c.first)
			}
		})
	}
}

// Room is made no sooner than a step needs it, and no more than that: what proves to be out of reach
// on the way costs nothing that is held.
func TestRoomIsMadeWhenItIsNeeded(t *testing.T) {
	req := game.Request{
		Goal: "get 119 emerald blocks", Body: v2Body("1.21.5"), State: holding("dirt=640 gravel=640 cobblestone=640 rotten_flesh=128 iron_pickaxe=1 bread=64"),
	}
	p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	b, err := book.NewLibrary(planner.Config{}).Open(req)
	if err != nil {
		t.Fatal(err)
	}
	drops := 0
	for i := range p.Steps {
		if p.Steps[i].Action.Kind != game.Drop {
			continue
		}
		drops++
		without := slices.Delete(slices.Clone(p.Steps), i, i+1)
		if c := check.Check(b, without[:min(i+1, len(without))]); len(c.Faults) == 0 {
			t.Errorf("step %d makes room that the next does not need: %v", i+1, described(p))
		}
	}
	if drops == 0 {
		t.Errorf("it makes no room: %v", described(p))
	}
}

// What does not fit at once is made in portions; where not even that fits, the
// sentence says so, and nothing of a full inventory.
func TestWhatDoesNotFitAtOnceIsMadeInPortions(t *testing.T) {
	for _, c := range []struct{ goal, inventory, item, refused string }{
		{goal: "get 5 stacks of iron blocks", item: "iron_block"},
		{goal: "get 400 gold blocks", item: "gold_block"},
		{goal: "get 400 gold blocks", inventory: "apple=3", item: "gold_block"},
		{goal: "get 36 wooden swords", refused: "needs more room on the way than the 36 slots"},
		{goal: "get 2304 cobblestone", refused: "needs more room on the way than the 36 slots"},
		{goal: "get 2304 cobblestone", inventory: "diamond=64", refused: "needs more room on the way than the 36 slots"},
	} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%q: %v and %v, want %q", c.goal, described(p), err, c.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.goal, err)
			continue
		}
		crafts := 0
		for _, s := range p.Steps {
			if s.Action.Recipe == c.item {
				crafts++
			}
		}
		if crafts < 2 {
			t.Errorf("%q: made in %d portions: %v", c.goal, crafts, described(p))
		}
	}
}

// A model that asks again for what found the inventory full gets room made for
// it, unless it thinks of that itself.
func TestAModelsPlanIsGivenRoom(t *testing.T) {
	for reply, want := range map[string]string{
		`{"plan":[{"type":"attack","target":"cow","quantity":2}]}`:                                             "Drop 64 granite, Drop 64 dirt, Attack 2 cows",
		`{"plan":[{"type":"drop","item":"dirt","quantity":64},{"type":"attack","target":"cow","quantity":2}]}`: "Drop 64 dirt, Attack 2 cows",
	} {
		m := model.New(book.NewLibrary(planner.Config{}), registry{&oneProvider{Provider: answers(t, llm.Response{Content: reply})}}, model.Config{})
		p, err := m.Plan(t.Context(), game.Request{
			Goal: "kill 2 cows", Round: 2, Body: v2Body("1.21.5"), State: holding("granite=64 diamond=64 dirt=64"), Settings: game.Settings{Mode: game.LowLevel},
			History: full(game.Action{Kind: game.Attack, Target: "cow", Quantity: 2}),
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(described(p), ", "); got != want {
			t.Errorf("planned %s, want %s", got, want)
		}
	}
}

// The checker knows how many slots there are: a plan for which there is no room
// is completed by throwing junk away, or refused.
func TestAPlanWithoutRoomIsCompletedOrRefused(t *testing.T) {
	mine := game.Step{Action: game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 2}, Source: game.FromModel}
	dig := game.Step{Action: game.Action{Kind: game.Mine, Target: "dirt", Quantity: 70}, Source: game.FromModel}
	for _, c := range []struct {
		name, inventory string
		step            game.Step
		completed       string // empty for what stays a fault
	}{
		{"junk goes", "diamond=2176 dirt=64 granite=64", mine, "Drop 64 granite, Mine 2 oak logs"},
		{"what the plan brings stays", "diamond=2240 dirt=64", dig, ""},
		{"there is room", "diamond=2240", mine, "Mine 2 oak logs"},
		{"room in a stack", "diamond=2240 oak_log=62", mine, "Mine 2 oak logs"},
		{"nothing to throw away", "diamond=2304", mine, ""},
		{"more than an inventory holds", "diamond=9999", mine, "Mine 2 oak logs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := book.NewLibrary(planner.Config{}).Open(game.Request{Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if err != nil {
				t.Fatal(err)
			}
			got, err := check.Complete(t.Context(), d, []game.Step{c.step})
			if err != nil {
				t.Fatal(err)
			}
			if words := strings.Join(described(game.Plan{Steps: got.Steps}), ", "); c.completed != "" && (words != c.completed || len(got.Faults) > 0) {
				t.Errorf("completed to %s with %q, want %s", words, got.Sentences(), c.completed)
			}
			if full := strings.Contains(strings.Join(got.Sentences(), " "), "the inventory would be full; deposit or drop something first"); full != (c.completed == "") {
				t.Errorf("faults %q", got.Sentences())
			}
			alone := check.Check(d, []game.Step{c.step})
			if fits := c.completed == "" || strings.HasPrefix(c.completed, "Drop"); fits == (len(alone.Faults) == 0) {
				t.Errorf("checked alone: %q", alone.Sentences())
			}
		})
	}
}
