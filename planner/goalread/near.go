package goalread

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// spelling is a phrase for near matches, with its words but for particles.
type spelling struct {
	phrase string
	words  []string
}

// spellings are phrases by their number of words.
type spellings [maxWords + 1][]spelling

// spell lists the phrases of some maps.
func spell(from ...map[string]noun) *spellings {
	var all []string
	for _, m := range from {
		for p := range m {
			all = append(all, p)
		}
	}
	slices.Sort(all)
	list := &spellings{}
	for _, p := range slices.Compact(all) {
		if words := contentWords(strings.Fields(p)); len(words) > 0 && len(words) <= maxWords {
			list[len(words)] = append(list[len(words)], spelling{p, words})
		}
	}
	return list
}

// particles may be left out or be too many in a name: "block diamond".
var particles = wordSet("of a an the o")

func contentWords(words []string) []string {
	var out []string
	for _, w := range words {
		if !particles[w] {
			out = append(out, w)
		}
	}
	return out
}

// near reads a misspelt thing. It must be nearer to one thing than to any
// other. It has at least so many words.
func (p *parser) near(maps []map[string]noun, least int) (noun, bool) {
	return p.nearIn(p.r.phrases, maps, least)
}

// nearIn is near among the phrases of a list.
func (p *parser) nearIn(list *spellings, maps []map[string]noun, least int) (noun, bool) {
	longest := 0
	for !p.exactly && p.at+longest < len(p.words) && longest < maxWords {
		if w := p.words[p.at+longest]; connectors[w] || isNumber(w) || questions[w] || refusals[w] || noThings[w] && longest == 0 {
			break
		}
		longest++
	}
	for n := longest; n >= least; n-- {
		words := p.words[p.at : p.at+n]
		if particles[words[n-1]] {
			continue // "logs of any kind"
		}
		best, ok := p.r.closest(words, list, maps)
		if ok {
			p.at += n
			p.skipBlockWord(strings.Join(words, " "))
			return best, true
		}
	}
	return noun{}, false
}

// mostSlips is how many slips a phrase may hold.
const mostSlips = 3

// closest finds the one thing whose name is nearest to some words. Every word
// of the name must be there, and none besides.
func (r *Reader) closest(typed []string, list *spellings, maps []map[string]noun) (noun, bool) {
	words := contentWords(typed)
	if len(words) == 0 || len(strings.Join(words, "")) < shortest {
		return noun{}, false
	}
	var best noun
	bestSlips, tie := mostSlips+1, false
	for n := max(1, len(words)-1); n <= min(maxWords, len(words)+1); n++ {
		for _, candidate := range list[n] {
			slips, ok := r.slips(words, candidate.words)
			if !ok || slips > bestSlips {
				continue
			}
			for _, m := range maps {
				got, ok := m[candidate.phrase]
				if !ok {
					continue
				}
				if slips < bestSlips {
					best, bestSlips, tie = got, slips, false
				} else if got.name != best.name {
					tie = true
				}
				break
			}
		}
	}
	return best, bestSlips <= mostSlips && !tie
}

// slips counts what is misspelt in words that are to be a name; ok says that
// they can be it.
func (r *Reader) slips(words, name []string) (n int, ok bool) {
	if len(words) != len(name) {
		return r.parted(words, name)
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
		case sameWord(w, name[i]):
			n++
		case r.vocabulary[w] || ordinary[w]:
			return 0, false
		default:
			slips, ok := misspelt(w, name[i], anchors)
			if !ok {
				return 0, false
			}
			n += slips
		}
	}
	return max(n, 1), true
}

// parted is slips for words of which two are written as one, or one as two:
// "noteblock", "cobble stone".
func (r *Reader) parted(words, name []string) (n int, ok bool) {
	if words[0][0] != name[0][0] {
		return 0, false
	}
	one, other := strings.Join(words, ""), strings.Join(name, "")
	if one == other {
		return 1, true
	}
	if len(one) < partedLetters || !slices.ContainsFunc(words, func(w string) bool { return !r.vocabulary[w] && !ordinary[w] }) {
		return 0, false
	}
	return 2, distance(one, other, 1) == 1
}

// partedLetters is how long a name must be, in letters, to be parted wrongly
// and misspelt as well.
const partedLetters = 8

// sameWord says that two words are one in another number or form.
func sameWord(a, b string) bool {
	if a+"s" == b || b+"s" == a || wordForms[a] == b || wordForms[b] == a {
		return true
	}
	return a[0] == b[0] && (game.Plural(a) == b || game.Plural(b) == a)
}

// wordForms are the adjectives of materials.
var wordForms = map[string]string{"golden": "gold", "wooden": "wood"}

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
	if len(w) >= long {
		most = 2
	}
	if isNumber(w) || isNumber(name) || len(w) < shortest && anchors == 0 || len(w) < 2 {
		return 0, false
	}
	if w[0] != name[0] && most > 1 {
		most = 1
	}
	d := distance(w, name, most)
	if d > most {
		return 0, false
	}
	if d == 1 && len(w) == len(name) && !swapped(w, name) && (len(w) <= short && anchors < 2 || w[0] != name[0]) {
		return 0, false
	}
	return d, true
}

// distance counts the slips between two texts (a letter too many, too few,
// another, or two swapped), or more than most when there are more.
func distance(a, b string, most int) int {
	if a == b {
		return 0
	}
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	var rows [3][]int
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
	}
	for j := range rows[0] {
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

// swapped says that two texts of a length have the same letters.
func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
