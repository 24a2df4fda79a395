// SPDX-License-Identifier: MIT

package talk

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// stopWords are the words for stopping, a row a language. A row's lists are phrases:
// words, "..." for a few words, "*ing" for a word with that ending, "<name>" for a
// phrase of another list.
//
//go:embed stops.json
var stopWords []byte

// stopRow is what stops in one language.
type stopRow struct {
	Language string
	// Stop is heard at either end of what stands between punctuation.
	Stop []string
	// Weak has other everyday meanings, and Wait only pauses; both count between
	// punctuation alone, and so does Forbid, which forbids what is being done.
	Weak, Wait, Forbid []string
	// Around adds nothing, at either end.
	Around []string
	// Asking begins a question, and Holding takes a stop for something else: a
	// condition, a negation, a name.
	Asking, Holding []string
	// Joins are words that "..." does not cross.
	Joins []string
	// Lists are words that phrases refer to.
	Lists map[string][]string
}

// heard is how a text stops what is being done.
type heard struct {
	// kind is Stop or Pause, empty for neither.
	kind Kind
	// sure: nothing else can be meant. Without it the words may also change what was
	// asked for.
	sure bool
	// alone: the text says nothing else.
	alone bool
}

// hearing hears stops in every language of stops.json. It is read-only.
type hearing struct{ rows []grammar }

// grammar is a row made ready: its phrases, apart.
type grammar struct {
	stop, weak, wait, forbid, around, asking, holding []phrase
	joins                                             map[string]bool
	lists                                             map[string][]phrase
}

// phrase is a phrase as its parts.
type phrase []string

// newHearing reads the rows; stops.json is a constant, and a test reads it.
func newHearing() hearing {
	var rows []stopRow
	if err := json.Unmarshal(stopWords, &rows); err != nil {
		panic("talk: stops.json: " + err.Error())
	}
	var h hearing
	for _, r := range rows {
		g := grammar{
			stop: phrases(r.Stop), weak: phrases(r.Weak), wait: phrases(r.Wait), forbid: phrases(r.Forbid), around: phrases(r.Around),
			asking: phrases(r.Asking), holding: phrases(r.Holding), joins: map[string]bool{}, lists: map[string][]phrase{},
		}
		for _, w := range r.Joins {
			g.joins[w] = true
		}
		for name, list := range r.Lists {
			g.lists[name] = phrases(list)
		}
		g.lists["stop"] = g.stop
		if len(h.rows) > 0 { // English is typed by everybody
			g.around, g.asking = slices.Concat(g.around, h.rows[0].around), slices.Concat(g.asking, h.rows[0].asking)
		}
		if err := g.whole(); err != nil {
			panic("talk: stops.json, " + r.Language + ": " + err.Error())
		}
		h.rows = append(h.rows, g)
	}
	return h
}

// whole says which list a phrase refers to that is not there.
func (g *grammar) whole() error {
	for _, list := range [][]phrase{g.stop, g.weak, g.wait, g.forbid, g.around, g.asking, g.holding} {
		for _, p := range list {
			for _, part := range p {
				if name, ok := refers(part); ok && g.lists[name] == nil {
					return fmt.Errorf("there is no list %q", name)
				}
			}
		}
	}
	return nil
}

// refers is the list that a part of a phrase refers to.
func refers(part string) (string, bool) {
	if strings.HasPrefix(part, "<") {
		return strings.Trim(part, "<>"), true
	}
	return "", false
}

func phrases(list []string) []phrase {
	out := make([]phrase, len(list))
	for i, text := range list {
		for part := range strings.FieldsSeq(text) {
			if strings.ContainsAny(part, "<*") || part == "..." {
				out[i] = append(out[i], part)
				continue
			}
			for _, seg := range segments(part) {
				out[i] = append(out[i], seg...)
			}
		}
	}
	return out
}

// segments are the words between punctuation. Marks over letters, apostrophes, capitals
// and letters held down ("stooop") make no difference; a sign of Chinese, Japanese or
// Korean is a word.
func segments(raw string) [][]string {
	var out [][]string
	var seg []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			seg = append(seg, string(word))
			word = nil
		}
	}
	end := func() {
		if flush(); len(seg) > 0 {
			out = append(out, seg)
			seg = nil
		}
	}
	for _, c := range unmarked(raw) {
		switch {
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), c == 'ー':
			flush()
			seg = append(seg, string(c))
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '_', c == '-' && len(word) > 0:
			if n := len(word); n < 2 || !unicode.IsLetter(c) || word[n-1] != c || word[n-2] != c {
				word = append(word, c)
			} else {
				word = word[:n-1] // of three and more one is meant
			}
		case strings.ContainsRune("'’‘`´", c):
		case unicode.IsSpace(c), c == '"', c == '@', c == '#':
			flush()
		default:
			end()
		}
	}
	end()
	return out
}

// unmarked is a text in small letters without the marks over Latin and Cyrillic ones.
func unmarked(raw string) string {
	var b strings.Builder
	for _, c := range norm.NFKC.String(raw) {
		c = unicode.ToLower(c)
		if unicode.In(c, unicode.Latin, unicode.Cyrillic) {
			for _, part := range norm.NFD.String(string(c)) {
				if !unicode.Is(unicode.Mn, part) {
					b.WriteRune(part)
				}
			}
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// hear says how a text stops what is being done.
func (h *hearing) hear(raw string) heard {
	const longest = 2000 // in bytes; what is longer says more than that
	if len(raw) > longest {
		return heard{}
	}
	segs := segments(raw)
	taken := make([][]bool, len(segs)) // what stands for something else in one language stops in none
	for i, seg := range segs {
		taken[i] = make([]bool, len(seg))
		for k := range h.rows {
			h.rows[k].take(seg, taken[i])
		}
	}
	var best heard
	for i := range h.rows {
		if got := h.rows[i].hear(segs, taken); got.kind != "" && got.weight() > best.weight() {
			best = got
		}
	}
	return best
}

// weight orders what several languages hear.
func (h *heard) weight() int {
	switch {
	case h.kind == "":
		return 0
	case h.alone && h.kind == Stop:
		return 4
	case h.sure && !h.alone:
		return 3
	case h.alone:
		return 2
	}
	return 1
}

// hear is what one language hears.
func (g *grammar) hear(segs [][]string, takenOf [][]bool) heard {
	alone, found, sure, forbids, waits := true, false, false, false, true
	for i, seg := range segs {
		from, to := g.bare(seg)
		whole, kinds := g.covers(seg[from:to], takenOf[i][from:to])
		if !whole { // "no" may be more than what stands around
			whole, kinds = g.covers(seg, takenOf[i])
		}
		seg, taken := seg[from:to], takenOf[i][from:to]
		switch {
		case whole:
		case len(seg) == 0:
			continue
		case g.begins(seg, g.asking) > 0:
			alone = false
			continue
		}
		if whole {
			found = true
			forbids = forbids || slices.Contains(kinds, 'f')
			waits = waits && !slices.ContainsFunc(kinds, func(k rune) bool { return k == 's' || k == 'k' })
			sure = sure || slices.Contains(kinds, 's') || len(kinds) > 1
			continue
		}
		if alone = false; g.atAnEnd(seg, taken) {
			found, sure = true, true
		}
	}
	switch {
	case !found:
		return heard{}
	case alone && !waits && !forbids:
		return heard{Stop, true, true}
	case alone:
		return heard{Pause, sure || !forbids, true}
	}
	return heard{kind: Pause, sure: sure}
}

// bare is where a segment begins and ends without what adds nothing there.
func (g *grammar) bare(seg []string) (from, to int) {
	to = len(seg)
	for n := 1; n > 0; from += n {
		n = g.begins(seg[from:], g.around)
	}
	for n := 1; n > 0; to -= n {
		n = g.ends(seg[from:to], g.around)
	}
	return from, to
}

// covers reports whether a segment is nothing but words that stop, and which: s and k
// for stops, strong and weak, w for those that wait, f for those that forbid.
func (g *grammar) covers(seg []string, taken []bool) (whole bool, kinds []rune) {
	for at := 0; at < len(seg); {
		best, kind := 0, ' '
		for _, list := range [...]struct {
			phrases []phrase
			kind    rune
		}{{g.stop, 's'}, {g.weak, 'k'}, {g.wait, 'w'}, {g.forbid, 'f'}, {g.around, ' '}} {
			if n := g.begins(seg[at:], list.phrases); n > best {
				best, kind = n, list.kind
			}
		}
		if best == 0 || slices.Contains(taken[at:at+best], true) {
			return false, nil
		}
		if at += best; kind != ' ' {
			kinds = append(kinds, kind)
		}
	}
	return len(kinds) > 0, kinds
}

// atAnEnd reports whether a segment begins or ends with a stop, or repeats a word that
// stops.
func (g *grammar) atAnEnd(seg []string, taken []bool) bool {
	if n := g.begins(seg, g.stop); n > 0 && !taken[0] {
		return true
	}
	if n := g.ends(seg, g.stop); n > 0 && !taken[len(seg)-1] {
		return true
	}
	for i := range seg {
		for _, list := range [...][]phrase{g.stop, g.weak, g.wait} {
			n := g.begins(seg[i:], list)
			if n > 0 && !taken[i] && i+n < len(seg) && g.begins(seg[i+n:], list) > 0 {
				return true
			}
		}
	}
	return false
}

// take notes the words that stand for something else than a stop.
func (g *grammar) take(seg []string, taken []bool) {
	for i := range seg {
		for k := range g.begins(seg[i:], g.holding) {
			taken[i+k] = true
		}
	}
}

// begins is how many words of a segment the longest of some phrases takes at its
// beginning.
func (g *grammar) begins(seg []string, list []phrase) int {
	best := 0
	for _, p := range list {
		best = max(best, g.match(p, seg))
	}
	return best
}

// ends is how many words the longest of some phrases takes at the end.
func (g *grammar) ends(seg []string, list []phrase) int {
	for from := range seg {
		for _, p := range list {
			if n := g.match(p, seg[from:]); n > 0 && from+n == len(seg) {
				return n
			}
		}
	}
	return 0
}

// fewWords is the most that "..." stands for.
const fewWords = 6

// match is how many words a phrase takes at the beginning of a segment, at the most; 0
// when it is not there.
func (g *grammar) match(p phrase, seg []string) int {
	if len(p) == 0 {
		return 0
	}
	best := -1
	take := func(n int) {
		rest := 0
		if len(p) > 1 {
			if rest = g.match(p[1:], seg[n:]); rest == 0 {
				return
			}
		}
		best = max(best, n+rest)
	}
	name, isList := refers(p[0])
	switch {
	case p[0] == "...":
		for n := 1; n <= min(fewWords, len(seg)) && !g.joins[seg[n-1]]; n++ {
			take(n)
		}
	case isList:
		for _, one := range g.lists[name] {
			if n := g.match(one, seg); n > 0 {
				take(n)
			}
		}
	case len(seg) > 0 && (seg[0] == p[0] || strings.HasPrefix(p[0], "*") && len(seg[0]) > len(p[0]) && strings.HasSuffix(seg[0], p[0][1:])):
		take(1)
	}
	return max(best, 0)
}
