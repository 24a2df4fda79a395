package orchestrator

import (
	"fmt"
	"time"
)

// paused keeps the task until Resume. A task paused between two actions goes
// on with the next; one whose action was given up is planned anew.
func (a *agent) paused(r *run) error {
	a.mu.Lock()
	a.req.pause = false // Pause has cleared resume: one that is set came after it
	a.mu.Unlock()
	if err := a.moved(r, StatePaused, "Paused."); err != nil {
		return err
	}
	for {
		a.mu.Lock()
		resume := a.req.resume
		a.req.resume, a.req.pause, a.req.skip = false, false, false
		err := a.interruptionLocked()
		a.mu.Unlock()
		if err != nil {
			return err
		}
		if resume {
			r.approved = r.approved && r.planned
			if r.why == "" {
				r.why = "resumed after a pause"
			}
			return nil
		}
		select {
		case <-a.wake:
		case <-a.ctx.Done():
		}
	}
}

// interrupted keeps a task whose body is away. It goes on by itself when the
// body is back in time; later it is parked.
func (a *agent) interrupted(r *run) error {
	now := time.Now()
	if r.lost.IsZero() {
		r.lost = now
	}
	if r.task.State != StateInterrupted {
		reason := "The connection to the body was lost; the task goes on when it is back."
		if err := a.moved(r, StateInterrupted, reason); err != nil {
			return err
		}
	}
	r.planned = false
	left := a.o.cfg.Limits.ResumeWithin - now.Sub(r.lost)
	timer := time.NewTimer(max(left, 0))
	defer timer.Stop()
	for {
		a.mu.Lock()
		resumed := a.req.resume
		a.req.resume, a.req.pause, a.req.skip = false, false, false
		err := a.interruptionLocked()
		a.mu.Unlock()
		if err != nil {
			return err
		}
		if body := a.current(); body != nil && (resumed || left > 0) {
			if a.owesStop() {
				a.pay(body)
			}
			r.lost = time.Time{}
			if r.why == "" {
				r.why = "went on after an interruption"
			}
			return a.reconcile(r, body, resumed)
		}
		if resumed {
			left = a.o.cfg.Limits.ResumeWithin // a person wants it: wait for the body
			r.lost = time.Now()
			timer.Reset(left)
			a.mu.Lock()
			r.task.NeedsPerson = false
			a.mu.Unlock()
			if err := a.moved(r, StateInterrupted, "Resumed; the task goes on when the body is back."); err != nil {
				return err
			}
		}
		select {
		case <-a.wake:
		case <-timer.C:
			return errPark
		case <-a.ctx.Done():
		}
	}
}

// park puts a task aside until a person resumes it; goals queued behind it are
// held.
func (a *agent) park(r *run) {
	if !r.task.NeedsPerson {
		a.move(r, StateInterrupted, fmt.Sprintf("The body was away for more than %s; resume the task to go on.", words(a.o.cfg.Limits.ResumeWithin)))
	}
	a.mu.Lock()
	r.task.NeedsPerson = true
	a.pending.Tasks = append(a.pending.Tasks, r.task)
	a.holdQueue()
	a.parked = append(a.parked, r)
	a.mu.Unlock()
	a.announce(r)
	if a.commit(r, true) == nil {
		a.release(r)
	}
}

// parkFor parks with a reason of its own.
func (a *agent) parkFor(r *run, reason string) error {
	a.move(r, StateInterrupted, reason)
	a.mu.Lock()
	r.task.NeedsPerson = true
	a.mu.Unlock()
	r.planned = false
	return errPark
}

// leave interrupts the task because the process ends.
func (a *agent) leave(r *run) {
	if !r.task.State.Ended() && r.task.State != StatePaused && r.task.State != StateInterrupted {
		a.move(r, StateInterrupted, "Minehand was closed; the task goes on when it is back.")
	}
	a.flushLast()
	a.mu.Lock()
	a.stopLimit()
	a.mu.Unlock()
}
