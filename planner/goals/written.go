// SPDX-License-Identifier: MIT

package goals

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

// Written is a clause as a model writes it down: the parts of a sentence by name.
type Written struct {
	// Span is the part of the person's sentence that it stands for, word for word.
	Span string `json:"span"`
	// Verb is a row of the frames.
	Verb     string `json:"verb"`
	Quantity count  `json:"quantity,omitempty"`
	All      bool   `json:"all,omitempty"`
	More     bool   `json:"more,omitempty"`
	// Item is the item, block or mob; Material what it is made of.
	Item     string `json:"item,omitempty"`
	Material string `json:"material,omitempty"`
	// From is the mob that it comes of, Into the container, To the player, mob or
	// place, With what is used for it.
	From string `json:"from,omitempty"`
	Into string `json:"into,omitempty"`
	To   string `json:"to,omitempty"`
	With string `json:"with,omitempty"`
	// At is "x y z".
	At      place  `json:"at,omitempty"`
	Seconds count  `json:"seconds,omitempty"`
	Shape   string `json:"shape,omitempty"`
	Width   count  `json:"width,omitempty"`
	Height  count  `json:"height,omitempty"`
	Biome   string `json:"biome,omitempty"`
	Text    string `json:"text,omitempty"`
}

// count is a number that may have been written as text.
type count int

// UnmarshalJSON reads 3, 3.0, "3" and null.
func (n *count) UnmarshalJSON(raw []byte) error {
	text := strings.Trim(string(raw), "\" ")
	if text == "" || text == "null" {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > maxCount || f != float64(int(f)) {
		return fmt.Errorf("%s is no whole number of 0 to %d", raw, maxCount)
	}
	*n = count(f)
	return nil
}

// place is three coordinates in words.
type place string

// UnmarshalJSON reads "1 64 3", [1, 64, 3] and {"x": 1, "y": 64, "z": 3}.
func (p *place) UnmarshalJSON(raw []byte) error {
	var text string
	var list []float64
	var at struct{ X, Y, Z float64 }
	switch {
	case json.Unmarshal(raw, &text) == nil:
		*p = place(strings.NewReplacer(",", " ", "x=", "", "y=", "", "z=", "").Replace(text))
	case json.Unmarshal(raw, &list) == nil && len(list) == 3:
		*p = place(fmt.Sprintf("%g %g %g", list[0], list[1], list[2]))
	case json.Unmarshal(raw, &at) == nil:
		*p = place(fmt.Sprintf("%g %g %g", at.X, at.Y, at.Z))
	default:
		return fmt.Errorf("%s is no place; write \"x y z\"", raw)
	}
	return nil
}

// sentence is the clause in the words of its frame; empty for what those cannot say.
func (w *Written) sentence() string {
	g, ok := w.goal()
	if !ok {
		return ""
	}
	text, err := english().Write([]*language.Value{g.said(false)}, nil)
	if err != nil {
		return ""
	}
	return text
}

// goal is the clause as the goal that its parts are said of; false for one that nothing says.
func (w *Written) goal() (Goal, bool) {
	plain := func(text string) string { return strings.Join(strings.Fields(strings.ReplaceAll(text, "_", " ")), " ") }
	g := Goal{
		Kind: Kind(strings.ToLower(strings.TrimSpace(w.Verb))), Name: plain(w.Item), Count: int(w.Quantity), More: w.More, All: w.All,
		From: plain(w.From), To: strings.Join(strings.Fields(w.To), " "), Biome: plain(w.Biome), Seconds: float64(w.Seconds), Text: plain(w.Text),
		Into: strings.TrimPrefix(strings.TrimPrefix(plain(strings.ToLower(w.Into)), "a "), "the "),
	}
	if of := plain(w.Material); of != "" && !strings.Contains(g.Name, of) {
		g.Name = of + " " + g.Name
	}
	if with := plain(w.With); with != "" {
		g.With = []Thing{{Name: with, Of: g.Kind == Craft, Tool: g.Kind != Craft}}
	}
	if at, ok := language.Leaf("position", string(w.At)).Position(); ok && w.At != "" {
		g.At = &at
	} else if w.At != "" {
		return g, false
	}
	switch g.Kind {
	case Say:
		g.Text = w.Text
		return g, w.Text != "" && !strings.ContainsAny(w.Text, "\"\\")
	case Light:
		g.Count = max(int(w.Width), g.Count, 1)
	case Build, Clear, Dig:
		g.Shape, g.Count = Shape(w.Shape), 0
		long := max(w.Width, w.Quantity)
		switch {
		case g.Shape == Pillar:
			g.Size.High = int(max(w.Height, w.Quantity))
		case g.Shape == Wall:
			g.Size = skills.Size{Wide: int(w.Width), High: int(w.Height)}
		case slices.Contains([]Shape{Row, Bridge, Tunnel, Staircase}, g.Shape):
			g.Size.Wide = int(long)
		default:
			g.Size = skills.Size{Wide: int(w.Width), Deep: int(w.Height)}
		}
	case Goto:
		if g.At != nil {
			g.To = ""
		}
	case Find:
		if g.Name == "" {
			g.Name = g.To
		}
		g.To = ""
	case Place:
		g.To = ""
	default:
	}
	return g, true
}

// Translated is the task of a sentence as somebody else put it into clauses.
type Translated struct {
	Task Task
	// Unbound are the words of the sentence that the clauses leave out, and what
	// they say that the sentence does not: with any, they are a guess.
	Unbound []string
}

// mostWritten bounds the clauses of one translation.
const mostWritten = 20

// Translate makes the task of a sentence from its clauses, which are read as the
// sentences of their frames are. faults say in sentences which of them cannot be;
// the error is as of Read, but for *game.UnreadableError.
func Translate(b *book.Book, text string, clauses []Written) (t Translated, faults []string, err error) {
	r := Of(b.Version)
	if len(clauses) == 0 || len(clauses) > mostWritten {
		return t, []string{fmt.Sprintf("give 1 to %d clauses", mostWritten)}, nil
	}
	var reading Reading
	check := newBinding(r, text)
	for i := range clauses {
		w := &clauses[i]
		said := w.sentence()
		if said == "" {
			why := "there is no verb %q; use one of the list"
			if Kind(strings.ToLower(strings.TrimSpace(w.Verb))).row().spoken != nil {
				why = "%q does not take all that is given with it; leave out what it does not take"
			}
			faults = append(faults, fmt.Sprintf("clause %d: "+why, i+1, w.Verb))
			continue
		}
		read, _, ok := r.spokenBy(said)
		if !ok {
			faults = append(faults, fmt.Sprintf("clause %d: %q cannot be done or names nothing of the game; use the names of Minecraft", i+1, said))
			continue
		}
		span := check.clause(w, read.Goals)
		for k := range read.Goals {
			read.Goals[k].Span = span
		}
		reading.Goals = append(reading.Goals, read.Goals...)
	}
	if len(faults) > 0 {
		return t, faults, nil
	}
	if own, err := readingOf(b, text); err != nil || len(own.Respelt) > 0 || own.String() != reading.String() {
		t.Unbound = check.unbound()
	}
	t.Task, err = taskOf(b, text, reading)
	return t, nil, err
}

// binding holds a sentence against the clauses that are to stand for it.
type binding struct {
	r    *Reader
	text string
	// tokens are those of the text, numbers the quantities that begin at each.
	tokens  []language.Token
	numbers [][]language.Counted
	list    []bound
	// wrong is what a clause says that its span does not.
	wrong []string
	from  int
}

// bound is a clause with its span and the goals that it makes.
type bound struct {
	written *Written
	span    game.Span
	made    []Goal
	// verb are the words of the span that say the verb, by their places.
	verb [2]int
}

// clause takes a clause in, and is its span.
func (c *binding) clause(w *Written, made []Goal) game.Span {
	b := bound{written: w, made: made}
	span := strings.Trim(strings.Join(strings.Fields(w.Span), " "), " .,!;:")
	low := strings.ToLower(c.text)
	at := -1
	if span != "" && len(low) == len(c.text) {
		if at = strings.Index(low[c.from:], strings.ToLower(span)); at >= 0 {
			at += c.from
		} else {
			at = strings.Index(low, strings.ToLower(span))
		}
	}
	if at < 0 {
		c.wrong = append(c.wrong, fmt.Sprintf("%q is no part of the sentence", w.Span))
	} else {
		b.span = game.Span{From: at, To: at + len(span)}
		c.from = b.span.To
	}
	c.list = append(c.list, b)
	return b.span
}

// newBinding takes a sentence apart.
func newBinding(r *Reader, text string) *binding {
	return &binding{r: r, text: text, tokens: language.Tokenize(text), numbers: english().Quantities(r.Lexicon, text)}
}

// unbound names what is not bound.
func (c *binding) unbound() []string {
	out := append(slices.Clone(c.wrong), c.spans()...)
	for i := range c.list {
		if !c.verbOf(&c.list[i]) {
			out = append(out, fmt.Sprintf("%q does not say to %s", c.list[i].span.Of(c.text), c.list[i].written.Verb))
		}
	}
	for i := range c.list {
		for _, word := range c.unsaid(&c.list[i]) {
			out = append(out, fmt.Sprintf("%q does not say %q", c.list[i].span.Of(c.text), word))
		}
	}
	for at := 0; at < len(c.tokens); {
		n, left := c.word(at)
		if left {
			out = append(out, fmt.Sprintf("%q is left out", c.of(at, at+n)))
		}
		at += n
	}
	for i := range c.list {
		if w := c.list[i].written; !c.counts(&c.list[i]) {
			out = append(out, fmt.Sprintf("the sentence says nothing of %d", w.Quantity))
		}
	}
	return out
}

// of is the text of some tokens, phrase their words.
func (c *binding) of(from, to int) string {
	return c.text[c.tokens[from].Span.From:c.tokens[to-1].Span.To]
}

func (c *binding) phrase(from, to int) string {
	var words []string
	for _, t := range c.tokens[from:to] {
		words = append(words, c.r.Corrected(t.Text))
	}
	return strings.ReplaceAll(strings.Join(words, " "), "_", " ")
}

// spans are the faults of spans as such: one of the whole sentence tells nothing, and
// two clauses do not stand for the same words.
func (c *binding) spans() []string {
	var out []string
	words := slices.DeleteFunc(slices.Clone(c.tokens), func(t language.Token) bool { return t.Kind == language.Sign })
	for i := range c.list {
		s := c.list[i].span
		if n := len(words); s.To > 0 && n > 0 && s.From <= words[0].Span.From && s.To >= words[n-1].Span.To {
			out = append(out, "it takes the whole sentence for one thing")
		}
		for k := range c.list[:i] {
			if o := c.list[k].span; s.From < o.To && o.From < s.To {
				out = append(out, fmt.Sprintf("%q is taken twice", s.Of(c.text)))
			}
		}
	}
	return out
}

// within reports whether some tokens stand in the span of a clause.
func (c *binding) within(b *bound, from, to int) bool {
	return to <= len(c.tokens) && c.tokens[from].Span.From >= b.span.From && c.tokens[to-1].Span.To <= b.span.To
}

// verbOf says that the span of a clause has words of its verb, or of one that is wider.
func (c *binding) verbOf(b *bound) bool {
	kind := Kind(strings.ToLower(b.written.Verb))
	for _, words := range append(kind.Words(), strings.Fields(tell().Wider[kind])...) {
		n := strings.Count(words, " ") + 1
		for i := range c.tokens {
			if i+n > len(c.tokens) || !c.within(b, i, i+n) || c.phrase(i, i+n) != words {
				continue
			}
			if b.verb[1] == 0 || i == b.verb[0] && n > b.verb[1]-b.verb[0] || i < b.verb[0] {
				b.verb = [2]int{i, i + n}
			}
		}
	}
	return b.verb[1] > 0
}

// word looks at the words from a token on and returns how many it was, and whether they
// are left out. What has weight must be in a span whose clause says it.
func (c *binding) word(at int) (n int, left bool) {
	t := c.tokens[at]
	w := t.Text
	b := c.covering(t.Span)
	switch {
	case t.Kind == language.Sign:
		return 1, false
	case b != nil && b.written.Text != "" && slices.Contains(strings.Fields(strings.ToLower(b.written.Text)), w), b != nil && t.Kind == language.Quote && strings.EqualFold(b.written.Text, w):
		return 1, false
	case b != nil && at >= b.verb[0] && at < b.verb[1]:
		return 1, false
	case Negates(w), tell().Weighty[w]:
		return 1, true
	}
	if id, end := c.named(at); end > at {
		return end - at, b == nil || !b.names(id, c.phrase(at, end))
	}
	if list := c.numbers[at]; len(list) > 0 && !tell().Fillers[w] {
		q := list[len(list)-1]
		if q.All {
			return q.End - at, b == nil || !slices.ContainsFunc(b.made, func(g Goal) bool { return g.All || len(b.made) > 1 })
		}
		if !q.More || q.Number > 1 {
			return q.End - at, b == nil || !b.says(q.Number+q.Pairs, q.Stacks)
		}
	}
	return 1, !tell().Fillers[w] && (b == nil || !b.fills(w))
}

// named is what the longest name at a token stands for, and where it ends.
func (c *binding) named(at int) ([]string, int) {
	for n := min(lexicon.MaxWords, len(c.tokens)-at); n >= 1; n-- {
		phrase := c.phrase(at, at+n)
		var items []string
		for _, t := range [...]lexicon.Table{c.r.Items, c.r.Blocks, c.r.Mobs} {
			m, ok := t[phrase]
			if !ok {
				continue
			}
			items = append(items, m.Items...)
			for _, set := range m.Set {
				items = append(items, c.r.InSet(set).Items...)
			}
		}
		for _, id := range [...]string{c.r.Biomes[phrase], c.r.Structures[phrase]} {
			if id != "" {
				items = append(items, id)
			}
		}
		if items != nil {
			return items, at + n
		}
	}
	return nil, at
}

// fills says that a word is one of a slot of the clause: a name, a unit, what leads to
// it, or how much it is.
func (b *bound) fills(word string) bool {
	w := b.written
	for slot, given := range map[string]bool{
		"all": w.All, "more": w.More, "quantity": w.Quantity > 1, "seconds": w.Seconds > 0, "at": w.At != "", "into": w.Into != "", "with": w.With != "",
		"from": w.From != "", "biome": w.Biome != "", "me": w.To == "me", "to": w.To != "", "material": w.Material != "", "shape": w.Shape != "",
	} {
		if given && tell().Slots[slot][word] {
			return true
		}
	}
	if word == w.Shape {
		return true
	}
	for _, own := range [...]string{w.From, w.Into, w.With, w.Biome, w.To, w.Material} {
		if slices.Contains(strings.Fields(strings.ReplaceAll(strings.ToLower(own), "_", " ")), word) {
			return true
		}
	}
	return false
}

// covering is the clause in whose span a word stands, nil for none.
func (c *binding) covering(at game.Span) *bound {
	for i := range c.list {
		if s := c.list[i].span; at.From >= s.From && at.To <= s.To {
			return &c.list[i]
		}
	}
	return nil
}

// says tells that a number is one of the clause's; of stacks when that is said
// behind it.
func (b *bound) says(n float64, stacks bool) bool {
	w := b.written
	for _, own := range [...]count{w.Quantity, w.Width, w.Height} {
		if f := float64(own); own > 0 && (n == f || stacks && (n*64 == f || n*16 == f)) {
			return true
		}
	}
	if s := float64(w.Seconds); w.Seconds > 0 && (n == s || n*60 == s || n*3600 == s) {
		return true
	}
	for _, axis := range strings.Fields(string(w.At)) {
		if f, err := strconv.ParseFloat(axis, 64); err == nil && f == n {
			return true
		}
	}
	return false
}

// unsaid are what a clause names and its span does not: the things, and whom,
// where and with what.
func (c *binding) unsaid(b *bound) []string {
	var out []string
	span := strings.ToLower(b.span.Of(c.text))
	words := setOf(strings.Join(strings.FieldsFunc(span, func(r rune) bool { return r == ',' || r == '.' || r == ' ' || r == '_' || r == '!' }), " "))
	has := func(phrase string) bool {
		for w := range strings.FieldsSeq(strings.ReplaceAll(strings.ToLower(phrase), "_", " ")) {
			if !words[w] && !words[w+"s"] && !words[game.Plural(w)] {
				return false
			}
		}
		return true
	}
	w := b.written
	for _, own := range [...]string{w.From, w.Into, w.With, w.Biome, w.Material} {
		if own != "" && !has(own) {
			out = append(out, own)
		}
	}
	if w.To != "" && !has(w.To) && (w.To != "me" || !words["here"]) {
		out = append(out, w.To)
	}
	for _, axis := range strings.Fields(string(w.At)) {
		if !words[axis] && !strings.Contains(span, axis) {
			out = append(out, string(w.At))
			break
		}
	}
	if w.Text != "" && !strings.Contains(span, strings.ToLower(w.Text)) {
		out = append(out, w.Text)
	}
	if w.Item != "" && !c.names(b) {
		out = append(out, w.Item)
	}
	said := func(slot string) bool {
		for word := range tell().Slots[slot] {
			if words[word] {
				return true
			}
		}
		return false
	}
	if w.All && !said("all") {
		out = append(out, "all")
	}
	if w.More && !said("more") {
		out = append(out, "more")
	}
	return out
}

// names says that the span of a clause names what the clause is about.
func (c *binding) names(b *bound) bool {
	for i := range c.tokens {
		for n := 1; n <= lexicon.MaxWords; n++ {
			if i+n > len(c.tokens) || !c.within(b, i, i+n) {
				break
			}
			if items, end := c.named(i); end > i && end <= i+n && b.about(items) {
				return true
			}
		}
	}
	return false
}

// names says that what a phrase means, or a part of that, is what the clause is about
// or what one of its slots names.
func (b *bound) names(items []string, phrase string) bool {
	if b.about(items) {
		return true
	}
	w := b.written
	own := []string{w.From, w.Into, w.With, w.Biome, w.To, w.Material}
	for _, g := range b.made {
		own = append(own, g.To, g.Into, g.From)
		for _, t := range g.With {
			if len(t.Items) > 0 && !slices.ContainsFunc(t.Items, func(id string) bool { return !slices.Contains(items, id) }) {
				return true
			}
		}
	}
	return slices.ContainsFunc(own, func(id string) bool {
		id = strings.TrimPrefix(game.Name(strings.ReplaceAll(id, " ", "_")), "a_")
		return id != "" && (slices.Contains(items, id) || strings.EqualFold(id, strings.ReplaceAll(phrase, " ", "_")))
	})
}

// about says that the clause is about nothing but what is among some things.
func (b *bound) about(items []string) bool {
	return slices.ContainsFunc(b.made, func(g Goal) bool {
		if len(g.Items) == 0 {
			return slices.Contains(items, g.To) || slices.Contains(items, g.Name)
		}
		return !slices.ContainsFunc(g.Items, func(id string) bool { return !slices.Contains(items, id) })
	})
}

// counts says that the number of a clause stands in its span, or is the one that
// is meant without a word.
func (c *binding) counts(b *bound) bool {
	w := b.written
	if w.Quantity <= 1 || w.All {
		return true
	}
	for i, list := range c.numbers {
		for _, q := range list {
			of := func(stack int) bool { return pieces(q.Quantity, stack, false) == int(w.Quantity) }
			if c.within(b, i, q.End) && (b.says(q.Number, q.Stacks) || of(64) || of(16)) {
				return true
			}
		}
	}
	return false
}
