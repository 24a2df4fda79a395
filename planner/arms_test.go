// SPDX-License-Identifier: MIT

package planner_test

import (
	"reflect"
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
			if c.armed != (strings.Count(strings.Join(steps, " "), "Craft 1 stone sword") == 1) {
				t.Errorf("armed itself otherwise than once: %v", steps)
			}
			sword := slices.Index(steps, "Craft 1 stone sword")
			fight := slices.IndexFunc(steps, func(s string) bool { return strings.HasPrefix(s, "Attack ") && !strings.Contains(s, "chicken") })
			if (sword >= 0) != c.armed || c.armed && fight < sword {
				t.Errorf("planned %v", steps)
			}
		})
	}
}

// Long fights take food along, and are divided: between two parts the health is
// looked at, and whether the drops are enough.
func TestLongFightsAreFedAndDivided(t *testing.T) {
	for _, c := range []struct {
		goal, inventory string
		fed             bool
		fights          []int
		enough          []game.Need
	}{
		{"get 50 gunpowder", "", true, []int{10, 10, 10, 10, 10, 10, 10, 5}, []game.Need{{Items: []string{"gunpowder"}, Count: 50}}},
		{"get 50 gunpowder", "gunpowder=47 bread=1", false, []int{5}, []game.Need{{Items: []string{"gunpowder"}, Count: 50}}},
		{"get 50 gunpowder", "bread=1 iron_sword=1", false, []int{10, 10, 10, 10, 10, 10, 10, 5}, []game.Need{{Items: []string{"gunpowder"}, Count: 50}}},
		{"kill 25 zombies", "", true, []int{10, 10, 5}, nil},
		{"kill 20 zombies", "", false, []int{10, 10}, nil},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			var fights []int
			fed := false
			for _, s := range p.Steps {
				fed = fed || s.Why == "to eat between the fights" && len(fights) == 0
				if s.Action.Kind != game.Attack || s.Action.Target == "chicken" {
					continue
				}
				if fights = append(fights, s.Action.Count()); !reflect.DeepEqual(s.Enough, c.enough) {
					t.Errorf("%s is enough at %v, want %v", s.Action.Describe(), s.Enough, c.enough)
				}
			}
			if fed != c.fed || !slices.Equal(fights, c.fights) {
				t.Errorf("fed %t, want %t; fights of %v, want %v: %v", fed, c.fed, fights, c.fights, described(p))
			}
		})
	}
	list := []game.Action{{Kind: game.Attack, Target: "zombie", Quantity: 25}}
	p := plan(t, game.Request{Actions: list, Body: v2Body("1.21.5"), State: holding("")})
	if got := described(p); !slices.Equal(got, []string{"Attack 25 zombies"}) {
		t.Errorf("a list of one's own became %v", got)
	}
}
