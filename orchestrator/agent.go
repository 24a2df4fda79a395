// SPDX-License-Identifier: MIT

package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/orchestrator/task"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// agent owns one body's tasks, and has an inbox. A goroutine of its own (run) it has
// only while there is something to do: most bodies have nothing to do most of the
// time. What it does about an input is decided in the package task; here it is carried
// out.
type agent struct {
	id  string
	o   *Orchestrator
	log *slog.Logger
	// ended is closed when the agent has left.
	ended chan struct{}
	// shown is what readers see.
	shown atomic.Pointer[shown]
	// trail is where the body is, and what it sees of its worlds.
	trail *worldmap.Trail

	// mu guards the inbox and what comes with it from outside.
	mu    sync.Mutex
	inbox []letter
	// op is the context of the action and the planner's call at hand: an urgent
	// letter ends it as it comes in.
	op       context.Context //nolint:containedctx // it is what an urgent letter ends
	cancelOp context.CancelFunc
	body     Body
	// left is when the body's session ended; retired: the agent was let go of.
	left    time.Time
	retired bool
	// nudged: it is to be looked what there is to do; over: the agent is to leave;
	// running: run is at work, or has left.
	nudged, over, running bool
	// progress is what was heard last of the action at hand.
	progress   *game.ActionProgress
	progressAt time.Time

	// turns holds one token: who has it owns what follows. It lies there while
	// nothing is to do. Who knows first that an action has ended takes it, so that the
	// next goes out without a change of goroutines; else run has it, and leave keeps it.
	turns   chan struct{}
	ctx     context.Context //nolint:containedctx // that of Run; nil until the agent is started, and not changed after
	keeping context.Context //nolint:containedctx // for the journal: it ends only some time after Run
	due     time.Time
	timer   *time.Timer // nudges when it is due; nil until the first time
	state   task.Agent
	pending Batch
	hears   func(actionID string, p game.ActionProgress) // heardAt
	// fault is the journal's sentence while it cannot be written; then held waits for
	// the commit, and retry is when that is tried again.
	fault     string
	held      []task.Send
	late      []Event
	retry     time.Time
	call      wait
	cancelled context.CancelFunc
	// after is the action whose end is taken in: what goes out then takes its place.
	after *act
	// unstopped: an earlier process was stopping the body when it ended.
	unstopped bool
	// Each session numbers its reports from 1, and here they go on: before is how many came
	// before those of the body of, newest the number of the last.
	of             Body
	before, newest uint64
}

// shown is a moment of an agent for its readers.
type shown struct {
	task.Agent
	fault string
}

// wait names what was started for the agent's wait.
type wait struct {
	task  string
	gen   int
	after uint64
	body  Body // whose report it is
}

// letter is an input on its way to the agent.
type letter struct {
	what any
	// reply gets the answer once, with room for it; nil when nobody waits.
	reply chan task.Reply
	// refusable: when it cannot be kept, nothing of it is done.
	refusable bool
}

// act is an action on its way to the body.
type act struct {
	ctx   context.Context //nolint:containedctx // that of the action, for as long as it lasts
	body  Body
	call  game.Call
	ended task.Ended
}

func newAgent(o *Orchestrator, id string) *agent {
	a := &agent{
		id: id, o: o, log: o.log.With("body", id), turns: make(chan struct{}, 1), ended: make(chan struct{}),
		state: task.Agent{Body: id}, pending: Batch{Body: id}, trail: o.maps.Trail(), cancelled: func() {},
	}
	a.hears = a.heardAt
	a.show()
	a.turns <- struct{}{}
	return a
}

// start begins the agent's work, which ends once it is over.
func (a *agent) start(ctx context.Context) {
	a.mu.Lock()
	a.ctx, a.keeping = ctx, context.WithoutCancel(ctx)
	a.mu.Unlock()
	a.nudge()
}

// nudge has the agent look what there is to do.
func (a *agent) nudge() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.nudged = true
	a.wake()
}

// wake starts run, unless that is at work; a.mu is held.
func (a *agent) wake() {
	if a.ctx != nil && !a.running {
		a.running = true
		a.o.children.Go(a.run)
	}
}

// post puts a letter into the inbox. An urgent one goes before the others and
// ends what is under way: nothing goes out after post has returned. It reports
// whether the agent takes letters.
func (a *agent) post(l letter, urgent bool) bool {
	defer a.nudge()
	return a.put(l, urgent)
}

// put is post without waking the agent.
func (a *agent) put(l letter, urgent bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return false
	}
	if urgent {
		a.inbox = slices.Insert(a.inbox, 0, l)
		if a.cancelOp != nil {
			a.cancelOp()
		}
	} else {
		a.inbox = append(a.inbox, l)
	}
	return true
}

// ask posts a letter and waits for its answer until ctx ends. A letter that was posted
// is answered, or the agent has ended: who asks for what may be refused waits for that
// in any case. An urgent one is posted though ctx has ended.
func (a *agent) ask(ctx context.Context, what any, refusable, urgent bool) (task.Reply, error) {
	if err := ctx.Err(); err != nil && !urgent {
		return task.Reply{}, err
	}
	if refusable {
		ctx = context.WithoutCancel(ctx)
	}
	l := letter{what: what, reply: make(chan task.Reply, 1), refusable: refusable}
	if !a.post(l, urgent) {
		return task.Reply{}, noBody(a.id)
	}
	select {
	case r := <-l.reply:
		return r, r.Err
	case <-ctx.Done():
		return task.Reply{}, ctx.Err()
	case <-a.ended:
	}
	select {
	case r := <-l.reply:
		return r, r.Err
	default:
		return task.Reply{}, ErrClosed
	}
}

// receive takes the next letter.
func (a *agent) receive() (letter, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.inbox) == 0 {
		return letter{}, false
	}
	l := a.inbox[0]
	a.inbox = slices.Delete(a.inbox, 0, 1)
	return l, true
}

// operation is the context for what goes out now: it has ended when an urgent
// letter has come in that was not taken yet.
func (a *agent) operation() context.Context {
	a.mu.Lock()
	defer a.mu.Unlock()
	urgent := len(a.inbox) > 0 && a.inbox[0].what == task.StopAsked{}
	if a.op == nil || a.op.Err() != nil && !urgent {
		a.op, a.cancelOp = context.WithCancel(a.ctx)
	}
	if urgent {
		a.cancelOp()
	}
	return a.op
}

func (a *agent) endOp() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cancelOp != nil {
		a.cancelOp()
	}
}

// session returns the body, also one whose session is gone; nil for none. A body is
// never called under a.mu: it calls back under locks of its own.
func (a *agent) session() Body {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.body
}

// current returns the body, nil when its session is gone.
func (a *agent) current() Body {
	if body := a.session(); body != nil && body.Link().State != game.LinkGone {
		return body
	}
	return nil
}

// run is the agent's goroutine, until nobody has nudged it since it looked.
func (a *agent) run() {
	for {
		a.mu.Lock()
		nudged, over := a.nudged, a.over
		a.nudged, a.running = false, nudged || over
		a.mu.Unlock()
		switch {
		case over:
			a.leave()
			return
		case !nudged:
			return
		}
		<-a.turns
		if a.unstopped {
			a.unstopped = false
			a.stopBody()
		}
		a.work()
		if a.timer != nil {
			a.timer.Stop()
		}
		if a.due = a.arrange(); !a.due.IsZero() {
			a.timer = time.AfterFunc(time.Until(a.due), a.nudge)
		}
		a.turns <- struct{}{}
	}
}

// work takes every letter there is, then looks at the time and the body.
func (a *agent) work() {
	again := true
	for a.ctx.Err() == nil {
		l, ok := a.receive()
		if !ok {
			break
		}
		again = a.turn(l)
	}
	if a.fault != "" && !time.Now().Before(a.retry) {
		again = a.commit()
	}
	for again && a.fault == "" && a.ctx.Err() == nil {
		again = a.turn(letter{})
	}
}

// desks are where agents decide, each for one turn.
var desks = sync.Pool{New: func() any { return new(task.Desk) }}

// turn has an input decided and carries out what follows. It reports whether
// another may follow at once: a task ended.
func (a *agent) turn(l letter) bool {
	in := task.Input{Now: time.Now(), ID: newID(), Body: a.sight(), What: l.what, Busy: a.fault != ""}
	desk := desks.Get().(*task.Desk)
	defer desks.Put(desk)
	next, facts, effects := desk.Decide(a.o.rules.Load(), a.state, &in)
	if l.refusable {
		if err := a.refuse(facts); err != nil {
			l.reply <- task.Reply{Err: &unkept{err}}
			return false
		}
	}
	last := a.state.Last
	a.state = next
	if last != nil && last != next.Last {
		a.o.owners.Delete(last.Task.ID)
	}
	for i := range facts {
		if !l.refusable {
			a.pending.add(&facts[i])
		}
		f := &facts[i]
		if f.Action != nil || f.Move != nil {
			a.quiet()
		}
		if f.Task != nil && f.Task.State.Ended() && f.Task.ID != next.Last.Task.ID {
			a.o.owners.Delete(f.Task.ID)
		}
	}
	for _, e := range effects { // what goes with the facts, and what waits for nothing
		switch e := e.(type) {
		case *task.Remember:
			call := e.Action.Call()
			a.pending.WorldMap = append(a.pending.WorldMap, a.trail.Did(e.Task, call, &e.Outcome, e.Action.Verdict, e.Action.Ended)...)
		case task.GiveUp:
			a.giveUp()
		case task.StopBody:
			a.stopBody()
		}
	}
	kept := a.commit()
	a.show()
	if a.publish(facts, kept); !kept {
		a.announce() // nothing is done, whatever the facts say
	}
	for i := range effects {
		switch e := effects[i].(type) {
		case task.Reply:
			if l.reply != nil {
				l.reply <- e
			}
		case task.Notice:
			a.o.publish(Event{Kind: EventNotice, Body: a.id, TaskID: e.Task, Say: e.Say})
		case *task.Send:
			if a.held = append(a.held, *e); kept {
				a.release()
			}
		}
	}
	if last != next.Last && kept {
		a.log.Info("task ended", "task", next.Last.Task.ID, "state", next.Last.Task.State, "reason", next.Last.Task.Reason)
	}
	return last != next.Last
}

// sight is what is known of the body now.
func (a *agent) sight() *task.Body {
	body := a.current()
	if body == nil {
		return nil
	}
	_, adopts := body.(Adopter)
	b := &task.Body{Info: body.Info(), Link: body.Link(), Snap: body.Snapshot(), Adopts: adopts}
	if a.of != body {
		a.of, a.before = body, a.newest
	}
	if b.Snap.Seq > 0 {
		b.Snap.Seq += a.before
		a.newest = b.Snap.Seq
	}
	b.Moved = a.trail.Follow(&b.Snap.State, b.Snap.At)
	return b
}

// refuse keeps the facts of a call that is not done when they cannot be.
func (a *agent) refuse(facts []task.Fact) error {
	b := Batch{Body: a.id}
	for i := range facts {
		b.add(&facts[i])
	}
	if b.Empty() {
		return nil
	}
	if a.fault != "" && !a.commit() { // what came before it goes first
		return errors.New(strings.TrimSuffix(a.fault, "."))
	}
	ctx, cancel := context.WithTimeout(a.keeping, lastWords)
	defer cancel()
	return a.o.cfg.Journal.Append(ctx, &b)
}

const (
	// journalRetry is the wait before a failed commit is tried again.
	journalRetry = 2 * time.Second
	// lastWords bounds a commit while the process ends.
	lastWords = 2 * time.Second
	// settleTime bounds a settling from outside: the body's own limit is 5 s, and
	// counts only while the line is up (rule 6).
	settleTime = 45 * time.Second
)

// commit commits what is pending. On failure everything is kept for the next
// try, no action goes out, and the task pauses with the journal's sentence.
func (a *agent) commit() bool {
	if a.pending.Empty() && a.fault == "" {
		return true
	}
	err := a.o.cfg.Journal.Append(a.keeping, &a.pending)
	if err == nil {
		a.pending.reset()
		if a.fault != "" {
			a.fault = ""
			a.show()
			a.announce()
			for _, e := range a.late {
				a.say(e.Task)
				a.o.publish(e)
			}
			a.late = nil
			a.release()
		}
		return true
	}
	first := a.fault == ""
	a.fault, a.retry = game.FullSentence(err.Error()), time.Now().Add(journalRetry)
	if first {
		a.log.Error("journal cannot be written", "error", err)
		a.o.publish(Event{Kind: EventNotice, Body: a.id, Say: game.TextOf(a.fault)})
		a.show()
	}
	return false
}

// leave interrupts the task because the process ends. What cannot be kept now is
// found as unfinished on the next start.
func (a *agent) leave() {
	<-a.turns
	defer close(a.ended)
	defer a.endOp()
	if a.timer != nil {
		a.timer.Stop()
	}
	if s := &a.state; s.Current == nil && len(s.Queue)+len(s.Parked) == 0 && a.pending.Empty() {
		return
	}
	ctx, cancel := context.WithTimeout(a.keeping, lastWords)
	defer cancel()
	a.keeping = ctx
	a.turn(letter{what: task.Leaving{}})
}

// arrange starts what the agent waits for, and returns when it is to look again
// at the latest.
func (a *agent) arrange() time.Time {
	w := task.Outstanding(a.o.rules.Load(), &a.state)
	now := wait{task: w.Task, gen: w.Gen, after: w.After}
	if w.For == task.ForReport || w.For == task.ForReady {
		now.body = a.current()
	}
	if a.call != now {
		a.cancelled()
		a.call = wait{}
	}
	due := w.Before
	if a.fault != "" {
		due = a.retry
	}
	if a.call != now && w.For != task.ForNothing && w.For != task.ForEnd {
		a.begin(w, now)
	}
	return due
}

// begin starts what the agent waits for.
func (a *agent) begin(w task.Waits, now wait) {
	body := a.current()
	start := func(ctx context.Context, f func(ctx context.Context)) {
		a.call = now
		ctx, a.cancelled = context.WithCancel(ctx)
		a.o.children.Go(func() { f(ctx) })
	}
	switch w.For {
	case task.ForPlan:
		if a.fault != "" || body == nil && a.state.Current.Task.Baseline == nil {
			return
		}
		req := a.request(&w)
		start(a.operation(), func(ctx context.Context) {
			plan, err := a.o.cfg.Planner.Plan(ctx, req)
			if ctx.Err() != nil {
				a.log.Debug("reply to a round that is over", "task", req.TaskID, "round", req.Round, "error", err)
				return
			}
			a.post(letter{what: task.Replied{Task: req.TaskID, Round: req.Round, Gen: w.Gen, Plan: plan, Err: err}}, false)
		})
	case task.ForAdopted:
		adopter, ok := body.(Adopter)
		if !ok || a.fault != "" {
			return
		}
		call := game.Call{Action: w.Action.Call(), Seconds: w.Action.Step.Seconds, Progress: a.hears}
		start(a.operation(), func(ctx context.Context) {
			a.post(letter{what: &task.Ended{ID: call.Action.ID, Outcome: adopter.Adopt(ctx, call)}}, false)
		})
	case task.ForRest:
		start(a.ctx, func(ctx context.Context) {
			var err error
			if body != nil {
				err = a.rest(ctx, body)
			}
			a.post(letter{what: task.Rested{Gen: w.Gen, Err: err}}, false)
		})
	case task.ForNothing, task.ForEnd, task.ForAnswer, task.ForTime, task.ForBody, task.ForPerson: // nothing is to be started for these
	case task.ForReport, task.ForReady:
		if a.sight() != nil {
			body, after := a.of, w.After-min(w.After, a.before)
			start(a.ctx, func(ctx context.Context) {
				// What came of it is looked at, but not what was given up for another
				// wait: each look at a body without a state begins one anew.
				if _, _ = body.Await(ctx, after); ctx.Err() == nil {
					a.nudge()
				}
			})
		}
	}
}

// request is what the planner is asked.
func (a *agent) request(w *task.Waits) game.Request {
	r := a.state.Current
	body := cmp.Or(a.sight(), &task.Body{Info: game.BodyInfo{ID: a.id}})
	req := r.Request(a.o.rules.Load(), body, w.Edit)
	if last := a.state.Last; last != nil && last.Task.World == r.Task.World && last.Task.State != StateComplete {
		req.Begun = last.History
	}
	req.Known = req.Settings.Within.Within(game.OutsideZones(a.trail.Known(r.Task.ID, &body.Snap.State, time.Now()), req.Zones, &req.Body))
	req.Progress = func(msg string) {
		if now := a.shown.Load().Current; now != nil && now.Task.ID == req.TaskID {
			a.hear(req.TaskID, "", game.ActionProgress{Message: msg, Fraction: -1})
		}
	}
	return req
}

// release sends what waited for its commit.
func (a *agent) release() {
	held := a.held
	a.held = a.held[:0] // what is released adds nothing to it
	for _, send := range held {
		ctx, body := a.operation(), a.current()
		if ctx.Err() != nil || body == nil {
			a.unsent(&send, body)
			continue
		}
		r := a.state.Find(send.Task)
		if r == nil || r.Open() == nil {
			continue
		}
		open := r.Open()
		a.o.publish(Event{Kind: EventAction, Body: a.id, TaskID: open.Task, Action: open, Of: r.Task.Of, ActionID: open.ID})
		send.Call.Progress = a.hears
		if last := a.after; last != nil && last.ctx == ctx && last.body == body {
			last.call, a.after = send.Call, nil
			continue
		}
		x := &act{ctx: ctx, body: body, call: send.Call}
		a.o.children.Go(func() { a.carry(x) })
	}
}

// unsent ends an action that never went out.
func (a *agent) unsent(send *task.Send, body Body) {
	now := time.Now()
	f := &game.Failure{Code: game.CodeInterrupted, Message: "it was not sent"}
	if body == nil {
		f = &game.Failure{Code: game.CodeConnectionLost, Message: "the session is gone"}
	}
	out := game.Outcome{End: game.EndUnsent, Failure: f, Started: now, Ended: now}
	a.post(letter{what: &task.Ended{ID: send.Call.Action.ID, Outcome: out}}, false)
}

// carry carries out an action, and those that follow it.
func (a *agent) carry(x *act) {
	for next, taken := &x.call, false; next != nil; {
		x.call.Next = func(out game.Outcome) (*game.Call, bool) { return a.follow(x, out) }
		out := x.body.Do(x.ctx, x.call)
		if out.End == "" {
			return // taken
		}
		if next, taken = a.follow(x, out); !taken {
			a.post(letter{what: &task.Ended{ID: x.call.Action.ID, Outcome: out}}, false)
		}
	}
}

// follow takes in the end of an action on the goroutine that knows of it, unless run
// is at work, and returns what follows. What is to be started then, and when to look
// again, are run's.
func (a *agent) follow(x *act, out game.Outcome) (next *game.Call, taken bool) {
	select {
	case <-a.turns:
	default:
		return nil, false
	}
	x.ended = task.Ended{ID: x.call.Action.ID, Outcome: out}
	a.put(letter{what: &x.ended}, false)
	a.after = x
	a.work()
	if a.after == nil {
		next = &x.call
	}
	a.after = nil
	if w := task.Outstanding(a.o.rules.Load(), &a.state); w.For != task.ForEnd || a.fault != "" || !w.Before.Equal(a.due) {
		a.nudge()
	}
	a.turns <- struct{}{}
	return next, true
}

// giveUp ends the action or the planner's call at hand; what was not sent yet
// never is.
func (a *agent) giveUp() {
	a.endOp()
	for i := range a.held {
		a.unsent(&a.held[i], a.current())
	}
	a.held = nil
}

// stopBody stops the body, also one that is away.
func (a *agent) stopBody() {
	switch body := a.session(); {
	case body != nil:
		body.Stop()
		if a.state.Current == nil {
			a.o.children.Go(func() { _ = a.rest(a.ctx, body) })
		}
	case a.o.cfg.StopAway != nil:
		a.o.cfg.StopAway(a.id)
	}
}

// rest waits for a body that was stopped.
func (a *agent) rest(ctx context.Context, body Body) error {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	err := body.Settle(ctx)
	if err != nil {
		a.log.Warn("body did not come to rest", "error", err)
	}
	return err
}

// show makes the agent's state what readers see. While the journal fails, the
// task at hand is shown as paused.
func (a *agent) show() {
	s := &shown{Agent: a.state, fault: a.fault}
	if r := s.Current; r != nil && a.fault != "" && r.Task.State != StateStopping {
		paused := *r
		paused.Task.State = StatePaused
		paused.Task.Reason = "Nothing is done while the journal cannot be written: " + a.fault
		paused.Task.Because = game.TextOf(paused.Task.Reason)
		s.Current = &paused
	}
	a.shown.Store(s)
}

// announce publishes the task at hand as it is shown, and its line in the game.
func (a *agent) announce() {
	r := a.shown.Load().Current
	if r == nil {
		return
	}
	t := r.Task
	a.say(&t)
	a.o.publish(Event{Kind: EventTask, Body: a.id, TaskID: t.ID, Task: &t})
}

// publish shows what the facts say, each as it stands right after it. The end of a
// task is told once it is kept.
func (a *agent) publish(facts []task.Fact, kept bool) {
	for i := range facts {
		f := &facts[i]
		var e Event
		switch {
		case f.Quiet:
			continue
		case f.Task != nil:
			e = Event{Kind: EventTask, Body: a.id, TaskID: f.Task.ID, Task: f.Task}
			if !kept && f.Task.State.Ended() && f.Task.State != StateStopped {
				a.late = append(a.late, e)
				continue
			}
			if f.Task.State != StateQueued {
				a.say(f.Task)
			}
		case f.Round != nil:
			e = Event{Kind: EventRound, Body: a.id, TaskID: f.Round.Task, Round: f.Round}
		case f.Action != nil && !f.Action.Open():
			e = Event{Kind: EventAction, Body: a.id, TaskID: f.Action.Task, Action: f.Action, ActionID: f.Action.ID}
			if r := cmp.Or(a.state.Find(f.Action.Task), a.state.Last); r != nil { // its task may have ended with it
				e.Of = r.Task.Of
			}
		default:
			if f.Action != nil { // its line changes; the event comes as it goes out
				if r := a.state.Find(f.Action.Task); r != nil {
					a.say(&r.Task)
				}
			}
			continue
		}
		a.o.publish(e)
	}
}

// say tells the body the line of a task.
func (a *agent) say(t *Task) {
	if body := a.session(); body != nil {
		body.Tell(game.TaskStatus{TaskID: t.ID, State: string(t.State), Step: t.Step, Of: t.Of, Message: cmp.Or(t.Waiting, t.Reason)})
	}
}

// lookEvery is how often the bodies' reports are looked through, and how long an
// action runs before it is looked whether its effect shows.
const lookEvery = 2 * time.Second

// watch looks through the bodies' reports until ctx ends: what they pass on the
// way is seen in no outcome.
func (o *Orchestrator) watch(ctx context.Context) {
	again.Every(ctx, lookEvery, func() {
		for _, a := range o.all() {
			if body := a.current(); body != nil {
				snap := body.Snapshot()
				a.trail.See("", &snap.State, snap.At)
			}
			if r := a.shown.Load().Current; r != nil && r.Work.Wait.For == task.ForEnd && r.Open() != nil &&
				time.Since(r.Open().Started) >= lookEvery {
				a.nudge()
			}
		}
	})
}

// quiet forgets what was heard of an action that is over.
func (a *agent) quiet() {
	a.mu.Lock()
	a.progress = nil
	a.mu.Unlock()
}

// progressEvery bounds how often a body's progress is published.
const progressEvery = 100 * time.Millisecond

// heardAt takes in what a body says of the action with that id, hear what a body or
// planner says of its work. They are called from their goroutines and return at once.
func (a *agent) heardAt(actionID string, p game.ActionProgress) {
	if r := a.shown.Load().Current; r != nil && r.Does(actionID) {
		a.hear(r.Task.ID, actionID, p)
	}
}

func (a *agent) hear(taskID, actionID string, p game.ActionProgress) {
	now := time.Now()
	a.mu.Lock()
	turned := a.progress == nil || a.progress.Paused != p.Paused
	told := turned || now.Sub(a.progressAt) >= progressEvery
	if a.progress = &p; told {
		a.progressAt = now
	}
	a.mu.Unlock()
	if turned {
		a.post(letter{what: task.Heard{ActionID: actionID, Progress: p}}, false)
	}
	if told {
		a.o.publish(Event{Kind: EventProgress, Body: a.id, TaskID: taskID, ActionID: actionID, Progress: &p})
	}
}
