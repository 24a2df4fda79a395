// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// guardAt is a request at a time of day, in ticks, with a sword.
func guardAt(goal string, ticks int) game.Request {
	req := game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("iron_sword=1")}
	req.State.Time = &ticks
	req.Baseline = game.BaselineOf(&req.State)
	return req
}

func TestAGuardIsPlanned(t *testing.T) {
	for name, c := range map[string]struct {
		req     game.Request
		at      *game.Pos
		who     string
		seconds float64
	}{
		"at dusk":        {guardAt("guard this place through the night", 13_000), &game.Pos{Y: 64, Dimension: "overworld"}, "", 550},
		"by day":         {guardAt("guard my house until morning", 6000), &game.Pos{Y: 64, Dimension: "overworld"}, "", 900},
		"for so long":    {guardAt("guard 100 64 -20 for 5 minutes", 6000), &game.Pos{X: 100, Y: 64, Z: -20}, "", 300},
		"who owns it":    {guardAt("protect me for 10 minutes", 6000), nil, "Alex", 600},
		"another player": {guardAt("guard Steve", 18_000), nil, "Steve", 300},
	} {
		p := plan(t, c.req)
		a := p.Steps[len(p.Steps)-1].Action
		if len(p.Steps) != 1 || a.Kind != game.Defend || a.Target != c.who || a.Seconds != c.seconds || (a.At == nil) != (c.at == nil) || c.at != nil && *a.At != *c.at {
			t.Errorf("%s: %+v", name, p.Steps)
		}
		w := p.Steps[0].Expect.Watch
		if w == nil || !slices.Contains(w.Hostile, "zombie") || slices.Contains(w.Hostile, "cow") {
			t.Errorf("%s: it is judged by %+v", name, w)
		}
	}
}

// An unarmed guard makes a sword first; a body that cannot guard is told so.
func TestAGuardNeedsABodyAndASword(t *testing.T) {
	req := guardAt("guard this place", 13_000)
	req.State.Inventory = holding("oak_planks=8 cobblestone=4 stick=4").Inventory
	req.Baseline = game.BaselineOf(&req.State)
	if p := plan(t, req); !slices.ContainsFunc(p.Steps, func(s game.Step) bool { return s.Action.Recipe == "stone_sword" }) {
		t.Errorf("it goes unarmed: %+v", p.Steps)
	}
	req.Body.Actions = slices.DeleteFunc(req.Body.Actions, func(k game.Kind) bool { return k == game.Defend })
	_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), req)
	if impossible := (*game.ImpossibleError)(nil); !errors.As(err, &impossible) {
		t.Errorf("a body that cannot guard: %v", err)
	}
}
