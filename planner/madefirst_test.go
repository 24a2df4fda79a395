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

// What an earlier part of a sentence makes is held when a later part is about all
// of it.
func TestAllOfWhatAnEarlierPartMakes(t *testing.T) {
	for _, c := range []struct{ goal, inventory, want string }{
		{"craft a diamond sword and drop the sword", "diamond=2 stick=1 crafting_table=1", "Place crafting table, Craft 1 diamond sword, Drop 1 diamond sword"},
		{"get 1 diamond sword, drop diamond sword", "diamond=2 stick=1 crafting_table=1", "Place crafting table, Craft 1 diamond sword, Drop 1 diamond sword"},
		{"get 1 diamond sword, drop diamond sword", "diamond_sword=1", "Drop 1 diamond sword"},
		{"craft a wooden sword and drop all the swords", "stick=1 oak_planks=2 crafting_table=1 iron_sword=1", "Place crafting table, Craft 1 wooden sword, Drop 1 wooden sword, Drop 1 iron sword"},
		{"craft a torch and drop all the torches", "stick=1 coal=1 torch=7", "Craft 4 torches, Drop 8 torches"},
		{"mine 5 stone and put all the cobblestone in the chest at 1 64 3", "wooden_pickaxe=1 cobblestone=2", "Mine 5 stone, Deposit 7 cobblestone"},
		{"mine 2 iron ore and smelt all the raw iron", "stone_pickaxe=1 furnace=1 coal=1", "Mine 2 iron ore, Place furnace, Smelt 2 raw iron"},
		{"get 3 dirt and 2 sand and give all the dirt to Steve", "", "Mine 3 dirt, Mine 2 sand, Drop 3 dirt"},
		{"craft iron boots and wear armor", "iron_ingot=4 crafting_table=1 iron_helmet=1", "Place crafting table, Craft 1 iron boots, Equip iron boots, Equip iron helmet"},
		{"craft iron boots and wear them", "iron_ingot=9 crafting_table=1", "Place crafting table, Craft 1 iron boots, Equip iron boots"},
		{"craft 2 iron swords and equip an iron sword", "iron_ingot=9 stick=2 crafting_table=1", "Place crafting table, Craft 2 iron swords, Equip iron sword"},
		{"cook 2 beef and drop all the beef", "beef=5 furnace=1 coal=3", "Place furnace, Smelt 2 beef, Drop 2 cooked beef, Drop 3 beef"},
		{"cook 2 beef and drop all the beef", "beef=2 cooked_beef=3 furnace=1 coal=3", "Place furnace, Smelt 2 beef, Drop 5 cooked beef"},
		{"cook 2 beef and drop the beef", "beef=5 furnace=1 coal=3", "Place furnace, Smelt 2 beef, Drop 2 cooked beef"},
		{"make a chest and put all the dirt in a chest", "oak_planks=8 crafting_table=1 dirt=3", "Place crafting table, Craft 1 chest, Place chest"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
		})
	}
	// The second round knows what the first has done.
	state := holding("")
	did := []game.Attempt{{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Drop, Item: "diamond_sword", Quantity: 1}}, Verdict: game.Confirmed}}
	p := plan(t, game.Request{Goal: "craft a diamond sword and drop the sword", Body: v2Body("1.21.5"), State: state, History: did, Round: 2, Baseline: game.Baseline{Inventory: map[string]int{"diamond": 2}}})
	if got := described(p); !slices.Equal(got, []string{}) {
		t.Errorf("after the sword was dropped: %v", got)
	}
}

// What is fetched is fetched whole, also when a part of it is given away.
func TestAPartOfWhatIsFetchedIsTakenAway(t *testing.T) {
	for goal, want := range map[string]string{
		"get 5 logs then drop 3 of them": "Mine 5 oak logs, Drop 3 oak logs",
		"get 3 sand and place 2 of them": "Mine 3 sand, Go to 0 64 0, Place sand, Place sand",
		"get 5 logs and drop them":       "Mine 5 oak logs, Drop 5 oak logs",
	} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")})
		if got := strings.Join(described(p), ", "); got != want {
			t.Errorf("%q: planned %s, want %s", goal, got, want)
		}
	}
}

// What only people set is broken where it stands, and what was built is no stone of
// the hills.
func TestBreakingWhatPeopleSet(t *testing.T) {
	p := plan(t, game.Request{Goal: "place a chest and then break it", Body: v2Body("1.21.5"), State: holding("chest=1")})
	if got := strings.Join(described(p), ", "); got != "Place chest, Mine 1 chest" {
		t.Errorf("planned %s", got)
	}
	var unread *game.UnreadableError
	req := game.Request{Goal: "build a 3x3 wall of cobblestone and then dig it up again", Body: v2Body("1.21.5"), State: holding("cobblestone=9")}
	if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req); !errors.As(err, &unread) {
		t.Errorf("the wall is dug up: %v", err)
	}
}
