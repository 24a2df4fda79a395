// SPDX-License-Identifier: MIT

package orchestrator

import (
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/feed"
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

// Stamped implements feed.Item.
func (e Event) Stamped(at time.Time) Event { e.At = at; return e }

// Replaces implements feed.Item: of an action's progress the newest counts.
func (e Event) Replaces(last Event) bool {
	return e.Kind == EventProgress && last.Kind == EventProgress && last.Body == e.Body
}

// Events is one reader's place in what happens.
type Events = feed.Reader[Event]

// Subscribe returns what happens from now on, in order and without a gap: what
// waits is kept until it is read, of an action's progress the newest. Close it when
// done.
func (o *Orchestrator) Subscribe() *Events { return o.events.Subscribe() }
