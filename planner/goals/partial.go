// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/language"
)

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
	starts := []int{at, at - 1}
	if open {
		starts = []int{len(tokens), at}
	}
	for _, from := range starts {
		for n := 0; from > 0 && n <= min(mostHole, len(tokens)-from); n++ {
			words := tokens[from : from+n]
			if n == 0 && open && from < len(tokens) || o.said(words) || o.strange(tokens[from+n:]) {
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

// strange reports whether words that no hole takes the place of hold one that nobody knows.
func (o *opening) strange(words []language.Token) bool {
	return slices.ContainsFunc(words, func(t language.Token) bool {
		return t.Kind == language.Word && !o.g.Says(t.Text) && !o.r.Knows(t.Text)
	})
}

// said reports whether words say what no answer may take the place of: a number, a "not",
// a condition, a name behind other words.
func (o *opening) said(words []language.Token) bool {
	for i, t := range words {
		says := t.Kind == language.Number || t.Kind == language.Quote || o.g.Numeral(t.Text) || Negates(t.Text) || tell().Weighty[t.Text]
		if says || i > 0 && (o.r.Items[t.Text].Name+o.r.Mobs[t.Text].Name != "") {
			return true
		}
	}
	return false
}

// fillings are words that may fill the hole: names that what is not understood is near to,
// and what the examples of the verb say.
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
		if c.Span.From >= filled.From || Kind(c.Verb) != o.kind {
			return
		}
		if !o.chips(p, text, c, filled) {
			return
		}
	}
	o.note(p, words)
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

// note keeps a filling of the hole that was tried.
func (o *opening) note(p *game.Partial, words string) {
	named := !invents(words, p.Slot)
	switch {
	case o.found == nil || named && len(o.found.Choices) == 0:
		o.found = p
	case o.found.Slot != p.Slot:
		return
	}
	if named && !slices.Contains(o.found.Choices, words) {
		o.found.Choices = append(o.found.Choices, words)
	}
}

// invents reports whether words say what nobody can say for the person: a place, a way.
func invents(words, slot string) bool {
	numbers := 0
	for _, t := range language.Tokenize(words) {
		if t.Kind == language.Number {
			numbers++
		}
	}
	return slot == slotToward || slot == slotAt || numbers > 1 && slot != string(SlotShape) && slot != "size"
}

// chips are those of the clause with the hole: its verb, what else it says, and the hole
// where that is. It reports whether one slot is what is open.
func (o *opening) chips(p *game.Partial, text string, c *language.Clause, hole game.Span) bool {
	fields := slices.Clone(c.Value.Fields)
	fields = slices.DeleteFunc(fields, func(f language.Field) bool { return f.Value.Span == (game.Span{}) })
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
