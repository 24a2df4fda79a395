// SPDX-License-Identifier: MIT

package share_test

import (
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
