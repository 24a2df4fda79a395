// SPDX-License-Identifier: MIT

package orchestrator

import (
	"errors"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
)

// What a task is made of is declared where it is decided (orchestrator/task).
type (
	Task   = task.Task
	State  = task.State
	Policy = task.Policy
	Move   = task.Move
	Round  = task.Round
	Action = task.Action
	Sample = task.Sample
	Record = task.Record
	Limits = task.Limits
	Guard  = game.Guard
)

// The states of a task.
const (
	StateQueued      = task.Queued
	StatePlanning    = task.Planning
	StateAwaiting    = task.Awaiting
	StateRunning     = task.Running
	StatePaused      = task.Paused
	StateStopping    = task.Stopping
	StateInterrupted = task.Interrupted
	StateComplete    = task.Complete
	StateUnverified  = task.Unverified
	StateError       = task.Failed
	StateStopped     = task.Stopped
)

// The policies; the empty one stands for Replan.
const (
	Replan        = task.Replan
	Continue      = task.Continue
	StopOnFailure = task.StopOnFailure
)

// Errors that callers tell apart.
var (
	// ErrClosed: the orchestrator has ended.
	ErrClosed = errors.New("the program is shutting down")
	// ErrNoBody: no body of that name is connected.
	ErrNoBody = errors.New("no such body is connected; connect one, or name another")
	// ErrNoTask: there is no task with that id.
	ErrNoTask = errors.New("there is no such task")
	// ErrQueueFull: as many goals wait as may.
	ErrQueueFull = task.ErrQueueFull
	// ErrNothing: the call needs a task in another state.
	ErrNothing = task.ErrNothing
	// ErrConflict: an answer to a plan that is no longer the current one.
	ErrConflict = task.ErrConflict
)
