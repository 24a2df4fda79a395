// SPDX-License-Identifier: MIT

package goals

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/minehand/minehand/game"
)

//go:embed words.json
var tellingText []byte

// telling is the reviewed file: the words by which a sentence that is not read is
// told apart.
type telling struct {
	languages map[string][]string // word -> languages
	scripts   map[string]string
	cannot    map[string]bool
	fillers   map[string]bool // what a translation may leave out
}

// tell decodes the file once. It is part of the program, so that a fault in it is
// one of the program.
var tell = sync.OnceValue(func() *telling {
	var file struct {
		About              string
		Languages, Scripts map[string]string
		Cannot, Fillers    string
	}
	if err := json.Unmarshal(tellingText, &file); err != nil {
		panic("goals: words.json: " + err.Error())
	}
	t := &telling{languages: map[string][]string{}, scripts: file.Scripts, cannot: wordSet(file.Cannot), fillers: wordSet(file.Fillers)}
	for name, words := range file.Languages {
		for w := range strings.FieldsSeq(words) {
			t.languages[w] = append(t.languages[w], name)
		}
	}
	return t
})

// unread says what is the matter with a text that was not read: it is in another
// language, it asks for what nobody can, or a part of it was not understood.
func (r *Reader) unread(p *parser) error {
	e := &game.UnreadableError{Text: p.text, Part: p.part(), Language: r.language(p)}
	if e.Language != "" {
		return e
	}
	if part, ok := p.cannot(); ok {
		e.Cannot = part
		if slices.Contains(p.words, "portal") {
			e.Nearest = r.nearest(p)
		}
		return e
	}
	e.Nearest = r.nearest(p)
	return e
}

// cannot is the clause that was not read when it asks for what no goal is.
func (p *parser) cannot() (string, bool) {
	q := *p
	for q.at = max(p.stuck, 0); q.at > 0 && !connectors[q.words[q.at-1]]; q.at-- {
	}
	q.open()
	if !tell().cannot[q.peek()] {
		return "", false
	}
	end := q.at
	for end < len(q.words) && !connectors[q.words[end]] {
		end++
	}
	return strings.TrimSpace(q.text[q.spans[q.at].at:q.spans[end-1].end]), true
}

// leastOfLanguage is the share of the words of a text that must be a language's,
// and of no other thing known here, for it to be named.
const leastOfLanguage = 0.4

// language is the language of a text when that is clearly not English, else empty.
func (r *Reader) language(p *parser) string {
	foreign := map[string]int{}
	for _, c := range p.text {
		if c <= unicode.MaxASCII {
			continue
		}
		for script, name := range tell().scripts {
			if unicode.Is(unicode.Scripts[script], c) {
				foreign[name]++
			}
		}
	}
	if best, n := most(foreign); n > 0 && 2*n > len([]rune(p.text))/3 {
		return best
	}
	clear(foreign)
	words, english := 0, 0
	const looked = 40 // a long text is known by its beginning
	for _, w := range p.words[:min(len(p.words), looked)] {
		if isNumber(w) || connectors[w] {
			continue
		}
		words++
		if r.Knows(w) || verb(w) != "" || questions[w] {
			english++
			continue
		}
		for _, name := range tell().languages[w] {
			foreign[name]++
		}
	}
	best, n := most(foreign)
	if n <= english || float64(n) < leastOfLanguage*float64(words) || n < 2 && (words > 2 || words == 0) {
		return ""
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
