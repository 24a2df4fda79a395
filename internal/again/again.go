// SPDX-License-Identifier: MIT

// Package again does something again and again while time passes. It starts no goroutine:
// whoever calls it waits.
//
//	err := again.Until(ctx, 10*time.Millisecond, func() (bool, error) { return there(), nil })
package again

import (
	"context"
	"time"
)

// Every calls f each time that pause has passed, until ctx ends.
func Every(ctx context.Context, pause time.Duration, f func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for next(ctx, tick.C) {
		f()
	}
}

// Until asks at once, and again each time that pause has passed, until the answer is yes or
// an error, which it returns. The error is that of ctx when that ends first.
func Until(ctx context.Context, pause time.Duration, ask func() (bool, error)) error {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		over, err := ask()
		if over || err != nil {
			return err
		}
		if !next(ctx, tick.C) {
			return ctx.Err()
		}
	}
}

// Pause waits so long, and reports whether ctx still goes on.
func Pause(ctx context.Context, d time.Duration) bool { return next(ctx, time.After(d)) }

func next(ctx context.Context, tick <-chan time.Time) bool {
	select {
	case <-tick:
		return true
	case <-ctx.Done():
		return false
	}
}
