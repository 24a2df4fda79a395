package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// Several fields are planted side by side, and waited for once.
func TestFieldsRipenTogether(t *testing.T) {
	for _, c := range []struct{ goal, inventory, end string }{
		{"farm carrots and potatoes", "iron_hoe=1 carrot=4 potato=4", "Till 8 grass blocks, Plant 8 carrots, Till 8 grass blocks, Plant 8 potatoes, Wait 56 min, Harvest 8 carrots, Harvest 8 potatoes"},
		{"farm 4 carrots, 4 beetroots and 4 potatoes", "iron_hoe=1 carrot=2 beetroot_seeds=4 potato=2", "Plant 4 beetroot seeds, Till 4 grass blocks, Plant 4 carrots, Till 4 grass blocks, Plant 4 potatoes, Wait 56 min"},
		{"farm carrots", "iron_hoe=1 carrot=4", "Till 8 grass blocks, Plant 8 carrots, Wait 56 min, Harvest"},
	} {
		t.Run(c.goal, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			words := strings.Join(described(p), ", ")
			waits := strings.Count(words, "Wait")
			if waits != 1 || !strings.Contains(words, c.end) {
				t.Errorf("planned %s, want one wait and %s", words, c.end)
			}
			wait := slices.IndexFunc(p.Steps, func(s game.Step) bool { return s.Action.Kind == game.Wait })
			for _, s := range p.Steps[wait+1:] {
				if s.Action.Kind != game.Harvest {
					t.Errorf("after the wait: %s", s.Action.Describe())
				}
			}
		})
	}
}
