package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
)

// freshTime is how long a re-plan waits for a state newer than the failure.
const freshTime = 1500 * time.Millisecond

// planRound asks the planner and journals the plan.
func (a *agent) planRound(r *run) error {
	if r.task.Round >= a.o.cfg.Limits.Rounds {
		return a.failed(r, "Gave up after "+plural(r.task.Round, "round")+" of planning.")
	}
	first := r.task.Started.IsZero()
	a.mu.Lock()
	r.task.Round++
	r.task.Step, r.task.Of, r.task.Revision = 0, 0, 0
	if first {
		r.task.Started = time.Now()
	}
	a.mu.Unlock()
	if err := a.moved(r, StatePlanning, r.why); err != nil {
		return err
	}
	body, state, err := a.ready(r)
	if err != nil {
		return err
	}
	if !first {
		state = a.refreshed(body, state)
		a.settleDoubt(r, state, notPlaced)
	}
	if err := a.begin(r, state); err != nil {
		return err
	}
	r.step, r.failedAt, r.repeating, r.nearer, r.approved = 0, -1, false, false, false
	if r.task.Round > 1 && len(r.task.Reading.Checks) > 0 && len(unmet(r.task.Reading.Checks, r.baseline(), state, r.history)) == 0 {
		return complete(r)
	}
	plan, err := a.ask(a.request(r, body, state))
	if err != nil {
		return a.noPlan(r, err)
	}
	if why := r.outOfReach(&plan, state, a.o.cfg.Limits.NewTool); why != "" {
		return a.failed(r, why+a.report(r))
	}
	return a.adopt(r, body, plan)
}

// begin takes the baseline and the world once, when the task starts.
func (a *agent) begin(r *run, state *game.State) error {
	world := worldID(state)
	if r.task.Baseline == nil {
		base := game.BaselineOf(state)
		a.mu.Lock()
		r.task.Baseline, r.task.World = &base, world
		a.pending.Tasks = append(a.pending.Tasks, r.task)
		a.mu.Unlock()
		return nil
	}
	return a.sameWorld(r, state)
}

func worldID(s *game.State) string {
	if s.World == nil {
		return ""
	}
	return s.World.ID
}

// sameWorld parks a task of the player's own game when another world is open:
// another save or server is another world.
func (a *agent) sameWorld(r *run, state *game.State) error {
	world := worldID(state)
	if r.task.World == "" || world == "" || world == r.task.World {
		return nil
	}
	if body := a.current(); body == nil || body.Info().Role != roleSelf {
		return nil
	}
	return a.parkFor(r, "You are in another world than the one this task began in; resume it to go on here.")
}

// roleSelf is the role of a body that is the player's own game.
const roleSelf = "self"

// refreshed waits briefly for a state that is newer than what just failed.
func (a *agent) refreshed(body Body, state *game.State) *game.State {
	ctx, cancel := context.WithTimeout(a.operation(), freshTime)
	defer cancel()
	if snap, err := body.Await(ctx, body.Snapshot().Seq); err == nil {
		return &snap.State
	}
	return state
}

func (a *agent) request(r *run, body Body, state *game.State) game.Request {
	t := &r.task
	req := game.Request{
		TaskID: t.ID, Round: t.Round, Goal: t.Goal, Body: body.Info(), State: *state,
		Baseline: r.baseline(), History: slices.Clone(r.history),
		Exclude: slices.Clone(r.exclude), Settings: t.Settings,
		Progress: func(msg string) { a.heard(r, "", game.Progress{Message: msg, Fraction: -1}) },
	}
	req.Zones, _ = a.zones(r)
	req.Known = outside(a.known(r, state), req.Zones, req.Body)
	if t.Goal == "" {
		req.Actions = r.remaining()
	}
	return req
}

// remaining are the actions of a ready list that are still to be done.
func (r *run) remaining() []game.Action {
	from, next, round := 0, 0, 0
	for i := range r.actions {
		rec := &r.actions[i]
		if rec.Round != round { // its plan was the list from there on
			from, round = next, rec.Round
		}
		over := succeeded(rec.Verdict) || rec.Verdict == game.Skipped ||
			r.task.Policy == Continue && (rec.ID == "" || rec.End == game.EndReported || rec.End == game.EndDeadline)
		if next = from + rec.Index; over {
			next++
		}
	}
	return r.task.Actions[min(next, len(r.task.Actions)):]
}

// ask runs the planner beside the agent, so that a stop does not wait for it:
// the reply to a round that is over is only logged.
func (a *agent) ask(req game.Request) (game.Plan, error) {
	type reply struct {
		plan game.Plan
		err  error
	}
	ctx := a.operation()
	replies := make(chan reply, 1)
	a.o.children.Go(func() {
		plan, err := a.o.cfg.Planner.Plan(ctx, req)
		if ctx.Err() != nil {
			a.log.Debug("reply to a round that is over", "task", req.TaskID, "round", req.Round, "error", err)
		}
		replies <- reply{plan, err}
	})
	select {
	case got := <-replies:
		if err := a.interruption(); err != nil && !errors.Is(err, errSkip) {
			return game.Plan{}, err
		}
		return got.plan, got.err
	case <-ctx.Done():
		return game.Plan{}, a.interruption()
	}
}

// noPlan decides what a planner's error means.
func (a *agent) noPlan(r *run, err error) error {
	if isInterruption(err) {
		return err
	}
	round := Round{Task: r.task.ID, Round: r.task.Round, At: time.Now(), Why: r.why, Error: err.Error()}
	a.keepRound(r, round)
	r.why = ""
	var impossible *game.ImpossibleError
	var unreadable *game.UnreadableError
	var faults *game.FaultsError
	again := r.task.Round > 1
	switch {
	case errors.As(err, &impossible) && len(r.history) == 0:
		a.mu.Lock()
		r.task.Impossible = true
		a.mu.Unlock()
	case errors.As(err, &unreadable):
		a.mu.Lock()
		r.task.Unreadable = true
		a.mu.Unlock()
	case errors.As(err, &faults) && again && r.badReplies == 0:
		r.badReplies++
		r.why = "the plan could not work"
		return a.nextRound(r, sentence(err.Error()))
	}
	if last := r.lastFailure(); again && last != nil {
		reason, why := couldNot(last)+" There is no other way", err.Error()
		if f := last.Outcome.Failure; f == nil || !strings.Contains(why, failureWords(f)) { // else it was said just now
			reason += ": " + sentence(why)
		}
		return a.failed(r, sentence(reason))
	}
	return a.failed(r, sentence(err.Error()))
}

func isInterruption(err error) bool {
	for _, e := range [...]error{errShutdown, errStop, errLimit, errPause, errSkip, errLost, errPark} {
		if errors.Is(err, e) {
			return true
		}
	}
	var end *ending
	return errors.As(err, &end)
}

// adopt journals and shows the plan, and looks at the goal first: what is
// already held is not done again.
func (a *agent) adopt(r *run, body Body, plan game.Plan) error {
	a.mu.Lock()
	t := &r.task
	if len(t.Reading.Checks) == 0 && len(plan.Goal.Checks) > 0 || t.Reading.Text == "" {
		t.Reading = plan.Goal
		if t.Reading.Text == "" {
			t.Reading.Text = t.Title()
		}
	}
	t.PlannedBy, t.Source = plan.PlannedBy, plan.Source
	t.Of, t.Step = len(plan.Steps), 0
	t.Revision++
	a.pending.Tasks = append(a.pending.Tasks, *t)
	round := Round{Task: t.ID, Round: t.Round, Revision: t.Revision, At: time.Now(), Why: r.why, Plan: plan}
	a.mu.Unlock()
	a.keepRound(r, round)
	r.plan, r.planned, r.step, r.why = plan, true, 0, ""
	for _, n := range plan.Notices {
		a.notice(r, n)
	}
	if err := a.commit(r, false); err != nil {
		return err
	}
	a.announce(r)
	now := fresh(body)
	if t.Round == 1 {
		r.best = met(t.Reading.Checks, r.baseline(), now, r.history)
	}
	if len(t.Reading.Checks) > 0 && len(unmet(t.Reading.Checks, r.baseline(), now, r.history)) == 0 {
		return complete(r)
	}
	if len(plan.Steps) == 0 {
		r.planned = false
		return a.nextRound(r, "The plan is empty although the goal is not met.")
	}
	return nil
}

// keepRound journals a round; a later revision replaces the earlier one.
func (a *agent) keepRound(r *run, round Round) {
	a.mu.Lock()
	if n := len(r.rounds); n > 0 && r.rounds[n-1].Round == round.Round {
		r.rounds[n-1] = round
	} else {
		r.rounds = append(r.rounds, round)
	}
	a.pending.Rounds = append(a.pending.Rounds, round)
	a.mu.Unlock()
	a.o.hub.publish(Event{Kind: EventRound, Body: a.id, TaskID: round.Task, Round: &round})
}

// nextRound ends a round that did not reach the goal. Rounds that brought the
// goal nearer do not count, nor do those that looked for something farther away:
// the planner bounds these.
func (a *agent) nextRound(r *run, reason string) error {
	if body := a.current(); body != nil {
		if r.goalMet(body) {
			return complete(r)
		}
		now := fresh(body)
		if n := met(r.task.Reading.Checks, r.baseline(), now, r.history); n > r.best {
			r.best, r.nearer = n, true
		}
	}
	if !r.nearer && !r.searched() {
		a.mu.Lock()
		r.task.BadRounds++
		bad := r.task.BadRounds
		a.mu.Unlock()
		if bad >= a.o.cfg.Limits.BadRounds {
			if first := r.lastFailure(); first != nil && first.Verdict == game.Contradicted {
				reason = couldNot(first) + a.report(r)
			}
			return a.failed(r, reason)
		}
	}
	r.planned = false
	r.why = reason
	return nil
}

// searched reports whether the round failed at looking for something.
func (r *run) searched() bool {
	n := len(r.history)
	return n > 0 && r.history[n-1].Round == r.task.Round && r.history[n-1].Step.Seeks != "" && !succeeded(r.history[n-1].Verdict)
}

// failed ends the task in error, unless the goal is met after all: a goal that
// worked is never reported as an error.
func (a *agent) failed(r *run, reason string) error {
	open, err := a.goalOpen(r)
	if err != nil && !errors.Is(err, errLost) {
		return err
	}
	if len(r.task.Reading.Checks) > 0 && len(open) == 0 && err == nil {
		return complete(r)
	}
	return &ending{StateError, reason + r.lookedFor()}
}

// lookedFor says how far was looked for what was not found; empty when nothing
// was.
func (r *run) lookedFor() string {
	var blocks []string
	places, walks := make(map[string]int), make(map[string]int)
	for i := range r.history {
		h := &r.history[i]
		if h.Step.Seeks == "" || h.Step.Action.Kind == game.Mine {
			continue
		}
		if b := h.Step.Seeks; !slices.Contains(blocks, b) {
			blocks = append(blocks, b)
		}
		if h.Step.Action.Kind == game.Goto {
			places[h.Step.Seeks]++
		} else {
			walks[h.Step.Seeks]++
		}
	}
	words := ""
	for _, b := range blocks {
		var where []string
		if n := places[b]; n > 0 {
			where = append(where, "at "+plural(n, "remembered place"))
		}
		if n := walks[b]; n > 0 {
			where = append(where, "on "+plural(n, "walk"))
		}
		words += " " + sentence(game.Display(b)+" was looked for "+listWords(where))
	}
	return words
}

// lastFailure is the attempt that a task's end names: the first that was
// contradicted, else the last that failed.
func (r *run) lastFailure() *game.Attempt {
	var last *game.Attempt
	for i := range r.history {
		switch h := &r.history[i]; h.Verdict {
		case game.Contradicted:
			return h
		case game.Failed:
			last = h
		}
	}
	return last
}
