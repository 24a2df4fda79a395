// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/language"
)

//go:embed words.json
var tellingText []byte

// telling is the reviewed file: the words by which a sentence that is not read is told apart. cannot are verbs of what no
// goal is, negations what turns the rest round, weighty what no answer takes the place of, gear what needs a material
// before it, wider what means more than a verb, which a translation may say by it.
type telling struct {
	Languages                        map[string]wordSet
	Cannot, Negations, Weighty, Gear wordSet
	Scripts, Instead                 map[string]string
	Wider                            map[Kind]string
	Beyond                           []beyond
	Shown                            []Kind
	Help                             string
}

// beyond is a kind of what players ask for and no body here does: what that is in English, the goal
// that comes nearest to it, and its words by language.
type beyond struct {
	Kind, Cannot, Near string
	Words              map[string]wordSet
}

// speaks is the language in which a text asks for it, empty for none.
func (b *beyond) speaks(text string, words []string) string {
	said := "_" + strings.Join(words, "_") + "_"
	for _, code := range slices.Sorted(maps.Keys(b.Words)) {
		for w := range b.Words[code] {
			if strings.Contains(said, "_"+w+"_") || Grammar().Grammar(code).Blank() == "" && strings.Contains(text, w) {
				return code
			}
		}
	}
	return ""
}

// wordSet are words, written with blanks between.
type wordSet map[string]bool

// UnmarshalText reads the words.
func (s *wordSet) UnmarshalText(text []byte) error {
	*s = wordSet{}
	for w := range strings.FieldsSeq(string(text)) {
		(*s)[w] = true
	}
	return nil
}

// tell decodes the file once. It is part of the program, so that a fault in it is one of the program.
var tell = sync.OnceValue(func() *telling {
	t := &telling{}
	if err := json.Unmarshal(tellingText, t); err != nil {
		panic("goals: words.json: " + err.Error())
	}
	return t
})

// Negates reports whether a word turns what follows it into what is not wanted.
func Negates(word string) bool { return tell().Negations[word] }

// Weighty reports whether a word may say when, or how much, of what follows it.
func Weighty(word string) bool { return tell().Weighty[word] }

// Weighs reports whether a word is a part of what a wish is about: a number, a name of a thing or
// a mob, a "not", a condition, the verb of one.
func (r *Reader) Weighs(word string) bool {
	if Negates(word) || tell().Weighty[word] || slices.ContainsFunc(Grammar().Grammars(), func(g *language.Grammar) bool { return g.Numeral(word) }) {
		return true
	}
	return len(r.Things(Get, word).Goals)+len(r.Things(Kill, word).Goals) > 0
}

// english is the grammar that what is offered is written in.
func english() *language.Grammar { return Grammar().Grammar("en") }

// Words are what a clause of a verb may begin with, in English.
func (k Kind) Words() []string { return english().Openings(string(k)) }

// unread says what is the matter with a text that was not read: it is in another
// language, it asks for what nobody can, or a part of it was not understood.
func (r *Reader) unread(text string, f *language.Unread) error {
	words := wordsOf(text)
	e := &game.UnreadableError{Text: text, Part: f.Rest.Of(text), Language: r.language(text, words), Number: f.None, Most: maxCount}
	if e.Language != "" && f.Language == english().Language() {
		e.Part = "" // its grammar came no way
	}
	e.Example = r.exampleIn(e.Language)
	if e.Number != "" {
		return e
	}
	clause := wordsOf(f.Clause.Of(text))
	if len(clause) > 0 && len(f.Verbs) > 0 && !r.Knows(clause[0]) && !english().Says(clause[0]) {
		e.In = f.Language // whose verb it begins with
	}
	if e.Language == "" && len(clause) > 0 && tell().Cannot[clause[0]] {
		e.Cannot = f.Clause.Of(text)
	}
	for _, b := range tell().Beyond {
		if code := b.speaks(text, words); code != "" {
			e.Beyond, e.Cannot, e.In, e.Nearest = b.Kind, b.Cannot, code, []string{r.inWords(b.Near, code)}
			return e
		}
	}
	for _, w := range words {
		if instead := tell().Instead[w]; instead != "" {
			e.Nearest = []string{instead}
			if f.Language != "" && f.Language != english().Language() {
				e.Nearest[0] = r.inWords(instead, f.Language)
			}
			return e
		}
	}
	if e.Cannot == "" {
		e.Partly = r.partly(text, f)
		if p := e.Partly; p != nil && strings.Join(strings.Fields(p.Before+p.After), " ") == strings.Join(strings.Fields(text), " ") {
			e.Part = "" // all of it was understood, and something is to be said yet
		}
		for _, whole := range e.Partly.Whole() {
			if _, _, ok := r.spokenBy(whole); ok {
				e.Nearest = append(e.Nearest, whole)
			}
		}
	}
	return e
}

// inWords is an English goal in the words of a language.
func (r *Reader) inWords(goal, code string) string {
	read, err := r.Read(goal)
	if read.Language = code; err != nil {
		return goal
	}
	return read.Words()
}

// wordsOf are the words of a text as phrases are compared.
func wordsOf(text string) []string {
	var out []string
	for _, t := range language.Tokenize(text) {
		if t.Kind == language.Word {
			out = append(out, t.Text)
		}
	}
	return out
}

// failed is what the grammar says of a message that it does not read whole: the clause that is not
// read, and the verbs that it may have, the likeliest first.
func failed(text string, err error) *language.Unread {
	f := &language.Unread{}
	errors.As(err, &f)
	words := wordsOf(f.Clause.Of(text))
	if len(words) == 0 {
		f.Verbs = nil
	}
	for i, verb := range f.Verbs {
		if strings.HasPrefix(verb, words[0]) {
			copy(f.Verbs[1:], f.Verbs[:i])
			f.Verbs[0] = verb
		}
	}
	return f
}

// leastOfLanguage is the share of the words of a text that must be a language's,
// and of no other thing known here, for it to be named.
const leastOfLanguage = 0.4

// language is the language of a text when that is clearly not English, else empty.
func (r *Reader) language(text string, words []string) string {
	foreign := map[string]int{}
	for _, c := range text {
		if c <= unicode.MaxASCII {
			continue
		}
		for script, name := range tell().Scripts {
			if unicode.Is(unicode.Scripts[script], c) {
				foreign[name]++
			}
		}
	}
	if best, n := most(foreign); n > 0 && 2*n > len([]rune(text))/3 {
		return best
	}
	clear(foreign)
	known := 0
	const looked = 40 // a long text is known by its beginning
	words = words[:min(len(words), looked)]
	for _, w := range words {
		if r.Knows(w) || english().Says(w) {
			known++
			continue
		}
		for name, own := range tell().Languages {
			if own[w] {
				foreign[name]++
			}
		}
	}
	best, n := most(foreign)
	if n <= known || float64(n) < leastOfLanguage*float64(len(words)) || n < 2 && len(words) != 1 && len(words) != 2 {
		return ""
	}
	return best
}

// exampleIn is the shortest example of a goal that is known for one in a language, empty for none.
func (r *Reader) exampleIn(name string) (best string) {
	for _, g := range Grammar().Grammars() {
		for _, text := range g.Examples(string(Get)) {
			if name != "" && (best == "" || len(text) < len(best)) && r.language(text, wordsOf(text)) == name {
				best = text
			}
		}
	}
	return best
}

// most is the name with the greatest number, the first of the alphabet of several.
func most(counts map[string]int) (best string, n int) {
	for name, k := range counts {
		if k > n || k == n && name < best {
			best, n = name, k
		}
	}
	return best, n
}

// asksForHelp reports whether a text asks what can be asked.
func asksForHelp(text string) bool {
	said := strings.TrimSpace(strings.TrimRight(strings.ToLower(strings.TrimSpace(text)), "!.?"))
	return slices.Contains(strings.Split(tell().Help, "|"), said) || strings.TrimSpace(text) == "?"
}

// mostHelp is how many goals help names.
const mostHelp = 10

// helpOf are goals that can be asked for, one of each of the first verbs whose goals suit, those
// that players ask for most before the others.
func helpOf(suits func(Goal) bool, r *Reader) []string {
	var out []string
	at := func(f Frame) uint { return uint(slices.Index(tell().Shown, f.Kind)) } // none is the last
	for _, f := range slices.SortedStableFunc(slices.Values(table()), func(a, b Frame) int { return cmp.Compare(at(a), at(b)) }) {
		if len(out) == mostHelp {
			break
		}
		if said, _, ok := r.spokenBy(f.Examples[0]); ok && !slices.ContainsFunc(said.Goals, func(g Goal) bool { return !suits(g) }) {
			out = append(out, f.Examples[0])
		}
	}
	return out
}
