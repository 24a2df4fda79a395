package orchestrator

import (
	"context"
	"errors"

	"github.com/minehand/minehand/game"
)

// perform works on a task until it ended, is parked, or the process ends.
func (a *agent) perform(r *run, recovered bool) {
	var err error
	if recovered {
		err = errLost
	}
	for {
		var end *ending
		switch {
		case err == nil:
			err = a.advance(r)
		case errors.Is(err, errPause):
			err = a.paused(r)
		case errors.Is(err, errLost):
			err = a.interrupted(r)
		case errors.Is(err, errSkip): // nothing left to skip
			a.skipped()
			err = nil
		case errors.Is(err, errStop):
			a.stopped(r)
			return
		case errors.Is(err, errLimit):
			err = a.limited(r)
		case errors.Is(err, errPark):
			a.park(r)
			return
		case errors.Is(err, errShutdown):
			a.leave(r)
			return
		case errors.As(err, &end):
			if a.end(r, end) {
				return
			}
			err = errShutdown
		}
	}
}

// advance takes the task from where it stands: plan, approval, actions, goal
// check. It returns nil when another round is to follow.
func (a *agent) advance(r *run) error {
	if !r.planned {
		if err := a.planRound(r); err != nil || !r.planned {
			return err
		}
	}
	if err := a.approval(r); err != nil || !r.planned {
		return err
	}
	if r.task.State != StateRunning {
		if err := a.moved(r, StateRunning, ""); err != nil {
			return err
		}
	}
	for r.planned && r.step < len(r.plan.Steps) {
		err := a.doStep(r)
		if errors.Is(err, errSkip) { // before it went out
			a.skipped()
			err = a.passed(r, game.Skipped, skippedWords)
		}
		if err != nil {
			return err
		}
	}
	if !r.planned {
		return nil
	}
	return a.conclude(r)
}

// skippedWords is the reason of a step that a person skipped.
const skippedWords = "skipped by a person"

// skipped takes the request to skip.
func (a *agent) skipped() {
	a.mu.Lock()
	a.req.skip = false
	a.mu.Unlock()
}

// conclude decides at the end of a plan: complete, another round, or error.
func (a *agent) conclude(r *run) error {
	open, err := a.goalOpen(r)
	if err != nil {
		return err
	}
	if len(r.task.Reading.Checks) > 0 {
		if len(open) == 0 {
			return complete(r)
		}
		if r.plan.Next != "" && r.failedAt < 0 && r.task.Goal != "" {
			return a.nextRound(r, "Next: "+r.plan.Next+".")
		}
		reason := "The plan ran to its end, but the goal is not met. Still missing: " + listWords(open) + "."
		if r.failedAt >= 0 {
			reason = couldNot(&r.history[r.failedAt]) + " " + "Still missing: " + listWords(open) + "."
		}
		if r.task.Policy == Replan && r.task.Goal != "" {
			return a.nextRound(r, reason)
		}
		return &ending{StateError, reason}
	}
	if r.failedAt >= 0 {
		return &ending{StateError, couldNot(&r.history[r.failedAt])}
	}
	return complete(r)
}

func complete(r *run) error {
	reason := "Done."
	if checks := r.task.Reading.Checks; len(checks) > 0 {
		met := make([]string, len(checks))
		for i := range checks {
			met[i] = checks[i].Describe()
		}
		reason = "Done: " + listWords(met) + "."
	}
	if r.plan.Say != "" {
		reason = r.plan.Say
	}
	return &ending{StateComplete, reason}
}

// goalOpen returns the checks that do not hold. A body that reports once a
// second gets as many later states as a verification does.
func (a *agent) goalOpen(r *run) ([]string, error) {
	checks := r.task.Reading.Checks
	if len(checks) == 0 {
		return nil, nil
	}
	body := a.current()
	if body == nil {
		return unmet(checks, r.baseline(), &game.State{}, r.history), a.lostUnless()
	}
	snap := body.Snapshot()
	open := unmet(checks, r.baseline(), &snap.State, r.history)
	if len(open) == 0 && !snap.Told || r.task.Sent == 0 {
		return open, nil
	}
	if err := a.commit(r, false); err != nil {
		return open, err
	}
	ctx, cancel := context.WithTimeout(a.operation(), laterTime)
	defer cancel()
	for range laterStates { // a result's own state is only what the body said then
		later, err := body.Await(ctx, snap.Seq)
		if err != nil {
			break
		}
		snap = later
		if open = unmet(checks, r.baseline(), &snap.State, r.history); len(open) == 0 {
			break
		}
	}
	return open, a.interruption()
}

// lostUnless is errLost, or the interruption that comes first.
func (a *agent) lostUnless() error {
	if err := a.interruption(); err != nil {
		return err
	}
	return errLost
}

func (r *run) baseline() game.Baseline {
	if r.task.Baseline == nil {
		return game.Baseline{}
	}
	return *r.task.Baseline
}

// fresh is the newest state there is: a body's session takes the state that
// came with a result into its reports.
func fresh(body Body) *game.State {
	snap := body.Snapshot()
	return &snap.State
}

// end journals the end of a task; false when the process ended before it could
// be.
func (a *agent) end(r *run, e *ending) bool {
	a.closeOpen(r)
	a.move(r, e.state, e.reason)
	if a.commit(r, true) != nil {
		return false
	}
	a.release(r)
	return true
}

// release makes the agent free for the next task.
func (a *agent) release(r *run) {
	a.mu.Lock()
	if a.cur == r {
		a.cur = nil
	}
	if t := r.task; t.State.Ended() {
		a.last = &t
	}
	a.stopLimit()
	if a.req.pause { // it ended before it could pause: the next goal waits too
		a.holdQueue()
	}
	a.req.stop = a.req.first != nil // that is what it is about, not this task
	a.req.pause, a.req.skip, a.req.limit, a.req.answer = false, false, "", nil
	a.mu.Unlock()
	a.log.Info("task ended", "task", r.task.ID, "state", r.task.State, "reason", r.task.Reason)
}

// stopped carries out a Stop (rule 10): the frame first, then the journal, then
// the settling of rule 6.
func (a *agent) stopped(r *run) {
	a.mu.Lock()
	body := a.body
	a.mu.Unlock()
	if a.told = body; body != nil {
		body.Stop()
	}
	a.move(r, StateStopping, "")
	_ = a.flush() // a failing journal keeps nobody from stopping; it is retried
	reason := "Stopped."
	if body != nil && body.Link().State != game.LinkGone {
		ctx, cancel := context.WithTimeout(a.ctx, settleTime)
		err := body.Settle(ctx)
		cancel()
		if err != nil && a.ctx.Err() == nil && body.Link().State == game.LinkUp {
			reason = "Stopped. The body did not answer the stop; look at it in the game."
		}
	}
	a.closeOpen(r)
	if body != nil && body.Link().State == game.LinkUp {
		a.paid()
	} else { // it may still work on what was sent: it gets its stop when it is back
		a.owing()
	}
	a.move(r, StateStopped, reason)
	_ = a.flush()
	a.release(r)
}

// limited ends a task at a limit with a report.
func (a *agent) limited(r *run) error {
	a.mu.Lock()
	reason, body := a.req.limit, a.body
	a.req.limit = ""
	a.mu.Unlock()
	if r.goalMet(body) {
		return complete(r)
	}
	a.rest(body)
	return &ending{StateError, reason + a.report(r)}
}

// goalMet looks at the checks without waiting: only a report shows it.
func (r *run) goalMet(body Body) bool {
	if len(r.task.Reading.Checks) == 0 || body == nil {
		return false
	}
	snap := body.Snapshot()
	return !snap.Told && len(unmet(r.task.Reading.Checks, r.baseline(), &snap.State, r.history)) == 0
}

// report says in a sentence how far a task came.
func (a *agent) report(r *run) string {
	body := a.current()
	if body == nil || len(r.task.Reading.Checks) == 0 {
		return ""
	}
	now := fresh(body)
	if open := unmet(r.task.Reading.Checks, r.baseline(), now, r.history); len(open) > 0 {
		return " Still missing: " + listWords(open) + "."
	}
	return ""
}

func listWords(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	out := list[0]
	for _, s := range list[1 : len(list)-1] {
		out += ", " + s
	}
	return out + " and " + list[len(list)-1]
}
