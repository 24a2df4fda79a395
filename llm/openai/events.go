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

// events reads a server's event stream and yields a clean one: only data
// lines, each a canonical chunk, ended by [DONE] if and only if the reply is
// complete. Everything else is a typed error from Read. Comments, blank lines
// and unknown fields vanish here. A reply that is one JSON document comes out
// as a stream of one chunk.
type events struct {
	src       *bufio.Reader
	body      io.Closer
	fault     func(status int, body []byte) *llm.Error
	undecided bool // not declared an event stream: look at the first byte

	read     int64 // bytes taken from the server
	out      []byte
	err      error
	event    string // name of the event being read
	held     []byte // a data line that is no JSON yet (one value over several lines)
	joined   int    // lines in held
	chunks   int
	finished bool // a finish_reason was seen
	document bool // it was one document, not a stream
}

// Close implements io.Closer.
func (e *events) Close() error { return e.body.Close() }

// Read implements io.Reader.
func (e *events) Read(p []byte) (int, error) {
	for len(e.out) == 0 {
		if e.err != nil {
			return 0, e.err
		}
		if e.undecided {
			e.undecided = false
			e.decide()
			continue
		}
		e.next()
	}
	n := copy(p, e.out)
	e.out = e.out[n:]
	return n, nil
}

// decide looks at the first byte of a reply whose type says nothing.
func (e *events) decide() {
	for {
		b, err := e.src.Peek(1)
		if err != nil {
			e.end(err)
			return
		}
		switch b[0] {
		case ' ', '\t', '\r', '\n':
			_, _ = e.src.Discard(1)
			if e.read++; e.read > int64(budget.ModelAnswer.Bytes()) {
				e.err = &llm.Error{Kind: llm.ErrTooLarge}
				return
			}
		case '{':
			e.whole()
			return
		case '<':
			e.err = &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent a web page"}
			return
		default:
			return
		}
	}
}

// whole reads a reply that is one JSON document, or several, one a line.
func (e *events) whole() {
	line, err := e.line(budget.ModelAnswer.Bytes())
	line = bytes.Clone(line) // the next read reuses the buffer
	if err == nil || errors.Is(err, io.EOF) {
		if c, ok := decodeChunk(line, budget.ModelAnswer); ok && c.isChunk() {
			e.data(line)
			return
		}
	}
	for err == nil {
		var more []byte
		more, err = e.line(budget.ModelAnswer.Bytes() - len(line))
		line = append(line, more...)
	}
	if !errors.Is(err, io.EOF) {
		e.end(err)
		return
	}
	c, ok := decodeChunk(line, budget.ModelAnswer)
	switch {
	case !ok:
		e.err = &llm.Error{Kind: llm.ErrBadReply, Detail: "it sent something that is not JSON"}
	case c.failed():
		e.err = e.fault(200, line)
	case len(c.Choices) == 0:
		e.err = &llm.Error{Kind: llm.ErrEmptyReply}
	default:
		if c.finishReason() == "" {
			c.finish("stop")
		}
		e.document = true
		e.out, e.err = append(c.line(), "data: [DONE]\n"...), io.EOF
	}
}

// next reads one line and acts on it.
func (e *events) next() {
	line, err := e.line(budget.ModelEvent.Bytes())
	if len(line) > 0 {
		e.field(line)
	}
	if err != nil && e.err == nil {
		e.end(err)
	}
}

// field handles one line of the stream. A line that begins with a brace is
// data whose label was forgotten.
func (e *events) field(line []byte) {
	trimmed := bytes.TrimSpace(line)
	if len(trimmed) == 0 {
		if e.held != nil {
			e.err = damaged()
		}
		e.event = ""
		return
	}
	if trimmed[0] == '{' {
		e.data(trimmed)
		return
	}
	name, value, _ := bytes.Cut(trimmed, []byte(":"))
	switch string(name) {
	case "event":
		e.event = string(bytes.TrimSpace(value))
	case "data":
		e.data(bytes.TrimSpace(value))
	}
}

// maxJoined is how many data lines one value may be spread over.
const maxJoined = 32

// damaged is a piece of the reply that could not be read; what it said is
// lost, so the reply is not whole.
func damaged() *llm.Error {
	return &llm.Error{Kind: llm.ErrCutStream, Detail: "a piece of it arrived damaged"}
}

// data handles the payload of an event.
func (e *events) data(payload []byte) {
	switch {
	case len(payload) == 0:
		return
	case bytes.Equal(payload, []byte("[DONE]")):
		e.done()
		return
	case e.event == "error":
		e.err = e.fault(200, payload)
		return
	}
	if e.held != nil {
		payload = append(e.held, payload...)
		e.held = nil
	}
	c, ok := decodeChunk(payload, budget.ModelEvent)
	switch {
	case !ok && (len(payload) > budget.ModelEvent.Bytes() || e.joined >= maxJoined):
		e.err = damaged()
	case !ok:
		e.held = bytes.Clone(payload)
		e.joined++
	case c.failed():
		e.err = e.fault(200, payload)
	default:
		e.joined = 0
		e.chunks++
		e.finished = e.finished || c.finishReason() != ""
		e.out = c.line()
	}
}

// done ends the stream at [DONE], which proves completeness by itself.
func (e *events) done() {
	if e.held != nil {
		e.err = damaged()
		return
	}
	if e.chunks == 0 {
		e.err = &llm.Error{Kind: llm.ErrEmptyReply}
		return
	}
	e.out = []byte("data: [DONE]\n")
	e.err = io.EOF
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
