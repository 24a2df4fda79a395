package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
)

// View is what one body is doing.
type View struct {
	Body      string    `json:"body"`
	Connected bool      `json:"connected"`
	Link      game.Link `json:"link,omitzero"`
	// Current is the task at hand, nil when there is none; Action the action
	// under way and Progress what was last heard of it.
	Current  *Task          `json:"current,omitempty"`
	Action   *Action        `json:"action,omitempty"`
	Progress *game.Progress `json:"progress,omitempty"`
	Queue    []Task         `json:"queue"`
	// Parked are interrupted tasks that a person has to resume.
	Parked []Task `json:"parked,omitempty"`
	// Last is the task that ended last in this process, nil when none did.
	Last *Task `json:"last,omitempty"`
	// Fault is the journal's sentence while it cannot be written.
	Fault string `json:"fault,omitempty"`
}

// Snapshot is everything that events change, at a place in their order. Events
// after Seq may repeat what is in it already.
type Snapshot struct {
	Epoch  string `json:"epoch"`
	Seq    uint64 `json:"seq"`
	Bodies []View `json:"bodies"`
}

// Status returns what a body is doing.
func (o *Orchestrator) Status(bodyID string) (View, error) {
	a, err := o.find(bodyID)
	if err != nil {
		return View{}, err
	}
	return a.view(), nil
}

func (a *agent) view() View {
	a.mu.Lock()
	body := a.body
	a.mu.Unlock()
	var link game.Link
	if body != nil {
		link = body.Link()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	v := View{Body: a.id, Link: link, Connected: body != nil && link.State != game.LinkGone, Queue: make([]Task, 0, len(a.queue)), Progress: a.progress, Fault: a.fault}
	last := a.last
	if t := a.cur; t != nil && t.task.State.Ended() { // not let go of yet
		last = &t.task
	} else if t != nil {
		now := t.task
		v.Current = &now
		if n := len(a.cur.actions); n > 0 && a.cur.actions[n-1].Open() {
			act := a.cur.actions[n-1]
			v.Action = &act
		}
	}
	if last != nil {
		t := *last
		v.Last = &t
	}
	for _, r := range a.queue {
		v.Queue = append(v.Queue, r.task)
	}
	for _, r := range a.parked {
		v.Parked = append(v.Parked, r.task)
	}
	return v
}

// Notice shows a sentence about a body to whoever listens.
func (o *Orchestrator) Notice(bodyID, text string) {
	o.hub.publish(Event{Kind: EventNotice, Body: bodyID, Message: text})
}

// Snapshot returns all bodies and the place in the events to subscribe from.
func (o *Orchestrator) Snapshot() Snapshot {
	var s Snapshot
	s.Epoch, s.Seq = o.hub.place()
	agents := o.all()
	s.Bodies = make([]View, 0, len(agents))
	for _, a := range agents {
		s.Bodies = append(s.Bodies, a.view())
	}
	return s
}

// Subscribe returns the events after since. ErrSnapshotNeeded when they are no
// longer kept or the epoch is another process's. Close it when done.
func (o *Orchestrator) Subscribe(epoch string, since uint64) (*Subscription, error) {
	return o.hub.subscribe(epoch, since)
}

// live returns the run of a task that has not ended, and its agent.
func (o *Orchestrator) live(taskID string) (*agent, *run) {
	for _, a := range o.all() {
		a.mu.Lock()
		for _, r := range append(append([]*run{a.cur}, a.queue...), a.parked...) {
			if r != nil && r.task.ID == taskID {
				a.mu.Unlock()
				return a, r
			}
		}
		a.mu.Unlock()
	}
	return nil, nil
}

// Task returns everything about a task: rounds, actions, and why.
func (o *Orchestrator) Task(ctx context.Context, id string) (Record, error) {
	if a, r := o.live(id); r != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		return Record{
			Task: r.task, Moves: slices.Clone(r.moves),
			Rounds: slices.Clone(r.rounds), Actions: slices.Clone(r.actions),
		}, nil
	}
	rec, err := o.cfg.Journal.Task(ctx, id)
	if err != nil {
		return Record{}, fmt.Errorf("task %q: %w", id, err)
	}
	return rec, nil
}

// Tasks lists tasks, newest first, as they stand now.
func (o *Orchestrator) Tasks(ctx context.Context, q Query) ([]Task, error) {
	list, err := o.cfg.Journal.Tasks(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if a, r := o.live(list[i].ID); r != nil {
			a.mu.Lock()
			list[i] = r.task
			a.mu.Unlock()
		}
	}
	return list, nil
}
