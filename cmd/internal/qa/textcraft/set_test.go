// SPDX-License-Identifier: MIT

package textcraft_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recipe is one recipe of a set: so many of each ingredient, any of whose items will do.
type recipe struct {
	result string
	count  int
	takes  []ingredient
	// table: it does not fit the grid of the inventory.
	table bool
	raw   map[string]any
}

type ingredient struct {
	anyOf []string
	count int
}

// set is a made-up set of recipes: what no recipe makes is there or not.
type set struct {
	of   map[string][]recipe
	tags map[string][]string
	all  []map[string]any
}

// ours is the namespace of what a set names, so that nothing of it is the game's own.
const ours = "madeup:"

func named(name string) string {
	if _, bare, ok := strings.Cut(name, ":"); ok {
		name = bare
	}
	return ours + name
}

// load reads the crafting recipes of a folder, in the form of data packs.
func load(t *testing.T, dir string) *set {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no recipes: %v", dir, err)
	}
	s := &set{of: map[string][]recipe{}, tags: map[string][]string{}}
	tagged := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var raw map[string]any
		if err := json.Unmarshal(text, &raw); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if kind, _ := raw["type"].(string); !strings.HasSuffix(kind, ":crafting_shaped") && !strings.HasSuffix(kind, ":crafting_shapeless") {
			continue
		}
		rename(raw)
		r := recipe{count: 1, raw: raw}
		switch out := raw["result"].(type) {
		case string:
			r.result = out
		case map[string]any:
			r.result, _ = out["item"].(string)
			if n, ok := out["count"].(float64); ok {
				r.count = int(n)
			}
		}
		if group, ok := raw["group"].(string); ok { // as TextCraft has them: a group is a tag
			s.tags[named(group)] = append(s.tags[named(group)], r.result)
		}
		s.of[r.result] = append(s.of[r.result], r)
		s.all = append(s.all, raw)
		walk(raw, func(m map[string]any) {
			if tag, ok := m["tag"].(string); ok {
				tagged[tag] = true
			}
		})
	}
	for tag := range tagged { // one without members is a thing by itself
		if len(s.tags[tag]) == 0 {
			s.tags[tag] = []string{tag}
		}
		slices.Sort(s.tags[tag])
		s.tags[tag] = slices.Compact(s.tags[tag])
	}
	for result, list := range s.of {
		for i := range list {
			list[i].takes, list[i].table = s.ingredients(list[i].raw), large(list[i].raw)
		}
		s.of[result] = list
	}
	return s
}

// walk visits each object in a document.
func walk(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		visit(v)
		for _, inner := range v {
			walk(inner, visit)
		}
	case []any:
		for _, inner := range v {
			walk(inner, visit)
		}
	}
}

// rename puts every name of a recipe into our namespace.
func rename(raw map[string]any) {
	walk(raw, func(m map[string]any) {
		for _, member := range []string{"item", "tag"} {
			if name, ok := m[member].(string); ok {
				m[member] = named(name)
			}
		}
	})
	if name, ok := raw["result"].(string); ok {
		raw["result"] = named(name)
	}
}

// large reports whether a recipe needs a crafting table.
func large(raw map[string]any) bool {
	list, _ := raw["ingredients"].([]any)
	rows, _ := raw["pattern"].([]any)
	wide := slices.ContainsFunc(rows, func(row any) bool { text, _ := row.(string); return len(text) > 2 })
	return len(list) > 4 || len(rows) > 2 || wide
}

func (s *set) ingredients(raw map[string]any) []ingredient {
	counts := map[string]*ingredient{}
	take := func(v any, n int) {
		if n == 0 {
			return
		}
		var anyOf []string
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, one := range list {
			m, _ := one.(map[string]any)
			if item, ok := m["item"].(string); ok {
				anyOf = append(anyOf, item)
			} else if tag, ok := m["tag"].(string); ok {
				anyOf = append(anyOf, s.tags[tag]...)
			}
		}
		key := fmt.Sprint(anyOf)
		if counts[key] == nil {
			counts[key] = &ingredient{anyOf: anyOf}
		}
		counts[key].count += n
	}
	list, _ := raw["ingredients"].([]any)
	for _, v := range list {
		take(v, 1)
	}
	key, _ := raw["key"].(map[string]any)
	rows, _ := raw["pattern"].([]any)
	for mark, v := range key {
		n := 0
		for _, row := range rows {
			text, _ := row.(string)
			n += strings.Count(text, mark)
		}
		take(v, n)
	}
	var out []ingredient
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, *counts[k])
	}
	return out
}

// reach is what can be made at all of some basic things, however many there are of each.
func (s *set) reach(basic func(string) bool) map[string]bool {
	have := map[string]bool{}
	can := func(item string) bool { return have[item] || len(s.of[item]) == 0 && basic(item) }
	for grown := true; grown; {
		grown = false
		for result, list := range s.of {
			if have[result] {
				continue
			}
			for _, r := range list {
				if !slices.ContainsFunc(r.takes, func(in ingredient) bool { return !slices.ContainsFunc(in.anyOf, can) }) {
					have[result], grown = true, true
				}
			}
		}
	}
	return have
}

// stock finds basic things that suffice for one of a thing, by its first recipe that can
// be made and the first that will do of each ingredient; nil for none.
func (s *set) stock(goal string) map[string]int {
	basic, spare := map[string]int{}, map[string]int{}
	depth := s.depths()
	var need func(item string, n int) bool
	need = func(item string, n int) bool {
		if use := min(spare[item], n); use > 0 {
			spare[item] -= use
			n -= use
		}
		if n == 0 {
			return true
		}
		if len(s.of[item]) == 0 {
			basic[item] += n
			return true
		}
		best, least := -1, 1<<30
		for i := range s.of[item] {
			if d := deepest(s.of[item][i].takes, depth); d < least {
				best, least = i, d
			}
		}
		if best < 0 || least >= unreachable {
			return false
		}
		r := &s.of[item][best]
		batches := (n + r.count - 1) / r.count
		for _, in := range r.takes {
			first := slices.MinFunc(in.anyOf, func(a, b string) int { return depth(a) - depth(b) })
			if !need(first, in.count*batches) {
				return false
			}
		}
		spare[item] += batches*r.count - n
		return true
	}
	if !need(goal, 1) {
		return nil
	}
	return basic
}

const unreachable = 1 << 20

func deepest(takes []ingredient, depth func(string) int) int {
	most := 0
	for _, in := range takes {
		least := unreachable
		for _, item := range in.anyOf {
			least = min(least, depth(item))
		}
		most = max(most, least)
	}
	return most
}

// depths is how many crafts deep a thing is at least.
func (s *set) depths() func(string) int {
	of := map[string]int{}
	depth := func(item string) int {
		if len(s.of[item]) == 0 {
			return 0
		}
		if d, ok := of[item]; ok {
			return d
		}
		return unreachable
	}
	for grown := true; grown; {
		grown = false
		for result, list := range s.of {
			for _, r := range list {
				if d := deepest(r.takes, depth) + 1; d < depth(result) {
					of[result], grown = d, true
				}
			}
		}
	}
	return depth
}
