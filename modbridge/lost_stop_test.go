package modbridge_test

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule06AStopThatALostLineSwallowedIsSentAgain: a body that did not come to
// rest may never have heard of it; on its next socket it does.
func TestRule06AStopThatALostLineSwallowedIsSentAgain(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		d.cancel()
		_ = d.outcome(t)
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) {
			t.Fatalf("settled: %v", err)
		}
		b.drop()
		b = b.back(h, wire.Register{Running: []string{"A"}})
		expectFrames(t, b, "stop")
	})
}
