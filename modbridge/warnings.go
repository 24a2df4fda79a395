// SPDX-License-Identifier: MIT

package modbridge

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/modbridge/wire"
)

// Bounds on what a body is warned of.
const (
	// maxWarned is how many causes a session is warned of.
	maxWarned = 64
	// lookFirst is how long after a state the next one is looked at closely; after
	// each without a fault it is four times as long, up to lookLast. Looking costs more
	// than reading.
	lookFirst = time.Second
	lookLast  = 30 * time.Second
)

// warned is what a session has been warned of.
type warned struct {
	mu     sync.Mutex
	causes map[string]bool
	names  wire.Lexicon
}

// first reports whether a cause is new, and notes it. Places in lists are no part
// of a cause: the same item in another slot is the same mistake.
func (w *warned) first(f *wire.Fault) bool {
	cause := string(f.Code) + "\x00" + places().ReplaceAllString(f.Path, "") + "\x00"
	switch f.Code {
	case wire.UnknownItem, wire.UnknownCapability, wire.UnknownDimension, wire.UnknownGameMode:
		cause += f.Value
	case wire.FrameDropped:
		cause += f.Message
	default: // one of a kind is enough, whatever the number
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.causes[cause] || len(w.causes) >= maxWarned {
		return false
	}
	if w.causes == nil {
		w.causes = make(map[string]bool)
	}
	w.causes[cause] = true
	return true
}

var places = pattern.Of(`\[\d+\]`)

// warn tells what of the body's frames was not understood: the log at a bounded
// rate, and for each cause of a session once whoever runs it and, from version 2
// on, the body. The session's mutex may be held.
func (c *conn) warn(s *Session, message string, f wire.Fault) {
	s.complaints.Do(func() { c.log().Warn(message, "body", s.id, "why", f.Message, "path", f.Path) })
	if !s.warned.first(&f) {
		return
	}
	if tell := c.srv.config.Complaint; tell != nil {
		where := ""
		if strings.Contains(f.Path, ".") { // a member of the frame's own is in the sentence
			where = " (" + f.Path + ")"
		}
		tell(s.id, fmt.Sprintf("The body's %s: %s%s.", message, f.Message, where))
	}
	if c.v2.Load() {
		c.warnBody(s, f)
	}
}

// warnBody sends the body a warning.
func (c *conn) warnBody(s *Session, f wire.Fault) {
	data, err := wire.Encode(&wire.Warning{Code: f.Code, Message: f.Message + ".", Path: f.Path, Value: f.Value})
	if err != nil {
		c.log().Error("frame not written", "body", s.id, "err", err)
		return
	}
	s.saw(Frame{Text: data})
	c.out.text(data)
}

// lexicon knows the items of the body's version; nil for nobody who does.
func (s *Session) lexicon(info game.BodyInfo) wire.Lexicon {
	of := s.srv.config.Names
	if of == nil {
		return nil
	}
	s.warned.mu.Lock()
	defer s.warned.mu.Unlock()
	if s.warned.names == nil {
		s.warned.names = of(info)
	}
	return s.warned.names
}

// renamed: the body registered again, and its game may have other items now.
func (w *warned) renamed() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names = nil
}

// look looks closely at a state now and then. It runs on the reading goroutine,
// without a lock.
func (c *conn) look(frame []byte) {
	s := c.session.Load()
	now := c.srv.clock.read()
	if s == nil || c.looked != 0 && !s.doubted.Load() && now.since(c.looked) < c.lookAgain {
		return
	}
	c.looked = now
	faults := append(wire.StateFaults(frame, c.v2.Load(), s.lexicon(s.Info())), wire.Misnamed(frame)...)
	c.lookAgain = min(max(4*c.lookAgain, lookFirst), lookLast)
	for _, f := range faults {
		if f.Code == wire.MissingMember {
			continue
		}
		c.lookAgain = lookFirst
		c.warn(s, "state was not understood", f)
	}
}

// lookAtChanges tells what of a frame's changes was not understood.
func (c *conn) lookAtChanges(frame []byte) {
	if s := c.session.Load(); s != nil && s.Reports() {
		for _, f := range wire.ChangesFaults(frame) {
			c.warn(s, "change of the world was not understood", f)
		}
	}
}
