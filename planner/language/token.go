// SPDX-License-Identifier: MIT

package language

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
	"golang.org/x/text/unicode/norm"

	"github.com/minehand/minehand/game"
)

// MaxText bounds a message, in bytes; what is longer is not read.
const MaxText = 2000

// TokenKind says what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	// Word is a word; of a script without spaces one character.
	Word TokenKind = iota
	// Number is written in digits, with its sign.
	Number
	// Sign is punctuation or a symbol.
	Sign
	// Quote is what stands in quotation marks.
	Quote
	// FileName is that of a file of a building, as it was typed.
	FileName
)

// Token is a word, number or sign of a text.
type Token struct {
	Kind TokenKind
	// Text is its normal form: compatible characters, lower case, no apostrophes. Of a quote it is what stands in the marks, as typed.
	Text string
	Span game.Span
}

// quoteMarks are the pairs that a quote stands in.
var quoteMarks = map[rune]rune{'"': '"', '\'': '\'', '“': '”', '„': '“', '«': '»', '»': '«', '‹': '›', '「': '」', '『': '』', '`': '`'}

// Tokenize splits a text by Unicode's word boundaries (UAX 29).
func Tokenize(text string) []Token {
	t := &tokens{text: text}
	before := ' '
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if end := closing(text, at+size, quoteMarks[r]); end > 0 && (r != '\'' || apart(text, at, end)) {
			t.words(at)
			inner := text[at+size : end]
			_, last := utf8.DecodeRuneInString(text[end:])
			t.out = append(t.out, Token{Quote, inner, game.Span{From: at, To: end + last}})
			at = end + last
			t.from = at
			continue
		}
		if end := at + smile(text[at:]); end > at {
			t.words(at)
			at, t.from = end, end
			continue
		}
		if unicode.IsSpace(before) || before >= firstUnspaced {
			if end := at + file(text[at:]); end > at {
				t.words(at)
				t.out = append(t.out, Token{FileName, text[at:end], game.Span{From: at, To: end}})
				at, t.from = end, end
				continue
			}
		}
		at, before = at+size, r
	}
	t.words(len(text))
	return t.listed()
}

// Mark is the normal form of what stands before each entry of a list: "•", or "1." where the entries are numbered one after another.
const Mark = "•"

// listed makes one token of each number of a list: "1. this 2. that", "1) this 2) that".
func (t *tokens) listed() []Token {
	if !slices.ContainsFunc(t.out, func(one Token) bool { return one.Kind == Number }) {
		return t.out
	}
	entry, last := 1, 0
	var out []Token
	for i := 0; i < len(t.out); i++ {
		first := len(out) == 0 || out[len(out)-1].Text == ":" || out[len(out)-1].Text == "("
		if i > 0 && entry == 1 && !first || !t.numbers(i, entry) {
			out = append(out, t.out[i])
			continue
		}
		mark := Token{Sign, Mark, game.Span{From: t.out[i].Span.From, To: t.out[i+1].Span.To}}
		if n := len(out); n > last && out[n-1].Text == "(" { // (1)
			mark.Span.From, out = out[n-1].Span.From, out[:n-1]
		}
		out = append(out, mark)
		entry, last = entry+1, len(out)
		i++
	}
	return out
}

// numbers reports whether a token is the number of an entry of a list, with its sign.
func (t *tokens) numbers(i, entry int) bool {
	if i+2 >= len(t.out) || t.out[i].Kind != Number || t.out[i].Text != strconv.Itoa(entry) {
		return false
	}
	sign := t.out[i+1]
	return sign.Kind == Sign && strings.Contains(".):、", sign.Text) && sign.Span.From == t.out[i].Span.To
}

// smile is the length of a face made of signs, 0 for none: ":)", ";-D".
func smile(text string) int {
	n := 0
	for _, of := range [...]string{":;=", "-", ")(DPpOo"} {
		if n < len(text) && strings.IndexByte(of, text[n]) >= 0 {
			n++
		} else if of != "-" {
			return 0
		}
	}
	if n < len(text) && text[n] != ' ' {
		return 0
	}
	return n
}

// files are what the names of files of buildings end with.
var files = [...]string{".schem", ".schematic", ".litematic", ".nbt"}

// isFile reports whether a text is the name of a file of a building.
func isFile(text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(files[:], func(end string) bool { return strings.HasSuffix(low, end) && low != end })
}

// file is the length of the name of a file that a text begins with, 0 for none: up to a
// space or a script without spaces, without what ends a sentence.
func file(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r >= firstUnspaced })
	if end < 0 {
		end = len(text)
	}
	if strings.IndexByte(text[:end], '.') <= 0 {
		return 0
	}
	name := strings.TrimRight(text[:end], ".,;:!?)")
	if first, _ := utf8.DecodeRuneInString(name); !isFile(name) || !unicode.IsLetter(first) && !unicode.IsDigit(first) {
		return 0
	}
	return len(name)
}

// apart reports whether two marks stand at the ends of words, and not within one.
func apart(text string, at, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[end+1:])
	return (at == 0 || unicode.IsSpace(before)) && (end+1 == len(text) || !unicode.IsLetter(after))
}

// closing is where a mark closes a quote that is not empty, 0 for nowhere.
func closing(text string, from int, mark rune) int {
	if mark == 0 {
		return 0
	}
	end := strings.IndexRune(text[from:], mark)
	if end <= 0 || strings.TrimSpace(text[from:from+end]) == "" {
		return 0
	}
	return from + end
}

// tokens collects the tokens of one text.
type tokens struct {
	text string
	from int
	out  []Token
}

// words splits the text from where the last call ended up to end.
func (t *tokens) words(end int) {
	segments := words.FromString(t.text[t.from:end])
	for segments.Next() {
		t.segment(t.from+segments.Start(), segments.Value())
	}
	t.from = end
}

// segment enters a piece between two word boundaries; an empty one is none.
func (t *tokens) segment(at int, piece string) {
	first, _ := utf8.DecodeRuneInString(piece)
	switch {
	case unicode.IsSpace(first) || first == utf8.RuneError:
	case first >= '0' && first <= '9':
		t.number(at, piece)
	case unicode.IsLetter(first) || unicode.IsDigit(first) || first == '_':
		t.word(at, piece)
	case unicode.Is(unicode.So, first), apostrophes.Replace(piece) == "": // a picture says nothing
	default:
		t.add(Sign, norm.NFKC.String(piece), at, len(piece))
	}
}

// number enters what begins with a digit: "64", "3x", "3x3", "1.5", "100,64".
func (t *tokens) number(at int, piece string) {
	end := 0
	for end < len(piece) && (piece[end] >= '0' && piece[end] <= '9' || piece[end] == '.' && end+1 < len(piece)) {
		end++
	}
	begin := at
	if n := len(t.out); n > 0 && t.out[n-1].Text == "-" && t.out[n-1].Span.To == at && (n == 1 || !t.joins(t.out[n-2])) {
		begin, t.out = at-1, t.out[:n-1]
	}
	t.add(Number, t.text[begin:at+end], begin, at+end-begin)
	at, piece = at+end, piece[end:] // what stands behind it without a space
	if first, size := utf8.DecodeRuneInString(piece); !unicode.IsLetter(first) && (first < '0' || first > '9') {
		t.add(Sign, norm.NFKC.String(piece[:size]), at, size)
		at, piece = at+size, piece[size:]
	}
	t.segment(at, piece)
}

// joins reports whether a dash right behind a token belongs to it, as in "3-4": then it
// is no minus. Scripts without spaces have no such words.
func (t *tokens) joins(before Token) bool {
	last, _ := utf8.DecodeLastRuneInString(before.Text)
	axis := before.Text == "x" || before.Text == "y" || before.Text == "z"
	return before.Span.To == t.out[len(t.out)-1].Span.From && before.Kind != Sign && last < firstUnspaced && !axis
}

// firstUnspaced is where the scripts begin that are written without spaces (CJK Radicals).
const firstUnspaced = 0x2E80

// word enters a word: "don't", "minecraft:iron_ore", "x100".
func (t *tokens) word(at int, piece string) {
	if id, ok := strings.CutPrefix(piece, game.Namespace); ok && id != "" {
		at, piece = at+len(game.Namespace), id
	}
	if colon := strings.IndexByte(piece, ':'); colon > 0 { // x:100, do:it
		t.word(at, piece[:colon])
		t.add(Sign, ":", at+colon, 1)
		t.segment(at+colon+1, piece[colon+1:])
		return
	}
	first, n := utf8.DecodeRuneInString(piece)
	if len(piece) > n && strings.ContainsRune("xyzXYZхХ", first) && piece[n] <= '9' && strings.Trim(piece[n:], "0123456789xXхХ") == "" {
		t.add(Word, strings.ToLower(piece[:n]), at, n)
		t.number(at+n, piece[n:])
		return
	}
	t.add(Word, apostrophes.Replace(strings.ToLower(norm.NFKC.String(piece))), at, len(piece))
}

func (t *tokens) add(kind TokenKind, text string, at, size int) {
	if text != "" {
		t.out = append(t.out, Token{kind, text, game.Span{From: at, To: at + size}})
	}
}

// apostrophes stand within words and say nothing.
var apostrophes = strings.NewReplacer("'", "", "’", "", "‘", "", "ʼ", "")
