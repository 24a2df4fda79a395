// SPDX-License-Identifier: MIT

package task

import (
	"slices"
	"time"

	"github.com/minehand/minehand/game"
)

// Agent is all that is known of one body's tasks. It is not changed: Apply makes
// another.
type Agent struct {
	Body string
	// Current is the task at hand, nil when there is none.
	Current *Run
	Queue   []*Run
	// Parked are interrupted tasks that wait for a person, newest last.
	Parked []*Run
	// Last is the task that ended last, in this process.
	Last *Run

	Process Process

	// fresh is a run that nobody has seen yet: it is changed where it is.
	fresh *Run
}

// Run is one task with what is known of how it went.
type Run struct {
	Task   Task
	Moves  []Move
	Rounds []Round
	// past are the actions but the last, which may still change.
	past []*Action
	last *Action

	// History are the actions that ended, as planners see them; Exclude what they
	// forbid. Both follow from the rows.
	History []game.Attempt
	Exclude []game.Exclusion
	// highs are the most that was held of what later steps need, since the body last
	// died; nearer: this round brought the goal nearer by them.
	highs        []game.Stack
	nearer       bool
	sent, failed int

	Work Work
}

// Record is the run as clients read it.
func (r *Run) Record() Record {
	rec := Record{Task: r.Task, Moves: slices.Clone(r.Moves), Rounds: slices.Clone(r.Rounds), Actions: make([]Action, 0, r.count())}
	for i := range r.count() {
		rec.Actions = append(rec.Actions, *r.action(i))
	}
	return rec
}

// count is how many actions there are.
func (r *Run) count() int {
	if r.last == nil {
		return 0
	}
	return len(r.past) + 1
}

// Open is the action under way, nil when there is none.
func (r *Run) Open() *Action {
	if r.last != nil && r.last.Open() {
		return r.last
	}
	return nil
}

// Does reports whether the action with that id is the last of the task.
func (r *Run) Does(id string) bool { return r.last != nil && r.last.ID == id }

// Work is where a run stands in what it does.
type Work struct {
	// Plan is what is carried out, nil when one is to be made; Step the place in it
	// from 0. Approved: it may run.
	Plan     *game.Plan
	Step     int
	Approved bool
	// Repeating: the step at hand is sent a second time. Hindered counts how often it
	// met a body that was not ready.
	Repeating bool
	Hindered  int
	// Shown is since when states show all that the action under way is for; Over: it
	// was given up because of that.
	Shown time.Time
	Over  bool
	// Held is what the body was last seen to hold, since its last death.
	Held []game.Stack
	// FailedAt is the history index of the round's first failure, or -1.
	FailedAt int
	// Stage is how far the making of a plan has come.
	Stage stage
	// First: the round is the task's first.
	First bool
	// Why is the reason for the coming round.
	Why game.Message
	// Unsettled: it is not known how the last action ended, since a restart or an
	// outage.
	Unsettled bool
	// DiedAt is the number of the newest state when the body died last.
	DiedAt uint64
	// Before is the body's state when the action at hand was sent.
	Before *game.State
	// Asked is what a person wants as soon as the action at hand has let go;
	// Resumed: a pause that is on its way is to end at once.
	Asked   ask
	Resumed bool
	Wait    Wait
	// Lost is when the body was last seen before an interruption. ByPerson: one
	// resumed the task since.
	Lost     time.Time
	ByPerson bool
	// ActiveFrom is when the clock of unattended work started; zero when it stands.
	ActiveFrom time.Time
}

// stage is how far the making of a plan, or the finding out after an
// interruption, has come.
type stage uint8

const (
	stageNew      stage = iota
	stageMoved          // the round is begun, its state is not fresh yet
	stageFresh          // the newest state there is was waited for
	stageFindOut        // how did the open action end?
	stageRested         // the body came to rest; its state tells
	stageApproved       // a yes came; the plan is looked at once more
)

// ask is what a person or a limit wants of a task.
type ask uint8

const (
	askNothing ask = iota
	askSkip
	askPause
	askRevise
	askLimit
	askStop
)

// Wait is what a run waits for. The zero value waits for nothing.
type Wait struct {
	For WaitFor
	// Gen numbers the waits of a task: what ends another one is of the past.
	Gen int
	// Until ends it; zero means that no time does.
	Until time.Time
	// After is the report beyond which one is waited for.
	After uint64
	then  then
	// What was being dealt with.
	outcome  game.Outcome
	evidence *game.Claim
	reason   game.Message
	// tries counts the newer reports; silent: not one came for long.
	tries  int
	silent bool
	edit   []game.Action
}

// WaitFor says what ends a wait.
type WaitFor uint8

// What a run can wait for.
const (
	ForNothing WaitFor = iota
	ForPlan            // the planner's reply
	ForAnswer          // a person's yes or no
	ForEnd             // the end of the action under way
	ForAdopted         // the end of an action that an earlier process sent
	ForRest            // the body's rest after a stop
	ForReport          // a newer report, or Until
	ForTime            // Until
	ForReady           // a body that can be sent an action
	ForBody            // a body that is away, or Until
	ForPerson          // a person's resume
)

// then is what follows a wait for a report or for rest.
type then uint8

const (
	thenGoOn then = iota
	thenJudge
	thenConclude
	thenFail
	thenAfterDeadline
	thenSeenAfterAll
	thenDoubt
	thenAsked
	thenStopped // by a person or, with a reason, by a limit
	thenContact
	thenAgain
)

// Fact is one thing that is known from now on. Exactly one field is set.
type Fact struct {
	Task *Task
	Move *Move
	// Round, Action: a later row of the same round or place replaces the earlier.
	Round  *Round
	Action *Action
	Sample *Sample
	// Passing facts are of the process alone and are not kept.
	Passing bool
	// Quiet facts are not worth an event.
	Quiet bool
	work  *Work
	// of is the task that work belongs to.
	of      string
	process *Process
}

// Process is what an agent knows of the process alone.
type Process struct {
	// Accepted are the cautions that a person said yes to.
	Accepted []string
	// Chat is the pace of its chat lines.
	Chat game.ChatPace
	// Sampled is when a state was last kept as a sample, Again the arrival after which
	// something was looked for a second time.
	Sampled, Again time.Time
	// Crafts: the body makes a craft of each item that it is asked for; Exact: it was
	// seen not to.
	Crafts, Exact bool
}

// Apply takes in one fact. It is the only way in which an Agent changes.
func Apply(a Agent, f Fact) Agent {
	a.fresh = nil
	a = a.apply(&f)
	a.fresh = nil
	return a
}

func (a Agent) apply(f *Fact) Agent {
	switch {
	case f.Task != nil:
		return a.place(*f.Task)
	case f.Move != nil:
		return a.change(f.Move.Task, func(r *Run) { r.Moves = append(r.Moves, *f.Move) })
	case f.Round != nil:
		return a.change(f.Round.Task, func(r *Run) {
			revised := func(o Round) bool { return o.Round == f.Round.Round }
			r.Rounds = append(slices.DeleteFunc(slices.Clone(r.Rounds), revised), *f.Round)
		})
	case f.Action != nil:
		return a.change(f.Action.Task, func(r *Run) { r.act(f.Action) })
	case f.work != nil:
		return a.change(f.of, func(r *Run) { r.Work = *f.work })
	case f.process != nil:
		a.Process = *f.process
	}
	return a
}

// Restore makes the run of a journal's record again.
func Restore(a Agent, rec *Record) Agent {
	a = Apply(a, Fact{Task: &rec.Task})
	for i := range rec.Moves {
		a = Apply(a, Fact{Move: &rec.Moves[i]})
	}
	for i := range rec.Rounds {
		a = Apply(a, Fact{Round: &rec.Rounds[i]})
	}
	for i := range rec.Actions {
		a = Apply(a, Fact{Action: &rec.Actions[i]})
	}
	return a
}

// Find is the run of a task that has not ended, nil when there is none.
func (a *Agent) Find(id string) *Run {
	is := func(r *Run) bool { return r.Task.ID == id }
	if a.Current != nil && is(a.Current) {
		return a.Current
	}
	for _, list := range [...][]*Run{a.Queue, a.Parked} {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// all are the runs of tasks that have not ended, the one at hand first.
func (a *Agent) all() []*Run {
	return slices.DeleteFunc(slices.Concat([]*Run{a.Current}, a.Queue, a.Parked), func(r *Run) bool { return r == nil })
}

// change puts a changed copy of a run in its place.
func (a Agent) change(id string, f func(*Run)) Agent {
	old := a.Find(id)
	if old == nil {
		return a
	}
	if old == a.fresh {
		f(old)
		return a
	}
	r := *old
	f(&r)
	a.fresh = &r
	if a.Current == old {
		a.Current = &r
		return a
	}
	a.Queue = listed(a.Queue, old, &r, slices.Contains(a.Queue, old))
	a.Parked = listed(a.Parked, old, &r, slices.Contains(a.Parked, old))
	return a
}

// listed is a list with a run in the place of its older form, or at the end; or
// without it.
func listed(list []*Run, old, now *Run, in bool) []*Run {
	i := slices.Index(list, old)
	switch {
	case i < 0 && !in:
		return list
	case i < 0:
		return append(slices.Clip(list), now)
	case !in:
		return slices.Delete(slices.Clone(list), i, i+1)
	}
	list = slices.Clone(list)
	list[i] = now
	return list
}

// place takes in a task's row: where it belongs follows from its state.
func (a Agent) place(t Task) Agent {
	old := a.Find(t.ID)
	r := &Run{Work: Work{FailedAt: -1}}
	if old != nil {
		c := *old
		r = &c
	}
	if t.Round != r.Task.Round {
		r.nearer = false
	}
	if t.Fell != r.Task.Fell { // what it had is lost
		r.highs, r.nearer = nil, false
	}
	if t.Before != r.Task.Before {
		r.Exclude = nil
	}
	r.Task = t
	r.Task.Sent, r.Task.Failed = r.sent, r.failed
	if old != nil && old == a.Current {
		a.Current = nil
	}
	queued, parked := t.State == Queued, t.State == Interrupted && t.NeedsPerson
	switch {
	case t.State.Ended():
		a.Last = r
	case queued || parked:
	case a.Current != nil: // of a journal that has two at once: a person decides
		parked = true
	default:
		a.Current = r
	}
	a.Queue, a.Parked = listed(a.Queue, old, r, queued), listed(a.Parked, old, r, parked)
	return a
}

// act takes in the row of an action: a new one, or a newer form of the last.
func (r *Run) act(act *Action) {
	old := r.last
	if old != nil && act.Seq > old.Seq {
		if old.Open() { // only the last can be open: its row was lost
			closed := old.closed(old.Started)
			r.act(&closed)
		}
		r.past, old = append(r.past, r.last), nil
	}
	r.tally(old, -1)
	r.last = act
	r.tally(act, 1)
	if act.Round == r.Task.Round {
		r.Task.Step = act.Index + 1
	}
	r.Task.Sent, r.Task.Failed = r.sent, r.failed
	if n := len(r.past); len(r.History) > n { // it replaces an end that was known better since
		r.History = r.History[:n:n]
	}
	if old != nil && old.Failure != nil {
		r.Exclude = nil
		for i := r.Task.Before; i < len(r.past); i++ {
			r.excludeBy(r.past[i])
		}
	}
	if act.Open() {
		return
	}
	if n := len(r.History); n == cap(r.History) {
		r.History = slices.Grow(r.History, n+1) // append alone adds a quarter, and copies a long list often
	}
	r.History = append(r.History, act.attempt())
	r.excludeBy(act)
	if act.Verdict == game.Confirmed && len(act.Gained) > 0 && len(r.past) >= r.Task.Fell {
		r.reached(act)
	}
}

func (r *Run) excludeBy(act *Action) {
	if act.Again {
		return
	}
	if x, ok := game.ExclusionOf(&act.Step.Action, act.Failure); ok {
		r.Exclude = game.Exclude(r.Exclude, x)
	}
}

// tally keeps the numbers of actions that went out and that failed.
func (r *Run) tally(act *Action, by int) {
	if act == nil || act.ID == "" || act.End == game.EndUnsent {
		return
	}
	r.sent += by
	// What a person stopped or skipped did not fail.
	if act.End != game.EndCaller && !act.Again && (act.Verdict == game.Failed || act.Verdict == game.Contradicted) {
		r.failed += by
	}
}

// reached notes what later steps of the plan need and more is held of than before.
func (r *Run) reached(act *Action) {
	if n := len(r.Rounds); n > 0 && r.Rounds[n-1].Round == act.Round {
		highs, more := r.Rounds[n-1].Plan.Reached(r.highs, act.Index, act.Gained, act.Mark)
		r.highs, r.nearer = highs, r.nearer || more && act.Round == r.Task.Round
	}
}
