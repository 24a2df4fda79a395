// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// changing are goals that change a world, each with what is held when it begins.
var changing = []struct {
	goal string
	held map[string]int
}{
	{"get 3 oak logs", nil},
	{"get a wooden pickaxe", nil},
	{"get 8 cobblestone", nil},
	{"get a furnace", nil},
	{"get a stone axe", nil},
	{"get 5 dirt", nil},
	{"get 3 torches", nil},
	{"get a chest", nil},
	{"get 4 sand", nil},
	{"get an iron ingot", nil},
	{"get 2 coal", map[string]int{"wooden_pickaxe": 1}},
	{"get 4 iron ore", map[string]int{"stone_pickaxe": 2, "bread": 5}},
	{"get a diamond", map[string]int{"iron_pickaxe": 2, "bread": 8}},
	{"get 12 stone", map[string]int{"wooden_pickaxe": 2}},
	{"place a torch", map[string]int{"torch": 3}},
	{"place a crafting table", map[string]int{"crafting_table": 1}},
	{"build a wall 3 wide and 2 high of cobblestone", map[string]int{"cobblestone": 20}},
	{"build a pillar of dirt 4 high", map[string]int{"dirt": 16}},
	{"build a platform 3 by 3 of oak planks", map[string]int{"oak_planks": 20}},
	{"till 3 dirt", map[string]int{"iron_hoe": 1}},
	{"get 3 wheat", map[string]int{"iron_hoe": 1, "wheat_seeds": 8}},
	{"get a bucket of water", map[string]int{"bucket": 1}},
	{"get 6 gravel", map[string]int{"wooden_shovel": 2}},
	{"get 1 obsidian", map[string]int{"diamond_pickaxe": 1, "water_bucket": 1, "bread": 8}},
	{"get 10 oak planks and a ladder", nil},
	{"build a hut of cobblestone with a bed, a chest and windows and a fence around it", furnishedHeld},
	{"build an 11x11 castle of cobblestone", map[string]int{"cobblestone": 420, "torch": 8, "oak_fence_gate": 1, "wooden_pickaxe": 3}},
}

// reading is a backend that reads goals by itself, with a client that hears everything.
func reading(t *testing.T) (*Backend, *client.Client) {
	t.Helper()
	cfg, err := settings.Parse(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	b := running(t, BackendConfig{DataDir: filepath.Join(t.TempDir(), "data"), Config: cfg, Planner: p, Reader: p.Reader(), Listener: p.Listener()})
	c := b.Connect()
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	return b, c
}

// embedded is an embedded world with its body at a backend, until ctx ends.
func embedded(ctx context.Context, t *testing.T, b *Backend, running *sync.WaitGroup, id string, with sim.Config, faults fault.Plan) *sim.World {
	t.Helper()
	with.Made, with.Speed = id, sim.Unlimited
	w, err := sim.New(with)
	if err != nil {
		t.Fatal(err)
	}
	player := body.New(w, body.Config{URL: b.URL(), InstanceID: id, Faults: faults})
	running.Go(func() {
		if err := player.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", id, err)
		}
	})
	until(t, id+" to be there", func() bool { v, ok := b.Bridge.Session(id); return ok && v.Snapshot().Seq > 0 && v.Info().Surveys })
	return w
}

// given gives a body a goal as soon as it takes goals.
func given(ctx context.Context, t *testing.T, c *client.Client, id, goal string) string {
	t.Helper()
	var q view.Queued
	var err error
	until(t, id+" to take goals", func() bool {
		q, err = c.SendPrompt(ctx, view.Prompt{Prompt: goal, OfBody: view.OfBody{Instance: id}})
		return code(err) != view.CodeNoBody
	})
	if err != nil {
		t.Fatalf("%s: %v", goal, err)
	}
	return q.TaskID
}

// differ are cells that differ, as the ledger has them.
func differ(t *testing.T, b *Backend, task string) map[game.Pos][2]string {
	t.Helper()
	l, err := b.journal.Ledger(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	list := map[game.Pos][2]string{}
	for _, c := range l.Cells() {
		list[c.At] = [2]string{c.From, c.To}
	}
	return list
}

// inWorld are the same as the world itself has them.
func inWorld(w *sim.World) map[game.Pos][2]string {
	list := map[game.Pos][2]string{}
	for _, c := range w.Altered() {
		list[c.At()] = [2]string{c.From, c.To}
	}
	return list
}

// endedAndShown waits until a task has ended and what it changed was surveyed, in whatever order
// that is told.
func endedAndShown(t *testing.T, c *client.Client, what, task string) (over *view.Task, changed *view.Changes) {
	t.Helper()
	next(t, c, what+" to end and its changes to be shown", func(e view.Event) bool {
		switch {
		case e.TaskID != task:
		case e.Task != nil && e.Task.State.Ended():
			over = e.Task
		case e.Changes != nil && e.Changes.Shown+e.Changes.Others+e.Changes.Back == e.Changes.Cells:
			changed = e.Changes
		}
		return over != nil && (changed != nil || over.Sent == 0)
	})
	return over, changed
}

// TestTheLedgerIsWhatChanged: of goals in embedded worlds the ledger equals the world's
// own account of what differs, and what Put back does adds up.
func TestTheLedgerIsWhatChanged(t *testing.T) {
	runs := 2 * len(changing)
	if testing.Short() || raced.On {
		runs = 5
	}
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	changed, equal, addsUp, undone := 0, 0, 0, 0
	for n := range runs {
		one := changing[n%len(changing)]
		leave, left := context.WithCancel(ctx)
		id := "w" + strconv.Itoa(n+1)
		w := embedded(leave, t, b, &running, id, sim.Config{Seed: int64(n + 1), Inventory: one.held}, fault.Plan{})
		task := given(ctx, t, c, id, one.goal)
		over, told := endedAndShown(t, c, one.goal, task)
		if over.Sent == 0 {
			t.Errorf("%s: nothing was done: %s", one.goal, over.Reason)
			left()
			continue
		}
		changed++
		before := differ(t, b, task)
		if diff := cmp.Diff(inWorld(w), before); diff != "" || told.Others > 0 || !told.Told || told.Incomplete {
			t.Errorf("%s: %+v; the world and the ledger differ (- world, + ledger):\n%s", one.goal, told, diff)
		} else {
			equal++
		}
		back, err := c.PutBack(ctx, view.OfTask{TaskID: task})
		if code(err) == view.CodeImpossible {
			if told.Left > 0 || told.Cells > 0 && !strings.Contains(err.Error(), strconv.Itoa(told.Cells)+" that could not be put back") {
				t.Errorf("%s: %v, and %d places are left of %d", one.goal, err, told.Left, told.Cells)
			}
			addsUp++
			left()
			continue
		}
		if err != nil {
			t.Fatalf("%s: put back: %v", one.goal, err)
		}
		words := putBackTold(t, c, one.goal, back.TaskID)
		undone++
		rec, err := c.GetTask(ctx, view.OfTask{TaskID: back.TaskID})
		if err != nil {
			t.Fatal(err)
		}
		left()
		if fault := accounted(before, inWorld(w), rec.Changes); fault != "" {
			t.Errorf("%s: %s: %s, %+v", one.goal, words, fault, rec.Changes)
			continue
		}
		addsUp++
	}
	t.Logf("%d goals changed a world: the ledger is equal in %d; put back adds up in %d, of which %d did something", changed, equal, addsUp, undone)
}

// putBackTold waits until a Put back has ended, and is what is said of it then.
func putBackTold(t *testing.T, c *client.Client, goal, task string) (words string) {
	t.Helper()
	ended := false
	next(t, c, "putting back "+goal+" to be told", func(e view.Event) bool {
		switch {
		case e.TaskID == task && e.Task != nil && e.Task.State.Ended():
			ended = true
		case e.Kind == view.EventNotice && strings.HasPrefix(e.Notice.Message, "Of the places that were changed"):
			words = e.Notice.Message
		}
		return ended && words != ""
	})
	return words
}

// TestPutBackByHand: a wall of stone goes without a pickaxe too, and what that cost is said.
func TestPutBackByHand(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	w := embedded(ctx, t, b, &running, "w1", sim.Config{Seed: 1, Inventory: map[string]int{"cobblestone": 2}}, fault.Plan{})
	const goal = "build a wall 2 wide and 1 high of cobblestone"
	task := given(ctx, t, c, "w1", goal)
	endedAndShown(t, c, goal, task)
	back, err := c.PutBack(ctx, view.OfTask{TaskID: task})
	if err != nil {
		t.Fatal(err)
	}
	words := putBackTold(t, c, goal, back.TaskID)
	if want := "Of the places that were changed: 2 as before. No tool for it was held, so 2 cobblestone broke by hand and left nothing."; words != want || len(inWorld(w)) > 0 {
		t.Errorf("%q, and the world differs in %v", words, inWorld(w))
	}
	rec, err := c.GetTask(ctx, view.OfTask{TaskID: back.TaskID})
	if err != nil || rec.Task.Reason != "Done: 2 places dug free." {
		t.Errorf("it ends with %q: %v", rec.Task.Reason, err)
	}
}

// TestWhatIsNotPutBackIsSaidAtTheEnd: grass that was cleared can be placed by nobody.
func TestWhatIsNotPutBackIsSaidAtTheEnd(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	with := sim.Config{Seed: 1, Inventory: map[string]int{"cobblestone": 2}, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{
		{X: 2, Y: 64, Z: 9}: "oak_leaves", {X: 3, Y: 64, Z: 9}: "oak_leaves", {X: 3, Y: 64, Z: 8}: "oak_log",
	}}
	embedded(ctx, t, b, &running, "w1", with, fault.Plan{})
	const goal = "clear a 3x3 area"
	task := given(ctx, t, c, "w1", goal)
	endedAndShown(t, c, goal, task)
	back, err := c.PutBack(ctx, view.OfTask{TaskID: task})
	if err != nil {
		t.Fatal(err)
	}
	putBackTold(t, c, goal, back.TaskID)
	rec, err := c.GetTask(ctx, view.OfTask{TaskID: back.TaskID})
	if want := "2 places were not put back: 2 oak leaves."; err != nil || !strings.HasSuffix(rec.Task.Reason, want) {
		t.Errorf("it ends with %q: %v", rec.Task.Reason, err)
	}
}

// TestWhatWasBuiltOnGrassGoes: the wall goes though nobody holds the grass that stood there.
func TestWhatWasBuiltOnGrassGoes(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	with := sim.Config{Seed: 1, Inventory: map[string]int{"oak_planks": 2}, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{}}
	for x := -6; x <= 10; x++ {
		for z := range 17 {
			with.Blocks[game.Pos{X: x, Y: 64, Z: z}] = "short_grass"
		}
	}
	w := embedded(ctx, t, b, &running, "w1", with, fault.Plan{})
	const goal = "build a wall 2 wide and 1 high of oak planks"
	task := given(ctx, t, c, "w1", goal)
	endedAndShown(t, c, goal, task)
	back, err := c.PutBack(ctx, view.OfTask{TaskID: task})
	if err != nil {
		t.Fatal(err)
	}
	putBackTold(t, c, goal, back.TaskID)
	for at, change := range inWorld(w) {
		if change != [2]string{"short_grass", "air"} {
			t.Errorf("at %v it is %v", at, change)
		}
	}
	rec, err := c.GetTask(ctx, view.OfTask{TaskID: back.TaskID})
	if err != nil || !strings.Contains(rec.Task.Reason, "2 oak planks mined") || !strings.HasSuffix(rec.Task.Reason, " short grass.") {
		t.Errorf("it ends with %q: %v", rec.Task.Reason, err)
	}
}

// accounted says what is wrong with the outcome of a Put back, by what differed before it
// and what differs in the world after it.
func accounted(before, after map[game.Pos][2]string, c *view.Changes) string {
	same, other, sum := 0, 0, 0
	for at, was := range before {
		switch now, differs := after[at]; {
		case !differs:
			same++
		case now != was && now[1] != game.Air:
			other++
		}
	}
	for _, n := range c.Outcome {
		sum += n
	}
	switch {
	case sum != len(before):
		return "it counts " + strconv.Itoa(sum) + " places of " + strconv.Itoa(len(before))
	case c.Outcome["restored"] != same:
		return strconv.Itoa(same) + " are as before"
	case c.Outcome["refilled"] != other:
		return strconv.Itoa(other) + " are filled with something else"
	}
	return ""
}

// TestPutBackIsRefusedWithItsReason.
func TestPutBackIsRefusedWithItsReason(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	for task, want := range map[string]view.Code{"": view.CodeInvalid, "none": view.CodeNoTask} {
		if _, err := c.PutBack(t.Context(), view.OfTask{TaskID: task}); code(err) != want {
			t.Errorf("put back of %q: %v", task, err)
		}
	}
	for counts, want := range map[string]string{
		"":        "Nothing was different.",
		"missing": "Of the places that were changed: 2 that could not be put back.",
	} {
		if got := messages.InEnglish(sayOutcome(map[string]int{counts: 2})); got != want {
			t.Errorf("%q is said as %q", counts, got)
		}
	}
}
