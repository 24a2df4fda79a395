// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

const (
	// authLimit is how long a page may take to show its token.
	authLimit = 10 * time.Second
	// writeLimit is how long one write may take; then the client is dead.
	writeLimit = 10 * time.Second
	// pingEvery keeps proxies and half-open sockets from hanging; a client that
	// is silent for pongLimit is gone.
	pingEvery = 25 * time.Second
	pongLimit = 60 * time.Second
	// maxWaiting is how many calls of a client may wait for their turn, maxLong how
	// many of those that take long are under way at once.
	maxWaiting = 256
	maxLong    = 16
	// maxUnread bounds the answers that a client leaves unread, in bytes: one of
	// the largest fits.
	maxUnread = 32 << 20
	// closeToken refuses a wrong token for good (close codes 4500 and up are
	// final); closeBehind asks a client to come back for a new snapshot.
	closeToken  = 4501
	closeBehind = 4408
)

// typeAuth is the first message of a page, which can set no header.
const typeAuth = "auth"

// auth is that message. Client may name the client, as hello does.
type auth struct {
	Type   string      `json:"type"`
	ID     view.CallID `json:"id"`
	Token  string      `json:"token"`
	Client string      `json:"client"`
}

// authorized answers it. Token is what a device shows from now on, whose own worked once.
type authorized struct {
	Success bool   `json:"success"`
	Token   string `json:"token,omitempty"`
}

// conn is one client. One goroutine reads and answers what may not wait, one
// works off the rest in order, one writes, one waits for events.
type conn struct {
	srv    *Server
	ws     *websocket.Conn
	line   *ui.Line
	ctx    context.Context //nolint:containedctx // it ends with the connection, which has no call to hand it through
	cancel context.CancelFunc
	wg     sync.WaitGroup
	// calls wait for their turn; long has a place for each that takes long.
	calls chan ui.Message
	long  chan struct{}
	// events are handed to the writer one by one, so that a slow client is behind
	// in the stream and not in a buffer.
	events chan []byte

	// mu guards the limit of the next read, which is not lifted once leaving is
	// set, and the answers that wait for the writer, with their size.
	mu      sync.Mutex
	leaving bool
	answers [][]byte
	unread  int
	// answered has room for one nudge of the writer.
	answered chan struct{}

	// proven: it has shown the control token, or, as a guest, a pass.
	proven atomic.Bool
	guest  bool
}

func newConn(s *Server, ws *websocket.Conn, authorized bool) *conn {
	c := &conn{
		srv: s, ws: ws, calls: make(chan ui.Message, maxWaiting), long: make(chan struct{}, maxLong),
		events: make(chan []byte), answered: make(chan struct{}, 1),
	}
	c.proven.Store(authorized)
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// serve reads until the connection is over.
func (c *conn) serve() {
	c.line = c.srv.svc.Open()
	if c.guest {
		c.line.Guest()
	}
	defer func() {
		c.cancel()
		c.line.Close()
		c.wg.Wait()
		_ = c.ws.Close()
	}()
	c.ws.SetReadLimit(int64(budget.Call.Bytes()))
	c.alive()
	c.ws.SetPongHandler(func(string) error { c.alive(); return nil })
	c.wg.Go(c.write)
	if !c.proven.Load() {
		t := time.AfterFunc(authLimit, func() { c.hangUp(closeToken, "No control token came.") })
		defer t.Stop()
		if !c.auth() {
			return
		}
		t.Stop()
		c.proven.Store(true)
	}
	c.wg.Go(c.work)
	c.wg.Go(c.follow)
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			return
		}
		c.alive()
		c.take(data)
	}
}

// take answers a message at once, or puts it behind those that wait. It never
// blocks on a client that does not read.
func (c *conn) take(data []byte) {
	m := c.line.Take(data)
	if m.First() {
		c.line.Answer(c.ctx, m, c.reply)
		return
	}
	select {
	case c.calls <- m:
	default:
		c.reply(view.Response{
			Type: view.TypeResponse, ID: m.ID, Command: m.Type, Data: json.RawMessage(`{"success":false}`),
			Error: fmt.Sprintf("%d calls wait for their answer already: wait for some before sending more", maxWaiting), Code: view.CodeQueueFull,
		})
	}
}

// work answers what waits, in order; what takes long goes on beside the rest.
func (c *conn) work() {
	var running sync.WaitGroup
	defer running.Wait()
	for {
		select {
		case m := <-c.calls:
			if !m.Waits() {
				c.line.Answer(c.ctx, m, c.reply)
				continue
			}
			select {
			case c.long <- struct{}{}:
			case <-c.ctx.Done():
				return
			}
			running.Go(func() {
				defer func() { <-c.long }()
				c.line.Answer(c.ctx, m, c.reply)
			})
		case <-c.ctx.Done():
			return
		}
	}
}

// follow hands events to the writer until the stream or the connection ends.
func (c *conn) follow() {
	for {
		frame, err := c.line.NextFrame(c.ctx)
		if errors.Is(err, ui.ErrBehind) {
			c.hangUp(closeBehind, "Too far behind the events: come back and take a new snapshot.")
		}
		if err != nil {
			return
		}
		select {
		case c.events <- frame:
		case <-c.ctx.Done():
			return
		}
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
	var m auth
	said := authorized{Success: true}
	ok := budget.Call.JSON(data, &m) == nil && m.Type == typeAuth
	if ok && !same(m.Token, c.srv.cfg.Token) {
		said.Token, ok = c.srv.cfg.Devices.admit(m.Token)
	}
	if !ok {
		c.hangUp(closeToken, "The control token is wrong.")
		return false
	}
	answer, err := json.Marshal(said)
	if err != nil { // a word and a flag
		return false
	}
	r := view.Response{Type: view.TypeResponse, ID: m.ID, Command: typeAuth, Success: true, Data: answer}
	if m.Client != "" {
		if err := c.line.Hello(m.Client); err != nil {
			r.Success, r.Data, r.Error = false, json.RawMessage(`{"success":false}`), err.Error()
		}
	}
	c.reply(r)
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

// reply gives an answer to the writer. It never blocks: a client that leaves too
// much unread is hung up on.
func (c *conn) reply(r view.Response) {
	data, err := json.Marshal(r)
	if err != nil { // an id is JSON, the rest is plain data
		data = []byte(`{"type":"response","success":false,"error":"Minehand could not write its answer."}`)
	}
	c.mu.Lock()
	c.answers = append(c.answers, data)
	c.unread += len(data)
	full := c.unread > maxUnread && len(c.answers) > 1
	c.mu.Unlock()
	select {
	case c.answered <- struct{}{}:
	default:
	}
	if full {
		c.hangUp(closeBehind, "Too many answers were not read.")
	}
}

// next is the oldest answer that waits, nil for none.
func (c *conn) next() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.answers) == 0 {
		return nil
	}
	data := c.answers[0]
	c.answers = c.answers[1:]
	c.unread -= len(data)
	return data
}

// write is the only writer of messages: answers before events.
func (c *conn) write() {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		kind, data := websocket.TextMessage, c.next()
		if data == nil {
			select {
			case <-c.answered:
				continue
			case data = <-c.events:
			case <-ping.C:
				kind = websocket.PingMessage
			case <-c.ctx.Done():
				return
			}
		}
		_ = c.ws.SetWriteDeadline(time.Now().Add(writeLimit))
		if c.ws.WriteMessage(kind, data) != nil {
			c.cancel()
			_ = c.ws.Close() // the reader ends too
			return
		}
	}
}
