package orchestrator

import (
	"context"
	"errors"
	"time"

	"github.com/minehand/minehand/game"
)

// laterTime is how long a claim may take to show in later states (rule 11).
const laterTime = 5 * time.Second

// settle decides what the outcome means and what comes next.
func (a *agent) settle(r *run, body Body, out game.Outcome) error {
	if out.Ended.IsZero() {
		out.Ended = time.Now()
	}
	kind := r.plan.Steps[r.step].Action.Kind
	switch out.End {
	case game.EndUnsent:
		return a.unsent(r, body, out)
	case game.EndCaller:
		return a.givenUp(r, body, out)
	case game.EndGone:
		a.recordFailure(r, out)
		r.open = len(r.actions) - 1
		return a.lostUnless()
	case game.EndDeadline:
		a.recordFailure(r, out)
		if err := a.comeToRest(r, body); err != nil {
			return err
		}
		if inDoubt(kind, out.End) {
			return a.nextStep(r)
		}
		now := fresh(body)
		a.settleDoubt(r, a.refreshed(body, now), notPlaced)
		if succeeded(r.history[len(r.history)-1].Verdict) {
			return a.nextStep(r)
		}
		return a.onFailure(r, out, game.Failed)
	}
	if out.Failure != nil {
		a.recordFailure(r, out)
		if out.Failure.Code == game.CodeDied {
			if err := a.death(r); err != nil {
				return err
			}
		}
		return a.onFailure(r, out, game.Failed)
	}
	j := a.verify(r, body, out)
	a.record(r, out, j)
	if j.Verdict != game.Contradicted {
		return a.nextStep(r)
	}
	return a.onFailure(r, out, game.Contradicted)
}

// nextStep goes on with the plan.
func (a *agent) nextStep(r *run) error {
	r.step++
	r.repeating = false
	return nil
}

// verify compares a reported success with what was expected. While it waits
// for later states the report is already in the journal.
func (a *agent) verify(r *run, body Body, out game.Outcome) judgement {
	step := &r.plan.Steps[r.step]
	if out.After == nil && !step.Expect.Empty() {
		snap := body.Snapshot()
		out.After = &snap.State
	}
	e := evidence{Expect: step.Expect, Outcome: out, Spent: spent(&step.Action)}
	j := judge(e)
	if !j.Undecided {
		return j
	}
	a.keepAction(r, out, judgement{Verdict: game.Claimed, Reason: "being verified"})
	if a.commit(r, false) != nil {
		return judgement{Verdict: game.Claimed, Reason: "not verified", Gained: j.Gained}
	}
	ctx, cancel := context.WithTimeout(a.operation(), laterTime)
	defer cancel()
	seq := body.Snapshot().Seq
	for j.Undecided {
		snap, err := body.Await(ctx, seq)
		if err != nil {
			e.Waited = true
		} else {
			seq = snap.Seq
			e.Later = append(e.Later, snap.State)
			e.Waited = len(e.Later) >= laterStates
		}
		j = judge(e)
	}
	if j.Verdict == game.Contradicted && a.lostOrInterrupted() {
		return judgement{Verdict: game.Claimed, Reason: "not verified", Gained: j.Gained}
	}
	return j
}

// lostOrInterrupted: a wait ended before its time.
func (a *agent) lostOrInterrupted() bool { return a.interruption() != nil || a.current() == nil }

// unsent waits for what is missing and leaves the step to be sent again: not
// being ready is no failure (rule 12). Refusals are failures.
func (a *agent) unsent(r *run, body Body, out game.Outcome) error {
	a.mu.Lock()
	r.task.Sent--
	a.mu.Unlock()
	a.recordFailure(r, out)
	if out.Failure != nil {
		switch out.Failure.Code {
		case game.CodeNoWorld, game.CodeScreenOpen, game.CodeConnectionLost, game.CodeInterrupted:
			if err := a.interruption(); err != nil {
				return err
			}
			a.waiting(r, sentence(failureWords(out.Failure)))
			if err := a.commit(r, false); err != nil {
				return err
			}
			return a.later(body, body.Snapshot().Seq)
		}
	}
	return a.onFailure(r, out, game.Failed)
}

// givenUp settles an action that a request took the agent out of.
func (a *agent) givenUp(r *run, body Body, out game.Outcome) error {
	why := a.interruption()
	switch {
	case errors.Is(why, errShutdown):
		return why // stays open: the next start finds out how it ended
	case errors.Is(why, errSkip):
		a.skipped()
		j := judgement{Verdict: game.Skipped, Reason: skippedWords}
		passed := j
		if mayHaveHappened(r.plan.Steps[r.step].Action.Kind, out.End) {
			j = judgement{Verdict: game.Claimed, Reason: skippedWords + "; it may have happened"}
		}
		a.record(r, out, j)
		if err := a.comeToRest(r, body); err != nil {
			return err
		}
		now := fresh(body)
		if j.Verdict != passed.Verdict {
			now = a.refreshed(body, now)
		}
		a.settleDoubt(r, now, passed)
		return a.nextStep(r)
	}
	a.recordFailure(r, out)
	switch {
	case errors.Is(why, errPause):
		r.planned = false
		ctx, cancel := context.WithTimeout(a.ctx, settleTime)
		defer cancel()
		if err := body.Settle(ctx); err != nil {
			a.log.Warn("body did not come to rest after a pause", "error", err)
		}
	case why == nil:
		return a.onFailure(r, out, game.Failed)
	}
	return why
}

// comeToRest waits for the settling after a deadline or a skip; a body that
// does not come to rest ends the task (rule 6).
func (a *agent) comeToRest(r *run, body Body) error {
	ctx, cancel := context.WithTimeout(a.operation(), settleTime)
	defer cancel()
	if err := body.Settle(ctx); err != nil {
		if why := a.interruption(); why != nil {
			return why
		}
		if body.Link().State == game.LinkGone {
			return errLost
		}
		if body.Link().State != game.LinkUp { // ready waits for line and rest
			return nil
		}
		last := &r.history[len(r.history)-1]
		return a.failed(r, couldNot(last)+" The body did not come to rest after it; look at it in the game.")
	}
	return nil
}

// onFailure follows the task's policy after a failed or contradicted action.
func (a *agent) onFailure(r *run, out game.Outcome, v game.Verdict) error {
	last := &r.history[len(r.history)-1]
	act := &last.Step.Action
	if r.task.Policy == Replan && !r.repeating && repeatable(act.Kind, out, v) {
		r.repeating = true
		err := a.commit(r, false)
		if err == nil {
			err = a.sleep(a.o.cfg.Limits.RepeatAfter)
		}
		return err
	}
	if body := a.current(); out.End == game.EndDeadline && body != nil {
		now := fresh(body)
		if a.seenAfterAll(r, a.refreshed(body, now)) {
			return nil
		}
	}
	r.repeating = false
	if r.failedAt < 0 {
		r.failedAt = len(r.history) - 1
	}
	switch {
	case r.task.Policy == Continue:
		r.step++
		return nil
	case r.task.Policy == StopOnFailure || r.task.Goal == "":
		return a.failed(r, couldNot(last))
	}
	if x, ok := exclusionOf(&r.plan.Steps[r.step].Action, out.Failure); ok {
		r.exclude = addExclusion(r.exclude, x)
	}
	return a.nextRound(r, couldNot(last))
}

// seenAfterAll looks, before an action is repeated or given up, whether its
// effect shows by now: what was done is not done twice because its report was
// lost. It reports whether the step is done.
func (a *agent) seenAfterAll(r *run, now *game.State) bool {
	a.forgetUnsent(r)
	rec := &r.actions[len(r.actions)-1]
	before := rec.Mark.state()
	if before == nil || !showsDone(&rec.Step, before, now) {
		return false
	}
	out := game.Outcome{End: game.EndObserved, Before: before, After: now, Started: rec.Started, Ended: rec.Ended, Result: rec.Result}
	a.record(r, out, judgement{Verdict: game.Confirmed, Reason: "seen later", Gained: gainedOf(rec.Step.Expect, out, now)})
	r.step++
	r.repeating = false
	return true
}
