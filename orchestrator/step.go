package orchestrator

import (
	"context"
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
)

// laterTime is how long a claim may take to show in later states (rule 11).
const laterTime = 5 * time.Second

// doStep carries out the step at hand: checks that hold at the moment of
// sending, the intent, Body.Do, the comparison, the outcome.
func (a *agent) doStep(r *run) error {
	if err := a.interruption(); err != nil {
		return err
	}
	step := &r.plan.Steps[r.step]
	if info, _ := game.Lookup(step.Action.Kind); info.Local {
		return a.passed(r, game.Confirmed, "nothing to do")
	}
	if r.task.Round > 1 && saidBefore(step, r.task.Round, r.history, r.plan.Steps[:r.step]) {
		return a.passed(r, game.Claimed, "done in an earlier round")
	}
	body, state, err := a.ready(r)
	if err != nil {
		return err
	}
	if err := a.sameWorld(r, state); err != nil {
		return err
	}
	if err := a.inDanger(r, state); err != nil {
		return err
	}
	if r.task.Policy == Continue && r.failedAt >= 0 {
		if missing := missingNeed(step.Needs, state); missing != "" {
			return a.passed(r, game.Skipped, "needs "+missing)
		}
	}
	info := body.Info()
	if f := a.o.cfg.Guard.denied(&step.Action, info); f != nil {
		return a.refused(r, f)
	}
	if r.task.Policy == Replan && !r.repeating && len(r.history) > 0 {
		if last := &r.history[len(r.history)-1]; forbidsRepeat(last, step.Action) {
			return a.blocked(r, last)
		}
	}
	if step.Action.Kind == game.Chat {
		if err := a.sleepFor(a.chat.Reserve().Delay()); err != nil {
			return err
		}
	}
	return a.send(r, body, info, state)
}

func (a *agent) sleepFor(d time.Duration) error {
	if d <= 0 {
		return nil
	}
	return a.sleep(d)
}

// send journals the intent, has the body act and settles the outcome.
func (a *agent) send(r *run, body Body, info game.BodyInfo, state *game.State) error {
	step := &r.plan.Steps[r.step]
	a.forgetUnsent(r)
	rec := Action{
		Task: r.task.ID, Seq: len(r.actions) + 1, ID: a.o.newID(), Round: r.task.Round, Index: r.step,
		Step: *step, Mark: markOf(step, state), Started: time.Now(),
	}
	if step.Action.Kind == game.Place && step.Action.At == nil && info.Protocol < game.ProtocolV2 {
		rec.Filled = freeNeighbour(state, r.history)
	}
	a.mu.Lock()
	r.actions = append(r.actions, rec)
	r.task.Step, r.task.Sent = r.step+1, r.task.Sent+1
	a.say(lineOf(&r.task))
	a.mu.Unlock()
	a.pending.Actions = append(a.pending.Actions, rec)
	if err := a.commit(r, false); err != nil {
		a.withdraw(r)
		return err
	}
	if err := a.interruption(); err != nil {
		a.withdraw(r)
		return err
	}
	a.publish(r, &rec)
	call := game.Call{Action: rec.call(), Seconds: step.Seconds, Progress: func(p game.Progress) { a.heard(r, rec.ID, p) }}
	if info.Protocol < game.ProtocolV2 {
		call.Observed = observed(step.Expect)
	}
	out := body.Do(a.operation(), call)
	if out.Before == nil {
		out.Before = state
	}
	return a.settle(r, body, out)
}

// forgetUnsent drops the record of the same step when it could not be sent
// before: the new one takes its row.
func (a *agent) forgetUnsent(r *run) {
	i := len(r.actions) - 1
	if i < 0 || i >= len(r.history) {
		return
	}
	rec := &r.actions[i]
	if rec.End != game.EndUnsent || rec.ID == "" || rec.Round != r.task.Round || rec.Index != r.step {
		return
	}
	a.mu.Lock()
	r.actions = r.actions[:i:i]
	a.mu.Unlock()
	r.history = r.history[:i:i]
}

// withdraw closes an intent whose action never went out.
func (a *agent) withdraw(r *run) {
	out := game.Outcome{End: game.EndUnsent, Started: time.Now(), Ended: time.Now(),
		Failure: &game.Failure{Code: game.CodeInterrupted, Message: "it was not sent"}}
	a.mu.Lock()
	r.task.Sent--
	a.mu.Unlock()
	a.record(r, out, judgement{Verdict: game.Failed, Reason: "not sent"})
}

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
			return a.next1(r)
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
		return a.next1(r)
	}
	return a.onFailure(r, out, game.Contradicted)
}

// next1 goes to the next step.
func (a *agent) next1(r *run) error {
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
	e := evidence{Expect: step.Expect, Outcome: out}
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
	if a.interruption() != nil && j.Verdict == game.Contradicted {
		return judgement{Verdict: game.Claimed, Reason: "not verified", Gained: j.Gained}
	}
	return j
}

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
	switch why {
	case errShutdown:
		return why // stays open: the next start finds out how it ended
	case errSkip:
		a.mu.Lock()
		a.req.skip = false
		a.mu.Unlock()
		a.record(r, out, judgement{Verdict: game.Skipped, Reason: "skipped by a person"})
		if err := a.comeToRest(r, body); err != nil {
			return err
		}
		return a.next1(r)
	}
	a.recordFailure(r, out)
	switch why {
	case errPause:
		r.planned = false
		ctx, cancel := context.WithTimeout(a.ctx, settleTime)
		defer cancel()
		if err := body.Settle(ctx); err != nil {
			a.log.Warn("body did not come to rest after a pause", "error", err)
		}
	case nil:
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

// refused settles a step that may not be sent.
func (a *agent) refused(r *run, f *game.Failure) error {
	now := time.Now()
	out := game.Outcome{End: game.EndUnsent, Failure: f, Started: now, Ended: now}
	a.note(r)
	a.recordFailure(r, out)
	return a.onFailure(r, out, game.Failed)
}

// blocked ends a round whose plan asks at once for what has just failed: that
// is never sent twice in a row, and excluded from now on.
func (a *agent) blocked(r *run, last *game.Attempt) error {
	act := &r.plan.Steps[r.step].Action
	x := game.Exclusion{Kind: act.Kind, Subject: act.Subject(), At: act.At, Reason: last.Reason}
	if f := last.Outcome.Failure; f != nil {
		x.Code = f.Code
	} else if last.Verdict == game.Contradicted {
		x.Code = game.CodeContradicted
	}
	r.exclude = addExclusion(r.exclude, x)
	return a.nextRound(r, couldNot(last))
}

// passed notes a step that is not sent and goes on.
func (a *agent) passed(r *run, v game.Verdict, reason string) error {
	now := time.Now()
	a.note(r)
	a.record(r, game.Outcome{End: game.EndUnsent, Started: now, Ended: now}, judgement{Verdict: v, Reason: reason})
	if v == game.Skipped {
		a.notice(r, fmt.Sprintf("Skipped: %s (%s).", r.plan.Steps[r.step].Action.Describe(), reason))
	}
	return a.next1(r)
}

// note makes the record of a step that is not sent.
func (a *agent) note(r *run) {
	rec := Action{
		Task: r.task.ID, Seq: len(r.actions) + 1, Round: r.task.Round, Index: r.step,
		Step: r.plan.Steps[r.step], Started: time.Now(),
	}
	a.mu.Lock()
	r.actions = append(r.actions, rec)
	r.task.Step = r.step + 1
	a.mu.Unlock()
}
