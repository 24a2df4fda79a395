// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pipenet"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// house is a running Server with a listener.
type house struct {
	t     *testing.T
	srv   *modbridge.Server
	heard *observer
	line  *pipenet.Listener
	end   func() // the server's run; it is reached on
	close func()
}

// newHouse starts a server; it ends with the test.
func newHouse(t *testing.T, config modbridge.Config) *house {
	t.Helper()
	heard := &observer{}
	if config.Observer == nil {
		config.Observer = heard
	}
	if config.Loopback == nil {
		config.Loopback = func(*http.Request) bool { return true }
	}
	h := startHouse(t, config)
	h.heard = heard
	return h
}

// startHouse is newHouse with this config and nothing else.
func startHouse(t *testing.T, config modbridge.Config) *house {
	t.Helper()
	h := &house{t: t, line: pipenet.New(), srv: modbridge.New(config)}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := h.srv.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	h.end = cancel
	web := &http.Server{Handler: h.srv}
	wg.Go(func() { _ = web.Serve(h.line) })
	h.close = sync.OnceFunc(func() {
		cancel()
		_ = web.Close()
		wg.Wait()
	})
	t.Cleanup(h.close)
	return h
}

func (h *house) session(id string) *modbridge.Session {
	h.t.Helper()
	s, ok := h.srv.Session(id)
	if !ok {
		h.t.Fatalf("no session of %s", id)
	}
	return s
}

// observer notes what it is told.
type observer struct {
	mu    sync.Mutex
	lines []string
	said  []wire.FromBody
	block chan struct{} // when set, every call waits for it
}

func (o *observer) note(what string, s *modbridge.Session) {
	if o.block != nil {
		<-o.block
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lines = append(o.lines, what+" "+s.Info().ID)
}

func (o *observer) Registered(s *modbridge.Session) { o.note("registered", s) }
func (o *observer) Changed(s *modbridge.Session)    { o.note("changed", s) }
func (o *observer) Gone(s *modbridge.Session)       { o.note("gone", s) }

func (o *observer) Said(s *modbridge.Session, m wire.FromBody) {
	o.note(m.Type(), s)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said = append(o.said, m)
}

func (o *observer) count(line string) int {
	synctest.Wait() // notices are delivered a moment later
	o.mu.Lock()
	defer o.mu.Unlock()
	n := 0
	for _, l := range o.lines {
		if l == line {
			n++
		}
	}
	return n
}

// begin calls Do in a goroutine; the call ends with the test.
type doing struct {
	cancel context.CancelFunc
	out    chan game.Outcome
}

func begin(t *testing.T, s *modbridge.Session, call game.Call) *doing {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	d := &doing{cancel: cancel, out: make(chan game.Outcome, 1)}
	go func() { d.out <- s.Do(ctx, call) }()
	return d
}

func (d *doing) ended() bool {
	synctest.Wait()
	return len(d.out) > 0
}

func (d *doing) outcome(t *testing.T) game.Outcome {
	t.Helper()
	select {
	case out := <-d.out:
		d.out <- out
		return out
	case <-time.After(time.Hour):
		t.Fatal("the call did not end")
		return game.Outcome{}
	}
}

func mine(id string) game.Call {
	return game.Call{Action: game.Action{ID: id, Kind: game.Mine, Target: "oak_log", Quantity: 3}}
}

// bubble runs the test in a synctest bubble, once a protocol version.
func bubble(t *testing.T, versions []int, f func(t *testing.T, protocol int)) {
	t.Helper()
	names := map[int]string{1: "v1", 2: "v2"}
	for _, v := range versions {
		t.Run(names[v], func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, v) })
		})
	}
}

var both = []int{1, 2}

// joined runs the test in a bubble, once a protocol version, in a house that
// one body has joined.
func joined(t *testing.T, f func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session)) {
	t.Helper()
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		f(t, protocol, h, b, h.session("b"))
	})
}

// joinedV2 is joined for version 2 alone.
func joinedV2(t *testing.T, f func(t *testing.T, h *house, b *body, s *modbridge.Session)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		f(t, h, b, h.session("b"))
	})
}

// runningA is joinedV2 with a body that comes with an action under way, and that has
// told no state yet.
func runningA(t *testing.T, f func(t *testing.T, h *house, b *body, s *modbridge.Session)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A"}})
		f(t, h, b, h.session("b"))
	})
}

// atWork gives the body an action, which it has received.
func atWork(t *testing.T, b *body, s *modbridge.Session, id string) *doing {
	t.Helper()
	d := begin(t, s, mine(id))
	want[*wire.ExecuteAction](b)
	return d
}

// finish reports an action as done, which ends the call.
func (b *body) finish(t *testing.T, d *doing, id string) {
	t.Helper()
	b.complete(id)
	expectEnd(t, d.outcome(t), game.EndReported, "")
}

func expectEnd(t *testing.T, out game.Outcome, end game.End, code game.Code) {
	t.Helper()
	var got game.Code
	if out.Failure != nil {
		got = out.Failure.Code
		if out.Failure.Message == "" {
			t.Fatalf("a failure without a sentence: %+v", out.Failure)
		}
	}
	if out.End != end || got != code {
		t.Fatalf("ended %q with code %q (%v), want %q with %q", out.End, got, out.Failure, end, code)
	}
}

func expectFrames(t *testing.T, b *body, types ...string) {
	t.Helper()
	if got := b.waiting(); !slices.Equal(got, types) {
		t.Fatalf("frames %v, want %v", got, types)
	}
	b.forget()
}

// held is how many of an item the body last reported.
func held(s *modbridge.Session, item string) int {
	snap := s.Snapshot()
	return snap.State.Count(item)
}
