// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// TestPlansReadAsAPlayerWould: what was silly in plans that were drawn and read is silly no more.
func TestPlansReadAsAPlayerWould(t *testing.T) {
	body := v2Body("1.21.5")
	body.Arguments = []string{"smelt.furnaces", "smelt.fuel", "mine.until"}
	of := func(goal string) (p game.Plan, steps []string) {
		p = plan(t, game.Request{Goal: goal, Body: body, State: holding("")})
		return p, described(p)
	}
	if _, steps := of("get 64 bricks"); slices.Contains(steps, "Craft 2 wooden pickaxes") || !slices.Contains(steps, "Craft 1 stone pickaxe") {
		t.Errorf("much stone and coal is mined with wood: %s", strings.Join(steps, ", "))
	}
	// What stands by the water is not looked for again.
	p, steps := of("get 40 orange concrete")
	for i := slices.Index(steps, "Mine 1 orange concrete"); i < len(steps); i++ {
		if p.Steps[i].Seconds > 5 {
			t.Errorf("step %d: %s takes %.0f s", i+1, steps[i], p.Steps[i].Seconds)
		}
	}
	// No more furnaces are set up than there are things to smelt, and all are there for many.
	_, steps = of("get 3 golden apples")
	for smelt, most := range map[string]int{"Smelt 3 raw iron": 3, "Smelt 24 raw gold": 4} {
		from, to, n := 0, slices.Index(steps, smelt), 0
		for i := range max(to, 0) {
			if strings.HasPrefix(steps[i], "Smelt") {
				from, n = i, 0
			}
			if steps[i] == "Place furnace" && i >= from {
				n++
			}
		}
		if to < 0 || n != most {
			t.Errorf("%s in %d furnaces, want %d: %s", smelt, n, most, strings.Join(steps, ", "))
		}
	}
}
