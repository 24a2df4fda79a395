package modbridge_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

func TestRule17AnOldProtocolIsRefusedForGood(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{MinProtocol: 2})
		b := h.dial("b", protocol)
		if protocol == 2 {
			if m := b.register(wire.Register{}); !m.Success {
				t.Fatalf("registered %+v", m)
			}
			return
		}
		b.send(&wire.Register{InstanceID: "b", Version: "1.21.5"})
		if code := b.closeCode(); code != wire.CloseTooOld || wire.ComesBack(code) || len(b.frames) != 0 {
			t.Fatalf("close code %d, frames %v", code, b.frames)
		}
	})
}

// Whoever registers without a usable name would wait for an answer for ever.
func TestRule17ARegisterThatNamesNobodyIsAnswered(t *testing.T) {
	for raw, says := range map[string]string{
		``:                     "has no instanceId",
		`,"instanceId":null`:   "has no instanceId",
		`,"instanceId":""`:     "is empty",
		`,"instanceId":"  "`:   "is empty",
		`,"instanceId":["a"]`:  "no string",
		`,"instanceId":"a\nb"`: "control characters",
		`,"instanceId":"` + strings.Repeat("a", 257) + `"`: "longer than 256 bytes",
	} {
		bubble(t, both, func(t *testing.T, protocol int) {
			h := newHouse(t, modbridge.Config{})
			b := h.dial("b", protocol)
			b.raw(fmt.Sprintf(`{"type":"register","protocol":%d%s}`, protocol, raw))
			if protocol >= 2 {
				if m := want[*wire.Registered](b); m.Success || !strings.Contains(m.Error, says) {
					t.Errorf("%s: registered %+v", raw, m)
				}
			}
			if code := b.closeCode(); code != wire.CloseUnnamed || wire.ComesBack(code) || len(b.frames) != 0 {
				t.Errorf("%s: close code %d, frames %v", raw, code, b.frames)
			}
		})
	}
}

// TestRule17CloseCodesSayWhetherToComeBack: 4000 to 4499 and those of WebSocket
// itself yes, 4500 to 4999 no.
func TestRule17CloseCodesSayWhetherToComeBack(t *testing.T) {
	for name, c := range map[string]struct {
		code int
		back bool
		ends func(h *house, b *body)
	}{
		"replaced": {4509, false, func(h *house, b *body) { b.back(h, wire.Register{}) }},
		"flood": {4429, true, func(_ *house, b *body) {
			for range 1100 {
				b.raw(`{"type":"log","message":"x"}`)
			}
		}},
		"shutdown":  {1001, true, func(h *house, _ *body) { h.close() }},
		"too large": {1009, true, func(_ *house, b *body) { go b.raw(strings.Repeat(" ", wire.MaxFrame+1)) }},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, both, func(t *testing.T, protocol int) {
				h := newHouse(t, modbridge.Config{})
				b := h.join("b", protocol)
				c.ends(h, b)
				if code := b.closeCode(); code != c.code || wire.ComesBack(code) != c.back {
					t.Fatalf("close code %d, comes back %v", code, wire.ComesBack(code))
				}
				if final := c.code >= 4500; final == c.back {
					t.Fatalf("%d is in the wrong range", c.code)
				}
			})
		})
	}
}

// TestRule17TheLogLinesOfAnEndlessReturnAreBounded: version 1 knows no close
// codes and always returns; a version 2 body may do so too.
func TestRule17TheLogLinesOfAnEndlessReturnAreBounded(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var log bytes.Buffer
		h := newHouse(t, modbridge.Config{
			Logger:    slog.New(slog.NewTextHandler(&log, nil)),
			Authorize: func(*http.Request, *wire.Register) error { return errors.New("the body token is wrong") },
		})
		for i := range 720 { // an hour in which two bodies come back every 10 s each
			b := h.dial([]string{"a", "b"}[i%2], protocol)
			b.send(&wire.Register{InstanceID: b.id, Protocol: protocol})
			if code := b.closeCode(); code != wire.CloseBadToken {
				t.Fatalf("close code %d", code)
			}
			time.Sleep(5 * time.Second)
		}
		h.close()
		if lines := strings.Count(log.String(), "\n"); lines < 12 || lines > 140 {
			t.Fatalf("%d log lines", lines)
		}
	})
}

// TestRule13ComplaintsAreLoggedAtABoundedRate: each bad frame is counted, not
// each is a line.
func TestRule13ComplaintsAreLoggedAtABoundedRate(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var log bytes.Buffer
		h := newHouse(t, modbridge.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		b := h.join("b", protocol)
		defer b.live()()
		for range 60 { // a minute
			for range 10 {
				b.raw(`{"type":"dance"}`)
				b.complete("unknown")
				b.raw(`{"type":"log","instanceId":"c","message":"x"}`)
			}
			time.Sleep(time.Second)
		}
		synctest.Wait()
		st := h.session("b").Stats()
		h.close()
		if st.Unknown != 600 || st.Stray != 600 || st.Foreign != 600 {
			t.Fatalf("stats %+v", st)
		}
		if lines := strings.Count(log.String(), "level=WARN"); lines < 10 || lines > 12 {
			t.Fatalf("%d warnings in a minute", lines)
		}
	})
}
