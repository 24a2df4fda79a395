// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
)

// Order is in which order n ways to say the same are tried.
type Order func(n int) []int

// Write says clauses in the words of the grammar: the rules that read run backwards. Of several ways the first of the file is taken,
// without what may be left out; order has others taken, nil for none. It fails for a value that the phrases have no words for; what
// has no name in the language is called as in English.
func (g *Grammar) Write(clauses []*Value, order Order) (string, error) {
	w := &writer{Grammar: g, order: order, any: order != nil}
	if !w.any {
		w.order = inTurn
	}
	message := newValue("message", lists.Of(clauses, func(c **Value) Field { return Field{"clause", *c} }))
	words, ok := w.value(w.index["message"], message)
	if !ok {
		words, ok = w.value(w.index["message"], w.coloured(message))
	}
	if w.foreign = !w.any; !ok && w.foreign {
		words, ok = w.value(w.index["message"], message)
	}
	if !ok {
		return "", fmt.Errorf("the phrases of %s have no words for %s", w.file.Language, message)
	}
	return w.joined(words), nil
}

// coloured is a value with each thing that has no name of its own told apart from its colour: a bed that is red.
func (w *writer) coloured(v *Value) *Value {
	out := *v
	out.Fields = lists.Of(v.Fields, func(f *Field) Field { return Field{f.Name, w.coloured(f.Value)} })
	item := v.part("item")
	if at := strings.LastIndexByte(item.Text, ' '); v.Type == "thing" && at > 0 && len(w.file.Names[item.Text]) == 0 {
		leaf := *item
		leaf.Text = item.Text[at+1:]
		leaf.key = leaf.Text
		return out.With("item", &leaf).With("stuff", Make("stuff", Field{"item", Leaf(typeItem, item.Text[:at]+" wool")}))
	}
	return &out
}

func inTurn(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// writer says one message. One goroutine.
type writer struct {
	*Grammar
	order Order
	// any of the ways to say something is taken, not the first.
	any bool
	// foreign: what has no name in the language is called as in English.
	foreign bool
	depth   int
	// ended says that words that run to the end of the message were said.
	ended bool
}

// mostTries is how many phrases are tried in another order before a value is given up.
const mostTries = 3

// value says a value by a rule: by phrases that another way to read goes before only where no other has words for it.
func (w *writer) value(symbol int, v *Value) ([]string, bool) {
	s := &w.symbols[symbol]
	if s.leaf != "" {
		return w.leafWords(s.leaf, v)
	}
	if s.makes == through {
		for _, e := range s.states[0].rules {
			if w.symbols[e.symbol].makes == v.Type {
				return w.value(e.symbol, v)
			}
		}
		return nil, false
	}
	for try := range mostTries {
		for _, i := range w.order(len(s.phrases)) {
			fields, ok := without(v.Fields, s.phrases[i].fields)
			if !ok || s.phrases[i].weight > 0 && (w.any || try == 0) {
				continue
			}
			left := &pending{fields, map[string]bool{}}
			ended := w.ended
			words, ok := w.part(s, s.phrases[i].part, left)
			if ok && len(left.fields) > 0 {
				words, ok = w.modified(s, words, left)
			}
			if ok && len(left.fields) == 0 {
				return words, true
			}
			w.ended = ended
		}
	}
	return nil, false
}

// modified says the fields that are left by the modifiers of a verb.
func (w *writer) modified(s *symbol, words []string, left *pending) ([]string, bool) {
	for _, i := range s.modifiers {
		m := &w.symbols[i]
		if left.saidOf(m) {
			continue
		}
		for _, k := range w.order(len(m.phrases)) {
			if can, fills := left.has(m.phrases[k].part); m.guess != "" || m.phrases[k].weight > 0 && w.any || !can || !fills || w.ended {
				continue
			}
			more, ok := w.part(m, m.phrases[k].part, left)
			if !ok {
				return nil, false
			}
			words = append(words, more...)
			break
		}
	}
	return words, true
}

// without takes the fields away that a phrase says by its words alone.
func without(all, said []Field) ([]Field, bool) {
	all = slices.Clone(all)
	for _, f := range said {
		i := slices.IndexFunc(all, func(o Field) bool { return o.Name == f.Name && o.Value.same(f.Value) })
		if i < 0 {
			return nil, false
		}
		all = slices.Delete(all, i, i+1)
	}
	return all, true
}

// pending are the fields that are still to be said.
type pending struct {
	fields []Field
	// taken are the names of those that were said.
	taken map[string]bool
}

func (p *pending) take(name string) *Value {
	for i, f := range p.fields {
		if f.Name == name {
			p.fields = slices.Delete(p.fields, i, i+1)
			p.taken[name] = true
			return f.Value
		}
	}
	return nil
}

// has reports whether a part can be said, and whether that says a field.
func (p *pending) has(within *part) (can, fills bool) {
	switch within.kind {
	case slot:
		can = slices.ContainsFunc(p.fields, func(f Field) bool { return f.Name == fieldOf(within.text) })
		return can, can
	case sequence, repeated:
		can = true
		for _, q := range within.parts {
			c, f := p.has(q)
			can, fills = can && c, fills || f
		}
		return can, can && fills
	case choice, optional:
		for _, q := range within.parts {
			c, f := p.has(q)
			can, fills = can || c, fills || f
		}
		return can || within.kind == optional, fills
	default:
		return true, false
	}
}

// saidOf reports whether a slot of a modifier was said already.
func (p *pending) saidOf(m *symbol) bool {
	return slices.ContainsFunc(m.phrases, func(s said) bool {
		return slices.ContainsFunc(s.slots, func(name string) bool { return p.taken[name] })
	})
}

// fieldOf is the field that a slot fills.
func fieldOf(slot string) string {
	if slot == "alone" {
		return "clause"
	}
	return slot
}

// part says a part of a phrase.
func (w *writer) part(s *symbol, p *part, left *pending) ([]string, bool) {
	if w.ended && (p.kind == word || p.kind == rule) {
		return nil, false
	}
	switch p.kind {
	case word:
		return []string{cmp.Or(p.typed, p.text)}, true
	case slot:
		v := left.take(fieldOf(p.text))
		if v == nil {
			return nil, false
		}
		return w.value(w.slotSymbol(s, p.text), v)
	case rule:
		return w.rule(p.text)
	case sequence:
		var out []string
		for _, q := range p.parts {
			words, ok := w.part(s, q, left)
			if !ok {
				return nil, false
			}
			out = append(out, words...)
		}
		return out, true
	case choice:
		var best *part
		for _, i := range w.order(len(p.parts)) {
			can, fills := left.has(p.parts[i])
			if fills {
				return w.part(s, p.parts[i], left)
			}
			if can && best == nil {
				best = p.parts[i]
			}
		}
		if best != nil {
			return w.part(s, best, left)
		}
	case optional:
		if _, fills := left.has(p); fills || len(p.slots(nil)) == 0 && w.any && !w.ended && w.order(3)[0] == 0 {
			return w.part(s, p.parts[0], left)
		}
		return nil, true
	case repeated:
		return w.repeated(s, p, left)
	}
	return nil, false
}

// repeated says all values of the slot within, or what has none once.
func (w *writer) repeated(s *symbol, p *part, left *pending) ([]string, bool) {
	out, ok := w.part(s, p.parts[0], left)
	for ok {
		if _, more := left.has(p); !more {
			break
		}
		if p.rule != "" {
			between, said := w.rule(p.rule)
			out, ok = append(out, between...), said
		}
		more, said := w.part(s, p.parts[0], left)
		out, ok = append(out, more...), ok && said
	}
	return out, ok
}

// rule says one of the phrases of a list of words.
func (w *writer) rule(name string) ([]string, bool) {
	i, ok := w.index["words "+name]
	if !ok || w.depth > len(w.symbols) {
		return nil, false
	}
	w.depth++
	defer func() { w.depth-- }()
	return w.value(i, &Value{})
}

// slotSymbol is the rule of a slot.
func (w *writer) slotSymbol(s *symbol, name string) int {
	if i, own := w.index[s.types[name]]; own { // a clause
		return i
	}
	return w.index["value "+s.types[name]]
}

// leafWords says a leaf.
func (w *writer) leafWords(kind string, v *Value) ([]string, bool) {
	switch kind {
	case typeNumber:
		if w.any && w.order(3)[0] == 0 {
			for word, n := range w.file.Numbers {
				if n == v.Number {
					return []string{word}, true
				}
			}
		}
		return []string{strconv.FormatFloat(v.Number, 'f', -1, 64)}, true
	case typeItem, "block":
		return w.called(v, w.file.Names)
	case typeMob:
		for _, names := range []map[string][]string{w.file.Mobs, w.file.Places, w.file.Names} { // "find a village"
			if words, ok := w.called(v, names); ok {
				return words, true
			}
		}
	case typeQuote, typeStem:
		return []string{"\"" + v.Text + "\""}, true
	case typeRest:
		w.ended = true
		return []string{v.Text}, true
	case typeName, typePosition, typeColumn, typeFile:
		return []string{v.Text}, true
	case typeBiome, typeStructure:
		return w.called(Leaf(kind, game.Display(v.Text)), w.file.Places)
	}
	return nil, false
}

// called is a name that a thing has: its own in a language that has the lexicon's, else one
// of the file, of which the second is the plural. A Number of 1 is said of one thing.
func (w *writer) called(v *Value, from map[string][]string) ([]string, bool) {
	forms := from[v.Text]
	switch {
	case w.file.Lexicon && !w.any && (v.Plural || v.Number == 1):
		n := 1
		if v.Plural {
			n = 2
		}
		_, noun, _ := strings.Cut(game.Counted(n, v.Text), " ")
		return []string{noun}, true
	case w.file.Lexicon && (!w.any || len(forms) == 0), len(forms) == 0 && w.foreign:
		return []string{v.Text}, true
	case len(forms) == 0:
		return nil, false
	case w.any:
		return []string{forms[w.order(len(forms))[0]]}, true
	case v.Plural, v.Number > 1 && w.file.Declines != nil:
		return []string{forms[min(w.file.form(int(v.Number)), len(forms)-1)]}, true
	}
	return forms[:1], true
}

// form is which form of a name is said of several.
func (f *File) form(n int) int {
	if d := f.Declines; len(d) > 0 && n > 0 && n/10%10 != 1 {
		return d[n%len(d)]
	}
	return 1 + min(1, len(f.Declines))
}

// joined puts words together as the language writes them.
func (w *writer) joined(words []string) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 && w.blank(words, i) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// blank reports whether a blank stands before a word: none before a comma, in "5x3", and in
// languages that write none only between what is not written in their script.
func (w *writer) blank(words []string, i int) bool {
	last, _ := utf8.DecodeLastRuneInString(words[i-1])
	first, _ := utf8.DecodeRuneInString(words[i])
	switch {
	case w.any:
	case words[i] == ",", words[i] == "x" && unicode.IsDigit(last), words[i-1] == "x" && unicode.IsDigit(first):
		return false
	}
	return !w.file.Unspaced || last < firstUnspaced && first < firstUnspaced
}
