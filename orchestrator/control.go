// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
)

// unkept says that a call did nothing, because it cannot be kept.
type unkept struct{ err error }

func (e *unkept) Error() string {
	return "nothing was changed, because it cannot be kept: " + e.err.Error()
}

func (e *unkept) Unwrap() error { return e.err }

func noBody(id string) error { return fmt.Errorf("%q: %w", id, ErrNoBody) }

// wish hands a person's wish for a body to its agent and waits for the answer.
func (o *Orchestrator) wish(ctx context.Context, bodyID string, what any, refusable bool) (task.Reply, error) {
	a, err := o.find(bodyID)
	if err != nil {
		return task.Reply{}, err
	}
	return a.ask(ctx, what, refusable, false)
}

// Stop stops what the body does: the planner's call is aborted, no action goes
// out after it, and goals queued before it are held until Resume or Clear (rule
// 10), though ctx has ended. With nothing running it succeeds. It does not wait for the
// settling; for a body that is away it returns once the journal has it, or ctx ends.
func (o *Orchestrator) Stop(ctx context.Context, bodyID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	if body := a.current(); body != nil && body.Link().State == game.LinkUp && a.post(letter{what: task.StopAsked{}}, true) {
		return nil
	}
	_, err = a.ask(ctx, task.StopAsked{}, false, true)
	return err
}

// GiveWay stops one task if it still runs: what is queued behind it begins then.
func (o *Orchestrator) GiveWay(ctx context.Context, bodyID, taskID string) error {
	_, err := o.wish(ctx, bodyID, task.StopAsked{Task: taskID}, true)
	return err
}

// Pause gives up the action at hand and keeps the task until Resume.
func (o *Orchestrator) Pause(ctx context.Context, bodyID string) error {
	_, err := o.wish(ctx, bodyID, task.PauseAsked{}, false)
	return err
}

// Resume goes on with the body's paused or interrupted task, and releases the
// goals that were held behind it. taskID picks one of several interrupted tasks, or
// one held goal, which goes on alone; empty means the newest, and all that is held.
func (o *Orchestrator) Resume(ctx context.Context, bodyID, taskID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	// Who was told that a goal goes on may rely on it.
	held := slices.ContainsFunc(a.shown.Load().Queue, func(r *task.Run) bool { return r.Task.Held })
	_, err = a.ask(ctx, task.ResumeAsked{Task: taskID}, held, false)
	return err
}

// Skip gives up the action at hand and goes on with the next one.
func (o *Orchestrator) Skip(ctx context.Context, bodyID string) error {
	_, err := o.wish(ctx, bodyID, task.SkipAsked{}, false)
	return err
}

// Revise gives a task that has not ended other words: what was done for it counts
// for the clauses of the new words that it proves, and the plan is made anew, and
// agreed to anew where that is asked for. Of the submission only the words count, and
// what agreed to a guess. ErrNothing when the task has ended.
func (o *Orchestrator) Revise(ctx context.Context, taskID string, s Submission) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if a := o.agentAt(taskID); a != nil && a.shown.Load().Find(taskID) != nil {
		_, err := a.ask(ctx, task.Revised{Task: Task{ID: taskID, Goal: s.Goal, Read: s.Read, Settings: s.Settings}}, true, false)
		return err
	}
	return fmt.Errorf("%w: the task %q has ended", ErrNothing, taskID)
}

// Clear empties the body's queue and lets go of its interrupted tasks; they end as
// stopped. It returns how many there were.
func (o *Orchestrator) Clear(ctx context.Context, bodyID string) (int, error) {
	r, err := o.wish(ctx, bodyID, task.Cleared{}, true)
	return r.N, err
}

// Cancel lets go of one task that is queued or interrupted; it ends as stopped.
// ErrNothing when it is neither.
func (o *Orchestrator) Cancel(ctx context.Context, taskID string) error {
	return o.cancel(ctx, task.Cleared{Task: taskID})
}

func (o *Orchestrator) cancel(ctx context.Context, in task.Cleared) error {
	if a := o.agentAt(in.Task); a != nil {
		if r, err := a.ask(ctx, in, true, false); err != nil || r.N > 0 {
			return err
		}
	}
	return fmt.Errorf("%w: the task %q does not wait", ErrNothing, in.Task)
}

// Approve says yes to the plan of that revision. all covers the task's later
// rounds unless they bring a new kind of action. ErrConflict when the plan has
// changed or was answered.
func (o *Orchestrator) Approve(ctx context.Context, taskID string, revision int, all bool) error {
	return o.answer(ctx, task.Answered{Task: taskID, Revision: revision, Yes: true, All: all})
}

// Reject says no: the task ends as stopped. reason may be empty.
func (o *Orchestrator) Reject(ctx context.Context, taskID string, revision int, reason string) error {
	return o.answer(ctx, task.Answered{Task: taskID, Revision: revision, Reason: reason})
}

// Edit replaces the plan's actions. They are checked, and shown as a new
// revision that needs a yes of its own.
func (o *Orchestrator) Edit(ctx context.Context, taskID string, revision int, actions []game.Action) error {
	if err := (&Submission{Actions: actions}).Validate(); err != nil {
		return err
	}
	return o.answer(ctx, task.Answered{Task: taskID, Revision: revision, Edit: slices.Clone(actions)})
}

func (o *Orchestrator) answer(ctx context.Context, in task.Answered) error {
	if a := o.agentAt(in.Task); a != nil {
		_, err := a.ask(ctx, in, false, false)
		return err
	}
	return fmt.Errorf("%w: the task %q does not run", ErrConflict, in.Task)
}
