// SPDX-License-Identifier: MIT

package goals

// asItem is a goal about a block that is no item as one about what that leaves:
// potatoes in a field are a potato each.
func (r *Reader) asItem(g Goal) Goal {
	if len(g.Items) != 1 || r.isItem(g.Items[0]) {
		return g
	}
	if b, ok := r.Version.Block(g.Items[0]); ok {
		if drops, _ := b.MainDrops(); len(drops) > 0 {
			return g.of(drops[0], drops[0])
		}
	}
	return g
}

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

// nothing is what a goal brings that brings nothing.
func nothing(*Reader, Goal) Goal { return Goal{} }

// What shearing and milking are done with and bring.
const (
	shears = "shears"
	milk   = "milk_bucket"
)

// often is the least chance, 0 to 1, of a drop that is counted on.
const often = 0.5
