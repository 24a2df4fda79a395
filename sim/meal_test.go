// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"testing"

	"github.com/minehand/minehand/game"
)

// TestAHungryPlayerEats: before an action that takes nothing from the inventory,
// what fills most without waste and does no harm, until health can come back.
func TestAHungryPlayerEats(t *testing.T) {
	for _, c := range []struct {
		name   string
		hunger float64
		held   map[string]int
		do     game.Action
		left   map[string]int
	}{
		{"bread", 6, map[string]int{"bread": 5}, game.Action{Kind: game.Wait, Seconds: 1}, map[string]int{"bread": 2}},
		{"the richest without waste", 5, map[string]int{"cooked_beef": 1, "apple": 8}, game.Action{Kind: game.Wait, Seconds: 1}, map[string]int{"cooked_beef": 0, "apple": 6}},
		{"not hungry enough", 7, map[string]int{"bread": 5}, game.Action{Kind: game.Wait, Seconds: 1}, map[string]int{"bread": 5}},
		{"nothing fit", 3, map[string]int{"rotten_flesh": 4, "golden_apple": 1}, game.Action{Kind: game.Wait, Seconds: 1}, map[string]int{"rotten_flesh": 4, "golden_apple": 1}},
		{"what the action takes is not eaten before it", 6, map[string]int{"bread": 5}, game.Action{Kind: game.Drop, Item: "bread", Quantity: 5}, map[string]int{"bread": 0}},
		{"what the action is to bring is not eaten before it", 6, map[string]int{"beef": 2, "diamond_sword": 1}, game.Action{Kind: game.Attack, Target: "cow", Quantity: 1}, map[string]int{"beef": 4}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, err := New(Config{Speed: Unlimited, Inventory: c.held, Hunger: c.hunger})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Do(context.Background(), c.do, nil); err != nil {
				t.Fatal(err)
			}
			state := w.State()
			for item, n := range c.left {
				if got := state.Count(item); got != n {
					t.Errorf("%d %s left of %d, want %d; hunger %g", got, item, c.held[item], n, *state.Hunger)
				}
			}
		})
	}
}
