package task

import (
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// staleAfter is how old a state may be for an action to be sent (rule 12).
const staleAfter = 10 * time.Second

// unready says what a body has to wait for before it is sent an action; empty
// when nothing.
func unready(body *Body, now time.Time) string {
	snap := &body.Snap
	s := &snap.State
	switch {
	case body.Link.State == game.LinkDown:
		return "Waiting for the body to come back."
	case snap.Seq == 0:
		return "Waiting for the body's first report: join a world."
	case !s.InWorld():
		return "Waiting for a world: join one."
	case now.Sub(snap.At) > staleAfter:
		return "Waiting for a world: the body has not reported for " + words(now.Sub(snap.At)) + "."
	case worldmap.Dead(s):
		return "Waiting for the player to respawn."
	}
	return ""
}

// ready reports whether the body may be sent an action. Otherwise what is to
// follow is on its way: a wait, or the task's end.
func (t *turn) ready() bool {
	body := t.in.Body
	if body == nil {
		t.lost()
		return false
	}
	why := unready(body, t.in.Now)
	if why == "" {
		if t.run().Task.Dead { // its next death counts
			t.put(func(row *Task) { row.Dead = false })
		}
		t.waiting("")
		return true
	}
	if body.Snap.Seq > 0 && worldmap.Dead(&body.Snap.State) && t.death() {
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
		row.Fell = t.run().count()
	})
	n := t.run().Task.Deaths
	if n < t.rules.Limits.Deaths {
		return false
	}
	t.end(Failed, fmt.Sprintf("Stopped: the player died %d times, the limit for one goal.%s", n, t.missing()))
	return true
}

// endangered ends the task when the health is low and there is nothing to eat.
func (t *turn) endangered() bool {
	low, s := t.rules.Limits.Health, t.state()
	if s.Health == nil || low < 0 || *s.Health > low {
		return false
	}
	for i := range s.Inventory {
		if f := t.rules.IsFood; f != nil && f(s.Inventory[i].Item) {
			return false
		}
	}
	t.failed(fmt.Sprintf("Stopped: the health is down to %g of 20 and there is nothing to eat.%s", *s.Health, t.missing()))
	return true
}

// doStep carries out the step at hand: checks that hold at the moment of
// sending, then the intent and its sending.
func (t *turn) doStep() bool {
	r := t.run()
	step := &t.w.Plan.Steps[t.w.Step]
	if info, _ := game.Lookup(step.Action.Kind); info.Local {
		return t.passed(game.Confirmed, "nothing to do")
	}
	if r.Task.Round > 1 && r.Task.Goal != "" && saidBefore(step, r.Task.Round, r.History, t.w.Plan.Steps[:t.w.Step]) {
		return t.passed(game.Claimed, "done in an earlier round")
	}
	if t.w.Asked == askSkip {
		t.w.Asked = askNothing
		return t.passed(game.Skipped, skippedWords)
	}
	if !t.ready() {
		return t.run() == nil
	}
	r = t.run()
	state, body := t.state(), &t.in.Body.Info
	if t.elsewhere() || t.endangered() {
		return true
	}
	if len(step.Enough) > 0 && missingNeed(step.Enough, state) == "" {
		return t.passed(game.Skipped, "enough is held")
	}
	if r.Task.Policy == Continue && t.w.FailedAt >= 0 {
		if missing := missingNeed(step.Needs, state); missing != "" {
			return t.passed(game.Skipped, "needs "+missing)
		}
	}
	if f := t.rules.Guard.denied(&step.Action, *body); f != nil {
		return t.refused(f)
	}
	zones, lifted := game.ZonesFor(t.rules.Protected, r.Task.Goal)
	filled := worldmap.Beside(&step.Action, *body, state, r.History)
	if f := trespass(zones, &step.Action, filled, *body, state); f != nil {
		return t.refused(f)
	}
	if t.w.Repeating {
		if t.goalMet() {
			return t.complete()
		}
		if t.seenAfterAll() {
			return true
		}
	}
	if n := len(r.History); r.Task.Policy == Replan && !t.w.Repeating && n > 0 {
		if last := &r.History[n-1]; forbidsRepeat(last, step.Action) {
			if !owesRepeat(r.History) {
				return t.blocked(last)
			}
			t.w.Repeating = true
		}
	}
	if step.Action.Kind == game.Chat {
		// Before the intent is kept: what waits for its turn was not sent.
		pace, until := t.a.Chat.take(t.in.Now)
		t.process(func(p *process) { p.chat = pace })
		if !until.IsZero() {
			return t.wait(Wait{For: ForTime, Until: until})
		}
	}
	return t.send(step, filled, lifted)
}

// send keeps the intent and has the body act.
func (t *turn) send(step *game.Step, filled *game.Pos, lifted []string) bool {
	rec := t.record(step)
	rec.ID, rec.Mark, rec.Filled = t.in.ID, markOf(step, t.state()), filled
	t.emit(Fact{Action: &rec})
	t.w.Before = t.state()
	t.do(Send{rec.Task, game.Call{Action: rec.Call(), Lifted: lifted, Seconds: step.Seconds, Observed: observed(step.Expect)}})
	return t.wait(Wait{For: ForEnd})
}

// record is a new row for the step at hand. A row of the same step that could not
// be sent before is replaced.
func (t *turn) record(step *game.Step) Action {
	r := t.run()
	rec := Action{Task: r.Task.ID, Seq: r.count() + 1, Round: r.Task.Round, Index: t.w.Step, Step: *step, Started: t.in.Now}
	if last := r.last; last != nil && last.End == game.EndUnsent && last.ID != "" && last.Round == rec.Round && last.Index == rec.Index {
		rec.Seq = last.Seq
	}
	return rec
}

// refused settles a step that may not be sent.
func (t *turn) refused(f *game.Failure) bool {
	rec := t.record(&t.w.Plan.Steps[t.w.Step])
	out := game.Outcome{End: game.EndUnsent, Failure: f, Started: t.in.Now, Ended: t.in.Now}
	t.keep(rec, out, judgement{Verdict: game.Failed, Reason: failureWords(f)})
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
	if list := addExclusion(t.run().Task.Blocked, x); len(list) > len(t.run().Task.Blocked) {
		t.put(func(row *Task) { row.Blocked = list })
	}
	return t.nextRound(t.couldNot(last))
}

// passed notes a step that is not sent and goes on.
func (t *turn) passed(v game.Verdict, reason string) bool {
	step := &t.w.Plan.Steps[t.w.Step]
	t.keep(t.record(step), game.Outcome{End: game.EndUnsent, Started: t.in.Now, Ended: t.in.Now}, judgement{Verdict: v, Reason: reason})
	if v == game.Skipped {
		t.notice(fmt.Sprintf("Skipped: %s (%s).", step.Action.Describe(), reason))
	}
	return t.nextStep()
}

// nextStep goes on with the plan.
func (t *turn) nextStep() bool {
	t.w.Step++
	t.w.Repeating = false
	return true
}

// skippedWords is the reason of a step that a person skipped.
const skippedWords = "skipped by a person"
