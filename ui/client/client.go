// Package client talks to a running Minehand over its control side: the five
// calls and the stream of events.
//
// A Client is one connection; it does not come back by itself. Calls may be
// made from any goroutine. Close unblocks everything.
//
// Usage:
//
//	c, err := client.Dial(ctx, 9876, token)
//	id, err := c.SendPrompt(ctx, "get 3 diamonds", nil)
//	status, err := c.GetStatus(ctx)
package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// ErrClosed: the connection is over.
var ErrClosed = errors.New("the connection to Minehand is closed")

// ErrUnauthorized: the control token is wrong.
var ErrUnauthorized = errors.New("the control token was not accepted: read it from the file control-token in the data folder")

// maxAnswer bounds one message from the server, in bytes.
const maxAnswer = 16 << 20

// Client is one connection to the control side.
type Client struct {
	ws     *websocket.Conn
	events chan Event
	done   chan struct{}

	writing sync.Mutex

	mu      sync.Mutex
	next    int
	waiting map[string]chan Response
	err     error
}

// Response is the answer to a call.
type Response struct {
	Type    string          `json:"type"`
	ID      string          `json:"id"`
	Command string          `json:"command"`
	Success bool            `json:"success"`
	Data    json.RawMessage `json:"data"`
	Error   string          `json:"error"`
}

// Event is one event of the stream; Raw holds all of it.
type Event struct {
	Epoch  string          `json:"epoch"`
	Seq    uint64          `json:"seq"`
	At     time.Time       `json:"at"`
	Kind   string          `json:"kind"`
	Body   string          `json:"body"`
	TaskID string          `json:"taskId"`
	Raw    json.RawMessage `json:"-"`
}

// Dial connects to the Minehand on this machine's port.
func Dial(ctx context.Context, port int, token string) (*Client, error) {
	header := http.Header{"Authorization": {"Bearer " + token}}
	ws, resp, err := websocket.DefaultDialer.DialContext(ctx, "ws://127.0.0.1:"+strconv.Itoa(port)+"/api/v1/ws", header) //nolint:bodyclose // gorilla leaves nothing to close
	if resp != nil && resp.StatusCode == http.StatusUnauthorized {
		return nil, ErrUnauthorized
	}
	if err != nil {
		return nil, fmt.Errorf("no Minehand answers on port %d: start one with minehand serve: %w", port, err)
	}
	ws.SetReadLimit(maxAnswer)
	c := &Client{ws: ws, events: make(chan Event, 256), done: make(chan struct{}), waiting: map[string]chan Response{}}
	go c.read()
	return c, nil
}

// Close ends the connection and waits for its goroutine.
func (c *Client) Close() error {
	err := c.ws.Close()
	for range c.events { // unblocks the reader
	}
	<-c.done
	return err
}

// Events is the stream after Subscribe; it is closed with the connection. A
// client that does not read it is cut off by the server.
func (c *Client) Events() <-chan Event { return c.events }

func (c *Client) read() {
	defer close(c.done)
	defer close(c.events)
	for {
		_, data, err := c.ws.ReadMessage()
		if err != nil {
			c.fail(err)
			return
		}
		var r Response
		if json.Unmarshal(data, &r) != nil {
			continue
		}
		if r.Type == "event" {
			e := Event{Raw: data}
			if json.Unmarshal(data, &e) == nil {
				c.events <- e
			}
			continue
		}
		c.mu.Lock()
		ch := c.waiting[r.ID]
		delete(c.waiting, r.ID)
		c.mu.Unlock()
		if ch != nil {
			ch <- r
		}
	}
}

func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = fmt.Errorf("%w: %w", ErrClosed, err)
	for id, ch := range c.waiting {
		close(ch)
		delete(c.waiting, id)
	}
}

// Call sends one message of the type with its members and decodes the data of
// the answer into out, which may be nil. A refusal is an error with the
// server's sentence.
func (c *Client) Call(ctx context.Context, kind string, members map[string]any, out any) error {
	ch := make(chan Response, 1)
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return c.err
	}
	c.next++
	id := strconv.FormatInt(time.Now().UnixNano(), 36) + "-" + strconv.Itoa(c.next)
	c.waiting[id] = ch
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	m := map[string]any{"type": kind, "id": id}
	for k, v := range members {
		m[k] = v
	}
	c.writing.Lock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
	err := c.ws.WriteJSON(m)
	c.writing.Unlock()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	select {
	case r, ok := <-ch:
		switch {
		case !ok:
			return ErrClosed
		case !r.Success:
			return errors.New(r.Error)
		case out == nil:
			return nil
		}
		return json.Unmarshal(r.Data, out)
	case <-ctx.Done():
		return ctx.Err()
	}
}
