// SPDX-License-Identifier: MIT

package modbridge

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/modbridge/wire"
)

// maxQueue is how many frames may wait for one connection; a peer that lets
// more pile up is dead.
const maxQueue = 256

// frame is one thing to write; with close set it is the last one.
type frame struct {
	kind  int
	data  []byte
	close bool
}

// outbox writes the frames of one connection in the order in which they were
// put. Putting never waits: a goroutine that lives as long as there is
// something to write does the writing, so that an idle connection costs none.
type outbox struct {
	ws *websocket.Conn
	// running is what the server waits for; run is drain as a goroutine of it.
	running *sync.WaitGroup
	run     func()

	mu    sync.Mutex
	queue []frame
	// latest is a frame of which only the newest counts; it goes out when the
	// queue is empty.
	latest []byte
	busy   bool
	closed bool
	// unread is how many bytes went out that the peer may not have read, action how
	// many of them it has read once it answers the last action.
	unread, action int
	// leaving: a goodbye was put; nothing goes out after it, and what still comes
	// in does not count.
	leaving atomic.Bool
}

func newOutbox(ws *websocket.Conn, running *sync.WaitGroup) *outbox {
	o := &outbox{ws: ws, running: running}
	o.run = func() {
		defer running.Done()
		o.drain()
	}
	return o
}

// put queues frames; after shut it does nothing.
func (o *outbox) put(frames ...frame) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.putLocked(frames...)
}

func (o *outbox) putLocked(frames ...frame) {
	if o.closed || o.leaving.Load() {
		return
	}
	if len(o.queue)+len(frames) > maxQueue {
		o.closed = true
		o.ws.Close()
		return
	}
	o.queue = append(o.queue, frames...)
	for i := range frames {
		o.unread += frameHead + len(frames[i].data)
	}
	o.startLocked()
}

const (
	// maxUnread is how much of a peer's unread bytes the system surely takes without
	// waiting: sockets have buffers of 16 KB and more.
	maxUnread = 4 << 10
	// frameHead is how many bytes a frame has before its data, at most.
	frameHead = 10
)

// hold queues the frame of an action. Where it may be written without waiting for
// the peer and nobody writes, it leaves that to the caller, who calls writeHeld soon,
// without a lock; it reports whether it did.
func (o *outbox) hold(data []byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	mine := !o.closed && !o.leaving.Load() && !o.busy && o.unread+frameHead+len(data) <= maxUnread
	o.busy = o.busy || mine // so that putting starts nobody
	o.putLocked(frame{kind: websocket.TextMessage, data: data})
	o.action = o.unread
	return mine
}

// answered: the peer answered the last action, so that it has read what came before.
func (o *outbox) answered() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.unread, o.action = o.unread-o.action, 0
}

// writeHeld writes what is held; what came meanwhile is left to a goroutine.
func (o *outbox) writeHeld() {
	f, ok := o.next()
	if !ok {
		return
	}
	o.send(f)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy = false; !o.closed && (len(o.queue) > 0 || o.latest != nil) {
		o.startLocked()
	}
}

// text queues one text frame.
func (o *outbox) text(data []byte) { o.put(frame{kind: websocket.TextMessage, data: data}) }

// coalesce queues a frame that replaces the one put before, if that is still
// waiting.
func (o *outbox) coalesce(data []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed || o.leaving.Load() {
		return
	}
	o.latest = data
	o.unread += frameHead + len(data)
	o.startLocked()
}

// goodbyeLimit is how long a peer may take to answer a close frame.
const goodbyeLimit = 2 * time.Second

// goodbye queues a close frame. The connection is read on until the peer
// answers it, for goodbyeLimit at most: closing at once could lose the frame.
func (o *outbox) goodbye(code int, reason string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.putLocked(frame{kind: websocket.CloseMessage, data: websocket.FormatCloseMessage(code, wire.CloseReason(reason)), close: true})
	o.leaving.Store(true)
}

// shut closes the connection at once and forgets what waits.
func (o *outbox) shut() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.queue, o.latest = nil, nil
	o.ws.Close()
}

func (o *outbox) startLocked() {
	if !o.busy {
		o.busy = true
		o.running.Add(1)
		go o.run()
	}
}

func (o *outbox) drain() {
	for {
		f, ok := o.next()
		if !ok {
			return
		}
		o.send(f)
	}
}

// send writes a frame; one that cannot be written ends the connection.
func (o *outbox) send(f frame) {
	switch err := o.write(f); {
	case err != nil:
		o.shut()
	case f.close:
		if o.ws.NetConn().SetReadDeadline(time.Now().Add(goodbyeLimit)) != nil {
			o.shut()
		}
	}
}

func (o *outbox) next() (frame, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.closed && len(o.queue) > 0 {
		f := o.queue[0]
		o.queue = slices.Delete(o.queue, 0, 1)
		return f, true
	}
	if !o.closed && o.latest != nil {
		f := frame{kind: websocket.TextMessage, data: o.latest}
		o.latest = nil
		return f, true
	}
	o.busy = false
	return frame{}, false
}

func (o *outbox) write(f frame) error {
	limit := time.Now().Add(writeLimit)
	if f.kind == websocket.TextMessage {
		return errors.Join(o.ws.SetWriteDeadline(limit), o.ws.WriteMessage(f.kind, f.data))
	}
	return o.ws.WriteControl(f.kind, f.data, limit)
}
