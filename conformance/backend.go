// SPDX-License-Identifier: MIT

package conformance

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// What version 2 bodies are told, in seconds.
const (
	heartbeatSeconds = 20
	graceSeconds     = 30
)

// backend is Minehand's side: it takes sockets in and answers registers, and
// does everything else only when a case says so.
type backend struct {
	*history
	early func(why string) // Config.Early
	wg    sync.WaitGroup

	mu sync.Mutex
	// Owned by mu:
	sockets  int
	open     map[*line]bool
	line     *line // registered and open; nil while the body is away
	newest   *line // the last one that registered, open or not
	register *wire.Register
	wrong    string // with the last frame before a register
	told     map[string]bool
	token    string // resume token last given
	session  string
	zones    []game.Zone
	holding  bool // changes that come are not said to be kept
	refusing bool // sockets are turned away
	closed   bool
}

func newBackend(config Config) *backend {
	return &backend{
		history: newHistory(config.Frame), early: config.Early, open: map[*line]bool{}, told: map[string]bool{}, session: rand.Text(),
	}
}

// upgrader takes any origin: the listener before it checks Host and Origin.
var upgrader = websocket.Upgrader{
	HandshakeTimeout: 10 * time.Second,
	CheckOrigin:      func(*http.Request) bool { return true },
}

// ServeHTTP takes a body's socket and reads it until it ends.
func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !websocket.IsWebSocketUpgrade(r) {
		http.Error(w, "This is minehand conformance: it waits for a body's WebSocket.", http.StatusUpgradeRequired)
		return
	}
	b.mu.Lock()
	if b.refusing || b.closed {
		b.mu.Unlock()
		http.Error(w, "Not now: come back in a few seconds.", http.StatusServiceUnavailable)
		return
	}
	b.wg.Add(1)
	b.mu.Unlock()
	defer b.wg.Done()
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	b.mu.Lock()
	b.sockets++
	ln := newLine(b.history, ws, b.sockets)
	b.open[ln] = true
	closed := b.closed
	b.mu.Unlock()
	ln.note(FromBody, kindOpen, "")
	if closed {
		ln.cut()
	}
	ln.read(func(e *entry) { b.heard(ln, e) })
	b.mu.Lock()
	delete(b.open, ln)
	if b.line == ln {
		b.line = nil
	}
	b.mu.Unlock()
	ln.note(FromBody, kindClose, ln.ending())
}

// heard answers registers.
func (b *backend) heard(ln *line, e *entry) {
	reg, ok := e.msg.(*wire.Register)
	if !ok {
		b.kept(ln, e)
		b.tooEarly(ln, e)
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	protocol := protocolOf(reg)
	if b.register != nil && b.register.InstanceID != reg.InstanceID {
		if protocol >= game.ProtocolV2 {
			ln.say(&wire.Registered{Error: "another body is being tested; come back later", Protocol: game.ProtocolV2})
		}
		ln.goodbye(wire.CloseTaken, "another body is being tested")
		return
	}
	if old := b.line; old != nil && old != ln {
		old.goodbye(wire.CloseReplaced, "another socket of this body took over")
	}
	b.register = reg
	ln.registered()
	answer := &wire.Registered{Success: true}
	if protocol >= game.ProtocolV2 {
		if b.token == "" {
			b.token = rand.Text()
		}
		answer.Protocol, answer.SessionID, answer.ResumeToken = game.ProtocolV2, b.session, b.token
		answer.HeartbeatSeconds, answer.GraceSeconds = heartbeatSeconds, graceSeconds
		answer.Protected = b.zones
	}
	ln.say(answer)
	b.line, b.newest = ln, ln
}

// kept tells a body that its changes are kept, as Minehand does.
func (b *backend) kept(ln *line, e *entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if list := wire.ChangesOf(e.msg); len(list) > 0 && !b.holding && b.line == ln && b.register.Series != "" {
		ln.say(&wire.ChangesKept{Series: b.register.Series, Through: list[len(list)-1].N})
	}
}

// keep says whether changes that come are said to be kept.
func (b *backend) keep(yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.holding = !yes
}

// mostEarly bounds the causes that are told before a register.
const mostEarly = 64

// tooEarly tells what is wrong with a frame that came before the body was registered,
// and turns away who sent a register that cannot be used, as Minehand does.
func (b *backend) tooEarly(ln *line, e *entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.register != nil {
		return // the cases about frames see it
	}
	bad, is := errors.AsType[*wire.BadRegister](e.fault)
	switch {
	case is:
		b.wrong = bad.Reason
		if bad.Protocol >= game.ProtocolV2 {
			ln.say(&wire.Registered{Error: bad.Reason, Protocol: game.ProtocolV2})
		}
		ln.goodbye(wire.CloseUnnamed, bad.Reason)
	case e.fault != nil:
		b.wrong = "a frame was dropped: " + wire.DroppedFault([]byte(e.Text), e.fault, false).Message
	default:
		b.wrong = "a " + e.msg.Type() + " was dropped: it came before register, which has to be first on every connection"
	}
	if b.early != nil && !b.told[b.wrong] && len(b.told) < mostEarly {
		b.told[b.wrong] = true
		b.early(b.wrong)
	}
}

// unregistered is what was wrong with the last frame of a body that did not register;
// empty when nobody sent any.
func (b *backend) unregistered() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.wrong
}

func protocolOf(reg *wire.Register) int {
	if reg.Protocol >= game.ProtocolV2 {
		return game.ProtocolV2
	}
	return game.ProtocolV1
}

// current is the line of the body; nil while it is away.
func (b *backend) current() *line {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.line
}

// latest is the newest line of the body, open or not; nil before the first. What
// is sent on a line that is over is written down and goes nowhere.
func (b *backend) latest() *line {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newest
}

// registered is the body's newest register; nil before the first.
func (b *backend) registered() *wire.Register {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.register
}

// connected waits until the body is registered.
func (b *backend) connected(ctx context.Context, limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		_, grown := b.since(b.len())
		if ln := b.current(); ln != nil {
			return nil
		}
		select {
		case <-grown:
		case <-timer.C:
			return errLate
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// protect names the protected places that the next registered tells of.
func (b *backend) protect(zones ...game.Zone) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.zones = zones
}

// refuse turns new sockets away, or takes them in again.
func (b *backend) refuse(yes bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refusing = yes
}

// lastToken is the resume token that the body was given.
func (b *backend) lastToken() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.token
}

// close ends every socket and waits until nothing is read any more.
func (b *backend) close() {
	b.mu.Lock()
	b.closed = true
	for ln := range b.open {
		ln.goodbye(wire.CloseGoingAway, "the conformance run is over")
	}
	b.mu.Unlock()
	b.wg.Wait()
}
