// SPDX-License-Identifier: MIT

package data_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/minehand/minehand/game/data"
)

func each(t *testing.T, check func(t *testing.T, v *data.Version)) {
	t.Helper()
	for _, name := range data.Tables() {
		t.Run(name, func(t *testing.T) {
			v, err := data.Load(name)
			if err != nil {
				t.Fatal(err)
			}
			check(t, v)
		})
	}
}

// TestNamesExist checks that whatever a table names is in the version.
func TestNamesExist(t *testing.T) {
	each(t, func(t *testing.T, v *data.Version) {
		item := func(where, name string) {
			if _, ok := v.Item(name); !ok {
				t.Errorf("%s names %q, which is no item", where, name)
			}
		}
		for _, it := range v.Items() {
			if it.Display == "" || it.Stack < 1 || it.Stack > 64 {
				t.Errorf("%s: display %q, stack %d", it.Name, it.Display, it.Stack)
			}
			for _, left := range []string{it.FuelLeaves, it.CraftLeaves} {
				if left != "" {
					item(it.Name+" leaves", left)
				}
			}
			if it.Block != "" {
				if _, ok := v.Block(it.Block); !ok {
					t.Errorf("%s places %q, which is no block", it.Name, it.Block)
				}
			}
		}
		for _, b := range v.Blocks() {
			checkDrops(t, b.Name, b.Drops, item)
			for _, tool := range b.Harvest {
				item("harvest of "+b.Name, tool)
			}
			if b.Natural && (b.Dimension == "" || b.Structure != "" || !b.Breakable()) {
				t.Errorf("natural %s: dimension %q, structure %q, hardness %g", b.Name, b.Dimension, b.Structure, b.Hardness)
			}
		}
		for _, m := range v.Mobs() {
			checkDrops(t, m.Name, m.Drops, item)
			if m.Health <= 0 || m.Dimension == "" || !slices.Contains([]string{"animal", "hostile", "water", "villager", "other"}, m.Category) {
				t.Errorf("mob %s: health %g, dimension %q, category %q", m.Name, m.Health, m.Dimension, m.Category)
			}
		}
		for _, s := range v.Smeltings() {
			item("smelting", s.Input)
			item("smelting of "+s.Input, s.Output)
			for _, station := range s.Stations {
				item("station", station)
			}
		}
		for _, c := range v.Cuts() {
			item("cutting", c.Input)
			item("cutting of "+c.Input, c.Output)
			if c.Count < 1 {
				t.Errorf("cutting %s makes %d", c.Output, c.Count)
			}
		}
		for _, i := range v.Interactions() {
			item("interaction", i.Result)
			for _, name := range i.With {
				item("interaction", name)
			}
			_, block := v.Block(i.Block)
			_, mob := v.Mob(i.Mob)
			if block == mob || i.Min < 1 || i.Max < i.Min || (i.Turns && !block) {
				t.Errorf("interaction %+v", i)
			}
		}
		for _, s := range v.Smithings() {
			for _, name := range []string{s.Base, s.Addition, s.Result} {
				item("smithing", name)
			}
		}
	})
}

func checkDrops(t *testing.T, of string, drops []data.Drop, item func(where, name string)) {
	t.Helper()
	for _, d := range drops {
		item("drop of "+of, d.Item)
		if d.Min < 0 || d.Max < max(d.Min, 1) || d.Chance <= 0 || d.Chance > 1 {
			t.Errorf("drop of %s: %+v", of, d)
		}
	}
}

func TestRecipesAreSound(t *testing.T) {
	each(t, func(t *testing.T, v *data.Version) {
		for _, r := range v.AllRecipes() {
			if _, ok := v.Item(r.Result); !ok || r.Count < 1 || len(r.Ingredients) == 0 {
				t.Errorf("recipe %+v", r)
			}
			cells := make([]int, len(r.Ingredients))
			total := 0
			seen := map[string]bool{}
			for _, ing := range r.Ingredients {
				total += ing.Count
				if len(ing.Items) == 0 || ing.Count < 1 {
					t.Errorf("%s: ingredient %+v", r.Result, ing)
				}
				for _, name := range ing.Items {
					if _, ok := v.Item(name); !ok {
						t.Errorf("recipe of %s names %q, which is no item", r.Result, name)
					}
					if seen[name] {
						t.Errorf("recipe of %s names %s twice", r.Result, name)
					}
					seen[name] = true
				}
			}
			if total > 9 {
				t.Errorf("%s takes %d items", r.Result, total)
			}
			if r.Shape == nil {
				if r.Table != (total > 4) {
					t.Errorf("%s: %d items, table %t", r.Result, total, r.Table)
				}
				continue
			}
			wide := len(r.Shape) > 2
			for _, row := range r.Shape {
				wide = wide || len(row) > 2
				for _, cell := range row {
					if cell >= 0 {
						cells[cell]++
					}
				}
			}
			for i, n := range cells {
				if n != r.Ingredients[i].Count {
					t.Errorf("%s: ingredient %d fills %d cells and counts %d", r.Result, i, n, r.Ingredients[i].Count)
				}
			}
			if wide != r.Table || len(r.Shape) > 3 {
				t.Errorf("%s: shape %v, table %t", r.Result, r.Shape, r.Table)
			}
		}
	})
}

// TestRecipesAreMerged checks that what the game takes in any mix is one recipe.
func TestRecipesAreMerged(t *testing.T) {
	each(t, func(t *testing.T, v *data.Version) {
		for _, it := range v.Items() {
			shapes := map[string]int{}
			for _, r := range v.Recipes(it.Name) {
				counts := make([]int, len(r.Ingredients))
				for i, ing := range r.Ingredients {
					counts[i] = ing.Count
				}
				key := fmt.Sprint(r.Count, r.Shape == nil, r.Shape, counts)
				shapes[key]++
				if shapes[key] > 1 {
					t.Errorf("%s has several recipes of one pattern: %v", it.Name, v.Recipes(it.Name))
				}
			}
		}
		for result, want := range map[string]int{"chest": 1, "stick": 2, "furnace": 1, "campfire": 1, "barrel": 1, "torch": 1, "soul_torch": 1} {
			if _, has := v.Item(result); !has {
				continue
			}
			if got := len(v.Recipes(result)); got != want {
				t.Errorf("%s has %d recipes, want %d", result, got, want)
			}
		}
	})
}

// TestOrderIsFixed decodes every version a second time and compares.
func TestOrderIsFixed(t *testing.T) {
	each(t, func(t *testing.T, v *data.Version) {
		again, err := data.Reload(v.Name)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(v.AllRecipes(), again.AllRecipes()) || !reflect.DeepEqual(v.Blocks(), again.Blocks()) {
			t.Error("two readings differ")
		}
		for _, it := range v.Items() {
			if !reflect.DeepEqual(v.DroppedBy(it.Name), again.DroppedBy(it.Name)) || !reflect.DeepEqual(v.UsesOf(it.Name), again.UsesOf(it.Name)) {
				t.Errorf("%s: two readings differ", it.Name)
			}
		}
	})
}

func TestDroppedBy(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	for item, want := range map[string]data.Source{
		"diamond":     {Block: "diamond_ore"},
		"cobblestone": {Block: "stone"},
		"raw_iron":    {Block: "iron_ore"},
		"coal":        {Block: "coal_ore"},
		"oak_log":     {Block: "oak_log"},
		"beef":        {Mob: "cow"},
		"blaze_rod":   {Mob: "blaze"},
		"wheat_seeds": {Block: "short_grass"},
		"sand":        {Block: "sand"},
		"oak_sapling": {Block: "oak_leaves"},
	} {
		got := v.DroppedBy(item)
		if len(got) == 0 || got[0].Block != want.Block || got[0].Mob != want.Mob {
			t.Errorf("%s comes from %+v, want first %+v", item, got, want)
		}
	}
	natural := true
	for _, s := range v.DroppedBy("cobblestone") {
		b, ok := v.Block(s.Block)
		if ok && b.Natural && !natural {
			t.Errorf("natural %s comes after one that is not", s.Block)
		}
		natural = ok && b.Natural
	}
}
