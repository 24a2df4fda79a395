// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// TestEveryReleasePlansIronCopperAndAChest: from nothing, as `minehand plan` does, by
// the rules of that release and with items that it has; where there is no copper yet
// the refusal says so.
func TestEveryReleasePlansIronCopperAndAChest(t *testing.T) {
	p := planner.NewBuiltin(planner.Config{})
	releases := data.Versions()
	if len(releases) < 40 {
		t.Fatalf("only %d releases: the test looks in the wrong place", len(releases))
	}
	for _, release := range raced.Every(4, releases) {
		v, err := data.Load(release)
		if err != nil {
			t.Fatal(err)
		}
		for goal, item := range map[string]string{"get an iron ingot": "iron_ingot", "get a copper ingot": "copper_ingot", "make a chest": "chest"} {
			w, err := sim.New(sim.Config{Version: release, Seed: 1, Speed: sim.Unlimited})
			if err != nil {
				t.Fatal(err)
			}
			state := w.State()
			plan, err := p.Plan(t.Context(), game.Request{
				Goal: goal, Round: 1, State: state, Baseline: game.BaselineOf(&state),
				Body: game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: release, Actions: sim.Kinds()},
			})
			if _, exists := v.Item(item); !exists {
				var impossible *game.ImpossibleError
				if item != "copper_ingot" || err == nil || !errors.As(err, &impossible) && !strings.Contains(err.Error(), "1.17") {
					t.Errorf("%s: %s is no item of it, and the plan is %v, %v", release, item, plan.Steps, err)
				}
				continue
			}
			if err != nil || len(plan.Steps) == 0 {
				t.Errorf("%s: %s: %d steps, %v", release, goal, len(plan.Steps), err)
				continue
			}
			for _, s := range plan.Steps {
				for _, g := range s.Expect.Gains {
					for _, gained := range g.Items {
						if _, exists := v.Item(gained); !exists {
							t.Errorf("%s: %s plans %s, which does not exist there", release, goal, gained)
						}
					}
				}
			}
		}
	}
}
