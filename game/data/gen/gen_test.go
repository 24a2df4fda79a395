// SPDX-License-Identifier: MIT

package main

import (
	"reflect"
	"slices"
	"testing"

	"github.com/minehand/minehand/game/data/internal/table"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, name, star string
		ok                  bool
	}{
		{"*_leaves", "oak_leaves", "oak", true},
		{"oak_log", "oak_log", "", true},
		{"potted_*", "potted_fern", "fern", true},
		{"a*a", "a", "", false},
		{"*_door", "oak_trapdoor", "", false},
	} {
		if star, ok := match(c.pattern, c.name); star != c.star || ok != c.ok {
			t.Errorf("match(%q, %q) = %q, %t", c.pattern, c.name, star, ok)
		}
	}
}

func TestBindings(t *testing.T) {
	r := &ruleBook{groups: map[string][]string{"a": {"x", "y"}, "b": {"1", "2"}}}
	if got := r.expand([]string{"{a}_{b}", "z"}); !slices.Equal(got, []string{"x_1", "x_2", "y_1", "y_2", "z"}) {
		t.Errorf("got %v", got)
	}
}

// TestRules reads every reviewed file strictly.
func TestRules(t *testing.T) {
	r, err := loadRules()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.drops) == 0 || len(r.mobs) == 0 || len(r.tags) == 0 || len(r.interactions) == 0 {
		t.Error("a file is empty")
	}
}

func free(sets ...[]string) *grid {
	g := &grid{result: "r", count: 1, free: true, cells: [][]int{nil}, sets: sets}
	for i := range sets {
		g.cells[0] = append(g.cells[0], i)
	}
	return g
}

func TestMerge(t *testing.T) {
	var list []*grid
	for _, fuel := range []string{"coal", "charcoal"} {
		for _, log := range []string{"oak_log", "birch_log", "spruce_log"} {
			list = append(list, free([]string{log}, []string{fuel}))
		}
	}
	got := merge(list)
	want := [][]string{{"birch_log", "oak_log", "spruce_log"}, {"charcoal", "coal"}}
	if len(got) != 1 || !reflect.DeepEqual(got[0].sets, want) {
		t.Errorf("got %d recipes, the first of %v", len(got), got[0].sets)
	}
	apart := merge([]*grid{free([]string{"a"}, []string{"b"}), free([]string{"c"}, []string{"d"})})
	if len(apart) != 2 {
		t.Errorf("recipes that differ in two ingredients were merged: %v", apart[0].sets)
	}
}

func TestParseDrop(t *testing.T) {
	for text, want := range map[string]table.Drop{
		"":                {Item: "x", Min: 1, Max: 1},
		"3":               {Item: "x", Min: 3, Max: 3},
		"4-9 nosilk":      {Item: "x", Min: 4, Max: 9, Only: "nosilk"},
		"1-2 2.5% shears": {Item: "x", Min: 1, Max: 2, Chance: 0.025, Only: "shears"},
		"0-1 player":      {Item: "x", Min: 0, Max: 1, Only: "player"},
		"10% silk":        {Item: "x", Min: 1, Max: 1, Chance: 0.1, Only: "silk"},
	} {
		if got, err := parseDrop("x", text); err != nil || got != want {
			t.Errorf("parseDrop(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"many", "1-", "x%", "-"} {
		if got, err := parseDrop("x", text); err == nil {
			t.Errorf("parseDrop(%q) = %+v, want an error", text, got)
		}
	}
}

func FuzzParseDrop(f *testing.F) {
	f.Add("1-2 2% nosilk")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := parseDrop("x", text); err == nil && d.Item != "x" {
			t.Errorf("parseDrop(%q) = %+v", text, d)
		}
	})
}
