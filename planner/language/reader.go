// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/lists"
)

// Reader reads messages in all languages of a version. It may be used from any number of goroutines.
type Reader struct {
	names *lexicon.Lexicon
	// What early reads whole as it is spelt, the rest of the grammars is not asked about.
	early, grammars func() []*Grammar
	// exact: no word is taken for one that it is near to.
	exact bool
}

// Library holds the grammars, each made when it is first asked for.
type Library struct {
	// own is the grammar of a player's own phrases, nil for none.
	own func() *Grammar
	of  map[string]func() *Grammar
	// early are the grammars that a message is read by first, all those of every language.
	early, all func() []*Grammar
	acts       func() []*Acts
}

// NewLibrary makes a library for some verbs; own returns the text of a player's own phrases file, nil for none. One that cannot be
// used is left out, with a line in the log.
func NewLibrary(frames []Frame, own func() ([]byte, error)) *Library {
	if own == nil {
		own = func() ([]byte, error) { return nil, nil }
	}
	l := &Library{of: map[string]func() *Grammar{}}
	l.own = sync.OnceValue(func() (g *Grammar) {
		text, err := own()
		if err == nil && text != nil {
			g, _, err = Merged(text, frames)
		}
		if err != nil {
			slog.Warn("your own phrases are not used; \"minehand phrases check\" says more", "error", err)
		}
		return g
	})
	for _, code := range Languages() {
		l.of[code] = sync.OnceValue(func() *Grammar {
			f, lines, err := Embedded(code)
			return must(Compile(must(f, err), lines, frames))
		})
	}
	l.early, l.all = sync.OnceValue(l.first), sync.OnceValue(l.every)
	l.acts = sync.OnceValue(func() []*Acts { return loadActs(own) })
	return l
}

// Grammar is that of a language, nil for none.
func (l *Library) Grammar(code string) *Grammar {
	if own := l.own(); own != nil && own.file.Language == code {
		return own
	}
	if of := l.of[code]; of != nil {
		return of()
	}
	return nil
}

// Grammars are those of all languages, English first.
func (l *Library) Grammars() []*Grammar { return l.all() }

// first are the grammars of English and of a player's own phrases.
func (l *Library) first() []*Grammar {
	return slices.Compact(slices.DeleteFunc([]*Grammar{l.Grammar("en"), l.own()}, func(g *Grammar) bool { return g == nil }))
}

func (l *Library) every() []*Grammar {
	codes := Languages()
	out := make([]*Grammar, len(codes))
	var wg sync.WaitGroup
	for i, code := range codes {
		wg.Go(func() { out[i] = l.Grammar(code) })
	}
	wg.Wait()
	return append(out, slices.DeleteFunc(l.first(), func(g *Grammar) bool { return slices.Contains(out, g) })...)
}

// Merged is the grammar of a player's own phrases file on top of that of its language, if there is one, and the file as it was read;
// nil for a file of acts alone. The error is Faults, with the lines of that file.
func Merged(text []byte, frames []Frame) (*Grammar, *File, error) {
	own, lines, err := ReadFile(text)
	if err != nil {
		return nil, nil, err
	}
	all := &File{}
	all.add(own)
	if slices.Contains(Languages(), own.Language) {
		base, _, err := Embedded(own.Language)
		if err != nil {
			return nil, nil, err
		}
		all.add(base)
	}
	if _, err := actsWith(own, lines); err != nil {
		return nil, nil, err
	}
	if len(all.Message) == 0 && len(all.Verbs) == 0 { // only what is said beside goals
		return nil, own, nil
	}
	g, err := Compile(all, lines, frames)
	return g, own, err
}

// Reader reads by the library with the names of a version.
func (l *Library) Reader(names *lexicon.Lexicon) *Reader {
	return &Reader{names: names, early: l.early, grammars: l.Grammars}
}

// Only is a reader of one language that takes every word as it is spelt, and does not say why one is not read.
func (r *Reader) Only(g *Grammar) *Reader {
	one := func() []*Grammar { return []*Grammar{g} }
	return &Reader{r.names, one, one, true}
}

// Reading is a message as it was understood.
type Reading struct {
	// Language is the code of the language that it is in.
	Language string
	Clauses  []Clause
	// Guesses are the words that were taken for others.
	Guesses []game.Respelling
	// Weight is what was guessed, 0 for nothing.
	Weight float64
	value  *Value
}

// Clause is one thing that is asked for.
type Clause struct {
	Verb  string
	Value *Value
	Span  game.Span
}

// String is the reading as examples write it: "get(thing: 3 diamond)".
func (r *Reading) String() string {
	return strings.Join(lists.Of(r.Clauses, func(c *Clause) string { return c.Value.String() }), ", ")
}

// ErrOver: a message has more readings than are looked at.
var ErrOver = errors.New("the message can be read in too many ways; say less at once")

// Unread is a message that no grammar reads whole.
type Unread struct {
	// Part is where the grammar that came farthest could not go on, Rest that with its
	// number and up to the end of Clause, the part of the message that it stands in.
	Part, Rest, Clause game.Span
	// Verbs are those whose phrases came farthest in that part, the farthest first.
	Verbs []string
	// Language is that of the grammar, None the number that stands there and counts nothing ("0"), as it was typed.
	Language, None string
	// Open says that no word stands in the way: the message ends before it is whole.
	Open bool
}

func (*Unread) Error() string { return "the message is not read whole" }

// Read reads a message whole; the readings within Margin of the best stand behind it. Errors: *Unread, ErrOver, or one about the phrases.
func (r *Reader) Read(text string) ([]Reading, error) {
	all, err := r.All(text)
	for i := range all {
		if all[i].Weight > all[0].Weight+Margin {
			return all[:i], err
		}
	}
	return all, err
}

// All reads a message whole; every reading that was kept stands behind the best one, by weight. Errors are those of Read.
func (r *Reader) All(text string) ([]Reading, error) { return r.all(text, "") }

// Tail reads a text as the end of a clause of a verb, whose beginning is not said: "with an
// axe", "3 more", "at 10 64 3". Every reading that was kept is there, the best first.
func (r *Reader) Tail(text, verb string) []Reading {
	all, _ := r.all(text, verb)
	return all
}

// Led reports whether a text begins with a word of a verb, in any language.
func (r *Reader) Led(text string) bool {
	tokens := Tokenize(text)
	return len(tokens) > 0 && slices.ContainsFunc(r.grammars(), func(g *Grammar) bool {
		return slices.ContainsFunc(g.symbols, func(s symbol) bool {
			return strings.HasPrefix(s.name, verbWords) && len(s.states[0].by(tokens[0].Text)) > 0
		})
	})
}

// all reads a text whole, as a message or the end of a clause of a verb.
func (r *Reader) all(text, verb string) ([]Reading, error) {
	if len(text) > MaxText {
		return nil, &Unread{Part: game.Span{To: len(text)}}
	}
	tokens := Tokenize(text)
	if len(tokens) == 0 {
		return nil, &Unread{}
	}
	charts := r.charts(nil, r.early(), text, tokens)
	if best := r.best(charts, verb); len(best) > 0 && best[0].Weight == 0 {
		return best, nil
	}
	charts = r.charts(charts, r.grammars(), text, tokens)
	best := r.best(charts, verb)
	if len(best) == 0 && r.terse(charts) {
		best = r.best(charts, verb)
	}
	if len(best) == 0 && !r.exact {
		best = r.best(slices.DeleteFunc(slices.Clone(charts), func(c *chart) bool { return c.over || !c.misspelt(false) }), verb)
	}
	unread := &Unread{}
	switch {
	case len(best) > 0:
		return best, nil
	case r.exact: // it is only tried
		return nil, unread
	}
	for _, c := range charts {
		if c.over {
			return nil, ErrOver
		}
		part := c.stuck()
		had, has := len(unread.Verbs) > 0, len(part.Verbs) > 0
		if unread.Part == (game.Span{}) || has && !had || has == had && part.Part.From > unread.Part.From {
			unread = part
		}
	}
	return nil, unread
}

// charts are some for a text and those of further grammars.
func (r *Reader) charts(have []*chart, of []*Grammar, text string, tokens []Token) []*chart {
	for _, g := range of {
		if !slices.ContainsFunc(have, func(c *chart) bool { return c.Grammar == g }) {
			have = append(have, newChart(g, r.names, text, tokens))
		}
	}
	return have
}

// terse has charts go on without fillers, and reports whether there were any.
func (r *Reader) terse(charts []*chart) (any bool) {
	for i, c := range charts {
		rest := slices.Clone(c.tokens)
		for _, said := range c.fillers {
			for at := 0; at+len(said) <= len(rest); at++ {
				if rest[at].Text == said[0].Text && slices.EqualFunc(said, rest[at:at+len(said)], func(a, b Token) bool { return a.Text == b.Text && a.Kind == b.Kind }) {
					rest, at = slices.Delete(rest, at, at+len(said)), at-1
				}
			}
		}
		if len(rest) > 0 && len(rest) < len(c.tokens) {
			charts[i], any = newChart(c.Grammar, r.names, c.text, rest), true
		}
	}
	return any
}

// best are the readings of the charts, the best one first.
func (r *Reader) best(charts []*chart, verb string) []Reading {
	var all []Reading
	for _, c := range charts {
		for _, got := range c.readings(verb) {
			if one := c.reading(got); !c.over && len(one.Clauses) > 0 {
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Reading) int { return cmp.Compare(a.Weight, b.Weight) })
	var out []Reading
	for _, one := range all {
		if !slices.ContainsFunc(out, func(o Reading) bool { return o.value.same(one.value) }) {
			out = append(out, one)
		}
	}
	return out
}

// reading is what the chart read, with the places of its words.
func (c *chart) reading(got reading) Reading {
	out := Reading{Language: c.file.Language, Weight: got.weight + c.changed, value: got.value}
	var before []Field
	for _, f := range got.value.Fields {
		if f.Value.Type == front {
			before = append(before, f.Value.Fields...)
			continue
		}
		v := f.Value
		verb := strings.TrimPrefix(v.Type, verbType)
		if before != nil {
			if v = c.withFront(v, verb, before); v == nil {
				return Reading{}
			}
			before = nil
		}
		if len(out.Clauses) > 0 {
			var ok bool
			if v, ok = out.Clauses[len(out.Clauses)-1].share(v); !ok {
				return Reading{}
			}
		}
		for _, slot := range v.Fields {
			if slot.Value.at[1] > slot.Value.at[0] {
				slot.Value.Span = c.span(slot.Value.at)
			}
		}
		out.Clauses = append(out.Clauses, Clause{verb, v, c.span(v.at)})
	}
	if before != nil || out.Clauses[len(out.Clauses)-1].lacks() >= 0 {
		return Reading{}
	}
	for f := got.fixes; f != nil; f = f.before {
		span := c.tokens[f.token].Span
		if f.end > 0 {
			span.To = c.tokens[f.end-1].Span.To
		}
		out.Guesses = append(out.Guesses, game.Respelling{Span: span, From: span.Of(c.text), To: f.as})
	}
	slices.SortFunc(out.Guesses, func(a, b game.Respelling) int { return cmp.Compare(a.Span.From, b.Span.From) })
	return out
}

// lacks is the field of a clause that the next one names, less than 0 for none: the last of
// those of its name, for one before another shares the noun of that.
func (c *Clause) lacks() int {
	for i, f := range c.Value.Fields {
		if f.Value.Has(shared) && (i+1 == len(c.Value.Fields) || c.Value.Fields[i+1].Name != f.Name) {
			return i
		}
	}
	return -1
}

// share gives the clause the things that the next one names, and is that clause about them; ok is false when it names none.
func (c *Clause) share(next *Value) (*Value, bool) {
	k := c.lacks()
	if k < 0 {
		return next, true
	}
	lacks, slot, kind, at := c.Value.Fields[k], "", "", len(next.Fields)+next.at[1]
	for _, f := range next.Fields {
		if t := types[f.Value.Type]; f.Value.Has("item") && t.fields[shared] != "" && f.Value.at[0] < at {
			slot, kind, at = f.Name, f.Value.Type, f.Value.at[0]
		}
	}
	if slot == "" || len(lacks.Value.Fields) > 1 {
		return next, false
	}
	own, rest := slices.Delete(slices.Clone(c.Value.Fields), k, k+1), []Field(nil)
	for _, f := range next.Fields {
		if f.Name == slot {
			own = append(own, Field{lacks.Name, f.Value.as(lacks.Value.Type, f.Value.Fields)})
		} else {
			rest = append(rest, f)
		}
	}
	c.Value = c.Value.as(c.Value.Type, own)
	it := newValue(kind, []Field{{"them", flagSet}})
	it.at = [2]int{at, at + 1}
	return next.as(next.Type, append(rest, Field{slot, it})), true
}

// withFront is a clause with what was said before it; nil when its verb has no place for that.
func (c *chart) withFront(v *Value, verb string, before []Field) *Value {
	fields := slices.Clone(v.Fields)
	for _, b := range before {
		if name, ok := strings.CutPrefix(b.Name, modifierMark); ok {
			if list := c.file.Modifiers[name].Verbs; len(list) > 0 && !slices.Contains(list, verb) {
				return nil
			}
			continue
		}
		if c.frames[verb].Slots[b.Name] == "" || v.Has(b.Name) {
			return nil
		}
		fields = append(fields, b)
	}
	return v.as(v.Type, fields)
}

// span is the place of some tokens in the text.
func (c *chart) span(at [2]int) game.Span {
	if at[1] <= at[0] {
		return game.Span{}
	}
	return game.Span{From: c.tokens[at[0]].Span.From, To: c.tokens[at[1]-1].Span.To}
}
