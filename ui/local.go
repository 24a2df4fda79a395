// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/minehand/minehand/ui/view"
)

// Local carries the same messages as the WebSocket within one process, for a
// window that calls Go directly: Dispatch answers one message, events go to Emit.
//
// Dispatch may be called from any goroutine, and a stop waits for no other call.
// Whoever sends several messages without waiting for their answers must not rely
// on their order.
type Local struct {
	svc  *Service
	emit func(client string, frame []byte)

	mu     sync.Mutex
	closed bool
	lines  map[string]*Line
	wg     sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
}

// NewLocal returns a transport over the service. emit gets the events of a client
// after it subscribed, one by one in their order, from one goroutine for each
// client; it may take its time. A client that falls too far behind gets a last
// frame {"type":"behind"} and subscribes again. Close ends all.
func NewLocal(s *Service, emit func(client string, frame []byte)) *Local {
	l := &Local{svc: s, emit: emit, lines: map[string]*Line{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

// typeBehind is the type of the last frame for a client that is too far behind.
const typeBehind = "behind"

// Dispatch answers a message of the client of that name, which is made when it is
// new.
func (l *Local) Dispatch(ctx context.Context, client string, message []byte) []byte {
	line, err := l.line(client)
	if err != nil {
		var h head
		_ = json.Unmarshal(message, &h) // what it is called is all that is wanted of it
		return encode(failure(&Message{head: h}, err))
	}
	var answer []byte
	line.Answer(ctx, line.Take(message), func(r view.Response) { answer = encode(r) })
	return answer
}

// Leave ends what a client has open, such as a page that was loaded anew.
func (l *Local) Leave(client string) {
	l.mu.Lock()
	line := l.lines[client]
	delete(l.lines, client)
	l.mu.Unlock()
	if line != nil {
		line.Close()
	}
}

// Close ends all clients and returns when nothing is emitted any more. It is
// idempotent.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
	lines := l.lines
	l.lines = map[string]*Line{}
	l.mu.Unlock()
	for _, line := range lines {
		line.Close()
	}
	l.cancel()
	l.wg.Wait()
}

// line finds or opens the line of a client.
func (l *Local) line(client string) (*Line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, ErrClosed
	}
	if line := l.lines[client]; line != nil {
		return line, nil
	}
	line := l.svc.Open()
	if err := line.Hello(client); err != nil {
		line.Close()
		return nil, err
	}
	l.lines[client] = line
	l.wg.Go(func() { l.follow(client, line) })
	return line, nil
}

// follow emits events until the line is closed.
func (l *Local) follow(client string, line *Line) {
	for {
		frame, err := line.NextFrame(l.ctx)
		switch {
		case err == nil:
			l.emit(client, frame)
		case errors.Is(err, ErrBehind):
			l.emit(client, encode(head{Type: typeBehind}))
			line.unsubscribe()
		default:
			return
		}
	}
}
