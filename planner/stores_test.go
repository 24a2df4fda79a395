// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// What goes into a new chest takes two rounds: the second knows where it stands,
// and what it holds already.
func TestStoresInANewChest(t *testing.T) {
	at := &game.Vec3{X: 3.5, Y: 64, Z: 5.5}
	placed := func(block string) game.Attempt {
		return game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Place, Block: block}}, Verdict: game.Confirmed,
			Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Position: at}}}
	}
	stored := func(item string, n int, f *game.Failure) game.Attempt {
		a := game.Attempt{Round: 2, Step: game.Step{Action: game.Action{Kind: game.Deposit, Item: item, Quantity: n, At: &game.Pos{X: 3, Y: 64, Z: 5}}},
			Verdict: game.Confirmed, Outcome: game.Outcome{End: game.EndReported, Failure: f}}
		if f != nil {
			a.Verdict = game.Failed
		}
		return a
	}
	full := &game.Failure{Code: game.CodeInventoryFull, Message: "the chest is full"}
	for _, c := range []struct {
		name, goal, inventory string
		history               []game.Attempt
		want                  []string
		next, refused         string
	}{
		{name: "the chest first", goal: "put 4 cakes in a chest", inventory: "cake=4 chest=1", want: []string{"Place chest"}, next: "fill the chest"},
		{name: "one for all", goal: "put 4 cakes and 3 dirt in a chest", inventory: "cake=4 chest=2 dirt=3", want: []string{"Place chest"}, next: "fill the chest"},
		{name: "then it is filled", goal: "put 4 cakes and 3 dirt in a chest", inventory: "cake=4 dirt=3", history: []game.Attempt{placed("chest")}, want: []string{"Deposit 4 cakes", "Deposit 3 dirt"}},
		{name: "what is in it is in it", goal: "put 4 cakes and 3 dirt in a chest", inventory: "dirt=3", history: []game.Attempt{placed("chest"), stored("cake", 4, nil)}, want: []string{"Deposit 3 dirt"}},
		{name: "all that is held", goal: "put all the dirt in a barrel", inventory: "dirt=70", history: []game.Attempt{placed("barrel")}, want: []string{"Deposit 70 dirt"}},
		{name: "another block is no chest", goal: "put all the dirt in a barrel", inventory: "dirt=70 barrel=1", history: []game.Attempt{placed("chest")}, want: []string{"Place barrel"}, next: "fill the barrel"},
		{name: "a full one is left", goal: "put all the dirt in a barrel", inventory: "dirt=70 barrel=1", history: []game.Attempt{placed("barrel"), stored("dirt", 64, full)}, want: []string{"Place barrel"}, next: "fill the barrel"},
		{name: "one of those that are made", goal: "craft 3 chests and put 4 dirt in one", inventory: "dirt=4 oak_planks=24 crafting_table=1", want: []string{"Place crafting table", "Craft 3 chests", "Place chest"}, next: "fill the chest"},
		{name: "the one that is placed first", goal: "place a chest, put 3 dirt in a chest", inventory: "dirt=3 chest=2", want: []string{"Place chest"}, next: "fill the chest"},
		{name: "that one is filled", goal: "place a chest, put 3 dirt in a chest", inventory: "dirt=3 chest=1", history: []game.Attempt{placed("chest")}, want: []string{"Deposit 3 dirt"}},
		{name: "another is placed", goal: "place a barrel, put 3 dirt in a chest", inventory: "dirt=3 chest=1 barrel=1", want: []string{"Place barrel", "Place chest"}, next: "fill the chest"},
		{name: "nothing to store", goal: "put all the dirt in a chest", inventory: "chest=1", refused: "The inventory holds no dirt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(),
				game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory), History: c.history})
			if c.refused != "" {
				if err == nil || err.Error() != c.refused {
					t.Fatalf("got %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := described(plan); !slices.Equal(got, c.want) || plan.Next != c.next {
				t.Errorf("got %q and then %q", got, plan.Next)
			}
		})
	}
}
