package orchestrator

import (
	"time"

	"github.com/minehand/minehand/game"
)

// recordFailure records an outcome that is no reported success. What may have
// happened unseen and must not happen twice counts as claimed.
func (a *agent) recordFailure(r *run, out game.Outcome) {
	rec := &r.actions[len(r.actions)-1]
	j := judgement{Verdict: game.Failed, Reason: failureWords(out.Failure)}
	if mayHaveHappened(rec.Step.Action.Kind, out.End) {
		j = judgement{Verdict: game.Claimed, Reason: "sent; no report came"}
	}
	if out.End != game.EndUnsent {
		j.Gained = gainedOf(rec.Step.Expect, out, out.After)
	}
	a.record(r, out, j)
}

// record settles the last action: in the task, the pending commit, the
// planner's history and the events.
func (a *agent) record(r *run, out game.Outcome, j judgement) {
	a.keepAction(r, out, j)
	i := len(r.actions) - 1
	rec := &r.actions[i]
	attempt := rec.attempt()
	if i < len(r.history) {
		r.history[i] = attempt
	} else {
		r.history = append(r.history, attempt)
	}
	if j.Verdict == game.Confirmed && len(j.Gained) > 0 {
		r.reached(out.Before, j.Gained)
	}
	a.remember(r, &out, j.Verdict)
	done := *rec
	a.publish(r, &done)
	a.sample(r, &out)
}

// keepAction puts the outcome into the record and the pending commit.
func (a *agent) keepAction(r *run, out game.Outcome, j judgement) {
	ended := out.Ended
	if ended.IsZero() {
		ended = time.Now()
	}
	a.mu.Lock()
	rec := &r.actions[len(r.actions)-1]
	if counted(rec) { // a better outcome replaces a failure
		r.task.Failed--
	}
	rec.Ended, rec.End, rec.Verdict, rec.Reason = ended, out.End, j.Verdict, j.Reason
	rec.Failure, rec.Result, rec.Gained = out.Failure, slim(out.Result), j.Gained
	if counted(rec) {
		r.task.Failed++
	}
	a.progress = nil
	r.task.Waiting = ""
	a.mu.Unlock()
	a.pending.Actions = append(a.pending.Actions, *rec)
}

// counted reports whether the action counts as failed.
func counted(rec *Action) bool {
	return (rec.Verdict == game.Failed || rec.Verdict == game.Contradicted) && rec.ID != "" && rec.End != game.EndUnsent
}

// slim is the result without the state, which has its own place.
func slim(res *game.Result) *game.Result {
	if res == nil || res.State == nil {
		return res
	}
	c := *res
	c.State = nil
	return &c
}

// reached notes new high-water marks of wanted items: a round with one brought
// the goal nearer. Gathering again what was spent does not.
func (r *run) reached(before *game.State, gained map[string]int) {
	if r.highs == nil {
		r.highs = make(map[string]int)
	}
	for item, n := range gained {
		if before != nil {
			n += before.Count(item)
		}
		if n > r.highs[item] {
			r.highs[item] = n
			r.nearer = true
		}
	}
}

// publish shows the action.
func (a *agent) publish(r *run, rec *Action) {
	a.o.hub.publish(Event{Kind: EventAction, Body: a.id, TaskID: rec.Task, Action: rec, Of: len(r.plan.Steps), ActionID: rec.ID})
}

// sampleEvery is the least time between two samples of a body's state.
const sampleEvery = 10 * time.Second

// sample keeps the state after an action, for the task's history.
func (a *agent) sample(r *run, out *game.Outcome) {
	s := out.After
	if out.Result != nil && out.Result.State != nil {
		s = out.Result.State
	}
	if s == nil || out.Ended.Sub(a.sampled) < sampleEvery {
		return
	}
	a.sampled = out.Ended
	c := *s
	c.Nearby = nil
	a.pending.Samples = append(a.pending.Samples, Sample{Task: r.task.ID, At: out.Ended, State: c})
}

// progressEvery bounds how often a body's progress is published.
const progressEvery = 100 * time.Millisecond

// heard takes what a body or planner says of its work. It is called from their
// goroutines and returns at once.
func (a *agent) heard(r *run, actionID string, p game.Progress) {
	now := time.Now()
	a.mu.Lock()
	if a.cur != r {
		a.mu.Unlock()
		return
	}
	turned := a.progress == nil || a.progress.Paused != p.Paused
	if !turned && now.Sub(a.progressAt) < progressEvery {
		a.progress = &p
		a.mu.Unlock()
		return
	}
	a.progress, a.progressAt = &p, now
	switch {
	case p.Paused != "":
		r.task.Waiting = pausedWords(p.Paused)
	case turned && actionID != "" && r.task.State == StateInterrupted:
		r.task.Waiting = findingOut(&r.actions[len(r.actions)-1].Step.Action) // only the action at hand is heard of
	case turned && actionID != "":
		r.task.Waiting = ""
	}
	a.say(lineOf(&r.task))
	a.mu.Unlock()
	a.o.hub.publish(Event{Kind: EventProgress, Body: a.id, TaskID: r.task.ID, ActionID: actionID, Progress: &p})
}

func pausedWords(reason string) string {
	switch reason {
	case "player_input":
		return "Waiting: you are playing yourself."
	case "screen":
		return "Waiting: a screen is open in the game."
	case "game_paused":
		return "The game is paused: open it to LAN, or press F3+P."
	case "dead":
		return "Waiting for the player to respawn."
	}
	return "Paused in the game: " + game.Display(reason) + "."
}
