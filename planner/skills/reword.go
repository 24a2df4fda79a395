// SPDX-License-Identifier: MIT

package skills

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/language"
)

// Known is what the words of a text may name.
type Known struct {
	// Place is where a place of that name is, Died where the body died last; nil for
	// nowhere.
	Place func(name string) *game.Pos
	Died  *game.Pos
	// Names are those of the places.
	Names []string
	// Box chooses the container that "the chest" means: out says that something is taken
	// from it, with is the text with the name of a container at a place in it, which may
	// be read. Nil means that none is known.
	Box func(out bool, with func(name string, at game.Pos) string) (name string, at game.Pos, ok bool)
}

// Reworded is a text in other words.
type Reworded struct {
	Text string
	// Language of the words that name a place or a container; empty where none do.
	Language string

	was  string
	cuts []cut
	// Lacks is the name of a place that it needs and nobody knows; empty for none.
	Lacks string
	// Out: it takes something out of a container that was chosen by what it held.
	Out bool
}

// cut is a part of the new text with what it stands for.
type cut struct{ now, was game.Span }

// Changed reports whether it is another text.
func (r *Reworded) Changed() bool { return len(r.cuts) > 0 }

// Before is the part of the text as it was typed that a part of the new one stands for.
func (r *Reworded) Before(s game.Span) game.Span {
	return game.Span{From: r.before(s.From, false), To: r.before(s.To, true)}
}

// Typed is what was typed for a part of the new text; the part itself where it is none.
func (r *Reworded) Typed(part string) string {
	at := strings.Index(r.Text, part)
	if at < 0 || part == "" {
		return part
	}
	return r.Before(game.Span{From: at, To: at + len(part)}).Of(r.was)
}

func (r *Reworded) before(at int, end bool) int {
	moved := 0
	for _, c := range r.cuts {
		switch {
		case at < c.now.From || at == c.now.From && end:
			return at + moved
		case at < c.now.To || at == c.now.To && !end:
			if end {
				return c.was.To
			}
			return c.was.From
		}
		moved = c.was.To - c.now.To
	}
	return at + moved
}

// Reword words what names a place or a chest as the readers of goals understand it.
func Reword(text string, known Known) Reworded {
	r := Reworded{Text: text, was: text}
	if len(text) > mostHeard*10 {
		return r
	}
	for _, a := range acts() {
		w := wording{Acts: a, text: text, known: known}
		if out := w.all(); out.Changed() || out.Lacks != "" {
			out.Language = a.Language
			return out
		}
	}
	return r
}

// wording goes through a text in one language.
type wording struct {
	*language.Acts
	text  string
	known Known
	out   strings.Builder
	cuts  []cut
	// lacks is what walk found no place for.
	lacks string
	// takes: a container was chosen that something is taken out of.
	takes bool
	// from is how much of the text is written.
	from int
}

func (w *wording) all() Reworded {
	words := language.Hear(w.text)
	lacks := ""
	for i := 0; i < len(words); i++ {
		rest := words[i:]
		if rest[0].Text == language.Comma {
			continue
		}
		n, at := w.walk(rest)
		switch {
		case n > 0 && at != nil:
			w.put(rest[:n], w.Get+" "+coordinates(*at))
			i += n - 1
		case n > 0:
			lacks = w.lacks
		default:
			i += max(w.watch(rest), w.box(rest), 1) - 1
		}
	}
	if len(w.cuts) == 0 {
		return Reworded{Text: w.text, was: w.text, Lacks: lacks}
	}
	w.out.WriteString(w.text[w.from:])
	return Reworded{Text: w.out.String(), was: w.text, cuts: w.cuts, Lacks: lacks, Out: w.takes}
}

func coordinates(at game.Pos) string { return fmt.Sprintf("%d %d %d", at.X, at.Y, at.Z) }

// put writes words in place of others.
func (w *wording) put(words language.Spoken, instead string) {
	was := game.Span{From: words[0].Span.From, To: words[len(words)-1].Span.To}
	w.out.WriteString(w.text[w.from:was.From])
	now := game.Span{From: w.out.Len(), To: w.out.Len() + len(instead)}
	w.out.WriteString(instead)
	w.cuts, w.from = append(w.cuts, cut{now, was}), was.To
}

// walk is how many words go to a place, and where that is: 0 for none, nil for a home
// that nobody knows.
func (w *wording) walk(words language.Spoken) (int, *game.Pos) {
	n := w.Begins("go", words)
	if n == 0 {
		return 0, nil
	}
	rest := words[n:]
	best, where := 0, (*game.Pos)(nil)
	if k := w.Begins("death", rest); k > 0 && w.ends(rest[k:]) {
		best, where, w.lacks = k, w.known.Died, Death
	}
	for _, name := range w.known.Names {
		if k := begins(rest, name); k > best && w.ends(rest[k:]) {
			best, where = k, w.known.Place(name)
		}
	}
	if k := w.Begins("home", rest); k > best && w.ends(rest[k:]) {
		best, where, w.lacks = k, w.known.Place(Home), Home
	}
	k := w.Begins("box", rest)
	if skip := placed(rest[k:]); k > best && skip >= 0 { // a chest and where it stands
		w.put(words[:n+k+skip], w.Get)
		return 0, nil
	}
	if k > best && w.ends(rest[k:]) && w.known.Box != nil {
		if _, at, ok := w.known.Box(false, func(string, game.Pos) string { return w.text }); ok {
			best, where = k, &at
		}
	}
	if best == 0 {
		return 0, nil
	}
	return n + best, where
}

// placed is how many words stand before the coordinates that a text begins with, negative where
// it does not.
func placed(words language.Spoken) int {
	for skip := range 2 {
		if len(words) >= skip+3 && !slices.ContainsFunc(words[skip:skip+3], func(s language.SpokenWord) bool {
			_, err := strconv.Atoi(s.Text)
			return err != nil
		}) {
			return skip
		}
	}
	return -1
}

// watch is how many words guard a place that has a name, or the home where the house is meant;
// the place stands in their stead.
func (w *wording) watch(words language.Spoken) int {
	n := w.Begins("guard", words)
	if n == 0 {
		return 0
	}
	named := words[n:]
	mine := w.Begins("mine", named)
	rest := named[mine:]
	k, name := w.Begins("house", rest), Home
	for _, known := range w.known.Names {
		if j := begins(rest, known); j > 0 && j >= k {
			k, name = j, known
		}
	}
	if k == 0 {
		return 0
	}
	at := w.known.Place(name)
	if at == nil {
		return 0
	}
	w.put(named[:mine+k], coordinates(*at))
	return n + mine + k
}

// begins is how many words a name takes at the beginning of a text, 0 when it is not
// there.
func begins(words language.Spoken, name string) int {
	parts := strings.Fields(name)
	if len(parts) == 0 || len(words) < len(parts) {
		return 0
	}
	for i, p := range parts {
		if words[i].Text != p {
			return 0
		}
	}
	return len(parts)
}

// ends reports whether nothing follows that belongs to what stands before it.
func (w *wording) ends(rest language.Spoken) bool {
	if len(rest) == 0 || rest[0].Text == language.Comma {
		return true
	}
	return w.Begins("joins", rest) > 0 || w.Ends("trail", rest) == len(rest)
}

// atPlace is the word between a chest and where it stands, in other languages than English.
var atPlace = map[string]string{"de": "bei", "ru": "на"}

// box is how many words name a chest without its place; that is put behind them.
func (w *wording) box(words language.Spoken) int {
	n, out := w.Begins("out", words), true
	if n == 0 {
		n, out = w.Begins("in", words), false
	}
	if n == 0 || w.known.Box == nil {
		return 0
	}
	k := w.Begins("box", words[n:])
	if k == 0 || !w.ends(words[n+k:]) {
		return 0
	}
	named := words[n : n+k]
	with := func(name string, at game.Pos) string {
		if word := atPlace[w.Language]; word != "" {
			return named.Of(w.text) + " " + word + " " + coordinates(at)
		}
		return "the " + game.Display(name) + " at " + coordinates(at)
	}
	span := game.Span{From: named[0].Span.From, To: named[k-1].Span.To}
	name, at, ok := w.known.Box(out, func(name string, at game.Pos) string {
		return w.text[:span.From] + with(name, at) + w.text[span.To:]
	})
	if !ok {
		return 0
	}
	w.put(named, with(name, at))
	w.takes = w.takes || out
	return n + k
}
