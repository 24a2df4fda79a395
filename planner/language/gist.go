// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// What it weighs to leave out a word, so that what is left says as much as can be.
const (
	leftSign, leftWord, leftVerb, leftThing = 0.05, 0.3, 2.5, 3.0
	leftWithin                              = 1.2 // times, in the middle of what is asked for, and so much for each gap in it:
	leftGap                                 = 1.0
	verbless                                = 8.0
	// mostLeft is how many words in a row may be left out within a clause, mostGists how many ways there are at most.
	mostLeft, mostGists = 7, 12
)

// Gist is a message with words left out: what is left can be read.
type Gist struct {
	Text   string
	Weight float64
	// Said is the message, Tokens are those of it, Kept which of them are left, Verb whether one of
	// them says what is to be done. The first Lead of them are put before what was said.
	Said   string
	Tokens []Token
	Kept   []bool
	Verb   bool
	Lead   int
}

// Gists are the ways to read a message with words left out, those that leave out the least first, as what a verb asks for where one
// is given. It is for what is not read whole, and for a person to agree to.
func (g *Grammar) Gists(names *lexicon.Lexicon, text, verb string) []Gist {
	lead := 0
	if verb != "" {
		text, lead = g.file.Bare[verb]+g.Blank()+text, len(Tokenize(g.file.Bare[verb]))
	}
	c := newChart(g, names, text, Tokenize(text))
	c.misspelt(true)
	skips, before, all, best := make([]float64, len(c.tokens)), make([]float64, len(c.tokens)+1), 0.0, map[string]Gist{}
	for i := range c.tokens {
		skips[i] = c.leaving(i)
		all += skips[i]
		before[i+1] = all
	}
	c.skips = skips
	clear(c.memo) // which was read with no word left out
	// Of those that say the same things and verbs the one that says most of all is enough.
	for from := range c.tokens {
		if lead > 0 && from > 0 {
			break
		}
		for _, r := range c.parse(c.index["message"], from) {
			one := c.keeping(from, r)
			one.Lead = lead
			one.Weight += before[from] + all - before[r.end]
			says := c.things(&one)
			if had, ok := best[says]; !ok || one.Weight < had.Weight {
				best[says] = one
			}
		}
	}
	out := slices.SortedFunc(maps.Values(best), func(a, b Gist) int {
		return cmp.Or(cmp.Compare(a.Weight, b.Weight), cmp.Compare(c.things(&a), c.things(&b)))
	})
	return out[:min(len(out), mostGists)]
}

// Spot is what stands of some types anywhere in a text, at each place the longest.
func (g *Grammar) Spot(names *lexicon.Lexicon, text string, types ...string) (out []*Value) {
	c := newChart(g, names, text, Tokenize(text))
	for at := 0; at < len(c.tokens); {
		end := at
		for _, kind := range types {
			for _, r := range c.parse(c.index["value "+kind], at) {
				if one := c.tokens[at:r.end]; r.end > max(end, at) && !(kind == "size" && len(one) == 1 && one[0].Kind == Number) {
					if end > at {
						out = out[:len(out)-1]
					}
					v := *r.value
					v.Span = game.Span{From: one[0].Span.From, To: one[len(one)-1].Span.To}
					end, out = r.end, append(out, &v)
				}
			}
		}
		at = max(end, at+1)
	}
	return out
}

// keeping is what a reading from a token on keeps of the message.
func (c *chart) keeping(from int, r reading) Gist {
	out := Gist{Weight: r.weight, Said: c.text, Tokens: slices.Clone(c.tokens), Kept: make([]bool, len(c.tokens))}
	for i := from; i < r.end; i++ {
		out.Kept[i] = true
	}
	for f := r.fixes; f != nil; f = f.before {
		if f.as == "" {
			out.Kept[f.token] = false
		} else if f.end == 0 {
			out.Tokens[f.token].Text = f.as
		}
	}
	if out.Verb = c.acts(r.value, out.Kept); !out.Verb { // what is to be done is meant by other words
		out.Weight += verbless
	}
	out.Text = c.words(&out)
	return out
}

// things are the places of the things and verbs that are left.
func (c *chart) things(g *Gist) (out string) {
	for i, kept := range g.Kept {
		if kept && c.skips[i] >= leftVerb {
			out += " " + strconv.Itoa(i)
		}
	}
	return out
}

// leave goes on behind a word that is left out, which no number is within a clause.
func (c *chart) leave(s *symbol, at int, p path, put func(int, path)) {
	weight := c.skips[at]
	if s.name != "message" {
		if weight *= leftWithin; p.left >= mostLeft || c.tokens[at].Kind == Number || c.many(at) {
			return
		}
		if p.left == 0 {
			weight += leftGap
		}
	}
	put(at+1, path{p.state, p.weight + weight, p.fields, &fix{at, "", p.fixes, 0}, p.left + 1})
}

// many reports whether a word is one of a number other than "a".
func (c *chart) many(at int) bool {
	w := c.tokens[at].Text
	return c.Numeral(w) && c.file.Numbers[w] != 1
}

// leaving is what it weighs to leave out a token.
func (c *chart) leaving(at int) float64 {
	t := c.tokens[at]
	switch {
	case t.Kind == Sign:
		return leftSign
	case t.Kind != Word, c.many(at), c.named(at, typeItem, typeMob, "shape"):
		return leftThing
	case c.verbs(t.Text):
		return leftVerb
	}
	return leftWord
}

// verbs reports whether a word is one that a verb begins with, or that nothing else says.
func (c *chart) verbs(word string) bool {
	in, out := false, false
	for i := range c.symbols {
		s := &c.symbols[i]
		verb := strings.HasPrefix(s.name, verbWords)
		if verb && len(s.states[0].by(word)) > 0 {
			return true
		}
		if slices.ContainsFunc(s.states, func(st state) bool { return len(st.by(word)) > 0 }) {
			in, out = in || verb, out || !verb && !strings.HasPrefix(s.name, "alone ")
		}
	}
	return in && !out
}

// acts reports whether a clause says what is to be done in a word of its own.
func (c *chart) acts(message *Value, kept []bool) bool {
	return slices.ContainsFunc(message.Fields, func(f Field) bool {
		for i := f.Value.at[0]; i < f.Value.at[1]; i++ {
			in := func(f Field) bool { return f.Value.at[0] <= i && i < f.Value.at[1] }
			if kept[i] && c.skips[i] == leftVerb && !slices.ContainsFunc(f.Value.Fields, in) {
				return true
			}
		}
		return false
	})
}

// named reports whether something of one of some types is named at a token.
func (c *chart) named(at int, types ...string) bool {
	return slices.ContainsFunc(types, func(name string) bool {
		return len(c.parse(c.index["value "+name], at)) > 0
	})
}

// words is what is left of a text, each word as it is meant.
func (c *chart) words(g *Gist) string {
	b, at := strings.Builder{}, 0
	for i, t := range g.Tokens {
		switch {
		case g.Kept[i] && t.Text != c.tokens[i].Text:
			b.WriteString(c.text[at:t.Span.From] + t.Text)
		case g.Kept[i]:
			b.WriteString(c.text[at:t.Span.To])
		case at < t.Span.From:
			b.WriteByte(' ')
		}
		at = t.Span.To
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Left are the words that are left out, those that stand together as one.
func (g *Gist) Left() (out []string) {
	for i := 0; i < len(g.Tokens); i++ {
		from := i
		for i < len(g.Tokens) && !g.Kept[i] && g.Tokens[i].Kind != Sign {
			i++
		}
		if i > from {
			out = append(out, g.Said[g.Tokens[from].Span.From:g.Tokens[i-1].Span.To])
		}
	}
	return out
}

// Leads reports whether a token is the first behind a sign.
func (g *Gist) Leads(at int) bool { return at == g.Lead || g.Tokens[at-1].Kind == Sign }

// Counted reports whether the token before one is a number that is left.
func (g *Gist) Counted(at int) bool {
	return at > 0 && g.Kept[at-1] && g.Tokens[at-1].Kind == Number
}

// Beside reports whether something is left of the part between signs that a token stands in, and
// apart whether that is a sentence of its own: "that did not work".
func (g *Gist) Beside(at int) (beside, apart bool) {
	const least = 3 // words
	from, to := at, at
	for from > 0 && g.Tokens[from-1].Kind != Sign {
		from--
	}
	for to < len(g.Tokens) && g.Tokens[to].Kind != Sign {
		to++
	}
	return slices.Contains(g.Kept[from:to], true), to-from >= least && to < len(g.Tokens)
}
