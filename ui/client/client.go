// SPDX-License-Identifier: MIT

// Package client talks to a running Minehand over its control side: the calls
// of docs/API.md and the stream of events. Its methods for calls are generated
// from the call table; they work over any Caller.
//
// A Client of Dial is one connection and does not come back by itself; one of Stay
// does. Calls may be made from any goroutine. Close unblocks everything.
//
// Usage:
//
//	c, err := client.Dial(ctx, 9876, token)
//	task, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 3 diamonds"})
//	status, err := c.GetStatus(ctx, view.OfBody{})
package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

// Caller makes one call and decodes the data of its answer into result, which
// may be nil. A refusal is an error with the sentence.
type Caller interface {
	Call(ctx context.Context, name string, params, result any) error
}

// Errors of a connection.
var (
	// ErrClosed: the connection is over.
	ErrClosed = errors.New("the connection to Minehand is closed")
	// ErrUnauthorized: the control token is wrong.
	ErrUnauthorized = errors.New("the control token was not accepted: read it from the file control-token in the data folder")
	// ErrUnread: events were not read for so long that too many bytes of them waited.
	ErrUnread = errors.New("too many events were not read")
)

const (
	// maxAnswer bounds one message from the server, in bytes.
	maxAnswer = 64 << 20
	// maxUnread bounds the events that wait to be read, in bytes of their messages; the
	// newest may go beyond it. As many are kept on the other side.
	maxUnread = 16 << 20
)

// Client is one connection to the control side.
type Client struct {
	Calls

	events chan view.Event
	// ended is why there are no more events, set before they are closed.
	ended error
	// hangUp ends the connection; done waits for its goroutines.
	hangUp func() error
	done   sync.WaitGroup
}

// Close ends the connection and waits for its goroutines. It is idempotent.
func (c *Client) Close() error {
	err := c.hangUp()
	c.done.Wait()
	return err
}

// Events is the stream after Subscribe; it is closed with the connection.
func (c *Client) Events() <-chan view.Event { return c.events }

// Err is why Events was closed; it may be asked for after that.
func (c *Client) Err() error { return c.ended }

// Line is a connection within one process, as ui gives it.
type Line interface {
	Caller
	// Next returns the next event; what it points to is not to be changed.
	Next(ctx context.Context) (view.Event, error)
	Close()
}

// Local returns a client over a line, which it closes. Who does not read its
// Events falls behind, and is closed like any other.
func Local(l Line) *Client {
	c := &Client{Calls: Calls{l}, events: make(chan view.Event)}
	ctx, cancel := context.WithCancel(context.Background())
	c.hangUp = func() error { cancel(); l.Close(); return nil }
	c.done.Go(func() {
		defer close(c.events)
		for {
			e, err := l.Next(ctx)
			if err != nil {
				c.ended = err
				return
			}
			select {
			case c.events <- e:
			case <-ctx.Done():
				c.ended = ctx.Err()
				return
			}
		}
	})
	return c
}

// socket is a connection over a WebSocket.
type socket struct {
	*Client
	ws *websocket.Conn

	writing sync.Mutex

	// run begins the ids of this connection's calls: a client that names itself may
	// have several, and an id that was used stands for its first call.
	run string

	mu      sync.Mutex
	next    int
	waiting map[string]chan view.Response
	err     error
	// unread wait for the reader of Events, which take up so many bytes; heard has room
	// for one nudge.
	unread []unread
	bytes  int
	heard  chan struct{}
}

// unread is an event with the length of its message.
type unread struct {
	event view.Event
	size  int
}

// Dial connects to the Minehand on this machine's port.
func Dial(ctx context.Context, port int, token string) (*Client, error) {
	c, err := dial(ctx, websocket.DefaultDialer, "ws://127.0.0.1:"+strconv.Itoa(port), http.Header{"Authorization": {"Bearer " + token}})
	if err != nil && !errors.Is(err, ErrUnauthorized) {
		return nil, fmt.Errorf("no Minehand answers on port %d: start one with minehand serve: %w", port, err)
	}
	return c, err
}

func dial(ctx context.Context, d *websocket.Dialer, address string, header http.Header) (*Client, error) {
	ws, resp, err := d.DialContext(ctx, address+"/api/v1/ws", header) //nolint:bodyclose // gorilla leaves nothing to close
	if resp != nil && resp.StatusCode == http.StatusUnauthorized {
		return nil, ErrUnauthorized
	}
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(maxAnswer)
	c := &socket{
		Client: &Client{events: make(chan view.Event), hangUp: ws.Close}, ws: ws, run: rand.Text(),
		waiting: map[string]chan view.Response{}, heard: make(chan struct{}, 1),
	}
	c.Calls = Calls{c}
	ended := make(chan struct{})
	c.done.Go(func() { defer close(ended); c.read() })
	c.done.Go(func() { c.pass(ended) })
	return c.Client, nil
}

// read takes messages until the connection is over. It waits for nobody.
func (c *socket) read() {
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.fail(err)
			return
		}
		var head struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(data, &head) != nil {
			continue
		}
		if head.Type == view.TypeEvent {
			var e view.Event
			if json.Unmarshal(data, &e) == nil && !c.hear(unread{e, len(data)}) {
				c.fail(ErrUnread)
				_ = c.ws.Close()
				return
			}
			continue
		}
		var r view.Response
		if json.Unmarshal(data, &r) != nil || r.Type == view.TypeCommandAccepted { // the result comes later
			continue
		}
		c.mu.Lock()
		ch := c.waiting[string(r.ID)]
		delete(c.waiting, string(r.ID))
		c.mu.Unlock()
		if ch != nil {
			ch <- r
		}
	}
}

// hear keeps an event for the reader of Events; false when too much waits.
func (c *socket) hear(e unread) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes >= maxUnread {
		return false
	}
	c.unread = append(c.unread, e)
	c.bytes += e.size
	select {
	case c.heard <- struct{}{}:
	default:
	}
	return true
}

// pass hands events on until the connection is over.
func (c *socket) pass(ended <-chan struct{}) {
	defer func() {
		c.mu.Lock()
		c.ended = c.err
		c.mu.Unlock()
		close(c.events)
	}()
	for {
		c.mu.Lock()
		batch := c.unread
		c.unread = nil
		c.mu.Unlock()
		for _, e := range batch {
			select {
			case c.events <- e.event:
			case <-ended:
				return
			}
			c.mu.Lock()
			c.bytes -= e.size
			c.mu.Unlock()
		}
		if len(batch) > 0 {
			continue
		}
		select {
		case <-c.heard:
		case <-ended:
			return
		}
	}
}

func (c *socket) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = fmt.Errorf("%w: %w", ErrClosed, err)
	for id, ch := range c.waiting {
		close(ch)
		delete(c.waiting, id)
	}
}

// Call implements Caller.
func (c *socket) Call(ctx context.Context, name string, params, result any) error {
	members := map[string]json.RawMessage{}
	if params != nil {
		data, err := json.Marshal(params)
		if err == nil {
			err = json.Unmarshal(data, &members)
		}
		if err != nil {
			return fmt.Errorf("write the call %s: %w", name, err)
		}
	}
	ch := make(chan view.Response, 1)
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return c.err
	}
	c.next++
	id := strconv.Quote(c.run + "-" + strconv.Itoa(c.next))
	c.waiting[id] = ch
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	members["type"], members["id"] = json.RawMessage(strconv.Quote(name)), json.RawMessage(id)
	c.writing.Lock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
	err := c.ws.WriteJSON(members)
	c.writing.Unlock()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	select {
	case r, ok := <-ch:
		if !ok {
			return ErrClosed
		}
		return r.Into(result)
	case <-ctx.Done():
		return ctx.Err()
	}
}
