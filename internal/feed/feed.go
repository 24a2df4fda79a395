// SPDX-License-Identifier: MIT

// Package feed hands what happens on to whoever listens, in order and without a gap.
//
// Loss policy: nothing is lost. What waits for a reader is kept until it is read; an
// item that says that it replaces the one before takes its place. Numbering and keeping
// for clients that come back are the business of whoever reads.
//
// Usage:
//
//	var events feed.Feed[Event]
//	r := events.Subscribe()
//	defer r.Close()
//	events.Publish(e)
//	e, err := r.Next(ctx)
package feed

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrClosed: the feed or its reader was closed, and all was read.
var ErrClosed = errors.New("the program is shutting down")

// Item is what a feed hands on.
type Item[E any] interface {
	// Stamped is the item with the time at which it was published.
	Stamped(at time.Time) E
	// Replaces reports whether the item makes the one before it needless.
	Replaces(last E) bool
}

// Feed has any number of readers. Its zero value works.
type Feed[E Item[E]] struct {
	mu      sync.Mutex
	readers map[*Reader[E]]struct{}
	closed  bool
}

// Publish never blocks.
func (f *Feed[E]) Publish(e E) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e = e.Stamped(time.Now())
	for r := range f.readers {
		r.put(e)
	}
}

// Close ends the reading once all was read.
func (f *Feed[E]) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for r := range f.readers {
		r.nudge()
	}
}

// Subscribe returns what happens from now on. Close the reader when done.
func (f *Feed[E]) Subscribe() *Reader[E] {
	r := &Reader[E]{feed: f, wake: make(chan struct{}, 1)}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.readers == nil {
		f.readers = make(map[*Reader[E]]struct{})
	}
	f.readers[r] = struct{}{}
	return r
}

// Reader is one reader's place in what happens.
type Reader[E Item[E]] struct {
	feed *Feed[E]
	wake chan struct{}
	// Guarded by feed.mu: what the reader has not taken yet, first what is in ready
	// from at on. The two lists change places when ready is at its end.
	waiting, ready []E
	at             int
	heard          bool // since the last rest; of Next alone
}

// bunch is how long a reader rests that has read all: to wake it for each item costs
// whoever publishes more than all else does.
const bunch = 5 * time.Millisecond

func (r *Reader[E]) put(e E) {
	if n := len(r.waiting); n > 0 && e.Replaces(r.waiting[n-1]) {
		r.waiting[n-1] = e
	} else {
		r.waiting = append(r.waiting, e)
	}
	r.nudge()
}

func (r *Reader[E]) nudge() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Next returns the next item in order, some milliseconds after it happened at most.
// It blocks until there is one, ctx ends (its error), or the reader or the feed is
// closed and all was read (ErrClosed). One goroutine may call it.
func (r *Reader[E]) Next(ctx context.Context) (e E, err error) {
	for {
		if e, ok, closed := r.Take(); ok {
			r.heard = true
			return e, nil
		} else if closed {
			return e, ErrClosed
		} else if r.heard {
			r.heard = false
			time.Sleep(bunch)
			continue
		}
		select {
		case <-r.wake:
		case <-ctx.Done():
			return e, ctx.Err()
		}
	}
}

// Take is Next without waiting: ok is false when there is nothing, closed reports
// whether there never will be.
func (r *Reader[E]) Take() (e E, ok, closed bool) {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	if r.at == len(r.ready) {
		if cap(r.ready) > 1024 { // the room of a crowd is not kept
			r.ready = nil
		}
		r.ready, r.waiting, r.at = r.waiting, r.ready[:0], 0
	}
	if _, open := r.feed.readers[r]; !open || r.at == len(r.ready) {
		return e, false, r.feed.closed || !open
	}
	var none E
	e, r.ready[r.at] = r.ready[r.at], none
	r.at++
	return e, true, false
}

// Close ends the reading and unblocks Next. It is idempotent.
func (r *Reader[E]) Close() {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	delete(r.feed.readers, r)
	r.waiting, r.ready, r.at = nil, nil, 0
	r.nudge()
}
