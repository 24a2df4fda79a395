// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

// Write says clauses in the words of the grammar: the rules that read run backwards.
// Which of the ways to say it is drawn from the source. It fails for a value that the
// phrases have no words for.
func (g *Grammar) Write(clauses []*Value, draw *rand.Rand) (string, error) {
	w := &writer{Grammar: g, draw: draw}
	message := newValue("message", nil)
	for _, c := range clauses {
		message.Fields = append(message.Fields, Field{"clause", c})
	}
	words, ok := w.value(w.index["message"], message)
	if !ok {
		return "", fmt.Errorf("the phrases of %s have no words for %s", g.file.Language, message)
	}
	return w.joined(words), nil
}

// writer says one message. One goroutine.
type writer struct {
	*Grammar
	draw  *rand.Rand
	depth int
	// ended says that words that run to the end of the message were said.
	ended bool
}

// mostTries is how many phrases are tried in another order before a value is given up.
const mostTries = 3

// value says a value by a rule.
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
	for range mostTries {
		for _, i := range w.draw.Perm(len(s.phrases)) {
			fields, ok := without(v.Fields, s.phrases[i].fields)
			if !ok || s.phrases[i].weight > 0 {
				continue
			}
			left := &pending{fields: fields}
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
		for _, k := range w.draw.Perm(len(m.phrases)) {
			if m.guess != "" || m.phrases[k].weight > 0 || !left.has(m.phrases[k].part) || w.ended {
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
			if p.taken == nil {
				p.taken = map[string]bool{}
			}
			p.taken[name] = true
			return f.Value
		}
	}
	return nil
}

// has reports whether all slots within a part have something to say.
func (p *pending) has(within *part) bool {
	slots := map[string]bool{}
	within.slots(slots)
	for name := range slots {
		name := fieldOf(name)
		if !slices.ContainsFunc(p.fields, func(f Field) bool { return f.Name == name }) {
			return false
		}
	}
	return true
}

// saidOf reports whether a slot of a modifier was said already.
func (p *pending) saidOf(m *symbol) bool {
	return slices.ContainsFunc(m.phrases, func(s said) bool {
		for name := range s.slots {
			if p.taken[name] {
				return true
			}
		}
		return false
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
		return []string{p.text}, true
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
		for _, i := range w.draw.Perm(len(p.parts)) {
			if left.has(p.parts[i]) {
				return w.part(s, p.parts[i], left)
			}
		}
		return nil, false
	case optional:
		slots := map[string]bool{}
		p.slots(slots)
		if len(slots) > 0 && left.has(p) || len(slots) == 0 && !w.ended && w.draw.IntN(3) == 0 {
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
	slots := map[string]bool{}
	p.slots(slots)
	for ok && len(slots) > 0 && left.has(p) {
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
	if name == "clause" || name == "alone" {
		return w.index[name]
	}
	kind := types[s.makes].fields[name]
	if verb, ok := strings.CutPrefix(s.makes, verbType); ok {
		kind = w.frames[verb].Slots[name]
	} else if s.makes == splice {
		for _, f := range w.frames {
			kind = cmp.Or(kind, f.Slots[name])
		}
	}
	if s.makes == "block" && name == typeItem {
		kind = "block item"
	}
	return w.index["value "+kind]
}

// leafWords says a leaf.
func (w *writer) leafWords(kind string, v *Value) ([]string, bool) {
	switch kind {
	case typeNumber:
		text := strconv.FormatFloat(v.Number, 'f', -1, 64)
		if w.draw.IntN(3) == 0 {
			for word, n := range w.file.Numbers {
				if n == v.Number {
					return []string{word}, true
				}
			}
		}
		return []string{text}, true
	case typeItem, "block":
		return w.called(v.Text, w.file.Names)
	case typeMob:
		return w.called(v.Text, w.file.Mobs)
	case typeQuote, typeStem:
		return []string{"\"" + v.Text + "\""}, true
	case typeRest:
		w.ended = true
		return []string{v.Text}, true
	case typeName, typePosition, typeColumn, typeFile:
		return []string{v.Text}, true
	case typeBiome, typeStructure:
		return []string{game.Display(v.Text)}, w.file.Lexicon
	}
	return nil, false
}

// called is one of the names that a thing has in the file, or its own.
func (w *writer) called(text string, from map[string][]string) ([]string, bool) {
	if forms := from[text]; len(forms) > 0 {
		return []string{forms[w.draw.IntN(len(forms))]}, true
	}
	return []string{text}, w.file.Lexicon
}

// joined puts words together as the language writes them.
func (w *writer) joined(words []string) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 && w.blank(words[i-1], word) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// blank reports whether a blank parts two words: in languages that write none, only
// between what is not written in their script.
func (w *writer) blank(a, b string) bool {
	if !w.file.Unspaced {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return last < firstUnspaced && first < firstUnspaced
}
