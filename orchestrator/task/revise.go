// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"slices"

	"github.com/minehand/minehand/game"
)

// revised gives a task other words. What was done for it counts for those clauses
// of the new words that it proves, from where the task began; the plan is made, and
// agreed to, anew.
func (t *turn) revised(in Revised) {
	r, to := t.a.Find(in.Task.ID), &in.Task
	switch {
	case r == nil || r.Task.State == Stopping || t.of == to.ID && (t.w.Asked >= askLimit || t.w.Wait.then == thenStopped):
		t.do(Reply{Err: nothing("the task has ended, or is being stopped")})
		return
	case r.Task.Goal == "":
		t.do(Reply{Err: nothing("the task is a ready list of actions, which has no words to change")})
		return
	}
	t.do(Reply{})
	row := r.Task
	row.Said, row.Goal, row.Read, row.Settings.Accepted = cmp.Or(row.Said, row.Goal), to.Goal, to.Read, to.Settings.Accepted
	row.Reading, row.Best, row.BadRounds, row.BadReplies, row.Blocked = game.Goal{}, 0, 0, 0, nil
	row.ApprovedAll, row.ApprovedKinds = false, nil
	row.Translation, row.Guess, row.Agreed = nil, "", ""
	row.Revision++
	t.emit(Fact{Task: &row})
	if t.of != to.ID || row.State == Queued {
		return // it is planned when it begins, or goes on
	}
	t.w.Why = game.Say("anew.corrected")
	switch w := t.w.Wait; {
	case w.then == thenAsked && t.w.Asked == askPause: // planned anew when it goes on
	case t.interrupt(askRevise):
	case w.For == ForPlan:
		t.do(GiveUp{})
		t.over()
		t.replan()
	case w.For == ForPerson: // planned anew when it goes on
		t.w.Plan, t.w.Approved, t.w.Stage = nil, false, stageNew
	case w.For == ForBody, w.For == ForReport && w.then == thenGoOn: // no plan is made yet
	case w.For == ForAnswer, w.For == ForReady, w.For == ForTime, w.For == ForNothing,
		w.For == ForReport && (w.then == thenConclude || w.then == thenFail):
		t.over()
		t.replan()
	default: // it is being found out how an action ended
		t.w.Asked = askRevise
	}
}

// relist has the task's own list of actions be the edited one from here on.
func (t *turn) relist(plan *game.Plan) {
	r := t.run()
	done, kept := len(r.Task.Actions)-len(r.remaining()), max(len(r.Task.Reading.Clauses)-len(t.w.Plan.Goal.Clauses), 0)
	t.put(func(row *Task) {
		row.Actions = slices.Concat(row.Actions[:done], plan.Actions())
		row.Reading.Clauses = slices.Concat(row.Reading.Clauses[:kept], plan.Goal.Clauses)
	})
}

// replan has the coming step of the task be a new round.
func (t *turn) replan() {
	t.w.Asked = askNothing
	t.w.Plan, t.w.Approved, t.w.Stage, t.w.Step = nil, false, stageNew, 0
}
