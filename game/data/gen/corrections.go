// SPDX-License-Identifier: MIT

package main

import (
	"slices"
)

// fullRecipes is the last version whose recipes minecraft-data lists with every
// alternative. In later ones it pairs the alternatives of two ingredients
// (first with first, second with second) or gives only the first of a tag.
const fullRecipes = "1.20.4"

// correct removes what is experimental, and borrows and adds what recipes.yaml says.
func (b *builder) correct(byResult map[string][]*grid) error {
	rules := b.rules.recipes
	for name := range byResult {
		if b.experimental[name] {
			delete(byResult, name)
		}
	}
	for _, rule := range rules.Borrow {
		if !b.within(rule.Span) {
			continue
		}
		from, err := b.pkg.version(rule.From)
		if err != nil {
			return err
		}
		lent := b.read(from)
		for _, name := range b.pick("recipes", rule.Results, b.itemNames) {
			byResult[name] = lent[name]
		}
	}
	for _, rule := range rules.Add {
		for _, bound := range b.rules.bindings(rule.Result) {
			g := &grid{result: bound.apply(rule.Result), count: max(rule.Count, 1), free: true, cells: [][]int{{}}}
			ok := b.within(rule.Span) && b.isItem(g.result)
			if !ok {
				continue
			}
			for i, text := range bound.applyAll(rule.Of) {
				set := b.pick("recipes", []string{text}, b.itemNames)
				set = slices.DeleteFunc(set, func(name string) bool { return name == g.result })
				ok = ok && len(set) > 0
				g.sets = append(g.sets, set)
				g.cells[0] = append(g.cells[0], i)
			}
			if ok {
				byResult[g.result] = append(byResult[g.result], g)
			}
		}
	}
	return nil
}

// complete gives recipes back the alternatives that fullRecipes still lists,
// and joins those of one pattern: no result has two recipes of one pattern in
// the versions that are complete.
func (b *builder) complete(byResult map[string][]*grid) error {
	src, err := b.pkg.version(fullRecipes)
	if err != nil {
		return err
	}
	older := newBuilder(b.pkg, b.rules, src)
	older.buildTags()
	before, err := older.grids()
	if err != nil {
		return err
	}
	for result, list := range byResult {
		list = joinAll(list)
		for _, g := range list {
			for _, old := range before[result] {
				if g.like(old) && g.overlaps(old) {
					for i := range g.sets {
						g.sets[i] = b.grown(g.sets[i], old.sets[i], older)
					}
				}
			}
			for i := range g.sets {
				g.sets[i] = slices.DeleteFunc(g.sets[i], func(name string) bool { return name == result && len(g.sets[i]) > 1 })
			}
		}
		byResult[result] = list
	}
	return nil
}

// grown adds to set what the older one had; an older set that was a whole tag
// becomes the whole tag of this version.
func (b *builder) grown(set, old []string, older *builder) []string {
	out := slices.Concat(set, slices.DeleteFunc(slices.Clone(old), func(name string) bool { return !b.isItem(name) }))
	for _, tag := range b.rules.tags {
		if len(old) > 1 && sameSet(old, older.file.Tags[tag.name]) {
			out = append(out, b.file.Tags[tag.name]...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// widen makes an ingredient out of a tag the whole tag.
func (b *builder) widen(byResult map[string][]*grid) {
	for _, rule := range b.rules.recipes.Widen {
		for _, bound := range b.rules.bindings(rule.Tag) {
			tag := b.file.Tags[bound.apply(rule.Tag)]
			for _, result := range b.pick("recipes", b.rules.expand(bound.applyAll(rule.Results)), b.itemNames) {
				for _, g := range byResult[result] {
					for i, set := range g.sets {
						if slices.ContainsFunc(set, func(s string) bool { return slices.Contains(tag, s) }) {
							g.sets[i] = slices.DeleteFunc(slices.Clone(tag), func(s string) bool { return s == result })
						}
					}
				}
			}
		}
	}
}

// like says that two recipes have the same pattern and amount.
func (g *grid) like(o *grid) bool {
	return g.count == o.count && g.free == o.free && len(g.sets) == len(o.sets) &&
		slices.EqualFunc(g.cells, o.cells, slices.Equal)
}

// overlaps says that every ingredient of the two has an item in common.
func (g *grid) overlaps(o *grid) bool {
	for i, set := range g.sets {
		if !slices.ContainsFunc(set, func(s string) bool { return slices.Contains(o.sets[i], s) }) {
			return false
		}
	}
	return true
}

// joinAll joins the recipes of each pattern, ingredient by ingredient.
func joinAll(list []*grid) []*grid {
	var out []*grid
	for _, g := range list {
		at := slices.IndexFunc(out, g.like)
		if at < 0 {
			out = append(out, g)
			continue
		}
		for i, set := range g.sets {
			union := append(slices.Clone(out[at].sets[i]), set...)
			slices.Sort(union)
			out[at].sets[i] = slices.Compact(union)
		}
	}
	return out
}
