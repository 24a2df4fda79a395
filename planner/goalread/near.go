package goalread

import (
	"slices"
	"strings"
)

// near reads a misspelt thing. It must be nearer to one thing than to any
// other. It has at least so many words.
func (p *parser) near(maps []map[string]noun, least int) (noun, bool) {
	return p.nearIn(p.r.phrases, maps, least)
}

// nearIn is near among the phrases of a list.
func (p *parser) nearIn(list [maxWords + 1][]string, maps []map[string]noun, least int) (noun, bool) {
	longest := 0
	for p.at+longest < len(p.words) && longest < maxWords {
		if w := p.words[p.at+longest]; connectors[w] || isNumber(w) || questions[w] || refusals[w] || noThings[w] && longest == 0 {
			break
		}
		longest++
	}
	for n := longest; n >= least; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		best, ok := p.r.closest(phrase, list, maps)
		if ok {
			p.at += n
			p.skipBlockWord(phrase)
			return best, true
		}
	}
	return noun{}, false
}

// closest finds the one thing whose name is nearest to a phrase.
func (r *Reader) closest(phrase string, list [maxWords + 1][]string, maps []map[string]noun) (noun, bool) {
	limit := allowed(phrase)
	if limit == 0 {
		return noun{}, false
	}
	var best noun
	bestD, tie := limit+1, false
	words := strings.Count(phrase, " ") + 1
	for n := max(1, words-1); n <= min(maxWords, words+1); n++ {
		for _, candidate := range list[n] {
			if len(phrase) < shortWord && phrase[0] != candidate[0] {
				continue
			}
			d := distance(phrase, candidate, bestD)
			if d > limit || d > bestD {
				continue
			}
			for _, m := range maps {
				got, ok := m[candidate]
				if !ok {
					continue
				}
				if d < bestD {
					best, bestD, tie = got, d, false
				} else if got.name != best.name {
					tie = true
				}
				break
			}
		}
	}
	return best, bestD <= limit && !tie
}

// shortWord: what is shorter, in letters, must begin with the right one.
const shortWord = 8

// allowed is how many slips a phrase may hold.
func allowed(phrase string) int {
	switch n := len(phrase); {
	case n < 4:
		return 0
	case n < 8:
		return 1
	case n < 14:
		return 2
	default:
		return 3
	}
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
