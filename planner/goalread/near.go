package goalread

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// near reads a misspelt thing. It must be nearer to one thing than to any
// other.
func (p *parser) near(maps []map[string]noun) (noun, bool) {
	longest := 0
	for p.at+longest < len(p.words) && longest < maxWords && !connectors[p.words[p.at+longest]] && !isNumber(p.words[p.at+longest]) {
		longest++
	}
	for n := longest; n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		best, ok := p.r.closest(phrase, p.r.phrases, maps)
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

// nearest suggests goals that can be read.
func (r *Reader) nearest(p *parser) []string {
	kind := p.kind
	if kind == "" || kind == Say || kind == Goto || kind == Follow {
		kind = Get
	}
	var out []string
	const looked = 12 // a long text is answered by its beginning
	for _, w := range p.words[:min(len(p.words), looked)] {
		if len(w) < 3 || isNumber(w) || len(out) >= 3 {
			continue
		}
		if n, ok := r.items[w]; ok && n.set == nil {
			out = append(out, string(kind)+" "+w)
			continue
		}
		if n, ok := r.closest(w, r.phrases, []map[string]noun{r.items}); ok {
			out = append(out, string(kind)+" "+game.Display(n.name))
		}
	}
	switch p.kind {
	case Goto:
		out = append(out, "go to 100 64 -20")
	case Follow:
		out = append(out, "follow me")
	case Deposit, Withdraw:
		out = append(out, string(p.kind)+" 3 dirt at 100 64 -20")
	}
	if len(out) == 0 {
		out = []string{"get 3 diamonds", "craft a furnace", "go to 100 64 -20"}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// swapped says that two texts of a length have the same letters.
func swapped(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
