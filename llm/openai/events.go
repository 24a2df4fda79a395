// SPDX-License-Identifier: MIT

package openai

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// events reads a server's reply chunk by chunk, each decoded once. Comments,
// blank lines and unknown fields are signs of life and no more. A reply that is
// one JSON document comes out as one chunk. Everything that is no chunk and not
// the end of a complete reply is a typed error.
type events struct {
	src       *bufio.Reader
	body      io.Closer
	fault     func(body []byte) *llm.Error
	alive     func() // the server works on it; nil: nobody waits for that
	undecided bool   // not declared an event stream: look at the first byte

	read     int64 // bytes taken from the server
	err      error
	event    string // name of the event being read
	said     bool   // the event has a line
	held     []byte // a data line that is no JSON yet (one value over several lines)
	joined   int    // lines in held
	chunks   int
	finished bool // a finish_reason was seen
	document bool // it was one document, not a stream
}

func newEvents(body io.ReadCloser, undecided bool) *events {
	return &events{src: bufio.NewReaderSize(body, 16<<10), body: body, undecided: undecided}
}

// Close implements io.Closer.
func (e *events) Close() error { return e.body.Close() }

// next is the next chunk, or io.EOF if and only if the reply is complete.
func (e *events) next() (chunk, error) {
	for {
		if e.err != nil {
			return chunk{}, e.err
		}
		if e.undecided {
			e.undecided = false
			if c, ok := e.decide(); ok {
				return c, nil
			}
			continue
		}
		line, err := e.line(budget.ModelEvent.Bytes())
		c, ok := chunk{}, false
		if len(line) > 0 {
			c, ok = e.field(line)
		}
		if err != nil && e.err == nil {
			e.end(err)
		}
		if ok {
			return c, nil
		}
	}
}

func (e *events) live() {
	if e.alive != nil {
		e.alive()
	}
}

// decide looks at the first byte of a reply whose type says nothing.
func (e *events) decide() (chunk, bool) {
	for {
		b, err := e.src.Peek(1)
		if err != nil {
			e.end(err)
			return chunk{}, false
		}
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			_, _ = e.src.Discard(1)
			e.live()
			if e.read++; e.read > int64(budget.ModelAnswer.Bytes()) {
				e.err = &llm.Error{Kind: llm.ErrTooLarge}
				return chunk{}, false
			}
		case '{':
			return e.whole()
		case '<':
			e.err = &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent a web page"}
			return chunk{}, false
		default:
			return chunk{}, false
		}
	}
}

// whole reads a reply that is one JSON document, or several, one a line.
func (e *events) whole() (chunk, bool) {
	line, err := e.line(budget.ModelAnswer.Bytes())
	line = bytes.Clone(line) // the next read reuses the buffer
	c, ok := chunk{}, false
	if err == nil || errors.Is(err, io.EOF) {
		if c, ok = decodeChunk(line, budget.ModelAnswer); ok && c.isChunk() {
			return e.take(c, line)
		}
	}
	first := len(line)
	for err == nil {
		var more []byte
		more, err = e.line(budget.ModelAnswer.Bytes() - len(line))
		line = append(line, more...)
	}
	if !errors.Is(err, io.EOF) {
		e.end(err)
		return chunk{}, false
	}
	if !ok || len(bytes.TrimSpace(line[first:])) > 0 {
		c, ok = decodeChunk(line, budget.ModelAnswer)
	}
	switch {
	case !ok:
		e.err = &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent something that is not JSON"}
	case c.failed():
		e.err = e.fault(line)
	case len(c.Choices) == 0:
		e.err = &llm.Error{Kind: llm.ErrEmptyReply}
	default:
		for i := range c.Choices {
			if c.finishReason() == "" {
				c.Choices[i].FinishReason = "stop"
			}
		}
		e.document, e.err = true, io.EOF
		return c, true
	}
	return chunk{}, false
}

// field handles one line of the stream. A line that begins with a brace is
// data whose label was forgotten.
func (e *events) field(line []byte) (chunk, bool) {
	trimmed := bytes.TrimSpace(line)
	if len(trimmed) == 0 {
		if e.held != nil {
			e.err = damaged()
		}
		if e.event = ""; !e.said { // no end of an event
			e.live()
		}
		e.said = false
		return chunk{}, false
	}
	if trimmed[0] == '{' {
		return e.data(trimmed)
	}
	name, value, _ := bytes.Cut(trimmed, []byte(":"))
	switch string(name) {
	case "event":
		e.event = string(bytes.TrimSpace(value))
		e.said = true
	case "data":
		e.said = true
		return e.data(bytes.TrimSpace(value))
	default:
		e.live()
	}
	return chunk{}, false
}

// maxJoined is how many data lines one value may be spread over.
const maxJoined = 32

// damaged is a piece of the reply that could not be read; what it said is
// lost, so the reply is not whole.
func damaged() *llm.Error {
	return &llm.Error{Kind: llm.ErrCutStream, Detail: "a piece of it arrived damaged"}
}

// data handles the payload of an event.
func (e *events) data(payload []byte) (chunk, bool) {
	switch {
	case len(payload) == 0:
		return chunk{}, false
	case bytes.Equal(payload, []byte("[DONE]")):
		e.done()
		return chunk{}, false
	case e.event == "error":
		e.err = e.fault(payload)
		return chunk{}, false
	}
	if e.held != nil {
		payload = append(e.held, payload...)
		e.held = nil
	}
	c, ok := decodeChunk(payload, budget.ModelEvent)
	switch {
	case ok:
		return e.take(c, payload)
	case len(payload) > budget.ModelEvent.Bytes() || e.joined >= maxJoined:
		e.err = damaged()
	default:
		e.held = bytes.Clone(payload)
		e.joined++
	}
	return chunk{}, false
}

// take counts a chunk; payload is what it was decoded from.
func (e *events) take(c chunk, payload []byte) (chunk, bool) {
	if c.failed() {
		e.err = e.fault(payload)
		return chunk{}, false
	}
	if len(c.Progress) > 0 {
		e.live()
	}
	e.joined = 0
	e.chunks++
	e.finished = e.finished || c.finishReason() != ""
	return c, true
}

// done ends the stream at [DONE], which proves completeness by itself.
func (e *events) done() {
	switch {
	case e.held != nil:
		e.err = damaged()
	case e.chunks == 0:
		e.err = &llm.Error{Kind: llm.ErrEmptyReply}
	default:
		e.err = io.EOF
	}
}

// end handles the end of the connection, or an error on it.
func (e *events) end(err error) {
	var typed *llm.Error
	switch {
	case errors.As(err, &typed):
		e.err = err
	case e.finished:
		e.done()
	case errors.Is(err, io.EOF) && e.chunks == 0 && e.held == nil:
		e.err = &llm.Error{Kind: llm.ErrEmptyReply}
	default:
		e.err = &llm.Error{Kind: llm.ErrCutStream, Err: err}
	}
}

// line reads up to and with a line feed, at most limit bytes.
func (e *events) line(limit int) ([]byte, error) {
	var long []byte
	for {
		part, err := e.src.ReadSlice('\n')
		e.read += int64(len(part))
		if len(long)+len(part) > limit || e.read > maxWireBytes {
			return nil, &llm.Error{Kind: llm.ErrTooLarge}
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if long == nil {
				return part, err
			}
			return append(long, part...), err
		}
		long = append(long, part...)
	}
}
