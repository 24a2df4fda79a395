package orchestrator

import (
	"context"
	"time"

	"github.com/minehand/minehand/game"
)

// recover takes over a task that an earlier process left unfinished. Rows to
// journal go into b. What is queued is held when the task waits for a person
// from now on.
func (a *agent) recover(rec *Record, alive time.Time, b *Batch) (hold bool) {
	r := newRun(rec.Task)
	r.rounds, r.moves, r.actions = rec.Rounds, rec.Moves, rec.Actions
	for i := range r.actions {
		if r.actions[i].Open() {
			if i == len(r.actions)-1 {
				r.open = i
				break
			}
			// Only the last action can be open; an earlier one lost its row.
			r.actions[i].Ended, r.actions[i].End = r.actions[i].Started, game.EndGone
			r.actions[i].Verdict, r.actions[i].Reason = game.Failed, "its end is not known"
		}
		r.history = append(r.history, r.actions[i].attempt())
		if x, ok := exclusionOf(&r.actions[i].Step.Action, r.actions[i].Failure); ok {
			r.exclude = addExclusion(r.exclude, x)
		}
	}
	if n := len(r.actions) - 1; n >= 0 && r.actions[n].End == game.EndGone && r.actions[n].ID != "" {
		r.open = n // it was lost with its session, which is not back yet
	}
	t := &r.task
	t.Waiting = ""
	r.recount()
	switch {
	case t.State == StateQueued:
		a.queue = append(a.queue, r)
		return false
	case t.State == StateStopping, t.endedBy(a.owed):
		if a.owes = true; a.owed.IsZero() { // its body may never have heard of it
			a.owed = time.Now()
			b.Owed = append(b.Owed, Debt{Body: a.id, At: a.owed})
		}
		if rec := r.closeOpen(time.Now()); rec != nil {
			b.Actions = append(b.Actions, *rec)
		}
		b.moved(r, StateStopped, "Stopped.", time.Now())
		return false
	case t.State == StatePaused:
		t.NeedsPerson = true
		b.moved(r, StateInterrupted, "It was paused when Minehand ended; resume it to go on.", time.Now())
	case t.State == StateInterrupted:
		r.lost = t.Since
	default:
		r.lost = lastSeen(rec, alive)
		b.moved(r, StateInterrupted, "Minehand ended while this ran; it goes on when its body is back.", r.lost)
	}
	if t.NeedsPerson || a.cur != nil {
		hold = !rec.Task.NeedsPerson // what was held with it then is in the journal
		t.NeedsPerson = true
		a.parked = append(a.parked, r)
		return hold
	}
	r.why = "went on after a restart"
	a.cur = r
	return false
}

// recount takes the task's counters from its actions: its row is written only
// when its state changes.
func (r *run) recount() {
	r.task.Sent, r.task.Failed = 0, 0
	for i := range r.actions {
		a := &r.actions[i]
		if a.ID != "" && a.End != game.EndUnsent {
			r.task.Sent++
		}
		if a.Verdict == game.Failed || a.Verdict == game.Contradicted {
			r.task.Failed++
		}
	}
}

// moved adds a move made before the agent runs.
func (b *Batch) moved(r *run, s State, reason string, at time.Time) {
	t := &r.task
	t.State, t.Reason, t.Since = s, reason, at
	if s.Ended() {
		t.Ended = at
	}
	m := Move{Task: t.ID, At: at, State: s, Round: t.Round, Reason: reason}
	r.moves = append(r.moves, m)
	b.Tasks = append(b.Tasks, *t)
	b.Moves = append(b.Moves, m)
}

// lastSeen is when the earlier process last worked on the task, as far as the
// journal knows.
func lastSeen(rec *Record, alive time.Time) time.Time {
	seen := rec.Task.Since
	if alive.After(seen) {
		seen = alive
	}
	for i := range rec.Actions {
		for _, at := range [...]time.Time{rec.Actions[i].Started, rec.Actions[i].Ended} {
			if at.After(seen) {
				seen = at
			}
		}
	}
	return seen
}

// reconcile finds out how the action ended that was under way when the process
// or the session was lost, before anything else is sent. Nothing is sent again
// by itself: the coming round plans from the fresh state.
func (a *agent) reconcile(r *run, body Body, byPerson bool) error {
	if r.open >= 0 && r.open == len(r.actions)-1 {
		if err := a.reconcileOpen(r, body); err != nil {
			return err
		}
	}
	r.open = -1
	if byPerson {
		_, state, err := a.ready(r)
		if err != nil {
			return err
		}
		if world := worldID(state); world != "" {
			a.mu.Lock()
			r.task.World = world
			a.mu.Unlock()
		}
	}
	return nil
}

func (a *agent) reconcileOpen(r *run, body Body) error {
	rec := r.actions[r.open]
	a.waiting(r, findingOut(&rec.Step.Action))
	info := body.Info()
	if v2, ok := body.(Adopter); ok && info.Protocol >= game.ProtocolV2 && rec.ID != "" {
		call := game.Call{Action: rec.call(), Seconds: rec.Step.Seconds, Progress: func(p game.Progress) { a.heard(r, rec.ID, p) }}
		out := v2.Adopt(a.operation(), call)
		switch out.End {
		case game.EndReported, game.EndObserved, game.EndDeadline:
			return a.adopted(r, body, out)
		case game.EndCaller:
			if err := a.interruption(); err != nil {
				return err
			}
		}
	}
	// First contact with an unsettled action: the body is stopped, then looked at.
	body.Stop()
	ctx, cancel := context.WithTimeout(a.operation(), settleTime)
	err := body.Settle(ctx)
	cancel()
	if err != nil {
		a.log.Warn("body did not come to rest after a restart", "error", err)
	}
	_, state, err := a.ready(r)
	if err != nil {
		return err
	}
	a.judgeOpen(r, state)
	return a.commit(r, false)
}

// findingOut is what an interrupted task waits for while its last action is
// being settled.
func findingOut(act *game.Action) string { return "Finding out how it went: " + act.Describe() + "." }

// adopted settles the open action with the body's own report.
func (a *agent) adopted(r *run, body Body, out game.Outcome) error {
	rec := &r.actions[r.open]
	if out.Before == nil {
		out.Before = rec.Mark.state()
	}
	if out.Ended.IsZero() {
		out.Ended = time.Now()
	}
	if out.Failure != nil {
		a.recordFailure(r, out)
		return a.commit(r, false)
	}
	if out.After == nil {
		snap := body.Snapshot()
		out.After = &snap.State
	}
	e := evidence{Expect: rec.Step.Expect, Outcome: out, Spent: spent(&rec.Step.Action), Waited: true}
	a.record(r, out, judge(e))
	return a.commit(r, false)
}

// judgeOpen compares the fresh state with what the body had when the open
// action was sent. What cannot be verified counts as claimed and is not
// repeated.
func (a *agent) judgeOpen(r *run, now *game.State) {
	rec := &r.actions[r.open]
	before := rec.Mark.state()
	out := game.Outcome{
		End: game.EndGone, Before: before, After: now, Started: rec.Started, Ended: time.Now(),
		Failure: &game.Failure{Code: game.CodeConnectionLost, Message: "the connection was lost while it ran"},
	}
	act := &rec.Step.Action
	info, _ := game.Lookup(act.Kind)
	var j judgement
	switch {
	case before != nil && !rec.Step.Expect.Empty() && observed(rec.Step.Expect)(before, now):
		out.End, out.Failure = game.EndObserved, nil
		j = judgement{Verdict: game.Confirmed, Reason: "seen after the interruption", Gained: gainedOf(rec.Step.Expect, out, now)}
	case info.Once:
		j = judgement{Verdict: game.Claimed, Reason: "sent; no report came"}
	case act.Kind == game.Place && (before == nil || before.Count(act.Block) == 0 || now.Count(act.Block) < before.Count(act.Block)):
		j = judgement{Verdict: game.Claimed, Reason: "sent; no report came"}
	default:
		j = judgement{Verdict: game.Failed, Reason: failureWords(out.Failure), Gained: gainedOf(rec.Step.Expect, out, now)}
	}
	a.record(r, out, j)
}
