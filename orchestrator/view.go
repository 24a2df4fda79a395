// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/orchestrator/task"
)

// View is what one body is doing.
type View struct {
	Body      string    `json:"body"`
	Connected bool      `json:"connected"`
	Link      game.Link `json:"link,omitzero"`
	// Current is the task at hand, nil when there is none; Action the action
	// under way and Progress what was last heard of it.
	Current  *Task                `json:"current,omitempty"`
	Action   *Action              `json:"action,omitempty"`
	Progress *game.ActionProgress `json:"progress,omitempty"`
	Queue    []Task               `json:"queue"`
	// Parked are interrupted tasks that a person has to resume.
	Parked []Task `json:"parked,omitempty"`
	// Last is the task that ended last in this process, nil when none did.
	Last *Task `json:"last,omitempty"`
	// Fault is the journal's sentence while it cannot be written.
	Fault string `json:"fault,omitempty"`
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
	body := a.session()
	var link game.Link
	if body != nil {
		link = body.Link()
	}
	s := a.shown.Load()
	v := View{Body: a.id, Link: link, Connected: body != nil && link.State != game.LinkGone,
		Queue: rows(s.Queue), Parked: rows(s.Parked), Fault: s.fault}
	if r := s.Current; r != nil {
		v.Current = new(r.Task)
		if act := r.Open(); act != nil {
			v.Action = new(*act)
		}
		a.mu.Lock()
		v.Progress = a.progress
		a.mu.Unlock()
	}
	if s.Last != nil {
		v.Last = new(s.Last.Task)
	}
	return v
}

func rows(list []*task.Run) []Task {
	return lists.Of(list, func(r **task.Run) Task { return (*r).Task })
}

// Notice shows a sentence about a body to whoever listens.
func (o *Orchestrator) Notice(bodyID string, say game.Message) {
	o.publish(Event{Kind: EventNotice, Body: bodyID, Say: say})
}

// Views are what all bodies are doing, by id.
func (o *Orchestrator) Views() (views []View) {
	for _, a := range o.all() {
		views = append(views, a.view())
	}
	return views
}

// live returns the run of a task that has not ended, or has just now; nil when
// there is none.
func (o *Orchestrator) live(taskID string) *task.Run {
	a := o.agentAt(taskID)
	if a == nil {
		return nil
	}
	s := a.shown.Load()
	if last := s.Last; last != nil && last.Task.ID == taskID && s.fault == "" { // else it is not kept yet
		return last
	}
	return s.Find(taskID)
}

// Task returns everything about a task: rounds, actions, and why.
func (o *Orchestrator) Task(ctx context.Context, id string) (Record, error) {
	if r := o.live(id); r != nil && !r.Task.State.Ended() { // one that ended is kept, with the state that it ended with
		return r.Record(), nil
	}
	rec, err := o.cfg.Journal.Task(ctx, id)
	if err != nil {
		return Record{}, fmt.Errorf("task %q: %w", id, err)
	}
	rec.Close()
	return rec, nil
}

// Tasks lists tasks, newest first, as they stand now.
func (o *Orchestrator) Tasks(ctx context.Context, q Query) ([]Task, error) {
	list, err := o.cfg.Journal.Tasks(ctx, q)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if r := o.live(list[i].ID); r != nil {
			list[i] = r.Task
		}
	}
	return list, nil
}
