// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"sync"
	"time"

	"github.com/minehand/minehand/llm"
)

// loadCheck bounds the question whether a model is loaded yet.
const loadCheck = 500 * time.Millisecond

// reporter turns what an attempt does into llm.Progress, at each change of
// phase and once a second. All its methods are safe on nil, so that a call
// without a listener pays nothing.
type reporter struct {
	tell      func(llm.Progress)
	notLoaded func(ctx context.Context, model string) bool
	stop      context.CancelFunc
	done      chan struct{}

	mu    sync.Mutex // also serialises tell
	now   llm.Progress
	since time.Time
	ended bool
}

func newReporter(ctx context.Context, tell func(llm.Progress), notLoaded func(context.Context, string) bool) *reporter {
	if tell == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &reporter{tell: tell, notLoaded: notLoaded, stop: cancel, done: make(chan struct{})}
	go r.tick(ctx)
	return r
}

// change changes what is told. Without a listener it does nothing.
func (r *reporter) change(f func(now *llm.Progress)) {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		f(&r.now)
	}
}

// close ends the reports; tell is not called afterwards.
func (r *reporter) close() {
	if r != nil {
		r.change(func(*llm.Progress) { r.ended = true })
		r.stop()
		<-r.done
	}
}

// tick reports once a second and, while no token came, asks whether the model
// is being loaded: another name of the same wait, whose clock runs on.
func (r *reporter) tick(ctx context.Context) {
	defer close(r.done)
	ask := true // until the server says it is loaded, or does not say
	for llm.Sleep(ctx, time.Second) == nil {
		var was llm.Progress
		r.change(func(now *llm.Progress) { was = *now })
		named := was.Phase
		if ask && (named == llm.PhaseWaiting || named == llm.PhaseLoading) {
			check, cancel := context.WithTimeout(ctx, loadCheck)
			named = llm.PhaseWaiting
			if ask = r.notLoaded(check, was.Model); ask {
				named = llm.PhaseLoading
			}
			cancel()
		}
		r.change(func(now *llm.Progress) {
			if now.Phase == was.Phase {
				now.Phase = named
			}
			r.report()
		})
	}
}

// enter begins a phase, or goes on with it: n pieces were received so far.
func (r *reporter) enter(p llm.Phase, attempt, n int) {
	r.change(func(now *llm.Progress) {
		began := now.Phase != p || now.Attempt != attempt
		if now.Phase, now.Attempt = p, attempt; began {
			now.Tokens, r.since = 0, time.Now()
			r.report()
		}
		now.Tokens = n
	})
}

// report calls tell; mu is held.
func (r *reporter) report() {
	if !r.ended && r.now.Phase != "" {
		r.now.Elapsed = time.Since(r.since)
		r.tell(r.now)
	}
}
