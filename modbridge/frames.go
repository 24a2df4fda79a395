// SPDX-License-Identifier: MIT

package modbridge

import (
	"bytes"
	"slices"
	"sync"
	"time"
)

// Bounds on the frames that are kept for people to look at.
const (
	// keptFrames and keptBytes bound those of one body; allKept those of all
	// together, shared out evenly.
	keptFrames = 64
	keptBytes  = 64 << 10
	allKept    = 8 << 20
	// keptStates of the body's states stay when there is no room: one a second would
	// push out within a minute what the body was told to do.
	keptStates = 8
	// longestKept is how much is kept of one frame, in bytes.
	longestKept = 16 << 10
)

// Frame is one message between Minehand and a body, as it was on the wire. It may
// hold tokens.
type Frame struct {
	// Seq numbers the frames of a session from 1.
	Seq      uint64
	At       time.Time
	FromBody bool
	// Text is the frame, or its beginning when Size is larger.
	Text []byte
	// Size in bytes.
	Size int
	// Dropped says why a frame of the body moved nothing, "" when it was used, and
	// Rule is the rule of docs/protocol that says so.
	Dropped string
	Rule    int

	state bool // of the body
}

// frames are the last ones of a session, oldest first.
type frames struct {
	mu     sync.Mutex
	list   []Frame
	states int
	bytes  int
	seq    uint64
}

// keep adds a frame, lets go of others beyond most bytes, and returns the frame's
// number. It copies what it keeps.
func (f *frames) keep(next Frame, most int) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seq++
	next.Seq, next.Size = f.seq, max(next.Size, len(next.Text))
	var buf []byte // that of one that is let go of
	size := min(len(next.Text), longestKept, most)
	for len(f.list) > 0 && (len(f.list) >= keptFrames || f.bytes+size > most) {
		buf = f.letGo()
	}
	if cap(f.list) > 2*len(f.list)+2 { // as more bodies came, each keeps fewer
		f.list = append(make([]Frame, 0, len(f.list)+1), f.list...)
	}
	if cap(buf) < size || cap(buf) > size+size/4+512 {
		buf = make([]byte, 0, size)
	}
	next.Text = append(buf[:0], next.Text[:size]...)
	f.bytes += size
	if next.state = next.FromBody && bytes.Contains(next.Text[:min(size, 256)], stateType); next.state {
		f.states++
	}
	f.list = append(f.list, next)
	return next.Seq
}

// letGo lets go of the oldest state where there are many, else of the oldest
// frame, and returns its buffer.
func (f *frames) letGo() []byte {
	i := 0
	if f.states > keptStates {
		i = slices.IndexFunc(f.list, func(one Frame) bool { return one.state })
	}
	gone := f.list[i]
	if gone.state {
		f.states--
	}
	f.bytes -= len(gone.Text)
	f.list = slices.Delete(f.list, i, i+1)
	return gone.Text
}

// stateType stands near the beginning of a state.
var stateType = []byte(`"state_update"`)

// drop notes why the frame of that number moved nothing.
func (f *frames) drop(seq uint64, why string, rule int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.IndexFunc(f.list, func(one Frame) bool { return one.Seq == seq }); i >= 0 {
		f.list[i].Dropped, f.list[i].Rule = why, rule
	}
}

// after are copies of those with a higher number.
func (f *frames) after(seq uint64) []Frame {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []Frame
	for _, one := range f.list {
		if one.Seq > seq {
			one.Text = bytes.Clone(one.Text)
			out = append(out, one)
		}
	}
	return out
}

// saw keeps a frame of the session. Any goroutine may call it, under any lock of
// the bridge. It returns the frame's number.
func (s *Session) saw(f Frame) uint64 {
	f.At = s.srv.clock.now()
	return s.frames.keep(f, min(keptBytes, allKept/max(1, int(s.srv.bodies.Load()))))
}

// Early are the last frames with a higher number than after that did not get their
// sender registered, oldest first. Those of a connection that registers at last stand
// with its session too.
func (srv *Server) Early(after uint64) []Frame { return srv.early.after(after) }

// Frames are the last frames of the body with a higher number than after, oldest
// first. The register of a session is its first.
func (s *Session) Frames(after uint64) []Frame { return s.frames.after(after) }
