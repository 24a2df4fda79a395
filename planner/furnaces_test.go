// SPDX-License-Identifier: MIT

package planner_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// smelter is a body that shares a smelt among furnaces.
func smelter() game.BodyInfo {
	body := v2Body("1.21.5")
	body.Arguments = game.DeclaredArguments()
	return body
}

// More furnaces are set up where one more pays for itself, held ones and those that stand
// there are used, and a body that knows one furnace alone is asked for no more.
func TestFurnacesSideBySide(t *testing.T) {
	standing := holding("sand=64 coal=10")
	standing.Position = &game.Vec3{X: 0.5, Y: 64, Z: 0.5}
	standing.Nearby = &game.Nearby{}
	for x := range 3 {
		standing.Nearby.Blocks = append(standing.Nearby.Blocks, game.Sight{Name: "furnace", X: float64(x + 1), Y: 64, Z: 1})
	}
	older := v2Body("1.21.5")
	for _, c := range []struct {
		goal     string
		body     game.BodyInfo
		state    game.State
		furnaces int
		most     float64
	}{
		{"get 256 glass", smelter(), holding(""), 8, 20 * 60},
		{"get 256 glass", older, holding(""), 0, 60 * 60},
		{"get 1 glass", smelter(), holding(""), 0, 5 * 60},
		{"get 64 glass", smelter(), holding("sand=64 coal=10 furnace=4"), 4, 3 * 60},
		{"get 64 glass", smelter(), standing, 3, 4 * 60},
		{"get 64 glass", older, standing, 0, 11 * 60},
		{"get 2 glass", smelter(), holding("sand=2 coal=2 furnace=8"), 2, 60},
		{"get 64 glass", smelter(), holding("sand=64 coal=8 furnace=8"), 8, 2 * 60},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: c.body, State: c.state})
		last := p.Steps[len(p.Steps)-1].Action
		placed := 0
		for i := range p.Steps {
			switch a := &p.Steps[i].Action; {
			case a.Block == "furnace":
				placed++
			case a.Target == "furnace": // taken along
				placed -= a.Count()
			}
		}
		takes := game.Lasts(p.Steps)
		if last.Furnaces != c.furnaces || takes > c.most || c.state.Nearby == nil && placed != max(1, c.furnaces) {
			steps := strings.Join(described(p), ", ")
			t.Errorf("%s: smelted in %d furnaces of %d placed, in %.0f s: %s", c.goal, last.Furnaces, placed, takes, steps)
		}
	}
}
