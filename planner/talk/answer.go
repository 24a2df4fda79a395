// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// agreed is the text behind the yeses that it begins with, phrases of some acts, and what people say around them; ok: there is one.
func (t text) agreed(yes ...string) (rest text, ok bool) {
	beside := append(slices.Clone(courtesies), "oath", "greeting")
	ends := slices.Concat(yes, beside, []string{"joins", "proviso"})
	for at, near := t, false; !at.empty(); {
		behind, n := at.longest(yes)
		around, m := at.longest(beside)
		if n == 0 && m == 0 {
			break
		}
		sign := at.words[max(n, m)-1].Text == language.Comma
		_, next := behind.longest(ends)
		if n < m {
			behind = around
		} else if sign || near || behind.empty() || next > 0 || at.begins("just-yes") && !at.begins("joins") {
			rest, ok, near = behind, true, true
		}
		at, near = behind, near && !sign
	}
	return rest, ok
}

// longest is what is behind the longest phrase of some acts that a text begins with, and how many words that has.
func (t text) longest(acts []string) (rest text, n int) {
	for _, act := range acts {
		if behind, _ := t.after(act); len(t.words)-len(behind.words) > n {
			rest, n = behind, len(t.words)-len(behind.words)
		}
	}
	return rest, n
}

// agrees sorts a yes that says more: what changes what was asked about comes before all else, what is wished on top is a request of
// its own behind it. A person is asked once more where not all of a change is understood.
func (l *listener) agrees(t text) []Said {
	l.turnTo(0)
	rest, ok := t.agreed("yes")
	if read, err := goals.Kept(l.about.Offered); l.about.Offered != nil && err == nil {
		l.last = read
		rest, ok = t.agreed("yes", "agree")
	}
	rest, _ = l.reasonless(rest, func(rest text) bool { return rest.begins("purpose", "reason") })
	under := slices.ContainsFunc(rest.rests(), func(rest text) bool { return rest.begins("proviso") })
	if !ok && l.about.Offered != nil {
		return l.corrects(t)
	} else if !ok || rest.asked && t.begins("lead") || !l.about.Awaiting && (!under || len(l.about.Earlier) == 0) {
		return nil
	}
	own, offer, yes := l.spoken(t), l.last, Said{Kind: Yes, Language: l.tongue(t)}
	rest.acts = t.sayingFirst(own)
	if list := l.changes(rest, yes); list != nil {
		return list
	}
	if list, known := l.onTop(rest.past("joins", "proviso"), offer); known && !rest.is("proviso") || !under {
		return append([]Said{yes}, list...)
	}
	rest = l.unmarked(rest.past("proviso").bare())
	if read, ok := l.read(rest.String()); ok && l.verbFirst(rest) { // in the place of what was asked about
		return []Said{l.worded(Correction, l.instance(read))}
	}
	l.last = offer
	switch said, ok := l.revised(rest); {
	case ok:
		return []Said{said}
	case !l.about.Awaiting:
		return nil
	}
	return []Said{{Kind: Correction, Fault: provisoWhat}}
}

// sayingFirst are some acts and those of the languages of a text's first word: "en" joins in Dutch alone.
func (t text) sayingFirst(own []*language.Acts) []*language.Acts {
	return slices.DeleteFunc(slices.Clone(t.acts), func(a *language.Acts) bool {
		return !a.Words[t.words[0].Text] && !slices.Contains(own, a)
	})
}

// joinedAt reports whether a part of a text may begin at a word.
func (t text) joinedAt(i int) bool {
	return i == 0 || i == len(t.words) || t.words[i].Text == language.Comma || t.with(t.words[i:]).begins("joins")
}

// corrects sorts a no to an offer that says how it should be: "no, the house is of wood".
func (l *listener) corrects(t text) []Said {
	rest, no := t.past("remark", "lead", "oath").after("no")
	if no != "" && !rest.empty() && !l.verbFirst(rest) && l.reads(rest.String()) == nil {
		if said, ok := l.revised(rest); ok {
			return []Said{said}
		}
	}
	return nil
}

// changes is what a text behind a yes makes of what was asked about, and what it wishes on top; nil where neither is understood.
func (l *listener) changes(rest text, yes Said) []Said {
	but, offer := rest.begins("proviso"), l.last
	for i := range len(rest.words) + 1 {
		head, tail := rest.with(rest.words[:i]), rest.with(rest.words[i:])
		if tail = tail.past("joins"); !rest.joinedAt(i) || i == 0 && but || head.bare().begins("add") && !head.begins("joins") ||
			!tail.empty() && !l.verbFirst(tail) && !tail.begins("add", "request", "wish") {
			continue
		}
		l.last = offer
		left, first, same := l.changed(head), yes, l.last.String() == offer.String()
		if !same {
			first = l.worded(Correction, l.last)
		}
		switch list, ok := l.onTop(tail, l.last); {
		case ok && len(left) == 0:
			return append([]Said{first}, list...)
		case ok && !same:
			first.Guess, first.Gist.Left = true, strings.TrimSuffix(strings.Join(append(left, tail.String()), " ... "), " ... ")
			return []Said{first}
		}
	}
	return nil
}

// onTop sorts what stands behind a yes as requests in the context of what was agreed to; ok: it is all understood.
func (l *listener) onTop(t text, offer goals.Reading) (list []Said, ok bool) {
	if t.empty() {
		return nil, true
	}
	now, about, said := *l, *l.about, offer.Words()
	about.Earlier, about.Open = slices.Insert(slices.Clone(about.Earlier), 0, said), slices.Insert(slices.Clone(about.Open), 0, false)
	about.Read = slices.Insert(slices.Clone(about.Read), 0, goals.Keeping(l.book, said, offer))
	about.Awaiting, about.Offered, now.about = false, nil, &about
	list = now.acts(t)
	unclear := func(s Said) bool { return s.Kind == Correction || !now.understood(s, false) } // it may change what is no request yet
	return list, !slices.ContainsFunc(list, unclear)
}
