// SPDX-License-Identifier: MIT

package language

import (
	"fmt"
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
	case len(got.parts) == 0:
		return nil, fmt.Errorf("a phrase is empty")
	}
	return got, nil
}

type phraseParser struct {
	text string
	at   int
}

// choices parses "a|b|c" up to what closes it.
func (p *phraseParser) choices() (*part, error) {
	all := &part{kind: choice}
	for {
		one, err := p.sequence()
		if err != nil {
			return nil, err
		}
		all.parts = append(all.parts, one)
		if p.at >= len(p.text) || p.text[p.at] != '|' {
			break
		}
		p.at++
	}
	if len(all.parts) == 1 {
		return all.parts[0], nil
	}
	return all, nil
}

func (p *phraseParser) sequence() (*part, error) {
	seq := &part{kind: sequence}
	for p.at < len(p.text) {
		var one *part
		var err error
		switch c := p.text[p.at]; c {
		case '|', ')', ']':
			return seq, nil
		case '}', '>', '*':
			return nil, fmt.Errorf("%q has a %q too many", p.text, string(c))
		case '(':
			one, err = p.inside(')', func() (*part, error) { return p.choices() })
		case '[':
			one, err = p.inside(']', func() (*part, error) {
				got, err := p.choices()
				return &part{kind: optional, parts: []*part{got}}, err
			})
		case '{':
			one, err = p.named('}', slot)
		case '<':
			one, err = p.named('>', rule)
		case '+':
			if len(seq.parts) == 0 {
				return nil, fmt.Errorf("%q has a + with nothing before it", p.text)
			}
			last := len(seq.parts) - 1
			p.at++
			again := &part{kind: repeated, parts: []*part{seq.parts[last]}}
			if p.at < len(p.text) && p.text[p.at] == '<' {
				between, err := p.named('>', rule)
				if err != nil {
					return nil, err
				}
				again.rule = between.text
			}
			seq.parts[last] = again
			continue
		default:
			p.plain(seq)
			continue
		}
		if err != nil {
			return nil, err
		}
		seq.parts = append(seq.parts, one)
	}
	return seq, nil
}

// plain takes the words up to the next mark. A mark behind a backslash is itself.
func (p *phraseParser) plain(seq *part) {
	if p.text[p.at] == '\\' && p.at+1 < len(p.text) {
		seq.parts = append(seq.parts, &part{kind: word, text: p.text[p.at+1 : p.at+2]})
		p.at += 2
		return
	}
	end := strings.IndexAny(p.text[p.at:], `()[]{}<>|+*\`)
	if end < 0 {
		end = len(p.text) - p.at
	}
	words := p.text[p.at : p.at+end]
	for _, t := range Tokenize(words) {
		seq.parts = append(seq.parts, &part{kind: word, text: t.Text, typed: t.Span.Of(words)})
	}
	p.at += end
}

func (p *phraseParser) inside(end byte, read func() (*part, error)) (*part, error) {
	p.at++
	got, err := read()
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

// slots enters the names of the slots within.
func (p *part) slots(into map[string]bool) {
	if p.kind == slot {
		into[p.text] = true
	}
	for _, q := range p.parts {
		q.slots(into)
	}
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
