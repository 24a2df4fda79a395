// SPDX-License-Identifier: MIT

package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/ui/view"
)

const (
	// comeBack is how long a Minehand that went away is waited for, askAgain how
	// often it is asked for.
	comeBack = time.Minute
	askAgain = 200 * time.Millisecond
)

// ErrUnanswered: a call was under way when the connection was lost.
var ErrUnanswered = errors.New("the connection to Minehand was lost before it answered, so nobody knows whether it heard this: " +
	`ask "what are you doing" before it is said again`)

// Stay connects to the Minehand on this machine's port and comes back to it when
// the connection is lost, also to one that was started anew, for up to a minute.
// Calls wait meanwhile; one that was under way is asked again only when that
// changes nothing, else it fails with ErrUnanswered.
//
// The stream of events goes on where it broke off. When those in between are not
// to be had any more, what the snapshot says is told as events: each body, the task
// at hand with its plan and, of the tasks that were heard of, those that ended. The
// loss and the return are told as notices. The active body stays chosen.
//
// Where Minehand is in a cluster, and does not come back within some seconds, another one
// of the cluster is as good; each time the own one is tried first.
func Stay(ctx context.Context, port int, token string) (*Client, error) {
	first, err := Dial(ctx, port, token)
	if err != nil {
		return nil, err
	}
	s := &staying{
		port: port, token: token, name: rand.Text(), open: map[string]view.Task{},
		inner: first, up: make(chan struct{}), over: make(chan struct{}),
	}
	if err := first.Hello(ctx, view.Hello{Client: s.name}); err != nil {
		return nil, errors.Join(err, first.Close())
	}
	close(s.up)
	s.Client = &Client{events: make(chan view.Event), Calls: Calls{s}}
	run, cancel := context.WithCancel(context.Background())
	s.hangUp = func() error { cancel(); return nil }
	s.done.Go(func() { s.run(run) })
	s.done.Go(func() { s.look(run) })
	return s.Client, nil
}

// staying is a client whose connections follow each other.
type staying struct {
	*Client
	port  int
	token string
	// name keeps the active body on the other side.
	name string

	mu sync.Mutex
	// inner is the connection at hand; up is closed while there is one, over when
	// there will be none any more, because of err.
	inner *Client
	up    chan struct{}
	over  chan struct{}
	err   error
	// subscribed: events are followed, and place is the last that was had.
	subscribed bool
	place      view.Place
	// open are the tasks that were heard of and have not ended.
	open map[string]view.Task
	// chosen is the active body; choose: the Minehand that is there does not know.
	chosen string
	choose bool
	// doors are the others of the cluster, and turn counts which were tried.
	doors view.Cluster
	turn  int
}

// Call implements Caller.
func (s *staying) Call(ctx context.Context, name string, params, result any) error {
	for {
		_, up := s.at()
		select {
		case <-up:
		case <-s.over:
			return s.err
		case <-ctx.Done():
			return ctx.Err()
		}
		inner, _ := s.at()
		err := inner.Call(ctx, name, params, result)
		switch {
		case err == nil:
			s.answered(name, params, result)
			return nil
		case !errors.Is(err, ErrClosed):
			return err
		case !repeatable(name):
			return ErrUnanswered
		}
		select { // run notices the loss as well
		case <-s.lost(inner):
		case <-s.over:
			return s.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// at is the connection at hand, and what is closed while there is one.
func (s *staying) at() (inner *Client, up <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inner, s.up
}

// lost is closed when there is another connection than inner.
func (s *staying) lost(inner *Client) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inner == inner {
		select {
		case <-s.up:
			s.up = make(chan struct{})
		default:
		}
	}
	return s.up
}

// repeatable reports whether a call may be made again when nobody knows whether it
// was heard.
func repeatable(name string) bool {
	return strings.HasPrefix(name, "get-") || strings.HasPrefix(name, "list-") ||
		slices.Contains([]string{"stop-task", "connect-instance", "subscribe"}, name)
}

// answered notes what a later connection has to know.
func (s *staying) answered(name string, params, result any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r := result.(type) {
	case *view.Subscribed:
		s.subscribed = true
		if r.Epoch != s.place.Epoch || r.Since > s.place.Since {
			s.place = view.Place{Epoch: r.Epoch, Since: r.Since}
		}
		s.note(r.Snapshot)
	case *view.Connected:
		if p, ok := params.(view.Connect); ok && name == "connect-instance" {
			s.chosen = p.InstanceID
		}
	case *view.CommandData:
		var c view.Connect
		if r.Call == "connect-instance" && json.Unmarshal(r.Result, &c) == nil && c.InstanceID != "" {
			s.chosen = c.InstanceID
		}
	}
}

// note keeps the tasks of a snapshot that have not ended; s.mu is held.
func (s *staying) note(at *view.Snapshot) {
	if at == nil {
		return
	}
	for i := range at.Players {
		for _, t := range tasksOf(&at.Players[i]) {
			s.hear(&t)
		}
	}
}

// hear keeps a task until it ends; s.mu is held.
func (s *staying) hear(t *view.Task) {
	if t.State.Ended() {
		delete(s.open, t.ID)
	} else {
		s.open[t.ID] = *t
	}
}

// tasksOf are the tasks of a player that have not ended.
func tasksOf(p *view.Player) []view.Task {
	var list []view.Task
	if p.Current != nil {
		list = append(list, *p.Current)
	}
	return slices.Concat(list, p.Queue, p.Parked)
}

// run passes events on, one connection after another.
func (s *staying) run(ctx context.Context) {
	defer close(s.events)
	for {
		inner, _ := s.at()
		err := s.pass(ctx, inner)
		s.lost(inner)
		_ = inner.Close() // it is over already
		if err == nil {
			err = s.comeBack(ctx)
		}
		if err != nil {
			s.ended, s.err = err, err
			close(s.over)
			return
		}
	}
}

// pass hands the events of a connection on until it is over; an error means that
// the client itself is.
func (s *staying) pass(ctx context.Context, inner *Client) error {
	for {
		select {
		case e, there := <-inner.Events():
			if !there {
				return ctx.Err()
			}
			if err := s.tell(ctx, e); err != nil {
				return err
			}
			s.chooseAgain(ctx, inner, e)
		case <-ctx.Done():
			return ErrClosed
		}
	}
}

// tell hands one event on.
func (s *staying) tell(ctx context.Context, e view.Event) error {
	s.mu.Lock()
	if e.Epoch != s.place.Epoch || e.Seq > s.place.Since {
		s.place = view.Place{Epoch: e.Epoch, Since: e.Seq}
	}
	if e.Task != nil {
		s.hear(e.Task)
	}
	s.mu.Unlock()
	select {
	case s.events <- e:
		return nil
	case <-ctx.Done():
		return ErrClosed
	}
}

// made is an event that this client makes itself, at the place that it is at.
func (s *staying) made(e view.Event) view.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.Type, e.Epoch, e.Seq, e.At = view.TypeEvent, s.place.Epoch, s.place.Since, time.Now()
	return e
}

func (s *staying) notice(ctx context.Context, text string) error {
	s.mu.Lock()
	wanted := s.subscribed
	s.mu.Unlock()
	if !wanted {
		return nil
	}
	return s.tell(ctx, s.made(view.Event{Kind: view.EventNotice, Notice: &view.Notice{Message: text}}))
}

// comeBack connects again.
func (s *staying) comeBack(ctx context.Context) error {
	lost := fmt.Sprintf("The connection to Minehand on port %d is lost; it is looked for again for a minute.", s.port)
	if err := s.notice(ctx, lost); err != nil {
		return err
	}
	over, again := time.After(comeBack), time.Tick(askAgain)
	for since := time.Now(); ; {
		who := "Minehand is there again"
		c, err := Dial(ctx, s.port, s.token)
		if err != nil && !errors.Is(err, ErrUnauthorized) && time.Since(since) >= patience {
			if at, name, fault := s.knock(ctx); fault == nil {
				c, err, who = at, nil, fmt.Sprintf("The Minehand %q of the cluster goes on", name)
			}
		}
		if err == nil {
			if err = s.resume(ctx, c, who); err == nil {
				return nil
			}
			_ = c.Close() // another one is tried
		}
		switch {
		case ctx.Err() != nil:
			return ErrClosed
		case errors.Is(err, ErrUnauthorized):
			return err
		}
		select {
		case <-again:
		case <-over:
			return fmt.Errorf(
				"%w: no Minehand came back on port %d within a minute; what was begun goes on when it is started again with minehand serve",
				ErrClosed, s.port,
			)
		case <-ctx.Done():
			return ErrClosed
		}
	}
}

// resume takes up where the last connection ended. Who goes on is told.
func (s *staying) resume(ctx context.Context, c *Client, who string) error {
	if err := c.Hello(ctx, view.Hello{Client: s.name}); err != nil {
		return err
	}
	s.mu.Lock()
	place, subscribed := s.place, s.subscribed
	s.choose = s.chosen != ""
	s.mu.Unlock()
	var told []view.Event
	if subscribed {
		at, err := c.Subscribe(ctx, place)
		if err != nil {
			return err
		}
		said := who + "; nothing was missed."
		if at.Snapshot != nil {
			if told, err = s.since(ctx, c, at.Snapshot); err != nil {
				return err
			}
			said = who + "; this is how it stands."
			s.mu.Lock()
			s.place = view.Place{Epoch: at.Epoch, Since: at.Since}
			s.mu.Unlock()
		}
		told = append([]view.Event{{Kind: view.EventNotice, Notice: &view.Notice{Message: said}}}, told...)
	}
	s.mu.Lock()
	s.inner = c
	close(s.up)
	s.mu.Unlock()
	for _, e := range told {
		e = s.made(e)
		if err := s.tell(ctx, e); err != nil {
			return err
		}
		s.chooseAgain(ctx, c, e)
	}
	return nil
}

// since tells a snapshot as events.
func (s *staying) since(ctx context.Context, c *Client, at *view.Snapshot) ([]view.Event, error) {
	var list []view.Event
	seen := map[string]bool{}
	for i := range at.Players {
		p := &at.Players[i]
		body := p.Body.ID
		list = append(list, view.Event{Kind: view.EventBody, Body: body, Info: &p.Body})
		for _, t := range tasksOf(p) {
			seen[t.ID] = true
			list = append(list, view.Event{Kind: view.EventTask, Body: body, TaskID: t.ID, Task: &t})
		}
		if p.Current != nil && p.Round != nil {
			list = append(list, view.Event{Kind: view.EventRound, Body: body, TaskID: p.Current.ID, Round: p.Round})
		}
		if p.Current != nil && p.Action != nil {
			list = append(list, view.Event{Kind: view.EventAction, Body: body, TaskID: p.Current.ID, Action: p.Action})
		}
	}
	s.mu.Lock()
	var gone []view.Task
	for id, t := range s.open {
		if !seen[id] {
			gone = append(gone, t)
		}
	}
	s.mu.Unlock()
	for _, t := range gone {
		rec, err := c.GetTask(ctx, view.OfTask{TaskID: t.ID})
		switch {
		case err == nil:
			t = rec.Task
		case errors.Is(err, ErrClosed) || ctx.Err() != nil:
			return nil, err
		default:
			t.State, t.Messages = view.TaskError, nil
			t.Reason = "The Minehand that came back does not know this task, so nobody knows how it ended: does it use another data folder?"
		}
		list = append(list, view.Event{Kind: view.EventTask, Body: t.Body, TaskID: t.ID, Task: &t})
	}
	return list, nil
}

// chooseAgain tells a Minehand that was started anew which body is the active one,
// as soon as that is there.
func (s *staying) chooseAgain(ctx context.Context, c *Client, e view.Event) {
	s.mu.Lock()
	body, due := s.chosen, s.choose
	s.mu.Unlock()
	if !due || e.Kind != view.EventBody || e.Body != body {
		return
	}
	if _, err := c.ConnectInstance(ctx, view.Connect{InstanceID: body}); err == nil {
		s.mu.Lock()
		s.choose = false
		s.mu.Unlock()
	}
}
