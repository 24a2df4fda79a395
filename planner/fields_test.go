// SPDX-License-Identifier: MIT

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

// "Harvest it" waits for what the sentence planted.
func TestWhatIsPlantedIsHarvested(t *testing.T) {
	p := plan(t, game.Request{Goal: "plant 3 wheat and harvest it", Body: v2Body("1.21.5"), State: holding("iron_hoe=1 wheat_seeds=3")})
	if got, want := strings.Join(described(p), ", "), "Till 3 grass blocks, Plant 3 wheat seeds, Wait 56 min, Harvest 3 wheat"; got != want {
		t.Errorf("planned %s, want %s", got, want)
	}
	if len(p.Goal.Clauses) != 2 {
		t.Errorf("%d clauses, want 2", len(p.Goal.Clauses))
	}
}

// A tool of no material is not made of what is dear.
func TestAPlainToolIsNotMadeOfDiamonds(t *testing.T) {
	for _, goal := range []string{"make a sword", "get a pickaxe", "craft an axe and drop it"} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("diamond=5 stick=4 gold_ingot=5")})
		if words := strings.Join(described(p), ", "); strings.Contains(words, "diamond") || strings.Contains(words, "gold") {
			t.Errorf("%s: planned %s", goal, words)
		}
	}
	p := plan(t, game.Request{Goal: "make a sword", Body: v2Body("1.21.5"), State: holding("diamond=5 stick=4")})
	if len(p.Notices) == 0 || !strings.Contains(p.Notices[0], "No material was said for the sword") {
		t.Errorf("notices: %q", p.Notices)
	}
}
