// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// What every start needs lies within 64 blocks of the spawn, on every seed.
func TestSpawnIsLivable(t *testing.T) {
	for _, version := range data.Tables() {
		for seed := int64(1); seed <= 20; seed++ {
			w := newWorld(t, Config{Version: version, Seed: seed})
			for _, block := range []string{"oak_log", "stone", "water"} {
				f, ok := w.nearest(block)
				if !ok {
					t.Fatalf("%s, seed %d: no %s", version, seed, block)
				}
				if d := math.Hypot(float64(f.at.X-w.land.spawn.X), float64(f.at.Z-w.land.spawn.Z)); d > 64 {
					t.Errorf("%s, seed %d: %s is %.0f blocks away", version, seed, block, d)
				}
			}
		}
	}
}

// Every natural block of every version can be found in reach of a search, and
// ores lie where stone of their kind is.
func TestEveryNaturalBlockIsSomewhere(t *testing.T) {
	for _, version := range data.Tables() {
		w := newWorld(t, Config{Version: version})
		for _, b := range w.data.Blocks() {
			if !b.Natural || b.Hardness < 0 || fluid(b.Name) || b.Name == "air" {
				continue
			}
			w.player.dimension = cmp.Or(b.Dimension, overworld)
			f, ok := w.nearest(b.Name)
			if !ok {
				t.Errorf("%s: %s is nowhere", version, b.Name)
				continue
			}
			if got := w.blockAt(f.at); got != b.Name {
				t.Errorf("%s: at the place of %s stands %q", version, b.Name, got)
			}
			if strings.HasPrefix(b.Name, "deepslate_") && strings.HasSuffix(b.Name, "_ore") != (f.at.Y < 0) {
				t.Errorf("%s: %s lies at y %d", version, b.Name, f.at.Y)
			}
			if !w.standable(f.stand) {
				t.Errorf("%s: one cannot stand at %s for %s", version, f.stand, b.Name)
			}
		}
	}
}

// Around a stand all eight neighbours are free and solid ground, so that a table
// can be put down on any side.
func TestStandsHaveRoom(t *testing.T) {
	w := newWorld(t, Config{})
	for _, la := range w.land.layers[:2] {
		for i := -20; i < 20; i++ {
			for j := -20; j < 20; j++ {
				s := w.land.site(la, [2]int{i, j})
				if s == nil {
					continue
				}
				for dx := -1; dx <= 1; dx++ {
					for dz := -1; dz <= 1; dz++ {
						p := s.stand
						p.X, p.Z = p.X+dx, p.Z+dz
						if !w.standable(p) {
							t.Fatalf("beside the stand of %s at %s: %q", s.feature.block, p, w.blockAt(p))
						}
					}
				}
				for _, sp := range s.spots {
					if lotOf(sp.at.X, sp.at.Z) != [2]int{i, j} || w.land.block(sp.at) != sp.block {
						t.Fatalf("%s of %s is not in its lot", sp.at, sp.block)
					}
				}
			}
		}
	}
}

func TestVersionsDiffer(t *testing.T) {
	old, new := newWorld(t, Config{Version: "1.16.5"}), newWorld(t, Config{Version: "1.21.5"})
	deep := game.Pos{X: 0, Y: -63, Z: 0, Dimension: overworld}
	if b := old.blockAt(deep); b != "" {
		t.Errorf("below the old world there is %q", b)
	}
	if b := new.blockAt(game.Pos{X: 0, Y: -64, Z: 0, Dimension: overworld}); b != "bedrock" {
		t.Errorf("the bottom of the new world is %q", b)
	}
	if _, ok := old.nearest("deepslate"); ok {
		t.Error("deepslate before 1.17")
	}
	for _, bad := range []Config{{Version: "x"}, {Inventory: map[string]int{"nonsense": 1}}, {Inventory: map[string]int{"dirt": 2305}}, {Inventory: map[string]int{"dirt": -1}}, {Speed: -1}, {Speed: math.NaN()}} {
		if _, err := New(bad); err == nil {
			t.Errorf("New(%+v) made a world", bad)
		}
	}
}

// The same seed and actions make the same world, another seed another one.
func TestDeterminism(t *testing.T) {
	play := func(seed int64) string {
		w := newWorld(t, Config{Seed: seed, Inventory: map[string]int{"iron_pickaxe": 2, "iron_sword": 1, "coal": 3, "furnace": 1}})
		for _, a := range []game.Action{
			{Kind: game.Mine, Target: "oak_leaves", Quantity: 60},
			{Kind: game.Mine, Target: "redstone_ore", Quantity: 12},
			{Kind: game.Attack, Target: "cow", Quantity: 3},
			{Kind: game.Place, Block: "furnace"},
			{Kind: game.Mine, Target: "gravel", Quantity: 20},
			{Kind: game.Craft, Recipe: "bedrock"},
			{Kind: game.Mine, Target: "lapis_ore", Quantity: 12},
		} {
			_, _ = w.Do(t.Context(), a, nil)
		}
		f := w.Facts()
		s := w.State()
		state, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(f.Placed, f.Seconds, string(state))
	}
	if a, b := play(7), play(7); !reflect.DeepEqual(a, b) {
		t.Fatalf("the same seed gave\n%s\nand\n%s", a, b)
	}
	if play(7) == play(8) {
		t.Fatal("two seeds gave the same world")
	}
}
