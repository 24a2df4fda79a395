// SPDX-License-Identifier: MIT

package openai

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// chunk is a piece of a reply, or a whole one. What stands in it is read by path, so
// that a member of another kind costs no more than itself.
type chunk struct {
	doc, choice gjson.Result
	finish      string // the first reason that a choice has
}

// decodeChunk reads a payload of a source; false if it is no JSON object, or has more
// than the source's budget.
func decodeChunk(payload []byte, source budget.Source) (c chunk, ok bool) {
	if source.Check(payload) != nil || !gjson.ValidBytes(payload) {
		return c, false
	}
	c.doc = gjson.ParseBytes(payload)
	c.choice = c.doc.Get("choices.0")
	for _, choice := range c.doc.Get("choices").Array() {
		if why := words(choice.Get("finish_reason")); why != "null" {
			c.finish = cmp.Or(c.finish, why)
		}
	}
	return c, c.doc.IsObject()
}

// failed tells whether the payload is an error instead of a chunk.
func (c chunk) failed() bool {
	e := c.doc.Get("error")
	return e.Type != gjson.Null && e.Raw != `""`
}

// whole tells whether it is a whole reply and not a piece of a stream.
func (c chunk) whole() bool {
	return c.doc.Get("object").Str != "chat.completion.chunk" && (c.choice.Get("message").IsObject() || !c.choice.Get("delta").IsObject())
}

// words is a value as text: parts of a list joined, what is no text as its JSON.
func words(v gjson.Result) string {
	text := v.String()
	if v.IsArray() {
		text = ""
		for _, part := range v.Array() {
			if part.IsObject() {
				part = part.Get("text")
			}
			text += part.String()
		}
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// count is a value as a number of something, 0 where it is none.
func count(v gjson.Result) int {
	if n := v.Float(); math.Abs(n) <= math.MaxInt32 {
		return int(n)
	}
	return 0
}

// stream reads a server's reply and hands each chunk to take. Comments, blank lines
// and unknown fields are signs of life and no more. A reply that is one JSON document
// comes out as one chunk.
type stream struct {
	fault func(body []byte) *llm.Error
	alive func() // the server works on it
	take  func(chunk) error

	event    string // name of the event being read
	said     bool   // the event has a line
	held     []byte // a data line that is no JSON yet (one value over several lines)
	joined   int    // lines in held
	chunks   int
	finished bool // a finish_reason was seen
	document bool // it was one document, not a stream
}

// errDone ends a stream: it proves completeness by itself.
var errDone = errors.New("[DONE]")

// read reads to the end; nil if and only if the reply is complete. Without declared its
// first line shows whether it is a stream. Everything that is no chunk is a typed error.
func (s *stream) read(body io.ReadCloser, declared bool) (err error) {
	most := budget.ModelAnswer
	if declared {
		most = budget.ModelEvent
	}
	lines := bufio.NewScanner(http.MaxBytesReader(nil, body, maxWireBytes))
	lines.Buffer(make([]byte, 0, 16<<10), most.Bytes())
	for err == nil && lines.Scan() {
		line := bytes.TrimSpace(lines.Bytes())
		if !declared && len(line) > 0 {
			declared = true
			if line[0] == '<' {
				return &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent a web page"}
			}
			if c, ok := decodeChunk(line, budget.ModelAnswer); line[0] == '{' && (!ok || c.whole()) {
				return s.whole(lines, c, ok)
			}
		}
		err = s.line(line)
	}
	if err == nil {
		err = s.end(lines.Err())
	}
	return s.over(err)
}

// over is what the end of the stream means: nothing if it was marked as done and whole.
func (s *stream) over(err error) error {
	switch {
	case !errors.Is(err, errDone):
		return err
	case s.held != nil:
		return damaged()
	case s.chunks == 0:
		return &llm.Error{Kind: llm.ErrEmptyReply}
	}
	return nil
}

// whole reads a reply that is one JSON document, c its first line if that is JSON.
func (s *stream) whole(lines *bufio.Scanner, c chunk, ok bool) error {
	text, most := bytes.Clone(lines.Bytes()), budget.ModelAnswer.Bytes()
	first := len(text)
	for len(text) <= most && lines.Scan() {
		text = append(append(text, '\n'), lines.Bytes()...)
	}
	if err := lines.Err(); err != nil {
		return s.end(err)
	}
	if !ok || len(bytes.TrimSpace(text[first:])) > 0 {
		c, ok = decodeChunk(text, budget.ModelAnswer)
	}
	switch {
	case len(text) > most:
		return &llm.Error{Kind: llm.ErrTooLarge}
	case !ok:
		return &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent something that is not JSON"}
	case c.failed():
		return s.fault(text)
	case !c.choice.Exists():
		return &llm.Error{Kind: llm.ErrEmptyReply}
	}
	s.document, c.finish = true, cmp.Or(c.finish, "stop")
	return s.take(c)
}

// line handles a line of the stream. One that begins with a brace is data whose label
// was forgotten.
func (s *stream) line(line []byte) error {
	if len(line) == 0 {
		if s.held != nil {
			return damaged()
		}
		if !s.said { // no end of an event
			s.alive()
		}
		s.event, s.said = "", false
		return nil
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimSpace(value)
	switch {
	case line[0] == '{':
		return s.data(line)
	case string(name) == "event":
		s.event, s.said = string(value), true
	case string(name) == "data":
		s.said = true
		return s.data(value)
	default:
		s.alive()
	}
	return nil
}

// maxJoined is how many data lines one value may be spread over.
const maxJoined = 32

// damaged is a piece of the reply that could not be read; what it said is
// lost, so the reply is not whole.
func damaged() *llm.Error {
	return &llm.Error{Kind: llm.ErrCutStream, Detail: "a piece of it arrived damaged"}
}

// data handles the payload of an event.
func (s *stream) data(payload []byte) error {
	switch {
	case len(payload) == 0:
		return nil
	case string(payload) == "[DONE]":
		return errDone
	case s.event == "error":
		return s.fault(payload)
	}
	if s.held != nil {
		payload = append(s.held, payload...)
	}
	c, ok := decodeChunk(payload, budget.ModelEvent)
	switch {
	case ok && c.failed():
		return s.fault(payload)
	case ok:
		if c.doc.Get("prompt_progress").Exists() { // llama-server's word on the prompt that it reads
			s.alive()
		}
		s.held, s.joined = nil, 0
		s.chunks++
		s.finished = s.finished || c.finish != ""
		return s.take(c)
	case len(payload) > budget.ModelEvent.Bytes() || s.joined >= maxJoined:
		return damaged()
	}
	s.held = bytes.Clone(payload)
	s.joined++
	return nil
}

// end handles the end of the connection, or an error on it.
func (s *stream) end(err error) error {
	_, endless := errors.AsType[*http.MaxBytesError](err)
	switch {
	case endless, errors.Is(err, bufio.ErrTooLong):
		return &llm.Error{Kind: llm.ErrTooLarge}
	case s.finished:
		return errDone
	case err == nil && s.chunks == 0 && s.held == nil:
		return &llm.Error{Kind: llm.ErrEmptyReply}
	}
	return &llm.Error{Kind: llm.ErrCutStream, Err: cmp.Or(err, io.EOF)}
}
