package api

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/orchestrator"
)

const (
	// maxMessage bounds what a client may send at once, in bytes.
	maxMessage = 256 << 10
	// authLimit is how long a page may take to show its token.
	authLimit = 10 * time.Second
	// writeLimit is how long one write may take; then the client is dead.
	writeLimit = 10 * time.Second
	// pingEvery keeps proxies and half-open sockets from hanging; a client that
	// is silent for pongLimit is gone.
	pingEvery = 25 * time.Second
	pongLimit = 60 * time.Second
	// outSize is how many messages may wait for a client.
	outSize = 64
	// closeToken refuses a wrong token for good (close codes 4500 and up are
	// final).
	closeToken = 4501
)

// conn is one client. One goroutine reads, one writes, one hands on events.
type conn struct {
	srv *Server
	ws  *websocket.Conn
	out chan []byte
	// ctx ends with the connection.
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	// mu guards the limit of the next read; it is not lifted once leaving is set.
	mu      sync.Mutex
	leaving bool

	// Owned by the reading goroutine.
	authorized bool
	// unsubscribe ends the current stream of events and waits for its end.
	unsubscribe func()
}

func newConn(s *Server, ws *websocket.Conn, authorized bool) *conn {
	c := &conn{srv: s, ws: ws, out: make(chan []byte, outSize), authorized: authorized, unsubscribe: func() {}}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// serve reads until the connection is over.
func (c *conn) serve() {
	defer func() {
		c.cancel()
		c.unsubscribe()
		c.wg.Wait()
		_ = c.ws.Close()
	}()
	c.ws.SetReadLimit(maxMessage)
	c.alive()
	c.ws.SetPongHandler(func(string) error { c.alive(); return nil })
	c.wg.Go(c.write)
	if !c.authorized {
		t := time.AfterFunc(authLimit, func() { c.hangUp(closeToken, "No control token came.") })
		defer t.Stop()
		if !c.auth() {
			return
		}
		t.Stop()
	}
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			return
		}
		c.alive()
		c.handle(data)
	}
}

// alive gives the client another while to show itself.
func (c *conn) alive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.leaving {
		_ = c.ws.SetReadDeadline(time.Now().Add(pongLimit))
	}
}

// auth reads the first message, which must be the token.
func (c *conn) auth() bool {
	_, data, err := c.ws.ReadMessage()
	if err != nil {
		return false
	}
	var m request
	if json.Unmarshal(data, &m) != nil || m.Type != typeAuth || !same(m.Token, c.srv.cfg.Token) {
		c.hangUp(closeToken, "The control token is wrong.")
		return false
	}
	c.send(encode(response{Type: "response", ID: m.ID, Command: typeAuth, Success: true, Data: success{true}}))
	return true
}

// hangUp sends a close frame and lets the reader end. Any goroutine may call
// it.
func (c *conn) hangUp(code int, reason string) {
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaving = true
	_ = c.ws.SetReadDeadline(time.Now())
}

// send queues a message; it waits for a slow client and gives up with the
// connection.
func (c *conn) send(data []byte) {
	select {
	case c.out <- data:
	case <-c.ctx.Done():
	}
}

// write is the only writer of messages.
func (c *conn) write() {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		kind, data := websocket.TextMessage, []byte(nil)
		select {
		case data = <-c.out:
		case <-ping.C:
			kind = websocket.PingMessage
		case <-c.ctx.Done():
			return
		}
		_ = c.ws.SetWriteDeadline(time.Now().Add(writeLimit))
		if c.ws.WriteMessage(kind, data) != nil {
			c.cancel()
			_ = c.ws.Close() // the reader ends too
			return
		}
	}
}

// subscribe replaces the stream of events of this client.
func (c *conn) subscribe(m request) response {
	data := Subscribed{Epoch: m.Epoch, Since: m.Since}
	sub, err := c.srv.svc.Subscribe(m.Epoch, m.Since)
	if errors.Is(err, orchestrator.ErrSnapshotNeeded) {
		snap := c.srv.svc.Snapshot()
		data = Subscribed{Epoch: snap.Epoch, Since: snap.Seq, Snapshot: &snap}
		sub, err = c.srv.svc.Subscribe(snap.Epoch, snap.Seq)
	}
	if err != nil {
		return failure(m, err)
	}
	c.unsubscribe()
	done := make(chan struct{})
	ctx, cancel := context.WithCancel(c.ctx)
	c.unsubscribe = func() { cancel(); <-done }
	answer := response{Type: "response", ID: m.ID, Command: m.Type, Success: true, Data: data}
	c.send(encode(answer)) // before the first event
	go func() {
		defer close(done)
		defer sub.Close()
		c.forward(ctx, sub)
	}()
	return response{}
}

// forward hands on events until the stream or the connection ends.
func (c *conn) forward(ctx context.Context, sub *orchestrator.Subscription) {
	for {
		e, err := sub.Next(ctx)
		if errors.Is(err, orchestrator.ErrBehind) {
			c.hangUp(4408, "Too far behind the events: come back and take a new snapshot.")
		}
		if err != nil {
			return
		}
		c.send(encode(event{"event", e}))
	}
}
