// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// body is a scripted body: a real WebSocket client that reads all the time.
type body struct {
	t  *testing.T
	id string
	v2 bool
	ws *websocket.Conn
	// mute: it answers no pings.
	mute  atomic.Bool
	pongs chan string
	// token is the resume token it was given.
	token string

	writing sync.Mutex
	mu      sync.Mutex
	frames  []wire.ToBody
	// warnings are kept apart: most tests send states that lack something.
	warnings []*wire.Warning
	pings    int
	err      error
	more     chan struct{}
	done     chan struct{}
}

// dial connects without registering.
func (h *house) dial(id string, protocol int) *body {
	h.t.Helper()
	dialer := websocket.Dialer{NetDialContext: h.line.Dial}
	ws, resp, err := dialer.Dial("ws://localhost:9876/", nil)
	if err != nil {
		h.t.Fatalf("dial: %v", err)
	}
	_ = resp.Body.Close()
	b := &body{t: h.t, id: id, v2: protocol >= 2, ws: ws, pongs: make(chan string, 16), more: make(chan struct{}, 1), done: make(chan struct{})}
	pong := ws.PingHandler()
	ws.SetPingHandler(func(s string) error {
		b.mu.Lock()
		b.pings++
		b.mu.Unlock()
		if b.mute.Load() {
			return nil
		}
		return pong(s)
	})
	ws.SetPongHandler(func(s string) error {
		b.pongs <- s
		return nil
	})
	go b.read()
	h.t.Cleanup(b.drop)
	return b
}

// join connects, registers and reports a first state.
func (h *house) join(id string, protocol int) *body {
	h.t.Helper()
	b := h.dial(id, protocol)
	b.register(wire.Register{})
	b.state()
	synctest.Wait()
	return b
}

func (b *body) read() {
	defer close(b.done)
	for {
		_, data, err := b.ws.ReadMessage()
		var m wire.ToBody
		if err == nil {
			m, err = wire.DecodeToBody(data)
		}
		b.mu.Lock()
		b.err = err
		if w, ok := m.(*wire.Warning); err == nil && ok {
			b.warnings = append(b.warnings, w)
		} else if err == nil {
			b.frames = append(b.frames, m)
		}
		b.mu.Unlock()
		select {
		case b.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// next returns the next frame, waiting up to a minute for it.
func (b *body) next() wire.ToBody {
	b.t.Helper()
	limit := time.After(time.Minute)
	for {
		b.mu.Lock()
		if len(b.frames) > 0 {
			m := b.frames[0]
			b.frames = b.frames[1:]
			b.mu.Unlock()
			return m
		}
		err := b.err
		b.mu.Unlock()
		if err != nil {
			b.t.Fatalf("%s: the socket ended: %v", b.id, err)
		}
		select {
		case <-b.more:
		case <-limit:
			b.t.Fatalf("%s: no frame came", b.id)
		}
	}
}

// waiting are the frames that came and were not taken yet.
func (b *body) waiting() []string {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	types := []string{}
	for _, m := range b.frames {
		types = append(types, m.Type())
	}
	return types
}

func (b *body) forget() {
	synctest.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.frames = nil
}

func want[T wire.ToBody](b *body) T {
	b.t.Helper()
	m, ok := b.next().(T)
	if !ok {
		b.t.Fatalf("%s: got %T, want %T", b.id, m, *new(T))
	}
	return m
}

// register sends a register filled up with the body's own and returns the
// answer of version 2.
func (b *body) register(reg wire.Register) *wire.Registered {
	b.t.Helper()
	reg.InstanceID, reg.Version = b.id, "1.21.5"
	if b.v2 {
		reg.Protocol = 2
		if reg.Capabilities == nil {
			reg.Capabilities = &wire.Capabilities{Actions: []game.Kind{"goto", "mine", "place", "craft", "smelt", "interact", "chat", "wait", "follow", "collect"}}
		}
	}
	b.send(&reg)
	m := want[*wire.Registered](b)
	b.token = m.ResumeToken
	return m
}

func (b *body) send(m wire.FromBody) {
	b.t.Helper()
	data, err := wire.Encode(m)
	if err != nil {
		b.t.Fatal(err)
	}
	b.raw(string(data))
}

// raw sends a text frame; errors show as a socket that ended.
func (b *body) raw(text string) {
	b.writing.Lock()
	defer b.writing.Unlock()
	_ = b.ws.WriteMessage(websocket.TextMessage, []byte(text))
}

// state reports health 20 and, in item, count pairs, the inventory.
func (b *body) state(inventory ...any) {
	b.t.Helper()
	b.send(&wire.StateUpdate{InstanceID: b.id, Data: stateOf(inventory...)})
}

func stateOf(inventory ...any) game.State {
	health := 20.0
	s := game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Health: &health, Inventory: []game.Stack{}}
	for i := 0; i+1 < len(inventory); i += 2 {
		s.Inventory = append(s.Inventory, game.Stack{Slot: i / 2, Item: inventory[i].(string), Count: inventory[i+1].(int)})
	}
	return s
}

func (b *body) complete(id string) {
	b.t.Helper()
	b.send(&wire.ActionComplete{InstanceID: b.id, ActionID: id, Result: game.Result{Success: true}})
}

func (b *body) fail(id, why string, code game.Code) {
	b.t.Helper()
	b.send(&wire.ActionFailed{InstanceID: b.id, ActionID: id, Error: why, Code: code})
}

// drop breaks the line and waits until both ends know.
func (b *body) drop() {
	_ = b.ws.Close()
	<-b.done
}

// closeCode waits for the socket's end and returns its close code, 1006 when
// there was none.
func (b *body) closeCode() int {
	<-b.done
	var closed *websocket.CloseError
	if errors.As(b.err, &closed) {
		return closed.Code
	}
	return websocket.CloseAbnormalClosure
}

// live keeps reporting the state once a second, as a body in a world does,
// until the returned function is called or the test ends.
func (b *body) live(inventory ...any) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-b.done:
				return
			case <-time.After(time.Second):
				b.state(inventory...)
			}
		}
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
	})
	b.t.Cleanup(stop)
	return stop
}
