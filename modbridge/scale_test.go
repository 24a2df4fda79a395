// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"errors"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
)

// TestScaledTimes: grace and deadlines end as much earlier as the scale says, and
// what is told of the grace is when it ends.
func TestScaledTimes(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Scale: 0.1})
		b := h.join("b", protocol)
		s := h.session("b")
		d := atWork(t, b, s, "A")
		b.drop()
		start := time.Now()
		time.Sleep(time.Second)
		if link := s.Link(); link.State != game.LinkDown || !about(time.Until(link.GraceEnds), 2*time.Second) {
			t.Fatalf("after 1 s: %+v", link)
		}
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		if got := time.Since(start); got < 2900*time.Millisecond || got > 3100*time.Millisecond {
			t.Fatalf("the grace was %s, want a tenth of 30 s", got)
		}
	})
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Scale: 0.1})
		b := h.join("b", protocol)
		d := atWork(t, b, h.session("b"), "A")
		defer b.live()()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		if got := out.Ended.Sub(out.Started); got < 6*time.Second || got > 6500*time.Millisecond {
			t.Fatalf("it took %s, want a tenth of 60 s", got)
		}
	})
}

// TestScaledTimesLeaveABodyItsRest: a body comes to rest at its own pace, whatever the scale.
func TestScaledTimesLeaveABodyItsRest(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Scale: 0.1})
		b := h.join("b", protocol)
		s := h.session("b")
		d := atWork(t, b, s, "A")
		d.cancel()
		expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
		start := time.Now()
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) || !about(time.Since(start), 5*time.Second) {
			t.Fatalf("settled after %s: %v", time.Since(start), err)
		}
	})
}
