// SPDX-License-Identifier: MIT

package language

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/spelling"
)

// What is said beside goals ("stop", "go on", "thanks", "where are you?") are acts and questions: lists of phrases, found word by
// word and not in the chart, so that a stop waits for nothing. docs/PHRASES.md says how they are written.

//go:embed phrases/acts/*.yaml
var acts embed.FS

const actsDir = "phrases/acts"

// Spoken is a text as its words, with a Comma for what parts sentences. Capitals, marks over letters, apostrophes, hyphens and
// letters held down ("stooop") make no difference; a sign of Chinese, Japanese or Korean is a word.
type Spoken []SpokenWord

// SpokenWord is a word with its place in the text.
type SpokenWord struct {
	Text string
	Span game.Span
}

// Comma is the text of what parts sentences.
const Comma = ","

// String is the words alone, without what parts them.
func (s Spoken) String() string {
	list := make([]string, 0, len(s))
	for _, w := range s {
		if w.Text != Comma {
			list = append(list, w.Text)
		}
	}
	return strings.Join(list, " ")
}

// Of is the text from the first word to the last, as it was typed.
func (s Spoken) Of(text string) string {
	if len(s) == 0 {
		return ""
	}
	return text[s[0].Span.From:s[len(s)-1].Span.To]
}

// Parts are what stands between commas.
func (s Spoken) Parts() []Spoken {
	var out []Spoken
	from := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i].Text == Comma {
			if i > from {
				out = append(out, s[from:i])
			}
			from = i + 1
		}
	}
	return out
}

// Trim is the text without commas around it.
func (s Spoken) Trim() Spoken {
	for len(s) > 0 && s[0].Text == Comma {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1].Text == Comma {
		s = s[:len(s)-1]
	}
	return s
}

// Hear takes a text apart.
func Hear(text string) Spoken {
	var out Spoken
	var word []rune
	from := 0
	flush := func(end int) {
		if len(word) > 0 {
			out = append(out, SpokenWord{string(word), game.Span{From: from, To: end}})
			word = nil
		}
	}
	for at, raw := range text {
		size := utf8.RuneLen(raw)
		if raw == utf8.RuneError {
			size = 1
		}
		for _, c := range spelling.Plain(raw) {
			switch {
			case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), c == 'ー':
				flush(at)
				out = append(out, SpokenWord{string(c), game.Span{From: at, To: at + size}})
			case unicode.IsLetter(c), unicode.IsDigit(c), c == '_', withinNumber(text, at, c):
				if len(word) == 0 {
					from = at
				}
				if n := len(word); n < 2 || !unicode.IsLetter(c) || word[n-1] != c || word[n-2] != c {
					word = append(word, c)
				} else {
					word = word[:n-1] // of three and more one is meant
				}
			case strings.ContainsRune("'’‘`´", c):
			case unicode.IsSpace(c) && c != '\n', strings.ContainsRune(`"@#-`, c):
				flush(at)
			default:
				flush(at)
				out = append(out, SpokenWord{Comma, game.Span{From: at, To: at + size}})
			}
		}
	}
	flush(len(text))
	return out
}

// withinNumber says that a mark belongs to a number, an id or the name of a file: 1.5, -20, minecraft:stone, hut.nbt.
func withinNumber(text string, at int, c rune) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[min(at+1, len(text)):])
	switch c {
	case '.':
		ends := func(end string) bool { return len(text) >= at+len(end) && strings.EqualFold(text[at:at+len(end)], end) }
		return unicode.IsDigit(before) && unicode.IsDigit(after) || unicode.IsLetter(before) && slices.ContainsFunc(files[:], ends)
	case ':':
		return unicode.IsLetter(before) && unicode.IsLetter(after)
	case '-':
		return unicode.IsDigit(after) && !unicode.IsDigit(before) && !unicode.IsLetter(before)
	}
	return false
}

// Acts are the acts and questions of one language, made ready. They are read-only.
type Acts struct {
	Language string
	// Get is the first phrase of get, which a room may write.
	Get   string
	lists map[string][]*pattern
	// questions are those of each topic, hints what asks about one wherever it stands.
	questions, hints map[string][]*pattern
	// forms are the words of phrases that others stand for: "pouvez" is a "peux".
	forms map[string]string
	// joins are words that "{...}" does not cross.
	joins map[string]bool
	// Words are all that stand in phrases.
	Words map[string]bool
}

// pattern is a phrase of an act, as its parts.
type pattern struct {
	parts []*part
	// first are the words that it can begin with; nil for any.
	first map[string]bool
}

// Parts of a phrase beside words and lists.
const (
	// fewWords stands for one to mostFew words.
	fewWords = "..."
	mostFew  = 6
	// anyWords stands for any words and signs, or none.
	anyWords = "any"
	// joinsList has the words that it does not cross.
	joinsList = "joins"
)

// compileActs makes the acts of a file ready. The error is Faults.
func compileActs(f *File, lines document.Lines) (*Acts, error) {
	a := &Acts{Language: f.Language, lists: map[string][]*pattern{}, questions: map[string][]*pattern{}, hints: map[string][]*pattern{},
		forms: map[string]string{}, joins: map[string]bool{}, Words: map[string]bool{}}
	var faults Faults
	into := func(section string, from map[string][]string, to map[string][]*pattern) {
		for _, name := range slices.Sorted(maps.Keys(from)) {
			for i, text := range from[name] {
				if section == "hints" {
					text = "{any} (" + text + ") {any}"
				}
				p, err := phrase(text)
				if err == nil {
					err = p.hear()
				}
				if err == nil {
					err = p.known(f.Acts, a.Words)
				}
				if err != nil {
					at := document.Entry(document.Join(document.Join("", section), name), i)
					faults = append(faults, Fault{lines.Of(at), fmt.Sprintf("%s: %v", name, err)})
					continue
				}
				to[name] = append(to[name], &pattern{parts: []*part{p}})
			}
		}
	}
	into("acts", f.Acts, a.lists)
	into("questions", f.Questions, a.questions)
	into("hints", f.Hints, a.hints)
	if len(faults) > 0 {
		return nil, faults
	}
	if get := f.Acts["get"]; len(get) > 0 {
		a.Get = get[0]
	}
	for typed, w := range f.Forms {
		a.forms[Hear(typed).String()] = Hear(w).String()
		a.Words[Hear(typed).String()] = true
	}
	for _, w := range f.Acts[joinsList] {
		a.joins[Hear(w).String()] = true
	}
	a.index()
	return a, nil
}

// index notes the words with which each phrase may begin.
func (a *Acts) index() {
	for _, lists := range []map[string][]*pattern{a.lists, a.questions, a.hints} {
		for _, list := range lists {
			for _, p := range list {
				p.first = map[string]bool{}
				if a.firsts(p.parts, p.first, 0) {
					p.first = nil
				}
			}
		}
	}
}

// hear has the words of a phrase as those of a text are.
func (p *part) hear() error {
	if p.kind == repeated {
		return fmt.Errorf("a + does not work here; write the phrase out twice, or use {...}")
	}
	for _, q := range p.parts {
		if err := q.hear(); err != nil {
			return err
		}
	}
	if p.kind == word {
		p.kind, p.parts = sequence, nil
		for _, w := range Hear(p.text) {
			if w.Text != Comma {
				p.parts = append(p.parts, &part{kind: word, text: w.Text})
			}
		}
	}
	return nil
}

// known says which list a phrase refers to that is not there, and notes its words.
func (p *part) known(lists map[string][]string, words map[string]bool) error {
	if p.kind == word {
		words[p.text] = true
	}
	if p.kind == rule && lists[p.text] == nil {
		return fmt.Errorf("there is no list %q among the acts", p.text)
	}
	for _, q := range p.parts {
		if err := q.known(lists, words); err != nil {
			return err
		}
	}
	return nil
}

// firsts enters the words that parts can begin with; any: with every word.
func (a *Acts) firsts(parts []*part, into map[string]bool, depth int) (any bool) {
	if len(parts) == 0 || depth > 50 { // nothing, or a list that refers to itself
		return true
	}
	p, rest := parts[0], parts[1:]
	switch p.kind {
	case word:
		into[p.text] = true
	case sequence:
		any = a.firsts(slices.Concat(p.parts, rest), into, depth+1)
	case choice, optional:
		any = p.kind == optional && a.firsts(rest, into, depth+1)
		for _, q := range p.parts {
			any = a.firsts(append([]*part{q}, rest...), into, depth+1) || any
		}
	case rule:
		for _, q := range a.lists[p.text] {
			any = a.firsts(slices.Concat(q.parts, rest), into, depth+1) || any
		}
	default: // a slot takes any word
		any = true
	}
	return any
}

// Taken is what the places of a phrase took.
type Taken map[string]Spoken

// way is a phrase on its way through a text. Its work is bounded in steps.
type way struct {
	*Acts
	text  Spoken
	taken []taken
	steps int
}

type taken struct {
	name string
	text Spoken
}

// mostSteps bounds the work of one phrase at one place; what needs more is not found.
const mostSteps = 20_000

// walk calls found with every place where parts can end that begin at a word.
func (w *way) walk(parts []*part, at int, found func(end int)) {
	if w.steps++; w.steps > mostSteps {
		return
	}
	if len(parts) == 0 {
		found(at)
		return
	}
	p, rest := parts[0], parts[1:]
	on := func(end int) { w.walk(rest, end, found) }
	switch p.kind {
	case word:
		w.word(p.text, at, on)
	case sequence:
		w.walk(p.parts, at, on)
	case choice, optional:
		for _, q := range p.parts {
			w.walk([]*part{q}, at, on)
		}
		if p.kind == optional {
			on(at)
		}
	case rule:
		for _, q := range w.lists[p.text] {
			w.walk(q.parts, at, on)
		}
	case slot:
		w.slot(p.text, at, on)
	case repeated: // refused when the phrase was read
	}
}

// word goes on behind a word, whatever commas stand before it.
func (w *way) word(text string, at int, on func(end int)) {
	for at < len(w.text) && w.text[at].Text == Comma {
		at++
	}
	if at < len(w.text) && (w.text[at].Text == text || w.forms[w.text[at].Text] == text) {
		on(at + 1)
	}
}

// slot has a place of a phrase take words: few of them, one with an ending, or any.
func (w *way) slot(name string, at int, on func(end int)) {
	if ending, ok := strings.CutPrefix(name, "-"); ok {
		if at < len(w.text) && len(w.text[at].Text) > len(ending) && strings.HasSuffix(w.text[at].Text, ending) {
			on(at + 1)
		}
		return
	}
	most := len(w.text) - at
	if name == fewWords {
		most = min(most, mostFew)
	}
	if name == anyWords {
		on(at)
	}
	for n := 1; n <= most; n++ {
		last := w.text[at+n-1].Text
		if name != anyWords && last == Comma || name == fewWords && w.joins[last] {
			return
		}
		w.taken = append(w.taken, taken{name, w.text[at : at+n]})
		on(at + n)
		w.taken = w.taken[:len(w.taken)-1]
	}
}

// ends calls found with every place where a phrase of a list can end in a text.
func (a *Acts) ends(list []*pattern, text Spoken, found func(w *way, end int)) {
	text = text.Trim()
	if len(text) == 0 {
		return
	}
	for _, p := range list {
		if p.first != nil && !p.first[text[0].Text] && !p.first[a.forms[text[0].Text]] {
			continue
		}
		w := &way{Acts: a, text: text}
		w.walk(p.parts, 0, func(end int) { found(w, end) })
	}
}

// Has reports whether the language has phrases of an act.
func (a *Acts) Has(list string) bool { return len(a.lists[list]) > 0 }

// Begins is how many words of a text the longest of an act's phrases takes at its beginning; 0 for none.
func (a *Acts) Begins(list string, text Spoken) int {
	lead := 0
	for lead < len(text) && text[lead].Text == Comma {
		lead++
	}
	best := 0
	a.ends(a.lists[list], text[lead:], func(_ *way, end int) { best = max(best, end) })
	return best + lead*min(best, 1)
}

// Ends is how many words the longest of an act's phrases takes at the end of a text.
func (a *Acts) Ends(list string, text Spoken) int {
	for from := range text {
		if n := a.Begins(list, text[from:]); from+n == len(text) && n > 0 && text[from].Text != Comma {
			return n
		}
	}
	return 0
}

// Whole reports whether a text is a phrase of an act and nothing else.
func (a *Acts) Whole(list string, text Spoken) bool {
	text = text.Trim()
	return len(text) > 0 && a.Begins(list, text) == len(text)
}

// Asks is the topic that a text asks about, or hints at, with what the places of its question took and how many words that are: of
// several the one whose own words are the most. An empty topic is none.
func (a *Acts) Asks(text Spoken, hints bool) (topic string, got Taken, least int) {
	text = text.Trim()
	of, least := a.questions, len(text)+1
	if hints {
		of = a.hints
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		a.ends(of[name], text, func(w *way, end int) {
			open := 0
			for _, t := range w.taken {
				open += len(t.text)
			}
			if end == len(text) && (open < least || hints && open == least) {
				least, topic, got = open, name, Taken{}
				for _, t := range w.taken {
					got[t.name] = t.text
				}
			}
		})
	}
	return topic, got, least
}

// Acts are those of all languages, English first: of the files of phrases/acts, of those of phrases, and of the player's own.
func (l *Library) Acts() []*Acts { return l.acts() }

func loadActs(read func() ([]byte, error)) []*Acts {
	if text, err := read(); err == nil && text != nil {
		if own, lines, err := ReadFile(text); err == nil {
			if made, err := actsWith(own, lines); err == nil {
				return made // a mistake in the own file is told of where the grammar is made
			}
		}
	}
	return ActsIn(acts, actsDir)
}

// actsWith are the acts of all languages with those of a player's own file.
func actsWith(own *File, lines document.Lines) ([]*Acts, error) {
	both, all := &File{}, actFiles(acts, actsDir)
	both.add(own)
	i := slices.IndexFunc(all, func(f *File) bool { return f.Language == own.Language })
	if i < 0 {
		return allActs(append(all, both), lines)
	}
	both.add(all[i])
	all[i] = both
	return allActs(all, lines)
}

func allActs(files []*File, lines document.Lines) ([]*Acts, error) {
	out := make([]*Acts, len(files))
	for i, f := range files {
		var err error
		if out[i], err = compileActs(f, lines); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// actFiles are the files of acts in a folder of a program, English first.
func actFiles(from embed.FS, dir string) (out []*File) {
	for _, entry := range must(from.ReadDir(dir)) {
		f, _, err := ReadFile(must(from.ReadFile(dir + "/" + entry.Name())))
		at := len(out)
		if must(f, err).Language == "en" {
			at = 0
		}
		out = slices.Insert(out, at, f)
	}
	return out
}

// ActsIn are the acts and questions of the files in a folder of a program, English first.
func ActsIn(from embed.FS, dir string) []*Acts { return must(allActs(actFiles(from, dir), nil)) }
