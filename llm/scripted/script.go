// SPDX-License-Identifier: MIT

package scripted

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/llm"
)

// Script is a list of answers, read and checked.
type Script struct {
	entries []entry
}

// entry is one answer.
type entry struct {
	match  string // lower case
	task   llm.Task
	reply  llm.Response
	err    *llm.Error
	delay  time.Duration
	always bool
	times  int
}

// line is an entry as the file has it.
type line struct {
	Match        string     `yaml:"match" json:"match"`
	Task         string     `yaml:"task" json:"task"`
	Reply        any        `yaml:"reply" json:"reply"`
	Reasoning    string     `yaml:"reasoning" json:"reasoning"`
	FinishReason string     `yaml:"finish_reason" json:"finish_reason"`
	ToolCalls    []lineCall `yaml:"tool_calls" json:"tool_calls"`
	Model        string     `yaml:"model" json:"model"`
	Error        string     `yaml:"error" json:"error"`
	RetryAfter   string     `yaml:"retry_after" json:"retry_after"`
	Delay        string     `yaml:"delay" json:"delay"`
	Times        *int       `yaml:"times" json:"times"`
}

type lineCall struct {
	ID        string `yaml:"id" json:"id"`
	Name      string `yaml:"name" json:"name"`
	Arguments any    `yaml:"arguments" json:"arguments"`
}

// failures are the names an entry's error may have.
var failures = map[string]llm.Kind{
	"unreachable": llm.ErrUnreachable, "unauthorized": llm.ErrUnauthorized, "model_not_loaded": llm.ErrModelNotLoaded,
	"no_model": llm.ErrNoModel, "context_overflow": llm.ErrContextOverflow, "rate_limited": llm.ErrRateLimited,
	"server_error": llm.ErrServer, "timeout": llm.ErrTooLong, "first_token": llm.ErrFirstToken, "stalled": llm.ErrStalled,
	"cut_stream": llm.ErrCutStream, "empty_reply": llm.ErrEmptyReply, "too_large": llm.ErrTooLarge,
	"bad_request": llm.ErrBadRequest, "bad_reply": llm.ErrBadReply,
}

// Parse reads a script. Errors name the entry, counted from 1.
func Parse(r io.Reader) (*Script, error) {
	raw, err := budget.Script.Read(r)
	if err != nil {
		return nil, fmt.Errorf("reading the script of replies: %w", err)
	}
	lines, err := decode(raw)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, errors.New("the script of replies is empty: add an entry with a reply or an error")
	}
	s := &Script{}
	for i, l := range lines {
		e, err := l.entry()
		if err != nil {
			return nil, fmt.Errorf("entry %d of the script of replies: %w", i+1, err)
		}
		s.entries = append(s.entries, e)
	}
	return s, nil
}

// decode tells JSON lines from YAML: each line of the former is an object.
func decode(raw []byte) ([]line, error) {
	if first := bytes.TrimSpace(raw); bytes.HasPrefix(first, []byte("{")) {
		if err := budget.Script.Check(raw); err != nil {
			return nil, fmt.Errorf("the script of replies: %w", err)
		}
		var lines []line
		d := json.NewDecoder(bytes.NewReader(raw))
		d.DisallowUnknownFields()
		for {
			var l line
			switch err := d.Decode(&l); {
			case errors.Is(err, io.EOF):
				return lines, nil
			case err != nil:
				return nil, fmt.Errorf("line of entry %d in the script of replies is not a JSON entry: %w", len(lines)+1, err)
			}
			lines = append(lines, l)
		}
	}
	var list []line
	_, err := document.Decode(raw, &list, budget.Script)
	if err == nil {
		return list, nil
	}
	var doc struct {
		Replies []line `yaml:"replies"`
	}
	if _, wrong := document.Decode(raw, &doc, budget.Script); wrong == nil || doc.Replies != nil {
		return doc.Replies, wrong
	}
	return nil, fmt.Errorf("the script of replies is neither a YAML list of entries nor JSON lines: %w", err)
}

func (l line) entry() (entry, error) {
	e := entry{match: strings.ToLower(l.Match), task: llm.Task(l.Task), times: 1}
	delay, err := duration("delay", l.Delay)
	after, wrong := duration("retry_after", l.RetryAfter)
	if e.delay = delay; err != nil || wrong != nil {
		return e, cmp.Or(err, wrong)
	}
	if l.Times != nil {
		e.times, e.always = *l.Times, *l.Times == 0
	}
	kind, known := failures[l.Error]
	switch {
	case e.times < 0:
		return e, errors.New("times is negative: use 0 for always")
	case known:
		e.err = &llm.Error{Kind: kind, Provider: who, Model: l.Model, RetryAfter: after}
	case l.Error != "":
		return e, fmt.Errorf("unknown error %q: use a name such as unreachable, rate_limited or cut_stream", l.Error)
	case l.Reply == nil && len(l.ToolCalls) == 0 && l.Reasoning == "":
		return e, errors.New("it has no reply: add reply, tool_calls, reasoning or error")
	}
	content, err := text(l.Reply)
	if err != nil {
		return e, fmt.Errorf("reply: %w", err)
	}
	finish := llm.FinishStop
	if len(l.ToolCalls) > 0 {
		finish = llm.FinishTools
	}
	e.reply = llm.Response{Content: content, Reasoning: l.Reasoning, Model: cmp.Or(l.Model, modelName),
		FinishReason: cmp.Or(llm.FinishReason(l.FinishReason), finish)}
	e.reply.ToolCalls, err = l.calls()
	return e, err
}

// calls are the tool calls of a line.
func (l line) calls() (list []llm.ToolCall, err error) {
	for i, c := range l.ToolCalls {
		args, err := text(c.Arguments)
		switch {
		case c.Name == "":
			return nil, fmt.Errorf("tool call %d has no name", i+1)
		case err != nil:
			return nil, fmt.Errorf("arguments of %s: %w", c.Name, err)
		}
		list = append(list, llm.ToolCall{ID: cmp.Or(c.ID, fmt.Sprintf("call_%d", i+1)), Name: c.Name, Arguments: cmp.Or(args, "{}")})
	}
	return list, nil
}

// text is a value as the model would have written it.
func text(v any) (string, error) {
	if s, ok := v.(string); ok || v == nil {
		return s, nil
	}
	raw, err := json.Marshal(v)
	return string(raw), err
}

func duration(name, value string) (time.Duration, error) {
	d, err := time.ParseDuration(cmp.Or(value, "0"))
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%s %q is not a duration: write 2s or 500ms", name, value)
	}
	return d, nil
}
