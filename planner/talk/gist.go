// SPDX-License-Identifier: MIT

package talk

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// Gist is what a request that is not read says with words left out, the most of it that is
// read, for a person to agree to, and those words. It is empty where that names nothing, and
// where what is left out may turn it round.
type Gist struct {
	Text, Left string
	// Read is what it is read as, in the language of all of the request.
	Read *game.Reading
}

// Gist is that of a request.
func (s *Sorter) Gist(raw string, about About) Gist {
	b, t := s.book(&about), s.take(raw)
	if b == nil {
		return Gist{}
	}
	return s.listener(b, &about).gist(t)
}

// mostGist is the longest sentence, in words, whose gist is looked for.
const mostGist = 40

// gist is that of each sentence which has one, as one request.
func (l *listener) gist(t text) Gist {
	var said, left []string
	tongue := l.tongue(t)
	for rest := t; !rest.empty(); {
		end := 1
		for end < len(rest.words) && !ends(t.raw[rest.words[end-1].Span.From:rest.words[end].Span.From]) {
			end++
		}
		part := rest.with(rest.words[:end]).marked()
		one, out := l.sentence(part, tongue)
		_, chat := remark(part)
		if b := part.bare(); len(l.unmarked(b).words) < len(b.words) && !chat && len(said) > 0 { // which takes back what was said before
			if one == "" {
				return Gist{}
			}
			said, left = nil, append(left, said...)
		}
		if one != "" {
			said, left = append(said, one), append(left, out...)
		} else if !chat && (slices.ContainsFunc(part.rests(), l.wanted) || !l.idle(part, true)) {
			left = append(left, part.String())
		}
		rest = rest.with(rest.words[end:])
	}
	for ; len(said) > 0; said = said[:len(said)-1] {
		all := strings.Join(said, ", ")
		if read, ok := l.read(all); ok {
			read.Language = cmp.Or(tongue, read.Language)
			return Gist{all, strings.Join(left, " ... "), goals.Keeping(l.book, all, read)}
		}
	}
	return Gist{}
}

// wanted reports whether a text begins with the name of what can be fetched or built.
func (l *listener) wanted(t text) bool {
	return l.names(t) || l.Built(t.with(t.words[:1]).String()).Shape != ""
}

// ends reports whether what stands between two words ends a sentence: a picture does, too.
func ends(between string) bool {
	return strings.ContainsFunc(between, func(c rune) bool {
		return strings.ContainsRune(".!?;。！？；…\n", c) || unicode.Is(unicode.So, c)
	})
}

// sentence is the gist of one sentence of a text in a language, and what is left out of it.
func (l *listener) sentence(t text, tongue string) (gist string, left []string) {
	if l.about.Stood != nil {
		for rest, at := range l.sites(t) {
			wish, left := l.worth(l.sorter.take(rest), tongue)
			if read, ok := l.read(wish); ok && slices.ContainsFunc(read.Goals, func(g goals.Goal) bool { return g.Kind == goals.Place || g.Kind == goals.Get || g.Shape != "" }) {
				return l.at(read, at.where, at.stands).Words(), left
			}
		}
	}
	return l.worth(t, tongue)
}

// worth is the gist of one sentence as it stands.
func (l *listener) worth(t text, tongue string) (gist string, left []string) {
	for _, form := range [...]text{t, t.bare(), l.unmarked(t), l.unmarked(t.bare())} {
		if read, ok := l.read(form.String()); ok && slices.ContainsFunc(read.Goals, goals.Goal.Names) && !(t.asked && !l.requested(t)) {
			return form.String(), nil
		}
	}
	if len(t.words) > mostGist || t.asked && !l.requested(t) {
		return "", nil
	}
	if rest, asks := t.bare().after("request"); asks != "" && !rest.empty() {
		rest.asked = false
		if gist, left = l.sentence(rest, tongue); gist != "" {
			return gist, left
		}
	}
	own := l.sorter.take(t.String()) // where its words stand in itself
	own.asked = t.asked
	list, _ := goals.Grammar().Grammars()
	tongues := []string{tongue, l.tongue(t), "en"}
	var all []language.Gist
	for _, g := range list {
		if slices.Contains(tongues, g.Language()) {
			all = append(all, g.Gists(l.Lexicon, t.String())...)
		}
	}
	slices.SortStableFunc(all, func(a, b language.Gist) int { return cmp.Compare(a.Weight, b.Weight) })
	for _, g := range all {
		if read, ok := l.read(g.Text); ok && slices.ContainsFunc(read.Goals, goals.Goal.Names) && l.stays(own, &g) {
			return g.Text, g.Left(t.String())
		}
	}
	return "", nil
}

// requested reports whether a question asks to do something: "can you".
func (l *listener) requested(t text) bool {
	t.acts = l.spoken(t)
	return slices.ContainsFunc(t.rests(), func(rest text) bool { return rest.begins("request") })
}

// stays reports whether what is left out leaves what is said as it is: it takes back nothing of
// it, and no number or "without" is of it. Without a verb there is a number, or it is asked for.
func (l *listener) stays(t text, g *language.Gist) bool {
	if l.beheaded(t, g) {
		return false
	}
	kept, number, first := 0, false, t.parts()[0]
	_, asks := t.after("asks")
	for i, w := range g.Tokens {
		if g.Kept[i] {
			if kept++; kept == 1 && asks != "" && w.Span.From < first.words[len(first.words)-1].Span.To {
				return l.requested(t)
			}
			number = number || w.Kind == language.Number
			continue
		}
		if kept == 0 && g.Leads(i) && goals.Weighty(w.Text) || l.turns(t, g, i) {
			return false
		}
	}
	return g.Verb || number || l.requested(t) || l.sorter.take(g.Text).bare().begins("wish")
}

// beheaded reports whether what is to be done, or what it is done to, is left out and what stands
// beside that is kept: "build 3 doors" of "build a mill with 3 doors", or "a tower with 4" of 4 doors.
func (l *listener) beheaded(t text, g *language.Gist) bool {
	aside := false
	for i, w := range g.Tokens {
		rest := t.from(w.Span.From)
		switch article := rest.with(rest.words[:1]).is("article"); {
		case !g.Kept[i]:
			aside = w.Kind != language.Sign && (aside || rest.begins("aside"))
			if !g.Verb && l.verbFirst(rest) || g.Counted(i) && l.wanted(rest) {
				return true
			}
		case aside && !article && slices.Contains(g.Kept[:i], true) && (w.Kind == language.Number || l.wanted(rest)):
			return true
		default:
			aside = aside && article && !g.Kept[i-1] && l.beginsAt(t, g.Tokens[i-1].Span.From, "aside")
		}
	}
	return false
}

// from is a text from a place of it on.
func (t text) from(at int) text {
	return t.with(t.words[slices.IndexFunc(t.words, func(w language.SpokenWord) bool { return w.Span.To > at }):])
}

// turns reports whether a word that is left out takes back what is said, or is a part of it that
// no question may drop.
func (l *listener) turns(t text, g *language.Gist, at int) bool {
	w := g.Tokens[at]
	near := slices.Contains(g.Kept[at+1:min(len(g.Kept), at+mostBetween)], true)
	not := goals.Negates(w.Text)
	beside, apart := g.Beside(at)
	return (not || w.Kind == language.Number) && (beside || near && !(not && apart)) || near && l.beginsAt(t, w.Span.From, "drop") ||
		l.beginsAt(t, w.Span.From, "asks-within") && !l.requested(t)
}

// mostBetween is how many words may stand between what takes something back and that.
const mostBetween = 6

// beginsAt reports whether a phrase of an act begins at a place of a text.
func (l *listener) beginsAt(t text, from int, act string) bool {
	return slices.ContainsFunc(t.rests(), func(rest text) bool { return rest.words[0].Span.From == from && rest.begins(act) })
}
