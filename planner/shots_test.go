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

// What shoots is of no use without what it shoots: a kill with it takes an arrow at
// least.
func TestAKillWithABowTakesArrows(t *testing.T) {
	for _, c := range []struct {
		goal, inventory string
		arrows          int // made before the last fight, four at a time
	}{
		{"kill a cow with a bow", "bow=1 flint=9 feather=9 stick=9", 4},
		{"kill 5 cows with a bow", "bow=1 flint=9 feather=9 stick=9", 8},
		{"kill 5 cows with a bow", "bow=1 arrow=2 flint=9 feather=9 stick=9", 4},
		{"kill 3 cows and 3 pigs with a bow", "bow=1 flint=9 feather=9 stick=9", 8},
		{"kill 2 cows with a crossbow", "crossbow=1 flint=9 feather=9 stick=9", 4},
		{"craft a bow and kill a cow with it", "string=3 stick=9 flint=9 feather=9", 4},
		{"craft 8 arrows and kill 2 cows with a bow", "bow=1 stick=9 flint=9 feather=9", 8},
		{"kill 2 cows with a bow and 8 arrows", "bow=1 stick=9 flint=9 feather=9", 8},
		{"kill 2 cows with a bow", "bow=1 arrow=2", 0},
		{"kill 2 cows with a bow", "bow=1 spectral_arrow=1 arrow=1", 0},
		{"kill 2 cows with an iron sword", "iron_sword=1", 0},
		{"kill 2 cows", "bow=1 iron_sword=1", 0},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory + " crafting_table=1")})
			made := 0
			for _, s := range p.Steps {
				if s.Action.Recipe == "arrow" {
					made += s.Action.Count()
				}
			}
			if last := p.Steps[len(p.Steps)-1].Action.Kind; made != c.arrows || last != game.Attack {
				t.Errorf("made %d arrows and then %s, want %d: %v", made, last, c.arrows, described(p))
			}
		})
	}
	// Those that are dead need no more.
	one := 1
	did := []game.Attempt{{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 1}}, Verdict: game.Confirmed,
		Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Killed: &one}}}}
	p := plan(t, game.Request{Goal: "kill 2 cows with a bow", Body: v2Body("1.21.5"), State: holding("bow=1 arrow=1"), History: did, Round: 2})
	if got := described(p); !slices.Equal(got, []string{"Attack 1 cow"}) {
		t.Errorf("after the first of two: %v", got)
	}
	nether := holding("bow=1")
	nether.Dimension = "the_nether"
	body := v2Body("1.21.5")
	body.Actions = slices.DeleteFunc(body.Actions, func(k game.Kind) bool { return k == game.Travel })
	_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "kill a blaze with a bow", Body: body, State: nether})
	var impossible *game.ImpossibleError
	if !errors.As(err, &impossible) || !strings.HasPrefix(err.Error(), "Arrow is found in the overworld") {
		t.Errorf("without arrows: %v", err)
	}
}
