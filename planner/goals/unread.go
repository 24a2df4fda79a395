// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/language"
)

//go:embed words.json
var tellingText []byte

// telling is the reviewed file: the words by which a sentence that is not read is told apart. cannot are verbs of what no
// goal is, negations what turns the rest round, weighty what no answer takes the place of, gear what needs a material
// before it, nameless the verbs of goals that name nothing, foremost the kinds that are told at once, wider what means more than a verb.
type telling struct {
	Languages                                            map[string]wordSet
	Cannot, Negations, Weighty, Gear, Nameless, Foremost wordSet
	Scripts                                              map[string]string
	Wider                                                map[Kind]string
	Beyond                                               []beyond
	Shown                                                []Kind
	Help                                                 string
}

// beyond is a kind of what players ask for and no body here does: what that is in English, the goal that comes nearest to it, and its
// words by language. Without a kind it can be done, and Near is how it is asked for.
type beyond struct {
	Kind, Cannot, Near string
	// Said is how it is asked for by language where that is no goal.
	Said  map[string]string
	Words map[string]wordSet
}

// speaks is the language in which a text asks for it, that one before others, of which no word is
// English; empty for none. Of words that a plus joins all are said.
func (b *beyond) speaks(text string, words []string, own string) string {
	said := "_" + strings.Join(words, "_") + "_"
	for i, code := range append([]string{own}, slices.Sorted(maps.Keys(b.Words))...) {
		if i == 1 { // "chat" is a cat in French
			said = "_" + strings.Join(slices.DeleteFunc(slices.Clone(words), english().Says), "_") + "_"
		}
		for w := range b.Words[code] {
			if !slices.ContainsFunc(strings.Split(w, "+"), func(w string) bool {
				return !strings.Contains(said, "_"+w+"_") && (Grammar().Grammar(code).Blank() != "" || !strings.Contains(text, w))
			}) {
				return code
			}
		}
	}
	return ""
}

// wordSet are words, written with blanks between.
type wordSet map[string]bool

// UnmarshalText reads the words.
func (s *wordSet) UnmarshalText(text []byte) error {
	*s = wordSet{}
	for w := range strings.FieldsSeq(string(text)) {
		(*s)[w] = true
	}
	return nil
}

// tell decodes the file once. It is part of the program, so that a fault in it is one of the program.
var tell = sync.OnceValue(func() *telling {
	t := &telling{}
	if err := json.Unmarshal(tellingText, t); err != nil {
		panic("goals: words.json: " + err.Error())
	}
	return t
})

// Negates reports whether a word turns what follows it into what is not wanted.
func Negates(word string) bool { return tell().Negations[word] }

// Foremost reports whether what cannot be done is told, though a part of what was said could be.
func Foremost(kind string) bool { return tell().Foremost[kind] }

// Weighty reports whether a word may say when, or how much, of what follows it.
func Weighty(word string) bool { return tell().Weighty[word] }

// Weighs reports whether a word is a part of what a wish is about: a number, a name of a thing,
// a mob or a part of a house, a "not", a condition, the verb of one.
func (r *Reader) Weighs(word string) bool {
	part := func(v *language.Value) bool { return !v.Has("item") }
	says := func(g *language.Grammar) bool {
		return g.Numeral(word) || slices.ContainsFunc(g.Spot(r.Lexicon, word, "fitting"), part)
	}
	return Negates(word) || tell().Weighty[word] || slices.ContainsFunc(Grammar().Grammars(), says) ||
		len(r.Things(Get, word).Goals)+len(r.Things(Kill, word).Goals) > 0
}

// english is the grammar that what is offered is written in.
func english() *language.Grammar { return Grammar().Grammar("en") }

// Words are what a clause of a verb may begin with, in English.
func (k Kind) Words() []string { return english().Openings(string(k)) }

// unread says what is the matter with a text that was not read: it is in another
// language, it asks for what nobody can, or a part of it was not understood.
func (r *Reader) unread(text string, f *language.Unread) error {
	words := wordsOf(text)
	e := &game.UnreadableError{Text: text, Part: f.Rest.Of(text), Language: r.language(text, words), Number: f.None, Most: maxCount}
	if e.Language != "" && f.Language == english().Language() {
		e.Part = "" // its grammar came no way
	}
	e.Example = r.exampleIn(e.Language)
	if e.Number != "" {
		return e
	}
	clause := wordsOf(f.Clause.Of(text))
	if len(clause) > 0 && len(f.Verbs) > 0 && !r.Knows(clause[0]) && !english().Says(clause[0]) {
		e.In = f.Language // whose verb it begins with
	}
	if e.Language == "" && len(clause) > 0 && tell().Cannot[clause[0]] {
		e.Cannot = f.Clause.Of(text)
	}
	own := f.Language
	near := slices.IndexFunc(tell().Beyond, func(b beyond) bool { own = b.speaks(text, words, f.Language); return own != "" })
	if near >= 0 && tell().Beyond[near].Kind != "" {
		return r.beyond(e, &tell().Beyond[near], own)
	}
	if e.Cannot == "" {
		e.Partly = r.partly(text, f)
		if p := e.Partly; p != nil && strings.Join(strings.Fields(p.Before+p.After), " ") == strings.Join(strings.Fields(text), " ") {
			e.Part, near = "", -1 // all of it was understood, and something is to be said yet
		}
	}
	if near >= 0 {
		e.Partly = nil
		return r.beyond(e, &tell().Beyond[near], own)
	}
	for _, whole := range e.Partly.Whole() {
		if _, _, ok := r.spokenBy(whole); ok {
			e.Nearest = append(e.Nearest, whole)
		}
	}
	if len(e.Nearest) == 0 {
		e.Nearest = r.about(text, f.Language)
	}
	return e
}

// beyond says what comes nearest to what was asked for in words of a row, in a language.
func (r *Reader) beyond(e *game.UnreadableError, b *beyond, code string) error {
	e.Beyond, e.Cannot, e.In, e.Nearest = b.Kind, b.Cannot, code, []string{b.Said[code]}
	if b.Near != "" {
		e.Nearest[0] = b.Near
		if read, err := r.Read(b.Near); err == nil {
			read.Language = code
			r.Sized(&read, e.Text, true)
			e.Nearest[0] = read.Words()
		}
	}
	if b.Kind == "" { // what can be asked in it is told
		e.Language = ""
	}
	return e
}

// mostAbout is how many words of a text are tried for a name: a longer one says more than that.
const mostAbout = 24

// about is the search for the first mob that a text names, in its language.
func (r *Reader) about(text, code string) []string {
	words := wordsOf(text)
	words = words[:min(len(words), mostAbout)]
	for _, word := range words {
		if read := r.Things(Kill, word); len(read.Goals) == 1 && len(read.Respelt) == 0 {
			if !slices.ContainsFunc(Grammar().Grammars(), func(g *language.Grammar) bool { return meet(g.Openings(string(Kill)), words) }) {
				read.Goals[0] = Goal{Kind: Find, Name: read.Goals[0].Name, Items: read.Goals[0].Items, Count: 1}
			}
			read.Language = cmp.Or(code, read.Language)
			return []string{read.Words()}
		}
	}
	return nil
}

// wordsOf are the words of a text as phrases are compared.
func wordsOf(text string) []string {
	var out []string
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Word {
			out = append(out, t.Text)
		}
	}
	return out
}

// failed is what the grammar says of a message that it does not read whole: the clause that is not
// read, and the verbs that it may have, the likeliest first.
func failed(text string, err error) *language.Unread {
	f := &language.Unread{}
	errors.As(err, &f)
	words := wordsOf(f.Clause.Of(text))
	if len(words) == 0 {
		f.Verbs = nil
	}
	for i, verb := range f.Verbs {
		if strings.HasPrefix(verb, words[0]) {
			copy(f.Verbs[1:], f.Verbs[:i])
			f.Verbs[0] = verb
		}
	}
	return f
}

// leastOfLanguage is the share of the words of a text that must be a language's, and of no other thing known here, for it to be named.
const leastOfLanguage = 0.4

// language is the language of a text when that is clearly not English, else empty.
func (r *Reader) language(text string, words []string) string {
	foreign := map[string]int{}
	for _, c := range text {
		if c <= unicode.MaxASCII {
			continue
		}
		for script, name := range tell().Scripts {
			if unicode.Is(unicode.Scripts[script], c) {
				foreign[name]++
			}
		}
	}
	if best, n := most(foreign); n > 0 && 2*n > len([]rune(text))/3 {
		return best
	}
	clear(foreign)
	known := 0
	const looked = 40 // a long text is known by its beginning
	words = words[:min(len(words), looked)]
	for _, w := range words {
		if r.Knows(w) || english().Says(w) {
			known++
			continue
		}
		for name, own := range tell().Languages {
			if own[w] {
				foreign[name]++
			}
		}
	}
	best, n := most(foreign)
	if n <= known || float64(n) < leastOfLanguage*float64(len(words)) || n < 2 && len(words) != 1 && len(words) != 2 {
		return ""
	}
	return best
}

// exampleIn is the shortest example of a goal that is known for one in a language, empty for none.
func (r *Reader) exampleIn(name string) (best string) {
	for _, g := range Grammar().Grammars() {
		for _, text := range g.Examples(string(Get)) {
			if name != "" && (best == "" || len(text) < len(best)) && r.language(text, wordsOf(text)) == name {
				best = text
			}
		}
	}
	return best
}

// most is the name with the greatest number, the first of the alphabet of several.
func most(counts map[string]int) (best string, n int) {
	for name, k := range counts {
		if k > n || k == n && name < best {
			best, n = name, k
		}
	}
	return best, n
}

// mostHelp is how many goals help names.
const mostHelp = 10

// helpOf are goals that can be asked for, one of each of the first verbs whose goals suit, those
// that players ask for most before the others.
func helpOf(suits func(Goal) bool, r *Reader) []string {
	var out []string
	at := func(f Frame) uint { return uint(slices.Index(tell().Shown, f.Kind)) } // none is the last
	for _, f := range slices.SortedStableFunc(slices.Values(table()), func(a, b Frame) int { return cmp.Compare(at(a), at(b)) }) {
		if len(out) == mostHelp {
			break
		}
		if said, _, ok := r.spokenBy(f.Examples[0]); ok && !slices.ContainsFunc(said.Goals, func(g Goal) bool { return !suits(g) }) {
			out = append(out, f.Examples[0])
		}
	}
	return out
}

const (
	// mostTried bounds how many ways to fill the hole of a message are read, mostHole the
	// words of it that an answer takes the place of, mostChoices the answers that are named.
	mostTried, mostHole, mostChoices = 60, 6, 3
	// longestOpen is the longest text, in bytes, up to its first open clause that is looked at.
	longestOpen = 300
)

// opening looks for the hole of a message that is not read: where words that the verb's own
// examples end in make it whole. What the words before and behind say stays as it is.
type opening struct {
	r    *Reader
	g    *language.Grammar
	text string
	// to is the end of the clause, kind its verb.
	to    int
	kind  Kind
	tried int
	// whole: no word is at fault, so that the hole is a slot of its own.
	whole bool
	found *game.Partial
}

// partly is what is understood of a message, up to the clause that is not; nil for none.
func (r *Reader) partly(text string, f *language.Unread) *game.Partial {
	g := Grammar().Grammar(f.Language)
	if g == nil || f.Clause.To > longestOpen || f.Clause.To <= f.Clause.From {
		return nil
	}
	for _, verb := range f.Verbs[:min(len(f.Verbs), 2)] {
		o := &opening{r: r, g: g, text: text, to: f.Clause.To, kind: Kind(verb)}
		if o.look(f.Part, f.Open); o.found != nil {
			return o.found
		}
	}
	return nil
}

// look tries holes from where the reading stopped: as few words as can be give way.
func (o *opening) look(stuck game.Span, open bool) {
	tokens := slices.DeleteFunc(language.Tokenize(o.text), func(t language.Token) bool { return t.Span.To > o.to })
	at := slices.IndexFunc(tokens, func(t language.Token) bool { return t.Span.To > stuck.From })
	if o.whole = stuck.To == 0; at < 0 || o.whole {
		at = len(tokens)
	}
	fillings := o.fillings(tokens[at:])
	strange := func(t language.Token) bool { return t.Kind == language.Word && !o.g.Says(t.Text) && !o.r.Knows(t.Text) }
	starts := []int{at, at - 1}
	if open {
		starts = []int{len(tokens), at}
	}
	for _, from := range starts {
		for n := 0; from > 0 && n <= min(mostHole, len(tokens)-from); n++ {
			words := tokens[from : from+n]
			if n == 0 && open && from < len(tokens) || o.said(words) || slices.ContainsFunc(tokens[from+n:], strange) {
				continue
			}
			hole := game.Span{From: o.to, To: o.to}
			if from < len(tokens) {
				hole = game.Span{From: tokens[from].Span.From, To: tokens[max(from, from+n-1)].Span.To}
			}
			if n == 0 {
				hole.To = hole.From
			}
			for _, words := range fillings {
				if o.try(hole, words); o.found != nil && len(o.found.Choices) == mostChoices || o.tried >= mostTried {
					return
				}
			}
			if o.found != nil && len(o.found.Choices) > 0 {
				return
			}
		}
	}
}

// said reports whether words say what no answer may take the place of: a number, a "not", a condition, a name behind other words.
func (o *opening) said(words []language.Token) bool {
	for i, t := range words {
		says := t.Kind == language.Number || t.Kind == language.Quote || o.g.Numeral(t.Text) || Negates(t.Text) || tell().Weighty[t.Text]
		if says || i > 0 && (o.r.Items[t.Text].Name+o.r.Mobs[t.Text].Name != "") {
			return true
		}
	}
	return false
}

// fillings are words that may fill the hole: names that what is not understood is near to, and what the examples of the verb say.
func (o *opening) fillings(words []language.Token) []string {
	first, key := o.kind.row().Examples, [2]string{o.g.Language(), string(o.kind)}
	if o.g != english() {
		first, words = nil, nil
	}
	said, known := o.r.fillings.Load(key)
	if !known {
		said, _ = o.r.fillings.LoadOrStore(key, o.g.Fillings(o.r.Lexicon, string(o.kind), first...))
	}
	var out []string
	for _, t := range words[:min(len(words), mostHole)] {
		if t.Kind != language.Word || len(t.Text) < 3 || o.g.Says(t.Text) && !tell().Gear[t.Text] {
			continue
		}
		if n, ok := o.r.Closest([]string{t.Text}, o.r.Items); ok && n.Set == nil {
			out = append(out, strings.ReplaceAll(strings.TrimPrefix(n.Name, "any "), "_", " "))
		} else if tell().Gear[t.Text] {
			out = append(out, "iron "+t.Text)
		} else if phrase := o.r.Ending(t.Text); phrase != "" {
			out = append(out, phrase)
		}
	}
	return append(out, said.([]string)...)
}

// try reads the text with words in the hole, and takes what it says.
func (o *opening) try(hole game.Span, words string) {
	o.tried++
	before, after := o.around(hole)
	text := before + words + after
	own := Grammar().Reader(o.r.Lexicon).Only(o.g)
	all, err := own.All(text)
	if err != nil {
		return
	}
	read := &all[0]
	made, clause, _ := o.r.ofReading(text, read)
	if clause != nil || len(made.Respelt) > 0 || slices.ContainsFunc(made.Goals, func(g Goal) bool {
		return len(g.Items) > 0 && !slices.ContainsFunc(g.Items, func(id string) bool { return o.r.possible(g.Kind, id) })
	}) {
		return
	}
	filled := game.Span{From: len(before), To: len(before) + len(words)}
	p := &game.Partial{Before: before, After: after}
	if _, err := own.All(text + o.text[o.to:]); err == nil { // else it could not be said with an answer either
		p.After += o.text[o.to:]
	}
	for i := range read.Clauses {
		c := &read.Clauses[i]
		if c.Span.To <= filled.From {
			p.Chips = append(p.Chips, game.Chip{Slot: "clause", Text: c.Span.Of(text)})
			continue
		}
		if c.Span.From >= filled.From || Kind(c.Verb) != o.kind || !o.chips(p, text, c, filled) {
			return
		}
	}
	named := !invents(words, p.Slot)
	if o.found == nil || named && len(o.found.Choices) == 0 {
		o.found = p
	}
	if named && o.found.Slot == p.Slot && !slices.Contains(o.found.Choices, words) {
		o.found.Choices = append(o.found.Choices, words)
	}
}

// around is what stands before and after a hole, with the blanks that words in it need.
func (o *opening) around(hole game.Span) (before, after string) {
	before, after = o.text[:hole.From], o.text[hole.To:o.to]
	if hole.From > 0 && !strings.HasSuffix(before, " ") {
		before += o.g.Blank()
	}
	if after != "" && hole.From == hole.To && o.g.Blank() != "" {
		after = " " + after
	}
	return before, after
}

// invents reports whether words say what nobody can say for the person: a place, a way.
func invents(words, slot string) bool {
	numbers := 0
	for _, t := range language.Tokenize(words) {
		if t.Kind == language.Number {
			numbers++
		}
	}
	return slot == slotToward || slot == slotAt || numbers > 1 && slot != "shape" && slot != "size"
}

// chips are those of the clause with the hole: its verb, what else it says, and the hole
// where that is. It reports whether one slot is what is open.
func (o *opening) chips(p *game.Partial, text string, c *language.Clause, hole game.Span) bool {
	fields := slices.DeleteFunc(slices.Clone(c.Value.Fields), func(f language.Field) bool { return f.Value.Span == (game.Span{}) })
	slices.SortStableFunc(fields, func(a, b language.Field) int { return a.Value.Span.From - b.Value.Span.From })
	first := hole.From
	if len(fields) > 0 {
		first = min(first, fields[0].Value.Span.From)
	}
	add := func(slot string, from, to int) {
		if words := strings.TrimSpace(text[from:max(from, to)]); words != "" {
			p.Chips = append(p.Chips, game.Chip{Slot: slot, Text: words})
		}
	}
	add("verb", c.Span.From, first)
	for _, f := range fields {
		s := f.Value.Span
		if s.To <= hole.From || s.From >= hole.To {
			if s.From >= hole.To && p.Slot == "" {
				return false // the words say nothing of their own
			}
			add(f.Name, s.From, s.To)
			continue
		}
		if p.Slot != "" {
			return false
		}
		p.Slot, p.Asks = f.Name, o.g.Asks(f.Value.Type)
		item := f.Value.Field("item")
		apart := o.whole && s.From < hole.From && !invents(hole.Of(text), f.Name)
		if s.To > hole.To || apart || item != nil && item.Plural && f.Value.Field("quantity").Quantity().Number == 1 {
			return false // there is more of it, or "a zombies"
		}
		add(f.Name, s.From, hole.From)
		p.Chips = append(p.Chips, game.Chip{Slot: f.Name, Open: true})
	}
	return p.Slot != ""
}

// possible says that the version has a way to do something to a thing.
func (r *Reader) possible(k Kind, id string) bool {
	v := r.Version
	block, isBlock := v.Block(id)
	crafted := len(v.Recipes(id)) > 0 || len(v.SmithingTo(id)) > 0
	switch k {
	case Craft:
		return crafted
	case Mine:
		return isBlock && block.Breakable() || slices.ContainsFunc(v.DroppedBy(id), func(s data.Source) bool {
			return s.Block != "" && s.Drop.Chance >= often
		})
	case Smelt:
		_, goesIn := v.SmeltingOf(id)
		return goesIn || len(v.SmeltingTo(id)) > 0
	case Get:
		return crafted || len(v.SmeltingTo(id))+len(v.CutsTo(id))+len(v.InteractionsTo(id))+len(v.DroppedBy(id)) > 0
	default:
	}
	return true
}
