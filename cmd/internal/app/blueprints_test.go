// SPDX-License-Identifier: MIT

package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/blueprint"
	"github.com/minehand/minehand/planner/blueprint/blueprinttest"
)

// drawn is a planner for a body on flat ground, and its folder of blueprints.
func drawn(t *testing.T) (plan func(goal string) (game.Plan, error), folder string) {
	t.Helper()
	data := t.TempDir()
	read := blueprints(data)
	p := planner.NewBuiltin(planner.Config{})
	return func(goal string) (game.Plan, error) {
		return p.Plan(t.Context(), game.Request{
			Goal: goal, Body: game.BodyInfo{ID: "b", Version: "1.21.4", Protocol: game.ProtocolV2, Actions: []game.Kind{game.Build, game.Goto, game.Mine, game.Craft, game.Place}},
			State: game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Dimension: "overworld", Inventory: []game.Stack{
				{Item: "oak_planks", Count: 64}, {Item: "stone", Count: 64, Slot: 1}, {Item: "oak_stairs", Count: 8, Slot: 2},
			}},
			Blueprint: read,
		})
	}, filepath.Join(data, blueprintFolder)
}

func put(t *testing.T, folder, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestABlueprintIsPlannedWithWhatItLacksSaid(t *testing.T) {
	plan, folder := drawn(t)
	if _, err := plan("build castle.schem"); err == nil || !strings.Contains(err.Error(), "There is no folder blueprints") {
		t.Errorf("without the folder: %v", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	at := func(x, y, z int, state string) blueprint.Block {
		return blueprint.Block{Cell: game.Cell{X: x, Y: y, Z: z}, State: state}
	}
	put(t, folder, "castle.schem", blueprinttest.Schem([]blueprint.Block{
		at(0, 0, 0, "oak_planks"), at(1, 0, 0, "oak_planks"), at(2, 0, 0, "water[level=0]"), at(0, 1, 0, "stone"), at(0, 2, 0, "oak_stairs[facing=east,half=top]"),
		at(5, 5, 5, "stone"), at(1, 1, 0, "piston_head"), at(3, 0, 0, "oak_slab[type=double]"), at(1, 1, 1, "made_up:thing"),
	}, false))
	for _, goal := range []string{"build castle.schem at 10 64 10", "build the castle blueprint at 10 64 10", `paste the schematic "castle" at 10 64 10`} {
		p, err := plan(goal)
		if err != nil {
			t.Errorf("%s: %v", goal, err)
			continue
		}
		last := p.Steps[len(p.Steps)-1].Action
		want := []game.Edit{
			{X: 10, Y: 64, Z: 10, Block: "oak_planks"}, {X: 11, Y: 64, Z: 10, Block: "oak_planks"}, {X: 10, Y: 65, Z: 10, Block: "stone"},
			{X: 10, Y: 66, Z: 10, Block: "oak_stairs", State: "facing=east,half=top"},
		}
		if last.Kind != game.Build || !slices.Equal(last.Edits, want) {
			t.Errorf("%s is planned as %+v", goal, last)
		}
		said := strings.Join(p.Notices, " ")
		for _, part := range []string{"takes: 2 oak planks, 1 oak stairs and 1 stone", "Left out", "1 water", "1 piston head", "1 oak slab", "1 stone", "face some way"} {
			if !strings.Contains(said, part) {
				t.Errorf("%q does not say %q", said, part)
			}
		}
	}
}

func TestAFileThatIsNoneIsRefusedWithASentence(t *testing.T) {
	plan, folder := drawn(t)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := plan("build castle.nbt"); err == nil || !strings.Contains(err.Error(), "holds no .schem") {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(folder), "secret.nbt"), blueprinttest.Structure(blueprinttest.Hall()), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "secret.nbt"), filepath.Join(folder, "away.nbt")); err != nil {
		t.Fatal(err)
	}
	put(t, folder, "words.schem", []byte("once upon a time"))
	put(t, folder, "half.litematic", blueprinttest.Litematic(blueprinttest.Hall())[:200])
	put(t, folder, "lake.nbt", blueprinttest.Structure([]blueprint.Block{{State: "water"}}))
	var tower []blueprint.Block
	for y := range 20 {
		tower = append(tower, blueprint.Block{Cell: game.Cell{Y: y}, State: "stone"})
	}
	put(t, folder, "tower.nbt", blueprinttest.Structure(tower))
	for goal, want := range map[string]string{
		`build "../secret.nbt"`:       "There is no",
		"build away.nbt":              "cannot be opened",
		"build the castle blueprint":  "there are: away.nbt",
		"build words.schem":           "broken off",
		"build half.litematic":        "broken off",
		"build lake.nbt":              "nothing that can be placed here: 1 water",
		"build tower.nbt at 10 64 10": "at most 16 high",
	} {
		p, err := plan(goal)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", goal, p.Steps, err)
		}
	}
}
