// SPDX-License-Identifier: MIT

package modbridge

import (
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/modbridge/wire"
)

// Limits bound what connections may cost; zero values take the defaults. What
// goes beyond one is refused with a sentence, and said in the log at a bounded
// rate.
type Limits struct {
	// Connections is how many there may be in all, Unregistered how many of them
	// that have not said who they are. The next one gets 503 before its upgrade.
	// Default: 12,000 and 2,048.
	Connections, Unregistered int
	// NewBodies is how many ids that nobody lives under may register at once, and
	// again an hour later. Default: 16,384.
	NewBodies int
	// FrameRate and FrameBurst bound the frames a second of one connection,
	// answers to our own actions not counted; Bytes and ByteBurst the bytes of all
	// its frames; Entries and EntryBurst about the values in them (wire.Entries).
	// A connection that exceeds one is closed with 4429. Default: 200 and 1,000;
	// 2 MiB and 8 MiB; 50,000 and 200,000.
	FrameRate, FrameBurst int
	Bytes, ByteBurst      int
	Entries, EntryBurst   int
	// FrameEntries is how many values one frame may hold, FirstEntries one of a
	// connection that has not registered; one with more is dropped. Default: 20,000 and
	// 200,000.
	FrameEntries, FirstEntries int
	// FrameTime is how long a frame may take from its first byte to its last; then
	// the connection is closed with 4408. Default: 10 s.
	FrameTime time.Duration
	// Unfinished is how many bytes of frames all connections may have begun
	// beyond 16 KiB each; those that have not registered get half of it. What
	// would go beyond is closed with 4429. Default: 64 MiB.
	Unfinished int
}

func (l Limits) withDefaults() Limits {
	l.Connections = or(l.Connections, 12_000)
	l.Unregistered = or(l.Unregistered, 2048)
	l.NewBodies = or(l.NewBodies, 16_384)
	l.FrameRate, l.FrameBurst = or(l.FrameRate, 200), or(l.FrameBurst, 1000)
	l.Bytes, l.ByteBurst = or(l.Bytes, 2<<20), or(l.ByteBurst, 8<<20)
	l.Entries, l.EntryBurst = or(l.Entries, 50_000), or(l.EntryBurst, 200_000)
	l.FrameEntries = or(l.FrameEntries, budget.Frame.Row().Values)
	l.FirstEntries = or(l.FirstEntries, budget.FirstFrame.Row().Values)
	l.FrameTime = or(l.FrameTime, budget.Frame.Row().Time)
	l.Unfinished = or(l.Unfinished, 64<<20)
	l.ByteBurst, l.EntryBurst = max(l.ByteBurst, wire.MaxFrame), max(l.EntryBurst, l.FrameEntries)
	return l
}

// comeBack is when a connection that was refused for want of room may try
// again, in seconds.
const comeBack = "10"

// admit takes a place for a connection, or answers why there is none.
func (srv *Server) admit(w http.ResponseWriter) bool {
	l := srv.config.Limits
	srv.mu.Lock()
	sentence := ""
	switch {
	case srv.places >= l.Connections:
		sentence = fmt.Sprintf("Minehand holds %d connections of bodies, and no more: close some, or come back later.", l.Connections)
	case srv.strangers >= l.Unregistered && !srv.evict():
		sentence = fmt.Sprintf("%d connections have not registered yet, and Minehand waits for no more at once: come back in %s seconds.",
			l.Unregistered, comeBack)
	default:
		srv.places++
		srv.strangers++
	}
	srv.mu.Unlock()
	if sentence == "" {
		return true
	}
	srv.sometimes("", func() { srv.config.Logger.Warn("connection refused", "why", sentence) })
	w.Header().Set("Retry-After", comeBack)
	http.Error(w, sentence, http.StatusServiceUnavailable)
	return false
}

// silentFor is how long a connection may say nothing before another one that comes
// may take its place, where there are no free ones: a body registers at once.
const silentFor = time.Second

// evict closes the connection that has been silent for longest of those that have
// not registered, to make room for another, and reports whether there was one.
// Called under the server's mutex.
func (srv *Server) evict() bool {
	var oldest *conn
	now := srv.clock.read()
	for c := range srv.conns {
		if !c.known && !c.evicted && c.begun.Load() == 0 && now.since(c.opened) >= silentFor && (oldest == nil || c.opened < oldest.opened) {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}
	oldest.evicted = true
	srv.strangers--
	srv.places--
	srv.sometimes("", func() { oldest.log().Warn("socket closed", "why", "it said nothing, and its place is wanted") })
	oldest.out.goodbye(wire.CloseSilent, "no register came, and others wait for the place")
	return true
}

// vacate gives back the place of a connection. Called under the server's mutex.
func (srv *Server) vacate(known bool) {
	srv.places--
	if !known {
		srv.strangers--
	}
}

// limiter holds one connection's rates.
type limiter struct{ frames, bytes, entries *rate.Limiter }

func (l Limits) limiter() limiter {
	return limiter{
		frames:  rate.NewLimiter(rate.Limit(l.FrameRate), l.FrameBurst),
		bytes:   rate.NewLimiter(rate.Limit(l.Bytes), l.ByteBurst),
		entries: rate.NewLimiter(rate.Limit(l.Entries), l.EntryBurst),
	}
}

// errUnfinished: too much of what all connections began to send waits for its
// end.
var errUnfinished = errors.New("too much waits for the end of its frame")

// unfinished counts the bytes that buffers of begun frames take beyond maxKept.
type unfinished struct{ bytes atomic.Int64 }

// resize accounts for a buffer that grows or shrinks from one size to another,
// unless that goes beyond limit.
func (u *unfinished) resize(from, to int, limit int64) error {
	d := int64(max(to, maxKept) - max(from, maxKept))
	if d == 0 {
		return nil
	}
	if u.bytes.Add(d) > limit && d > 0 {
		u.bytes.Add(-d)
		return errUnfinished
	}
	return nil
}
