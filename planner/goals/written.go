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

// sentence is the clause in the words of its frame.
func (w *Written) sentence() string {
	kind := Kind(strings.ToLower(strings.TrimSpace(w.Verb)))
	f := kind.row()
	if len(f.Words) == 0 && kind != Build {
		return ""
	}
	verb := string(Build)
	if kind != Build {
		verb = f.Words[0]
	}
	var b strings.Builder
	b.WriteString(verb)
	add := func(lead, text string) {
		if text = strings.Join(strings.Fields(text), " "); text != "" {
			b.WriteString(" " + strings.TrimSpace(lead+" "+text))
		}
	}
	item := strings.ReplaceAll(w.Item, "_", " ")
	thing := func() {
		switch {
		case w.All:
			add("all the", item)
		case w.Quantity > 0 && w.More:
			add(strconv.Itoa(int(w.Quantity))+" more", item)
		case w.Quantity > 0:
			add(strconv.Itoa(int(w.Quantity)), item)
		case w.More:
			add("more", item)
		default:
			add("", item)
		}
		add("of", w.Material)
	}
	switch kind {
	case Say:
		text, err := json.Marshal(w.Text)
		if err != nil || strings.ContainsAny(w.Text, "\"\\") {
			return ""
		}
		return verb + " " + string(text)
	case Build:
		shape := Shape(w.Shape)
		switch {
		case shape == Pillar:
			fmt.Fprintf(&b, " a %d high %s", max(w.Height, w.Quantity), shape)
		case shape == Row:
			fmt.Fprintf(&b, " a %d long %s", max(w.Width, w.Quantity), shape)
		default:
			fmt.Fprintf(&b, " a %dx%d %s", w.Width, w.Height, shape)
		}
		add("of", item)
	case Wait, Follow:
		add("", w.To)
	case Goto:
		add("", string(w.At))
		if w.At == "" {
			add("", w.To)
		}
		return b.String()
	case Find:
		add("", item)
		if item == "" {
			add("", w.To)
		}
	default:
		thing()
		if kind != Get || w.From != "" {
			add("from", w.From)
		}
		if w.To != "" && kind != Place {
			add("to", w.To)
		}
	}
	into := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(w.Into), "a "), "the ")
	switch {
	case into != "" && w.At != "" && kind == Withdraw:
		add("from the", into)
	case into != "" && w.At != "":
		add("in the", into)
	case into != "":
		add("in a", into)
	}
	add("at", string(w.At))
	if w.Seconds > 0 {
		add("for", strconv.Itoa(int(w.Seconds))+" seconds")
	}
	add("with", w.With)
	add("in", w.Biome)
	return b.String()
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
	check := &binding{r: r, text: text}
	for i := range clauses {
		w := &clauses[i]
		said := w.sentence()
		if said == "" {
			faults = append(faults, fmt.Sprintf("clause %d: there is no verb %q; use one of the list", i+1, w.Verb))
			continue
		}
		p, ok := r.parse(said, true)
		if !ok || len(p.respelt) > 0 {
			faults = append(faults, fmt.Sprintf("clause %d: %q cannot be done or names nothing of the game; use the names of Minecraft", i+1, said))
			continue
		}
		check.clause(w, p.goals)
		reading.Goals = append(reading.Goals, p.goals...)
	}
	if len(faults) > 0 {
		return t, faults, nil
	}
	if own, err := r.Read(text); err != nil || len(own.Respelt) > 0 || own.String() != reading.String() {
		t.Unbound = check.unbound()
	}
	for i := range reading.Goals {
		if k := slices.IndexFunc(check.list, func(c bound) bool { return i < c.goals }); k >= 0 {
			reading.Goals[i].Span = check.list[k].span
		}
	}
	t.Task, err = taskOf(b, text, reading)
	return t, nil, err
}

// binding holds a sentence against the clauses that are to stand for it.
type binding struct {
	r    *Reader
	text string
	list []bound
	// wrong is what a clause says that its span does not.
	wrong []string
	from  int
	made  int
}

// bound is a clause with its span; goals is how many goals it and those before it
// make.
type bound struct {
	written *Written
	span    game.Span
	made    []Goal
	goals   int
	// verb are the words of the span that say the verb, by their places.
	verb [2]int
}

// clause takes a clause in.
func (c *binding) clause(w *Written, made []Goal) {
	c.made += len(made)
	b := bound{written: w, made: made, goals: c.made}
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
		c.list = append(c.list, b)
		return
	}
	b.span = game.Span{From: at, To: at + len(span)}
	c.from = b.span.To
	c.list = append(c.list, b)
}

// weighty are words that change what a sentence asks for, and that no clause can
// say.
var weighty = wordSet("until till unless if while when before except only instead than less most max maximum minimum every each twice thrice again within during always night day midnight dawn sunset morning half percent other others")

// unbound names what is not bound.
func (c *binding) unbound() []string {
	out := slices.Clone(c.wrong)
	p := &parser{r: c.r, text: c.text, stuck: -1, spans: lex(c.text), exactly: true}
	for _, t := range p.spans {
		p.words = append(p.words, c.r.corrected(t.word))
	}
	out = append(out, c.spans(p)...)
	for i := range c.list {
		if !c.verbOf(&c.list[i], p) {
			out = append(out, fmt.Sprintf("%q does not say to %s", c.list[i].span.Of(c.text), c.list[i].written.Verb))
		}
	}
	for i := range c.list {
		for _, word := range c.unsaid(&c.list[i], p) {
			out = append(out, fmt.Sprintf("%q does not say %q", c.list[i].span.Of(c.text), word))
		}
	}
	for p.at < len(p.words) {
		p.at += c.word(p, &out)
	}
	for i := range c.list {
		if w := c.list[i].written; !c.counts(&c.list[i], p) {
			out = append(out, fmt.Sprintf("the sentence says nothing of %d", w.Quantity))
		}
	}
	return out
}

// spans are the faults of spans as such: one of the whole sentence tells nothing, and
// two clauses do not stand for the same words.
func (c *binding) spans(p *parser) []string {
	var out []string
	for i := range c.list {
		s := c.list[i].span
		if n := len(p.spans); s.To > 0 && n > 0 && s.From <= p.spans[0].at && s.To >= p.spans[n-1].end {
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

// verbOf says that the span of a clause has a word of its frame, or one that is
// wider.
func (c *binding) verbOf(b *bound, p *parser) bool {
	f := Kind(strings.ToLower(b.written.Verb)).row()
	own := slices.Concat(f.Words, f.Wider)
	if f.Kind == Build {
		own = []string{"build", "make", "construct", "erect", "raise", "place", "put", "lay"}
	}
	for i, t := range p.spans {
		if t.at < b.span.From || t.end > b.span.To {
			continue
		}
		for _, w := range own {
			words := strings.Fields(w)
			q := *p
			gerund := len(words) == 1 && table().gerunds[p.words[i]] == f.Kind && strings.HasPrefix(p.words[i], strings.TrimSuffix(w, "e"))
			if q.at = i; (gerund || q.nextAre(0, words...)) && i+len(words)-b.verb[0] > b.verb[1]-b.verb[0] && (b.verb[1] == 0 || i == b.verb[0]) {
				b.verb = [2]int{i, i + len(words)}
			}
		}
	}
	return b.verb[1] > 0
}

// word looks at the words at hand and returns how many it was. What has weight
// must be in a span whose clause says it.
func (c *binding) word(p *parser, out *[]string) int {
	w := p.peek()
	at := p.spans[p.at]
	b := c.covering(at)
	say := func(words string) { *out = append(*out, fmt.Sprintf("%q is left out", words)) }
	if b != nil && b.written.Text != "" && slices.Contains(strings.Fields(strings.ToLower(b.written.Text)), w) {
		return 1
	}
	if b != nil && p.at >= b.verb[0] && p.at < b.verb[1] {
		return 1
	}
	q := *p
	if n, ok := q.digits(); ok || w != "a" && w != "an" && numberWords[w]+scaleWords[w] > 0 {
		if !ok {
			n, _ = q.numberInWords()
		}
		stacks := strings.Contains(q.peek(), "stack")
		if b == nil || !b.says(n, stacks) {
			say(p.text[at.at:p.spans[q.at-1].end])
		}
		return max(q.at-p.at, 1)
	}
	if said[w].given && (b == nil || b.written.Quantity < 2) {
		say(w)
		return 1
	}
	if negations[w] || weighty[w] || w == "no" {
		say(w)
		return 1
	}
	if w == "all" && (b == nil || !slices.ContainsFunc(b.made, func(g Goal) bool { return g.All || len(b.made) > 1 })) {
		say(w)
		return 1
	}
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
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
		if id := c.r.Biomes[phrase]; id != "" {
			items = append(items, id)
		}
		if id := c.r.Structures[phrase]; id != "" {
			items = append(items, id)
		}
		if items == nil {
			continue
		}
		if b == nil || !b.names(items, phrase) {
			say(p.text[at.at:p.spans[p.at+n-1].end])
		}
		return n
	}
	if w != "," && !tell().fillers[w] && (b == nil || !b.fills(w)) {
		say(p.text[at.at:at.end])
	}
	return 1
}

// fills says that a word is one of a slot of the clause: a name, a unit, what leads to
// it, or how much it is.
func (b *bound) fills(word string) bool {
	w := b.written
	for _, slot := range [...]struct {
		given bool
		words string
	}{
		{w.All, "all every everything"}, {w.More, "more another extra additional"}, {w.Quantity > 1, "x times piece pieces of stack stacks"},
		{w.Seconds > 0, "for s sec secs second seconds m min mins minute minutes h hour hours"}, {w.At != "", "at to x y z coordinates"},
		{w.Into != "", "in into inside from out of"}, {w.With != "", "with using"}, {w.From != "", "from of off"}, {w.Biome != "", "in"},
		{w.To == "me", "me here"}, {w.To != "", "to"}, {w.Material != "", "of from out"}, {w.Shape != "", "of x by wide high tall long " + w.Shape},
		{w.Width > 0, fmt.Sprintf("%dx%d", w.Width, w.Height)},
	} {
		if slot.given && slices.Contains(strings.Fields(slot.words), word) {
			return true
		}
	}
	for _, own := range [...]string{w.From, w.Into, w.With, w.Biome, w.To, w.Material} {
		if slices.Contains(strings.Fields(strings.ReplaceAll(strings.ToLower(own), "_", " ")), word) {
			return true
		}
	}
	return false
}

// covering is the clause in whose span a word stands, nil for none.
func (c *binding) covering(t token) *bound {
	for i := range c.list {
		if s := c.list[i].span; t.at >= s.From && t.end <= s.To {
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
func (c *binding) unsaid(b *bound, p *parser) []string {
	var out []string
	span := strings.ToLower(b.span.Of(c.text))
	words := wordSet(strings.Join(strings.FieldsFunc(span, func(r rune) bool { return r == ',' || r == '.' || r == ' ' || r == '_' || r == '!' }), " "))
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
	if w.Item != "" && !c.named(b, p) {
		out = append(out, w.Item)
	}
	if w.All && !words["all"] && !words["every"] && !words["everything"] {
		out = append(out, "all")
	}
	if w.More && !words["more"] && !words["another"] && !words["extra"] && !words["additional"] {
		out = append(out, "more")
	}
	return out
}

// named says that the span of a clause names what the clause is about.
func (c *binding) named(b *bound, p *parser) bool {
	for i, t := range p.spans {
		if t.at < b.span.From {
			continue
		}
		for n := min(lexicon.MaxWords, len(p.words)-i); n >= 1; n-- {
			if p.spans[i+n-1].end > b.span.To {
				continue
			}
			phrase := strings.Join(p.words[i:i+n], " ")
			for _, table := range [...]lexicon.Table{c.r.Items, c.r.Blocks, c.r.Mobs} {
				m, ok := table[phrase]
				for _, set := range m.Set {
					m.Items = append(slices.Clip(m.Items), c.r.InSet(set).Items...)
				}
				if ok && b.about(m.Items) {
					return true
				}
			}
			if c.r.Structures[phrase] != "" && b.about([]string{c.r.Structures[phrase]}) {
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
func (c *binding) counts(b *bound, p *parser) bool {
	w := b.written
	if w.Quantity <= 1 || w.All {
		return true
	}
	q := *p
	for q.at = 0; q.at < len(q.words); {
		t := q.spans[q.at]
		if t.at < b.span.From || t.end > b.span.To {
			q.at++
			continue
		}
		next := q
		n, ok := next.digits()
		if !ok {
			n, ok = next.numberInWords()
		}
		if ok && b.says(n, strings.Contains(next.peek(), "stack")) {
			return true
		}
		next = q
		if a := next.amount(); a.given && (a.of(64, false) == int(w.Quantity) || a.of(16, false) == int(w.Quantity)) {
			return true
		}
		q.at++
	}
	return false
}
