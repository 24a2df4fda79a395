// SPDX-License-Identifier: MIT

package goals

import "slices"

// What is meant is not always what is said. A reading is sure only where the
// words leave nothing open; where they do it is a guess that somebody has to
// agree to, with the words in question and what they were taken for.

// brought is so many of some things that a goal is about, makes or leaves; sure says that no fewer come of it.
type brought struct {
	items []string
	count int
	sure  bool
	left  bool // by what is killed
}

// brings are what a goal is about, makes or leaves.
func (r *Reader) brings(g Goal) []brought {
	if g.Kind == Kill {
		return r.leftByMobs(g)
	}
	made := r.product(g)
	if len(made.Items) == 0 {
		return nil
	}
	out := []brought{{made.Items, g.Count, !g.All, g.Left}}
	if g.Kind != Mine {
		return out
	}
	for _, id := range g.Items {
		b, ok := r.Version.Block(id)
		if !ok {
			continue
		}
		drops, each := b.MainDrops()
		out = append(out, brought{drops, g.Count * max(each, 1), !g.All && each > 0, false})
	}
	return out
}

// leftByMobs are what mobs that are killed drop.
func (r *Reader) leftByMobs(g Goal) []brought {
	var out []brought
	for _, id := range g.Items {
		m, _ := r.Version.Mob(id)
		food, _ := r.dropped([]string{id}) // each that is killed leaves one at least
		for _, d := range m.Drops {
			left := []string{d.Item}
			if slices.Contains(r.Items["wool"].Items, d.Item) {
				left = r.Items["wool"].Items
			}
			out = append(out, brought{left, g.Count, !g.All && (d.Min > 0 && d.Chance == 1 || slices.Contains(food.Items, d.Item)), true})
		}
	}
	return out
}

// molts adds what comes out of a furnace for what is brought.
func (r *Reader) molts(list []brought) []brought {
	for _, b := range slices.Clone(list) {
		for _, id := range b.items {
			if sm, ok := r.Version.SmeltingOf(id); ok {
				list = append(list, brought{[]string{sm.Output}, b.count, b.sure, b.left})
			}
		}
	}
	return list
}

// made says that an item is made: crafted, cut, smithed or brought out of a furnace.
func (r *Reader) made(item string) bool {
	v := r.Version
	it, ok := v.Item(item)
	return ok && it.Brewed || len(v.Recipes(item)) > 0 || len(v.SmithingTo(item)) > 0 ||
		len(v.SmeltingTo(item)) > 0 || len(v.CutsTo(item)) > 0 || len(v.InteractionsTo(item)) > 0
}
