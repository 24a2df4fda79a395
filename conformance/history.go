// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// maxHistory bounds what is remembered of a run, in bytes of frames.
const maxHistory = 256 << 20

// errLate: what was waited for did not come in time.
var errLate = errors.New("nothing came in time")

// lateError is errLate in the words of a case.
type lateError struct{ sentence string }

func (e *lateError) Error() string { return e.sentence }

// errFlood: the body sent more than a run can remember.
var errFlood = fmt.Errorf("the body sent more than %d MiB of frames: it floods the line", maxHistory>>20)

// history is everything that happened, in order. Its methods may be called from
// any goroutine.
type history struct {
	sink func(Frame)

	mu sync.Mutex
	// Owned by mu:
	entries []entry
	bytes   int
	grown   chan struct{} // closed and replaced with every entry
}

func newHistory(sink func(Frame)) *history {
	return &history{sink: sink, grown: make(chan struct{})}
}

// add appends a frame, and reports whether there is room for more.
func (h *history) add(e entry) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bytes > maxHistory {
		return false
	}
	h.bytes += len(e.Text)
	h.entries = append(h.entries, e)
	close(h.grown)
	h.grown = make(chan struct{})
	if h.sink != nil {
		h.sink(e.Frame) // under mu, so that the transcript is in order
	}
	return true
}

// len is how many entries there are.
func (h *history) len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.entries)
}

// since returns the entries from an index on, and what is closed when there is
// another one. The slice is not to be changed.
func (h *history) since(from int) ([]entry, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(h.entries)
	return h.entries[from:n:n], h.grown
}

// flooded reports errFlood when nothing more is remembered.
func (h *history) flooded() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bytes > maxHistory {
		return errFlood
	}
	return nil
}

// await returns the first entry from an index on that is wanted, and its index.
// It fails with errLate after limit and with ctx's error when that ends first.
func (h *history) await(ctx context.Context, from int, limit time.Duration, wanted func(*entry) bool) (*entry, int, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		entries, grown := h.since(from)
		for i := range entries {
			if wanted(&entries[i]) {
				return &entries[i], from + i, nil
			}
		}
		from += len(entries)
		select {
		case <-grown:
		case <-timer.C:
			return nil, 0, errLate
		case <-ctx.Done():
			return nil, 0, context.Cause(ctx)
		}
	}
}

// last returns the newest entry that is wanted, or nil, looking no further back
// than an index.
func (h *history) last(from int, wanted func(*entry) bool) (*entry, int) {
	entries, _ := h.since(from)
	for i := len(entries) - 1; i >= 0; i-- {
		if wanted(&entries[i]) {
			return &entries[i], from + i
		}
	}
	return nil, -1
}
