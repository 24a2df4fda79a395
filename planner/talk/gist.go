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

// Gist is what a request that is not read says in part.
type Gist = game.Gist

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

// gist is that of a text, by what it names where no sentence of it says what to do.
func (l *listener) gist(t text) Gist {
	if read, ok := l.Blueprint(t.raw, l.tongue(t)); ok {
		return Gist{Text: read.Words(), Read: goals.Keeping(l.book, read.Words(), read)}
	}
	if e, own := l.unread(t), l.tongue(t); e != nil && goals.Foremost(e.Beyond) && (own == "" || own == e.In) {
		return Gist{} // "chat" is a cat in French alone
	}
	l.bare = false
	out := l.gists(l.listed(t))
	if l.bare = out.Text == ""; l.bare {
		out = l.gists(t)
	}
	return out
}

// listed is a text with a sign between things that are named with none: "helmet boots and shield", "10 logs 5 coal".
func (l *listener) listed(t text) text {
	const longest = 6 // words of a name
	b, sign := strings.Builder{}, l.parting(t)
	thing, from, any := -1, 0, false // where the last thing ends
	if !t.empty() {
		from = t.words[0].Span.From
	}
	for i := 0; i < len(t.words); {
		word, n := t.with(t.words[i:i+1]), min(longest, len(t.words)-i)
		for n > 0 && (t.words[i].Text == language.Comma || t.words[i+n-1].Text == language.Comma || !l.thingly(t.with(t.words[i:i+n]).String())) {
			n--
		}
		if number := word.numbered(); i == thing && (n > 0 || number) {
			b.WriteString(strings.TrimRight(t.raw[from:t.words[i].Span.From], " ") + sign)
			from, any = t.words[i].Span.From, true
		}
		if i += max(n, 1); n > 0 {
			thing = i
		}
	}
	if !any {
		return t
	}
	out := l.sorter.take(b.String() + t.raw[from:t.words[len(t.words)-1].Span.To])
	out.asked = t.asked
	return out
}

// parting is the sign between things in the language of a text.
func (l *listener) parting(t text) string {
	if own := goals.Grammar().Grammar(l.tongue(t)); own != nil && own.Blank() == "" {
		return "、"
	}
	return ", "
}

// thingly reports whether words are the name of a thing and nothing else.
func (l *listener) thingly(words string) bool {
	t := l.sorter.take(words)
	return l.Weighs(words) && !t.begins("joins", "article", "some") && !t.numbered() && len(l.Things(goals.Get, words).Goals) == 1
}

// gists is that of each sentence which has one, as one request.
func (l *listener) gists(t text) Gist {
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
	for len(said) > 0 {
		plain := slices.Clone(said)
		for i, one := range said {
			read, _ := l.read(one)
			plain[i] = read.Words()
		}
		for _, way := range [...][]string{said, plain} { // a wish may have to stand alone: "i want"
			all := strings.Join(way, ", ")
			if read, ok := l.read(all); ok {
				read.Language, read.Goals = cmp.Or(tongue, read.Language), slices.Clone(read.Goals)
				out := strings.Join(left, " ... ")
				for _, at := range l.Sized(&read, t.raw, false) { // which another sentence says
					all, out = read.Words(), strings.Join(strings.Fields(strings.ReplaceAll(out, at.Of(t.raw), "")), " ")
				}
				return Gist{Text: all, Left: out, Read: goals.Keeping(l.book, all, read)}
			}
		}
		last := len(said) - 1
		said, left = said[:last], append(left, said[last])
	}
	return Gist{}
}

// wanted reports whether a text begins with the name of what can be fetched or built.
func (l *listener) wanted(t text) bool {
	return l.names(t) || l.Built(t.with(t.words[:1]).String()).Shape != ""
}

// beast reports whether the first word of a text is the name of a mob.
func (l *listener) beast(t text) bool {
	return len(l.Things(goals.Kill, t.with(t.words[:1]).String()).Goals) > 0
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
		if read, left := l.apiece(t, true); len(read.Goals) > 0 {
			return read.Words(), left
		}
		for rest, at := range l.sites(t) {
			wish, left := l.worth(l.sorter.take(rest), tongue)
			if read, ok := l.read(wish); ok && slices.ContainsFunc(read.Goals, func(g goals.Goal) bool { return g.Kind == goals.Place || g.Kind == goals.Get || g.Shape != "" }) {
				return l.at(read, at.where, at.stands).Words(), left
			}
		}
	}
	if gist, left = l.worth(t, tongue); gist != "" {
		return gist, left
	}
	return l.eitherSide(t, tongue)
}

// eitherSide is the gist of what stands on both sides of a word that joins, where the whole holds none and nothing is taken back.
func (l *listener) eitherSide(t text, tongue string) (gist string, left []string) {
	t.acts = l.spoken(t)
	var said []string
	for sides := t.sides(); len(sides) > 1 && !t.asked && len(left) == 0; sides = nil {
		for _, side := range sides {
			if goals.Negates(side.words[len(side.words)-1].Text) {
				return "", nil
			} else if one, out := l.sentence(side, tongue); one != "" && (len(said) > 0 || l.verbFirst(side) || l.sited(side)) {
				said, left = append(said, one), append(left, out...)
			} else if left = append(left, side.String()); goals.Weighty(side.words[0].Text) || slices.ContainsFunc(side.rests(), l.beast) {
				return "", nil // a condition, or of several animals one
			}
		}
	}
	return strings.Join(said, ", "), left
}

// worth is the gist of one sentence as it stands.
func (l *listener) worth(t text, tongue string) (gist string, left []string) {
	for _, form := range [...]text{t, t.bare(), l.unmarked(t), l.unmarked(t.bare())} {
		if read, ok := l.read(form.String()); ok && worthy(read) && !(t.asked && !l.requested(t)) {
			return form.String(), nil
		}
	}
	if len(t.words) > mostGist || t.asked && !l.requested(t) && t.bare().begins("asks") {
		return "", nil
	}
	if rest, asks := t.bare().after("request"); asks != "" && !rest.empty() {
		rest.asked = false
		if gist, left = l.sentence(rest, tongue); gist != "" {
			return gist, left
		}
	}
	gist, left = l.lesser(t, tongue)
	own := t
	own.acts = l.spoken(t)
	if wish, why := l.reasonless(own, func(rest text) bool { return rest.begins("purpose", "reason") }); len(why) > 0 {
		if less, out := l.worth(wish, tongue); less != "" && (gist == "" || len(l.reads(less)) < len(l.reads(gist))) {
			return less, append(out, why...)
		}
	}
	return gist, left
}

// worthy reports whether a reading names a thing, and says nothing: what is to be said would be whatever stands behind the verb.
func worthy(read goals.Reading) bool {
	return slices.ContainsFunc(read.Goals, goals.Goal.Names) && !slices.ContainsFunc(read.Goals, func(g goals.Goal) bool { return g.Kind == goals.Say })
}

// lesser is a sentence with the fewest words left out that can be read, and those.
func (l *listener) lesser(t text, tongue string) (gist string, left []string) {
	verbs := []goals.Kind{""}
	if l.bare {
		if verbs = []goals.Kind{goals.Build, goals.Get}; !l.wishes(t) || l.verbFirst(t) { // "store 3 dirt" lacks a place, and no verb
			return "", nil
		}
	}
	tongues := []string{tongue, "en"}
	for _, part := range t.parts() {
		tongues = append(tongues, l.tongue(part))
	}
	var all []language.Gist
	for _, g := range goals.Grammar().Grammars() {
		if !slices.Contains(tongues, g.Language()) {
			continue
		}
		for _, verb := range verbs {
			all = append(all, g.Gists(l.Lexicon, t.String(), string(verb))...)
		}
	}
	slices.SortStableFunc(all, func(a, b language.Gist) int { return cmp.Compare(a.Weight, b.Weight) })
	for _, g := range all {
		read, ok := l.read(g.Text)
		ok = ok && !slices.ContainsFunc(read.Goals, l.shapeless) && !l.twice(t, read.Goals)
		ok = ok && (!l.bare || read.Goals[0].Kind == goals.Get || read.Goals[0].Shape != "")
		said := language.Hear(g.Said).String()
		strange := func(w language.SpokenWord) bool { return !strings.Contains(said, w.Text) } // taken for another
		ok = ok && !(slices.ContainsFunc(g.Left(), l.Weighs) && slices.ContainsFunc(language.Hear(g.Text)[g.Lead:], strange))
		if ok && worthy(read) && l.stays(t, &g, read.Goals) {
			return g.Text, g.Left()
		}
	}
	return "", nil
}

// shapeless reports whether a goal builds of what nothing is built of.
func (l *listener) shapeless(g goals.Goal) bool {
	return g.Shape != "" && g.Shape != goals.Field && len(g.Items) > 0 && len(l.Version.Placeable(g.Items)) == 0
}

// twice reports whether what stands by its name, "my castle", would be built once more.
func (l *listener) twice(t text, wanted []goals.Goal) bool {
	for i := 1; i < len(t.words) && len(l.about.Earlier) > 0; i++ {
		if word := t.words[i : i+1].Of(t.raw); l.beginsAt(t, t.words[i-1].Span.From, "definite") && l.stands(word, wanted) {
			return true
		}
	}
	return false
}

// stands reports whether what a word names is one of what would be built, and was built before.
func (l *listener) stands(word string, wanted []goals.Goal) bool {
	shape := l.Built(word).Shape
	made, _, _ := l.among(word, true)
	builds := func(g goals.Goal) bool { return g.Shape == shape && g.Kind == goals.Build }
	return shape != "" && len(made) > 0 && slices.ContainsFunc(wanted, builds)
}

// reasonless is a text without what tells what a wish before it is for, up to a sign, and that.
func (l *listener) reasonless(t text, reason func(rest text) bool) (wish text, why []string) {
	var kept []string
	for i, part := range t.parts() {
		at := slices.IndexFunc(part.rests(), reason)
		if at < 0 || i == 0 && at == 0 {
			at = len(part.words)
		}
		if at > 0 {
			kept = append(kept, part.with(part.words[:at]).String())
		}
		if at < len(part.words) {
			why = append(why, part.with(part.words[at:]).String())
		}
	}
	wish = l.sorter.take(strings.Join(kept, ", "))
	wish.asked = t.asked
	return wish, why
}

// wishes reports whether a text may ask for what it names without a verb: who tells how things are begins with somebody, or asks.
func (l *listener) wishes(t text) bool {
	b := t.bare()
	return l.requested(t) || !b.begins("asks") && (!b.begins("subject") || slices.ContainsFunc(b.rests(), func(rest text) bool { return rest.begins("wish") }))
}

// requested reports whether a question asks to do something: "can you", but not "how much do you have".
func (l *listener) requested(t text) bool {
	t.acts = l.spoken(t)
	if told, tell := t.bare().after("tell"); t.asked && (told.begins("asks-within") || tell != "" && told.begins("asks")) {
		return false
	}
	return slices.ContainsFunc(t.rests(), func(rest text) bool { return rest.begins("request") })
}

// stays reports whether what is left out leaves what is said as it is: it takes back nothing of
// it, and no number or "without" is of it. Without a verb there is a number, or it is asked for.
func (l *listener) stays(whole text, g *language.Gist, wanted []goals.Goal) bool {
	t := l.sorter.take(g.Said) // where its words stand in itself
	t.asked = whole.asked
	if l.beheaded(t, g, wanted) {
		return false
	}
	kept, number, first, own := 0, false, t.parts()[0], t
	own.acts = l.spoken(whole)
	_, asks := t.after("asks")
	for i, w := range g.Tokens {
		switch {
		case i < g.Lead:
		case g.Kept[i]:
			if kept++; kept == 1 && i > 0 && g.Lead > 0 && (l.beginsAt(own, w.Span.From, "definite") || l.beginsAt(own, g.Tokens[i-1].Span.From, "definite")) {
				return false
			} else if kept == 1 && asks != "" && w.Span.From < first.words[len(first.words)-1].Span.To {
				return l.requested(t)
			}
			number = number || w.Kind == language.Number
		case kept == 0 && g.Leads(i) && goals.Weighty(w.Text) || l.turns(t, g, i, wanted):
			return false
		}
	}
	return g.Verb && (g.Lead == 0 || !t.asked) || !t.asked && number || l.requested(t) || l.sorter.take(g.Text).bare().begins("wish")
}

// beheaded reports whether the head is left out and what stands beside it is kept: "build 3 doors" of "build a mill with 3 doors".
func (l *listener) beheaded(t text, g *language.Gist, wanted []goals.Goal) bool {
	t.acts = l.spoken(t)
	aside, head := false, false
	for i, w := range g.Tokens {
		rest := t.from(w.Span.From)
		switch article := rest.with(rest.words[:1]).is("article"); {
		case !g.Kept[i]:
			head = w.Kind != language.Sign && (head || !article && !rest.begins("aside"))
			aside = w.Kind != language.Sign && (aside || rest.begins("aside"))
			if l.heads(g, i, rest, article, aside, wanted) {
				return true
			}
		case aside && !article && slices.Contains(g.Kept[:i], true) && (w.Kind == language.Number || head && l.wanted(rest)):
			return true
		default:
			head = head && article
			aside = aside && article && !g.Kept[i-1] && l.beginsAt(t, g.Tokens[i-1].Span.From, "aside")
		}
	}
	return false
}

// heads reports whether a word that is left out is the verb, what a number counts, first of what is named, or the building alone.
func (l *listener) heads(g *language.Gist, at int, rest text, article, aside bool, wanted []goals.Goal) bool {
	word, built := rest.with(rest.words[:1]), func(g goals.Goal) bool { return g.Shape != "" }
	if !g.Verb && l.verbFirst(rest) || g.Counted(at) && l.wanted(rest) {
		return true
	}
	if g.Lead > 0 && at >= g.Lead && !slices.Contains(g.Kept[g.Lead:at], true) && !article && l.Weighs(word.String()) {
		return true
	}
	beside, _ := g.Beside(at)
	return !aside && (!g.Verb || g.Lead > 0 || beside) && !slices.ContainsFunc(wanted, built) && l.Built(word.String()).Shape != ""
}

// from is a text from a place of it on.
func (t text) from(at int) text {
	return t.with(t.words[slices.IndexFunc(t.words, func(w language.SpokenWord) bool { return w.Span.To > at }):])
}

// turns reports whether a word that is left out takes back what is said, or is a part of it that no question may drop.
func (l *listener) turns(t text, g *language.Gist, at int, wanted []goals.Goal) bool {
	w := g.Tokens[at]
	near := slices.Contains(g.Kept[at+1:min(len(g.Kept), at+mostBetween)], true)
	beside, apart := g.Beside(at)
	if not := goals.Negates(w.Text); not && l.negates(t, w.Text) {
		another, same := l.denies(g, at, wanted)
		return same || !another && (beside || near && !apart)
	} else if not || w.Kind == language.Number {
		return !not && (beside || near)
	}
	return near && l.beginsAt(t, w.Span.From, "drop") || l.beginsAt(t, w.Span.From, "asks-within") && !l.requested(t)
}

// negates reports whether a word says "not" in the language of a text: "no" leads to a place in Portuguese.
func (l *listener) negates(t text, word string) bool {
	if !goals.Negates(word) {
		return false
	}
	own := l.sorter.take(word)
	own.acts = slices.DeleteFunc(l.spoken(t), func(a *language.Acts) bool { return a.Language != l.tongue(t) })
	return !own.begins("within", "article")
}

// denies is what a "not" is said of that is left out up to the end of its part: another thing, or what is asked for.
func (l *listener) denies(g *language.Gist, at int, wanted []goals.Goal) (another, same bool) {
	for i := at + 1; i < len(g.Tokens) && g.Tokens[i].Kind != language.Sign && !g.Kept[i]; i++ {
		for to := i; to < min(len(g.Tokens), i+mostNamed) && g.Tokens[to].Kind != language.Sign; to++ {
			things := l.Things(goals.Get, g.Said[g.Tokens[i].Span.From:g.Tokens[to].Span.To]).Goals
			another = another || len(things) > 0
			asked := func(g goals.Goal) bool { return slices.Equal(g.Items, things[0].Items) }
			same = same || len(things) > 0 && slices.ContainsFunc(wanted, asked)
		}
	}
	return another, same
}

// mostBetween is how many words may stand before what is taken back, mostNamed how many of a name behind a "not" are looked at.
const mostBetween, mostNamed = 6, 2

// beginsAt reports whether a phrase of an act begins at a place of a text.
func (l *listener) beginsAt(t text, from int, act string) bool {
	return slices.ContainsFunc(t.rests(), func(rest text) bool { return rest.words[0].Span.From == from && rest.begins(act) })
}
