// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/spelling"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// apart sorts a text whose parts between signs are acts by themselves or remarks that change none of them; nil for every other.
func (l *listener) apart(t text) []Said {
	var out []Said
	remarks, requests, opened := Said{Kind: Remark, Name: "remark", Language: l.tongue(t)}, 0, false
	for rest := t; !rest.empty(); {
		part, said, ok := l.longest(rest, len(rest.words) == len(t.words))
		switch {
		case ok || l.idle(part, false):
		case len(out) == 0 && l.idle(l.opener(rest, part), true):
			part, opened = l.opener(rest, part), true
		default:
			return nil
		}
		switch {
		case ok && said.Kind != Remark:
			out = append(out, said)
		case ok && remarks.Name == "remark":
			remarks = said
		}
		if ok && said.Goal != "" {
			requests++
		}
		rest = rest.with(rest.words[len(part.words):])
	}
	if len(out) == 0 && !opened {
		return []Said{remarks}
	}
	if len(out) == 0 || requests > 1 { // what is to be done first, and of what, was said in no word
		return nil
	}
	return out
}

// longest is the longest beginning, up to a sign, that is an act by itself, else the first part. all: the whole of it was tried.
func (l *listener) longest(t text, all bool) (part text, said Said, ok bool) {
	for end := len(t.words); end > 0; end-- {
		if end < len(t.words) && t.words[end].Text != language.Comma {
			continue
		}
		part = t.with(t.words[:end]).marked()
		if said, ok = l.byItself(part, all && end == len(t.words)); ok {
			break
		}
	}
	return part, said, ok
}

// byItself sorts a part that is an act with no other beside it. What is guessed stands in no more than one part.
func (l *listener) byItself(t text, tried bool) (said Said, ok bool) {
	asked := t
	t.asked = false
	if said, ok = few(t, l.about); ok && said.Kind != No && (said.Kind != Yes || l.about.Awaiting) {
		return said, true
	}
	if tried || ok && said.Kind == No || l.idle(asked, false) {
		return Said{}, false
	}
	if said = l.one(asked); said.Kind == Question && l.reads(asked.String()) != nil { // a reason for it was given
		said = l.goal(asked.String())
	}
	return said, l.understood(said, len(asked.parts()) > 1)
}

// understood reports whether an act is one that can be done or answered; sure: with no guess.
func (l *listener) understood(said Said, sure bool) bool {
	if said.Kind == Goal {
		read, ok := l.read(said.Goal)
		return ok && !(sure && len(read.Respelt) > 0)
	}
	return said.Fault == "" && said.Topic != Unknown
}

// opener is what stands before a text's first wish: its first part, or less where one begins in that with no sign before it ("please").
func (l *listener) opener(t, part text) text {
	for i := 1; i < len(part.words); i++ {
		rest := t.with(t.words[i:])
		if !rest.begins("request") || goals.Negates(t.words[i-1].Text) {
			continue
		}
		if _, said, ok := l.longest(rest, false); ok && said.Kind != Remark {
			return part.with(part.words[:i])
		}
	}
	return part
}

// idle reports whether nothing in a part can change a wish: it names no thing, number, condition or verb of one. Behind the
// first wish somebody has to say how things are, too; what opens a text may be anything else.
func (l *listener) idle(t text, opens bool) bool {
	b := t.bare()
	b.acts = l.spoken(t) // in one language alone "im" is "in the"
	if opens {
		return t.is("no") && !l.about.Awaiting || l.passes(t, b)
	}
	_, subject := b.after("subject")
	return !t.asked && subject != "" && !slices.ContainsFunc(b.rests(), func(rest text) bool {
		return rest.begins("within") || l.binds(rest, false) // which may change a wish, or say where something is
	})
}

// rests are a text from each of its words on.
func (t text) rests() (out []text) {
	for i := range t.words {
		out = append(out, t.with(t.words[i:]))
	}
	return out
}

// passes reports whether what opens a text changes nothing of its wish.
func (l *listener) passes(t, b text) bool {
	b.acts = slices.Compact(append(l.spoken(l.sorter.take(t.raw)), b.acts...))
	if slices.ContainsFunc(b.acts, func(a *language.Acts) bool { return !a.Has("binds") }) { // nobody has written it down
		return false
	}
	_, person := b.after("person")
	for last, rest := b.with(nil), b; !rest.empty(); {
		word, next := rest.with(rest.words[:1]), rest.with(rest.words[1:])
		if behind, plain := rest.after("plainly"); plain != "" {
			next = behind
		} else if _, within := rest.after("within"); within != "" {
			if person == "" || last.is("pronoun") { // what is wanted, and not where somebody is
				return false
			}
		} else if l.binds(rest, last.is("person")) || l.names(rest) {
			return false
		}
		last, rest = word, next
	}
	return true
}

// begins reports whether a text begins with a phrase of one of some acts.
func (t text) begins(acts ...string) bool {
	return slices.ContainsFunc(acts, func(act string) bool { _, which := t.after(act); return which != "" })
}

// binds reports whether the first word of a text may change a wish. done: a verb is none.
func (l *listener) binds(t text, done bool) bool {
	word := t.with(t.words[:1])
	return t.begins("binds", "turns", "at-time", "stop") || l.Weighs(word.phrase()) || word.numbered() || !done && l.verbFirst(word) && !word.is("plainly")
}

// asking sorts a text with a question that can be answered between what is sorted by itself: an answer does no harm.
func (l *listener) asking(t text) []Said {
	for i := range len(t.words) + 1 {
		head := t.with(t.words[:i]).marked()
		for k := 0; k < i && (head.asked || t.asked && i == len(t.words)); k++ {
			if t.joinedAt(k) {
				if list := l.questions(text{t.raw, t.words[k:i].Trim(), t.acts, t.told, true}.past("joins")); list != nil {
					return slices.Concat(l.ordered(t.with(t.words[:k]).marked()), list, l.ordered(t.with(t.words[i:]).past("joins")))
				}
			}
		}
	}
	return nil
}

// ordered is what stands beside a question and asks for something.
func (l *listener) ordered(t text) []Said {
	gist, wants := l.gist(t).Text != "", slices.ContainsFunc(t.past("later").sides(), l.verbFirst)
	return slices.DeleteFunc(l.acts(t), func(s Said) bool {
		return s.Kind == Remark || !gist && (s.Fault != "" || !wants && !l.understood(s, false))
	})
}

// behind sorts what stands behind parts that name nothing, or say no, or what is not wanted of before: a person has to agree to that.
func (l *listener) behind(t text) []Said {
	rest, no := t, false
	for parts := t.parts(); len(parts) > 1 && !strings.Contains(t.raw, `"`); parts = parts[1:] { // what is quoted stays whole
		p := parts[0]
		not := len(l.about.Earlier) > 0 && (p.is("no") || p.is("fix") || p.bare().begins("not-this"))
		if _, chat := remark(p); !not && !chat && (!l.idle(p, true) || l.sited(p)) {
			break
		}
		rest, no = rest.with(rest.words[len(p.words):]), no || not
	}
	if len(rest.words) == len(t.words) {
		return nil
	}
	list := l.single(rest)
	for i := range list {
		list[i].Guess = list[i].Guess || no && list[i].Kind == Goal && l.reads(list[i].Goal) != nil
	}
	return list
}

// plainer sorts a text without what adds nothing to it, and what it is for: "my son would love a hut, is that possible?"
func (l *listener) plainer(t text) []Said {
	rest, tag := t.before("tag")
	rest.asked = t.asked && tag == ""
	rest, _ = l.reasonless(rest.bare(), func(rest text) bool { return rest.begins("purpose") && !rest.without("article").numbered() })
	if rest.empty() || len(rest.words) == len(t.words) {
		return nil
	}
	list := l.single(rest)
	if last := &list[len(list)-1]; !l.understood(*last, false) {
		if last.Gist = l.gist(rest); last.Gist.Text == "" {
			return nil
		}
	}
	return list
}

// names reports whether the first words of a text are the name of a thing or a mob.
func (l *listener) names(t text) bool {
	const longest = 4 // in words
	for n := min(longest, len(t.words)); n > 0; n-- {
		if l.Weighs(t.with(t.words[:n]).String()) {
			return true
		}
	}
	return l.Weighs(l.near(t, t.words[0].Text))
}

// spoken are the acts of a text's language, and of English, which everybody types.
func (l *listener) spoken(t text) []*language.Acts {
	tongue := l.tongue(t)
	return slices.DeleteFunc(slices.Clone(t.acts), func(a *language.Acts) bool { return a.Language != tongue && a.Language != "en" })
}

// tongue is the language that says the most of a text's words, the first of several.
func (l *listener) tongue(t text) string {
	best, _ := l.tongues(t)
	return best
}

// tongues is that, and reports whether it says several, and more than every other.
func (l *listener) tongues(t text) (best string, plain bool) {
	most := 0
	for _, a := range t.acts {
		n := 0
		for _, w := range t.words {
			n += map[bool]int{true: 1}[a.Words[w.Text]]
		}
		if n > most {
			best, most, plain = a.Language, n, true
		} else if n == most {
			if plain = false; a.Language == l.about.Language {
				best = a.Language
			}
		}
	}
	return best, plain && most > 1
}

// slips sorts a text with its slips put right; nil when it is not understood so either. What is begun so is asked about first.
func (l *listener) slips(t text) []Said {
	meant, any := l.respelt(t)
	if !any || l.spelt {
		return nil
	}
	l.spelt = true
	list := l.acts(meant)
	for i := range list {
		s := &list[i]
		if s.Fault != "" || s.Kind == Yes || s.Kind == No || !l.understood(*s, false) {
			return nil
		}
		s.Guess = s.Guess || s.Kind == Goal
	}
	return list
}

// respelt is a text with what nobody knows as the words that it is near to, and reports whether there are any.
func (l *listener) respelt(t text) (text, bool) {
	raw := t.raw
	t = l.listed(t)
	b, at, any := strings.Builder{}, 0, t.raw != raw
	for _, w := range t.words {
		if as := l.near(t, w.Text); as != "" {
			b.WriteString(t.raw[at:w.Span.From] + as)
			at, any = w.Span.To, true
		}
	}
	b.WriteString(t.raw[at:])
	return l.sorter.take(b.String()), any
}

// near is the word that one stands for that nobody knows: of a usual misspelling or a slip of an act's or a name's; empty for none.
func (l *listener) near(t text, word string) string {
	acts, known := l.spoken(t), len(word) < 3 || l.Knows(word) || l.Weighs(word)
	own := goals.Grammar().Grammar(l.tongue(t))
	for _, g := range goals.Grammar().Grammars() {
		if as := g.Meant(word); as != "" && (own == nil || own == g || !own.Says(word)) { // "y" is no "why" in Spanish
			return as
		}
		known = known || g.Says(word) && (g.Language() == "en" || g == own)
	}
	names := []map[string]bool{l.Words()}
	for _, a := range acts {
		known, names = known || a.Words[word], append(names, a.Words)
	}
	if known {
		return ""
	}
	return spelling.Least(word, names)
}
