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

// model names what is asked, once that is known.
func (r *reporter) model(name string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Model = name
}

// close ends the reports; tell is not called afterwards.
func (r *reporter) close() {
	if r == nil {
		return
	}
	r.mu.Lock()
	r.ended = true
	r.mu.Unlock()
	r.stop()
	<-r.done
}

// tick reports once a second and, while no token came, asks whether the model
// is being loaded.
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
		if phase, model := r.phase(); ask && (phase == llm.PhaseWaiting || phase == llm.PhaseLoading) {
			check, cancel := context.WithTimeout(ctx, loadCheck)
			ask = r.notLoaded(check, model)
			cancel()
			if ask {
				r.swap(llm.PhaseWaiting, llm.PhaseLoading)
			} else {
				r.swap(llm.PhaseLoading, llm.PhaseWaiting)
			}
		}
		r.mu.Lock()
		r.report()
		r.mu.Unlock()
	}
}

func (r *reporter) phase() (llm.Phase, string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now.Phase, r.now.Model
}

// swap changes between two names of the same wait, whose clock runs on.
func (r *reporter) swap(from, to llm.Phase) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.Phase == from {
		r.now.Phase = to
	}
}

// enter begins a phase.
func (r *reporter) enter(p llm.Phase, attempt int) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now.Phase == p && r.now.Attempt == attempt {
		return
	}
	r.now.Phase, r.now.Attempt, r.now.Tokens = p, attempt, 0
	r.since = time.Now()
	r.report()
}

// waitFor names the wait before a retry.
func (r *reporter) waitFor(err error) {
	if r == nil {
		return
	}
	phase := llm.PhaseRetrying
	if errors.Is(err, llm.ErrModelNotLoaded) {
		phase = llm.PhaseLoading
	}
	r.mu.Lock()
	attempt := r.now.Attempt
	r.mu.Unlock()
	r.enter(phase, attempt)
}

// tokens counts what was received; the count is told with the next tick.
func (r *reporter) tokens(n, attempt int) {
	if r == nil {
		return
	}
	r.enter(llm.PhaseReceiving, attempt)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Tokens = n
}

// report calls tell; mu is held.
func (r *reporter) report() {
	if r.ended || r.now.Phase == "" {
		return
	}
	r.now.Elapsed = time.Since(r.since)
	r.tell(r.now)
}
