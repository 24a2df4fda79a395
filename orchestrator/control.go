package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
)

// Stop stops what the body does: the planner's call is aborted, no action goes
// out after it, and goals queued before it are held until Resume or Clear (rule
// 10). A goal that a body at rest was just given counts as what it does. With
// nothing running it succeeds. It does not wait for the settling.
func (o *Orchestrator) Stop(bodyID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	up := a.up()
	if !up {
		a.keepDebt()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return fmt.Errorf("%q: %w", bodyID, ErrNoBody)
	}
	if rests := a.cur == nil || a.cur.task.State.Ended(); up && rests && a.req.first == nil {
		if i := slices.IndexFunc(a.queue, func(r *run) bool { return !r.task.Held }); i >= 0 {
			a.req.first = a.queue[i]
		}
	}
	a.holdQueue()
	a.req.stop = true
	a.interrupt()
	return nil
}

// holdQueue holds what is queued now, but for the goal that a stop ends; a.mu is
// held.
func (a *agent) holdQueue() {
	for _, r := range a.queue {
		r.task.Held = r.task.Held || r != a.req.first
	}
	a.req.rows = len(a.queue) > 0
}

// Pause gives up the action at hand and keeps the task until Resume.
func (o *Orchestrator) Pause(bodyID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cur == nil || !working(a.cur.task.State) {
		return fmt.Errorf("%w: no task is running", ErrNothing)
	}
	a.req.pause, a.req.resume = true, false
	a.interrupt()
	return nil
}

func working(s State) bool {
	return s == StatePlanning || s == StateRunning || s == StateAwaiting
}

// Resume goes on with the body's paused or interrupted task, and releases the
// goals that a Stop held. taskID picks one of several interrupted tasks; empty
// means the newest.
func (o *Orchestrator) Resume(bodyID, taskID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	done, err := a.releaseQueue()
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.cur != nil && (a.cur.task.State == StatePaused || a.cur.task.State == StateInterrupted || a.req.pause) &&
		(taskID == "" || taskID == a.cur.task.ID):
		a.req.resume, done = true, true
	case a.cur == nil && len(a.parked) > 0:
		i := len(a.parked) - 1
		if taskID != "" {
			i = slices.IndexFunc(a.parked, func(r *run) bool { return r.task.ID == taskID })
		}
		if i < 0 {
			break
		}
		if a.req.stop { // given before this, with nothing running
			a.req.stop, a.owes = false, true
		}
		a.cur = a.parked[i]
		a.parked = slices.Delete(a.parked, i, i+1)
		a.req.resume, done = true, true
	}
	switch {
	case done:
	case a.cur != nil && len(a.parked) > 0:
		return fmt.Errorf("%w: another task is on its way; resume the interrupted one when that has ended, or stop it first", ErrNothing)
	default:
		return fmt.Errorf("%w: no task is paused, interrupted or held", ErrNothing)
	}
	a.nudge()
	return nil
}

// releaseQueue lets go of what a Stop held, the journal first: who was told that
// it goes on may rely on it.
func (a *agent) releaseQueue() (some bool, err error) {
	a.calls.Lock()
	defer a.calls.Unlock()
	var b Batch
	a.mu.Lock()
	for _, r := range a.queue {
		if r.task.Held {
			t := r.task
			t.Held = false
			b.Tasks = append(b.Tasks, t)
		}
	}
	a.mu.Unlock()
	if err := a.keep(&b); err != nil {
		return false, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.queue {
		if slices.ContainsFunc(b.Tasks, func(t Task) bool { return t.ID == r.task.ID }) {
			r.task.Held = false
		}
	}
	return len(b.Tasks) > 0, nil
}

// keep journals what a call changes in the queue.
func (a *agent) keep(b *Batch) error {
	if b.Empty() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if err := a.o.cfg.Journal.Append(ctx, b); err != nil {
		return fmt.Errorf("nothing was changed, because it cannot be kept: %w", err)
	}
	return nil
}

// Skip gives up the action at hand and goes on with the next one.
func (o *Orchestrator) Skip(bodyID string) error {
	a, err := o.find(bodyID)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cur == nil || a.cur.task.State != StateRunning {
		return fmt.Errorf("%w: no action is running", ErrNothing)
	}
	a.req.skip = true
	a.interrupt()
	return nil
}

// Clear empties the body's queue and lets go of its interrupted tasks that wait
// for a person; they end as stopped. It returns how many there were.
func (o *Orchestrator) Clear(bodyID string) (int, error) {
	a, err := o.find(bodyID)
	if err != nil {
		return 0, err
	}
	a.calls.Lock()
	defer a.calls.Unlock()
	a.mu.Lock()
	queue, parked := a.queue, a.parked
	a.queue, a.parked = nil, nil
	a.mu.Unlock()
	var b Batch
	var ended []run
	for _, r := range append(queue[:len(queue):len(queue)], parked...) {
		reason := "Cleared from the queue before it started."
		if !r.task.Started.IsZero() {
			reason = "Cleared while it was interrupted."
		}
		c := *r
		c.task.NeedsPerson = false
		c.actions = slices.Clone(r.actions)
		if rec := c.closeOpen(time.Now()); rec != nil {
			b.Actions = append(b.Actions, *rec)
		}
		b.moved(&c, StateStopped, reason, time.Now())
		ended = append(ended, c)
	}
	if err := a.keep(&b); err != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.queue, a.parked = append(queue, a.queue...), append(parked, a.parked...)
		return 0, err
	}
	for i := range ended {
		a.announce(&ended[i])
	}
	a.nudge()
	return len(ended), nil
}

// Approve says yes to the plan of that revision. all covers the task's later
// rounds unless they bring a new kind of action. ErrConflict when the plan has
// changed or was answered.
func (o *Orchestrator) Approve(taskID string, revision int, all bool) error {
	return o.answer(taskID, revision, &answer{yes: true, all: all})
}

// Reject says no: the task ends as stopped. reason may be empty.
func (o *Orchestrator) Reject(taskID string, revision int, reason string) error {
	return o.answer(taskID, revision, &answer{reason: reason})
}

// Edit replaces the plan's actions. They are checked, and shown as a new
// revision that needs a yes of its own.
func (o *Orchestrator) Edit(taskID string, revision int, actions []game.Action) error {
	if len(actions) == 0 {
		return fmt.Errorf("an edited plan needs at least one action; reject it instead")
	}
	if err := (&Submission{Actions: actions}).Validate(); err != nil {
		return err
	}
	return o.answer(taskID, revision, &answer{edit: slices.Clone(actions)})
}

func (o *Orchestrator) answer(taskID string, revision int, ans *answer) error {
	for _, a := range o.all() {
		a.mu.Lock()
		if a.cur == nil || a.cur.task.ID != taskID {
			a.mu.Unlock()
			continue
		}
		t := &a.cur.task
		var err error
		switch {
		case t.State != StateAwaiting:
			err = fmt.Errorf("%w: the task does not wait for an answer, it is %s", ErrConflict, t.State)
		case t.Revision != revision || a.req.answer != nil:
			err = ErrConflict
		default:
			a.req.answer = ans
			a.nudge()
		}
		a.mu.Unlock()
		return err
	}
	return fmt.Errorf("%w: the task %q does not run", ErrConflict, taskID)
}
