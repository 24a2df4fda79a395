// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
)

// Errors that callers tell apart.
var (
	// ErrNothing: the call needs a task in another state.
	ErrNothing = errors.New("nothing to do")
	// ErrConflict: an answer to a plan that is no longer the current one.
	ErrConflict = errors.New("this plan no longer waits for an answer; look at how the task stands now")
	// ErrQueueFull: as many goals wait as may.
	ErrQueueFull = errors.New("the queue is full")
)

func conflict(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrConflict}, args...)...)
}

func nothing(why string) error { return fmt.Errorf("%w: %s", ErrNothing, why) }

// submitted takes a new task into the queue.
func (t *turn) submitted(row Task) {
	if most := t.rules.Limits.Queue; len(t.a.Queue) >= most {
		t.do(Reply{Err: fmt.Errorf("%w: %d goals wait already; stop or clear some first", ErrQueueFull, most)})
		return
	}
	row.State, row.Since, row.Created = Queued, t.in.Now, t.in.Now
	t.emit(Fact{Task: &row})
	t.emit(Fact{Move: &Move{Task: row.ID, At: t.in.Now, State: Queued}})
	t.do(Reply{})
}

// hold keeps what is queued until a person resumes, or lets it start: one of it, or
// all. It reports whether that changed anything.
func (t *turn) hold(held bool, one string) (changed bool) {
	for _, r := range slices.Clone(t.a.Queue) {
		if r.Task.Held != held && (one == "" || r.Task.ID == one) {
			t.told(r, func(row *Task) { row.Held = held })
			changed = true
		}
	}
	return changed
}

// stopAsked carries out a Stop (rule 10): the frame first, then the journal, then
// the settling of rule 6.
func (t *turn) stopAsked(only string) {
	r := t.run()
	if only == "" {
		t.hold(true, "")
	}
	t.do(Reply{})
	switch {
	case r == nil && only == "":
		t.do(StopBody{})
		return
	case only != "" && only != t.of, t.w.Wait.then == thenStopped:
		return
	}
	acting := t.w.Wait.For == ForEnd
	if t.w.Wait.then == thenJudge {
		t.cutShort()
	}
	t.w.Asked = askStop
	t.do(GiveUp{})
	if !acting { // else when its end is known
		t.stop()
		return
	}
	t.move(Stopping, game.Message{})
	t.do(StopBody{})
}

// stop ends the task at hand once its body is at rest.
func (t *turn) stop() {
	if t.run().Task.State != Stopping {
		t.do(StopBody{})
		t.move(Stopping, game.Message{})
	}
	if t.in.Body == nil { // it gets its stop when it is back
		t.end(Stopped, game.Say("end.stopped"))
		return
	}
	t.wait(Wait{For: ForRest, then: thenStopped})
}

// interrupt has the action at hand given up, or its verification ended, for a wish
// that is carried out then; false when neither is under way.
func (t *turn) interrupt(a ask) bool {
	if t.w.Wait.For != ForEnd && t.w.Wait.then != thenJudge {
		return false
	}
	if t.w.Asked = a; t.w.Wait.For == ForEnd {
		t.do(GiveUp{})
	} else {
		t.cutShort()
	}
	return true
}

// cutShort ends a verification before its time.
func (t *turn) cutShort() {
	w := t.w.Wait
	t.over()
	t.unjudged(w)
}

// pauseAsked gives up the action at hand and keeps the task.
func (t *turn) pauseAsked() {
	r := t.run()
	if r == nil && t.in.Body != nil && slices.ContainsFunc(t.a.Queue, func(r *Run) bool { return !r.Task.Held }) {
		t.hold(true, "") // it ended before it could pause: the next goal waits too
		t.do(Reply{})
		return
	}
	if r == nil || r.Task.State != Planning && r.Task.State != Running && r.Task.State != Awaiting {
		t.do(Reply{Err: nothing("no task is running")})
		return
	}
	t.do(Reply{})
	t.w.Resumed = false
	switch {
	case t.interrupt(askPause):
		return
	case t.w.Wait.For == ForRest && t.w.Wait.then == thenAsked, t.w.Wait.then == thenSeenAfterAll:
		t.w.Asked = askPause
		t.do(GiveUp{})
		return
	case t.w.Wait.For == ForPlan:
		t.do(GiveUp{})
		if t.w.Wait.edit == nil {
			t.w.Plan, t.w.Stage = nil, stageNew
		}
	}
	t.pause()
}

// pause keeps the task until a person resumes it. A task paused between two
// actions goes on with the next; one whose action was given up is planned anew, as
// what it did may show by then.
func (t *turn) pause() bool {
	if r := t.run(); r.last != nil && r.last.Round == r.Task.Round && r.last.Index == t.w.Step && r.last.End != game.EndUnsent {
		t.w.Plan = nil
	}
	if t.w.Asked = askNothing; t.w.Plan == nil {
		t.w.Stage = stageNew
	}
	t.move(Paused, game.Say("end.paused"))
	if t.wait(Wait{For: ForPerson}); t.w.Resumed {
		t.resume()
		return true
	}
	return false
}

// skipAsked gives up the action at hand and goes on with the next one.
func (t *turn) skipAsked() {
	r := t.run()
	if r == nil || r.Task.State != Running {
		t.do(Reply{Err: nothing("no action is running")})
		return
	}
	t.do(Reply{})
	switch w := t.w.Wait; {
	case t.interrupt(askSkip):
	case w.For == ForReady, w.For == ForTime, w.For == ForRest && w.then == thenAfterDeadline,
		w.For == ForReport && (w.then == thenAfterDeadline || w.then == thenSeenAfterAll):
		if t.w.Step < len(t.w.Plan.Steps) { // before it went out, or goes out again
			t.over()
			t.passed(game.Skipped, skipped)
		}
	}
}

// resumeAsked goes on with a task and with what was held behind it; of a held goal
// that is named, with that one alone.
func (t *turn) resumeAsked(id string) {
	r, parked := t.run(), len(t.a.Parked)-1
	if id != "" {
		parked = slices.IndexFunc(t.a.Parked, func(r *Run) bool { return r.Task.ID == id })
	}
	current := r != nil && (id == "" || id == r.Task.ID) && (r.Task.State == Paused || r.Task.State == Interrupted || t.w.Asked == askPause)
	again := r == nil && parked >= 0
	release := id
	if current || again {
		release = ""
	}
	released := t.hold(false, release)
	switch {
	case current:
		t.resume()
	case again:
		t.told(t.a.Parked[parked], func(row *Task) { row.NeedsPerson = false })
		t.load()
		t.resume()
	case released:
	case r != nil && len(t.a.Parked) > 0:
		t.do(Reply{Err: nothing("another task is on its way; resume the interrupted one when that has ended, or stop it first")})
		return
	default:
		t.do(Reply{Err: nothing("no task is paused, interrupted or held")})
		return
	}
	t.do(Reply{})
}

// resume goes on with the task at hand.
func (t *turn) resume() {
	switch t.run().Task.State {
	case Paused:
		t.over()
		t.w.Resumed = false
		t.w.Approved = t.w.Approved && t.w.Plan != nil
		t.w.Why = t.w.Why.Or(game.Say("anew.resumed"))
	case Interrupted:
		t.w.ByPerson = true
		if t.w.Wait.For != ForBody {
			t.wait(Wait{For: ForBody})
		}
		if t.in.Body == nil { // a person wants it: the body is waited for
			t.w.Lost = t.in.Now
			t.w.Wait.Until = t.in.Now.Add(t.rules.Limits.ResumeWithin)
			t.move(Interrupted, game.Say("lost.resumed"))
		}
	default:
		t.w.Resumed = true
	}
}

// cleared lets go of what is queued or interrupted; of the one task when it is named. What
// the body may still do of it is stopped.
func (t *turn) cleared(in Cleared) {
	n, begun := 0, false
	for _, r := range t.a.all() {
		if in.Task != "" && r.Task.ID != in.Task || r.Task.ID == t.of && r.Task.State != Interrupted {
			continue
		}
		n++
		reason := game.Say("end.cleared")
		if !r.Task.Started.IsZero() {
			reason, begun = game.Say("end.cleared.begun"), true
		}
		if reason = game.TextOf(in.Next).Or(reason); r.Task.ID == t.of {
			t.end(Stopped, reason)
			continue
		}
		t.closeOpen(r)
		t.moved(t.a.Find(r.Task.ID).Task, Stopped, reason, t.in.Now)
	}
	if begun && t.run() == nil {
		t.do(StopBody{})
	}
	t.do(Reply{N: n})
}

// limited ends the task at the limit of unattended work.
func (t *turn) limited() bool {
	if t.goalMet() {
		return t.complete()
	}
	switch {
	case t.interrupt(askLimit):
		return t.w.Wait.For != ForEnd
	case t.w.Wait.For == ForPlan:
		t.do(GiveUp{})
	}
	t.atLimit()
	return t.run() == nil
}

// atLimit ends the task with a report once the body is at rest.
func (t *turn) atLimit() {
	t.over()
	reason := game.Say("end.time", "time", game.SayLasting(t.rules.Limits.WallTime))
	if t.goalMet() {
		t.complete()
		return
	}
	t.do(StopBody{})
	t.w.Asked = askLimit
	t.wait(Wait{For: ForRest, then: thenStopped, reason: reason})
}

// heard takes what a body or planner says of its work.
func (t *turn) heard(in Heard) {
	r := t.run()
	switch {
	case r == nil:
	case in.Progress.Paused != "":
		t.waiting(in.Progress.Waiting())
	case in.ActionID != "" && t.w.Wait.For == ForAdopted:
		t.waiting(findingOut(&r.last.Step.Action))
	case in.ActionID != "" && t.w.Wait.For == ForEnd:
		t.goesOn()
	}
}

// lost keeps a task whose body is away. It goes on by itself when the body is
// back in time; later it is parked.
func (t *turn) lost() bool {
	if w := t.w.Wait; w.For == ForReady && w.After == 0 && t.run().Task.Sent == 0 { // it never reported anything
		return t.end(Failed, game.Say("end.never-came"))
	}
	t.over()
	t.w.Lost = cmp.Or(t.w.Lost, t.in.Now)
	if t.run().Task.State != Interrupted {
		t.move(Interrupted, game.Say("lost.line"))
	}
	t.w.Plan, t.w.Stage, t.w.Asked = nil, stageNew, askNothing
	t.wait(Wait{For: ForBody, Until: t.w.Lost.Add(t.rules.Limits.ResumeWithin)})
	return t.in.Body != nil // it may be back before its loss is known
}

// away waits for the body of an interrupted task.
func (t *turn) away(late bool) bool {
	switch {
	case t.in.Body != nil && (t.w.ByPerson || !late):
		t.over()
		t.w.Lost = time.Time{}
		t.w.Why = t.w.Why.Or(game.Say("anew.interrupted"))
		if t.w.Stage = stageNew; t.w.Unsettled {
			t.w.Stage = stageFindOut
		}
		return true
	case late:
		t.park(game.Say("lost.away", "time", game.SayLasting(t.rules.Limits.ResumeWithin)))
		return true
	}
	return false
}

// park puts the task at hand aside until a person resumes it; goals queued behind
// it are held.
func (t *turn) park(reason game.Message) {
	t.w.Plan, t.w.Stage, t.w.Asked = nil, stageNew, askNothing
	t.wait(Wait{For: ForPerson})
	t.move(Interrupted, reason)
	w := t.w
	t.save(&w)
	t.hold(true, "")
	t.told(t.run(), func(row *Task) { row.NeedsPerson = true })
	t.load()
}

// findOut finds out how the action ended that was under way when the process or
// the session was lost, before anything else is sent. Nothing is sent again by
// itself: the coming round plans from the fresh state.
func (t *turn) findOut() bool {
	if t.w.Unsettled {
		return t.findOpen()
	}
	if !t.ready() {
		return false
	}
	t.w.ByPerson = false
	t.arrive()
	return t.found()
}

// found: the task can be planned again.
func (t *turn) found() bool {
	if t.w.Unsettled = false; !t.w.ByPerson {
		t.w.Stage = stageNew
	}
	return true
}

func (t *turn) findOpen() bool {
	rec := t.run().last
	body := t.in.Body
	switch {
	case rec == nil:
		return t.found()
	case t.w.Stage == stageRested:
		if !t.ready() {
			return false
		}
		t.judgeOpen()
		return t.found()
	case body == nil:
		return t.lost()
	}
	t.waiting(findingOut(&rec.Step.Action))
	if body.Adopts && body.Info.Protocol >= game.ProtocolV2 && rec.ID != "" && t.w.Stage == stageFindOut {
		return t.wait(Wait{For: ForAdopted})
	}
	return t.contact()
}

// contact stops the body and then looks at it: nobody knows what it does.
func (t *turn) contact() bool {
	t.do(StopBody{})
	return t.wait(Wait{For: ForRest, then: thenContact})
}

// findingOut is what an interrupted task waits for while its last action is
// being settled.
func findingOut(act *game.Action) game.Message { return game.Say("wait.found-out", "what", act.Say()) }

// adopted settles the open action with the body's own report.
func (t *turn) adopted(out game.Outcome) bool {
	rec := *t.run().last
	if out.Before == nil {
		out.Before = rec.Mark.State()
	}
	switch out.End {
	case game.EndReported, game.EndObserved, game.EndDeadline:
	case game.EndGone, game.EndCaller, game.EndUnsent:
		return t.asked() || t.contact()
	}
	if out.Failure != nil {
		t.keepFailure(out)
	} else {
		if out.After == nil && t.in.Body != nil {
			out.After = t.state()
		}
		claim := game.Claim{Expect: rec.Step.Expect, Outcome: out, Earlier: game.UsedBefore(t.run().History, &rec.Step), Waited: true}
		claim.Counted = t.run().Task.Reading.Counts(&rec.Step)
		t.keep(rec, out, claim.Judge())
	}
	t.found()
	t.asked()
	return true
}

// judgeOpen compares the fresh state with what the body had when the open
// action was sent. What cannot be verified counts as claimed and is not
// repeated.
func (t *turn) judgeOpen() {
	rec, now := *t.run().last, t.state()
	before := rec.Mark.State()
	out := game.Outcome{
		End: game.EndGone, Before: before, After: now, Started: rec.Started, Ended: t.in.Now,
		Failure: &game.Failure{Code: game.CodeConnectionLost, Message: "the connection was lost while it ran"},
	}
	t.keep(rec, out, rec.Step.Found(&out))
}

// recovered takes over the tasks that an earlier process left unfinished: one
// goes on by itself when its body is back, the others wait for a person.
func (t *turn) recovered(in Recovered) {
	hold := slices.ContainsFunc(t.a.all(), func(r *Run) bool { return in.Doubts[r.Task.ID] != "" })
	if hold {
		t.do(StopBody{}) // it may do what nobody knows of
	}
	for _, r := range t.a.all() {
		switch {
		case in.Twins[r.Task.ID]:
			t.moved(r.Task, Stopped, game.Say("end.twin"), t.in.Now)
		case r.Task.State == Queued:
		case r.Task.State == Interrupted && r.Task.NeedsPerson:
			w := r.taken()
			w.Wait.For = ForPerson
			t.emit(Fact{work: &w, of: r.Task.ID, Passing: true})
		default:
			hold = t.recover(r, in.Alive, in.Doubts[r.Task.ID]) || hold // what was held before is in the journal
		}
	}
	if hold {
		t.hold(true, "")
	}
	t.load()
}

// taken is the work on a task that an earlier process, or session, left.
func (r *Run) taken() Work {
	return Work{
		FailedAt:  -1,
		Unsettled: r.last != nil && (r.last.Open() || r.last.End == game.EndGone && r.last.ID != ""),
	}
}

// recover interrupts a task; it reports whether it waits for a person from now
// on. With doubt about what was done of it, it does.
func (t *turn) recover(r *Run, alive time.Time, doubt string) bool {
	w, row, at := r.taken(), r.Task, t.in.Now
	was, why := row.State, game.TextOf(doubt)
	row.Waiting, row.Awaits = "", game.Message{}
	switch was {
	case Stopping:
		t.closeOpen(r)
		t.do(StopBody{})
		t.moved(row, Stopped, game.Say("end.stopped"), t.in.Now)
		return false
	case Paused:
		why = why.Or(game.Say("lost.paused"))
	case Interrupted:
		w.Lost = row.Since
	default:
		if w.Lost = r.lastSeen(alive); doubt == "" {
			why, at = game.Say("lost.process"), w.Lost
		}
	}
	if why.Code != "" {
		t.moved(row, Interrupted, why, at)
	}
	parked := was == Paused || doubt != "" || t.run() == nil || t.run().Task.ID != row.ID
	if parked {
		t.told(t.a.Find(row.ID), func(row *Task) { row.NeedsPerson = true })
		w.Wait.For = ForPerson
	} else {
		w.Why = game.Say("anew.restarted")
		w.Wait.For, w.Wait.Until = ForBody, w.Lost.Add(t.rules.Limits.ResumeWithin)
	}
	t.emit(Fact{work: &w, of: row.ID, Passing: true})
	return parked
}

// lastSeen is when the earlier process last worked on the task, as far as the
// journal knows.
func (r *Run) lastSeen(alive time.Time) time.Time {
	seen := []time.Time{r.Task.Since, alive}
	if r.last != nil {
		seen = append(seen, r.last.Started, r.last.Ended)
	}
	return slices.MaxFunc(seen, time.Time.Compare)
}

// leaving interrupts the task because the process ends.
func (t *turn) leaving() {
	r := t.run()
	if r != nil && r.Task.State != Paused && r.Task.State != Interrupted {
		t.move(Interrupted, game.Say("lost.closed"))
	}
}
