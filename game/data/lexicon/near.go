// SPDX-License-Identifier: MIT

package lexicon

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/internal/spelling"
)

// MaxWords is the longest phrase, in words.
const MaxWords = 7

// Closest finds the one thing whose name is nearest to some words, in the first table that
// has the name: that differs by blanks and particles, or by one or two letters.
func (l *Lexicon) Closest(typed []string, tables ...Table) (best Meaning, ok bool) {
	in := func(phrase string) int {
		return slices.IndexFunc(tables, func(t Table) bool { _, ok := t[phrase]; return ok })
	}
	phrase := l.phrases().Closest(typed, l.Knows, func(phrase string) (string, bool) {
		if at := in(phrase); at >= 0 {
			return tables[at][phrase].Name, true
		}
		return "", false
	})
	if phrase == "" {
		return Meaning{}, false
	}
	return tables[in(phrase)][phrase], true
}

// spell lists the phrases of some tables, the shortest in words first.
func spell(from ...Table) spelling.Phrases {
	var all []string
	for _, t := range from {
		all = slices.AppendSeq(all, maps.Keys(t))
	}
	return spelling.PhrasesOf(all)
}

// Ending is the shortest name of a thing that ends in a word, empty for none: "redstone
// lamp" for "lamp".
func (l *Lexicon) Ending(word string) string {
	return l.phrases().Ending(word, func(phrase string) bool { m, ok := l.Items[phrase]; return ok && m.Set == nil })
}
