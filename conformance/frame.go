// SPDX-License-Identifier: MIT

package conformance

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/modbridge/wire"
)

// The sides of a socket.
const (
	FromBody     = "body"
	FromMinehand = "minehand"
)

// What can happen on a socket.
const (
	kindText   = "text"
	kindBinary = "binary"
	kindPing   = "ping"
	kindPong   = "pong"
	kindOpen   = "open"
	kindClose  = "close"
)

// Frame is one thing that happened on a socket.
type Frame struct {
	At time.Time `json:"at"`
	// Socket counts the connections of the run, from 1.
	Socket int `json:"socket"`
	// From is FromBody or FromMinehand.
	From string `json:"from"`
	Kind string `json:"kind"`
	// Text is a text frame, a ping's payload, or how a socket ended. The body
	// token of a register is left out.
	Text string `json:"text,omitempty"`
}

// entry is a frame with what could be read of it.
type entry struct {
	Frame
	// msg is what a body's text frame said; nil when it could not be read, with
	// the reason in fault.
	msg   wire.FromBody
	fault error
}

// read makes the entry of a frame.
func read(f Frame) entry {
	e := entry{Frame: f}
	if f.From == FromBody && f.Kind == kindText {
		e.msg, e.fault = wire.DecodeFromBody([]byte(f.Text))
	}
	e.Text = withoutToken(e.Text)
	return e
}

// withoutToken blanks the body token of a register, so that transcripts can be
// passed on.
func withoutToken(frame string) string {
	if !bytes.Contains([]byte(frame), []byte(`"token"`)) {
		return frame
	}
	var members map[string]json.RawMessage
	if budget.Frame.JSON([]byte(frame), &members) != nil || members["token"] == nil {
		return frame
	}
	members["token"] = json.RawMessage(`"***"`)
	clean, err := json.Marshal(members)
	if err != nil {
		return frame
	}
	return string(clean)
}

// terminal returns the id of a terminal message, "" for any other frame.
func (e *entry) terminal() string {
	switch m := e.msg.(type) {
	case *wire.ActionComplete:
		return m.ActionID
	case *wire.ActionFailed:
		return m.ActionID
	}
	return ""
}

// isTerminal reports whether the frame ends an action; its id may be missing.
func (e *entry) isTerminal() bool {
	switch e.msg.(type) {
	case *wire.ActionComplete, *wire.ActionFailed:
		return true
	}
	return false
}

// state returns the state of a state_update, nil for any other frame.
func (e *entry) state() *wire.StateUpdate {
	s, _ := e.msg.(*wire.StateUpdate)
	return s
}
