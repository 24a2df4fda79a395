// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/llm"
)

// watchdog cancels an attempt's context when tokens stay away: one limit until
// the first, one between two, a short one after the finish reason. Signs of life
// begin the first limit anew, while the server reads the prompt; after that only
// tokens count. The cause is the kind of the failure. One goroutine.
type watchdog struct {
	stop           func() // ends the watch and the attempt's context
	first, between time.Duration
	timer          *time.Timer
	cause          atomic.Value // the kind that the end of the limit is
	heard          time.Time    // when alive last began the limit anew
}

// watch starts a watchdog; stop must be called.
func watch(ctx context.Context, first, between time.Duration) (context.Context, *watchdog) {
	ctx, cancel := context.WithCancelCause(ctx)
	d := &watchdog{first: first, between: between}
	d.cause.Store(llm.ErrFirstToken)
	d.timer = time.AfterFunc(first, func() { cancel(d.cause.Load().(llm.Kind)) })
	d.stop = func() {
		d.timer.Stop()
		cancel(nil)
	}
	return ctx, d
}

// alive: the server says that it works on the prompt. One that says so a million times a
// second is heard a hundred times in each limit.
func (d *watchdog) alive() {
	if now := time.Now(); d.cause.Load() == llm.ErrFirstToken && now.Sub(d.heard) >= d.first/100 {
		d.heard = now
		d.timer.Reset(d.first)
	}
}

// token was received; finished: with the finish reason, and what follows is formality.
func (d *watchdog) token(finished bool) {
	d.cause.Store(llm.ErrStalled)
	limit := d.between
	if finished {
		limit = min(finishGrace, limit)
	}
	d.timer.Reset(limit)
}
