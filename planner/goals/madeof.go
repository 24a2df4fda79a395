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

// madeFirst lets what an earlier goal of the sentence makes count as held by a later one about all of something: "craft a diamond
// sword and drop the sword". The later goal then names it with its count, and the making is part of it.
func (d *drafter) madeFirst(goals []Goal) []Goal {
	gone := make([]bool, len(goals))
	instead := make([][]Goal, len(goals))
	for k, g := range goals {
		if instead[k] = []Goal{g}; !g.All || !slices.Contains([]Kind{Give, Deposit, Smelt, Equip}, g.Kind) {
			continue
		}
		spent := d.spentBefore(goals[:k], &g)
		instead[k][0].spent = g.spent
		var named []Goal
		rest := slices.Clone(g.Items)
		for i := range goals[:k] {
			m, ok := d.makes(goals[i])
			if !ok || gone[i] || !d.among(m.Items, g) {
				continue
			}
			m.Kind, m.To, m.At, m.Into = g.Kind, g.To, g.At, g.Into
			named = append(named, m)
			rest = slices.DeleteFunc(rest, func(item string) bool {
				return slices.Contains(m.Items, item) || g.Kind == Equip && d.Version.Slot(item) == d.Version.Slot(m.Items[0])
			})
			gone[i] = goals[i].Kind == Get && g.Kind != Equip
			instead[i][0].Used = goals[i].Kind.row().makes && g.Kind != Equip
		}
		if named == nil {
			continue
		}
		if d.Base(rest...) > spent {
			g.Items = rest
			if len(rest) == 1 {
				g.Name = rest[0]
			}
			named = append(named, g)
		}
		instead[k] = named
	}
	var out []Goal
	for k := range goals {
		if !gone[k] {
			out = append(out, instead[k]...)
		}
	}
	return out
}

// spentBefore counts what goals before put into a furnace of what a goal about all of something is
// about: "cook 2 beef and drop all the beef".
func (d *drafter) spentBefore(before []Goal, g *Goal) (spent int) {
	for _, by := range before {
		smelts := by.Kind == Smelt && !by.All && !by.Product && len(by.Items) == 1
		if smelts && (g.Kind == Give || g.Kind == Deposit) && slices.Contains(g.Items, by.Items[0]) {
			spent += by.Count
			g.spent += max(0, by.Count-d.Did(game.Smelt, by.Items[0]))
		}
	}
	return spent
}

// makes is what a goal brings, and how much is held of it then.
func (d *drafter) makes(g Goal) (Goal, bool) {
	m := Goal{Name: g.Name, Items: g.Items, Count: g.Count}
	switch {
	case g.All || len(g.Items) == 0:
		return m, false
	case g.Kind == Get:
		if m.Items = d.asDrops(g.Items); !g.More {
			m.Count = max(g.Count, d.Base(m.Items...))
			return m, true
		}
	case g.Kind == Mine:
		if b, ok := d.Version.Block(g.Items[0]); ok && len(g.Items) == 1 && !d.minedAs(g.Items[0]) {
			drops, each := b.MainDrops()
			if m.Items, m.Count = drops, g.Count*each; len(drops) != 1 {
				return m, false
			}
		}
	case g.Kind == Smelt:
		if sm, ok := d.Version.SmeltingOf(g.Items[0]); ok && !g.Product {
			m.Items = []string{sm.Output}
		}
	case g.Kind.row().makes:
		m.be(Of(d.Version).product(g).thing())
	case g.Kind != Withdraw:
		return m, false
	}
	if len(m.Items) > 0 && m.Items[0] != g.Items[0] {
		m.Name = m.Items[0]
	}
	m.Count += d.Base(m.Items...)
	return m, len(m.Items) > 0
}

// among says that a goal about all of something is about these items.
func (d *drafter) among(items []string, g Goal) bool {
	return !slices.ContainsFunc(items, func(item string) bool {
		if item == g.Into || g.Kind == Equip && d.Version.Slot(item) == "hand" {
			return true
		}
		if slices.Contains(g.Items, item) {
			return false
		}
		sm, ok := d.Version.SmeltingOf(item)
		return g.Kind != Smelt || !ok || !slices.Contains(g.Items, sm.Output)
	})
}

// leftByKills settles how many are meant of what a kill of the sentence leaves: as many as are held once it is done, for how much a
// mob drops is never sure. A body's plan ends with the kill, and the rest waits for another round.
func (d *drafter) leftByKills(goals []Goal) []Goal {
	out := slices.Clone(goals)
	for k := range out {
		g := &out[k]
		used, takes := takenBy[g.Kind]
		if !takes || !g.Left && !g.All {
			continue
		}
		for i := k - 1; i >= 0; i-- {
			if d.takesFrom(&out[i], g, used) {
				break
			}
		}
	}
	return out
}

// takesFrom fits a goal to what a kill, harvest or smelting before it leaves, and reports whether it takes that.
func (d *drafter) takesFrom(from, g *Goal, used game.Kind) bool {
	if from.Left && from.Kind == Smelt && slices.Equal(Of(d.Version).molten(*from).Items, g.Items) {
		g.All, g.Left, g.Count = false, true, from.Count
		return true
	}
	harvest := from.Kind == Harvest && slices.Equal(from.Items, g.Items)
	if !harvest && (from.Kind != Kill || !Of(d.Version).gives(from.Name, g.Items)) {
		return false
	}
	there := d.Held(g.Items...) + d.done(used, g.Items...)
	killed := d.Did(game.Attack, from.Name)
	met := killed > 0 && (from.All || killed >= from.Count)
	if harvest {
		met = d.harvested(*from)
	}
	switch {
	case met && there > 0 && !g.All:
		g.Count = there
	case !met || there == 0:
		if there == 0 && g.All {
			g.All, g.Left, g.Count = false, true, max(from.Count, 1)
		}
		g.waits = !met && d.Request.Body.ID != ""
	}
	return true
}

// takenBy are the verbs that a kill of the sentence is counted for, with the action by which they use up what it leaves.
var takenBy = map[Kind]game.Kind{Smelt: game.Smelt, Deposit: game.Deposit, Give: game.Drop}
