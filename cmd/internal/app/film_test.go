// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"maps"
	"sync"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/view"
)

// aSlope rises by a block every nine blocks to the east, from the ground on.
func aSlope() map[game.Pos]string {
	blocks := map[game.Pos]string{}
	for x := -16; x < 40; x++ {
		for z := -16; z < 32; z++ {
			for y := range max(0, x) / 9 {
				blocks[game.Pos{X: x, Y: 64 + y, Z: z}] = "dirt"
			}
		}
	}
	return blocks
}

// TestAFilmShowsWhatHappens: a hut on a slope is built in the film as it is then built, cell for
// cell, and nothing in the player's world has changed before.
func TestAFilmShowsWhatHappens(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	w := embedded(ctx, t, b, &running, "slope", sim.Config{
		Seed: 9, At: &game.Pos{X: 13, Y: 65, Z: 8}, Blocks: aSlope(),
		Inventory: map[string]int{"cobblestone": 80, "oak_door": 1, "torch": 1},
	}, fault.Plan{})
	yes := true
	until(t, "the player", func() bool { _, err := c.GetState(ctx, view.OfBody{Instance: "slope"}); return err == nil })
	prompt := view.Prompt{Prompt: "build a 5x5 hut of cobblestone", Settings: view.PromptSettings{Approve: &yes}}
	prompt.Instance = "slope"
	q, err := c.SendPrompt(ctx, prompt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.PreviewTask(ctx, view.OfTask{TaskID: "none"}); code(err) != view.CodeNoTask {
		t.Errorf("a film of no task: %v", err)
	}
	state := func(want view.TaskState) *view.Task {
		return next(t, c, "the task's being "+string(want), func(e view.Event) bool { return e.Task != nil && e.TaskID == q.TaskID && e.Task.State == want }).Task
	}
	waits := state(view.TaskAwaiting)
	f, err := c.PreviewTask(ctx, view.OfTask{TaskID: q.TaskID})
	if err != nil || f.Fault != nil || f.Steps != f.Of || len(f.Frames) < 20 {
		t.Fatalf("the film has %d frames, %d of %d steps, and ends with %+v: %v", len(f.Frames), f.Steps, f.Of, f.Fault, err)
	}
	if made := w.Altered(); len(made) != 0 {
		t.Errorf("the film changed the player's world: %v", made)
	}
	shown := map[game.Cell]string{}
	for _, frame := range f.Frames {
		for _, ch := range frame.Changed {
			shown[game.Cell{X: ch[0], Y: ch[1], Z: ch[2]}] = f.Kinds[ch[3]]
		}
	}
	if err := c.AnswerPlan(ctx, view.Answer{TaskID: q.TaskID, Revision: waits.Revision, Approve: true}); err != nil {
		t.Fatal(err)
	}
	state(view.TaskComplete)
	done := map[game.Cell]string{}
	for _, ch := range w.Altered() {
		done[game.CellOf(ch.At())] = ch.To
	}
	if len(done) < 60 || !maps.Equal(shown, done) {
		t.Errorf("the film shows %d cells and %d were changed:\n%v\n%v", len(shown), len(done), shown, done)
	}
	did, err := c.GetTask(ctx, view.OfTask{TaskID: q.TaskID})
	if err != nil || !maps.Equal(did.Changes.Placed, f.Placed) || !maps.Equal(did.Changes.Dug, f.Dug) {
		t.Errorf("the film counts %v and %v, the ledger %+v: %v", f.Placed, f.Dug, did.Changes, err)
	}
	if _, err := c.PreviewTask(ctx, view.OfTask{TaskID: q.TaskID}); code(err) != view.CodeNothing {
		t.Errorf("a film of a task that is over: %v", err)
	}
}
