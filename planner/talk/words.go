// SPDX-License-Identifier: MIT

package talk

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// text is what was said, taken apart, with the acts of all languages to look for in it.
type text struct {
	raw   string
	words language.Spoken
	acts  []*language.Acts
	// told are the words of a question that waits for a yes.
	told language.Spoken
	// asked: it ends with a question mark.
	asked bool
}

// take takes a text apart.
func (s *Sorter) take(raw string) text {
	return text{raw: raw, words: language.Hear(raw).Trim(), acts: goals.Grammar().Acts()}.marked()
}

// with is a part of the text.
func (t text) with(words language.Spoken) text {
	t.words = words.Trim()
	return t
}

func (t text) empty() bool { return len(t.words) == 0 }

// String is the text as it was typed, from the first word that is left to the last.
func (t text) String() string { return t.words.Of(t.raw) }

// typed is that with the mark of a question.
func (t text) typed() string { return t.String() + map[bool]string{true: "?"}[t.asked] }

// marked is a text with what its own mark says: whether it asks.
func (t text) marked() text {
	if !t.empty() {
		behind := strings.TrimLeft(t.behind(), " \t\n)!.！。")
		t.asked = strings.HasPrefix(behind, "?") || strings.HasPrefix(behind, "？")
	}
	return t
}

// behind is what was typed behind the last word.
func (t text) behind() string { return t.raw[t.words[len(t.words)-1].Span.To:] }

// only goes through a text that is phrases of some acts, and of others beside them: the first of
// those acts that is said, and in which language; empty where something else is said too.
func (t text) only(acts []string, beside ...string) (act, lang string) {
	phrases := slices.Concat(acts, beside)
	for rest := t; !rest.empty(); {
		best, which, in := 0, "", ""
		for _, a := range t.acts {
			for i, one := range phrases {
				if n := a.Begins(one, rest.words); n > best && i < len(acts) {
					best, which, in = n, one, a.Language
				} else if n > best {
					best, which = n, ""
				}
			}
		}
		if best == 0 && t.repeats(rest.words[0].Text) {
			best = 1
		} else if best == 0 {
			return "", ""
		}
		if which != "" && (act == "" || slices.Index(acts, which) < slices.Index(acts, act)) {
			act, lang = which, in
		}
		rest = rest.with(rest.words[best:])
	}
	return act, lang
}

// repeats reports whether a word is one of the question that waits for a yes, whatever its ending.
func (t text) repeats(word string) bool {
	const stem, ending = 5, 2 // in bytes
	return !goals.Negates(word) && slices.ContainsFunc(t.told, func(w language.SpokenWord) bool {
		same := w.Text[:max(len(w.Text)-ending, min(stem, len(w.Text)))]
		return w.Text == word || len(same) >= stem && strings.Contains(word, same) && len(word) <= len(w.Text)+ending ||
			len(word) >= stem && strings.Contains(w.Text, word)
	})
}

// called is the text without the name of whom it is said to: "hey Handy, get 3 dirt", "stop, Handy".
func (t text) called(name string) text {
	who, parts := language.Hear(name).Trim(), t.parts()
	if last := len(parts) - 1; last > 0 && parts[last].phrase() == who.String() {
		t = t.with(t.words[:len(t.words)-len(parts[last].words)].Trim())
	}
	rest, hey := t.after("greeting")
	n := len(who)
	if n == 0 || len(rest.words) < n || rest.with(rest.words[:n]).phrase() != who.String() {
		return t
	}
	if behind := rest.with(rest.words[n:].Trim()); hey == "" || !behind.empty() {
		return behind
	}
	return t.with(t.words[:len(t.words)-len(rest.words)])
}

// phrase are the words that are left, without what parts them.
func (t text) phrase() string { return t.words.String() }

// is reports whether the text is a phrase of an act and nothing else.
func (t text) is(act string) bool { return t.in(act) != "" }

// in is the language in which the text is a phrase of an act, empty for none.
func (t text) in(act string) string {
	for _, a := range t.acts {
		if a.Whole(act, t.words) {
			return a.Language
		}
	}
	return ""
}

// after is the text behind the longest phrase of an act that it begins with, and that phrase; empty for none.
func (t text) after(act string) (rest text, which string) {
	best := 0
	for _, a := range t.acts {
		best = max(best, a.Begins(act, t.words))
	}
	return t.with(t.words[best:]), t.words[:best].String()
}

// past is the text behind the phrases of some acts that it begins with.
func (t text) past(acts ...string) text {
	for at := len(t.words) + 1; len(t.words) < at; {
		at = len(t.words)
		for _, act := range acts {
			t, _ = t.after(act)
		}
	}
	return t
}

// before is the text in front of the longest phrase of an act that it ends with.
func (t text) before(act string) (rest text, which string) {
	best := 0
	for _, a := range t.acts {
		best = max(best, a.Ends(act, t.words))
	}
	cut := len(t.words) - best
	return t.with(t.words[:cut]), t.words[cut:].String()
}

// parted is a text behind a phrase that it begins with, up to the first comma or word that joins, and what stands behind that.
func (t text) parted(act string) (head, now text, ok bool) {
	_, which := t.after(act)
	for i := range t.words {
		now = t.with(t.words[i:])
		if which == "" || i == 0 || !now.begins("joins", "request") && t.words[i].Text != language.Comma {
			continue
		}
		head, _ = t.with(t.words[:i]).after(act)
		now = now.past("joins")
		return head, now, !now.empty()
	}
	return t, t, false
}

// sides are what stands before, between and behind the words and signs that join.
func (t text) sides() (out []text) {
	from := 0
	for i := range t.words {
		if rest := t.with(t.words[i:]); i > 0 && (t.words[i].Text == language.Comma || rest.begins("joins")) {
			out, from = append(out, t.with(t.words[from:i]).past("joins")), i
		}
	}
	return slices.DeleteFunc(append(out, t.with(t.words[from:]).past("joins")), text.empty)
}

// has reports whether a word of the text is one of an act.
func (t text) has(act string) bool {
	return slices.ContainsFunc(t.words, func(w language.SpokenWord) bool { return t.with([]language.SpokenWord{w}).is(act) })
}

// without is the text without the words of an act.
func (t text) without(act string) text {
	return t.with(slices.DeleteFunc(slices.Clone(t.words), func(w language.SpokenWord) bool { return t.with(language.Spoken{w}).is(act) }))
}

// parts are what stands between commas.
func (t text) parts() (out []text) {
	for _, words := range t.words.Parts() {
		out = append(out, t.with(words))
	}
	return out
}

// bare is the text without words around it that add nothing; a text of nothing else stays.
func (t text) bare() text {
	if rest, which := t.after("lead"); which != "" && !rest.empty() {
		return rest.bare()
	}
	if rest, which := t.before("trail"); which != "" && !rest.empty() {
		return rest.bare()
	}
	return t
}
