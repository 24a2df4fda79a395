// SPDX-License-Identifier: MIT

package body_test

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pipenet"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// backend is the other side of a body, played by a test.
type backend struct {
	t     *testing.T
	pipes *pipenet.Listener
	// mute lets sockets connect and register without an answer.
	mute bool
	// frozen is a host whose sockets are not read on once they registered, until thaw.
	frozen string
	thaw   chan struct{}
	// answer to register; nil means success.
	answer func(*wire.Register) *wire.Registered

	mu        sync.Mutex
	conn      *websocket.Conn
	registers []*wire.Register
	heard     []wire.FromBody // all but states and progress
	states    []game.State
	progress  int
	bad       int
	pings     int
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	answer := conn.PingHandler()
	conn.SetPingHandler(func(s string) error {
		b.mu.Lock()
		b.pings++
		b.mu.Unlock()
		return answer(s)
	})
	for {
		_, frame, err := conn.ReadMessage()
		if err != nil {
			return
		}
		m, err := wire.DecodeFromBody(frame)
		b.mu.Lock()
		switch m := m.(type) {
		case nil:
			b.bad++
			if err == nil {
				b.t.Error("no frame and no error")
			}
		case *wire.Register:
			b.registers = append(b.registers, m)
			b.conn = conn
			if !b.mute {
				var a wire.Message = &wire.Registered{Success: true, Protocol: 2, ResumeToken: "token"}
				if b.answer != nil {
					a = b.answer(m)
				}
				b.write(a)
			}
		case *wire.StateUpdate:
			b.states = append(b.states, m.Data)
		case *wire.ActionProgress:
			b.progress++
		default:
			b.heard = append(b.heard, m)
		}
		b.mu.Unlock()
		if r.Host == b.frozen {
			<-b.thaw
		}
	}
}

func (b *backend) write(m wire.Message) {
	frame, err := wire.Encode(m)
	if err != nil {
		b.t.Error(err)
		return
	}
	b.raw(frame)
}

// raw writes a frame; the caller holds mu.
func (b *backend) raw(frame []byte) {
	if err := b.conn.WriteMessage(websocket.TextMessage, frame); err != nil {
		b.t.Logf("write: %v", err)
	}
}

func (b *backend) send(m wire.Message) { b.mu.Lock(); defer b.mu.Unlock(); b.write(m) }
func (b *backend) sendRaw(s string)    { b.mu.Lock(); defer b.mu.Unlock(); b.raw([]byte(s)) }
func (b *backend) act(a game.Action)   { b.send(&wire.ExecuteAction{Action: a}) }
func (b *backend) cut()                { b.mu.Lock(); defer b.mu.Unlock(); b.conn.Close() }

// terminals are the terminal messages for an id so far.
func (b *backend) terminals(id string) []wire.FromBody {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []wire.FromBody
	for _, m := range b.heard {
		switch m := m.(type) {
		case *wire.ActionComplete:
			if m.ActionID == id {
				out = append(out, m)
			}
		case *wire.ActionFailed:
			if m.ActionID == id {
				out = append(out, m)
			}
		}
	}
	return out
}

// await lets time pass until an id has a terminal message.
func (b *backend) await(id string) wire.FromBody {
	b.t.Helper()
	for range 20_000 {
		synctest.Wait()
		if got := b.terminals(id); len(got) > 0 {
			return got[0]
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("no terminal message for %s came", id)
	return nil
}

// count is how many frames of a type were heard.
func (b *backend) count(kind string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, m := range b.heard {
		if m.Type() == kind {
			n++
		}
	}
	return n
}

// answers are the ids of the stopped frames that were heard.
func (b *backend) answers() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ids []string
	for _, m := range b.heard {
		if m, ok := m.(*wire.Stopped); ok {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

func (b *backend) seen() (states []game.State, registers []*wire.Register) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]game.State(nil), b.states...), append([]*wire.Register(nil), b.registers...)
}

// tally is how many progress frames, bad frames and pings came.
func (b *backend) tally() (progress, bad, pings int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.progress, b.bad, b.pings
}

// play runs a body against a backend in a bubble; run's error is awaited by the
// returned stop.
func play(t *testing.T, world sim.Config, cfg body.Config, test func(b *backend, body *body.Body, ended <-chan error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w, err := sim.New(world)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(cfg.URL, ",")
		be := &backend{t: t, pipes: pipenet.New(), frozen: strings.Trim(strings.TrimPrefix(first, "ws:"), "/"), thaw: make(chan struct{})}
		server := &http.Server{Handler: be}
		var serving sync.WaitGroup
		serving.Go(func() { _ = server.Serve(be.pipes) })
		cfg.URL = cmp.Or(cfg.URL, "ws://sim/")
		cfg.Dialer = &websocket.Dialer{NetDialContext: be.pipes.Dial}
		bd := body.New(w, cfg)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- bd.Run(ctx) }()
		synctest.Wait()
		time.Sleep(time.Second)
		thaw := sync.OnceFunc(func() { close(be.thaw) })
		defer thaw()
		test(be, bd, ended)
		cancel()
		thaw()
		be.pipes.Close()
		server.Close()
		serving.Wait()
		be.mu.Lock()
		if be.conn != nil {
			be.conn.Close()
		}
		be.mu.Unlock()
		synctest.Wait()
		time.Sleep(20 * time.Second)
	})
}
