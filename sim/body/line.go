// SPDX-License-Identifier: MIT

package body

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/modbridge/wire"
)

// Limits of a line.
const (
	outbox       = 512              // frames that wait to be written
	writeTimeout = 10 * time.Second // of one frame
	silence      = 90 * time.Second // after which the other side counts as gone
	helloTimeout = 10 * time.Second // for the answer to register
	pingEvery    = 60 * time.Second // of the worst mod's library
	askEvery     = 4 * time.Second  // of a body that has another address to go to
	unheard      = 10 * time.Second // after which that one goes there
)

// line is one socket. Anyone may send; one goroutine writes, one reads.
type line struct {
	body *Body
	conn *websocket.Conn
	out  chan outgoing
	done chan struct{} // closed when the line is over
	once sync.Once
	half chan struct{} // closed when the line has fallen silent
	// pings is how often it pings, 0 for never; silence after how long without a sign
	// of life it is over.
	pings, silence time.Duration
}

type outgoing struct {
	frame []byte
	due   time.Time
	// final marks action_complete and action_failed.
	final bool
}

// connect dials and sends nothing yet.
func (b *Body) connect(ctx context.Context, url string) (*line, error) {
	conn, resp, err := b.cfg.Dialer.DialContext(ctx, url, nil)
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(wire.MaxFrame)
	ln := &line{
		body: b, conn: conn,
		out: make(chan outgoing, outbox), done: make(chan struct{}), half: make(chan struct{}),
	}
	ln.pings, ln.silence = b.patience()
	return ln, nil
}

// patience is how often a line pings, and how long it may be silent (rule 9).
func (b *Body) patience() (pings, most time.Duration) {
	switch {
	case b.cfg.Kind == V1Worst:
		return pingEvery, silence
	case b.cfg.Kind == V2 && strings.Contains(b.cfg.URL, ","):
		return askEvery, unheard
	}
	return 0, silence
}

// close ends the line; it may be called more than once and by anyone.
func (ln *line) close() {
	ln.once.Do(func() {
		close(ln.done)
		_ = ln.conn.Close()
	})
}

// send queues a frame and reports whether it was taken. It never blocks: a line
// whose outbox is full is closed.
func (ln *line) send(m wire.Message) bool {
	frame, err := wire.Encode(m)
	if err != nil {
		ln.body.log.Error("cannot write a frame", "type", m.Type(), "error", err)
		return false
	}
	if ln.body.cfg.Faults.NoInventory {
		frame = withoutInventory(frame)
	}
	return ln.queue(outgoing{frame: frame, final: m.Type() == wire.TypeActionComplete || m.Type() == wire.TypeActionFailed})
}

// sendRaw queues what is no message.
func (ln *line) sendRaw(frame []byte) { ln.queue(outgoing{frame: frame}) }

func (ln *line) queue(o outgoing) bool {
	if d := ln.body.cfg.Faults.Delay; d > 0 {
		o.due = time.Now().Add(d)
	}
	select {
	case <-ln.done:
		return false
	case ln.out <- o:
		return true
	default:
		ln.close()
		return false
	}
}

// withoutInventory takes the inventory out of the states of a frame.
func withoutInventory(frame []byte) []byte {
	var v map[string]any
	if budget.Frame.Check(frame) != nil {
		return frame
	}
	d := json.NewDecoder(bytes.NewReader(frame))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return frame
	}
	strip(v)
	out, err := json.Marshal(v)
	if err != nil {
		return frame
	}
	return out
}

func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "inventory")
		for _, member := range v {
			strip(member)
		}
	case []any:
		for _, member := range v {
			strip(member)
		}
	}
}

// serve plays over a line until it is over, and returns the close code (0 for
// none), whether it was left half open, and whether the backend welcomed the
// body and was heard until then.
func (b *Body) serve(ctx context.Context, ln *line) (code int, half, welcome bool) {
	unhook := context.AfterFunc(ctx, func() {
		_ = ln.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseGoingAway, ""), time.Now().Add(time.Second))
		ln.close()
	})
	defer unhook()
	s := b.world.State()
	b.mu.Lock()
	b.line, b.registered, b.lost = ln, false, make(chan struct{})
	b.registers++
	ln.send(b.ways.hello(s.World))
	b.mu.Unlock()

	var writing sync.WaitGroup
	writing.Go(ln.write)
	writing.Go(ln.report)
	if d := b.cfg.Faults.CutAfter; d > 0 {
		defer time.AfterFunc(d, ln.close).Stop()
	}
	var end ending
	read := make(chan ending, 1)
	b.wg.Go(func() { read <- ln.read() })
	select {
	case end = <-read:
		ln.close()
	case <-ln.half:
		half = true
	}
	b.mu.Lock()
	code, welcome = end.code, b.registered && !end.silent
	if b.registered && b.cfg.Online != nil {
		b.cfg.Online(false)
	}
	b.line, b.registered = nil, false
	close(b.lost)
	b.mu.Unlock()
	if !half {
		writing.Wait()
	}
	b.wg.Go(writing.Wait)
	return code, half, welcome
}

// ending is how a line ended: with a close code, 0 for none, or because it was silent.
type ending struct {
	code   int
	silent bool
}

// read takes frames until the line is over. Once the line is half open it listens no more.
func (ln *line) read() (end ending) {
	var heard time.Time
	fresh := func() {
		heard = time.Now()
		_ = ln.conn.SetReadDeadline(heard.Add(ln.silence))
	}
	answer := ln.conn.PingHandler()
	ln.conn.SetPingHandler(func(data string) error { fresh(); return answer(data) })
	ln.conn.SetPongHandler(func(string) error { fresh(); return nil })
	for {
		fresh()
		_, frame, err := ln.conn.ReadMessage()
		if err != nil {
			if closed := (*websocket.CloseError)(nil); errors.As(err, &closed) {
				end.code = closed.Code
			}
			end.silent = time.Since(heard) >= ln.silence
			return end
		}
		select {
		case <-ln.half:
			<-ln.done
			return end
		default:
		}
		ln.body.ways.hear(ln, frame)
	}
}

// write sends what is queued, with the faults that were asked for.
func (ln *line) write() {
	f, dice := ln.body.cfg.Faults, ln.body.dice
	var held *outgoing // overtaken by the next frame
	sent := 0
	for {
		var o outgoing
		select {
		case <-ln.done:
			return
		case o = <-ln.out:
		}
		if !o.due.IsZero() && !sleep(ln.done, time.Until(o.due)) {
			return
		}
		switch {
		case dice.Hit(f.Drop), o.final && dice.Hit(f.Lose):
			continue
		case dice.Hit(f.Garble):
			o.frame = dice.Garble(o.frame)
		}
		if held == nil && dice.Hit(f.Reorder) {
			held = &o
			continue
		}
		batch := [][]byte{o.frame}
		if dice.Hit(f.Double) {
			batch = append(batch, o.frame)
		}
		if held != nil {
			batch = append(batch, held.frame)
			held = nil
		}
		if !ln.deliver(batch, &sent) {
			return
		}
	}
}

// deliver writes frames to the socket and counts them, and reports whether the line holds.
func (ln *line) deliver(batch [][]byte, sent *int) bool {
	for _, frame := range batch {
		_ = ln.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
		if err := ln.conn.WriteMessage(websocket.TextMessage, frame); err != nil {
			ln.close()
			return false
		}
		*sent++
		if ln.sentOne(*sent) {
			return false
		}
	}
	return true
}

// sentOne counts a frame and reports whether a fault ends the line here.
func (ln *line) sentOne(onLine int) bool {
	b, f := ln.body, ln.body.cfg.Faults
	b.mu.Lock()
	b.sent++
	crash := f.Crash > 0 && b.sent >= f.Crash
	b.mu.Unlock()
	switch {
	case crash:
		b.crash()
		return true
	case f.Cut > 0 && onLine >= f.Cut:
		ln.close()
		return true
	case f.HalfOpen > 0 && onLine >= f.HalfOpen:
		close(ln.half)
		return true
	}
	return false
}

// report sends the state and what happened, once a simulated second, at most 20
// times and at least once a wall second.
func (ln *line) report() {
	b := ln.body
	ticker := time.NewTicker(b.world.Clock().Wall(1, time.Second/20, time.Second))
	defer ticker.Stop()
	begun := time.Now()
	pinged := begun
	for {
		select {
		case <-ln.done:
			return
		case <-ln.half:
			return
		case <-ticker.C:
		}
		if ln.pings > 0 && time.Since(pinged) >= ln.pings {
			pinged = time.Now()
			_ = ln.conn.WriteControl(websocket.PingMessage, nil, pinged.Add(writeTimeout))
		}
		b.mu.Lock()
		registered := b.registered && b.line == ln
		b.mu.Unlock()
		if !registered {
			if b.cfg.Kind == V2 && time.Since(begun) > helloTimeout {
				ln.close()
			}
			continue
		}
		ln.reportNow()
	}
}

func (ln *line) reportNow() {
	b := ln.body
	s := b.look()
	events := b.world.TakeEvents()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != ln || !b.registered {
		return
	}
	for _, e := range events {
		if m := eventFrame(b.cfg.InstanceID, e); m != nil && b.ways.protocol() >= 2 {
			ln.send(m)
		}
	}
	ln.send(b.ways.state(s))
}

// beautify is for logs: a frame on one line, shortened.
func beautify(frame []byte) string {
	const most = 200
	frame = bytes.TrimSpace(frame)
	return string(frame[:min(len(frame), most)])
}
