// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
)

func travelTo(dimension string) game.Action {
	return game.Action{Kind: game.Travel, Target: dimension}
}

// There and back: the portal takes ten blocks of obsidian, wears the lighter and stands
// from then on, on either side.
func TestPortalThereAndBack(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"obsidian": 22, "flint_and_steel": 1, "iron_pickaxe": 1}})
	act := func(a game.Action) {
		t.Helper()
		if _, err := w.Do(t.Context(), a, nil); err != nil {
			t.Fatal(err)
		}
	}
	act(travelTo(nether))
	changes := w.TakeChanges()
	built := 0
	for _, c := range changes {
		if c.To == "obsidian" && c.Dimension == overworld {
			built++
		}
	}
	if built != 10 || slices.ContainsFunc(changes, func(c game.Change) bool { return c.Dimension == nether }) {
		t.Errorf("building the portal changed %+v", changes)
	}
	act(game.Action{Kind: game.Mine, Target: "nether_quartz_ore", Quantity: 2})
	f := w.Facts()
	if f.Dimension != nether || f.Inventory["quartz"] != 2 || f.Inventory["obsidian"] != 12 {
		t.Fatalf("after the Nether: %+v", f)
	}
	for range 2 {
		act(travelTo(overworld))
		if s := w.State(); !slices.ContainsFunc(s.Nearby.Blocks, func(b game.Sight) bool { return b.Name == "nether_portal" }) {
			t.Errorf("before the portal it sees %+v", s.Nearby.Blocks)
		}
		act(game.Action{Kind: game.Mine, Target: "oak_log"})
		act(travelTo(nether))
	}
	f = w.Facts()
	left := 0
	for _, s := range w.State().Inventory {
		if s.Item == "flint_and_steel" {
			left = *s.Durability
		}
	}
	if f.Dimension != nether || f.Inventory["obsidian"] != 12 || f.Inventory["oak_log"] != 2 || left != 63 {
		t.Errorf("after three trips %d uses of the lighter are left: %+v", left, f)
	}
}

func TestWaysToOtherDimensions(t *testing.T) {
	for name, c := range map[string]struct {
		held map[string]int
		act  []game.Action
		code game.Code
		ends string
	}{
		"too little obsidian":        {map[string]int{"obsidian": 9, "flint_and_steel": 1}, []game.Action{travelTo(nether)}, game.CodeMissingItem, overworld},
		"nothing to light it":        {map[string]int{"obsidian": 10}, []game.Action{travelTo(nether)}, game.CodeMissingItem, overworld},
		"no eyes":                    {map[string]int{"ender_eye": 11}, []game.Action{travelTo(end)}, game.CodeMissingItem, overworld},
		"the End":                    {map[string]int{"ender_eye": 12}, []game.Action{travelTo(end)}, "", end},
		"the End and back":           {map[string]int{"ender_eye": 12}, []game.Action{travelTo(end), travelTo(overworld)}, "", overworld},
		"where it is":                {nil, []game.Action{travelTo(overworld)}, "", overworld},
		"from the End to the Nether": {map[string]int{"ender_eye": 12}, []game.Action{travelTo(end), travelTo(nether)}, game.CodeUnreachable, end},
		"what lies there":            {map[string]int{"obsidian": 10, "flint_and_steel": 1, "iron_pickaxe": 1}, []game.Action{{Kind: game.Mine, Target: "netherrack"}}, game.CodeNotFound, overworld},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Inventory: c.held})
			var err error
			for i, a := range c.act {
				if _, err = w.Do(t.Context(), a, nil); err != nil && i < len(c.act)-1 {
					t.Fatal(err)
				}
			}
			var f *game.Failure
			if errors.As(err, &f); (f == nil) != (c.code == "") || f != nil && f.Code != c.code {
				t.Errorf("it ended with %v, want %q", err, c.code)
			}
			if got := w.Facts().Dimension; got != c.ends {
				t.Errorf("it ends in %s, want %s", got, c.ends)
			}
		})
	}
}

// No portal is built in a protected place.
func TestPortalOutsideProtectedPlaces(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"obsidian": 10, "flint_and_steel": 1}})
	at := w.State().Position.Block()
	zone := game.Zone{Name: "garden", X: at.X, Y: at.Y, Z: at.Z, Dimension: overworld, Radius: 12}
	if _, err := w.DoKeeping(t.Context(), travelTo(nether), Bounds{Zones: []game.Zone{zone}}, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range w.TakeChanges() {
		if p := (game.Pos{X: c.X, Y: c.Y, Z: c.Z, Dimension: c.Dimension}); zone.Holds(p) {
			t.Errorf("%s at %s lies in the garden", c.To, p)
		}
	}
}
