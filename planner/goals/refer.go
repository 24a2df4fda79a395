// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game/data/lexicon"
)

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
