// SPDX-License-Identifier: MIT

package modbridge

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// conn is one socket. Its reading goroutine is the only one that calls
// receive; frames go out through out.
type conn struct {
	srv      *Server
	ws       *websocket.Conn
	out      *outbox
	request  *http.Request // for Authorize, nil once registered
	loopback bool
	remote   string // its address, for the log
	rate     limiter
	// pong: something was heard since the last heartbeat.
	pong atomic.Bool

	// Owned by the reading goroutine: buf is the frame that is being read, or taken,
	// in a buffer that is lent for as long.
	buf  []byte
	lent *[]byte
	// decoder is owned by the reading goroutine.
	decoder wire.Decoder
	// receiveApart receives the frame in buf, of that kind, for the reading goroutine,
	// which waits for it in apart; errand is what it returned.
	receiveApart func()
	apart        sync.WaitGroup
	kind         int
	errand       *errand
	// taken is the frame that is being taken, dropped why it moves nothing, and rule
	// which rule says so. Owned by the reading goroutine.
	taken   []byte
	dropped string
	rule    int
	// begun is when the frame that is being read began, 0 between frames.
	begun atomic.Int64
	// away is since when the reading goroutine follows up an end that it read, 0 while
	// it reads. Who changes it back to 0 reads on.
	away atomic.Int64
	// v2: it registered with version 2 or later.
	v2 atomic.Bool
	// looked is when a state was looked at closely, lookAgain how long after it the
	// next one is. Owned by the reading goroutine.
	looked    moment
	lookAgain time.Duration
	// early are the frames of before the register, and faults what was wrong with them.
	// Owned by the reading goroutine.
	early  []Frame
	faults []wire.Fault
	// evicted: its place was given to another. Owned by the server's mutex.
	evicted bool
	// known: it registered. Owned by the server's mutex.
	known bool

	// session is nil before register. It is set under the server's mutex and that
	// of the session.
	session atomic.Pointer[Session]
	opened  moment

	// The rest is owned by the server's pulse.

	beat   moment // of the last ping
	silent int    // heartbeats without a sign of life
}

const (
	// maxKept is how many bytes each connection may have begun to send.
	maxKept = 16 << 10
	// firstBuffer is how large a lent buffer is at first, in bytes. Many bodies do
	// nothing but report now and then: between frames none holds one.
	firstBuffer = 4 << 10
)

// log says whose lines they are. Most connections have none.
func (c *conn) log() *slog.Logger { return c.srv.config.Logger.With("remote", c.remote) }

// prepare makes the socket ready to be read.
func (c *conn) prepare() {
	c.receiveApart = func() {
		defer c.apart.Done()
		c.errand = c.receive(c.kind, c.buf)
	}
	c.ws.SetReadLimit(wire.MaxFirstFrame) // a larger frame closes with 1009
	c.ws.SetPingHandler(func(data string) error {
		c.pong.Store(true)
		c.out.put(frame{kind: websocket.PongMessage, data: []byte(data)})
		return nil
	})
	c.ws.SetPongHandler(func(string) error {
		c.pong.Store(true)
		return nil
	})
}

// read reads frames until the socket ends, or another goroutine reads on.
func (c *conn) read() {
	for {
		kind, r, err := c.ws.NextReader()
		if err == nil {
			c.begun.Store(max(int64(c.srv.clock.read()), 1))
			err = c.fill(r)
			c.begun.Store(0)
		}
		if errors.Is(err, errUnfinished) {
			c.tooMuch(wire.CloseTooMany, err.Error())
			err = c.drain()
		}
		if err != nil {
			c.drop()
			c.ended(err)
			return
		}
		c.pong.Store(true)
		var ended *errand
		if !c.out.leaving.Load() {
			ended = c.take(kind)
		}
		c.drop()
		if ended != nil && !c.followUp(ended) {
			return
		}
	}
}

// take has the frame in buf received. While nothing is waited for of the body, that is
// on a goroutine for the moment: what receiving takes of a stack would stay with one
// that reads, and most bodies only report.
func (c *conn) take(kind int) *errand {
	if s := c.session.Load(); s != nil && get(s, &s.flight) != nil {
		return c.receive(kind, c.buf)
	}
	c.kind = kind
	c.apart.Add(1)
	go c.receiveApart()
	c.apart.Wait()
	e := c.errand
	c.errand = nil
	return e
}

// followUp deals with an end that was read, which for most takes less than a change of
// goroutines. It reports whether this goroutine is to read on: after longer than
// maxAway another one does, for a body is read always (rule 9).
func (c *conn) followUp(e *errand) bool {
	since := max(int64(c.srv.clock.read()), 1)
	c.away.Store(since)
	c.session.Load().followUp(e)
	return c.away.CompareAndSwap(since, 0)
}

// standIn has another goroutine read on where the reading goroutine does not come back.
func (c *conn) standIn(now moment) {
	if since := c.away.Load(); since != 0 && now.since(moment(since)) >= maxAway && c.away.CompareAndSwap(since, 0) {
		c.srv.wg.Go(c.read)
	}
}

// maxAway is how long a connection may not be read.
const maxAway = pulseEvery

// drop gives the read buffer back, unless it grew large.
func (c *conn) drop() {
	_ = c.srv.unfinished.resize(cap(c.buf), 0, 0) // it shrinks
	if c.lent != nil && cap(c.buf) <= maxKept {
		*c.lent = c.buf[:0]
		c.srv.buffers.Put(c.lent)
	}
	c.buf, c.lent = nil, nil
}

// drain reads on until the peer answers the goodbye, and returns the end.
func (c *conn) drain() error {
	c.drop()
	for {
		if _, r, err := c.ws.NextReader(); err != nil {
			return err
		} else if _, err := io.Copy(io.Discard, r); err != nil {
			return err
		}
	}
}

// tooMuch closes the socket of one that goes beyond a limit.
func (c *conn) tooMuch(code int, why string) {
	id := ""
	if s := c.session.Load(); s != nil {
		id = s.id
	}
	c.srv.sometimes(id, func() { c.log().Warn("socket closed", "body", id, "why", why) })
	c.out.goodbye(code, why)
}

// grow makes room in buf.
func (c *conn) grow() error {
	if c.lent == nil {
		c.lent = c.srv.buffers.Get().(*[]byte)
		c.buf = *c.lent
		return nil
	}
	size := min(2*cap(c.buf), wire.MaxFirstFrame+1)
	limit := int64(c.srv.config.Limits.Unfinished)
	if c.session.Load() == nil {
		limit /= 2
	}
	if err := c.srv.unfinished.resize(cap(c.buf), size, limit); err != nil {
		return err
	}
	c.buf = append(make([]byte, 0, size), c.buf...)
	return nil
}

// fill reads a whole frame into buf.
func (c *conn) fill(r io.Reader) error {
	c.buf = c.buf[:0]
	for {
		if len(c.buf) == cap(c.buf) {
			if err := c.grow(); err != nil {
				return err
			}
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
// socket but too much of it (rule 13). What it returns is to be followed up.
func (c *conn) receive(kind int, data []byte) (ended *errand) {
	now, entries, most := time.Now(), wire.Entries(data), c.srv.config.Limits.FrameEntries
	if c.session.Load() == nil {
		most = c.srv.config.Limits.FirstEntries
	}
	switch {
	case !c.rate.bytes.AllowN(now, min(len(data), c.rate.bytes.Burst())):
		c.tooMuch(wire.CloseTooMany, "too many bytes a second")
		return nil
	case !c.rate.entries.AllowN(now, min(entries, most, c.rate.entries.Burst())):
		c.tooMuch(wire.CloseTooMany, "too many values a second")
		return nil
	}
	c.dropped, c.rule = "", 0
	c.taken = data
	defer c.judged(c.session.Load(), c.saw())
	var (
		frame wire.FromBody
		err   error
	)
	switch {
	case kind != websocket.TextMessage:
		err = fmt.Errorf("%w: no text frame, but a binary one: send each as text", wire.ErrMalformed)
	case entries > most:
		err = fmt.Errorf("%w: it holds some %d values, and one may hold %d: send less of what is near", wire.ErrMalformed, entries, most)
	default:
		frame, err = c.decoder.Decode(data)
	}
	answer := false
	switch reg, ok := frame.(*wire.Register); {
	case err != nil:
		c.bad(err)
	case ok:
		c.srv.register(c, reg)
	default:
		answer, ended = c.deliver(frame)
	}
	if !answer && !c.rate.frames.Allow() {
		c.tooMuch(wire.CloseTooMany, "too many frames")
	}
	return ended
}

// deliver hands a frame to the session of the socket and reports whether it
// answered our own action, and what is to be followed up.
func (c *conn) deliver(m wire.FromBody) (answer bool, ended *errand) {
	s := c.session.Load()
	if s == nil {
		why := "it came before register, which has to be first on every connection"
		c.complain("", 4, "frame before register was dropped", wire.Fault{Code: wire.FrameDropped, Message: why})
		c.tooEarly(m.Type(),
			fmt.Sprintf("A body that has not registered sent a %s, which was dropped: it has to send register first, on every connection.",
				m.Type()),
			wire.Fault{Code: wire.FrameDropped, Path: "type", Value: m.Type(), Message: "a " + m.Type() + " was dropped: " + why})
		return false, nil
	}
	answer, ended = s.received(c, m)
	if _, ok := m.(*wire.StateUpdate); ok {
		c.look(c.taken)
	}
	if slices.ContainsFunc(wire.ChangesOf(m), func(c game.Change) bool { return c.Lost }) {
		c.lookAtChanges(c.taken)
	}
	return answer, ended
}

// bad counts a frame that could not be read.
func (c *conn) bad(err error) {
	s, id := c.session.Load(), ""
	known := s != nil
	if known {
		id = s.id
		s.mu.Lock()
		if s.conn == c {
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
		s.mu.Unlock()
	}
	var unnamed *wire.BadRegister
	if errors.As(err, &unnamed) && !known {
		c.srv.refuse(c, &wire.Register{}, unnamed.Protocol, &refusal{wire.CloseUnnamed, unnamed.Reason})
		return
	}
	fault := wire.DroppedFault(c.taken, err, c.v2.Load())
	c.complain(id, 13, "frame was dropped", fault)
	if !known {
		c.tooEarly(fault.Message,
			"A body that has not registered sent a frame that was dropped: "+game.Plain(fault.Message)+". Its first frame has to be a register.",
			fault)
	}
}

// saw keeps the frame that is being taken with its session, if there is one, and
// returns its number. A first register is kept by the session that it begins.
func (c *conn) saw() uint64 {
	if s := c.session.Load(); s != nil {
		return s.saw(Frame{FromBody: true, Text: c.taken})
	}
	c.early = append(c.early[max(0, len(c.early)-maxEarly+1):], Frame{
		FromBody: true, At: c.srv.clock.now(), Text: bytes.Clone(c.taken[:min(len(c.taken), longestEarly)]), Size: len(c.taken),
	})
	return 0
}

// maxEarly is how many frames of before the register are kept, longestEarly how much of
// each, in bytes.
const (
	maxEarly     = 8
	longestEarly = 1 << 10
)

// introduce hands what came before the register, which is the last of it, to the session
// that begins.
func (c *conn) introduce(s *Session) {
	for _, f := range c.early[:max(0, len(c.early)-1)] {
		s.frames.keep(f, longestKept)
	}
	c.early = nil
	c.saw()
}

// tooEarly notes what was wrong with a frame of before the register, and tells it once.
func (c *conn) tooEarly(cause, sentence string, f wire.Fault) {
	if len(c.faults) < maxEarly {
		c.faults = append(c.faults, f)
	}
	c.srv.turnAway("", cause, sentence)
}

// warnEarly warns a version 2 body, once it is known to be one, of what it sent before.
func (c *conn) warnEarly(s *Session) {
	for _, f := range c.faults {
		c.warnBody(s, f)
	}
	c.faults = nil
}

// judged notes that the frame of that number moved nothing.
func (c *conn) judged(s *Session, seq uint64) {
	c.taken = nil
	switch last := len(c.early) - 1; {
	case c.dropped == "":
	case s != nil:
		s.frames.drop(seq, c.dropped, c.rule)
	case last >= 0:
		c.early[last].Dropped, c.early[last].Rule = c.dropped, c.rule
		c.srv.early.keep(c.early[last], keptBytes)
	}
}

// complain tells (see warn) what of the body's frames moved nothing, and by which
// rule; id is empty before it registered. The session's mutex may be
// held.
func (c *conn) complain(id string, rule int, message string, f wire.Fault) {
	c.dropped, c.rule = f.Message, rule
	s := c.session.Load()
	if s == nil || id == "" { // one that comes again and again has no limit of its own
		c.srv.sometimes("", func() { c.log().Warn(message, "why", f.Message) })
		return
	}
	c.warn(s, message, f)
}

// ended: the socket is gone; the session, if this was its socket, is not.
func (c *conn) ended(err error) {
	c.out.shut()
	c.log().Debug("socket ended", "err", err)
	c.srv.lost(c, websocket.IsCloseError(err, wire.CloseGoingAway) && !c.out.leaving.Load())
}

// heartbeat pings, and gives up a version 2 body that was silent for too long;
// version 1 bodies need not answer (rule 9).
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
		c.log().Warn("socket closed for silence")
		c.out.goodbye(wire.CloseSilent, "nothing was heard for too long")
		return
	}
	c.out.put(frame{kind: websocket.PingMessage})
}
