// SPDX-License-Identifier: MIT

package lexicon

import (
	"cmp"
	"slices"
	"strings"
)

// spelling is a phrase for near matches: its words, and those without blanks.
type spelling struct {
	phrase, joined string
	words          []string
}

// MaxWords is the longest phrase, in words.
const MaxWords = 7

// spell lists the phrases of some tables, the shortest in words first.
func spell(from ...Table) []spelling {
	var list []spelling
	for _, m := range from {
		for p := range m {
			if words := contentWords(strings.Fields(p)); len(words) > 0 {
				list = append(list, spelling{p, strings.Join(words, ""), words})
			}
		}
	}
	slices.SortFunc(list, func(a, b spelling) int {
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
			d = Distance(joined, s.joined, most)
			letter := d == 1 && len(joined) == len(s.joined) && !Swapped(joined, s.joined)
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

// Distance counts the slips between two texts (a letter too many, too few,
// another, or two swapped), or more than most when there are more.
func Distance(a, b string, most int) int {
	if a == b {
		return 0
	}
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	const usual = 32 // letters of a word
	var space [3][usual]int
	var rows [3][]int
	for i := range rows {
		if rows[i] = space[i][:]; len(b) >= usual {
			rows[i] = make([]int, len(b)+1)
		}
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		old, prev, row := rows[(i+1)%3], rows[(i-1)%3], rows[i%3]
		row[0] = i
		least := row[0]
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, old[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
	}
	return rows[len(a)%3][len(b)]
}

// Swapped says that two texts of a length have the same letters.
func Swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
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
