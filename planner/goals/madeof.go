// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/techtree"
)

// What a sentence says that a thing is made of ("torches with charcoal") or not made of ("torches without coal") is what the craft
// may take, and what is looked at before it is called done.

// madeOtherwise says that an item may be made of something else than of one of some.
func (r *Reader) madeOtherwise(item string, of []string) bool {
	other := func(id string) bool { return !slices.Contains(of, id) }
	return slices.ContainsFunc(r.Version.Recipes(item), func(rc data.Recipe) bool {
		return !slices.ContainsFunc(rc.Ingredients, func(in data.Ingredient) bool { return !slices.ContainsFunc(in.Items, other) })
	}) || slices.ContainsFunc(r.Version.CutsTo(item), func(c data.Cut) bool { return other(c.Input) })
}

// unlike has a goal made of anything but one of some things.
func (r *Reader) unlike(g *Goal, n lexicon.Meaning) bool {
	if g.Kind != Craft && (g.Kind != Get || g.More) || g.All || len(g.Items) == 0 {
		return false
	}
	not := Thing{Name: n.Name, Not: true}
	if free := slices.DeleteFunc(slices.Clone(g.Items), func(id string) bool { return r.needs(id, n.Items).each > 0 }); len(free) > 0 && len(free) < len(g.Items) {
		g.Items = free // planks without oak are other planks
	} else if not.Items = r.besides(g.Items[0], n.Items); not.Items == nil {
		return false
	} else {
		not.Of = true
	}
	g.Kind = Craft
	g.With = append(g.With, not)
	return true
}

// besides are what one of an item's parts is of where it is not made of some things
// that it may be made of; nil when it is always made of them, or never.
func (r *Reader) besides(item string, not []string) []string {
	var of []string
	part := false
	for _, rc := range r.Version.Recipes(item) {
		var rest []string
		can := true
		for _, in := range rc.Ingredients {
			left := slices.DeleteFunc(slices.Clone(in.Items), func(id string) bool { return slices.Contains(not, id) })
			part = part || len(left) < len(in.Items)
			left = slices.DeleteFunc(left, func(id string) bool { return r.takes([]string{id}, not) }) // a bed of another bed
			if can = can && len(left) > 0; rest == nil || len(left) < len(in.Items) {
				rest = left
			}
		}
		if can && of == nil {
			of = rest
		}
	}
	if !part {
		return nil
	}
	return of
}

// measure counts how much of what a goal is made of it takes.
func (r *Reader) measure(g *Goal) {
	for i := range g.With {
		if w := &g.With[i]; w.Of && g.Kind == Craft {
			need := r.needs(g.Items[0], w.Items)
			w.Count = need.each * ((max(g.Count, 1) + need.makes - 1) / max(need.makes, 1))
		}
	}
}

// madeOf are the things that a goal is made of.
func (g *Goal) madeOf() []game.Need {
	var of []game.Need
	for _, w := range g.With {
		if w.Of {
			of = append(of, game.Need{Items: w.Items})
		}
	}
	return of
}

// ownMaterial marks what earlier goals bring and a goal that points to it is made of:
// "mine 6 birch logs and turn them into planks" takes 6.
func (r *Reader) ownMaterial(goals []Goal, gone []bool, g *Goal) {
	for i := range goals {
		if len(g.Out) > 0 && goals[i].Kind.row().makes && slices.Equal(r.product(goals[i]).Items, g.Out) {
			goals[i].Used = true
		}
	}
	for _, w := range g.With {
		if w.Of {
			r.takeMaterial(goals, gone, w)
		}
	}
}

// takeMaterial takes a material from the last goal that brings it: one that is got for nothing else is gone.
func (r *Reader) takeMaterial(goals []Goal, gone []bool, w Thing) {
	for i := range slices.Backward(goals) {
		from := &goals[i]
		if gone[i] || !slices.Equal(r.product(*from).Items, w.Items) {
			continue
		}
		switch {
		case from.Kind == Get && from.parted+w.Count >= from.Count:
			gone[i] = true
		case from.Kind == Get:
			from.parted += w.Count
		case from.Kind.row().makes:
			from.Used = true
		}
		return
	}
}

// partMadeOf crafts so many more of what is said, and of nothing else.
func (d *drafter) partMadeOf(p *part) error {
	g := p.goal
	if err := d.require(g, game.Craft); err != nil {
		return err
	}
	for _, item := range d.cheap(g.Items) {
		for _, rc := range d.Version.Recipes(item) {
			if of, ok := narrowed(rc, g.madeOf()); ok {
				d.craftOf(p, item, rc, of)
				return nil
			}
		}
	}
	return impossible("impossible.no-recipe", "goal", strings.TrimPrefix(g.Words(), "craft "))
}

// narrowed are the ingredients of a recipe, each with those of its alternatives that
// may be taken; ok says that everything said is one of them.
func narrowed(rc data.Recipe, of []game.Need) (list []data.Ingredient, ok bool) {
	list = slices.Clone(rc.Ingredients)
	for _, said := range of {
		found := false
		for k := range list {
			may := slices.DeleteFunc(slices.Clone(list[k].Items), func(id string) bool { return !slices.Contains(said.Items, id) })
			if len(may) > 0 {
				list[k].Items, found = may, true
			}
		}
		if !found {
			return nil, false
		}
	}
	return list, true
}

// craftOf writes down a craft by a recipe with narrowed ingredients.
func (d *drafter) craftOf(p *part, item string, rc data.Recipe, list []data.Ingredient) {
	g := p.goal
	each := max(rc.Count, 1)
	batches := func(n int) int { return (n + each - 1) / each }
	left := g.Count - d.Did(game.Craft, item)
	if g.Used {
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Craft, Items: g.Items, Count: g.Count}}
	} else {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: g.Items, Count: g.Count}}
		left = max(left, d.missingOf(g.Items, g.Count))
		p.Keeps = []techtree.Want{{Items: []string{item}, Count: g.Count + d.Base(item)}}
	}
	for k, in := range list {
		if len(in.Items) < len(rc.Ingredients[k].Items) || slices.ContainsFunc(p.goal.madeOf(), func(of game.Need) bool { return slices.Contains(of.Items, in.Items[0]) }) {
			p.Of = append(p.Of, game.Need{Items: in.Items, Count: in.Count * batches(max(left, 1))})
			p.checks = append(p.checks, game.Check{Kind: game.CheckUsed, Action: game.Craft, Target: item, Items: in.Items, Count: in.Count * batches(g.Count)})
		}
		if left > 0 {
			p.want(in.Count*batches(left), in.Items...)
		}
	}
	if left > 0 {
		p.do(game.Action{Kind: game.Craft, Recipe: item, Quantity: left})
	}
}
