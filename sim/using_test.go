// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
)

// What using an item on a block or mob gives, as the table of the version says.
func TestUsingItemsOnThings(t *testing.T) {
	use := func(item, target string) game.Action { return game.Action{Kind: game.Use, Item: item, Target: target} }
	for _, c := range []struct {
		name    string
		holds   map[string]int
		actions []game.Action
		item    string
		count   int
	}{
		{"a log is stripped where it stands", map[string]int{"iron_axe": 1}, []game.Action{use("iron_axe", "oak_log"), {Kind: game.Mine, Target: "stripped_oak_log", Quantity: 1}}, "stripped_oak_log", 1},
		{"wood is set down and stripped", map[string]int{"iron_axe": 1, "oak_wood": 1}, []game.Action{{Kind: game.Place, Block: "oak_wood"}, use("iron_axe", "oak_wood"), {Kind: game.Mine, Target: "stripped_oak_wood", Quantity: 1}}, "stripped_oak_wood", 1},
		{"powder hardens in water", map[string]int{"iron_pickaxe": 1, "red_concrete_powder": 1}, []game.Action{use("red_concrete_powder", "water"), {Kind: game.Mine, Target: "red_concrete", Quantity: 1}}, "red_concrete", 1},
		{"a pumpkin is carved", map[string]int{"shears": 1}, []game.Action{use("shears", "pumpkin"), {Kind: game.Mine, Target: "carved_pumpkin", Quantity: 1}}, "carved_pumpkin", 1},
		{"a nest gives honey", map[string]int{"glass_bottle": 2}, []game.Action{use("glass_bottle", "bee_nest"), use("glass_bottle", "bee_nest")}, "honey_bottle", 2},
		{"a fish goes into the bucket", map[string]int{"water_bucket": 1}, []game.Action{use("water_bucket", "cod")}, "cod_bucket", 1},
		{"a bucket of water", map[string]int{"bucket": 1}, []game.Action{use("bucket", "water")}, "water_bucket", 1},
		{"a village has wheat", nil, []game.Action{{Kind: game.Mine, Target: "wheat", Quantity: 3}}, "wheat", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, Config{Inventory: c.holds})
			for _, a := range c.actions {
				if _, err := w.Do(context.Background(), a, nil); err != nil {
					t.Fatalf("%s: %v", a.Describe(), err)
				}
			}
			state := w.State()
			if n := state.Count(c.item); n < c.count {
				t.Errorf("ends with %d of %d %s", n, c.count, c.item)
			}
		})
	}
	w := newWorld(t, Config{})
	_, err := w.Do(context.Background(), use("iron_axe", "oak_log"), nil)
	var f *game.Failure
	if !errors.As(err, &f) || f.Code != game.CodeMissingItem {
		t.Errorf("an axe that is not held: %v", err)
	}
}

// What is asked to stand in a way is used only where it does not, and the result shows how it stands.
func TestADoorIsLeftAsItIsAskedToBe(t *testing.T) {
	for _, c := range []struct{ block, first, other, shows, moved string }{
		{"oak_door", "open", "closed", "oak_door[open=false]", "oak_door[open=true]"},
		{"spruce_trapdoor", "open", "closed", "spruce_trapdoor[open=false]", "spruce_trapdoor[open=true]"},
		{"birch_fence_gate", "open", "closed", "birch_fence_gate[open=false]", "birch_fence_gate[open=true]"},
		{"lever", "on", "off", "lever[powered=false]", "lever[powered=true]"},
	} {
		w := newWorld(t, Config{Inventory: map[string]int{c.block: 1}})
		if _, err := w.Do(context.Background(), game.Action{Kind: game.Place, Block: c.block}, nil); err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			as, stands string
			already    bool
		}{{c.other, c.shows, true}, {c.first, c.moved, false}, {c.first, c.moved, true}, {c.other, c.shows, false}, {"", c.moved, false}} {
			r, err := w.Do(context.Background(), game.Action{Kind: game.Interact, Target: c.block, As: step.as}, nil)
			if err != nil || r.Stands != step.stands || r.Already != step.already {
				t.Errorf("%s asked to be %q: %+v, %v", c.block, step.as, r, err)
			}
		}
	}
	w := newWorld(t, Config{Inventory: map[string]int{"iron_door": 1}})
	for _, a := range []game.Action{{Kind: game.Place, Block: "iron_door"}, {Kind: game.Interact, Target: "iron_door", As: "closed"}} {
		if _, err := w.Do(context.Background(), a, nil); err != nil {
			t.Error(err)
		}
	}
	var f *game.Failure
	if _, err := w.Do(context.Background(), game.Action{Kind: game.Interact, Target: "iron_door", As: "open"}, nil); !errors.As(err, &f) || f.Code != game.CodeDenied {
		t.Errorf("an iron door is opened by hand: %v", err)
	}
}

// The progress of a build counts what it places, not what stood before the task nor what is only to be free.
func TestProgressCountsWhatIsPlaced(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"cobblestone": 9}})
	at := w.Facts().Position.Block()
	edit := func(dx, dy int, block string, stood bool) game.Edit {
		return game.Edit{X: at.X + 2 + dx, Y: at.Y + dy, Z: at.Z, Block: block, Stood: stood}
	}
	var told []string
	progress := func(message string, share float64) { told = append(told, fmt.Sprintf("%s %.2f", message, share)) }
	edits := []game.Edit{edit(0, 0, "cobblestone", false), edit(0, 1, "cobblestone", true), edit(1, 0, "air", false), edit(2, 0, "cobblestone", false)}
	if _, err := w.Do(context.Background(), game.Action{Kind: game.Build, Edits: edits}, progress); err != nil {
		t.Fatal(err)
	}
	if want := []string{"placed 1 of 2 0.50", "placed 1 of 2 0.50", "placed 1 of 2 0.50", "placed 2 of 2 1.00"}; !slices.Equal(told, want) {
		t.Errorf("it tells %q, want %q", told, want)
	}
}
