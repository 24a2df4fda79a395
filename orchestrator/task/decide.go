// SPDX-License-Identifier: MIT

package task

import (
	"math"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// Input is something that happened, with all that Decide may know of its moment.
type Input struct {
	Now time.Time
	// ID is fresh: at most one action goes out for an input.
	ID string
	// Body is what is known of the body, nil when its session is over.
	Body *Body
	// Busy: no task may begin, because nothing can be kept.
	Busy bool
	// What happened; nil means that only time or the body's report went on.
	What any
}

// Body is what is known of a body at a moment.
type Body struct {
	Info game.BodyInfo
	Link game.Link
	Snap game.Snapshot
	// Adopts: it can say how an action ended that an earlier process sent.
	Adopts bool
	// Moved is when it was last seen somewhere else at once: after a death, a
	// teleport or in another dimension.
	Moved time.Time
}

// arrived is when the body came to where it is: it joined, its line came back or it
// was moved. The world around it may still be on its way then. Zero when that is
// not known.
func (b *Body) arrived() time.Time {
	if b.Moved.After(b.Link.Since) {
		return b.Moved
	}
	return b.Link.Since
}

// What can happen, besides time and reports. Replied, Ended and Rested carry the
// number of the wait that they end.
type (
	// Submitted: a new task, checked.
	Submitted struct{ Task Task }
	// StopAsked, PauseAsked, SkipAsked: a person's wish for what runs. A stop of one Task
	// holds nothing, and does nothing once another one runs.
	StopAsked  struct{ Task string }
	PauseAsked struct{}
	SkipAsked  struct{}
	// ResumeAsked goes on with a paused or interrupted task, and with what a stop
	// held; Task is empty for the newest, and may name one goal that was held.
	ResumeAsked struct{ Task string }
	// Revised gives the task of that id, which has not ended, the words of this one.
	Revised struct{ Task Task }
	// Cleared lets go of the queue and of what is interrupted: of all of it, or of the
	// one Task. Next is what becomes of it, in a sentence, empty for nothing.
	Cleared struct{ Task, Next string }
	// Answered is a person's word on a plan.
	Answered struct {
		Task     string
		Revision int
		Yes, All bool
		Edit     []game.Action
		Reason   string
	}
	// Replied is the planner's reply.
	Replied struct {
		Task  string
		Round int
		Gen   int
		Plan  game.Plan
		Err   error
	}
	// Ended is the end of the action with the id.
	Ended struct {
		ID      string
		Outcome game.Outcome
	}
	// Rested: the body came to rest, or did not.
	Rested struct {
		Gen int
		Err error
	}
	// Heard is what a body says of the action under way.
	Heard struct {
		ActionID string
		Progress game.ActionProgress
	}
	// Recovered: the process began with what an earlier one left. Alive is when that
	// one was last known to live. Doubts are the tasks of which something was lost, by
	// id, with a sentence each; Twins are those of a goal that was being handed to them.
	Recovered struct {
		Alive  time.Time
		Doubts map[string]string
		Twins  map[string]bool
	}
	// Leaving: the process ends.
	Leaving struct{}
)

// Effect is something to be carried out once the facts of its input are kept. Send and
// Remember are pointers.
type Effect any

// The effects.
type (
	// Send is an action that goes out.
	Send struct {
		Task string
		Call game.Call
	}
	// GiveUp ends the action under way, or the planner's call.
	GiveUp struct{}
	// StopBody tells the body to stop everything; it waits for no fact.
	StopBody struct{}
	// Notice is a sentence for whoever listens.
	Notice struct {
		Task string
		Say  game.Message
	}
	// Remember is what an action showed of the world. It goes with the facts.
	Remember struct {
		Task    string
		Action  *Action
		Outcome game.Outcome
	}
	// Reply answers the input.
	Reply struct {
		Err error
		N   int
	}
)

// Desk is where Decide works. One may serve any number of agents, one after another.
type Desk struct{ turn turn }

// Decide says what follows from an input: the next agent, the facts that make it,
// and what is to be done about it. Facts and effects lie on the desk: they are over
// with its next decision.
func (d *Desk) Decide(rules *Rules, a Agent, in *Input) (Agent, []Fact, []Effect) {
	t := &d.turn
	*t = turn{rules: rules, a: a, in: *in}
	t.facts, t.effects = t.someFacts[:0], t.someEffects[:0]
	t.a.fresh = nil
	t.load()
	t.take()
	for n := 0; n < mostSteps && t.step(); n++ {
	}
	t.save(&t.w)
	t.a.fresh = nil
	return t.a, t.facts, t.effects
}

// mostSteps bounds what follows from one input: a plan of steps that are all
// passed over.
const mostSteps = 20_000

// turn is one decision.
type turn struct {
	rules   *Rules
	a       Agent
	in      Input
	facts   []Fact
	effects []Effect
	// w is the current run's work, of the task in.
	w  Work
	of string
	// got: what the run waits for has come: a reply, an outcome, rest or none.
	got   bool
	reply Replied
	out   game.Outcome
	err   error
	// The first facts and effects lie here, and what there normally is one of.
	someFacts   [4]Fact
	someEffects [4]Effect
	goesOut     Send
	// done: a task ended. The next begins once that is kept.
	done bool
}

// load takes the current run's work in hand, save makes a fact of it.
func (t *turn) load() {
	t.of, t.w = "", Work{FailedAt: -1}
	if r := t.a.Current; r != nil {
		t.of, t.w = r.Task.ID, r.Work
	}
}

// w is the turn's own, or a copy when that is still to change.
func (t *turn) save(w *Work) {
	if t.of != "" && t.a.Find(t.of) != nil {
		t.emit(Fact{work: w, of: t.of, Passing: true})
	}
}

func (t *turn) emit(f Fact) {
	t.facts = append(t.facts, f)
	t.a = t.a.apply(&f)
}

func (t *turn) do(e Effect) { t.effects = append(t.effects, e) }

// run is the task at hand.
func (t *turn) run() *Run { return t.a.Current }

// put changes the row of the task at hand.
func (t *turn) put(f func(*Task)) {
	row := t.run().Task
	f(&row)
	t.emit(Fact{Task: &row, Quiet: true})
}

// told changes the row of a task, and tells of it.
func (t *turn) told(r *Run, f func(*Task)) {
	row := r.Task
	f(&row)
	t.emit(Fact{Task: &row})
}

// show changes what clients see of the task, without a row.
func (t *turn) show(f func(*Task)) {
	row := t.run().Task
	f(&row)
	t.emit(Fact{Task: &row, Passing: true})
}

// waiting shows what the task waits for; goesOn that it does no more.
func (t *turn) waiting(m game.Message) {
	if text := messages.InEnglish(m); t.run().Task.Waiting != text {
		t.show(func(row *Task) { row.Waiting, row.Awaits = text, m })
	}
}

func (t *turn) goesOn() { t.waiting(game.Message{}) }

// move puts the task at hand into a state.
func (t *turn) move(s State, reason game.Message) {
	row := t.run().Task
	if s == Planning || s == Running {
		if t.w.ActiveFrom.IsZero() {
			t.w.ActiveFrom = t.in.Now
		}
	} else if !t.w.ActiveFrom.IsZero() {
		row.Active += t.in.Now.Sub(t.w.ActiveFrom)
		t.w.ActiveFrom = time.Time{}
	}
	if s.Ended() && t.in.Body != nil && t.in.Body.Snap.Seq != 0 {
		row.Proven = row.Reading.Proven(t.state(), t.run().credits(t.state()))
	}
	t.moved(row, s, reason, t.in.Now)
}

// moved emits the move of any task.
func (t *turn) moved(row Task, s State, reason game.Message, at time.Time) {
	row.State, row.Since, row.Waiting, row.Awaits = s, at, "", game.Message{}
	row.Reason, row.Because = messages.InEnglish(reason), reason
	if s != Interrupted {
		row.NeedsPerson = false
	}
	if s.Ended() {
		row.Ended = at
	}
	// The row of the move first: a task that has ended takes no more.
	t.emit(Fact{Move: &Move{Task: row.ID, At: at, State: s, Round: row.Round, Reason: row.Reason}})
	t.emit(Fact{Task: &row})
}

// end ends the task at hand.
func (t *turn) end(s State, reason game.Message) bool {
	t.closeOpen(t.run())
	t.lastSample()
	t.move(s, reason)
	t.of, t.w, t.done = "", Work{FailedAt: -1}, true
	return true
}

// lastSample keeps the state that the task ends with: its clauses are judged by
// it for as long as the task is kept.
func (t *turn) lastSample() {
	r := t.run()
	if t.in.Body == nil || t.in.Body.Snap.Seq == 0 || len(r.Task.Reading.Clauses) == 0 {
		return
	}
	c := *t.state()
	c.Nearby = nil
	t.process(func(p *Process) { p.Sampled = t.in.Now })
	t.emit(Fact{Sample: &Sample{Task: r.Task.ID, At: t.in.Now, State: c}})
}

// wait makes the run wait. It returns false: nothing more follows for now.
func (t *turn) wait(w Wait) bool {
	w.Gen = t.w.Wait.Gen + 1
	t.w.Wait = w
	return false
}

// over ends the run's wait.
func (t *turn) over() { t.w.Wait = Wait{Gen: t.w.Wait.Gen} }

// state is the newest there is.
func (t *turn) state() *game.State { return &t.in.Body.Snap.State }

// take does what an input itself means; what follows from it is for step.
func (t *turn) take() {
	switch what := t.in.What.(type) {
	case nil:
	case Submitted:
		t.submitted(what.Task)
	case StopAsked:
		t.stopAsked(what.Task)
	case PauseAsked:
		t.pauseAsked()
	case SkipAsked:
		t.skipAsked()
	case ResumeAsked:
		t.resumeAsked(what.Task)
	case Revised:
		t.revised(what)
	case Cleared:
		t.cleared(what)
	case Answered:
		t.answered(what)
	case Replied:
		if w := &t.w.Wait; w.For == ForPlan && w.Gen == what.Gen && t.of == what.Task {
			t.reply, t.got = what, true
		}
	case *Ended:
		t.ended(what)
	case Rested:
		if w := &t.w.Wait; w.For == ForRest && w.Gen == what.Gen {
			t.err, t.got = what.Err, true
		}
	case Heard:
		t.heard(what)
	case Recovered:
		t.recovered(what)
	case Leaving:
		t.leaving()
	}
}

// step does the next thing for the task at hand; false when that waits for
// something.
func (t *turn) step() bool {
	if _, leaving := t.in.What.(Leaving); leaving {
		return false
	}
	if t.run() == nil {
		return t.pick()
	}
	if t.of != t.run().Task.ID {
		t.load()
	}
	if t.past(t.run().limit(&t.w, t.rules)) {
		return t.limited()
	}
	w, got, late := t.w.Wait, t.got, t.past(t.w.Wait.Until)
	t.got = false
	switch w.For {
	case ForNothing:
		return t.next()
	case ForPlan:
		if got {
			t.over()
			return t.replied(t.reply, w.edit != nil)
		}
	case ForAnswer, ForPerson:
	case ForEnd, ForAdopted:
		if got {
			t.over()
			if w.For == ForAdopted {
				return t.adopted(t.out)
			}
			return t.settle(t.out)
		}
		if w.For == ForEnd {
			t.watchEffect()
		}
	case ForRest:
		if got {
			t.over()
			return t.rested(w, t.err)
		}
	case ForReport:
		return t.report(w, late)
	case ForTime:
		if late {
			t.over()
			if w.then == thenAgain && t.in.Body != nil { // by a report of now
				return t.wait(Wait{For: ForReady, After: t.in.Body.Snap.Seq})
			}
			return true
		}
	case ForReady:
		if t.in.Body == nil {
			return t.lost()
		}
		if t.in.Body.Snap.Seq > w.After || w.After == 0 {
			t.over()
			return t.next()
		}
	case ForBody:
		return t.away(late)
	}
	return false
}

// past reports whether a time has come; the zero time never does.
func (t *turn) past(at time.Time) bool { return !at.IsZero() && !t.in.Now.Before(at) }

// report looks whether a newer report has come that the run waits for.
func (t *turn) report(w Wait, late bool) bool {
	newer := t.in.Body != nil && t.in.Body.Snap.Seq > w.After
	if !newer && !late && t.in.Body != nil {
		return false
	}
	t.over()
	looks := w.then == thenJudge || w.then == thenConclude || w.then == thenFail
	switch {
	case t.in.Body == nil && !looks:
		return t.lost()
	case newer:
		if w.tries++; w.silent {
			w.silent, w.Until, late = false, t.in.Now.Add(laterTime), false
		}
	case looks && w.tries == 0 && t.in.Body != nil:
		return t.unheard(w)
	}
	switch w.then {
	case thenJudge:
		return t.judged(w, newer)
	case thenConclude, thenFail:
		return t.looked(w, late)
	case thenGoOn:
		t.w.Stage = stageFresh
	case thenAfterDeadline:
		return t.afterDeadline(w.outcome)
	case thenSeenAfterAll:
		if t.seenAfterAll() {
			return true
		}
		if !t.in.Body.Snap.Told && (w.After == math.MaxUint64 || t.run().last.Reason == seenDone) { // what it used up is known, or is gone again
			w.outcome.After = t.state()
			t.keepFailure(w.outcome)
		}
		return t.givenUpOn()
	case thenDoubt:
		t.settleDoubt(t.state(), game.Judgement{Verdict: game.Skipped, Reason: skippedWords})
		return t.nextStep()
	case thenAsked, thenStopped, thenContact, thenAgain: // these wait for rest or for time
	}
	return true
}

// next goes on with the task at hand from where it stands.
func (t *turn) next() bool {
	switch {
	case t.w.Asked == askPause:
		return t.pause()
	case t.w.Asked == askRevise:
		t.replan()
		return true
	case t.w.Unsettled || t.w.ByPerson:
		return t.findOut()
	case t.w.Plan == nil:
		return t.planRound()
	case !t.w.Approved || t.w.Stage == stageApproved:
		return t.approval()
	case t.run().Task.State != Running:
		t.move(Running, game.Message{})
		return true
	case t.w.Step < len(t.w.Plan.Steps):
		return t.doStep()
	}
	return t.conclude()
}

// pick takes the first goal that may start.
func (t *turn) pick() bool {
	if t.in.Body == nil || t.in.Busy || t.done {
		return false
	}
	i := slices.IndexFunc(t.a.Queue, func(r *Run) bool { return !r.Task.Held })
	if i < 0 {
		return false
	}
	t.begin(t.a.Queue[i].Task)
	return true
}

// limit is when the task has worked for as long as nobody may look away; zero while
// that clock stands, or the limit is being carried out.
func (r *Run) limit(w *Work, rules *Rules) time.Time {
	if w.ActiveFrom.IsZero() || w.Asked >= askLimit || w.Wait.then == thenStopped {
		return time.Time{}
	}
	return w.ActiveFrom.Add(rules.Limits.WallTime - r.Task.Active)
}

// Waits says what an agent waits for, so that it can be taken up by whoever
// carries it out.
type Waits struct {
	Wait
	// Task and Round are those of the wait; Action is the one under way, or the one
	// that an earlier process sent.
	Task   string
	Round  int
	Action *Action
	// Edit are the actions that the planner is to check instead of the goal.
	Edit []game.Action
	// Before is when the next input is due at the latest; zero when no time is.
	Before time.Time
}

// Outstanding says what the agent waits for.
func Outstanding(rules *Rules, a *Agent) Waits {
	r := a.Current
	if r == nil {
		return Waits{}
	}
	w := Waits{Wait: r.Work.Wait, Task: r.Task.ID, Round: r.Task.Round, Edit: r.Work.Wait.edit, Before: r.Work.Wait.Until}
	if w.For == ForEnd || w.For == ForAdopted {
		w.Action = r.last
	}
	if limit := r.limit(&r.Work, rules); !limit.IsZero() && (w.Before.IsZero() || limit.Before(w.Before)) {
		w.Before = limit
	}
	return w
}
