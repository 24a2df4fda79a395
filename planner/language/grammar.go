// SPDX-License-Identifier: MIT

package language

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/spelling"
)

// Frame is a verb with the types of its slots.
type Frame struct {
	Verb  string
	Slots map[string]string
}

// Grammar is a phrases file made ready for reading and writing. It is read-only.
type Grammar struct {
	file    *File
	frames  map[string]Frame
	symbols []symbol
	// index finds a symbol: "message", "clause", "verb get", "value thing", "words please", "leaf item".
	index map[string]int
	// vocabulary holds every word of the file; ids number those of the phrases.
	vocabulary map[string]bool
	ids        map[string]int
	// plainly finds the word of a plain one, opens those that a verb or a name begins with.
	plainly map[string]string
	near    spelling.Words
	opens   map[string]bool
	// forms are those of the file, in their order, fillers its fillers.
	forms   []string
	fillers [][]Token
	// names, mobs and places map phrases to what they name.
	names, mobs, places map[string]name
	// longest is the longest of them, in tokens.
	longest int
}

// name is what a phrase of a file's names stands for.
type name struct {
	of     string
	plural bool
}

// symbol is a rule: a net of states that words and other rules lead through, or a leaf.
type symbol struct {
	name string
	// make is the type of the value that comes of it: a verb's name, a type, empty for
	// none (words), or through for that of the one rule within.
	makes string
	leaf  string
	// shares: it may be left to the next clause to say.
	shares bool
	states []state
	// phrases are those of the rule, for writing.
	phrases []said
	// types are those of their slots.
	types map[string]string
	// guess is what is done instead of what the rule says; empty for just that.
	guess string
	// first are the words that it may begin with, and leaves the leaves.
	first  []uint64
	leaves uint16
	// modifiers are the rules whose fields may be said behind it.
	modifiers []int
	// behind are the states that follow its ends once a modifier was said.
	behind map[int]int
}

const (
	// through hands the value of the one rule within on.
	through = "*"
	// splice gives the fields of its value to the rule that it stands in; as the field of an edge it says that.
	splice = "+"
	// front is the field of a message for what is said before the next clause.
	front = "front"
	// verbWords stands before the verb in the name of the rule of its phrases.
	verbWords = "verb "
	// modifierMark stands before the name of a modifier in the field that says which one was said before a clause.
	modifierMark = "~"
)

// said is a phrase with the fields that its words alone say.
type said struct {
	part   *part
	fields []Field
	slots  []string
	text   string
	// weight is more than 0 for what another way to read the words goes before.
	weight float64
}

// state is a place in a net.
type state struct {
	// words are sorted once the net is made.
	words []arc
	rules []edge
	// ends are the phrases that end here.
	ends []int
	// skips lead on without a word; they are gone once the net is made.
	skips []int
}

// arc leads on by a word.
type arc struct {
	word string
	to   int
}

// by are the arcs of a word.
func (s *state) by(word string) []arc {
	from, _ := slices.BinarySearchFunc(s.words, word, func(a arc, w string) int { return strings.Compare(a.word, w) })
	to := from
	for to < len(s.words) && s.words[to].word == word {
		to++
	}
	return s.words[from:to]
}

// edge leads through a rule; field is where its value goes, empty for nowhere.
type edge struct {
	symbol int
	field  string
	to     int
}

// Language is the code of the grammar's language, "en".
func (g *Grammar) Language() string { return g.file.Language }

// Says reports whether a word stands in a phrase of the grammar.
func (g *Grammar) Says(word string) bool { return g.vocabulary[word] }

// Numeral reports whether a word is one of a number.
func (g *Grammar) Numeral(word string) bool { return g.file.Numbers[word]+g.file.Scales[word] > 0 }

// Meant is the word that a usual misspelling stands for, empty for none.
func (g *Grammar) Meant(word string) string { return g.file.Misspellings[word] }

// Bare is the word of a verb that asks for what is named without one.
func (g *Grammar) Bare(verb string) string { return g.file.Bare[verb] }

// Blank is what parts two words.
func (g *Grammar) Blank() string {
	if g.file.Unspaced {
		return ""
	}
	return " "
}

// Asks is the word that asks for what a slot of a type holds: "what".
func (g *Grammar) Asks(kind string) string {
	return cmp.Or(g.file.Asks[kind], g.file.Asks[types[kind].like], g.file.Asks["thing"])
}

// Examples are messages of a verb.
func (g *Grammar) Examples(verb string) []string {
	return slices.Sorted(maps.Keys(g.file.Verbs[verb].Examples))
}

// Openings are the words that the phrases of a verb begin with, up to the first thing that is filled in or may be left out.
func (g *Grammar) Openings(verb string) []string {
	var out []string
	for _, s := range g.symbols[g.index[verbWords+verb]].phrases {
		for _, o := range s.part.openings() {
			if o.words != "" && !slices.Contains(out, o.words) {
				out = append(out, o.words)
			}
		}
	}
	return out
}

// Compile makes a file ready. The error is Faults; lines may be nil.
func Compile(f *File, lines document.Lines, frames []Frame) (*Grammar, error) {
	g := &Grammar{file: f, frames: map[string]Frame{}, index: map[string]int{}, vocabulary: map[string]bool{}, ids: map[string]int{}, names: map[string]name{}, mobs: map[string]name{}, places: map[string]name{}, plainly: map[string]string{}, near: spelling.Words{}, opens: map[string]bool{}}
	c := &compiler{Grammar: g, lines: lines}
	for _, frame := range frames {
		g.frames[frame.Verb] = frame
	}
	c.declare(frames)
	c.words()
	c.values()
	c.verbs()
	c.modifiers()
	c.message()
	c.named(f.Names, g.names, "names")
	c.named(f.Mobs, g.mobs, "mobs")
	c.named(f.Places, g.places, "places")
	for _, numbers := range []map[string]float64{f.Numbers, f.Scales} {
		for w := range numbers {
			c.know(w)
		}
	}
	if len(c.faults) > 0 {
		slices.SortStableFunc(c.faults, func(a, b Fault) int { return a.Line - b.Line })
		return nil, c.faults
	}
	var room []state
	for i := range g.symbols {
		room = g.symbols[i].close(room)
	}
	g.begins()
	c.notEmpty()
	if len(c.faults) > 0 {
		return nil, c.faults
	}
	g.forms = slices.Sorted(maps.Keys(f.Forms))
	for _, filler := range f.Fillers {
		g.fillers = append(g.fillers, Tokenize(filler))
	}
	for _, w := range slices.Sorted(maps.Keys(g.vocabulary)) {
		for _, plain := range spelling.Plains(w) {
			g.plainly[plain] = cmp.Or(g.plainly[plain], w)
			g.near.Add(plain, g.plainly[plain])
		}
	}
	return g, nil
}

// meant are the words that stand for one that is none of the language: it with its marks, or
// what a form of the file makes of it, of a verb or a name at its end; else it.
func (g *Grammar) meant(word string) []string {
	if w := g.plainly[spelling.Plainly(word)]; w != "" {
		return []string{w}
	}
forms:
	for _, form := range g.forms {
		before, after, part := strings.Cut(form, "-")
		if part != (len(word) > len(form)) || !strings.HasPrefix(word, before) || !strings.HasSuffix(word, after) {
			continue
		}
		words := strings.Fields(strings.Replace(g.file.Forms[form], "-", word[len(before):len(word)-len(after)], 1))
		for i, w := range words {
			if words[i] = g.plainly[spelling.Plainly(w)]; words[i] == "" || after != "" && !g.opens[words[0]] {
				continue forms
			}
		}
		return words
	}
	return []string{word}
}

type compiler struct {
	*Grammar
	lines  document.Lines
	faults Faults
}

// fault notes a mistake at a setting.
func (c *compiler) fault(at, format string, values ...any) {
	c.faults = append(c.faults, Fault{c.lines.Of(at), fmt.Sprintf(format, values...)})
}

// know has the words of a phrase be words of the language.
func (c *compiler) know(phrase string) []Token {
	tokens := Tokenize(phrase)
	for _, t := range tokens {
		if t.Kind == Word {
			c.vocabulary[t.Text] = true
		}
	}
	return tokens
}

// declare makes the symbols, without their phrases.
func (c *compiler) declare(frames []Frame) {
	add := func(name, makes, leaf string) {
		c.index[name] = len(c.symbols)
		s := symbol{name: name, makes: makes, leaf: leaf, states: []state{{}, {}}}
		if makes == through || makes == front { // it ends behind the one rule within
			s.states[1].ends, s.phrases = []int{0}, []said{{}}
		}
		c.symbols = append(c.symbols, s)
	}
	add("message", "message", "")
	add("clause", through, "")
	add("alone", through, "")
	add(front, front, "")
	for _, frame := range frames {
		add("verb "+frame.Verb, verbType+frame.Verb, "")
		add("alone "+frame.Verb, verbType+frame.Verb, "")
	}
	for _, t := range slices.Sorted(maps.Keys(types)) {
		leaf := ""
		if types[t].leaf {
			leaf = t
		}
		add("value "+t, t, leaf)
		c.symbols[len(c.symbols)-1].shares = types[t].fields[shared] != "" && c.file.Words[shared] != nil
	}
	add("value block item", typeItem, "block")
	for _, w := range slices.Sorted(maps.Keys(c.file.Words)) {
		add("words "+w, "", "")
	}
	for _, m := range slices.Sorted(maps.Keys(c.file.Modifiers)) {
		add("modifier "+m, splice, "")
		add("front "+m, splice, "")
	}
}

// compiled parses a phrase of a symbol and enters it; slots are the types that it may use.
func (c *compiler) compiled(at, symbol, text string, slots map[string]string, fields []Field, weight ...float64) {
	full := text
	if before, rest, says := strings.Cut(text, "="); says && strings.Contains(before, "{") { // {to=me}: what a word says beside its verb
		flag, after, _ := strings.Cut(rest, "}")
		open := strings.LastIndex(before, "{")
		if name := before[open+1:]; types[slots[name]].fields[flag] == typeFlag {
			fields = append(slices.Clone(fields), Field{name, newValue(slots[name], []Field{{flag, flagSet}})})
			text = before[:open] + after
		}
	}
	p, err := phrase(strings.TrimSpace(text))
	if err != nil {
		c.fault(at, "%v", err)
		return
	}
	s := said{part: p, fields: fields, slots: p.slots(nil), text: full}
	for _, w := range weight {
		s.weight += w
	}
	sym := &c.symbols[c.index[symbol]]
	sym.phrases, sym.types = append(sym.phrases, s), slots
	b := &builder{compiler: c, symbol: sym, at: at, slots: slots, text: text}
	end := b.add(p, 0)
	sym.states[end].ends = append(sym.states[end].ends, len(sym.phrases)-1)
}

// weightOf is the weight of a phrase that another way to read the words may go before.
func weightOf(seldom bool) float64 {
	if seldom {
		return rarely
	}
	return 0
}

func (c *compiler) words() {
	for _, name := range slices.Sorted(maps.Keys(c.file.Words)) {
		at := "words." + name
		if len(c.file.Words[name]) == 0 {
			c.fault(at, "the list %q is empty; write a phrase, or take it out", name)
		}
		for i, text := range c.file.Words[name] {
			c.compiled(document.Entry(at, i), "words "+name, text, map[string]string{typeNumber: typeNumber}, nil)
		}
	}
}

func (c *compiler) values() {
	for _, name := range slices.Sorted(maps.Keys(c.file.Values)) {
		at := "values." + name
		if types[name].fields == nil || types[name].like != "" {
			own := chosen(types, func(k kind) bool { return k.fields != nil && k.like == "" })
			c.fault(at, "there is no type %q to give phrases to; there are %s", name, strings.Join(own, ", "))
			continue
		}
		for _, own := range append([]string{name}, chosen(types, func(k kind) bool { return k.like == name })...) {
			for i, v := range c.file.Values[name] {
				place := document.Entry(at, i)
				fields, ok := c.constants(place, own, v.Is)
				if !ok {
					continue
				}
				c.compiled(place, "value "+own, v.Say, c.leafFor(own), fields, weightOf(v.Rarely))
			}
		}
	}
}

// chosen are the keys of what is chosen, in their order.
func chosen[V any](from map[string]V, by func(V) bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(from)), func(key string) bool { return !by(from[key]) })
}

// leafFor are the fields of a type; a block's item looks at blocks first.
func (c *compiler) leafFor(kind string) map[string]string {
	fields := types[kind].fields
	if kind == "block" {
		fields = maps.Clone(fields)
		fields["item"] = "block item"
	}
	return fields
}

// constants are the fields that a phrase's "is" gives.
func (c *compiler) constants(at, kind string, is map[string]any) ([]Field, bool) {
	var out []Field
	for _, f := range slices.Sorted(maps.Keys(is)) {
		switch want, n := types[kind].fields[f], is[f]; {
		case want == typeItem:
			out = append(out, Field{f, Leaf(want, fmt.Sprint(n))})
		case want == typeMob: // no mob is of oak
			return nil, false
		case want == typeFlag && (n == "yes" || n == true):
			out = append(out, Field{f, flagSet})
		case want == typeNumber:
			number, err := strconv.ParseFloat(fmt.Sprint(n), 64)
			if err != nil || number <= 0 {
				c.fault(at, "%q is %v; write a number above 0", f, n)
				return nil, false
			}
			out = append(out, Field{f, Counting(number)})
		default:
			can := chosen(types[kind].fields, func(t string) bool { return t == typeFlag || t == typeNumber || t == typeItem })
			c.fault(at, "%q cannot be set to %v for a %s; set one of %s", f, n, kind, strings.Join(can, ", "))
			return nil, false
		}
	}
	return out, true
}

func (c *compiler) verbs() {
	for _, verb := range slices.Sorted(maps.Keys(c.file.Verbs)) {
		at := "verbs." + verb
		if _, ok := c.frames[verb]; !ok {
			c.fault(at, "there is no verb %q; there are %s", verb, strings.Join(slices.Sorted(maps.Keys(c.frames)), ", "))
			continue
		}
		v := c.file.Verbs[verb]
		c.verb(at+".say", "clause", "verb "+verb, verb, v.Say, v.After)
		c.verb(at+".alone", "alone", "alone "+verb, verb, v.Alone, v.After)
		for i, text := range v.Loosely {
			c.compiled(document.Entry(at+".loosely", i), "alone "+verb, text, c.frames[verb].Slots, nil, 2*rarely)
		}
	}
}

// verb enters the phrases of a verb and lets what adds nothing follow them.
func (c *compiler) verb(at, within, symbol, verb string, say, after []string) {
	for i, text := range say {
		c.compiled(document.Entry(at, i), symbol, text, c.frames[verb].Slots, nil, weightOf(within == "alone"))
	}
	if within == "clause" {
		for i, text := range c.file.Verbs[verb].Rarely {
			c.compiled(document.Entry("verbs."+verb+".rarely", i), symbol, text, c.frames[verb].Slots, nil, rarely)
		}
	}
	if len(c.symbols[c.index[symbol]].phrases) == 0 {
		return
	}
	start := &c.symbols[c.index[within]].states[0]
	start.rules = append(start.rules, edge{c.index[symbol], through, 1})
	sym := &c.symbols[c.index[symbol]]
	for i, name := range after {
		rule, ok := c.index["words "+name]
		if !ok {
			c.fault(document.Entry("verbs."+verb+".after", i), "there is no list of words %q", name)
			continue
		}
		for k := range sym.states {
			if len(sym.states[k].ends) > 0 {
				sym.states[k].rules = append(sym.states[k].rules, edge{rule, "", k})
			}
		}
	}
}

// modifiers enters what may be said with verbs and lets it stand behind each verb that has the slots in it.
func (c *compiler) modifiers() {
	slots := map[string]string{}
	for _, verb := range slices.Sorted(maps.Keys(c.frames)) {
		maps.Copy(slots, c.frames[verb].Slots)
	}
	before := &c.symbols[c.index[front]]
	for _, name := range slices.Sorted(maps.Keys(c.file.Modifiers)) {
		m, at := c.file.Modifiers[name], "modifiers."+name
		for i, text := range m.Say {
			c.compiled(document.Entry(at+".say", i), "modifier "+name, text, slots, nil, weightOf(m.Rarely))
		}
		for i, text := range m.Front {
			c.compiled(document.Entry(at+".front", i), "front "+name, text, slots, []Field{{modifierMark + name, flagSet}})
		}
		for i, verb := range m.Verbs {
			if _, ok := c.frames[verb]; !ok {
				c.fault(document.Entry(at+".verbs", i), "there is no verb %q", verb)
			}
		}
		behind, first := c.index["modifier "+name], c.index["front "+name]
		c.symbols[behind].guess, c.symbols[first].guess = m.Guess, m.Guess
		if len(m.Front) > 0 {
			before.states[0].rules = append(before.states[0].rules, edge{first, splice, 1})
		}
		for verb := range c.frames {
			if len(m.Say) > 0 && c.suits(verb, name, behind, slots) {
				c.allow(c.index["verb "+verb], behind)
				c.allow(c.index["alone "+verb], behind)
			}
		}
	}
}

// suits reports whether a modifier may be said with a verb.
func (c *compiler) suits(verb, name string, symbol int, slots map[string]string) bool {
	if list := c.file.Modifiers[name].Verbs; len(list) > 0 && !slices.Contains(list, verb) {
		return false
	}
	for i := range c.symbols[symbol].phrases {
		for _, slot := range c.symbols[symbol].phrases[i].slots {
			if c.frames[verb].Slots[slot] != slots[slot] {
				return false
			}
		}
	}
	return true
}

// allow lets a rule stand behind the phrases of another: in a state of its own, so that no list goes on behind it.
func (c *compiler) allow(in, rule int) {
	sym := &c.symbols[in]
	if len(sym.phrases) == 0 {
		return
	}
	sym.modifiers = append(sym.modifiers, rule)
	if sym.behind == nil {
		sym.behind = map[int]int{}
		for k := range len(sym.states) {
			if len(sym.states[k].ends) > 0 {
				sym.behind[k] = len(sym.states)
				noise := slices.DeleteFunc(slices.Clone(sym.states[k].rules), func(e edge) bool { return e.to != k || e.field != "" })
				sym.states = append(sym.states, state{ends: slices.Clone(sym.states[k].ends), rules: noise})
			}
		}
		for _, to := range sym.behind {
			for i := range sym.states[to].rules {
				sym.states[to].rules[i].to = to
			}
		}
	}
	for k, to := range sym.behind {
		sym.states[k].rules = append(sym.states[k].rules, edge{rule, splice, to})
		sym.states[to].rules = append(sym.states[to].rules, edge{rule, splice, to})
	}
}

// begins works out the words and leaves that each rule may begin with.
func (g *Grammar) begins() {
	for i := range g.symbols {
		for _, a := range g.symbols[i].states[0].words {
			if _, ok := g.ids[a.word]; !ok {
				g.ids[a.word] = len(g.ids)
			}
			g.opens[a.word] = g.opens[a.word] || strings.HasPrefix(g.symbols[i].name, verbWords)
		}
	}
	size := len(g.ids)/64 + 1
	for i := range g.symbols {
		s := &g.symbols[i]
		s.first = make([]uint64, size)
		s.leaves = leafBit(s.leaf)
		for _, a := range s.states[0].words {
			s.first[g.ids[a.word]/64] |= 1 << (g.ids[a.word] % 64)
		}
	}
	for more := true; more; {
		more = false
		for i := range g.symbols {
			s := &g.symbols[i]
			for _, e := range s.states[0].rules {
				more = s.takes(&g.symbols[e.symbol]) || more
			}
		}
	}
}

// takes adds what another rule may begin with and reports whether that was new.
func (s *symbol) takes(o *symbol) bool {
	more := s.leaves|o.leaves != s.leaves
	s.leaves |= o.leaves
	for i, w := range o.first {
		more = more || s.first[i]|w != s.first[i]
		s.first[i] |= w
	}
	return more
}

// leafBit is a leaf as a set.
func leafBit(leaf string) uint16 {
	if i := slices.Index(leafOrder, leaf); i >= 0 {
		return 1 << i
	}
	return 0
}

// leafOrder numbers the leaves.
var leafOrder = []string{typeNumber, typeItem, "block", typeMob, typeName, typePosition, typeQuote, typeRest, typeColumn, typeBiome, typeStructure, typePart,
	typeAside, typeWhere, typeFile, typeStem}

func (c *compiler) message() {
	for i, text := range c.file.Message {
		c.compiled(document.Entry("message", i), "message", text, map[string]string{"clause": "clause", "alone": "alone", front: front}, nil)
	}
	if len(c.file.Message) == 0 {
		c.fault("", "the file says nothing of a message; write \"message: ['{clause}']\"")
	}
}

// named enters names of things or mobs.
func (c *compiler) named(from map[string][]string, into map[string]name, at string) {
	for _, of := range slices.Sorted(maps.Keys(from)) {
		for i, form := range from[of] {
			tokens := c.know(form)
			p := ""
			for _, t := range tokens {
				c.opens[t.Text] = true
				p = strings.TrimLeft(p+" "+t.Text, " ")
			}
			if other, taken := into[p]; !taken {
				into[p] = name{of, i > 0}
			} else if other.of != of {
				c.fault(at+"."+of, "%q is the name of %q already", form, other.of)
			}
			c.longest = max(c.longest, len(tokens))
		}
	}
}

// notEmpty names rules that nothing needs to be said for.
func (c *compiler) notEmpty() {
	for i := range c.symbols {
		if s := &c.symbols[i]; s.leaf == "" && len(s.states) > 0 && len(s.states[0].ends) > 0 {
			c.fault("", "%q would be said by no word at all: %q is optional as a whole", s.name, s.phrases[s.states[0].ends[0]].text)
		}
	}
}

// builder enters one phrase into a net.
type builder struct {
	*compiler
	symbol *symbol
	at     string
	slots  map[string]string
	text   string
}

func (b *builder) state() int {
	b.symbol.states = append(b.symbol.states, state{})
	return len(b.symbol.states) - 1
}

// add enters a part from a state on and returns the one behind it.
func (b *builder) add(p *part, from int) int {
	switch p.kind {
	case word:
		to := b.state()
		b.word(p.text, from, to)
		return to
	case slot:
		t, ok := b.slots[p.text]
		if !ok {
			b.fault(b.at, "%q has no slot {%s}; there are %s", b.text, p.text, slotNames(b.slots))
			return from
		}
		if i, own := b.index[t]; own { // a clause, or what stands before one
			return b.rule(i, "clause", from)
		}
		return b.rule(b.index["value "+t], p.text, from)
	case rule:
		i, ok := b.index["words "+p.text]
		if !ok {
			b.fault(b.at, "%q names <%s>, and \"words\" has no such list", b.text, p.text)
			return from
		}
		return b.rule(i, "", from)
	case sequence:
		for _, q := range p.parts {
			from = b.add(q, from)
		}
		return from
	case choice:
		to := b.state()
		for _, q := range p.parts {
			if q.kind == word {
				b.word(q.text, from, to)
			} else {
				b.skip(b.add(q, from), to)
			}
		}
		return to
	case optional:
		to := b.add(p.parts[0], from)
		b.skip(from, to)
		return to
	case repeated:
		start := b.state()
		b.skip(from, start)
		to := b.add(p.parts[0], start)
		back := to
		if p.rule != "" {
			back = b.add(&part{kind: rule, text: p.rule}, to)
		}
		b.skip(back, start)
		if back != to {
			return to
		}
		out := b.state()
		b.skip(to, out)
		return out
	}
	panic("language: a part of no kind")
}

// word leads from a state to another by a word.
func (b *builder) word(text string, from, to int) {
	if s := &b.symbol.states[from]; !slices.Contains(s.words, arc{text, to}) {
		s.words = append(s.words, arc{text, to})
	}
	b.vocabulary[text] = true
}

// skip leads from a state to another without one.
func (b *builder) skip(from, to int) {
	if s := &b.symbol.states[from]; from != to {
		s.skips = append(s.skips, to)
	}
}

func (b *builder) rule(symbol int, field string, from int) int {
	to := b.state()
	s := &b.symbol.states[from]
	s.rules = append(s.rules, edge{symbol, field, to})
	return to
}

func slotNames(slots map[string]string) string {
	if len(slots) == 0 {
		return "none here"
	}
	return "{" + strings.Join(slices.Sorted(maps.Keys(slots)), "}, {") + "}"
}

// close gives each state what the states have that it leads to without a word; the room that it needs for that is kept for the next.
func (s *symbol) close(room []state) []state {
	room = append(room[:0], s.states...)
	for i := range room {
		to, own := &s.states[i], &room[i] // which has nothing twice
		to.words, to.rules, to.ends, to.skips = slices.Clip(own.words), slices.Clip(own.rules), slices.Clip(own.ends), nil
		for _, k := range reached(room, i)[1:] {
			from := &room[k]
			to.words, to.rules, to.ends = append(to.words, from.words...), append(to.rules, from.rules...), append(to.ends, from.ends...)
		}
		slices.SortFunc(to.words, func(a, b arc) int { return cmp.Or(strings.Compare(a.word, b.word), a.to-b.to) })
		to.words = slices.Compact(to.words)
		slices.Sort(to.ends)
		to.ends = slices.Compact(to.ends)
	}
	return room
}

// reached are the states that one leads to without a word, itself first.
func reached(states []state, from int) []int {
	list := []int{from}
	for i := 0; i < len(list); i++ {
		for _, k := range states[list[i]].skips {
			if !slices.Contains(list, k) {
				list = append(list, k)
			}
		}
	}
	return list
}
