// SPDX-License-Identifier: MIT

package lexicon

import (
	"cmp"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/spelling"
)

// spelt is a phrase for near matches: its words, and those without blanks.
type spelt struct {
	phrase, joined string
	words          []string
}

// MaxWords is the longest phrase, in words.
const MaxWords = 7

// spell lists the phrases of some tables, the shortest in words first.
func spell(from ...Table) []spelt {
	var list []spelt
	for _, m := range from {
		for p := range m {
			if words := contentWords(strings.Fields(p)); len(words) > 0 {
				list = append(list, spelt{p, strings.Join(words, ""), words})
			}
		}
	}
	slices.SortFunc(list, func(a, b spelt) int {
		return cmp.Or(len(a.words)-len(b.words), strings.Compare(a.phrase, b.phrase))
	})
	return list
}

// particles may be left out or be too many in a name: "block diamond".
var particles = map[string]bool{"of": true, "a": true, "an": true, "the": true, "o": true}

func contentWords(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return particles[w] })
}

// How long, in letters without blanks, a name must be to be near to another: shortest for
// one slip, and in words of fewer than short only letters that changed places; long for two.
const (
	shortest = 4
	short    = 6
	long     = 9
)

// Closest finds the one thing whose name is nearest to some words, in the first table that
// has the name: that differs by blanks and particles, or by one or two letters. A word that
// is part of some name, or has a digit, stands for itself, so that only others may hold a slip.
func (l *Lexicon) Closest(typed []string, tables ...Table) (best Meaning, ok bool) {
	typed = contentWords(typed)
	joined := strings.Join(typed, "")
	var known []string
	for _, w := range typed {
		if l.vocabulary[w] || strings.ContainsAny(w, "0123456789") {
			known = append(known, w)
		}
	}
	most := 1
	if len(joined) >= long {
		most = 2
	}
	if len(joined) < shortest {
		return Meaning{}, false
	}
	tie := false
	for i := range l.phrases {
		s := &l.phrases[i]
		d := 0
		if s.joined != joined {
			other := func(w string) bool { return !slices.Contains(s.words, w) }
			if s.joined[0] != joined[0] || len(known) == len(typed) || slices.ContainsFunc(known, other) {
				continue
			}
			d = spelling.Distance(joined, s.joined, most)
			letter := d == 1 && len(joined) == len(s.joined) && !spelling.Swapped(joined, s.joined)
			if d > most || letter && len(joined) < short {
				continue
			}
		}
		at := slices.IndexFunc(tables, func(t Table) bool { _, ok := t[s.phrase]; return ok })
		if at < 0 {
			continue
		}
		switch got := tables[at][s.phrase]; {
		case d < most || !ok:
			best, most, ok, tie = got, d, true, false
		case got.Name != best.Name:
			tie = true
		}
	}
	return best, ok && !tie
}

// Ending is the shortest name of a thing that ends in a word, empty for none: "redstone
// lamp" for "lamp".
func (l *Lexicon) Ending(word string) string {
	for i := range l.phrases {
		s := &l.phrases[i]
		if m, ok := l.Items[s.phrase]; ok && m.Set == nil && len(s.words) > 1 && s.words[len(s.words)-1] == word {
			return s.phrase
		}
	}
	return ""
}
