package orchestrator

import (
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
)

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
	if r.task.Round > 1 && r.task.Goal != "" && saidBefore(step, r.task.Round, r.history, r.plan.Steps[:r.step]) {
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
	if len(step.Enough) > 0 && missingNeed(step.Enough, state) == "" {
		return a.passed(r, game.Skipped, "enough is held")
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
	zones, lifted := a.zones(r)
	filled := fillsIn(&step.Action, info, state, r.history)
	if f := trespass(zones, &step.Action, filled, info, state); f != nil {
		return a.refused(r, f)
	}
	if r.repeating {
		if r.goalMet(body) {
			return complete(r)
		}
		if a.seenAfterAll(r, state) {
			return nil
		}
	}
	if r.task.Policy == Replan && !r.repeating && len(r.history) > 0 {
		if last := &r.history[len(r.history)-1]; forbidsRepeat(last, step.Action) {
			if !owesRepeat(r.history) {
				return a.blocked(r, last)
			}
			r.repeating = true
		}
	}
	if step.Action.Kind == game.Chat {
		// Before the intent is journalled: what waits for its turn was not sent.
		if a.chat.Wait(a.operation()) != nil {
			return a.interruption()
		}
	}
	return a.send(r, body, state, filled, lifted)
}

// send journals the intent, has the body act and settles the outcome.
func (a *agent) send(r *run, body Body, state *game.State, filled *game.Pos, lifted []string) error {
	step := &r.plan.Steps[r.step]
	a.forgetUnsent(r)
	rec := Action{
		Task: r.task.ID, Seq: len(r.actions) + 1, ID: a.o.newID(), Round: r.task.Round, Index: r.step,
		Step: *step, Mark: markOf(step, state), Started: time.Now(), Filled: filled,
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
	call := game.Call{
		Action: rec.call(), Lifted: lifted, Seconds: step.Seconds, Observed: observed(step.Expect),
		Progress: func(p game.Progress) { a.heard(r, rec.ID, p) },
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
	return a.nextStep(r)
}

// note makes the record of a step that is not sent.
func (a *agent) note(r *run) {
	a.forgetUnsent(r)
	rec := Action{
		Task: r.task.ID, Seq: len(r.actions) + 1, Round: r.task.Round, Index: r.step,
		Step: r.plan.Steps[r.step], Started: time.Now(),
	}
	a.mu.Lock()
	r.actions = append(r.actions, rec)
	r.task.Step = r.step + 1
	a.mu.Unlock()
}
