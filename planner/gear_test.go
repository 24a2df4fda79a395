// SPDX-License-Identifier: MIT

package planner_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// TestGear: who goes far or fights takes along what a player would, fetched with what the
// plan fetches anyhow; who does not, does not.
func TestGear(t *testing.T) {
	const sword, boots, dressed = "Craft 1 stone sword", "Craft 1 golden boots", "Equip golden boots"
	const torches, food = "Craft 16 torches", "Smelt 8 chickens"
	all := []string{sword, boots, dressed, torches, food}
	for _, c := range []struct {
		goal, held string
		deny       []game.Kind
		has        []string // of all
		before     string
	}{
		{goal: "get a blaze rod", has: all, before: "Travel to the Nether"},
		{goal: "kill 3 blazes", has: all, before: "Travel to the Nether"},
		{goal: "get a blaze rod", deny: []game.Kind{game.Equip}, has: []string{sword, torches, food}, before: "Travel to the Nether"},
		{goal: "get a blaze rod", held: "golden_helmet=1 iron_sword=1 bread=8 torch=20", before: "Travel to the Nether"},
		{goal: "get 12 diamonds", has: []string{torches}, before: "Mine 12 diamond ore"},
		{goal: "get 12 diamonds", held: "torch=4", before: "Mine 12 diamond ore"},
		{goal: "get 3 diamonds", before: "Mine 3 diamond ore"},
		{goal: "kill a zombie", has: []string{sword}, before: "Attack 1 zombie"},
		{goal: "kill a cow", before: "Attack 1 cow"},
	} {
		t.Run(c.goal+" "+c.held, func(t *testing.T) {
			req := game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.held)}
			req.Body.Actions = slices.DeleteFunc(req.Body.Actions, func(k game.Kind) bool { return slices.Contains(c.deny, k) })
			steps := described(plan(t, req))
			at := func(step string) int { return slices.Index(steps, step) }
			until := at(c.before)
			if until < 0 {
				t.Fatalf("no %q among %s", c.before, strings.Join(steps, ", "))
			}
			for _, step := range all {
				if has, wants := at(step) >= 0 && at(step) < until, slices.Contains(c.has, step); has != wants {
					t.Errorf("%q before %q is %v, not %v, in %s", step, c.before, has, wants, strings.Join(steps, ", "))
				}
			}
			if c.held == "golden_helmet=1 iron_sword=1 bread=8 torch=20" && at("Equip golden helmet") < 0 {
				t.Errorf("the golden helmet is not put on: %s", strings.Join(steps, ", "))
			}
			for _, once := range []string{"Craft 1 crafting table", "oak logs"} {
				n := 0
				for _, step := range steps {
					if strings.HasSuffix(step, once) {
						n++
					}
				}
				if n > 1 {
					t.Errorf("%s %d times: %s", once, n, strings.Join(steps, ", "))
				}
			}
		})
	}
}

// TestASlowJobIsDoneWithABetterTool: an axe is made first for many logs, and for few none.
func TestASlowJobIsDoneWithABetterTool(t *testing.T) {
	for _, c := range []struct{ goal, held, tool, job string }{
		{"get 64 oak logs", "", "Craft 1 stone axe", "Mine 64 oak logs"},
		{"get 64 oak logs", "iron_axe=1", "", "Mine 64 oak logs"},
		{"get 16 oak logs", "", "", "Mine 16 oak logs"},
		{"get 128 sand", "stone_pickaxe=1 crafting_table=1 cobblestone=2 stick=4", "Craft 1 stone shovel", "Mine 128 sand"},
	} {
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.held)})
		steps := described(p)
		made, done := slices.Index(steps, c.tool), slices.Index(steps, c.job)
		if done < 0 || (made >= 0) != (c.tool != "") || made > done {
			t.Errorf("%s with %q: %s", c.goal, c.held, strings.Join(steps, ", "))
		} else if made >= 0 && p.Steps[made].Why != "to be quicker" {
			t.Errorf("%s is made %s", c.tool, p.Steps[made].Why)
		}
	}
}

// TestAToolThatIsMadeAnywayComesFirst: before the job that it speeds up, at the one crafting
// table that is carried or made.
func TestAToolThatIsMadeAnywayComesFirst(t *testing.T) {
	for _, c := range []struct{ goal, held, tool, job string }{
		{"get 64 iron ingots", "", "Craft 1 stone pickaxe", "Mine 4\\d stone"},
		{"get 64 iron ingots", "crafting_table=1", "Craft 1 stone pickaxe", "Mine 4\\d stone"},
		{"get a stone axe and 40 oak logs", "", "Craft 1 stone axe", "Mine 4\\d oak logs"},
		{"get 200 cobblestone", "", "Craft 1 stone pickaxe", "Mine 1\\d\\d stone"},
	} {
		body := v2Body("1.21.5")
		body.Arguments = []string{"smelt.furnaces", "smelt.fuel"}
		steps := described(plan(t, game.Request{Goal: c.goal, Body: body, State: holding(c.held)}))
		made, tables := slices.Index(steps, c.tool), 0
		done := slices.IndexFunc(steps, regexp.MustCompile(c.job).MatchString)
		for _, s := range steps {
			if s == "Craft 1 crafting table" {
				tables++
			}
		}
		if most := 1 - strings.Count(c.held, "crafting_table"); made < 0 || done < made || tables > most {
			t.Errorf("%s with %q makes %d crafting tables: %s", c.goal, c.held, tables, strings.Join(steps, ", "))
		}
	}
}
