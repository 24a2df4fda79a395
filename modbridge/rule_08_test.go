package modbridge_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// kept is a TokenStore that outlives a server.
type kept struct {
	mu     sync.Mutex
	hashes map[string]string
	err    error
}

func (k *kept) Put(id, hash string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.hashes == nil {
		k.hashes = map[string]string{}
	}
	k.hashes[id] = hash
	return k.err
}

func (k *kept) Get(id string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hashes[id], k.err
}

func TestRule08ARegisterReplacesTheOldSocket(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		old := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](old)
		b := old.back(h, wire.Register{Running: []string{"A"}})
		if code := old.closeCode(); code != wire.CloseReplaced {
			t.Fatalf("close code %d", code)
		}
		synctest.Wait()
		if link := s.Link(); h.session("b") != s || link.State != game.LinkUp {
			t.Fatalf("the old socket's end took the session down: %+v", link)
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
		if st := s.Stats(); st.Replaced != 1 || st.Sockets != 2 {
			t.Fatalf("stats %+v", st)
		}
	})
}

func TestRule08AHalfOpenSocketIsReplacedAtOnce(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		b.halfOpen(h)
		d := begin(t, s, mine("A")) // nobody reads it
		synctest.Wait()
		start := time.Now()
		b = b.back(h, wire.Register{Running: []string{}})
		if time.Since(start) > time.Second {
			t.Fatalf("the new socket waited %s for the dead one", time.Since(start))
		}
		b.state()
		if protocol == 2 {
			expectEnd(t, d.outcome(t), game.EndReported, game.CodeInterrupted)
		} else {
			d.cancel()
			expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
			expectFrames(t, b, "stop")
			b.state()
		}
		d = begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b)
		b.complete("B")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

// halfOpen makes the body's end deaf: the line stands, and nothing is read.
func (b *body) halfOpen(h *house) {
	h.t.Helper()
	_ = b.ws.NetConn().SetReadDeadline(time.Now())
	<-b.done
}

// TestRule08WhatWasOnAReplacedSocketMayBeLost: a report as well as a stop.
func TestRule08WhatWasOnAReplacedSocketMayBeLost(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		call := mine("A")
		call.Observed = func(_, now *game.State) bool { return now.Count("oak_log") == 3 }
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		b = b.back(h, wire.Register{})
		b.state("oak_log", 3)
		expectEnd(t, d.outcome(t), game.EndObserved, "")
		s.Stop()
		want[*wire.Stop](b)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}

func TestRule08ALiveV2SessionNeedsItsToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
		says := "a body is connected as b;"
		intrude := func(token string, protocol int) {
			t.Helper()
			other := h.dial("b", protocol)
			other.send(&wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: protocol, ResumeToken: token})
			if protocol == 2 {
				if m := want[*wire.Registered](other); m.Success || !strings.Contains(m.Error, says) || m.ResumeToken != "" || m.Protocol != 2 {
					t.Fatalf("registered %+v", m)
				}
			}
			if code := other.closeCode(); code != wire.CloseTaken || !wire.ComesBack(code) {
				t.Fatalf("close code %d", code)
			}
			if len(other.frames) != 0 {
				t.Fatalf("a refused body got %v", other.frames)
			}
		}
		intrude("", 2)
		intrude("wrong", 2)
		intrude("", 1)
		intrude(b.token, 1) // a version without tokens proves nothing
		b.drop()
		time.Sleep(10 * time.Second)
		says = "is waited for 20 s longer"
		intrude("", 2) // the session lives on in its grace
		if s.Stats().Sockets != 1 {
			t.Fatalf("stats %+v", s.Stats())
		}
		again := b.back(h, wire.Register{})
		if again.token != b.token || h.session("b") != s {
			t.Fatal("the token did not bring the session back")
		}
		again.drop()
		time.Sleep(31 * time.Second)
		fresh := h.dial("b", 2) // no live session: any register is accepted
		if m := fresh.register(wire.Register{}); !m.Success || m.ResumeToken == b.token || m.ResumeToken == "" {
			t.Fatalf("registered %+v", m)
		}
	})
}

func TestRule08AV1SessionIsReplacedFromLoopbackOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var away atomic.Bool
		h := newHouse(t, modbridge.Config{Loopback: func(*http.Request) bool { return !away.Load() }})
		b := h.join("b", 1)
		away.Store(true)
		other := h.dial("b", 1)
		other.send(&wire.Register{InstanceID: "b"})
		if code := other.closeCode(); code != wire.CloseTaken {
			t.Fatalf("close code %d", code)
		}
		away.Store(false)
		b.back(h, wire.Register{})
		if code := b.closeCode(); code != wire.CloseReplaced {
			t.Fatalf("close code %d", code)
		}
	})
}

func TestRule08TheTokenOutlivesTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &kept{}
		h := newHouse(t, modbridge.Config{Tokens: store})
		b := h.join("b", 2)
		h.join("v1", 1) // which could never show one
		if hash := store.hashes["b"]; len(store.hashes) != 1 || len(hash) != 64 || hash == b.token {
			t.Fatalf("kept %q", hash)
		}
		h.close()
		h = newHouse(t, modbridge.Config{Tokens: store})
		again := b.back(h, wire.Register{})
		if !h.session("b").Resumed() || again.token != b.token {
			t.Fatal("the kept token did not prove the body")
		}
		h.close()
		h = newHouse(t, modbridge.Config{Tokens: store})
		b.token = "another body's"
		if b.back(h, wire.Register{}); h.session("b").Resumed() {
			t.Fatal("any token proves the body")
		}
		h.close()
		store.err = errors.New("disk full")
		h = newHouse(t, modbridge.Config{Tokens: store})
		if m := h.dial("b", 2).register(wire.Register{ResumeToken: "x"}); !m.Success {
			t.Fatal("a store that fails keeps bodies out")
		}
	})
}

func TestRule08ManyReplacementsLeaveOneSession(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		for range 20 {
			b = b.back(h, wire.Register{})
		}
		b.state()
		synctest.Wait()
		if len(h.srv.Sessions()) != 1 || h.session("b") != s || s.Stats().Replaced != 20 {
			t.Fatalf("stats %+v", s.Stats())
		}
		if h.heard.count("gone b") != 0 {
			t.Fatalf("heard %v", h.heard.lines)
		}
	})
}
