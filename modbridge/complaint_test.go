package modbridge_test

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/modbridge"
)

// TestWhatCouldNotBeUsedIsTold: whoever writes a mod looks at the goal that
// does not go on, not into a log.
func TestWhatCouldNotBeUsedIsTold(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var mu sync.Mutex
		var told []string
		h := newHouse(t, modbridge.Config{Complaint: func(id, text string) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, id+": "+text)
		}})
		b := h.join("b", protocol)
		for _, frame := range []string{
			`{"type":"state_update","instanceId":"b","data":{"inventory":{"oak_log":3}}}`,
			`{"type":"action_complete","instanceId":"b","actionId":"action_123","result":{"success":true}}`,
			`{"type":"log","instanceId":"c","message":"hi"}`,
			`{"type":"weather","instanceId":"b"}`,
		} {
			b.raw(frame)
			synctest.Wait()
		}
		want := []string{
			"b: The body's frame was dropped: state_update: inventory is no list (data.inventory).",
			`b: The body's terminal message was dropped: no action "action_123" was sent.`,
			`b: The body's frame was dropped: its instanceId is another one, "c".`,
			`b: The body's frame was dropped: unknown message type "weather".`,
		}
		mu.Lock()
		defer mu.Unlock()
		if !slices.Equal(told, want) {
			t.Errorf("told\n%q, want\n%q", told, want)
		}
	})
}
