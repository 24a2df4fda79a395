package modbridge

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"

	"github.com/minehand/minehand/modbridge/wire"
)

// conn is one socket. Its reading goroutine is the only one that calls
// receive; frames go out through out.
type conn struct {
	srv      *Server
	ws       *websocket.Conn
	out      outbox
	request  *http.Request // for Authorize, nil once registered
	loopback bool
	log      *slog.Logger
	// rate bounds frames, complaints the log lines about them.
	rate       *rate.Limiter
	complaints rate.Sometimes
	// pong: something was heard since the last heartbeat.
	pong atomic.Bool

	buf []byte // of the reading goroutine

	// The rest is owned by srv.mu.

	session *Session // nil before register
	opened  moment
	beat    moment // of the last ping
	silent  int    // heartbeats without a sign of life
}

// maxKept is the largest read buffer that is kept between frames, in bytes.
const maxKept = 16 << 10

// read reads frames until the socket ends.
func (c *conn) read() {
	c.ws.SetReadLimit(wire.MaxFrame) // a larger frame closes with 1009
	c.ws.SetPingHandler(func(data string) error {
		c.pong.Store(true)
		c.out.put(frame{kind: websocket.PongMessage, data: []byte(data)})
		return nil
	})
	c.ws.SetPongHandler(func(string) error {
		c.pong.Store(true)
		return nil
	})
	for {
		kind, r, err := c.ws.NextReader()
		if err == nil {
			err = c.fill(r)
		}
		if err != nil {
			c.ended(err)
			return
		}
		c.pong.Store(true)
		if !c.out.leaving.Load() {
			c.receive(kind, c.buf)
		}
		if cap(c.buf) > maxKept {
			c.buf = nil
		}
	}
}

// fill reads a whole frame into buf.
func (c *conn) fill(r io.Reader) error {
	c.buf = c.buf[:0]
	for {
		if len(c.buf) == cap(c.buf) {
			c.buf = append(c.buf, 0)[:len(c.buf)]
		}
		n, err := r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// receive decodes a frame and hands it on. Nothing that a body sends ends the
// socket but too much of it (rule 13).
func (c *conn) receive(kind int, data []byte) {
	frame, err := wire.DecodeFromBody(data)
	if kind != websocket.TextMessage {
		err = wire.ErrMalformed
	}
	switch reg, ok := frame.(*wire.Register); {
	case err != nil:
		c.bad(err)
	case ok:
		c.srv.register(c, reg)
	case c.deliver(frame):
		return
	}
	if !c.rate.Allow() {
		c.log.Warn("socket closed for too many frames")
		c.out.goodbye(wire.CloseTooMany, "too many frames")
	}
}

// deliver hands a frame to the session of the socket and reports whether it
// answered our own action.
func (c *conn) deliver(m wire.FromBody) bool {
	s := c.current()
	if s == nil {
		c.complain("", "frame before register was dropped", m.Type())
		return false
	}
	return s.received(c, m)
}

func (c *conn) current() *Session {
	c.srv.mu.Lock()
	defer c.srv.mu.Unlock()
	return c.session
}

// bad counts a frame that could not be read.
func (c *conn) bad(err error) {
	c.srv.mu.Lock()
	if s := c.session; s != nil && s.conn == c {
		s.stats.Frames++
		switch {
		case errors.Is(err, wire.ErrUntyped):
			s.stats.Untyped++
		case errors.Is(err, wire.ErrUnknown):
			s.stats.Unknown++
		default:
			s.stats.Malformed++
		}
	}
	known, id := c.session != nil, ""
	if known {
		id = c.session.id
	}
	c.srv.mu.Unlock()
	var unnamed *wire.BadRegister
	if errors.As(err, &unnamed) && !known {
		c.srv.refuse(c, &wire.Register{}, unnamed.Protocol, &refusal{wire.CloseUnnamed, unnamed.Reason})
		return
	}
	c.complain(id, "frame was dropped", strings.TrimPrefix(err.Error(), wire.ErrMalformed.Error()+": "))
}

// complain tells at a bounded rate what of the body's frames could not be used;
// id is empty before it registered. The server's mutex may be held.
func (c *conn) complain(id, message, why string) {
	c.complaints.Do(func() {
		c.log.Warn(message, "body", id, "why", why)
		if tell := c.srv.config.Complaint; tell != nil && id != "" {
			tell(id, fmt.Sprintf("The body's %s: %s.", message, why))
		}
	})
}

// ended: the socket is gone; the session, if this was its socket, is not.
func (c *conn) ended(err error) {
	c.out.shut()
	c.log.Debug("socket ended", "err", err)
	c.srv.lost(c)
}

// heartbeat pings, and gives up a version 2 body that was silent for too long;
// version 1 bodies need not answer (rule 9). Called under the server's mutex.
func (c *conn) heartbeat(now moment, every time.Duration, v2 bool) {
	if now.since(c.beat) < every {
		return
	}
	c.beat = now
	if c.pong.Swap(false) {
		c.silent = 0
	} else {
		c.silent++
	}
	if v2 && c.silent >= silentBeats {
		c.log.Warn("socket closed for silence")
		c.out.goodbye(wire.CloseSilent, "nothing was heard for too long")
		return
	}
	c.out.put(frame{kind: websocket.PingMessage})
}
