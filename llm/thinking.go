// SPDX-License-Identifier: MIT

package llm

import (
	"regexp"
	"strings"
)

// opened finds the tag that models write their thoughts behind when the server does not
// take them out; the end is the same with a slash.
var opened = regexp.MustCompile(`^\s*<(think|thinking)>`)

// SplitThinking takes inline thoughts out of a reply: blocks at its beginning,
// one that never ended, and an end without a beginning (the chat template had
// already opened it). Tags later in the text, in a JSON string for instance,
// are left alone.
func SplitThinking(text string) (content, reasoning string) {
	var s ThinkStream
	content, reasoning = s.Write(text)
	rest, thought := s.Flush()
	if content += rest; content != text {
		return strings.TrimLeft(content, blanks), strings.TrimSpace(reasoning + thought)
	}
	if !strings.HasPrefix(strings.TrimLeft(text, blanks), "{") {
		for _, end := range []string{"</think>", "</thinking>"} {
			if before, after, ok := strings.Cut(text, end); ok {
				return strings.TrimLeft(after, blanks), strings.TrimSpace(before)
			}
		}
	}
	return text, ""
}

const blanks = " \t\r\n"

// maxLead is how much white space may come before the first thought, in bytes.
const maxLead = 1024

// ThinkStream splits a streamed reply as it comes, as far as that can be known
// before its end; run [SplitThinking] on the whole text for the final word.
// The zero value is ready. One goroutine.
type ThinkStream struct {
	held  string
	end   string
	plain bool
	next  bool // a block has ended that said something
}

// Write takes the next piece and returns what of it, and of what was held
// back, is content and what is reasoning.
func (s *ThinkStream) Write(piece string) (content, reasoning string) {
	s.held += piece
	for s.held != "" {
		switch {
		case s.plain:
			content += s.held
			s.held = ""
		case s.end != "":
			thought, tail, closed := strings.Cut(s.held, s.end)
			if !closed {
				keep := overlap(s.held, s.end)
				reasoning += s.held[:len(s.held)-keep]
				s.held = s.held[len(s.held)-keep:]
				return content, reasoning
			}
			reasoning += thought
			s.held, s.end, s.next = tail, "", thought != ""
		default:
			if !s.open() {
				return content, reasoning
			}
			if s.next && s.end != "" {
				reasoning += "\n"
			}
		}
	}
	return content, reasoning
}

// open decides whether the held text begins a block; false means more is needed.
func (s *ThinkStream) open() bool {
	if tag := opened.FindStringSubmatch(s.held); tag != nil {
		s.held, s.end = s.held[len(tag[0]):], "</"+tag[1]+">"
		return true
	}
	trimmed := strings.TrimLeft(s.held, blanks)
	undecided := strings.HasPrefix("<thinking>", trimmed) || strings.HasPrefix("<think>", trimmed)
	s.plain = !undecided || len(s.held)-len(trimmed) >= maxLead
	return s.plain
}

// Flush returns what was held back, at the end of the stream.
func (s *ThinkStream) Flush() (content, reasoning string) {
	rest := s.held
	s.held = ""
	if s.end != "" {
		return "", rest
	}
	return rest, ""
}

// overlap is the length of the longest suffix of text that begins mark.
func overlap(text, mark string) int {
	for n := min(len(text), len(mark)-1); n > 0; n-- {
		if strings.HasSuffix(text, mark[:n]) {
			return n
		}
	}
	return 0
}

// Teller hands a reply to whoever waits for it as it comes, inline thoughts apart. The
// zero value tells nobody. One goroutine.
type Teller struct {
	OnChunk func(Chunk) error
	Told    bool  // something was handed over
	Err     error // of OnChunk, which ends the call

	think ThinkStream
}

// Say takes a piece of the text, and of the thoughts that came apart from it.
func (t *Teller) Say(text, thought string) error {
	text, inline := t.think.Write(text)
	return t.pass(text, thought+inline)
}

// End hands over what was held back.
func (t *Teller) End() error { return t.pass(t.think.Flush()) }

func (t *Teller) pass(text, thought string) error {
	if t.OnChunk != nil && text+thought != "" {
		t.Told, t.Err = true, t.OnChunk(Chunk{Text: text, Reasoning: thought})
	}
	return t.Err
}
