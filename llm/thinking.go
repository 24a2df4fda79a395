// SPDX-License-Identifier: MIT

package llm

import (
	"strings"

	"github.com/minehand/minehand/internal/pattern"
)

const (
	blanks = " \t\r\n"
	// maxLead is how much white space may come before the first thought, in bytes.
	maxLead = 1024
)

// opened finds the tag that models write their thoughts behind when the server does not
// take them out; the end is the same with a slash.
var opened = pattern.Of(`^[ \t\r\n]*<(think|thinking)>`)

// SplitThinking takes inline thoughts out of a reply: blocks at its beginning, one that never ended, and an end
// without a beginning (the chat template had already opened it). Tags later in the text, in a JSON string for
// instance, are left alone.
func SplitThinking(text string) (content, reasoning string) {
	if content, reasoning, _ = split(text, true); content != text {
		return strings.TrimLeft(content, blanks), strings.TrimSpace(reasoning)
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

// split takes the blocks of thoughts from the beginning of a text: all of it, or what
// came so far. With more text both results only grow. decided: no more thoughts follow.
func split(text string, all bool) (content, reasoning string, decided bool) {
	for {
		tag := opened().FindStringSubmatch(text)
		if tag == nil {
			lead := strings.TrimLeft(text, blanks)
			begun := strings.HasPrefix("<thinking>", lead) || strings.HasPrefix("<think>", lead)
			if !all && begun && len(text)-len(lead) < maxLead {
				return "", reasoning, false
			}
			return text, reasoning, true
		}
		end := "</" + tag[1] + ">"
		thought, rest, closed := strings.Cut(text[len(tag[0]):], end)
		if i := strings.LastIndexByte(thought, '<'); !closed && !all && i >= 0 && strings.HasPrefix(end, thought[i:]) {
			thought = thought[:i] // the end may have begun
		}
		if reasoning != "" && thought != "" {
			reasoning += "\n"
		}
		if reasoning += thought; !closed {
			return "", reasoning, false
		}
		text = rest
	}
}

// Teller hands a reply to whoever waits for it as it comes, inline thoughts apart, as far
// as they can be known before its end; [SplitThinking] has the final word. The zero value
// tells nobody. One goroutine.
type Teller struct {
	OnChunk func(Chunk) error
	Told    bool  // something was handed over
	Err     error // of OnChunk, which ends the call

	came    strings.Builder // until it is decided what is a thought
	thought int             // bytes of inline thoughts handed over
	decided bool
}

// Say takes a piece of the text, and of the thoughts that came apart from it.
func (t *Teller) Say(text, thought string) error {
	if t.decided {
		return t.pass(text, thought)
	}
	t.came.WriteString(text)
	return t.take(thought, false)
}

// End hands over what was held back.
func (t *Teller) End() error {
	if t.decided {
		return t.Err
	}
	return t.take("", true)
}

func (t *Teller) take(thought string, all bool) error {
	content, inline, decided := split(t.came.String(), all)
	t.decided = decided || all
	inline, t.thought = inline[t.thought:], len(inline)
	return t.pass(content, thought+inline)
}

func (t *Teller) pass(text, thought string) error {
	if t.OnChunk != nil && text+thought != "" {
		t.Told, t.Err = true, t.OnChunk(Chunk{Text: text, Reasoning: thought})
	}
	return t.Err
}
