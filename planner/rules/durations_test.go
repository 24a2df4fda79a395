// SPDX-License-Identifier: MIT

package rules_test

import (
	"math"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// A tool is fast on the blocks of its class alone (Minecraft Wiki, "Breaking").
func TestBreakByTheToolsClass(t *testing.T) {
	v := load(t, data.DefaultVersion).Version
	for _, c := range []struct {
		block, tool string
		want        float64
	}{
		{"dirt", "", 0.75},
		{"dirt", "iron_shovel", 0.125},
		{"dirt", "iron_pickaxe", 0.75},
		{"stone", "", 7.5},
		{"stone", "wooden_pickaxe", 1.125},
		{"stone", "iron_shovel", 7.5},
		{"oak_log", "iron_axe", 0.5},
		{"oak_log", "diamond_pickaxe", 3},
	} {
		b, ok := v.Block(c.block)
		if !ok {
			t.Fatalf("there is no %s", c.block)
		}
		tool, _ := v.Item(c.tool)
		if got := rules.Break(b, tool); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s with %q takes %v s, want %v", c.block, c.tool, got, c.want)
		}
	}
}

// What an action goes on for is brought in that number; what else chance brings is not.
func TestUntilIsOfOneItem(t *testing.T) {
	r := load(t, data.DefaultVersion)
	m, ok := r.Version.Mob("zombie")
	if !ok {
		t.Fatal("there is no zombie")
	}
	o := r.Attack(m)
	s := r.Open(nil, false)
	if _, lack := s.Apply([]*rules.Op{&o}, 4, rules.Choice{Until: &game.Until{Item: "rotten_flesh", Count: 3}}); lack != nil {
		t.Fatalf("it lacks %+v", lack)
	}
	if len(o.Gives) < 2 {
		t.Fatalf("a zombie gives %+v: choose a mob that gives several things", o.Gives)
	}
	for item, n := range s.Counts() {
		if want := 3; item == "rotten_flesh" && n != want || item != "rotten_flesh" && n >= want {
			t.Errorf("%d %s are held", n, item)
		}
	}
	if s.Counts()["rotten_flesh"] == 0 {
		t.Error("nothing of what it went on for is held")
	}
}
