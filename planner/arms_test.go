package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What hostile mobs drop is not fought for with bare hands.
func TestAnUnarmedBodyArmsItselfForDrops(t *testing.T) {
	for _, c := range []struct {
		goal, inventory string
		armed           bool
	}{
		{"get 9 ender pearls", "", true},
		{"get 2 bones", "", true},
		{"get 2 bones", "iron_sword", false},
		{"get 2 bones", "wooden_axe", false},
		{"get 2 leather", "", false},
		{"get 2 bones", "bone=2", false},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			steps := described(plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)}))
			sword := slices.Index(steps, "Craft 1 stone sword")
			fight := slices.IndexFunc(steps, func(s string) bool { return strings.HasPrefix(s, "Attack ") })
			if (sword >= 0) != c.armed || c.armed && fight < sword {
				t.Errorf("planned %v", steps)
			}
		})
	}
}
