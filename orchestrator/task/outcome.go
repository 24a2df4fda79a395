// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"math"
	"time"

	"github.com/minehand/minehand/game"
)

const (
	// laterTime is how long a claim may take to show in later states (rule 11).
	laterTime = 5 * time.Second
	// sampleEvery is the least time between two samples of a body's state.
	sampleEvery = 10 * time.Second
	// lookAgainAfter is how long the chunks around a body that has arrived may take.
	lookAgainAfter = 3 * time.Second
	// mostLook is how long an action takes at most that may have failed because the
	// world around the body was not there yet: what looked for longer saw it come.
	mostLook = 30 * time.Second
	// effectTime is for how long states show all that an action is for before it is given
	// up: its body may still report the end itself.
	effectTime = 3 * time.Second
)

// ended takes the end of an action: of the one that the run waits for.
func (t *turn) ended(in *Ended) {
	r := t.run()
	if r == nil || r.last == nil || r.last.ID != in.ID || t.w.Wait.For != ForEnd && t.w.Wait.For != ForAdopted {
		return
	}
	t.out, t.got = in.Outcome, true
	t.out.Ended = cmp.Or(t.out.Ended, t.in.Now)
	t.out.Before = cmp.Or(t.out.Before, t.w.Before)
}

// settle decides what the outcome means and what comes next.
func (t *turn) settle(out game.Outcome) bool {
	t.w.Before = nil
	switch out.End {
	case game.EndUnsent:
		return t.unsent(out)
	case game.EndCaller:
		return t.givenUp(out)
	case game.EndGone:
		t.keepFailure(out)
		t.w.Unsettled = true
		return t.asked() || t.lost()
	case game.EndDeadline:
		t.keepFailure(out)
		return t.asked() || t.wait(Wait{For: ForRest, then: thenAfterDeadline, outcome: out})
	case game.EndReported, game.EndObserved:
	}
	if out.Failure != nil {
		early, hindered := t.tooEarly(out), game.LookupCode(out.Failure.Code).Passing
		t.keepFailure(out)
		if out.Failure.Code == game.CodeDied && t.death() {
			return true
		}
		if (early || hindered) && t.w.Asked == askNothing {
			return t.again(out.Failure, hindered)
		}
		return t.asked() || t.onFailure(out, game.Failed)
	}
	return t.verify(out)
}

// again has an action whose failure does not count sent once more: at once when the
// world around the body may be there by then, and ever later to a body that was
// hindered. Of those that lost their game the last ends the task.
func (t *turn) again(f *game.Failure, hindered bool) bool {
	rec := *t.run().last
	rec.Again = true
	t.emit(Fact{Action: &rec})
	t.w.Repeating = true
	wait := lookAgainAfter
	if hindered {
		wait = min(t.rules.Limits.RepeatAfter<<min(t.w.Hindered, 4), time.Minute)
		t.w.Hindered++
	} else {
		t.process(func(p *Process) { p.Again = t.in.Body.arrived() })
	}
	if f.Code == game.CodeConnectionLost {
		t.put(func(row *Task) { row.Kicks++ })
		if n := t.run().Task.Kicks; n >= t.rules.Limits.Kicks {
			return t.end(Failed, game.Then(game.Say("end.kicks", "n", n, "why", f.Say()), t.missing()))
		}
	}
	t.waiting(game.AsSentence(f.Say()))
	return t.wait(Wait{For: ForTime, Until: t.in.Now.Add(wait), then: thenAgain})
}

// tooEarly reports whether the action failed to find something for the first time
// since the body arrived where it is: that is looked at once more before it counts.
func (t *turn) tooEarly(out game.Outcome) bool {
	if t.in.Body == nil || !out.Failure.Absent() || out.Ended.Sub(out.Started) > mostLook {
		return false
	}
	since := t.in.Body.arrived()
	return !since.IsZero() && since.After(t.a.Process.Again)
}

// asked does what a person wanted of the task as soon as its action let go. What a
// skip means depends on how that ended.
func (t *turn) asked() bool {
	switch t.w.Asked {
	case askStop:
		t.stop()
	case askPause:
		t.pause()
	case askRevise:
		t.replan()
	case askLimit:
		t.atLimit()
	case askSkip, askNothing:
		return false
	}
	return true
}

// afterDeadline goes on once the body is at rest after a deadline.
func (t *turn) afterDeadline(out game.Outcome) bool {
	t.settleDoubt(t.state(), notDone)
	if h := t.run().History; h[len(h)-1].Verdict.Worked() {
		return t.nextStep()
	}
	return t.onFailure(out, game.Failed)
}

// rested goes on once the body is at rest, or is not coming to rest.
func (t *turn) rested(w Wait, err error) bool {
	up := t.in.Body != nil && t.in.Body.Link.State == game.LinkUp
	switch w.then {
	case thenStopped:
		switch {
		case w.reason.Code != "":
			return t.end(Failed, game.Then(w.reason, t.missing()))
		case err != nil && up:
			return t.end(Stopped, game.Say("end.silent"))
		}
		return t.end(Stopped, game.Say("end.stopped"))
	case thenAsked:
		return t.asked()
	case thenContact:
		t.w.Stage = stageRested
		return true
	case thenAfterDeadline, thenSeenAfterAll, thenDoubt:
	case thenGoOn, thenJudge, thenConclude, thenFail, thenAgain: // these wait for a report or for time
	}
	if t.in.Body == nil {
		return t.lost()
	}
	h := t.run().History
	last := &h[len(h)-1]
	if err != nil && up && w.then != thenSeenAfterAll { // else what it was for shows
		t.settleDoubt(t.state(), notDone)
		return t.failed(game.Then(last.CouldNot(t.seen()), game.Say("end.restless")))
	}
	if w.then == thenAfterDeadline && last.Step.Action.InDoubt(w.outcome.End) || w.then == thenDoubt && last.Verdict == game.Skipped {
		return t.nextStep()
	}
	return t.wait(Wait{For: ForReport, After: t.in.Body.Snap.Seq, Until: t.in.Now.Add(freshTime), then: w.then, outcome: w.outcome})
}

// verify compares a reported success with what was expected. While it waits for
// later states the report is kept already.
func (t *turn) verify(out game.Outcome) bool {
	step := &t.run().last.Step
	if out.After == nil && !step.Expect.Empty() && t.in.Body != nil {
		out.After = t.state()
	}
	e := game.Claim{Expect: step.Expect, Outcome: out,
		Earlier: game.UsedBefore(t.run().History, step), Counted: t.run().Task.Reading.Counts(step)}
	if b := t.in.Body; e.Told() && b != nil && !b.Snap.Told && b.Snap.At.After(out.Ended) { // a report came since
		e.Later = []game.State{*t.state()}
	}
	j := e.Judge()
	if !j.Undecided && !t.unseen() && !t.stirs(step, &out) {
		return t.judgedAs(out, j)
	}
	if t.in.Body == nil || t.w.Asked > askSkip {
		j.Verdict, j.Reason = game.Claimed, game.Unverified
		return t.judgedAs(out, j)
	}
	later, until := e, t.in.Now.Add(laterTime)
	if !j.Undecided {
		until = t.in.Now.Add(freshTime)
	}
	rec := *t.run().last
	rec.settle(out, game.Judgement{Verdict: game.Claimed, Reason: game.BeingVerified})
	t.emit(Fact{Action: &rec, Quiet: true})
	t.goesOn()
	return t.wait(Wait{For: ForReport, After: t.in.Body.Snap.Seq, Until: until, then: thenJudge, evidence: &later})
}

// stirs: see game.Step.Stirs; once it is known how the body counts, no craft does.
func (t *turn) stirs(step *game.Step, out *game.Outcome) bool {
	p := &t.a.Process
	return !p.Exact && !p.Crafts && t.in.Body != nil && step.Stirs(out, t.in.Body.Info.Protocol)
}

// unseen reports whether the last action is a walk to a player or a thing and no
// state shows the body there yet: a report may be sent before the state that
// shows what it says.
func (t *turn) unseen() bool {
	return t.in.Body != nil && t.state().Unseen(&t.run().last.Step.Action)
}

// Reasons: notSent is that of what a wish withdrew before it went out, seenDone of what
// states show to be done, whatever the body said.
const (
	notSent  = "not sent"
	seenDone = "seen while it ran"
)

// judged takes another state in for a verification.
func (t *turn) judged(w Wait, newer bool) bool {
	e := *w.evidence
	if t.in.Body == nil {
		return t.unjudged(w)
	}
	if newer {
		e.Later = append(e.Later[:len(e.Later):len(e.Later)], *t.state())
	}
	e.Waited = !newer || w.tries >= game.LaterStates
	j := e.Judge()
	if moves := !e.Waited && t.stirs(&t.run().last.Step, &e.Outcome) && e.Moves(); !j.Undecided && !moves {
		return t.judgedAs(e.Outcome, j)
	}
	w.evidence, w.After = &e, t.in.Body.Snap.Seq
	t.w.Wait = w
	return false
}

// unheard puts off the end of a wait for reports of which not one has come: as nothing
// is sent without one (rule 12), nothing is decided that only one could show. The body
// reports again, its session ends, or a person resumes the task.
func (t *turn) unheard(w Wait) bool {
	limit := t.rules.Limits.ResumeWithin
	if w.silent {
		if w.then == thenJudge {
			t.unjudged(w)
		}
		t.park(game.Say("lost.silent", "time", game.SayLasting(limit)))
		return true
	}
	t.waiting(t.in.Body.Snap.Unready(&t.in.Body.Info, &t.in.Body.Link, t.in.Now).Or(game.Say("wait.silent")))
	w.silent, w.Until = true, t.in.Now.Add(limit)
	t.w.Wait = w
	return false
}

// unjudged ends a verification before its time: nothing is contradicted by that, and
// what no state came after is judged by the next (settleDoubt).
func (t *turn) unjudged(w Wait) bool {
	e := *w.evidence
	e.Waited = true
	j := e.Judge()
	if j.Verdict == game.Contradicted {
		if j.Verdict, j.Reason = game.Claimed, game.Unverified; w.tries == 0 {
			j.Reason = game.NoStateAfter
		}
	}
	return t.judgedAs(e.Outcome, j)
}

// judgedAs keeps the verdict and goes on.
func (t *turn) judgedAs(out game.Outcome, j game.Judgement) bool {
	t.keep(*t.run().last, out, j)
	t.latch()
	if j.Verdict != game.Contradicted {
		t.nextStep()
		t.asked()
		return true
	}
	return t.asked() || t.onFailure(out, game.Contradicted)
}

// unsent waits for what is missing and leaves the step to be sent again: not
// being ready is no failure (rule 12). Refusals are failures.
func (t *turn) unsent(out game.Outcome) bool {
	withdrawn := out.Failure != nil && out.Failure.Code == game.CodeInterrupted && t.w.Asked != askNothing
	if withdrawn || t.w.Asked == askSkip { // whatever kept it from going out
		t.keep(*t.run().last, out, game.Judgement{Verdict: game.Failed, Reason: notSent})
		return t.asked() || t.passed(game.Skipped, skipped)
	}
	t.keepFailure(out)
	if t.asked() {
		return true
	}
	if f := out.Failure; f != nil && (f.Code == game.CodeInterrupted || game.LookupCode(f.Code).Passing) {
		if t.in.Body == nil {
			return t.lost()
		}
		t.waiting(game.AsSentence(f.Say()))
		return t.wait(Wait{For: ForReady, After: max(t.in.Body.Snap.Seq, 1)})
	}
	return t.onFailure(out, game.Failed)
}

// givenUp settles an action that a wish took the run out of.
func (t *turn) givenUp(out game.Outcome) bool {
	switch t.w.Asked {
	case askSkip:
		j := game.Judgement{Verdict: game.Skipped, Reason: skippedWords}
		if t.run().last.Step.MayHaveHappened(out.End) {
			j = game.Judgement{Verdict: game.Claimed, Reason: skippedWords + "; it may have happened"}
		}
		t.keep(*t.run().last, out, j)
		return t.wait(Wait{For: ForRest, then: thenDoubt, outcome: out})
	case askPause, askRevise:
		t.keepFailure(out)
		t.w.Plan, t.w.Stage = nil, stageNew
		return t.wait(Wait{For: ForRest, then: thenAsked})
	case askStop, askLimit:
		t.keepFailure(out)
		return t.asked()
	case askNothing:
	}
	if t.w.Over {
		return t.effected(out)
	}
	t.keepFailure(out)
	return t.onFailure(out, game.Failed)
}

// watchEffect gives the action under way up once states have shown for a while that
// it has nothing left to do, whether or not its body has said anything.
func (t *turn) watchEffect() {
	switch b := t.in.Body; {
	case t.w.Over || t.w.Asked != askNothing || b == nil || b.Link.State != game.LinkUp || b.Snap.Told || !t.effect():
		t.w.Shown, t.w.Wait.Until = time.Time{}, time.Time{}
	case t.w.Shown.IsZero():
		t.w.Shown, t.w.Wait.Until = t.in.Now, t.in.Now.Add(effectTime)
	case !t.in.Now.Before(t.w.Wait.Until):
		t.w.Over, t.w.Wait.Until = true, time.Time{}
		t.do(GiveUp{})
	}
}

// effect reports whether the newest state shows all that the action under way is for:
// what it is expected to change, or what its goal asks for of that.
func (t *turn) effect() bool {
	r, now := t.run(), t.state()
	if now.Dead() || t.w.Before == nil || t.w.Before.Inventory != nil && now.Inventory == nil {
		return false
	}
	step := &r.last.Step
	return step.Over(t.w.Before, now) || r.Task.Reading.Served(step) && r.met(now)
}

// effected settles an action that was given up because its effect shows. The state
// after it came to rest says how much it was.
func (t *turn) effected(out game.Outcome) bool {
	rec := *t.run().last
	if before := rec.Mark.State(); t.in.Body != nil && rec.Step.Shown(before, t.state()) {
		seen := out
		seen.End, seen.Failure, seen.Before, seen.After = game.EndObserved, nil, before, t.state()
		rec.settle(seen, rec.Step.Expect.Seen(seen, seenDone))
		t.emit(Fact{Action: &rec})
	} else {
		t.keepFailure(out)
	}
	return t.wait(Wait{For: ForRest, then: thenSeenAfterAll, outcome: out})
}

// onFailure follows the task's policy after a failed or contradicted action, or passes
// over the step if a person wished so meanwhile.
func (t *turn) onFailure(out game.Outcome, v game.Verdict) bool {
	if t.w.Asked == askSkip {
		return t.passed(game.Skipped, skipped)
	}
	r := t.run()
	if r.Task.Policy == Replan && !t.w.Repeating && game.Repeatable(r.last.Step.Action.Kind, out, v) {
		t.w.Repeating = true
		return t.wait(Wait{For: ForTime, Until: t.in.Now.Add(t.rules.Limits.RepeatAfter)})
	}
	denied := out.Failure != nil && out.Failure.Code == game.CodeDenied
	if (out.End == game.EndDeadline || denied || t.goalMet()) && t.in.Body != nil { // the body's states may show for a moment what is not so
		return t.wait(Wait{For: ForReport, After: math.MaxUint64, Until: t.in.Now.Add(effectTime), then: thenSeenAfterAll, outcome: out})
	}
	return t.givenUpOn()
}

// givenUpOn goes on after an action that is not repeated.
func (t *turn) givenUpOn() bool {
	r := t.run()
	last := &r.History[len(r.History)-1]
	t.w.Repeating = false
	if t.w.FailedAt < 0 {
		t.w.FailedAt = len(r.History) - 1
	}
	switch {
	case r.Task.Policy == Continue:
		t.w.Step++
		return true
	case r.Task.Policy == StopOnFailure || r.Task.Goal == "":
		return t.failed(last.CouldNot(t.seen()))
	}
	return t.nextRound(last.CouldNot(t.seen()))
}

// seenAfterAll looks, before an action is repeated or given up, whether its
// effect shows by now: what was done is not done twice because its report was
// lost. It reports whether the step is done.
func (t *turn) seenAfterAll() bool {
	r := t.run()
	rec := *r.last
	before, now := rec.Mark.State(), t.state()
	if n := len(r.past); rec.End == game.EndUnsent && rec.ID != "" && n > 0 { // the one that was not sent takes the end
		rec.ID, before = "", r.past[n-1].Mark.State()
	}
	if t.in.Body.Snap.Told || !rec.Step.Shown(before, now) {
		return false
	}
	out := game.Outcome{End: game.EndObserved, Before: before, After: now, Started: rec.Started, Ended: rec.Ended, Result: rec.Result}
	t.keep(rec, out, rec.Step.Expect.Seen(out, cmp.Or(rec.Reason, "seen later")))
	t.latch()
	return t.nextStep()
}

// settleDoubt looks in a newer state whether an action whose report never came
// used up what it was to: that is gone or still there. Otherwise is what it was if
// it was not.
func (t *turn) settleDoubt(now *game.State, otherwise game.Judgement) {
	r, snap := t.run(), &t.in.Body.Snap
	if r.last == nil || r.last.Open() || snap.Told {
		return
	}
	a := r.last.attempt()
	if out, j, settled := a.Settle(now, game.UsedBefore(r.History, &a.Step), snap.At.Sub(r.last.Ended) < laterTime, otherwise); settled {
		t.keep(*r.last, out, j)
	}
}

// notDone is the judgement of an action whose things were looked for and are still
// held.
var notDone = game.Judgement{Verdict: game.Failed, Reason: "it was not done: what it uses up is still held"}

// closeOpen gives the last action of a task an end when that ends without knowing how
// it went.
func (t *turn) closeOpen(r *Run) {
	if rec := r.Open(); rec != nil {
		closed := rec.closed(t.in.Now)
		t.emit(Fact{Action: &closed})
	}
}

// closed is an open action whose end nobody will know.
func (a Action) closed(now time.Time) Action {
	a.Ended, a.End, a.Verdict, a.Reason = now, game.EndGone, game.Failed, "its end is not known"
	if a.Step.MayHaveHappened(a.End) {
		a.Verdict = game.Claimed
	}
	return a
}

// keepFailure keeps an outcome that is no reported success. What may have
// happened unseen and must not happen twice counts as claimed.
func (t *turn) keepFailure(out game.Outcome) {
	rec := *t.run().last
	j := game.Judgement{Verdict: game.Failed, Reason: out.Failure.Words()}
	if rec.Step.MayHaveHappened(out.End) {
		j = game.Judgement{Verdict: game.Claimed, Reason: out.End.Untold()}
	}
	if out.End != game.EndUnsent && (out.Failure == nil || out.Failure.Code != game.CodeDied) { // a death takes everything
		shown := rec.Step.Expect.Seen(out.Reported(), "")
		j.Gained, j.Used = shown.Gained, shown.Used
	}
	t.keep(rec, out, j)
}

// keep settles an action: its row, what it showed of the world, a sample.
func (t *turn) keep(rec Action, out game.Outcome, j game.Judgement) {
	rec.settle(out, j)
	rec.Ended = cmp.Or(rec.Ended, t.in.Now)
	t.emit(Fact{Action: &rec})
	t.goesOn()
	if crafts, known := rec.Step.Counted(rec.Gained); known && t.stirs(&rec.Step, &out) {
		t.process(func(p *Process) { p.Exact, p.Crafts = !crafts, crafts })
	}
	t.do(&Remember{rec.Task, &rec, out})
	s := out.After
	if out.Result != nil && out.Result.State != nil {
		s = out.Result.State
	}
	if s == nil || out.Ended.Sub(t.a.Process.Sampled) < sampleEvery {
		return
	}
	t.process(func(p *Process) { p.Sampled = out.Ended })
	c := *s
	c.Nearby = nil
	t.emit(Fact{Sample: &Sample{Task: rec.Task, At: out.Ended, State: c}})
}

// settle writes the outcome into the row.
func (a *Action) settle(out game.Outcome, j game.Judgement) {
	a.Ended, a.End, a.Verdict, a.Reason = out.Ended, out.End, j.Verdict, j.Reason
	a.Failure, a.Result, a.Gained, a.Used = out.Failure, out.Result, j.Gained, j.Used
	if out.Result != nil && out.Result.State != nil { // it has its own place
		slim := *out.Result
		slim.State = nil
		a.Result = &slim
	}
}
