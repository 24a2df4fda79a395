// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

// maxText bounds a goal, in bytes; what is longer is no goal but a story.
const maxText = 2000

// token is a word, number or comma with its place in the text, in bytes.
type token struct {
	word    string
	at, end int
}

// lexer collects the tokens of one text.
type lexer struct {
	text  string
	out   []token
	b     strings.Builder
	start int
	// item is the number of the next point of a numbered list, 0 without one.
	item int
}

// lex splits a text. Namespaces and quotes are dropped, underscores part words
// as blanks do; what ends a sentence is a comma, as are "->" and the points of a
// numbered list.
func lex(s string) []token {
	l := &lexer{text: s}
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "1.") && !strings.HasPrefix(t[2:], "0") || strings.HasPrefix(t, "1)") {
		l.item = 1
	}
	for i, c := range s {
		l.rune(i, c)
	}
	l.flush(len(s))
	for n := len(l.out); n > 0 && l.out[n-1].word == ","; n = len(l.out) {
		l.out = l.out[:n-1]
	}
	return l.out
}

func (l *lexer) flush(end int) {
	if l.b.Len() == 0 {
		return
	}
	if w := l.b.String(); w != strings.TrimSuffix(game.Namespace, ":") || end >= len(l.text) || l.text[end] != ':' {
		l.out = append(l.out, token{w, l.start, end})
	}
	l.b.Reset()
}

func (l *lexer) add(at int, c rune) {
	if l.b.Len() == 0 {
		l.start = at
	}
	l.b.WriteRune(c)
}

// mark enters a sign of one byte as a word.
func (l *lexer) mark(at int, word string) {
	l.flush(at)
	l.out = append(l.out, token{word, at, at + 1})
}

// next is the rune behind one of a size.
func (l *lexer) next(i int, c rune) rune {
	if k := i + utf8.RuneLen(c); k > i && k < len(l.text) {
		r, _ := utf8.DecodeRuneInString(l.text[k:])
		return r
	}
	return ' '
}

func (l *lexer) rune(i int, c rune) {
	switch {
	case c == utf8.RuneError, l.smile(i, c):
		l.flush(i)
	case unicode.IsLetter(c):
		if l.b.Len() > 0 && isNumber(l.b.String()) {
			l.flush(i) // 3diamonds, 3x
		}
		l.add(i, unicode.ToLower(c))
	case c >= '0' && c <= '9':
		switch l.b.String() {
		case "x", "y", "z": // x100
			l.flush(i)
		}
		l.add(i, c)
	case c == '-':
		l.flush(i)
		before, _ := utf8.DecodeLastRuneInString(l.text[:i])
		if unicode.IsDigit(l.next(i, c)) && !unicode.IsDigit(before) && (!unicode.IsLetter(before) || strings.ContainsRune("xyzXYZ", before)) {
			l.add(i, c)
		}
	case c == '.' && l.b.Len() > 0 && isNumber(l.b.String()) && unicode.IsDigit(l.next(i, c)):
		l.add(i, c)
	case c == '\'' || c == '’' || c == '‘':
		// don't, player's: the word goes on
	case (c == '.' || c == ')') && l.point():
		l.b.Reset()
		l.mark(i, ",")
	case strings.ContainsRune(",;.!\n>", c):
		l.mark(i, ",")
	case c == '&' || c == '+':
		l.mark(i, "and")
	case c == '*':
		l.mark(i, "x")
	case c == '(' && l.bracketed(i):
		l.mark(i, "x") // cobblestone (64)
	case c == '/' && l.without(i):
		l.add(i, c)
	case c == '~' || c == '^' || c == '%':
		l.mark(i, string(c)) // places and shares that are relative to another
	default:
		l.flush(i)
	}
}

// without says that the stroke is that of "w/o", which else would be two words.
func (l *lexer) without(i int) bool {
	r := []rune(strings.ToLower(l.text[i+1 : min(len(l.text), i+1+2*utf8.UTFMax)]))
	return l.b.String() == "w" && len(r) > 0 && r[0] == 'o' && (len(r) == 1 || !unicode.IsLetter(r[1]))
}

// point says that the number at hand is the next of a numbered list.
func (l *lexer) point() bool {
	if l.item == 0 || l.b.String() != strconv.Itoa(l.item) {
		return false
	}
	if n := len(l.out); n > 0 && (isNumber(l.out[n-1].word) || l.out[n-1].word == "x") {
		return false
	}
	l.item++
	return true
}

// bracketed says that nothing but a number stands in the brackets.
func (l *lexer) bracketed(i int) bool {
	end := strings.IndexByte(l.text[i:], ')')
	return end > 1 && end < 8 && strings.Trim(l.text[i+1:i+end], "0123456789") == ""
}

func isNumber(s string) bool {
	if s == "" || s[len(s)-1] < '0' || s[len(s)-1] > '9' {
		return false
	}
	return strings.Trim(s, "-.0123456789") == ""
}

// smile says that a letter or figure is part of a smiley: ":D", ":3".
func (l *lexer) smile(i int, c rune) bool {
	return strings.ContainsRune("DP3", c) && i > 0 && (strings.ContainsRune(":;", rune(l.text[i-1])) || c == 'D' && l.text[i-1] == 'x') && (i == 1 || l.text[i-2] == ' ') && (i+1 == len(l.text) || l.text[i+1] == ' ')
}

// phrases are sequences of words, found by their first word, the longest first.
type phrases map[string][][]string

func newPhrases(list ...string) phrases {
	p := phrases{}
	for _, text := range list {
		words := strings.Fields(text)
		p[words[0]] = append(p[words[0]], words)
	}
	for _, of := range p {
		slices.SortStableFunc(of, func(a, b []string) int { return len(b) - len(a) })
	}
	return p
}

// combined are the phrases that have one of each list, in order; an empty part adds
// nothing.
func combined(lists ...[]string) []string {
	out := []string{""}
	for _, list := range lists {
		var next []string
		for _, head := range out {
			for _, part := range list {
				next = append(next, strings.TrimSpace(head+" "+part))
			}
		}
		out = next
	}
	return out
}

// longest is how many words the longest of the phrases has that comes next, 0
// for none.
func (p *parser) longest(list phrases) int {
	for _, words := range list[p.peek()] {
		if p.nextAre(0, words...) {
			return len(words)
		}
	}
	return 0
}

// skipLongest skips the longest of the phrases that comes next.
func (p *parser) skipLongest(list phrases) bool {
	n := p.longest(list)
	p.at += n
	return n > 0
}

// skip skips the first of some phrases that comes next.
func (p *parser) skip(list ...string) bool {
	w := p.peek()
	for _, text := range list {
		if !strings.HasPrefix(text, w) || w == "" {
			continue
		}
		if text == w {
			p.at++
			return true
		}
		if parts := strings.Fields(text); p.nextAre(0, parts...) {
			p.at += len(parts)
			return true
		}
	}
	return false
}

func (p *parser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

// ahead is the phrase of the next n words; empty when there are fewer.
func (p *parser) ahead(n int) string {
	if p.at+n > len(p.words) {
		return ""
	}
	return strings.Join(p.words[p.at:p.at+n], " ")
}

// nextAre reports whether the words from offset on are these.
func (p *parser) nextAre(offset int, words ...string) bool {
	if p.at+offset+len(words) > len(p.words) {
		return false
	}
	for i, w := range words {
		if p.words[p.at+offset+i] != w {
			return false
		}
	}
	return true
}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
