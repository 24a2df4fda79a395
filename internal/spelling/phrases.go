// SPDX-License-Identifier: MIT

package spelling

import (
	"cmp"
	"slices"
	"strings"
)

// Phrases are names that typed words may be near to, the shortest in words first.
type Phrases []phrase

// phrase is a name for near matches: its words, and those without blanks.
type phrase struct {
	text, joined string
	words        []string
}

// PhrasesOf are some names, each once or more.
func PhrasesOf(names []string) (list Phrases) {
	for _, p := range names {
		if words := contentWords(strings.Fields(p)); len(words) > 0 {
			list = append(list, phrase{p, strings.Join(words, ""), words})
		}
	}
	slices.SortFunc(list, func(a, b phrase) int {
		return cmp.Or(len(a.words)-len(b.words), strings.Compare(a.text, b.text))
	})
	return list
}

// particles may be left out or be too many in a name: "block diamond".
var particles = map[string]bool{"of": true, "a": true, "an": true, "the": true, "o": true}

func contentWords(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return particles[w] })
}

// How long, in letters without blanks, a name must be to be near to another: leastName for
// one slip, and in words of fewer than shortName only letters that changed places; longName for two.
const (
	leastName = 4
	shortName = 6
	longName  = 9
)

// Closest finds the one name that is nearest to some words, of those that are the name of a thing:
// that differs by blanks and particles, or by one or two letters; empty where that may be of several
// things. A word that is part of some name, or has a digit, stands for itself, so that only others may
// hold a slip.
func (list Phrases) Closest(typed []string, part func(word string) bool, thing func(name string) (string, bool)) (best string) {
	typed = contentWords(typed)
	joined := strings.Join(typed, "")
	known := slices.DeleteFunc(slices.Clone(typed), func(w string) bool { return !part(w) && !numbered(w) })
	most := 1 + min(1, len(joined)/longName)
	if len(joined) < leastName {
		return ""
	}
	tie, of := false, ""
	for i := range list {
		s := &list[i]
		d := s.far(joined, most)
		if d > most || d > 0 && (len(known) == len(typed) || !s.holds(known)) {
			continue
		}
		switch name, ok := thing(s.text); {
		case !ok:
		case d < most || best == "":
			best, of, most, tie = s.text, name, d, false
		case name != of:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}

// numbered reports whether a word has a digit.
func numbered(word string) bool { return strings.ContainsAny(word, "0123456789") }

// holds reports whether all of some words are of the name.
func (s *phrase) holds(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(s.words, w) })
}

// far is how many letters of a name are others, more than most for too many.
func (s *phrase) far(joined string, most int) int {
	if s.joined == joined {
		return 0
	}
	if s.joined[0] != joined[0] {
		return most + 1
	}
	d := Distance(joined, s.joined, most)
	if d == 1 && len(joined) < shortName && s.other(joined) {
		return most + 1
	}
	return d
}

// other reports whether a text of the same length has other letters.
func (s *phrase) other(joined string) bool {
	return len(joined) == len(s.joined) && !Swapped(joined, s.joined)
}

// Ending is the shortest name of those that ends in a word, empty for none: "redstone lamp" for "lamp".
func (list Phrases) Ending(word string, of func(name string) bool) string {
	for i := range list {
		if s := &list[i]; len(s.words) > 1 && s.words[len(s.words)-1] == word && of(s.text) {
			return s.text
		}
	}
	return ""
}
