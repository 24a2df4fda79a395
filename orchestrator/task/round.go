// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// freshTime is how long a re-plan waits for a state newer than the failure.
const freshTime = 1500 * time.Millisecond

// arrivalTime is how long a body that has just come may show an empty inventory
// although it holds what it held.
const arrivalTime = 10 * time.Second

// begin moves a task into its next round of planning.
func (t *turn) begin(row Task) {
	if t.of != row.ID {
		t.w = Work{FailedAt: -1}
	}
	row.Round++
	row.Step, row.Of = 0, 0
	t.w.First, t.w.Stage = row.Started.IsZero(), stageMoved
	if t.w.First {
		row.Started = t.in.Now
	}
	if t.w.ActiveFrom.IsZero() {
		t.w.ActiveFrom = t.in.Now
	}
	t.of = row.ID
	t.moved(row, Planning, t.w.Why, t.in.Now)
}

// planRound asks the planner for the coming round's plan.
func (t *turn) planRound() bool {
	r := t.run()
	if t.w.Stage == stageNew {
		if r.Task.Spent >= t.rules.Limits.Rounds {
			return t.failed(game.Say("end.rounds", "n", r.Task.Spent))
		}
		t.begin(r.Task)
		return true
	}
	if !t.ready() {
		return false
	}
	if t.w.Stage == stageMoved && (!t.w.First || t.brokenOff()) {
		return t.wait(Wait{For: ForReport, After: t.in.Body.Snap.Seq, Until: t.in.Now.Add(freshTime), then: thenGoOn})
	}
	t.settleDoubt(t.state(), notDone)
	if t.in.Body.Info.Role == roleSelf && t.elsewhere() {
		return true
	}
	t.arrive()
	r = t.run()
	if since := t.in.Body.arrived(); len(t.w.Held) > 0 && len(t.state().Inventory) == 0 && t.in.Now.Sub(since) < arrivalTime {
		// What it holds is not there yet.
		return t.wait(Wait{For: ForReport, After: t.in.Body.Snap.Seq, Until: since.Add(arrivalTime), then: thenGoOn})
	}
	t.w.Step, t.w.FailedAt, t.w.Repeating, t.w.Approved, t.w.Hindered = 0, -1, false, false, 0
	if n := len(r.Rounds); r.Task.Round > 1 && t.goalMet() &&
		(n == 0 || r.last == nil || !r.Rounds[n-1].Plan.Within(r.last.Index, r.last.Verdict.Worked())) {
		return t.complete()
	}
	return t.wait(Wait{For: ForPlan})
}

// brokenOff reports whether an action was broken off a moment ago: what it did may not be in the state yet.
func (t *turn) brokenOff() bool {
	last := t.a.Last
	return last != nil && last.last != nil && !last.last.Verdict.Worked() && t.in.Now.Sub(last.last.Ended) < freshTime
}

// Request is what the planner is asked for the task at hand, but for what is
// known of the world. edit, when not nil, is checked instead of the goal.
func (r *Run) Request(rules *Rules, body *Body, edit []game.Action) game.Request {
	req := game.Request{
		TaskID: r.Task.ID, Round: r.Task.Round, Goal: r.Task.Goal, Read: r.Task.Read, Body: body.Info, State: body.Snap.State,
		Baseline: r.Task.baseline(), History: slices.Clone(r.here()),
		Exclude: slices.Concat(r.Exclude, r.Task.Blocked), Settings: r.Task.Settings, Translation: r.Task.Translation, Shown: r.Task.Approve,
	}
	req.Zones, _ = game.ZonesFor(rules.Protected, r.Task.Goal)
	for i := range r.Rounds {
		if turn := r.Rounds[i].Plan.Turn; turn != nil {
			req.Turns = append(req.Turns, *turn)
		}
	}
	if req.State.Inventory == nil { // its states show none just now: it has what it had
		req.State.Inventory = r.Work.Held
	}
	switch {
	case edit != nil:
		req.Goal, req.Actions, req.Edited = "", edit, true
	case r.Task.Goal == "":
		req.Actions = r.remaining()
	}
	return req
}

// roleSelf is the role of a body that is the player's own game.
const roleSelf = "self"

// elsewhere ends the plan at hand when the body is in another world: another save
// or server is one. A task of the player's own game is parked then.
func (t *turn) elsewhere() bool {
	switch {
	case t.in.Body == nil || !worldmap.Moved(t.run().Task.World, t.state()):
		return false
	case t.in.Body.Info.Role != roleSelf:
		t.arrive()
		return t.nextRound(game.Say("anew.world"))
	}
	t.park(game.Say("lost.world"))
	return true
}

// arrive has the task go on from what there is: in another world than before
// nothing that it did counts.
func (t *turn) arrive() {
	r, base := t.run(), game.BaselineOf(t.state())
	if r.Task.Baseline == nil || worldmap.Moved(r.Task.World, t.state()) {
		if last := t.a.Last; r.Task.Baseline == nil && last != nil && last.Task.World == worldmap.Name(t.state()) {
			base.After(last.Task.baseline(), last.here())
		}
		t.put(func(row *Task) { row.Baseline, row.Before, row.Latched, row.Best = &base, r.count(), nil, 0 })
	}
	if world := worldmap.Name(t.state()); world != "" && world != r.Task.World {
		t.put(func(row *Task) { row.World = world })
	}
}

// remaining are the actions of a ready list that are still to be done.
func (r *Run) remaining() []game.Action {
	from, next, round := 0, 0, 0
	for i := r.Task.Before; i < r.count(); i++ {
		rec := r.action(i)
		if rec.Round != round { // its plan was the list from there on
			from, round = next, rec.Round
		}
		over := rec.Verdict.Worked() || rec.Verdict == game.Skipped ||
			r.Task.Policy == Continue && (rec.ID == "" || rec.End == game.EndReported || rec.End == game.EndDeadline)
		if next = from + rec.Index; over {
			next++
		}
	}
	return r.Task.Actions[min(next, len(r.Task.Actions)):]
}

// action is the i-th action, from 0.
func (r *Run) action(i int) *Action {
	if i < len(r.past) {
		return r.past[i]
	}
	return r.last
}

// replied takes the planner's reply.
func (t *turn) replied(in Replied, edited bool) bool {
	if asked := in.Plan.Record; asked != nil && asked.Cost.Currency != "" && !edited { // an edit repeats the record
		t.put(func(row *Task) { row.Cost = row.Cost.Plus(asked.Cost) })
	}
	switch {
	case edited:
		listed := t.run().Task.Goal == ""
		if in.Plan = messages.Explained(game.EditedPlan(t.w.Plan, &in.Plan, listed, in.Err)); listed && in.Err == nil {
			t.relist(&in.Plan)
		}
	case in.Err != nil:
		return t.noPlan(in.Err, in.Plan.Record)
	case t.in.Body != nil:
		if why := game.OutOfReach(t.run().History, &in.Plan, t.state(), t.rules.Limits.NewTool); why.Code != "" {
			return t.failed(game.Then(why, t.missing()))
		}
	}
	return t.adopt(in.Plan)
}

// noPlan decides what a planner's error means. What a model was asked and answered
// is kept all the same.
func (t *turn) noPlan(err error, record *game.Record) bool {
	r := t.run()
	none := game.Plan{Record: record, Fault: game.SayError(err)}
	t.round(Round{Task: r.Task.ID, Round: r.Task.Round, At: t.in.Now, Plan: none, Error: err.Error()})
	t.w.Why = game.Message{}
	var impossible *game.ImpossibleError
	var unreadable *game.UnreadableError
	var guess *game.GuessError
	var faults *game.FaultsError
	again := r.Task.Round > 1
	switch {
	case errors.As(err, &impossible) && len(r.History) == 0:
		t.put(func(row *Task) { row.Impossible = true })
	case errors.As(err, &unreadable), errors.As(err, &guess):
		t.put(func(row *Task) { row.Unreadable = true })
	case errors.As(err, &faults) && again && r.Task.BadReplies == 0:
		t.put(func(row *Task) { row.BadReplies++ })
		return t.nextRound(game.AsSentence(game.SayError(err)))
	}
	if last := game.LastFailure(t.run().History, t.seen()); again && last != nil {
		return t.failed(last.NoOtherWay(t.seen(), err, t.missing()))
	}
	return t.failed(game.AsSentence(game.SayError(err)))
}

// round keeps a round with its reason; a later revision replaces the earlier one.
func (t *turn) round(r Round) {
	r.Why, r.Plan.Because = messages.InEnglish(t.w.Why), t.w.Why
	t.emit(Fact{Round: &r})
}

// adopt takes and shows the plan, and looks at the goal first: what is already
// held is not done again.
func (t *turn) adopt(plan game.Plan) bool {
	t.put(func(row *Task) {
		if !row.Reading.Judged() && plan.Goal.Judged() || row.Reading.Text == "" {
			row.Reading = plan.Goal
			row.Reading.Text = cmp.Or(row.Reading.Text, row.Title())
		}
		row.Read, row.PlannedBy, row.Source, row.Guess, row.Say = cmp.Or(plan.Read, row.Read), plan.PlannedBy, plan.Source, plan.Guess, plan.Say
		row.Translation = cmp.Or(plan.Translation, row.Translation)
		row.Of, row.Step = len(plan.Steps), 0
		row.Revision++
	})
	row := t.run().Task
	t.round(Round{Task: row.ID, Round: row.Round, Revision: row.Revision, At: t.in.Now, Plan: plan})
	t.w.Plan, t.w.Step, t.w.Why, t.w.Stage = &plan, 0, game.Message{}, stageNew
	for _, n := range plan.Said() {
		t.do(Notice{t.of, n})
	}
	t.show(func(*Task) {})
	if t.in.Body != nil && row.Reading.Judged() {
		t.latch()
		now := t.run().standing(t.state())
		if row.Round == 1 && now.Have != row.Best {
			t.put(func(row *Task) { row.Best = now.Have })
		}
		if len(now.Open) == 0 && t.run().Task.Reading.Provable() && !plan.Within(-1, false) {
			return t.complete()
		}
	}
	if len(plan.Steps) == 0 {
		t.w.Plan = nil
		if plan.Turn != nil && plan.Next == "" && !t.run().Task.Reading.Judged() { // a model says that it is done
			return t.complete()
		}
		return t.nextRound(game.TextOf(plan.Next).Or(game.Say("end.empty")))
	}
	return true
}

// nextRound ends a round that did not reach the goal. Rounds that brought an unmet
// clause nearer do not count as bad, nor do those that looked for something farther
// away: the planner bounds these. A mishap uses up no round.
func (t *turn) nextRound(reason game.Message) bool {
	if t.goalMet() {
		return t.complete()
	}
	r := t.run()
	if game.SkippedLast(r.here(), skippedWords) != nil {
		return t.lacksSkipped()
	}
	if !r.free() {
		best, good := r.Task.Best, r.nearer || game.Sought(r.History, r.Task.Round)
		if t.in.Body != nil {
			best = max(best, r.standing(t.state()).Have)
		}
		good = len(r.Task.Reading.Clauses) > 0 && (good || best > r.Task.Best)
		// The same step failed for the same reason in the round before.
		stuck := t.w.FailedAt >= 0 && !good && r.Rounds[len(r.Rounds)-1].Why == messages.InEnglish(reason)
		t.put(func(row *Task) {
			if row.Best, row.Spent = best, row.Spent+1; !good {
				row.BadRounds++
			}
		})
		if r = t.run(); stuck || !good && r.Task.BadRounds >= t.rules.Limits.BadRounds {
			if first := game.LastFailure(t.run().History, t.seen()); first != nil && first.Verdict == game.Contradicted {
				reason = game.Then(first.CouldNot(t.seen()), t.missing())
			}
			return t.failed(reason)
		}
	}
	t.w.Plan, t.w.Stage, t.w.Why = nil, stageNew, reason
	return true
}

// free reports whether the round at hand uses up none: it was a turn of a model that
// has a budget of its own, the body died in it, or its last failure does not count.
func (r *Run) free() bool {
	n, fell, now := len(r.Rounds), r.Task.Fell, r.Task.Round
	return n > 0 && r.Rounds[n-1].Plan.Turn != nil ||
		r.last != nil && r.last.Again && r.last.Round == now || fell > 0 && fell <= r.count() && r.action(fell-1).Round == now
}

// failed ends the task in error, unless the goal is met after all: a goal that
// worked is never reported as an error.
func (t *turn) failed(reason game.Message) bool { return t.look(thenFail, reason) }

// conclude decides at the end of a plan: complete, another round, or error.
func (t *turn) conclude() bool {
	if last := t.run().last; last != nil && last.Reason == game.NoStateAfter && t.in.Body != nil && t.in.Body.Snap.At.After(last.Ended) {
		t.settleDoubt(t.state(), notDone)
	}
	return t.elsewhere() || t.look(thenConclude, game.Message{})
}

// look looks at the goal, and then ends the task or goes on. A body that reports
// once a second gets as many later states as a verification does.
func (t *turn) look(next then, reason game.Message) bool {
	r := t.run()
	if !r.Task.Reading.Judged() {
		return t.decided(next, reason, nil)
	}
	if t.in.Body == nil {
		if next == thenFail {
			return t.end(Failed, game.Then(reason, game.LookedFor(r.History)))
		}
		return t.lost()
	}
	snap := &t.in.Body.Snap
	open := r.standing(&snap.State).Open
	if len(open) == 0 && !snap.Told || r.Task.Sent == 0 {
		return t.decided(next, reason, open)
	}
	return t.wait(Wait{For: ForReport, After: snap.Seq, Until: t.in.Now.Add(laterTime), then: next, reason: reason})
}

// looked goes on looking at the goal.
func (t *turn) looked(w Wait, late bool) bool {
	if t.in.Body == nil {
		return t.look(w.then, w.reason)
	}
	open := t.run().standing(t.state()).Open
	if late || len(open) == 0 || w.tries >= game.LaterStates {
		return t.decided(w.then, w.reason, open)
	}
	w.After = t.in.Body.Snap.Seq
	t.w.Wait = w
	return false
}

// decided ends the task, or a round of it, once the goal was looked at.
func (t *turn) decided(next then, reason game.Message, open []game.Shortfall) bool {
	r := t.run()
	through := next == thenConclude && t.w.FailedAt < 0
	switch {
	case len(open) == 0 && (through && (t.w.Plan.Next == "" || r.Task.Reading.Judged()) || r.Task.Reading.Provable()):
		return t.complete()
	case next == thenFail:
		return t.end(Failed, game.Then(reason, game.LookedFor(r.History)))
	case game.SkippedLast(r.here(), skippedWords) != nil:
		return t.lacksSkipped()
	case t.w.Plan.Next != "" && through && r.Task.Goal != "":
		return t.nextRound(game.Say("anew.next", "what", t.w.Plan.Then.Or(game.TextOf(t.w.Plan.Next))))
	}
	reason = game.Say("end.ran")
	if t.w.FailedAt >= 0 {
		reason = r.History[t.w.FailedAt].CouldNot(t.seen())
	}
	reason = game.Then(reason, game.Lacking(open))
	if r.Task.Policy == Replan && r.Task.Goal != "" {
		return t.nextRound(reason)
	}
	return t.end(Failed, reason)
}

// lacksSkipped ends a task whose goal is not met because a person skipped what it
// needs.
func (t *turn) lacksSkipped() bool {
	step := &game.SkippedLast(t.run().here(), skippedWords).Step
	return t.end(Stopped, game.Then(game.Say("end.skipped", "what", step.Action.Say()), t.missing()))
}

// complete ends the task as carried out.
func (t *turn) complete() bool {
	r, now := t.run(), cmp.Or(t.seen(), &game.State{})
	credits := r.credits(now)
	proven, reason := r.Task.Reading.Ending(r.Task.Title(), now, &credits)
	if reason = game.Then(reason, r.Task.Settings.NotBack()); proven {
		return t.end(Complete, reason)
	}
	return t.end(Unverified, reason)
}

// goalMet looks at the goal without waiting: only a report shows it.
func (t *turn) goalMet() bool {
	return t.in.Body != nil && !t.in.Body.Snap.Told && !t.run().Task.Dead && t.run().met(t.state())
}

// missing says what a task still lacks; empty for nothing, and where nobody knows.
func (t *turn) missing() (none game.Message) {
	if r := t.run(); t.in.Body != nil && r.Task.Reading.Judged() {
		return game.Lacking(r.standing(t.state()).Open)
	}
	return none
}

// seen is the newest state there is, nil when the body is away.
func (t *turn) seen() *game.State {
	if t.in.Body == nil {
		return nil
	}
	return t.state()
}

// approval waits for a yes where one is needed: when the task asks for it, and
// once where the game itself calls for care.
func (t *turn) approval() bool {
	if !t.ready() {
		return false
	}
	r := t.run()
	if t.w.Stage == stageApproved { // the world went on while the plan waited
		t.w.Stage, t.w.Approved = stageNew, true
		if missing := game.SayMissing(t.w.Plan.Steps[0].Needs, t.state()); missing.Code != "" {
			t.w.Plan, t.w.Why = nil, game.Say("anew.approved", "what", missing)
		}
		return true
	}
	care, guess := t.caution(), t.w.Plan.Guess
	if r.Task.Settings.Guess == game.GuessRun || r.Task.Agreed == guess {
		guess = ""
	}
	// "Approve this task" covers no edit, and no plan that brings a new kind of action.
	covered := r.Task.ApprovedAll && len(t.w.Plan.Kinds(r.Task.ApprovedKinds)) == len(r.Task.ApprovedKinds)
	if care.Code == "" && guess == "" && t.w.Plan.Edited == "" && (!r.Task.Approve || covered) {
		t.w.Approved = true
		return true
	}
	t.move(Awaiting, care.Or(t.w.Plan.Wants(guess)))
	return t.wait(Wait{For: ForAnswer, reason: care})
}

// answered takes a person's word on the plan.
func (t *turn) answered(in Answered) {
	r := t.run()
	w := t.w.Wait
	switch {
	case r == nil || r.Task.ID != in.Task:
		t.do(Reply{Err: conflict("the task %q does not run", in.Task)})
		return
	case r.Task.State != Awaiting:
		t.do(Reply{Err: conflict("the task does not wait for an answer, it is %s", r.Task.State)})
		return
	case r.Task.Revision != in.Revision || w.For != ForAnswer:
		t.do(Reply{Err: conflict("there is a newer plan")})
		return
	}
	t.do(Reply{})
	t.over()
	switch {
	case in.Edit != nil:
		t.move(Planning, game.Say("anew.edited"))
		t.wait(Wait{For: ForPlan, edit: in.Edit})
	case !in.Yes:
		why := game.Say("end.rejected")
		if in.Reason != "" {
			why = game.AsSentence(game.Say("end.rejected.why", "why", strings.TrimSpace(in.Reason)))
		}
		t.end(Stopped, why)
	default:
		if w.reason.Code != "" && t.in.Body != nil {
			t.process(func(p *Process) {
				p.Accepted = append(slices.Clip(p.Accepted), worldmap.Name(t.state())+messages.InEnglish(w.reason))
			})
		}
		t.put(func(row *Task) {
			row.ApprovedAll, row.Agreed = row.ApprovedAll || in.All, t.w.Plan.Guess
			row.ApprovedKinds = t.w.Plan.Kinds(row.ApprovedKinds)
			row.Reading = *cmp.Or(t.w.Plan.Meant, &row.Reading)
		})
		t.w.Stage = stageApproved
	}
}

// process changes what the agent knows of the process alone.
func (t *turn) process(f func(*Process)) {
	p := t.a.Process
	f(&p)
	t.emit(Fact{process: &p, Passing: true})
}

// caution is what the game itself calls for before the first action in this world,
// unless a person said yes to it.
func (t *turn) caution() (care game.Message) {
	s := t.state()
	care = s.Caution(t.in.Body.Info.Role == roleSelf)
	if slices.Contains(t.a.Process.Accepted, worldmap.Name(s)+messages.InEnglish(care)) {
		return game.Message{}
	}
	return care
}
