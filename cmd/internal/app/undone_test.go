// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/view"
)

// rough is ground with steps of a block, and trees.
func rough() map[game.Pos]string {
	blocks := map[game.Pos]string{}
	for x := -20; x < 30; x++ {
		for z := -14; z < 36; z++ {
			if (x+40)/5%3 == 1 && (z+40)/4%3 == 1 {
				blocks[game.Pos{X: x, Y: 64, Z: z}] = "dirt"
			}
			if x%11 == 5 && z%9 == 3 {
				for y := 64; y < 68; y++ {
					blocks[game.Pos{X: x, Y: y, Z: z}] = "oak_log"
				}
				blocks[game.Pos{X: x, Y: 68, Z: z}] = "oak_leaves"
			}
		}
	}
	return blocks
}

// leaves is what is put back of what cannot be placed as it was. A pond that was built over whole has no
// water left that could flow back.
var leaves = map[string]string{
	"stone": "cobblestone", "grass_block": "dirt", "short_grass": "air", "oak_leaves": "air", "beetroots": "air", "wheat": "air", "carrots": "air", "water": "air",
}

// TestWhatWasBuiltIsUndone: on rough ground with trees the world is, block by block, as it was
// before, but for what nobody can place.
func TestWhatWasBuiltIsUndone(t *testing.T) {
	held := map[string]int{
		"cobblestone": 700, "dirt": 64, "torch": 30, "oak_fence": 70, "oak_fence_gate": 2, "oak_door": 2, "glass": 40, "white_bed": 2,
		"chest": 2, "diamond_pickaxe": 1, "diamond_axe": 1, "diamond_shovel": 1, "wheat_seeds": 30, "iron_hoe": 1, "water_bucket": 1,
		"crafting_table": 1, "furnace": 1, "ladder": 8,
	}
	b, c := reading(t)
	for i, goal := range []string{
		"build a 12 long, 5 wide bridge of cobblestone with a railing",
		"dig a 8 long, 3 wide, 3 high tunnel",
		"build a tower of cobblestone 12 high",
		"build a castle of cobblestone",
		"build a house of cobblestone with windows, two beds, a chest and a furnace and a fence around it",
		"build a 9x9 house of cobblestone with two floors, windows and a bed",
		"build a 5x5 hut of cobblestone",
		"make a 5x5 wheat field",
		"dig a 6 long staircase down",
		"dig a 4x4 hole 3 deep",
		"clear a 9x9 area",
		"build a 9x9 pen",
		"build a 9x9 platform of cobblestone",
		"light up 12 blocks around",
		"build a tower of dirt",
	} {
		if raced.On && i%4 > 0 {
			continue
		}
		t.Run(strings.ReplaceAll(goal, " ", "-"), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var running sync.WaitGroup
			defer running.Wait()
			defer cancel()
			with := sim.Config{Seed: int64(i + 3), Inventory: held, At: &game.Pos{X: 2, Z: 8}, Blocks: rough()}
			if strings.Contains(goal, "tunnel") {
				for at := range (game.Box{From: game.Cell{X: 3, Y: 64, Z: 0}, To: game.Cell{X: 12, Y: 68, Z: 16}}).Size() {
					with.Blocks[(game.Box{From: game.Cell{X: 3, Y: 64, Z: 0}, To: game.Cell{X: 12, Y: 68, Z: 16}}).Cell(at).In("")] = "stone"
				}
			}
			id := "undone" + string(rune('a'+i))
			w := embedded(ctx, t, b, &running, id, with, fault.Plan{})
			task := given(ctx, t, c, id, goal)
			var over *view.Task
			next(t, c, goal+" to end", func(e view.Event) bool {
				if over = e.Task; e.TaskID == task && over != nil && over.State.Ended() {
					return true
				}
				return false
			})
			if over.State != view.TaskComplete {
				t.Fatalf("%s: %s", over.State, over.Reason)
			}
			made := len(w.Altered())
			back, err := c.PutBack(ctx, view.OfTask{TaskID: task}) // at once: not all of it may be told yet
			if err != nil {
				t.Fatal(err)
			}
			words := putBackTold(t, c, goal, back.TaskID)
			for _, change := range w.Altered() {
				if leaves[game.BlockName(change.From)] != change.To {
					t.Errorf("%s: at %v it is %s, not %s (%s)", words, change.At(), change.To, change.From, change.Why)
				}
			}
			t.Logf("%d of %d cells are as before: %s", made-len(w.Altered()), made, words)
		})
	}
}

// TestWhatIsBuiltOnIsUndoneLast: what lies under later work is put back once that is.
func TestWhatIsBuiltOnIsUndoneLast(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	w := embedded(ctx, t, b, &running, "w1", sim.Config{Inventory: map[string]int{"cobblestone": 30, "iron_shovel": 1}, At: &game.Pos{X: 2, Z: 8}}, fault.Plan{})
	hole, floor := "dig a 3x3 hole 3 deep at 6 64 12", "build a 5x5 platform of cobblestone at 5 64 11"
	first := given(ctx, t, c, "w1", hole)
	endedAndShown(t, c, hole, first)
	second := given(ctx, t, c, "w1", floor)
	if over, _ := endedAndShown(t, c, floor, second); over.State != view.TaskComplete {
		t.Fatal(over.Reason)
	}
	_, err := c.PutBack(ctx, view.OfTask{TaskID: first})
	if code(err) != view.CodeImpossible || !strings.Contains(err.Error(), `undo "`+floor+`" first`) {
		t.Fatalf("the hole under the floor: %v", err)
	}
	for _, task := range []string{second, first} {
		back, err := c.PutBack(ctx, view.OfTask{TaskID: task})
		if err != nil {
			t.Fatal(err)
		}
		putBackTold(t, c, task, back.TaskID)
	}
	for _, change := range w.Altered() {
		if leaves[change.From] != change.To {
			t.Errorf("at %v it is %s, not %s", change.At(), change.To, change.From)
		}
	}
}
