// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// Errors of a subscription.
var (
	// ErrSnapshotNeeded: the wanted events are no longer kept, or are of another
	// process; take a Snapshot and subscribe from its place.
	ErrSnapshotNeeded = errors.New("the events asked for are gone; take a new snapshot")
	// ErrBehind: the client read so slowly that its next event is no longer kept; it
	// comes back with a snapshot.
	ErrBehind = errors.New("too far behind the events; take a new snapshot")
	// ErrClosed: Minehand or the connection is closing.
	ErrClosed = errors.New("the program or the connection is closing")
)

const (
	// keptFor is how long outcomes are kept for clients that read slowly or come back;
	// of older ones the last leastKept are. keptBytes bounds all of them by weight (see
	// weightOf), but for the newest.
	keptFor   = 5 * time.Minute
	leastKept = 256
	keptBytes = 16 << 20
	// coalesceEvery is the time that one coalesced event of a body takes up: 5 a
	// second.
	coalesceEvery = 200 * time.Millisecond
	// batchDelay is the pause of a reader that has read everything: to wake it for each
	// event would cost whoever publishes more than everything else does.
	batchDelay = 5 * time.Millisecond
)

// hub is the only queue of events: it numbers and keeps them, and each subscriber has a
// position in it. Outcomes are never dropped before they are read by those who keep up
// with what is kept; any other subscriber is closed (ErrBehind). Of what is coalesced,
// only the newest of each kind and body is kept, outside the budget: a body has at most
// one event of each such kind here.
type hub struct {
	epoch string

	mu   sync.Mutex
	last uint64
	// events are in the order of their numbers: the last outcomes, and the newest of
	// what is coalesced; gone ones among them are cleared away when they are the most.
	// No outcome that is kept comes before the index oldest.
	events       []slot
	gone, oldest int
	latest       map[lane]*entry
	// kept and weight are the number of outcomes in events and their weight; lost is
	// the number of the newest one that is no longer kept.
	kept, weight int
	lost         uint64
	paces        map[string]*pace
	subs         map[*Subscription]struct{}
	closed       bool
}

// lane is where coalesced events replace one another.
type lane struct {
	body string
	kind view.EventKind
}

// entry is an event with its number.
type entry struct {
	seq     uint64
	at      time.Time // when it was put
	outcome bool
	weight  int
	event   view.Event
	written sync.Once
	data    []byte
}

// slot is the place of an event, nil when it is kept no longer.
type slot struct {
	seq uint64
	*entry
}

// frame is the event as a message, the same for all clients.
func (n *entry) frame() []byte {
	n.written.Do(func() { n.data = encode(n.event) })
	return n.data
}

// pace holds back a body's coalesced events.
type pace struct {
	waiting map[view.EventKind]view.Event
	timer   *time.Timer
}

func newHub(epoch string) *hub {
	return &hub{epoch: epoch, latest: map[lane]*entry{}, paces: map[string]*pace{}, subs: map[*Subscription]struct{}{}}
}

// coalesced reports whether only the newest event of the kind counts.
func coalesced(kind view.EventKind) bool {
	for i := range view.EventKinds {
		if k := &view.EventKinds[i]; k.Kind == kind {
			return k.Coalesced
		}
	}
	return false
}

// publish numbers and keeps the event, or holds it back when it is coalesced.
// It never blocks. What the event points to is not to be changed any more.
func (h *hub) publish(e view.Event) {
	if e.At.IsZero() {
		e.At = time.Now()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closed:
	case coalesced(e.Kind):
		h.hold(e)
	default:
		if p := h.paces[e.Body]; p != nil && e.Kind == view.EventAction {
			delete(p.waiting, view.EventProgress) // of the action before
		}
		h.put(e, true)
	}
}

// hold puts a coalesced event when its body's turn comes; h.mu is held.
func (h *hub) hold(e view.Event) {
	p := h.paces[e.Body]
	if p == nil {
		p = &pace{waiting: map[view.EventKind]view.Event{}}
		h.paces[e.Body] = p
	}
	p.waiting[e.Kind] = e
	if p.timer == nil {
		h.release(e.Body, p)
	}
}

// release puts what waits and begins the next span; h.mu is held.
func (h *hub) release(body string, p *pace) {
	n := 0
	for _, k := range view.EventKinds {
		if e, ok := p.waiting[k.Kind]; ok {
			if inv := e.Inventory; inv != nil { // counted here, for most are replaced before
				inv.Counts = (&game.State{Inventory: inv.Slots}).Counts()
			}
			h.put(e, false)
			n++
		}
	}
	clear(p.waiting)
	p.timer = time.AfterFunc(time.Duration(n)*coalesceEvery, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		switch {
		case h.closed || h.paces[body] != p:
		case len(p.waiting) == 0:
			delete(h.paces, body)
		default:
			h.release(body, p)
		}
	})
}

// put numbers and keeps an event; h.mu is held.
func (h *hub) put(e view.Event, outcome bool) {
	h.last++
	e.Type, e.Epoch, e.Seq = view.TypeEvent, h.epoch, h.last
	n := &entry{seq: h.last, at: time.Now(), outcome: outcome, event: e}
	if outcome {
		n.weight = weightOf(&e)
		h.weight += n.weight
		h.kept++
	} else {
		at := lane{e.Body, e.Kind}
		h.forget(at)
		h.latest[at] = n
	}
	h.events = append(h.events, slot{n.seq, n})
	for h.kept > leastKept || h.weight > keptBytes && h.kept > 1 {
		old := h.events[h.oldest]
		if old.entry == nil || !old.outcome {
			h.oldest++
			continue
		}
		if h.weight <= keptBytes && n.at.Sub(old.at) <= keptFor {
			break
		}
		h.lost = old.seq
		h.weight -= old.weight
		h.drop(old.seq)
		h.kept--
	}
	for s := range h.subs {
		s.nudge()
	}
}

// forget drops the newest event of a lane; h.mu is held.
func (h *hub) forget(at lane) {
	old := h.latest[at]
	if old == nil {
		return
	}
	delete(h.latest, at)
	h.drop(old.seq)
}

// drop lets go of an event; h.mu is held. Thousands are kept, so that they are moved
// up only now and then.
func (h *hub) drop(seq uint64) {
	h.events[h.find(seq)].entry = nil
	if h.gone++; h.gone > leastKept && 2*h.gone > len(h.events) {
		h.events = slices.DeleteFunc(h.events, func(e slot) bool { return e.entry == nil })
		h.gone, h.oldest = 0, 0
	}
}

// find is the index of the first event from seq on; h.mu is held.
func (h *hub) find(seq uint64) int {
	i, _ := slices.BinarySearchFunc(h.events, seq, func(e slot, s uint64) int { return cmp.Compare(e.seq, s) })
	return i
}

// from is the first event that is kept from seq on, nil when there is none; h.mu is
// held.
func (h *hub) from(seq uint64) *entry {
	for _, e := range h.events[h.find(seq):] {
		if e.entry != nil {
			return e.entry
		}
	}
	return nil
}

// leave drops what was coalesced of a body that is gone.
func (h *hub) leave(body string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.paces[body]; p != nil {
		p.timer.Stop()
		delete(h.paces, body)
	}
	for _, k := range view.EventKinds {
		h.forget(lane{body, k.Kind})
	}
}

func (h *hub) place() (string, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.epoch, h.last
}

func (h *hub) subscribe(epoch string, since uint64) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if epoch != h.epoch || since > h.last || since < h.lost {
		return nil, ErrSnapshotNeeded
	}
	s := &Subscription{hub: h, next: since + 1, wake: make(chan struct{}, 1)}
	h.subs[s] = struct{}{}
	return s, nil
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, p := range h.paces {
		p.timer.Stop()
	}
	clear(h.paces)
	for s := range h.subs {
		s.nudge()
	}
}

// Subscription is one client's place in the events.
type Subscription struct {
	hub  *hub
	wake chan struct{}
	// next is the number of the event to read; hub.mu guards it and gone.
	next uint64
	gone bool
	// read: something was read since the last pause; only the reader uses it.
	read bool
}

func (s *Subscription) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next returns the next event in order, at most some milliseconds after it happened.
// It blocks until there is one, ctx ends (its error), the subscription or service is
// closed (ErrClosed), or the next event is no longer kept (ErrBehind). One goroutine
// may call it.
func (s *Subscription) Next(ctx context.Context) (view.Event, error) {
	n, err := s.entry(ctx)
	if err != nil {
		return view.Event{}, err
	}
	return n.event, nil
}

func (s *Subscription) entry(ctx context.Context) (*entry, error) {
	for {
		n, err := s.take()
		if n != nil || err != nil {
			s.read = true
			return n, err
		}
		wake := s.wake
		var rested <-chan time.Time
		if s.read {
			wake, rested = nil, time.After(batchDelay)
			s.read = false
		}
		select {
		case <-wake:
		case <-rested:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take returns the next event, nil when there is none yet.
func (s *Subscription) take() (*entry, error) {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.gone {
		return nil, ErrClosed
	}
	if s.next <= h.lost {
		s.gone = true
		delete(h.subs, s)
		return nil, ErrBehind
	}
	n := h.from(s.next)
	if n == nil {
		if h.closed {
			return nil, ErrClosed
		}
		return nil, nil
	}
	s.next = n.seq + 1
	return n, nil
}

// Close ends the subscription and unblocks Next. It is idempotent.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.gone = true
	delete(s.hub.subs, s)
	s.nudge()
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil { // only plain data comes here: a bug, not an input
		data, _ = json.Marshal(view.Response{Type: view.TypeResponse, Error: "Minehand could not write its answer: " + err.Error()})
	}
	return data
}
