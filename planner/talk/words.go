// SPDX-License-Identifier: MIT

package talk

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, or a comma for what parts a sentence, with its place in the
// text, in bytes.
type token struct {
	word    string
	at, end int
}

// text is what was said, taken apart.
type text struct {
	raw    string
	tokens []token
	// asked: it ends with a question mark.
	asked bool
}

const comma = ","

// take takes a text apart. Capitals and apostrophes are nothing to go by.
func take(raw string) text {
	t := text{raw: raw}
	var b strings.Builder
	start := 0
	flush := func(end int) {
		if b.Len() > 0 {
			t.tokens = append(t.tokens, token{b.String(), start, end})
			b.Reset()
		}
	}
	for i, c := range raw {
		switch {
		case unicode.IsLetter(c), unicode.IsDigit(c), c == '_', c == '/', c == '-', (c == '.' || c == ':') && innerMark(raw, i):
			if b.Len() == 0 {
				start = i
			}
			b.WriteRune(unicode.ToLower(c))
		case c == '\'', c == '’', c == '‘':
			// don't: the word goes on
		case strings.ContainsRune(",;.!?:\n", c):
			flush(i)
			t.tokens = append(t.tokens, token{comma, i, i + 1})
		default:
			flush(i)
		}
	}
	flush(len(raw))
	t.asked = strings.HasSuffix(strings.TrimRight(raw, " \t\n!.)"), "?")
	for len(t.tokens) > 0 && t.last() == comma {
		t.tokens = t.tokens[:len(t.tokens)-1]
	}
	return t
}

// innerMark says that a mark stands within a word: 1.5, minecraft:stone.
func innerMark(raw string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(raw[:i])
	after, _ := utf8.DecodeRuneInString(raw[i+1:])
	return (unicode.IsLetter(before) || unicode.IsDigit(before)) && (unicode.IsLetter(after) || unicode.IsDigit(after))
}

func (t text) empty() bool { return len(t.tokens) == 0 }

func (t text) first() string {
	if t.empty() {
		return ""
	}
	return t.tokens[0].word
}

func (t text) last() string {
	if t.empty() {
		return ""
	}
	return t.tokens[len(t.tokens)-1].word
}

// String is the text as it was typed, from the first word that is left to the
// last.
func (t text) String() string {
	if t.empty() {
		return ""
	}
	return t.raw[t.tokens[0].at:t.tokens[len(t.tokens)-1].end]
}

// phrase are the words that are left, without what parts them.
func (t text) phrase() string {
	words := make([]string, 0, len(t.tokens))
	for _, k := range t.tokens {
		if k.word != comma {
			words = append(words, k.word)
		}
	}
	return strings.Join(words, " ")
}

// after is the text behind the phrase that it begins with; ok is false when it
// begins otherwise.
func (t text) after(phrase string) (text, bool) {
	rest := t.tokens
	for w := range strings.FieldsSeq(phrase) {
		for len(rest) > 0 && rest[0].word == comma {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].word != w {
			return t, false
		}
		rest = rest[1:]
	}
	t.tokens = rest
	for !t.empty() && t.first() == comma {
		t.tokens = t.tokens[1:]
	}
	return t, true
}

// before is the text in front of the phrase that it ends with.
func (t text) before(phrase string) (text, bool) {
	words := strings.Fields(phrase)
	n := len(t.tokens) - len(words)
	if n < 0 {
		return t, false
	}
	for i, w := range words {
		if t.tokens[n+i].word != w {
			return t, false
		}
	}
	t.tokens = t.tokens[:n]
	for !t.empty() && t.last() == comma {
		t.tokens = t.tokens[:len(t.tokens)-1]
	}
	return t, true
}

// afterAny is the text behind the longest of the phrases that it begins with.
func (t text) afterAny(list []string) (rest text, which string) {
	rest = t
	for _, p := range list {
		if r, ok := t.after(p); ok && strings.Count(p, " ") >= strings.Count(which, " ") && (which == "" || len(r.tokens) < len(rest.tokens)) {
			rest, which = r, p
		}
	}
	return rest, which
}

// beforeAny is the text in front of the longest of the phrases that it ends with.
func (t text) beforeAny(list []string) (rest text, which string) {
	rest = t
	for _, p := range list {
		if r, ok := t.before(p); ok && (which == "" || len(r.tokens) < len(rest.tokens)) {
			rest, which = r, p
		}
	}
	return rest, which
}

// parts are what stands between commas, and around "and" where it is told to.
func (t text) parts() []text {
	var out []text
	from := 0
	for i := 0; i <= len(t.tokens); i++ {
		if i == len(t.tokens) || t.tokens[i].word == comma {
			if i > from {
				out = append(out, text{raw: t.raw, tokens: t.tokens[from:i]})
			}
			from = i + 1
		}
	}
	return out
}

// lists makes a list of phrases of lines with commas.
func lists(lines ...string) []string {
	var out []string
	for _, line := range lines {
		for p := range strings.SplitSeq(line, ",") {
			out = append(out, strings.TrimSpace(p))
		}
	}
	return out
}

// set makes a set of phrases of lines with commas.
func set(lines ...string) map[string]bool {
	m := map[string]bool{}
	for _, p := range lists(lines...) {
		m[p] = true
	}
	return m
}

// Words around what is said that add nothing.
var (
	leads  = lists("please, pls, plz, ok, okay, hey, hi, hello, yo, so, well, oh, um, uh, alright, minehand, bot, buddy, mate, dude, bro, man, and, then, but, now, just")
	trails = lists("please, pls, plz, thanks, thank you, thx, ty, minehand, bot, buddy, mate, dude, bro, man, ok, okay, now, right now, for now, already, then, at once, immediately")
)

// bare is the text without words around it that add nothing; a text of nothing
// else stays.
func (t text) bare() text {
	for {
		rest, which := t.afterAny(leads)
		if which == "" || rest.empty() {
			break
		}
		t = rest
	}
	for {
		rest, which := t.beforeAny(trails)
		if which == "" || rest.empty() {
			return t
		}
		t = rest
	}
}
