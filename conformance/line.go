// SPDX-License-Identifier: MIT

package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/modbridge/wire"
)

// Limits of a socket.
const (
	// heartbeat is the payload of the pings that no case asked for.
	heartbeat = "heartbeat"
	outbox    = 256 // frames that wait to be written
	// maxRead is the largest frame that is taken, in bytes. It is above what the
	// protocol allows, so that a frame beyond that can be shown.
	maxRead = 4 * wire.MaxFrame
	// registerWithin is how long a socket may be silent before its register.
	registerWithin = 30 * time.Second
	writeWithin    = 5 * time.Second
	// leaveWithin is how long a socket that was told goodbye stays.
	leaveWithin = 2 * time.Second
)

// line is one socket. Anyone may send; a sender never waits for the peer.
type line struct {
	history *history
	ws      *websocket.Conn
	number  int
	out     chan outgoing
	done    chan struct{} // closed when the socket is over
	once    sync.Once

	mu     sync.Mutex
	reason string // how it ended, owned by mu
}

type outgoing struct {
	kind int // of gorilla/websocket
	data []byte
}

func newLine(h *history, ws *websocket.Conn, number int) *line {
	return &line{history: h, ws: ws, number: number, out: make(chan outgoing, outbox), done: make(chan struct{})}
}

// note writes down what happened.
func (ln *line) note(from, kind, text string) *entry {
	e := read(Frame{At: time.Now(), Socket: ln.number, From: from, Kind: kind, Text: text})
	if !ln.history.add(e) {
		ln.cut()
	}
	return &e
}

// read reads and writes until the socket is over; heard gets every text frame,
// on the reading goroutine.
func (ln *line) read(heard func(*entry)) {
	ln.ws.SetReadLimit(maxRead)
	_ = ln.ws.SetReadDeadline(time.Now().Add(registerWithin))
	ln.ws.SetPingHandler(func(data string) error {
		ln.note(FromBody, kindPing, data)
		ln.put(websocket.PongMessage, data)
		return nil
	})
	ln.ws.SetPongHandler(func(data string) error {
		ln.note(FromBody, kindPong, data)
		return nil
	})
	ln.ws.SetCloseHandler(func(code int, text string) error {
		ln.because(describe(code, text))
		ln.put(websocket.CloseMessage, string(websocket.FormatCloseMessage(code, "")))
		return nil
	})
	var writing sync.WaitGroup
	writing.Go(ln.write)
	for {
		kind, data, err := ln.ws.ReadMessage()
		if err != nil {
			var closed *websocket.CloseError
			if !errors.As(err, &closed) {
				ln.because("the line broke: " + err.Error())
			}
			break
		}
		if kind == websocket.BinaryMessage {
			ln.note(FromBody, kindBinary, fmt.Sprintf("%d bytes", len(data)))
			continue
		}
		heard(ln.note(FromBody, kindText, string(data)))
	}
	ln.end()
	writing.Wait()
}

// registered lifts the limit on the socket's silence.
func (ln *line) registered() { _ = ln.ws.SetReadDeadline(time.Time{}) }

// write sends what is queued, and pings: a real mod drops a peer that is silent
// for 90 s (rule 9). After a close message nothing more goes out.
func (ln *line) write() {
	leaving := false
	heart := time.NewTicker(heartbeatSeconds * time.Second)
	defer heart.Stop()
	for {
		select {
		case <-ln.done:
			return
		case <-heart.C:
			ln.ping(heartbeat)
		case o := <-ln.out:
			if leaving {
				continue
			}
			_ = ln.ws.SetWriteDeadline(time.Now().Add(writeWithin))
			if err := ln.ws.WriteMessage(o.kind, o.data); err != nil {
				ln.cut()
				return
			}
			if o.kind == websocket.CloseMessage {
				leaving = true
				_ = ln.ws.SetReadDeadline(time.Now().Add(leaveWithin))
			}
		}
	}
}

// put queues a message; a socket whose queue is full is cut.
func (ln *line) put(kind int, data string) {
	select {
	case <-ln.done:
	case ln.out <- outgoing{kind, []byte(data)}:
	default:
		ln.cut()
	}
}

// text sends a text frame as it is.
func (ln *line) text(frame string) {
	ln.note(FromMinehand, kindText, frame)
	ln.put(websocket.TextMessage, frame)
}

// say sends a frame.
func (ln *line) say(m wire.Message) {
	data, err := wire.Encode(m)
	if err != nil { // frames of strings and numbers always can be written
		return
	}
	ln.text(string(data))
}

// ping sends a ping.
func (ln *line) ping(payload string) {
	ln.note(FromMinehand, kindPing, payload)
	ln.put(websocket.PingMessage, payload)
}

// goodbye closes the socket with a code; the body has leaveWithin to answer.
func (ln *line) goodbye(code int, reason string) {
	ln.because("Minehand closed it: " + describe(code, reason))
	ln.note(FromMinehand, kindClose, describe(code, reason))
	ln.put(websocket.CloseMessage, string(websocket.FormatCloseMessage(code, wire.CloseReason(reason))))
}

// cut ends the socket without a word, as a broken line does.
func (ln *line) cut() {
	ln.because("Minehand cut the line")
	ln.end()
}

func (ln *line) end() {
	ln.once.Do(func() {
		close(ln.done)
		_ = ln.ws.Close()
	})
}

// because keeps the first reason why the socket ended.
func (ln *line) because(reason string) {
	ln.mu.Lock()
	defer ln.mu.Unlock()
	ln.reason = cmp.Or(ln.reason, reason)
}

func (ln *line) ending() string {
	ln.mu.Lock()
	defer ln.mu.Unlock()
	return ln.reason
}

func describe(code int, text string) string {
	if text == "" {
		return fmt.Sprintf("code %d", code)
	}
	return fmt.Sprintf("code %d, %s", code, text)
}
