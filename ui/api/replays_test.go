package api

import (
	"fmt"
	"testing"
)

// Calls that are refused again and again do not push out the answers of those
// that were done.
func TestRefusedCallsDisplaceNoAnswers(t *testing.T) {
	r := newReplays()
	done := 0
	ask := func(id string, ok bool) string {
		return string(r.once(id, []byte("x"), func() ([]byte, bool) { done++; return fmt.Append(nil, done), ok }, func() []byte { return []byte("conflict") }))
	}
	first := ask("kept", true)
	for range 2 * maxReplays {
		ask("refused", false)
	}
	if again := ask("kept", true); again != first {
		t.Errorf("the answer was %s and is %s", first, again)
	}
	if len(r.order) != 1 || len(r.byID) != 1 {
		t.Errorf("%d and %d entries are kept", len(r.order), len(r.byID))
	}
}
