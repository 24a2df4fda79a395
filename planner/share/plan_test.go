// SPDX-License-Identifier: MIT

package share_test

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/share"
)

// What one player's plan takes is divided among all, and the times between which it would end
// alone are not told of it.
func TestAllTakeLessThanOne(t *testing.T) {
	one := game.Plan{
		Goal:    game.Goal{Clauses: []game.Clause{game.ClauseOf("get", "get 8 dirt", game.Check{Kind: game.CheckHave, Items: []string{"dirt"}, Count: 8})}},
		Steps:   []game.Step{{Action: game.Action{Kind: game.Mine, Target: "dirt", Quantity: 8}, Seconds: 20}},
		Outlook: &game.Outlook{Least: 15, Most: 25},
	}
	all, err := share.Plan(one, &game.State{}, game.Baseline{}, 4)
	if err != nil || len(all.Steps) != 1 || game.Lasts(all.Steps) != 5 || all.Outlook != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// What a house is made of is brought together by all, whoever holds how much of it already, and
// all of its cells are one step; what is dug, or sown, one does alone.
func TestAllBuild(t *testing.T) {
	build := func(needs string, n int, edits ...game.Edit) game.Plan {
		return game.Plan{
			Goal: game.Goal{Clauses: []game.Clause{game.ClauseOf("build", "build it", game.Check{Kind: game.CheckBuilt, Count: len(edits)})}},
			Steps: []game.Step{
				{Action: game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 8}, Seconds: 20},
				{Action: game.Action{Kind: game.Build, Edits: edits[:1]}, Needs: []game.Need{{Items: []string{needs}, Count: n}}, Group: "build it", Seconds: 2},
				{Action: game.Action{Kind: game.Goto, At: &game.Pos{}}, Group: "build it"},
				{Action: game.Action{Kind: game.Build, Edits: edits}, Group: "build it", Seconds: 2},
			},
		}
	}
	wall := []game.Edit{{X: 1, Y: 64, Block: "oak_planks"}, {X: 2, Y: 64, Block: "oak_planks"}, {X: 3, Y: 64, Block: "oak_planks"}}
	held := game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 1}}}
	all, err := share.Plan(build("oak_planks", 3, wall...), &held, game.Baseline{}, 2)
	if err != nil || len(all.Steps) != 2 {
		t.Fatalf("%+v, %v", all.Steps, err)
	}
	if a := all.Steps[0].Action; a.Kind != game.Collect || a.Item != "oak_planks" || a.Quantity != 2 {
		t.Errorf("what it is made of is brought by %+v", a)
	}
	if a := all.Steps[1].Action; a.Kind != game.Build || len(a.Edits) != 3 {
		t.Errorf("it is built by %+v", a)
	}
	for name, one := range map[string]game.Plan{
		"dug":  build("dirt", 0, game.Edit{X: 1, Y: 64, Block: game.Air}),
		"sown": build("wheat_seeds", 1, game.Edit{X: 1, Y: 64, Block: "wheat"}),
	} {
		var impossible *game.ImpossibleError
		if all, err := share.Plan(one, &held, game.Baseline{}, 2); !errors.As(err, &impossible) {
			t.Errorf("what is %s: %+v, %v", name, all.Steps, err)
		}
	}
}
