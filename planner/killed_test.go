// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// How much a mob leaves is known when it is dead: what is to be done with it waits
// for that, and is then about all of it.
func TestWhatTheKilledLeft(t *testing.T) {
	two := 2
	killed := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 2}}, Verdict: game.Confirmed,
		Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Killed: &two}}}
	place := game.Attempt{Round: 2, Step: game.Step{Action: game.Action{Kind: game.Place, Block: "chest"}}, Verdict: game.Confirmed,
		Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Position: &game.Vec3{X: 3.5, Y: 64, Z: 5.5}}}}
	for _, c := range []struct {
		name, goal, inventory string
		history               []game.Attempt
		want                  []string
		next                  string
	}{
		{name: "the kill first", goal: "kill 2 cows and cook the beef", inventory: "furnace=1 coal=3", want: []string{"Attack 2 cows"}, next: "smelt 2 beef"},
		{name: "then all that is held", goal: "kill 2 cows and cook the beef", inventory: "furnace=1 coal=3 beef=5", history: []game.Attempt{killed}, want: []string{"Place furnace", "Smelt 5 beef"}},
		{name: "by a pronoun", goal: "kill 2 cows and cook it", inventory: "furnace=1 coal=3 beef=5", history: []game.Attempt{killed}, want: []string{"Place furnace", "Smelt 5 beef"}},
		{name: "a number is one", goal: "kill 2 cows and cook 2 beef", inventory: "furnace=1 coal=3 beef=5", history: []game.Attempt{killed}, want: []string{"Place furnace", "Smelt 2 beef"}},
		{name: "stored", goal: "kill 2 cows and put the beef in a chest", inventory: "chest=1", want: []string{"Attack 2 cows"}, next: "deposit 2 beef in a chest"},
		{name: "all is stored", goal: "kill 2 cows and put the beef in a chest", inventory: "beef=5", history: []game.Attempt{killed, place}, want: []string{"Deposit 5 beef"}},
		{name: "cooked and stored", goal: "kill 2 cows, cook the beef and put it in a chest", inventory: "beef=5 furnace=1 coal=3", history: []game.Attempt{killed, place}, want: []string{"Place furnace", "Smelt 5 beef", "Deposit 5 cooked beef"}},
		{name: "dropped", goal: "kill 2 cows and drop the beef", inventory: "beef=4", history: []game.Attempt{killed}, want: []string{"Drop 4 beef"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(),
				game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory), History: c.history})
			if err != nil {
				t.Fatal(err)
			}
			if got := described(plan); !slices.Equal(got, c.want) || plan.Next != c.next {
				t.Errorf("got %q and then %q", got, plan.Next)
			}
		})
	}
}

// A vessel that the sentence makes is the one that is filled.
func TestFillsTheBucketItMade(t *testing.T) {
	for goal, want := range map[string][]string{
		"make a bucket then fill it with water":       {"Place crafting table", "Craft 1 bucket", "Use bucket on water"},
		"make a bucket and fill the bucket with lava": {"Place crafting table", "Craft 1 bucket", "Use bucket on lava"},
		"get a bucket and fill it with water":         {"Place crafting table", "Craft 1 bucket", "Use bucket on water"},
		"make 2 buckets and fill them with water":     {"Place crafting table", "Craft 2 buckets", "Use bucket on water", "Use bucket on water"},
		"make a bucket and get a bucket of water":     {"Place crafting table", "Craft 2 buckets", "Use bucket on water"},
	} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("iron_ingot=9 crafting_table=1")})
		if got := described(p); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", goal, got, want)
		}
	}
}
