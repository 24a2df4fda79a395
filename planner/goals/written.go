// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
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
	// From is the mob that it comes of, Into the container, To the player, mob or place, With what is used for it.
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
	text, _ := english().Write([]*language.Value{g.said(false)}, nil)
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
	if at, ok := language.Leaf("position", string(w.At)).Position(); ok && len(strings.Fields(string(w.At))) == 3 {
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
		g.Size = w.size(g.Shape)
	case Goto:
		if g.At != nil {
			g.To = ""
		}
	case Find:
		g.Name = cmp.Or(g.Name, g.To)
		g.To = ""
	case Place:
		g.To = ""
	default:
	}
	return g, true
}

// size is how large a shape was written to be.
func (w *Written) size(shape Shape) skills.Size {
	switch {
	case shape == Pillar:
		return skills.Size{High: int(max(w.Height, w.Quantity))}
	case shape == Wall:
		return skills.Size{Wide: int(w.Width), High: int(w.Height)}
	case slices.Contains([]Shape{Row, Bridge, Tunnel, Staircase, Steps}, shape):
		return skills.Size{Wide: int(max(w.Width, w.Quantity))}
	}
	return skills.Size{Wide: int(w.Width), Deep: int(w.Height)}
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

// Translate makes the task of a sentence from its clauses, which are read as the sentences of their frames are. faults say
// in sentences which of them cannot be; the error is as of Read, but for *game.UnreadableError.
func Translate(b *book.Book, text string, clauses []Written) (t Translated, faults []string, err error) {
	r := Of(b.Version)
	if len(clauses) == 0 || len(clauses) > mostWritten {
		return t, []string{fmt.Sprintf("give 1 to %d clauses", mostWritten)}, nil
	}
	var reading Reading
	check := &binding{r: r, text: text, tokens: language.Tokenize(text)}
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
		if t.Unbound = check.unbound(); err == nil && len(own.Respelt) == 0 {
			t.Unbound = append(t.Unbound, fmt.Sprintf("it reads as %q", own.Words()))
		}
	}
	t.Task, err = taskOf(b, text, reading)
	return t, nil, err
}

// binding holds a sentence against the clauses that are to stand for it: every word of it must be one that a phrase of the
// clause's verb holds, with what the clause says, or one that adds nothing by the phrases of its language.
type binding struct {
	r    *Reader
	text string
	// tokens are those of the text.
	tokens []language.Token
	list   []bound
	// wrong is what a clause says that its span does not.
	wrong []string
	from  int
}

// bound is a clause with its span and the goals that it makes.
type bound struct {
	written *Written
	span    game.Span
	made    []Goal
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
		b.span = game.Span{From: at, To: min(at+len(strings.ToLower(span)), len(c.text))}
		c.from = b.span.To
	}
	c.list = append(c.list, b)
	return b.span
}

// unbound names what is not bound in the language in which that is least.
func (c *binding) unbound() []string {
	var best []string
	for i, own := range Grammar().Grammars() {
		if out := append(c.spans(), c.within(own)...); i == 0 || len(out) < len(best) {
			best = out
		}
	}
	return append(slices.Clone(c.wrong), best...)
}

// spans are the faults of spans as such: one of the whole sentence tells nothing, and two clauses do not stand for the same words.
func (c *binding) spans() []string {
	var out []string
	words := slices.DeleteFunc(slices.Clone(c.tokens), func(t language.Token) bool { return t.Kind == language.Sign })
	for i := range c.list {
		s := c.list[i].span
		if n := len(words); s.To > 0 && n > 0 && s.From <= words[0].Span.From && s.To >= words[n-1].Span.To {
			out = append(out, "it takes the whole sentence for one thing")
		}
		if i > 0 && s.To > 0 && s.From < c.list[i-1].span.From {
			out = append(out, "it is said in another order")
		}
		for k := range c.list[:i] {
			if o := c.list[k].span; s.From < o.To && o.From < s.To {
				out = append(out, fmt.Sprintf("%q is taken twice", s.Of(c.text)))
			}
		}
	}
	return out
}

// within is what is not bound by the phrases of a language.
func (c *binding) within(own *language.Grammar) []string {
	var verbs, unsaid, left, counts []string
	taken := make([]bool, len(c.tokens))
	take := func(e language.Edge) {
		for k := e.From; k < e.To; k++ {
			taken[k] = true
		}
	}
	for _, e := range own.Edges(c.r.Lexicon, c.text, "") {
		if c.around(e) {
			take(e)
		}
	}
	for i := range c.list {
		b := &c.list[i]
		w, span, said, says := b.written, b.span.Of(c.text), map[string]bool{}, false
		kind := strings.ToLower(strings.TrimSpace(w.Verb))
		inside := func(from, to int) bool {
			return c.tokens[from].Span.From >= b.span.From && c.tokens[to-1].Span.To <= b.span.To
		}
		for k, t := range c.tokens {
			if taken[k] = taken[k] && !(inside(k, k+1) && w.Text != ""); inside(k, k+1) && slices.Contains(strings.Fields(tell().Wider[Kind(kind)]), t.Text) {
				taken[k], says = true, true
			}
		}
		for _, e := range own.Edges(c.r.Lexicon, c.text, kind) {
			if inside(e.From, e.To) && !slices.ContainsFunc(e.Fields, func(f language.Field) bool {
				return slices.Contains(unsayable, f.Name) || !c.holds(b, f.Value, said)
			}) {
				take(e)
				says = says || e.Says
			}
		}
		if !says {
			verbs = append(verbs, fmt.Sprintf("%q does not say to %s", span, w.Verb))
		}
		for _, part := range b.parts() {
			if part != "" && !said[part] {
				unsaid = append(unsaid, fmt.Sprintf("%q does not say %q", span, part))
			}
		}
		counts = append(counts, w.unsaid(said)...)
	}
	for k := 0; k < len(c.tokens); k++ {
		if t := c.tokens[k]; t.Kind != language.Sign && (!taken[k] || Negates(t.Text)) {
			left = append(left, fmt.Sprintf("%q is left out", t.Span.Of(c.text)))
		}
	}
	return slices.Concat(verbs, unsaid, left, counts)
}

// around reports whether what adds nothing stands where it may: before a clause or behind one.
func (c *binding) around(e language.Edge) bool {
	return slices.ContainsFunc(c.list, func(b bound) bool {
		if e.Leads {
			return c.tokens[e.To-1].Span.To <= b.span.From
		}
		return b.span.To > 0 && c.tokens[e.From].Span.From >= b.span.To
	})
}

// unsaid are the numbers of a clause that nothing says.
func (w *Written) unsaid(said map[string]bool) (out []string) {
	for part, n := range map[string]count{"number": w.Quantity, "width": w.Width, "height": w.Height, "seconds": w.Seconds} {
		if free := part == "number" && (n == 1 || w.All); n > 0 && !free && !said[part] {
			out = append(out, fmt.Sprintf("the sentence says nothing of %d", n))
		}
	}
	slices.Sort(out)
	return out
}

// unsayable are slots that no part of a clause stands for.
var unsayable = []string{slotWithout, slotExcept, slotKeep, slotRather, slotTimes, slotUntil}

// parts are what a clause says besides its verb and numbers.
func (b *bound) parts() []string {
	w := b.written
	out := []string{w.From, w.Into, w.With, w.Biome, w.Material, w.To, string(w.At), w.Text, w.Item, w.Shape}
	if w.All {
		out = append(out, "all")
	}
	if w.More {
		out = append(out, "more")
	}
	return out
}

// holds reports whether a clause says what a value of a language does, and notes what of it is said.
func (c *binding) holds(b *bound, v *language.Value, said map[string]bool) bool {
	w := b.written
	for _, f := range v.Fields {
		ok := true
		switch {
		case f.Value != language.Set():
			ok = v.Type == "quantity" || v.Type == "time" || c.holds(b, f.Value, said)
		case slices.Contains([]string{"the", "any", "some", "part", "about", "near"}, f.Name):
		case f.Name == "all":
			ok, said["all"] = w.All || len(b.made) > 1, true
		case f.Name == "more":
			ok, said["more"] = w.More, true
		case f.Name == "me", f.Name == "here":
			ok, said["me"] = w.To == "me", true
		default:
			ok, said[f.Name] = f.Name == w.Shape, true
		}
		if !ok {
			return false
		}
	}
	switch {
	case v.Type == "quantity":
		return c.counts(b, v.Quantity(), said)
	case v.Type == "time":
		said["seconds"] = said["seconds"] || v.Seconds() == float64(w.Seconds)
		return v.Seconds() == float64(w.Seconds)
	case len(v.Fields) > 0:
		return true
	}
	return c.leaf(b, v, said)
}

// counts reports whether a number is one of the clause's.
func (c *binding) counts(b *bound, q language.Quantity, said map[string]bool) bool {
	if q.Some || q.Number+q.Pairs == 0 {
		return true
	}
	for _, g := range b.made {
		if len(g.Items) > 0 && c.r.count(q, g.thing()) == g.Count || !q.Stacks && q.Number == float64(max(g.Count, 1)) {
			said["number"] = true
			return true
		}
	}
	return false
}

// leaf reports whether a clause says what a value without fields does.
func (c *binding) leaf(b *bound, v *language.Value, said map[string]bool) bool {
	w := b.written
	switch v.Type {
	case "number":
		n, found := count(v.Number), v.Number == 1 && w.Quantity <= 1
		for part, own := range map[string]count{"number": w.Quantity, "width": w.Width, "height": w.Height} {
			if own == n {
				found, said[part] = true, true
			}
		}
		return found
	case "position", "column":
		said[string(w.At)] = true
		at, ok := v.Position()
		own, here := language.Leaf("position", string(w.At)).Position()
		return ok && here && at == own
	case "name", "quote", "rest":
		for _, own := range [...]string{w.To, w.Text} {
			if own != "" && strings.EqualFold(own, v.Text) {
				said[own] = true
				return true
			}
		}
		return false
	}
	var items []string
	for _, t := range [...]lexicon.Table{c.r.Items, c.r.Blocks, c.r.Mobs} {
		m := t[v.Text]
		items = append(items, m.Items...)
		for _, set := range m.Set {
			items = append(items, c.r.InSet(set).Items...)
		}
	}
	return b.names(append(items, v.Text), said)
}

// names reports whether what a word means, or a part of that, is what the clause is about or what one of its slots names.
func (b *bound) names(items []string, said map[string]bool) bool {
	w, found := b.written, false
	in := func(own []string) bool {
		return len(own) > 0 && !slices.ContainsFunc(own, func(id string) bool { return !slices.Contains(items, id) })
	}
	for _, g := range b.made {
		if in(g.Items) || len(g.Items) == 0 && (slices.Contains(items, g.To) || slices.Contains(items, g.Name)) {
			found, said[w.Item], said[w.Material] = true, true, true
		}
		for _, t := range g.With {
			if in(t.Items) {
				found, said[w.With], said[w.Material] = true, true, true
			}
		}
	}
	for _, own := range [...]string{w.From, w.Into, w.With, w.Biome, w.To, w.Material} {
		id := strings.TrimPrefix(game.Name(strings.ReplaceAll(own, " ", "_")), "a_")
		if id != "" && (slices.Contains(items, id) || slices.Contains(items, game.Display(id))) {
			found, said[own] = true, true
		}
	}
	return found
}
