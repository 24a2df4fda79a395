package orchestrator

import (
	"time"

	"github.com/minehand/minehand/game"
)

// unseen are the ends after which nobody knows whether the body acted.
func unseen(end game.End) bool {
	return end == game.EndDeadline || end == game.EndGone || end == game.EndCaller
}

// mayHaveHappened reports whether an action may have been carried out although
// no report came, and must not be twice: it counts as claimed until something
// shows otherwise. A block that is placed is such, but its going from the
// inventory shows (settleDoubt).
func mayHaveHappened(kind game.Kind, end game.End) bool {
	return inDoubt(kind, end) || kind == game.Place && unseen(end)
}

// settleDoubt looks in a newer state whether a block whose report never came
// was placed: its item is gone or still there. Otherwise is what it was if it
// was not.
func (a *agent) settleDoubt(r *run, now *game.State, otherwise judgement) {
	if len(r.actions) == 0 {
		return
	}
	rec := &r.actions[len(r.actions)-1]
	block := rec.Step.Action.Block
	before := rec.Mark.state()
	if rec.Step.Action.Kind != game.Place || rec.Verdict != game.Claimed || !unseen(rec.End) || before.Count(block) == 0 {
		return
	}
	out := game.Outcome{End: rec.End, Failure: rec.Failure, Before: before, After: now, Started: rec.Started, Ended: rec.Ended}
	if showsDone(&rec.Step, before, now) {
		out.End, out.Failure = game.EndObserved, nil
		a.record(r, out, judgement{Verdict: game.Confirmed, Reason: "seen later"})
		return
	}
	a.record(r, out, otherwise)
}

// notPlaced is the judgement of a block that was looked for and is still held.
var notPlaced = judgement{Verdict: game.Failed, Reason: "it was not placed"}

// closeOpen gives the last action an end when its task ends without knowing
// how it went; nil when it has one.
func (r *run) closeOpen(now time.Time) *Action {
	if len(r.actions) == 0 {
		return nil
	}
	rec := &r.actions[len(r.actions)-1]
	if !rec.Open() {
		return nil
	}
	rec.Ended, rec.End, rec.Verdict, rec.Reason = now, game.EndGone, game.Failed, "its end is not known"
	if mayHaveHappened(rec.Step.Action.Kind, rec.End) {
		rec.Verdict = game.Claimed
	}
	r.open = -1
	c := *rec
	return &c
}

// closeOpen is run's, journalled and shown.
func (a *agent) closeOpen(r *run) {
	a.mu.Lock()
	rec := r.closeOpen(time.Now())
	if rec != nil {
		a.pending.Actions = append(a.pending.Actions, *rec)
	}
	a.mu.Unlock()
	if rec != nil {
		a.publish(r, rec)
	}
}
