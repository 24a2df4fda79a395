// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
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

// change changes what is told, and tells it with the next tick. Without a listener
// it does nothing.
func (r *reporter) change(f func(now *llm.Progress)) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f(&r.now)
}

// model names what is asked, once that is known.
func (r *reporter) model(name string) { r.change(func(now *llm.Progress) { now.Model = name }) }

// close ends the reports; tell is not called afterwards.
func (r *reporter) close() {
	if r == nil {
		return
	}
	r.change(func(*llm.Progress) { r.ended = true })
	r.stop()
	<-r.done
}

// tick reports once a second and, while no token came, asks whether the model
// is being loaded: another name of the same wait, whose clock runs on.
func (r *reporter) tick(ctx context.Context) {
	defer close(r.done)
	t := time.NewTicker(time.Second)
	defer t.Stop()
	ask := true // until the server says it is loaded, or does not say
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		var was llm.Progress
		r.change(func(now *llm.Progress) { was = *now })
		named := llm.PhaseWaiting
		if waits := was.Phase == llm.PhaseWaiting || was.Phase == llm.PhaseLoading; ask && waits {
			check, cancel := context.WithTimeout(ctx, loadCheck)
			if ask = r.notLoaded(check, was.Model); ask {
				named = llm.PhaseLoading
			}
			cancel()
			r.change(func(now *llm.Progress) {
				if now.Phase == was.Phase {
					now.Phase = named
				}
			})
		}
		r.change(func(*llm.Progress) { r.report() })
	}
}

// enter begins a phase.
func (r *reporter) enter(p llm.Phase, attempt int) {
	r.change(func(now *llm.Progress) {
		if now.Phase != p || now.Attempt != attempt {
			now.Phase, now.Attempt, now.Tokens, r.since = p, attempt, 0, time.Now()
			r.report()
		}
	})
}

// waitFor names the wait before a retry.
func (r *reporter) waitFor(err error, attempt int) {
	if errors.Is(err, llm.ErrModelNotLoaded) {
		r.enter(llm.PhaseLoading, attempt)
		return
	}
	r.enter(llm.PhaseRetrying, attempt)
}

// tokens counts what was received.
func (r *reporter) tokens(n, attempt int) {
	r.enter(llm.PhaseReceiving, attempt)
	r.change(func(now *llm.Progress) { now.Tokens = n })
}

// report calls tell; mu is held.
func (r *reporter) report() {
	if !r.ended && r.now.Phase != "" {
		r.now.Elapsed = time.Since(r.since)
		r.tell(r.now)
	}
}
