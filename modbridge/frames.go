package modbridge

import (
	"bytes"
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
}

// frames are the last ones of a session, oldest first.
type frames struct {
	mu    sync.Mutex
	list  []Frame
	bytes int
	seq   uint64
}

// keep adds a frame, lets go of the oldest beyond most bytes, and returns the
// frame's number. It copies what it keeps.
func (f *frames) keep(next Frame, most int) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seq++
	next.Seq, next.Size = f.seq, len(next.Text)
	var buf []byte // that of one that is let go of
	gone := 0
	size := min(len(next.Text), longestKept, most)
	for gone < len(f.list) && (len(f.list)-gone >= keptFrames || f.bytes+size > most) {
		buf = f.list[gone].Text
		f.bytes -= len(buf)
		gone++
	}
	if rest := f.list[gone:]; cap(f.list) > 2*len(rest)+2 {
		f.list = append(make([]Frame, 0, len(rest)+1), rest...) // as more came, each keeps fewer
	} else {
		f.list = f.list[:copy(f.list, rest)]
	}
	if cap(buf) < size || cap(buf) > size+size/4+512 {
		buf = make([]byte, 0, size)
	}
	next.Text = append(buf[:0], next.Text[:size]...)
	f.bytes += size
	f.list = append(f.list, next)
	return next.Seq
}

// drop notes why the frame of that number moved nothing.
func (f *frames) drop(seq uint64, why string, rule int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := len(f.list) - 1; i >= 0 && f.list[i].Seq >= seq; i-- {
		if f.list[i].Seq == seq {
			f.list[i].Dropped, f.list[i].Rule = why, rule
		}
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

// Frames are the last frames of the body with a higher number than after, oldest
// first. The register of a session is its first.
func (s *Session) Frames(after uint64) []Frame { return s.frames.after(after) }
