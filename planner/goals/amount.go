// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/language"
)

// maxCount bounds a quantity; more than this many items no inventory holds.
const maxCount = 100_000

// pieces is how many pieces of a thing a quantity is, of which so many stack; paired ones
// are counted in pairs.
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

// severalWord says that a word is a plural, or a noun without one: "logs",
// "sheep", "wood".
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
	if strings.HasSuffix(id, "_ore") {
		return true
	}
	for _, s := range r.Version.DroppedBy(id) {
		if strings.HasSuffix(s.Block, "_ore") && !s.Drop.SilkTouch {
			return true
		}
	}
	return false
}
