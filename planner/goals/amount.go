// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
)

// maxCount bounds a quantity; more than this many items no inventory holds.
const maxCount = 100_000

// amount is a quantity as it was said.
type amount struct {
	n     float64
	more  bool
	stack bool // of stacks
	some  bool // no more than a stack
	pair  bool // of pairs
	given bool
}

// of is the number of items for a thing.
func (a amount) of(stack int, paired bool) int {
	n := a.n
	switch {
	case !a.given:
		return 1
	case a.stack:
		n *= float64(stack)
	case a.some:
		n = min(n, float64(stack))
	case a.pair && !paired:
		n *= 2
	}
	return max(1, int(n))
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
