// SPDX-License-Identifier: MIT

package lexicon

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// spelling is a phrase for near matches, with its words but for particles.
type spelling struct {
	phrase string
	words  []string
	// joined is the words without blanks.
	joined string
}

// MaxWords is the longest phrase, in words.
const MaxWords = 7

// spellings are phrases by their number of words.
type spellings [MaxWords + 1][]spelling

// spell lists the phrases of some maps.
func spell(from ...Table) *spellings {
	var all []string
	for _, m := range from {
		for p := range m {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	list := &spellings{}
	for _, p := range slices.Compact(all) {
		if words := contentWords(strings.Fields(p)); len(words) > 0 && len(words) <= MaxWords {
			list[len(words)] = append(list[len(words)], spelling{p, words, strings.Join(words, "")})
		}
	}
	return list
}

// particles may be left out or be too many in a name: "block diamond".
var particles = map[string]bool{"of": true, "a": true, "an": true, "the": true, "o": true}

func contentWords(words []string) []string {
	var out []string
	for _, w := range words {
		if !particles[w] {
			out = append(out, w)
		}
	}
	return out
}

// mostSlips is how many slips a phrase may hold.
const mostSlips = 3

// Closest finds the one thing whose name is nearest to some words, in the first
// table that has the name, with the name. Every word of the name must be there,
// and none besides.
func (l *Lexicon) Closest(typed []string, tables ...Table) (m Meaning, as Respelt, ok bool) {
	return l.closest(typed, l.phrases, tables)
}

// ClosestMob is Closest among mobs.
func (l *Lexicon) ClosestMob(typed []string) (m Meaning, as Respelt, ok bool) {
	return l.closest(typed, l.mobPhrases, []Table{l.Mobs})
}

// closest is the nearest of a list of phrases.
func (l *Lexicon) closest(typed []string, list *spellings, tables []Table) (best Meaning, as Respelt, ok bool) {
	asked := l.asked(typed)
	words := asked.words
	if len(words) == 0 || len(asked.joined) < shortest {
		return Meaning{}, Respelt{}, false
	}
	bestSlips, tie := mostSlips+1, false
	for n := max(1, len(words)-1); n <= min(MaxWords, len(words)+1); n++ {
		for i := range list[n] {
			candidate := &list[n][i]
			slips, letters, ok := slips(asked, candidate)
			if !ok || slips > bestSlips {
				continue
			}
			for _, m := range tables {
				got, ok := m[candidate.phrase]
				if !ok {
					continue
				}
				if slips < bestSlips {
					best, as, bestSlips, tie = got, Respelt{candidate.phrase, letters}, slips, false
				} else if got.Name != best.Name {
					tie = true
				}
				break
			}
		}
	}
	return best, as, bestSlips <= mostSlips && !tie
}

// Respelt is the name that some words were taken for.
type Respelt struct {
	Phrase string
	// Letters: a word was taken for another one. Without it the words are the
	// name's own in another number, form or order of blanks.
	Letters bool
}

// question is what a name is sought for, with what of it is the same for every name.
type question struct {
	words  []string
	joined string
	// known are the words that are part of some name, unknown says that one is not.
	known   []bool
	unknown bool
	// forms are the other forms of each word that the reviewed file lists.
	forms [][]string
}

func (l *Lexicon) asked(typed []string) *question {
	q := &question{words: contentWords(typed)}
	q.joined = strings.Join(q.words, "")
	for _, w := range q.words {
		known := l.vocabulary[w]
		q.known, q.unknown = append(q.known, known), q.unknown || !known
		var forms []string
		for a, b := range l.words.WordForms {
			switch w {
			case a:
				forms = append(forms, b)
			case b:
				forms = append(forms, a)
			}
		}
		q.forms = append(q.forms, forms)
	}
	return q
}

// far says that a word and one of a name are too unlike, in length or in their first
// letter, to be one, misspelt or in another number or form.
func (q *question) far(i int, name string) bool {
	w := q.words[i]
	d := len(w) - len(name)
	unlike := d > longestEnding || d < -longestEnding || w[0] != name[0] && (q.known[i] || d > 1 || d < -1)
	return unlike && !slices.Contains(q.forms[i], name)
}

// slips counts what is misspelt in words that are to be a name, and says whether
// letters are; ok says that they can be it.
func slips(q *question, candidate *spelling) (n int, letters, ok bool) {
	words, name := q.words, candidate.words
	if len(words) != len(name) {
		return parted(q, candidate)
	}
	for i, w := range words {
		if w != name[i] && q.far(i, name[i]) {
			return 0, false, false
		}
	}
	anchors := 0
	for i, w := range words {
		if w == name[i] {
			anchors++
		}
	}
	for i, w := range words {
		switch {
		case w == name[i]:
		case sameWord(w, name[i]) || slices.Contains(q.forms[i], name[i]):
			n++
		case q.known[i]:
			return 0, false, false
		default:
			slips, ok := misspelt(w, name[i], anchors)
			if !ok {
				return 0, false, false
			}
			n += slips
			letters = true
		}
	}
	return max(n, 1), letters, true
}

// parted is slips for words of which two are written as one, or one as two:
// "noteblock", "cobble stone".
func parted(q *question, candidate *spelling) (n int, letters, ok bool) {
	one, other := q.joined, candidate.joined
	if one[0] != other[0] || len(one)-len(other) > 1 || len(other)-len(one) > 1 {
		return 0, false, false
	}
	if one == other {
		return 1, false, true
	}
	if len(one) < partedLetters || !q.unknown {
		return 0, false, false
	}
	return 2, true, Distance(one, other, 1) == 1
}

// partedLetters is how long a name must be, in letters, to be parted wrongly
// and misspelt as well.
const partedLetters = 8

// sameWord says that two words are one in another number.
func sameWord(a, b string) bool {
	if addsS(a, b) || addsS(b, a) {
		return true
	}
	return sameStem(a, b) && (game.Plural(a) == b || game.Plural(b) == a)
}

// addsS says that one word is another with an s behind it.
func addsS(a, b string) bool { return len(b) == len(a)+1 && b[len(a)] == 's' && b[:len(a)] == a }

// longestEnding is how many letters of a word another number of it may change.
const longestEnding = 3

// sameStem says that two words differ in their endings at most.
func sameStem(a, b string) bool {
	n := max(min(len(a), len(b))-longestEnding, 1)
	return len(a)-len(b) <= longestEnding && len(b)-len(a) <= longestEnding && a[:n] == b[:n]
}

// How long, in letters, words must be to be taken for misspelt: shortest alone;
// longer than short to hold another letter than the right one; long to hold two
// slips.
const (
	shortest = 4
	short    = 5
	long     = 9
)

// misspelt counts the slips in a word that is to be another; anchors are how
// many words beside it are right. A slip is a letter too many, too few, another,
// or two swapped.
func misspelt(w, name string, anchors int) (slips int, ok bool) {
	most := 1
	if len(w) >= long || len(w) > short && shuffled(w, name) {
		most = 2
	}
	if isNumber(w) || isNumber(name) || len(w) < shortest && anchors == 0 || len(w) < 2 {
		return 0, false
	}
	if w[0] != name[0] && most > 1 {
		most = 1
	}
	d := Distance(w, name, most)
	if d > most {
		return 0, false
	}
	if d == 1 && len(w) == len(name) && !Swapped(w, name) &&
		(len(w) < short && anchors < 2 || len(w) == short && anchors < 1 || w[0] != name[0]) {
		return 0, false
	}
	return d, true
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

// shuffled says that two words have the same letters, the first and the last
// where they belong: "diomands" for "diamonds".
func shuffled(a, b string) bool {
	return len(a) == len(b) && a[0] == b[0] && a[len(a)-1] == b[len(b)-1] && Swapped(a, b)
}

// isNumber says that a word is written in figures.
func isNumber(s string) bool {
	if s == "" || s[len(s)-1] < '0' || s[len(s)-1] > '9' {
		return false
	}
	return strings.Trim(s, "-.0123456789") == ""
}

// NearWord is the word of a name that is nearest to another, the first of the
// alphabet of several, empty for none.
func (l *Lexicon) NearWord(w string) string {
	most := 1
	if len(w) > short {
		most = 2
	}
	best := ""
	for word := range l.vocabulary {
		if word[0] != w[0] || isNumber(word) {
			continue
		}
		if d := Distance(w, word, most); d < most || d == most && (best == "" || word < best) {
			best, most = word, d
		}
	}
	return best
}

// Ending is the shortest name of a thing that ends in a word and suits, empty for
// none: "redstone lamp" for "lamp".
func (l *Lexicon) Ending(word string, suits func(phrase string) bool) string {
	for _, list := range l.phrases {
		for _, s := range list {
			if len(s.words) < 2 || s.words[len(s.words)-1] != word {
				continue
			}
			if m, ok := l.Items[s.phrase]; ok && m.Set == nil && suits(s.phrase) {
				return s.phrase
			}
		}
	}
	return ""
}
