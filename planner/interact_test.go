// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// TestWhatIsOpenedAndSwitched: whatever swings or switches is left as it was asked to be, in the words
// of either; the one that stands there is meant, of any material; what shuts by itself is not shut.
func TestWhatIsOpenedAndSwitched(t *testing.T) {
	body := v2Body("1.21.5")
	body.Surveys = true
	state := holding("")
	state.Position = &game.Vec3{X: 0.5, Y: 64, Z: 0.5}
	for block, says := range map[string]map[string]string{
		"iron_door":            {"open the door": "open", "mach die Tür zu": "closed", "turn off the door": "closed"},
		"oak_trapdoor":         {"close the trapdoor": "closed", "cierra la trampilla": "closed"},
		"oak_fence_gate":       {"push the gate open": "open", "abre o portão da cerca": "open"},
		"lever":                {"flip the lever on": "on", "close the lever": "off"},
		"stone_button":         {"press the button": "", "нажми на кнопку": ""},
		"birch_door":           {"把门关上": "closed"},
		"chest":                {"open the chest": "", "close the chest": "!", "mach die Truhe zu": "!", "cierra el cofre": "!"},
		"barrel":               {"shut the barrel": "!"},
		"stone_pressure_plate": {"push the pressure plate": ""},
	} {
		look := func(at []game.Cell) map[game.Cell]string {
			seen := map[game.Cell]string{}
			for i, b := 0, boxOver(at); i < b.Size(); i++ {
				if seen[b.Cell(i)] = game.Air; b.Cell(i).Y < 64 {
					seen[b.Cell(i)] = "stone"
				}
			}
			seen[game.Cell{X: 2, Y: 64}] = block
			return seen
		}
		for goal, as := range says {
			req := game.Request{Goal: goal, Body: body, State: state, Baseline: game.BaselineOf(&state), Look: look}
			p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
			if as == "!" {
				if err == nil || !strings.Contains(err.Error(), "shuts by itself") {
					t.Errorf("%s: %v, %s", goal, err, described(p))
				}
				continue
			}
			if err != nil || len(p.Steps) != 1 {
				t.Errorf("%s: %v, %s", goal, err, described(p))
				continue
			}
			if a := p.Steps[0].Action; a.Target != block || a.As != as || a.At == nil {
				t.Errorf("%s: %+v", goal, a)
			}
		}
	}
}
