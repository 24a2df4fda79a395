// SPDX-License-Identifier: MIT

package language

import (
	"fmt"
	"slices"
	"strings"
)

// part is a piece of a phrase as it is written in a phrases file.
type part struct {
	kind partKind
	// text is the word, the slot's name or the rule's name; typed the word as the file has it.
	text, typed string
	// parts are those of a sequence, the choices of a choice, what is optional or repeated.
	parts []*part
	// rule stands between repetitions, empty for nothing.
	rule string
}

type partKind uint8

const (
	word     partKind = iota // get
	slot                     // {thing}
	rule                     // <please>
	sequence                 // get the {thing}
	choice                   // (get|fetch)
	optional                 // [the]
	repeated                 // {thing}+<and>
)

// phrase parses the way phrases are written: words, (this|that), [optional], {slot}, <rule>, and + behind one of them for "once or
// more", with the rule that stands between.
func phrase(text string) (*part, error) {
	p := &phraseParser{text: text}
	got, err := p.choices()
	switch {
	case err != nil:
		return nil, err
	case p.at < len(text):
		return nil, fmt.Errorf("%q has a %q too many", text, text[p.at:p.at+1])
	case got.kind == sequence && len(got.parts) == 0:
		return nil, fmt.Errorf("a phrase is empty")
	case got.kind != sequence && got.kind != choice:
		got = &part{kind: sequence, parts: []*part{got}}
	}
	return got, nil
}

type phraseParser struct {
	text string
	at   int
}

// choices parses "a|b|c" up to what closes it.
func (p *phraseParser) choices() (*part, error) {
	one, err := p.sequence()
	if err != nil || p.at >= len(p.text) || p.text[p.at] != '|' {
		return one, err
	}
	all := &part{kind: choice, parts: []*part{one}}
	for p.at < len(p.text) && p.text[p.at] == '|' {
		p.at++
		if one, err = p.sequence(); err != nil {
			return nil, err
		}
		all.parts = append(all.parts, one)
	}
	return all, nil
}

// sequence parses up to the end of a choice. One part alone stands for itself.
func (p *phraseParser) sequence() (*part, error) {
	var few [8]*part
	parts := few[:0]
	for p.at < len(p.text) && !strings.ContainsRune("|)]", rune(p.text[p.at])) {
		var one *part
		var err error
		switch c := p.text[p.at]; c {
		case '}', '>', '*':
			return nil, fmt.Errorf("%q has a %q too many", p.text, string(c))
		case '(':
			one, err = p.inside(')')
		case '[':
			if one, err = p.inside(']'); err == nil {
				one = &part{kind: optional, parts: []*part{one}}
			}
		case '{':
			one, err = p.named('}', slot)
		case '<':
			one, err = p.named('>', rule)
		case '+':
			if len(parts) == 0 {
				return nil, fmt.Errorf("%q has a + with nothing before it", p.text)
			}
			one, err = p.again(parts[len(parts)-1])
			parts = parts[:len(parts)-1]
		default:
			parts = p.plain(parts)
			continue
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, one)
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return &part{kind: sequence, parts: slices.Clone(parts)}, nil
}

// again parses the + behind a part, with what stands between.
func (p *phraseParser) again(what *part) (*part, error) {
	p.at++
	again := &part{kind: repeated, parts: []*part{what}}
	if p.at < len(p.text) && p.text[p.at] == '<' {
		between, err := p.named('>', rule)
		if err != nil {
			return nil, err
		}
		again.rule = between.text
	}
	return again, nil
}

// plain adds the words up to the next mark. A mark behind a backslash is itself.
func (p *phraseParser) plain(to []*part) []*part {
	if p.text[p.at] == '\\' && p.at+1 < len(p.text) {
		p.at += 2
		return append(to, &part{kind: word, text: p.text[p.at-1 : p.at]})
	}
	end := strings.IndexAny(p.text[p.at:], `()[]{}<>|+*\`)
	if end < 0 {
		end = len(p.text) - p.at
	}
	words := p.text[p.at : p.at+end]
	p.at += end
	if strings.Trim(words, lowLetters) == "" { // most are, and are their own normal form
		for w := range strings.FieldsSeq(words) {
			to = append(to, &part{kind: word, text: w, typed: w})
		}
		return to
	}
	for _, t := range Tokenize(words) {
		to = append(to, &part{kind: word, text: t.Text, typed: t.Span.Of(words)})
	}
	return to
}

// lowLetters are signs of words that are written as they are typed.
const lowLetters = " abcdefghijklmnopqrstuvwxyz"

func (p *phraseParser) inside(end byte) (*part, error) {
	p.at++
	got, err := p.choices()
	if err != nil {
		return nil, err
	}
	if p.at >= len(p.text) || p.text[p.at] != end {
		return nil, fmt.Errorf("%q lacks a %q", p.text, string(end))
	}
	p.at++
	return got, nil
}

func (p *phraseParser) named(end byte, kind partKind) (*part, error) {
	n := strings.IndexByte(p.text[p.at:], end)
	if n < 0 {
		return nil, fmt.Errorf("%q lacks a %q", p.text, string(end))
	}
	name := strings.TrimSpace(p.text[p.at+1 : p.at+n])
	if name == "" || strings.ContainsAny(name, "()[]{}<>|+* ") {
		return nil, fmt.Errorf("%q has no name between its marks, in %q", p.text[p.at:p.at+n+1], p.text)
	}
	p.at += n + 1
	return &part{kind: kind, text: name}, nil
}

// slots adds the names of the slots within.
func (p *part) slots(to []string) []string {
	if p.kind == slot && !slices.Contains(to, p.text) {
		to = append(to, p.text)
	}
	for _, q := range p.parts {
		to = q.slots(to)
	}
	return to
}

// opening are the words that a part begins with; on says that they may go on.
type opening struct {
	words string
	on    bool
}

// openings are the ways that a part begins.
func (p *part) openings() []opening {
	switch p.kind {
	case word:
		return []opening{{p.text, true}}
	case choice:
		var out []opening
		for _, q := range p.parts {
			out = append(out, q.openings()...)
		}
		return out
	case sequence:
		out := []opening{{"", true}}
		for _, q := range p.parts {
			var next []opening
			for _, o := range out {
				if !o.on {
					next = append(next, o)
					continue
				}
				for _, more := range q.openings() {
					next = append(next, opening{strings.TrimSpace(o.words + " " + more.words), more.on})
				}
			}
			out = next
		}
		return out
	case slot, rule, optional, repeated:
	}
	return []opening{{"", false}}
}
