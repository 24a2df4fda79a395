// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Causes a watchdog or the call's deadline cancels with.
var (
	errFirst  = errors.New("no token within the limit for the first one")
	errStall  = errors.New("no further token within the limit")
	errGrace  = errors.New("no end of the stream after the finish reason")
	errTotal  = errors.New("no end of the reply within the limit for the call")
	errSilent = errors.New("no list of models within the limit for a probe")
)

// watchdog cancels an attempt's context when tokens stay away: one limit until
// the first, one between two, a short one after the finish reason. Signs of life
// begin the first limit anew, while the server reads the prompt; after that only
// tokens count.
type watchdog struct {
	cancel         context.CancelCauseFunc
	first, between time.Duration

	// heard is when alive last began the limit anew; alive's caller owns it.
	heard time.Time

	mu    sync.Mutex
	timer *time.Timer
	cause error
}

// watch starts a watchdog; stop must be called.
func watch(ctx context.Context, first, between time.Duration) (context.Context, *watchdog) {
	ctx, cancel := context.WithCancelCause(ctx)
	d := &watchdog{cancel: cancel, first: first, between: between, cause: errFirst}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer = time.AfterFunc(first, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.cancel(d.cause)
	})
	return ctx, d
}

// alive: the server says that it works on the prompt. One that says so a million times a
// second is heard a hundred times in each limit. One goroutine may call it.
func (d *watchdog) alive() {
	now := time.Now()
	if now.Sub(d.heard) < d.first/100 {
		return
	}
	d.heard = now
	d.mu.Lock()
	defer d.mu.Unlock()
	if errors.Is(d.cause, errFirst) {
		d.timer.Reset(d.first)
	}
}

// token was received.
func (d *watchdog) token() { d.reset(errStall, d.between) }

// finished: the finish reason was received, what follows is formality.
func (d *watchdog) finished() { d.reset(errGrace, min(finishGrace, d.between)) }

func (d *watchdog) reset(cause error, limit time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cause = cause
	d.timer.Reset(limit)
}

// stop ends the watch and the attempt's context.
func (d *watchdog) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.timer.Stop()
	d.cancel(nil)
}
