// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// A ready list is done when every action of it was, like ones too.
func TestAGivenListCountsLikeActions(t *testing.T) {
	walk := func(x int) game.Action { return game.Action{Kind: game.Goto, At: &game.Pos{X: x, Y: 64}} }
	dig := game.Action{Kind: game.Mine, Target: "dirt", Quantity: 2}
	p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{
		Body: v2Body("1.21.5"), State: holding(""), Actions: []game.Action{walk(10), dig, walk(20), dig, {Kind: game.Chat, Message: "hi"}, {Kind: game.Chat, Message: "ho"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Goal.Checks() {
		got = append(got, c.Describe())
	}
	if want := []string{"gone there", "2 dirt mined", "gone there", "2 dirt mined", `"hi" said`, `"ho" said`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAnEditedPlanGetsWhatItLacks, with the reason, and is a fault where nothing mends it;
// a list that was given as it is gets nothing.
func TestAnEditedPlanGetsWhatItLacks(t *testing.T) {
	pickaxe := game.Action{Kind: game.Craft, Recipe: "wooden_pickaxe", Quantity: 1}
	req := game.Request{Body: v2Body("1.21.5"), State: holding("oak_planks=20 stick=4"), Actions: []game.Action{pickaxe}}
	builtin := planner.NewBuiltin(planner.Config{})
	var faults *game.FaultsError
	if _, err := builtin.Plan(t.Context(), req); !errors.As(err, &faults) {
		t.Errorf("a list without a crafting table: %v", err)
	}
	req.Edited = true
	p, err := builtin.Plan(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := p.Steps[0], p.Steps[len(p.Steps)-1]; len(p.Steps) < 2 || first.Source != game.FromCompleting ||
		first.Action.Recipe != "crafting_table" || last.Action.Recipe != "wooden_pickaxe" || last.Source != game.FromUser || len(p.Goal.Clauses) != 1 {
		t.Errorf("the plan is %+v for %+v", p.Steps, p.Goal)
	}
	req.Actions = []game.Action{{Kind: game.Craft, Recipe: "bedrock", Quantity: 1}, pickaxe}
	if _, err := builtin.Plan(t.Context(), req); !errors.As(err, &faults) || !strings.Contains(err.Error(), "bedrock") {
		t.Errorf("an edit that nobody can craft: %v", err)
	}
}
