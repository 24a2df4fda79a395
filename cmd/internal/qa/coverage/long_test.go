// SPDX-License-Identifier: MIT

package coverage

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// TestLongWorkDoesNotStarve: a body that begins hungry, and works for hours in the
// game, gets food on the way and eats it: it never starves, and the goal is met.
func TestLongWorkDoesNotStarve(t *testing.T) {
	for _, item := range raced.Every(3, []game.Stack{
		{Item: "gold_block", Count: 64}, {Item: "iron_block", Count: 100}, {Item: "iron_block", Count: 164},
	}) {
		goal := "get " + game.Counted(item.Count, item.Item)
		t.Run(goal, func(t *testing.T) {
			t.Parallel()
			w, err := sim.New(sim.Config{Version: data.DefaultVersion, Seed: 1, Speed: sim.Unlimited, Hunger: 8})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := play(planner.NewBuiltin(planner.Config{}), w, goal); err != nil {
				t.Error(err)
			}
			state := w.State()
			if have := state.Count(item.Item); have < item.Count {
				t.Errorf("%d %s are held, not %d", have, item.Item, item.Count)
			}
			if *state.Hunger == 0 {
				t.Error("it ends starving")
			}
			for _, e := range w.TakeEvents() {
				if e.Data["cause"] == "starvation" {
					t.Fatalf("it starves: %v", e)
				}
			}
		})
	}
}
