// SPDX-License-Identifier: MIT

package task

import (
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// ready reports whether the body may be sent an action. Otherwise what is to
// follow is on its way: a wait, or the task's end.
func (t *turn) ready() bool {
	body := t.in.Body
	if body == nil {
		t.lost()
		return false
	}
	why := body.Snap.Unready(&body.Info, &body.Link, t.in.Now)
	switch dead := t.run().Task.Dead; {
	case why.Code == "" && dead && body.Snap.Seq <= t.w.DiedAt:
		why = game.Say("wait.born")
	case why.Code == "":
		if held := t.state().Inventory; len(held) > 0 {
			t.w.Held = held
		}
		if dead { // its next death counts
			t.put(func(row *Task) { row.Dead = false })
		}
		t.goesOn()
		return true
	case body.Snap.Seq > 0 && body.Snap.State.Dead() && t.death():
		return false
	}
	t.waiting(why)
	t.wait(Wait{For: ForReady, After: body.Snap.Seq})
	return false
}

// death counts a death once until the body lives again; it reports whether that
// ended the task.
func (t *turn) death() bool {
	if t.run().Task.Dead {
		return false
	}
	t.put(func(row *Task) {
		row.Dead = true
		row.Deaths++
		row.Fell, row.Best = t.run().count(), 0
	})
	t.w.Held = nil
	if t.in.Body != nil {
		t.w.DiedAt = t.in.Body.Snap.Seq
	}
	n := t.run().Task.Deaths
	if n < t.rules.Limits.Deaths {
		return false
	}
	return t.end(Failed, game.Then(game.Say("end.deaths", "n", n), t.missing()))
}

// endangered ends the task when the health is low and there is nothing to eat.
func (t *turn) endangered() bool {
	low, s := t.rules.Limits.Health, t.state()
	if s.Health == nil || low < 0 || *s.Health > low || s.Feeds(t.rules.IsFood) {
		return false
	}
	t.failed(game.Then(game.Say("end.hungry", "n", *s.Health), t.missing()))
	return true
}

// doStep carries out the step at hand: checks that hold at the moment of
// sending, then the intent and its sending.
func (t *turn) doStep() bool {
	r := t.run()
	step := &t.w.Plan.Steps[t.w.Step]
	info, _ := game.Lookup(step.Action.Kind)
	if info.Local {
		return t.passed(game.Confirmed, game.Say("skip.nothing"))
	}
	if r.Task.Round > 1 && r.Task.Goal != "" && game.SaidBefore(step, r.Task.Round, r.here(), t.w.Plan.Steps[:t.w.Step]) {
		return t.passed(game.Claimed, game.Say("skip.earlier"))
	}
	if !t.ready() {
		return t.run() == nil
	}
	r = t.run()
	state, body := t.state(), &t.in.Body.Info
	if t.elsewhere() || t.endangered() {
		return true
	}
	if len(step.Enough) > 0 && game.MissingNeed(step.Enough, state) == "" {
		return t.passed(game.Skipped, game.Say("skip.enough"))
	}
	if r.Task.Policy == Continue && t.w.FailedAt >= 0 {
		if missing := game.MissingNeed(step.Needs, state); missing != "" {
			return t.passed(game.Skipped, game.Say("skip.needs", "what", missing))
		}
	}
	if f := t.rules.Guard.Refuse(&step.Action, body); f != nil {
		return t.refused(f)
	}
	zones, lifted := game.ZonesFor(t.rules.Protected, r.Task.Goal)
	call := step.Action
	filled := worldmap.Beside(&call, *body, state, r.History)
	if filled != nil {
		call.At = filled
	}
	if f := call.Trespass(zones, body, state); f != nil {
		return t.refused(f)
	}
	if may, on := t.repeats(step.Action); !may {
		return on
	}
	if info.Speaks {
		// Before the intent is kept: what waits for its turn was not sent.
		var until time.Time
		t.process(func(p *Process) { until = p.Chat.Turn(t.in.Now) })
		if !until.IsZero() {
			return t.wait(Wait{For: ForTime, Until: until})
		}
	}
	return t.send(step, filled, lifted)
}

// repeats reports whether the action at hand may go out as far as what failed before says.
// Otherwise on is whether the task goes on at once.
func (t *turn) repeats(action game.Action) (may, on bool) {
	r := t.run()
	n := len(r.History)
	switch last := r.last; {
	case !t.w.Repeating:
	case t.goalMet():
		return false, t.complete()
	case t.seenAfterAll():
		return false, true
	case r.Task.Goal != "" && last != nil && last.Step.Expect.Begun(last.Mark.State(), t.state()):
		return false, t.nextRound(r.History[n-1].CouldNot(t.seen())) // for the rest, not for all of it again
	default:
		return true, false
	}
	if r.Task.Policy != Replan || n == 0 || !game.ForbidsRepeat(&r.History[n-1], action) {
		return true, false
	}
	if until := r.last.Ended.Add(lookAgainAfter); r.last.Again && t.in.Now.Before(until) {
		return false, t.wait(Wait{For: ForTime, Until: until, then: thenAgain})
	}
	if t.w.Repeating = game.OwesRepeat(r.History); !t.w.Repeating {
		return false, t.blocked(&r.History[n-1])
	}
	return true, false
}

// send keeps the intent and has the body act.
func (t *turn) send(step *game.Step, filled *game.Pos, lifted []string) bool {
	rec, within := t.record(step), t.run().Task.Settings.Within
	rec.ID, rec.Mark, rec.Filled = t.in.ID, step.Expect.Mark(t.state()), filled
	t.emit(Fact{Action: &rec})
	t.w.Before, t.w.Shown, t.w.Over = t.state(), time.Time{}, false
	t.goesOut = Send{rec.Task, game.Call{Action: rec.Call(), Lifted: lifted, Within: within, Seconds: step.Seconds, Expect: step.Shows()}}
	if t.a.Process.Crafts && step.Batch > 1 {
		t.goesOut.Call.Action.Quantity = step.Crafts()
	}
	t.do(&t.goesOut)
	return t.wait(Wait{For: ForEnd})
}

// record is a new row for the step at hand. A row of the same step that could not
// be sent before is replaced.
func (t *turn) record(step *game.Step) Action {
	r := t.run()
	rec := Action{Task: r.Task.ID, Seq: 1, Round: r.Task.Round, Index: t.w.Step, Step: *step, Started: t.in.Now}
	if last := r.last; last != nil {
		rec.Seq = last.Seq + 1
		if last.End == game.EndUnsent && last.ID != "" && last.Round == rec.Round && last.Index == rec.Index {
			rec.Seq = last.Seq
		}
	}
	return rec
}

// refused settles a step that may not be sent.
func (t *turn) refused(f *game.Failure) bool {
	rec := t.record(&t.w.Plan.Steps[t.w.Step])
	out := game.Outcome{End: game.EndUnsent, Failure: f, Started: t.in.Now, Ended: t.in.Now}
	t.keep(rec, out, game.Judgement{Verdict: game.Failed, Reason: f.Words()})
	return t.onFailure(out, game.Failed)
}

// blocked ends a round whose plan asks at once for what has just failed: that
// is never sent twice in a row, and excluded from now on.
func (t *turn) blocked(last *game.Attempt) bool {
	act := &t.w.Plan.Steps[t.w.Step].Action
	x := game.Exclusion{Kind: act.Kind, Subject: act.Subject(), At: act.At, Reason: last.Reason}
	if f := last.Outcome.Failure; f != nil {
		x.Code = f.Code
	} else if last.Verdict == game.Contradicted {
		x.Code = game.CodeContradicted
	}
	if list := game.Exclude(t.run().Task.Blocked, x); len(list) > len(t.run().Task.Blocked) {
		t.put(func(row *Task) { row.Blocked = list })
	}
	return t.nextRound(last.CouldNot(t.seen()))
}

// passed notes a step that is not sent and goes on.
func (t *turn) passed(v game.Verdict, why game.Message) bool {
	step := &t.w.Plan.Steps[t.w.Step]
	j := game.Judgement{Verdict: v, Reason: messages.InEnglish(why)}
	t.keep(t.record(step), game.Outcome{End: game.EndUnsent, Started: t.in.Now, Ended: t.in.Now}, j)
	if v == game.Skipped {
		t.do(Notice{t.of, game.Say("notice.skipped", "what", step.Action.Say(), "why", why)})
	}
	return t.nextStep()
}

// nextStep goes on with the plan. A skip was of the step before.
func (t *turn) nextStep() bool {
	t.w.Step++
	t.w.Repeating, t.w.Hindered = false, 0
	if t.w.Asked == askSkip {
		t.w.Asked = askNothing
	}
	return true
}

// skipped is the reason of a step that a person skipped; skippedWords the same as rows keep it.
var skipped, skippedWords = game.Say("skip.person"), "skipped by a person"
