// SPDX-License-Identifier: MIT

package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
)

// maxGoal bounds a goal's words, in characters.
const maxGoal = 4000

// Submission is what a person wants done: a Goal in words, or a ready list of
// Actions.
type Submission struct {
	Goal, Said string        // as Task has them
	Read       *game.Reading // what the goal was read as; nil when nobody did
	Actions    []game.Action
	Settings   game.Settings
	// Policy when an action fails; empty stands for Replan.
	Policy Policy
	// Approve: each round waits for a yes.
	Approve bool
	Call    string // names the client's call that it came with (Task.Call)
	retryOf string
	instead bool // of that task, which waits and ends
}

// Validate checks a submission and fills in what it leaves out.
func (s *Submission) Validate() error {
	s.Goal = strings.TrimSpace(s.Goal)
	switch {
	case s.Goal == "" && len(s.Actions) == 0:
		return fmt.Errorf("say what to do, for example \"get 3 diamonds\"")
	case s.Goal != "" && len(s.Actions) > 0:
		return fmt.Errorf("give a goal or a list of actions, not both")
	case !utf8.ValidString(s.Goal):
		return fmt.Errorf("the goal is not valid text (UTF-8)")
	case utf8.RuneCountInString(s.Goal) > maxGoal:
		return fmt.Errorf("the goal has more than %d characters; say it shorter", maxGoal)
	}
	s.Policy = cmp.Or(s.Policy, Replan)
	if !slices.Contains([]Policy{Replan, Continue, StopOnFailure}, s.Policy) {
		return fmt.Errorf("there is no policy %q; use %s, %s or %s", s.Policy, Replan, Continue, StopOnFailure)
	}
	return game.ValidateList(s.Actions)
}

// Submit journals the goal, puts it in the body's queue and returns its task id
// at once. Any goroutine may call it. A full queue is ErrQueueFull.
func (o *Orchestrator) Submit(ctx context.Context, bodyID string, s Submission) (string, error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	a, err := o.find(bodyID)
	if err != nil {
		return "", err
	}
	if a.current() == nil {
		return "", noBody(bodyID)
	}
	t := Task{
		ID: newID(), Body: bodyID, Goal: s.Goal, Said: s.Said, Read: s.Read, Actions: slices.Clone(s.Actions), Settings: s.Settings,
		Policy: s.Policy, Approve: s.Approve, Call: s.Call, RetryOf: s.retryOf, Held: s.instead,
	}
	o.owners.Store(t.ID, a) // it is shown before it is told that it was taken
	if _, err = a.ask(ctx, task.Submitted{Task: t}, true, false); err == nil {
		if s.instead {
			err = o.replace(context.WithoutCancel(ctx), a, &t)
		}
		return t.ID, err
	}
	o.owners.Delete(t.ID)
	if cannot := (*unkept)(nil); errors.As(err, &cannot) {
		return "", fmt.Errorf("the goal was not taken, because it cannot be kept: %w", cannot.err)
	}
	return "", err
}

// replace ends the task that a held one is to be instead of, which begins then. A process
// that ends between leaves one of them at its next start (task.Recovered).
func (o *Orchestrator) replace(ctx context.Context, a *agent, t *Task) error {
	if err := o.cancel(ctx, task.Cleared{Task: t.RetryOf, Next: "It goes on with " + t.Body + ", as the task " + t.ID + "."}); err != nil {
		return errors.Join(err, o.Cancel(ctx, t.ID))
	}
	_, err := a.ask(ctx, task.ResumeAsked{Task: t.ID}, true, false)
	return err
}

// Retry submits a task's goal anew on bodyID, or on the same body when that is empty, and
// returns the new task's id. The task has ended, or it waits: then it ends with the name of
// the one that goes on for it.
func (o *Orchestrator) Retry(ctx context.Context, taskID, bodyID string) (string, error) {
	rec, err := o.Task(ctx, taskID)
	if err != nil {
		return "", err
	}
	t, to := &rec.Task, cmp.Or(bodyID, rec.Task.Body)
	waits := t.State == StateInterrupted || t.State == StateQueued && to != t.Body
	if !waits && !t.State.Ended() {
		return "", fmt.Errorf("%w: the task is still %s; stop it first", ErrNothing, t.State)
	}
	return o.Submit(ctx, to, Submission{Goal: t.Goal, Read: t.Read.Again(), Actions: t.Actions, Settings: t.Settings,
		Policy: t.Policy, Approve: t.Approve, retryOf: t.ID, instead: waits})
}

// newID returns an id that is unique over all restarts and grows with time.
func newID() string { return ulid.Make().String() }
