// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// severalOf says that a thing is the plural of what is made, which is another thing's name: bricks.
func (r *Reader) severalOf(n lexicon.Meaning, made Goal) bool {
	return len(made.Items) == 1 && len(n.Items) == 1 && n.Items[0] == game.Plural(made.Items[0])
}

// madeBefore says that what one of some items is made of is made of others.
func (r *Reader) madeBefore(items, of []string) bool {
	return slices.ContainsFunc(r.Version.Recipes(items[0]), func(rc data.Recipe) bool {
		return slices.ContainsFunc(rc.Ingredients, func(in data.Ingredient) bool { return r.takes(in.Items, of) })
	})
}

// between are those of an ingredient's alternatives in the usual recipe that are crafted of some things, where not all of them are.
func (r *Reader) between(item string, of []string) []string {
	if list := r.Version.Recipes(item); len(list) > 0 {
		for _, in := range list[0].Ingredients {
			own := slices.DeleteFunc(slices.Clone(in.Items), func(id string) bool { return r.needs(id, of).each == 0 })
			if len(own) > 0 && len(own) < len(in.Items) {
				return own
			}
		}
	}
	return nil
}

// takes says that one of some items is made of one of others.
func (r *Reader) takes(items, of []string) bool {
	return slices.ContainsFunc(items, func(item string) bool {
		return r.needs(item, of).each > 0 || slices.ContainsFunc(r.Version.SmeltingTo(item), func(s data.Smelting) bool { return slices.Contains(of, s.Input) })
	})
}

// ingredient is how much of something a recipe takes for how much it makes; usual says that it is what is taken when nothing is said.
type ingredient struct {
	each, makes int
	usual       bool
}

func (r *Reader) needs(item string, of []string) ingredient {
	for k, rc := range r.Version.Recipes(item) {
		for _, in := range rc.Ingredients {
			if meet(in.Items, of) {
				return ingredient{in.Count, max(rc.Count, 1), k == 0 && slices.Contains(of, in.Items[0])}
			}
		}
	}
	return ingredient{}
}

// gives says that a mob leaves one of some items, alive or killed.
func (r *Reader) gives(mob string, items []string) bool { return r.sourceKind(mob, items) != "" }

// sourceKind is how a mob gives one of some items: by shears, milked, killed; empty when it does not.
func (r *Reader) sourceKind(mob string, items []string) game.Kind {
	switch m, ok := r.Version.Mob(mob); {
	case !ok:
		return ""
	case meet(r.Version.GivenBy(mob, shears), items):
		return game.Shear
	case slices.Contains(items, milk) && meet(r.Version.GivenBy(mob, "bucket"), items):
		return game.Milk
	case slices.ContainsFunc(m.Drops, func(d data.Drop) bool { return slices.Contains(items, d.Item) }):
		return game.Attack
	}
	return ""
}

// stack is the stack size of what a phrase stands for.
func (r *Reader) stack(n lexicon.Meaning) int {
	return cmp.Or(r.item(n.Items[0]).Stack, 64)
}

// paired says that a thing is called a pair: boots, leggings, shears.
func paired(n lexicon.Meaning) bool {
	return len(n.Items) > 0 && slices.ContainsFunc([]string{"boots", "leggings", "shears"}, func(end string) bool { return strings.HasSuffix(n.Items[0], end) })
}

// noneHeld says that there is nothing to do something with.
func noneHeld(name string, items []string) error {
	if name == everythingHeld {
		return impossible("impossible.empty")
	}
	if len(items) == 1 && !strings.HasPrefix(name, "any ") {
		name = items[0]
	}
	return impossible("impossible.none-held", "things", many(strings.TrimPrefix(name, "any ")))
}

// many are things by what many of them are called.
func many(name string) game.Things { return game.Things{Items: []string{name}, Many: true} }

// product is what a goal brings, for a pronoun that is about that: what comes out
// of the furnace, what shears take, what a killed animal leaves.
func (r *Reader) product(g Goal) Goal {
	if of := g.Kind.row().product; of != nil {
		return of(r, g)
	}
	return g.of(g.Name, g.Items...)
}

// of is as many of some things as a goal is about.
func (g Goal) of(name string, items ...string) Goal {
	return Goal{Name: name, Items: items, Count: g.Count, All: g.All, Left: g.Left}
}

// thing is what a goal is about, be has it be about a thing.
func (g Goal) thing() lexicon.Meaning { return lexicon.Meaning{Name: g.Name, Items: g.Items} }

func (g *Goal) be(n lexicon.Meaning) { g.Name, g.Items = n.Name, n.Items }

// first is the first of some ids, empty for none.
func first(ids []string) string { return strings.Join(ids[:min(1, len(ids))], "") }

// only is the meaning of an id.
func only(id string) lexicon.Meaning { return lexicon.Meaning{Name: id, Items: []string{id}} }

// meet reports whether two lists have something in common.
func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(id string) bool { return slices.Contains(b, id) })
}

// nothing is what a goal brings that brings nothing.
func nothing(*Reader, Goal) Goal { return Goal{} }

// What shearing and milking are done with and bring.
const (
	shears = "shears"
	milk   = "milk_bucket"
)

// often is the least chance, 0 to 1, of a drop that is counted on.
const often = 0.5

// What is said behind a goal and is no goal of its own: that its place is told, what is kept, what is not meant.

// hasPart says that one of some things may have a part in a goal, so that to go without it changes what is done: it goes into what
// is made, it is burnt or worked with, it is what comes of it.
func (r *Reader) hasPart(g Goal, of []string) bool {
	if r.madeBefore(g.Items, of) || slices.ContainsFunc(g.Items, func(id string) bool { return r.needs(id, of).each > 0 }) {
		return true
	}
	if slices.ContainsFunc(r.brings(g), func(b brought) bool { return !slices.Equal(b.items, g.Items) && meet(of, b.items) }) {
		return true
	}
	molten := g.Kind == Smelt || (g.Kind == Get || g.Kind == Craft) && len(r.Version.SmeltingTo(g.Items[0])) > 0
	return slices.ContainsFunc(of, func(id string) bool {
		worked := r.Version.IsStation(id) || r.item(id).Tool != nil
		return worked && !r.Outfit(g.Name) && g.Kind != Place && g.Kind != Give || molten && r.item(id).FuelTicks > 0
	})
}
