// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// Client is somebody who makes calls: a window, a page, a program, a body whose
// player has wishes. The active body, the ids of calls and the order of stops
// are a client's own and outlive its connections when it named itself.
type Client struct {
	id      string
	replays *replays

	mu sync.Mutex
	// lines are its open connections, left is when the last one closed.
	lines int
	left  time.Time
	// chosen is the active body; empty until one was chosen.
	chosen string
	// heard counts messages; stops is the number of the last stop for a body, and
	// under "" of the last for all.
	heard uint64
	stops map[string]uint64
}

func newClient(id string) *Client {
	return &Client{id: id, replays: newReplays(), stops: map[string]uint64{}}
}

// maxClients is how many clients that named themselves are remembered, and
// maxClientID the longest name.
const (
	maxClients  = 1000
	maxClientID = 100
)

// client finds or makes the client of that name and opens a line of it.
func (s *Service) client(id string) *Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.clients[id]
	if c == nil {
		s.thinClients()
		c = newClient(id)
		s.clients[id] = c
	}
	c.mu.Lock()
	c.lines++
	c.mu.Unlock()
	return c
}

// thinClients forgets clients that have no connection: those away for long, and
// the longest away when there are too many; s.mu is held.
func (s *Service) thinClients() {
	for oldest := ""; ; oldest = "" {
		var since time.Time
		for id, c := range s.clients {
			c.mu.Lock()
			away, left := c.lines == 0, c.left
			c.mu.Unlock()
			switch {
			case !away:
			case time.Since(left) > replaysLive:
				delete(s.clients, id)
			case oldest == "" || left.Before(since):
				oldest, since = id, left
			}
		}
		if oldest == "" || len(s.clients) < maxClients {
			return
		}
		delete(s.clients, oldest)
	}
}

func (c *Client) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines--
	c.left = time.Now()
}

// stop notes a stop that came as message number n.
func (c *Client) stop(body string, n uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stops[body] = max(c.stops[body], n)
}

// stopped reports whether a stop for the body came after message number n.
func (c *Client) stopped(body string, n uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stops[body] > n || c.stops[""] > n
}

// Line is one connection of a client, whatever carries it: it takes messages,
// gives their answers, and the events after a subscribe.
//
// Take is called in the order in which messages came. Answer may be called from
// any goroutine; Next from one.
type Line struct {
	svc *Service

	mu     sync.Mutex
	client *Client
	sub    *Subscription
	// subscribed is closed when sub is replaced.
	subscribed chan struct{}
	closed     bool
	// within: it is of this program, for its own bodies; guest: it is of a client of another
	// Minehand.
	within, guest bool
}

// Open returns a new line of a client that has not named itself. Close it.
func (s *Service) Open() *Line {
	c := newClient("")
	c.lines = 1
	return &Line{svc: s, client: c, subscribed: make(chan struct{})}
}

// Within is Open for this program itself, which follows its own bodies alone.
func (s *Service) Within() *Line {
	l := s.Open()
	l.within = true
	return l
}

// Hello gives the line's client the name id, which it keeps: with it come its
// active body and what it asked before.
func (l *Line) Hello(id string) error {
	switch {
	case id == "":
		return view.Refuse(view.CodeInvalid, `hello needs a "client": an id of your own making that you keep, such as a random one`)
	case len(id) > maxClientID || !utf8.ValidString(id):
		return view.Refuse(view.CodeInvalid, "a client's id has at most %d characters of text", maxClientID)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.client.id == id:
		return nil
	case l.client.id != "":
		return view.Refuse(view.CodeConflict, "this connection named itself %q before; a client names itself once", l.client.id)
	case l.closed:
		return ErrClosed
	}
	l.client = l.svc.client(id)
	return nil
}

// Close ends the line and unblocks Next. It is idempotent.
func (l *Line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	l.client.leave()
	if l.sub != nil {
		l.sub.Close()
		l.listens(-1)
	}
	close(l.subscribed)
}

// listens counts the line among those that follow what happens.
func (l *Line) listens(n int) {
	if !l.within {
		l.svc.listen(n)
	}
}

// Message is one message that a client sent.
type Message struct {
	head
	// client sent it as its message number n while active was its active body.
	client *Client
	n      uint64
	active string
	// chosen is who the client chose, which active may have come back as.
	chosen string
	data   []byte
	call   *Call
	fault  error
	// first, waits and once are the call's, or what it says of this message.
	first, waits, once bool
	// passed: another Minehand of the cluster passed it on.
	passed bool
	// lost is why no player may be there for what is said, where words may need none.
	lost error
}

type head struct {
	Type string      `json:"type"`
	ID   view.CallID `json:"id,omitempty"`
}

// First reports whether the message is to be answered before any that wait.
func (m *Message) First() bool { return m.first }

// Waits reports whether the answer may take long, so that later messages are
// not to wait for it.
func (m *Message) Waits() bool { return m.waits }

// Take reads a message. It fixes whom it is about: a choice that comes later
// changes nothing.
func (l *Line) Take(data []byte) Message {
	m := Message{data: data}
	if err := budget.Call.JSON(data, &m.head); err != nil {
		if m.fault = unreadable(err); errors.Is(err, budget.ErrOver) {
			_ = json.Unmarshal(budget.Call.Before(data), &m.head) // whose id comes first has its answer
		}
	} else {
		m.call, m.fault = l.svc.find(m.Type)
	}
	if m.fault == nil {
		m.fault = l.shut(m.call)
	}
	switch {
	case m.call == nil:
	case m.call.peek != nil:
		m.first, m.waits, m.once = m.call.peek(l.svc, data)
	default:
		m.first, m.waits, m.once = m.call.First, m.call.Waits, m.call.Once
	}
	l.mu.Lock()
	c := l.client
	l.mu.Unlock()
	c.mu.Lock()
	c.heard++
	m.client, m.n = c, c.heard
	chosen := c.chosen
	c.mu.Unlock()
	m.active, m.chosen = l.svc.active(chosen), chosen
	return m
}

// find is the call of that name.
func (s *Service) find(name string) (*Call, error) {
	table := s.table
	for i := range table {
		if table[i].Name == name {
			return &table[i], nil
		}
	}
	if name == "" {
		return nil, view.Refuse(view.CodeBadRequest, `a message needs a "type", such as %q`, table[0].Name)
	}
	names := lists.Of(table, func(c *Call) string { return c.Name })
	return nil, view.Refuse(view.CodeNoCall, "there is no call %q; the calls are %s", name, strings.Join(names, ", "))
}

// Answer carries out the call and hands its answer to reply, once; that of a slash
// command which takes long after a command_accepted. Events after a subscribe
// come after that.
func (l *Line) Answer(ctx context.Context, m Message, reply func(view.Response)) {
	if m.fault != nil {
		reply(failure(&m, m.fault))
		return
	}
	x := &exchange{Line: l, Message: &m}
	do := func() view.Response {
		if err := x.lookAround(ctx); err != nil {
			return failure(&m, err)
		}
		if r, ok := x.passOn(ctx, false); ok {
			return r
		}
		r := view.Response{Type: view.TypeResponse, ID: m.ID, Command: m.Type, Success: true}
		if result, err := m.call.do(ctx, x, m.data); err != nil {
			if r = failure(&m, err); r.Code == view.CodeNoBody {
				if other, ok := x.passOn(ctx, true); ok {
					return other
				}
			}
		} else {
			r.Data = encode(result)
			l.svc.tellWent(x)
		}
		if m.Type == slashCommandName {
			x.shape(&r)
		}
		return r
	}
	var r view.Response
	if m.ID == "" || !m.once {
		r = do()
	} else if once, ok := m.client.replays.once(m.ID, m.data, do); ok {
		r = once
	} else {
		r = failure(&m, fmt.Errorf("%w: the id %s was used before with another payload: use a new id for a new call", errConflict, m.ID))
		if m.Type == slashCommandName {
			x.shape(&r)
		}
	}
	reply(r)
	if r.Type == view.TypeCommandAccepted && !m.passed {
		reply(l.svc.finished(ctx, r))
	}
	if x.sub != nil {
		l.switchTo(x.sub)
	}
}

// errConflict: an id stands for something else already.
var errConflict = errors.New("conflict")

// codeOf is the kind of a refusal.
func codeOf(err error) view.Code {
	var refused *view.RefusedError
	switch {
	case errors.As(err, &refused) && refused.Code != "":
		return refused.Code
	case errors.Is(err, errConflict):
		return view.CodeConflict
	case errors.Is(err, errStopped):
		return view.CodeStopped
	case errors.Is(err, ErrNoBody), errors.Is(err, errSeveral):
		return view.CodeNoBody
	case errors.Is(err, ErrClosed):
		return view.CodeUnavailable
	}
	return cmp.Or(codeOfTask(err), view.CodeFailed)
}

func failure(m *Message, err error) view.Response {
	r := view.Response{
		Type: view.TypeResponse, ID: m.ID, Command: m.Type, Data: encode(view.Success{}), Error: err.Error(), Code: codeOf(err),
	}
	if refused, ok := errors.AsType[*view.RefusedError](err); ok && refused.Sentence == r.Error {
		r.Messages = InWords("error", refused.Say)
	}
	return r
}

// exchange is one message on its way to its answer.
type exchange struct {
	*Line
	*Message
	// sub is the stream that a subscribe opened.
	sub *Subscription
	// changes are the settings that a slash command changed; long is set when it
	// made a task.
	changes view.StateChanges
	long    bool
	// meant are all players together where the text said so.
	meant string
	// went is the sentence that says which body it went to, where the one that was
	// meant is gone.
	went string
	// part is which part of a call is being done, where it may make several tasks.
	part string
}

// name tells a call of a client that named itself from every other, also after a
// restart; empty for one that may be made twice.
func (x *exchange) name() string {
	if x.Message.ID == "" || x.Message.client.id == "" || !x.Message.once {
		return ""
	}
	sum := sha256.New()
	for _, part := range [...]string{x.Message.client.id, string(x.Message.ID), string(x.Message.data), x.part} {
		_, _ = fmt.Fprintf(sum, "%d:%s", len(part), part) // a sum takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// switchTo replaces the stream of events.
func (l *Line) switchTo(sub *Subscription) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sub != nil {
		l.sub.Close()
	}
	if l.closed {
		sub.Close()
		return
	}
	if l.sub == nil {
		l.listens(1)
	}
	l.sub = sub
	close(l.subscribed)
	l.subscribed = make(chan struct{})
}

// Next returns the next event after a subscribe. It blocks until there is one, ctx
// ends (its error), the line is closed (ErrClosed) or the client is too far behind
// (ErrBehind). What the event points to is not to be changed.
func (l *Line) Next(ctx context.Context) (view.Event, error) {
	n, err := l.next(ctx)
	if err != nil {
		return view.Event{}, err
	}
	return n.event, nil
}

// NextFrame is Next as a message, which is written once for all clients.
func (l *Line) NextFrame(ctx context.Context) ([]byte, error) {
	n, err := l.next(ctx)
	if err != nil {
		return nil, err
	}
	return n.frame(), nil
}

func (l *Line) next(ctx context.Context) (*entry, error) {
	for {
		l.mu.Lock()
		sub, subscribed, closed := l.sub, l.subscribed, l.closed
		l.mu.Unlock()
		if closed {
			return nil, ErrClosed
		}
		if sub == nil {
			select {
			case <-subscribed:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			continue
		}
		n, err := sub.entry(ctx)
		if err == nil {
			return n, nil
		}
		l.mu.Lock()
		replaced := l.sub != sub
		l.mu.Unlock()
		if !errors.Is(err, ErrClosed) || !replaced {
			return nil, err
		}
	}
}

// Call makes a call as the line's client and decodes its result into result,
// which may be nil. A refusal is an error with its sentence. It makes a line what
// ui/client wants of a connection.
func (l *Line) Call(ctx context.Context, name string, params, result any) error {
	data, err := message(name, params)
	if err != nil {
		return err
	}
	l.Answer(ctx, l.Take(data), func(r view.Response) { err = r.Into(result) })
	return err
}

// message is a call as it is sent.
func message(name string, params any) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if params != nil {
		data, err := json.Marshal(params)
		if err != nil {
			return nil, fmt.Errorf("write the call %s: %w", name, err)
		}
		if err := json.Unmarshal(data, &members); err != nil {
			return nil, fmt.Errorf("write the call %s: %w", name, err)
		}
	}
	members["type"] = encode(name)
	return json.Marshal(members)
}
