// SPDX-License-Identifier: MIT

package orchestrator

import (
	"slices"
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
	// EventAction: Action, when it is sent and when it ended; its Index and Of are the task's step.
	EventAction EventKind = "action"
	// EventProgress: Progress of a running action, or of planning (no action id).
	EventProgress EventKind = "progress"
	// EventBody: Connected, a body came or went.
	EventBody EventKind = "body"
	// EventNotice: Say, a sentence that the player should see.
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
	Say       game.Message         `json:"say,omitzero"`
}

// Listen has hear called with everything that happens from now on: on the goroutine on
// which it happens, with no lock of the orchestrator held, and what belongs to a task in
// order. hear returns soon and waits for no agent; nothing is kept for it.
func (o *Orchestrator) Listen(hear func(Event)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	list, _ := o.listeners.Load().([]func(Event))
	o.listeners.Store(append(slices.Clip(list), hear))
}

// publish tells whoever listens, in the order in which they began to.
func (o *Orchestrator) publish(e Event) {
	e.At = time.Now()
	list, _ := o.listeners.Load().([]func(Event))
	for _, hear := range list {
		hear(e)
	}
}
