// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// What is meant is not always what is said. A reading is sure only where the words leave nothing open; where they do it is a guess
// that somebody has to agree to, with the words in question and what they were taken for.

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

// maxCount bounds a quantity; more than this many items no inventory holds.
const maxCount = 100_000

// pieces is how many pieces of a thing a quantity is, of which so many stack; paired ones are counted in pairs.
func pieces(q language.Quantity, stack int, paired bool) int {
	n := q.Number
	switch {
	case q.Pairs > 0 && paired:
		n = q.Pairs
	case q.Pairs > 0:
		n = 2 * q.Pairs
	case q.Stacks:
		n *= float64(stack)
	case q.Some: // no more than a stack
		n = min(n, float64(stack))
	}
	return max(1, int(n))
}

// count is how many pieces of a thing a quantity is.
func (r *Reader) count(q language.Quantity, n lexicon.Meaning) int {
	return pieces(q, r.stack(n), paired(n))
}

// How many are meant where no number is said.
const (
	someThings = 8 // as "some" is
	fewThings  = 3 // as "a few" is
)

// severalWord says that a word is a plural, or a noun without one: "logs", "sheep", "wood".
func severalWord(w string) bool { return strings.TrimPrefix(game.Counted(2, w), "2 ") == w }

// plural says that a word is another word of a name with an ending: "logs", but
// not "lapis"; of a misspelt one the ending is all that is known.
func (r *Reader) plural(w string) bool {
	if !r.Knows(w) {
		return strings.HasSuffix(w, "s")
	}
	for _, one := range [...]string{strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
		if one != w && r.Knows(one) && game.Plural(one) == w {
			return true
		}
	}
	return false
}

// gem says that a thing is an ore or what an ore leaves as it is used.
func (r *Reader) gem(id string) bool {
	ore := func(s data.Source) bool { return strings.HasSuffix(s.Block, "_ore") && !s.Drop.SilkTouch }
	return strings.HasSuffix(id, "_ore") || slices.ContainsFunc(r.Version.DroppedBy(id), ore)
}
