// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// listeningHouse is a house with what it was told of its bodies so far.
func listeningHouse(t *testing.T) (h *house, told func() []string) {
	var mu sync.Mutex
	var list []string
	h = newHouse(t, modbridge.Config{Complaint: func(id, text string) {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, id+": "+text)
	}})
	return h, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(list)
	}
}

// TestWhatCouldNotBeUsedIsTold: whoever writes a mod looks at the goal that
// does not go on, not into a log.
func TestWhatCouldNotBeUsedIsTold(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, told := listeningHouse(t)
		b := h.join("b", protocol)
		for _, frame := range []string{
			`{"type":"state_update","instanceId":"b","data":{"inventory":{"oak_log":3}}}`,
			`{"type":"action_complete","instanceId":"b","actionId":"action_123","result":{"success":true}}`,
			`{"type":"log","instanceId":"c","message":"hi"}`,
			`{"type":"weather","instanceId":"b"}`,
			`{"type":"season","instanceId":"b"}`, // another cause
		} {
			b.raw(frame)
			synctest.Wait()
		}
		want := []string{
			"b: The body's frame was dropped: state_update: inventory is no list (data.inventory).",
			`b: The body's terminal message was dropped: no action "action_123" was sent.`,
			`b: The body's frame was dropped: its instanceId is another one, "c".`,
			`b: The body's frame was dropped: unknown message type "weather".`,
			`b: The body's frame was dropped: unknown message type "season".`,
		}
		if told := told(); !slices.Equal(told, want) {
			t.Errorf("told\n%q, want\n%q", told, want)
		}
	})
}

// TestWhatIsWrongIsFoundWhateverItIsCalled: a count is in no better order for being
// that of an item that nobody knows.
func TestWhatIsWrongIsFoundWhateverItIsCalled(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Names: func(game.BodyInfo) wire.Lexicon { return someItems{} }})
		b := h.join("b", protocol)
		b.raw(`{"type":"state_update","instanceId":"b","data":{"inventory":[{"slot":0,"item":"torch","count":1},{"slot":1,"item":"gear","count":"two"}]}}`)
		synctest.Wait()
		b.mu.Lock()
		defer b.mu.Unlock()
		if n := len(b.warnings); n == 0 || b.warnings[n-1].Path != "data.inventory[1].count" || b.warnings[n-1].Code != wire.BadStack {
			for _, w := range b.warnings {
				t.Errorf("warned of %+v", *w)
			}
		}
	})
}

// TestWhoIsNotLetInIsTold: a version 1 body gets no answer to a register that is
// refused, and comes again for ever; who runs it is told why, once.
func TestWhoIsNotLetInIsTold(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, told := listeningHouse(t)
		h.join("b", 2)
		for range 3 {
			early := h.dial("b", protocol)
			early.raw(`{"type":"log","instanceId":"b","message":"hi"}`)
			early.send(&wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: protocol})
			if code := early.closeCode(); code != wire.CloseTaken {
				t.Fatalf("close code %d", code)
			}
			nameless := h.dial("", protocol)
			nameless.raw(`{"type":"register","version":"1.21.5"}`)
			if code := nameless.closeCode(); code != wire.CloseUnnamed {
				t.Fatalf("close code %d", code)
			}
			time.Sleep(time.Minute)
		}
		want := []string{
			": A body that has not registered sent a log, which was dropped: it has to send register first, on every connection.",
			"b: The body b was not let in: a body is connected as b; use another instance id, or come back when it has been away for a while.",
		}
		if told := told(); len(told) != 3 || !slices.Equal(told[:2], want) || !strings.HasPrefix(told[2], ": A body without a name was not let in: ") || !strings.Contains(told[2], "has no instanceId") {
			t.Errorf("told\n%q, want\n%q and that one has no instanceId", told, want)
		}
	})
}
