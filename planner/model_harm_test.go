// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model"
)

// TestAModelHarmsNobodyByItself: villagers, pets, chests and beds are left alone
// by every plan of a model, with help and without, unless the goal names them and
// forbids nothing.
func TestAModelHarmsNobodyByItself(t *testing.T) {
	for _, c := range []struct {
		goal, step string
		ok         bool
	}{
		{"please never hurt anybody here and tidy up", `{"type":"attack","target":"villager","quantity":1}`, false},
		{"never hurt a villager", `{"type":"attack","target":"villager","quantity":1}`, false},
		{"make the place feel cosy", `{"type":"attack","target":"wolf","quantity":1}`, false},
		{"make the place feel cosy", `{"type":"attack","target":"iron_golem","quantity":1}`, false},
		{"make the place feel cosy", `{"type":"mine","target":"chest","quantity":1}`, false},
		{"make the place feel cosy", `{"type":"mine","target":"white_bed","quantity":1}`, false},
		{"have the zombies about here regret it", `{"type":"attack","target":"zombie","quantity":1}`, true},
		{"teach that iron golem a lesson", `{"type":"attack","target":"iron_golem","quantity":1}`, true},
	} {
		for _, assist := range []game.Assist{game.AssistNone, game.AssistComplete} {
			plan := llm.Response{Content: `{"plan":[` + c.step + `]}`}
			script := answers(t, plan, plan)
			m, _ := modelFor(script, model.Config{})
			req := game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding("diamond_sword=1 diamond_axe=1"), Settings: game.Settings{Assist: assist, Mode: game.LowLevel}}
			p, err := m.Plan(context.Background(), req)
			var faults *game.FaultsError
			switch {
			case c.ok && err != nil:
				t.Errorf("%s: %v", c.goal, err)
			case !c.ok && !errors.As(err, &faults):
				t.Errorf("%s, %s, assist %s: %v, %v", c.goal, c.step, assist, described(p), err)
			case !c.ok && !strings.Contains(err.Error(), "unless the goal asks for it by name"):
				t.Errorf("%s: %v", c.goal, err)
			}
		}
	}
}
