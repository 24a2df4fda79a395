package orchestrator

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// EventKind says which field of an Event is set.
type EventKind string

// The kinds of events.
const (
	// EventTask: Task, whole, after any change but its step.
	EventTask EventKind = "task"
	// EventRound: Round, a plan or the planner's error.
	EventRound EventKind = "round"
	// EventAction: Action, when it is sent and when it ended; its Index and Of
	// are the task's step.
	EventAction EventKind = "action"
	// EventProgress: Progress of a running action, or of planning (no action
	// id). May be coalesced by clients.
	EventProgress EventKind = "progress"
	// EventBody: Connected, a body came or went.
	EventBody EventKind = "body"
	// EventNotice: Message, a sentence that the player should see.
	EventNotice EventKind = "notice"
)

// Event is one thing that happened. What it points to is not to be changed.
type Event struct {
	Epoch string    `json:"epoch"`
	Seq   uint64    `json:"seq"`
	At    time.Time `json:"at"`
	Kind  EventKind `json:"kind"`
	Body  string    `json:"body"`
	// TaskID of every event that belongs to a task.
	TaskID    string               `json:"taskId,omitempty"`
	Task      *Task                `json:"task,omitempty"`
	Round     *Round               `json:"round,omitempty"`
	Action    *Action              `json:"action,omitempty"`
	Of        int                  `json:"of,omitempty"`
	ActionID  string               `json:"actionId,omitempty"`
	Progress  *game.ActionProgress `json:"progress,omitempty"`
	Connected bool                 `json:"connected,omitempty"`
	Message   string               `json:"message,omitempty"`
}

// Errors of a subscription.
var (
	// ErrSnapshotNeeded: the wanted events are no longer kept, or are of another
	// process; take a Snapshot and subscribe from its place.
	ErrSnapshotNeeded = errors.New("the events asked for are gone; take a new snapshot")
	// ErrBehind: the client read too slowly; it comes back with a snapshot.
	ErrBehind = errors.New("too far behind the events; take a new snapshot")
)

// ringSize is how many events are kept; maxBehind how far a client may lag.
const (
	ringSize  = 4096
	maxBehind = 1000
)

// hub numbers events and hands them to subscribers. Outcomes are never
// dropped: a client that cannot keep up is closed instead.
type hub struct {
	epoch string

	mu     sync.Mutex
	last   uint64
	ring   [ringSize]Event
	subs   map[*Subscription]struct{}
	closed bool
}

func newHub(epoch string) *hub {
	return &hub{epoch: epoch, subs: make(map[*Subscription]struct{})}
}

// publish numbers and keeps the event. It never blocks.
func (h *hub) publish(e Event) {
	now := time.Now()
	h.mu.Lock()
	h.last++
	e.Epoch, e.Seq, e.At = h.epoch, h.last, now
	h.ring[h.last%ringSize] = e
	for s := range h.subs {
		s.nudge()
	}
	h.mu.Unlock()
}

func (h *hub) place() (string, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.epoch, h.last
}

func (h *hub) subscribe(epoch string, since uint64) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if epoch != h.epoch || since > h.last || h.last-since >= ringSize {
		return nil, ErrSnapshotNeeded
	}
	s := &Subscription{hub: h, next: since + 1, wake: make(chan struct{}, 1)}
	s.replay = h.last
	h.subs[s] = struct{}{}
	return s, nil
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for s := range h.subs {
		s.nudge()
	}
}

// Subscription is one client's place in the events.
type Subscription struct {
	hub  *hub
	wake chan struct{}
	// next and replay are guarded by hub.mu. A client that comes back may read
	// up to replay without counting as slow.
	next   uint64
	replay uint64
	gone   bool
}

func (s *Subscription) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next returns the next event in order. It blocks until there is one, ctx ends
// (its error), the subscription or orchestrator is closed (ErrClosed), or the
// client is 1,000 events behind (ErrBehind). One goroutine may call it.
func (s *Subscription) Next(ctx context.Context) (Event, error) {
	for {
		e, ok, err := s.take()
		if ok || err != nil {
			return e, err
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

func (s *Subscription) take() (Event, bool, error) {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case s.gone:
		return Event{}, false, ErrClosed
	case s.next <= h.last:
		behind := h.last - s.next + 1
		if behind > maxBehind && s.next > s.replay || behind >= ringSize {
			s.gone = true
			delete(h.subs, s)
			return Event{}, false, ErrBehind
		}
		e := h.ring[s.next%ringSize]
		s.next++
		return e, true, nil
	case h.closed:
		return Event{}, false, ErrClosed
	}
	return Event{}, false, nil
}

// Close ends the subscription and unblocks Next. It is idempotent.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.gone = true
	delete(s.hub.subs, s)
	s.nudge()
}
