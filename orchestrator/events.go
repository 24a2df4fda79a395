package orchestrator

import (
	"context"
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
	At   time.Time `json:"at"`
	Kind EventKind `json:"kind"`
	Body string    `json:"body"`
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

// feed hands events on to whoever listens. Numbering and keeping them for clients
// that come back is the business of ui.
type feed struct {
	mu      sync.Mutex
	readers map[*Events]struct{}
	closed  bool
}

// publish never blocks.
func (f *feed) publish(e Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e.At = time.Now()
	for r := range f.readers {
		r.put(e)
	}
}

func (f *feed) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for r := range f.readers {
		r.nudge()
	}
}

// Events is one reader's place in what happens.
type Events struct {
	feed *feed
	wake chan struct{}
	// Guarded by feed.mu: what the reader has not taken yet, first what is in ready
	// from at on. The two lists change places when ready is at its end.
	waiting, ready []Event
	at             int
	heard          bool // since the last rest; of Next alone
}

// bunch is how long a reader rests that has read all: to wake it for each event costs
// the agent whose it is more than all else does.
const bunch = 5 * time.Millisecond

// Subscribe returns what happens from now on, in order and without a gap: what
// waits is kept until it is read, of an action's progress the newest. Close it when
// done.
func (o *Orchestrator) Subscribe() *Events {
	r := &Events{feed: &o.events, wake: make(chan struct{}, 1)}
	o.events.mu.Lock()
	defer o.events.mu.Unlock()
	if o.events.readers == nil {
		o.events.readers = make(map[*Events]struct{})
	}
	o.events.readers[r] = struct{}{}
	return r
}

func (r *Events) put(e Event) {
	if n := len(r.waiting); e.Kind == EventProgress && n > 0 && r.waiting[n-1].Kind == EventProgress && r.waiting[n-1].Body == e.Body {
		r.waiting[n-1] = e
	} else {
		r.waiting = append(r.waiting, e)
	}
	r.nudge()
}

func (r *Events) nudge() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Next returns the next event in order, some milliseconds after it happened at most.
// It blocks until there is one, ctx ends (its error), or the reader or the orchestrator
// is closed and all was read (ErrClosed). One goroutine may call it.
func (r *Events) Next(ctx context.Context) (Event, error) {
	for {
		if e, ok, closed := r.take(); ok {
			r.heard = true
			return e, nil
		} else if closed {
			return Event{}, ErrClosed
		} else if r.heard {
			r.heard = false
			time.Sleep(bunch)
			continue
		}
		select {
		case <-r.wake:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

func (r *Events) take() (e Event, ok, closed bool) {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	if r.at == len(r.ready) {
		if cap(r.ready) > 1024 { // the room of a crowd is not kept
			r.ready = nil
		}
		r.ready, r.waiting, r.at = r.waiting, r.ready[:0], 0
	}
	if _, open := r.feed.readers[r]; !open || r.at == len(r.ready) {
		return e, false, r.feed.closed || !open
	}
	e, r.ready[r.at] = r.ready[r.at], Event{}
	r.at++
	return e, true, false
}

// Close ends the reading and unblocks Next. It is idempotent.
func (r *Events) Close() {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	delete(r.feed.readers, r)
	r.waiting, r.ready, r.at = nil, nil, 0
	r.nudge()
}
