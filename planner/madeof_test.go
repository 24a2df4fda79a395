// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// crafted is a plan with what its crafts may use.
func crafted(p game.Plan) string {
	var out []string
	for i := range p.Steps {
		a := &p.Steps[i].Action
		text := a.Describe()
		for _, item := range slices.Sorted(maps.Keys(a.Using)) {
			text += fmt.Sprintf(" %s=%d", item, a.Using[item])
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// What a sentence says that a thing is made of is what the craft may take, whatever
// else is held.
func TestMadeOfWhatIsSaid(t *testing.T) {
	const held = "coal=9 charcoal=5 stick=9 oak_planks=20 birch_planks=9 crafting_table=1"
	for _, c := range []struct{ goal, inventory, want string }{
		{"make 3 torches with charcoal", held, "Craft 3 torches charcoal=1 stick=1"},
		{"make 3 torches with coal", "charcoal=5 stick=9 stone_pickaxe=1", "Mine 1 coal ore, Craft 3 torches coal=1 stick=1"},
		{"make 3 torches without coal", held, "Craft 3 torches charcoal=1 stick=1"},
		{"make 3 torches but not with charcoal", held, "Craft 3 torches coal=1 stick=1"},
		{"make 8 torches with charcoal and 4 torches with coal", held, "Craft 8 torches charcoal=2 stick=2, Craft 4 torches coal=1 stick=1"},
		{"make a chest out of birch planks", held, "Place crafting table, Craft 1 chest birch_planks=8"},
		{"make a chest from planks", held, "Place crafting table, Craft 1 chest"},
		{"make a chest from wood", held, "Place crafting table, Craft 1 chest"},
		{"make a chest out of birch", held, "Place crafting table, Craft 1 chest birch_planks=8"},
		{"make a chest from birch logs", held, "Place crafting table, Craft 1 chest birch_planks=8"},
		{"make a chest of spruce wood", "crafting_table=1 oak_planks=9 spruce_log=2", "Craft 8 spruce planks, Place crafting table, Craft 1 chest spruce_planks=8"},
		{"make a chest from birch planks", "birch_log=2 oak_planks=4", "Craft 8 birch planks, Craft 1 crafting table, Mine 1 birch log, Craft 4 birch planks, Place crafting table, Craft 1 chest birch_planks=8"},
		{"make a shield with birch planks", "birch_planks=6 crafting_table=1 iron_ingot=1", "Place crafting table, Craft 1 shield birch_planks=6 iron_ingot=1"},
		{"make 4 sticks from bamboo", held + " bamboo=3", "Mine 5 bamboo, Craft 4 sticks bamboo=8"},
		{"make 4 planks without oak", "oak_log=9 birch_log=1", "Craft 4 birch planks"},
		{"make 4 planks but not from oak logs", "oak_log=9 stripped_oak_log=1 birch_log=1", "Craft 4 birch planks"},
		{"smelt 3 birch logs and make 4 torches with it", "birch_log=3 oak_log=9 coal=2 stick=2 furnace=1", "Place furnace, Smelt 3 birch logs, Craft 4 torches charcoal=1 stick=1"},
		{"smelt 3 logs and make 4 torches with it", "birch_log=3 coal=2 stick=2 furnace=1", "Place furnace, Smelt 3 birch logs, Craft 4 torches charcoal=1 stick=1"},
		{"smelt 3 logs", "birch_log=3 coal=2 furnace=1", "Place furnace, Smelt 3 birch logs"},
		{"make 2 charcoal from birch logs", "birch_log=2 oak_log=9 coal=2 furnace=1", "Place furnace, Smelt 2 birch logs"},
		{"make 2 glass from sand", "sand=2 red_sand=9 coal=2 furnace=1", "Place furnace, Smelt 2 sand"},
		{"make 4 torches with charcoal and place 2 of them", held, "Craft 4 torches charcoal=1 stick=1, Place torch, Place torch"},
		{"make 4 torches with charcoal and get 8 torches", held, "Craft 4 torches charcoal=1 stick=1, Craft 8 torches"},
		{"collect 10 oak logs, then turn all of them into planks", "", "Mine 10 oak logs, Craft 40 oak planks oak_log=10"},
		{"mine 6 birch logs and craft them into planks", "birch_log=2", "Mine 6 birch logs, Craft 24 birch planks birch_log=6"},
		{"get 5 coal and make 4 torches with it", "stick=9 stone_pickaxe=1", "Mine 5 coal ore, Craft 4 torches coal=1 stick=1"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if got := crafted(p); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
		})
	}
	// A body that is not told what to take must take it by itself.
	req := game.Request{Goal: "make 3 torches with charcoal", Body: v1Body("1.21.5"), State: holding("coal=2 charcoal=5 stick=9")}
	if got := crafted(plan(t, req)); got != "Craft 3 torches" {
		t.Errorf("planned %s", got)
	}
	req.State = holding(held)
	var impossible *game.ImpossibleError
	if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req); !errors.As(err, &impossible) || !strings.Contains(impossible.Reason, "chooses by itself") {
		t.Errorf("a body that would take coal: %v", err)
	}
}

// It is done when what was said was used up for it, and not when something else was.
func TestMadeOfIsProven(t *testing.T) {
	state := holding("coal=9 charcoal=5 stick=9")
	req := game.Request{Goal: "make 3 torches with charcoal", Body: v2Body("1.21.5"), State: state}
	p := plan(t, req)
	step := p.Steps[len(p.Steps)-1]
	base := game.BaselineOf(&state)
	end := holding("coal=9 charcoal=4 stick=8 torch=4")
	for _, c := range []struct {
		name    string
		used    map[string]int
		verdict game.Verdict
		met     bool
		grade   game.Grade
	}{
		{"charcoal", map[string]int{"charcoal": 1, "stick": 1}, game.Confirmed, true, game.Seen},
		{"coal", map[string]int{"coal": 1, "stick": 1}, game.Confirmed, false, ""},
		{"nobody knows", nil, game.Claimed, true, game.Unshown},
	} {
		did := []game.Attempt{{Round: 1, Step: step, Verdict: c.verdict, Gained: map[string]int{"torch": 4}, Used: c.used}}
		credits := game.CreditsOf(base, nil, did)
		_, all := p.Goal.Progress(&end, &credits)
		if all.Met() != c.met || all.Grade != c.grade {
			t.Errorf("%s: met %v (%s), missing %q", c.name, all.Met(), all.Grade, all.Missing())
		}
		if all.Have != 3 || all.Want != 3 {
			t.Errorf("%s: %d of %d torches", c.name, all.Have, all.Want)
		}
	}
}

// A list of actions is checked by what its crafts may use.
func TestAListNamesWhatIsUsed(t *testing.T) {
	torches := game.Action{Kind: game.Craft, Recipe: "torch", Quantity: 4, Using: map[string]int{"charcoal": 1, "stick": 1}}
	req := game.Request{Actions: []game.Action{torches}, Body: v2Body("1.21.5"), State: holding("coal=9 stick=9")}
	var faults *game.FaultsError
	if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req); !errors.As(err, &faults) || !strings.Contains(err.Error(), "charcoal") {
		t.Errorf("torches of charcoal that is not held: %v", err)
	}
	req.State = holding("coal=9 charcoal=1 stick=9")
	p := plan(t, req)
	if uses := fmt.Sprint(p.Steps[0].Expect.Uses); uses != "[{[charcoal] 1} {[stick] 1}]" && uses != "[{[stick] 1} {[charcoal] 1}]" {
		t.Errorf("uses %s", uses)
	}
}

// A cake is eaten where it stands: no body does that yet, and it is said so.
func TestACakeIsNotEatenOutOfTheHand(t *testing.T) {
	for _, goal := range []string{"make a cake and eat it", "eat cake", "get 2 cakes and eat one"} {
		var impossible *game.ImpossibleError
		req := game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("cake=3")}
		if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req); !errors.As(err, &impossible) || !strings.Contains(impossible.Reason, "where it stands") {
			t.Errorf("%q: %v", goal, err)
		}
	}
}

// What is to stay of everything stays.
func TestWhatStaysOfEverything(t *testing.T) {
	for goal, want := range map[string]string{
		"drop everything but the pickaxe":                                         "Drop 3 dirt, Drop 2 torches",
		"put everything in the chest at 1 64 3 except the torches":                "Deposit 3 dirt, Deposit 1 iron pickaxe",
		"put everything in the chest at 1 64 3 but keep the pickaxe and the dirt": "Deposit 2 torches",
	} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("dirt=3 iron_pickaxe=1 torch=2")})
		if got := strings.Join(described(p), ", "); got != want {
			t.Errorf("%q: planned %s, want %s", goal, got, want)
		}
	}
}
