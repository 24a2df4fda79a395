// SPDX-License-Identifier: MIT

package task

import (
	"cmp"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/money"
)

// State is where a task stands.
type State string

// The states of a task (docs/protocol, Tasks).
const (
	Queued      State = "queued"
	Planning    State = "planning"
	Awaiting    State = "awaiting_approval"
	Running     State = "running"
	Paused      State = "paused"
	Stopping    State = "stopping"
	Interrupted State = "interrupted"
	Complete    State = "complete"
	Unverified  State = "unverified"
	Failed      State = "error"
	Stopped     State = "stopped"
)

// Ended reports whether the task is over.
func (s State) Ended() bool {
	return s == Complete || s == Unverified || s == Failed || s == Stopped
}

// Policy says what happens when an action fails.
type Policy string

// The policies; the empty one stands for Replan.
const (
	// Replan asks the planner again, from the fresh state.
	Replan Policy = "replan"
	// Continue logs the failure and runs the next action whose needs are met.
	Continue Policy = "continue"
	// StopOnFailure ends the task at the first failure.
	StopOnFailure Policy = "stop"
)

// Task is one goal and how it goes; the row of the journal.
type Task struct {
	ID   string `json:"id"`
	Body string `json:"body"`
	// Goal is all that is wanted, empty when Actions are given; Said what a person typed first, "10 more", where it differs.
	Goal     string        `json:"goal,omitempty"`
	Said     string        `json:"said,omitempty"`
	Actions  []game.Action `json:"actions,omitempty"`
	Settings game.Settings `json:"settings,omitzero"`
	Policy   Policy        `json:"policy"`
	// Approve: each round waits for a yes.
	Approve bool `json:"approve,omitempty"`
	// RetryOf is the task that this one repeats.
	RetryOf string `json:"retryOf,omitempty"`
	Call    string `json:"call,omitempty"` // a sum of the client's call that made it: sent again, it makes no other

	State State `json:"state"`
	// Since is when the state began.
	Since time.Time `json:"since"`
	// Reason is a sentence: why the task ended, pauses or is interrupted; Because is the
	// same as a message, empty in rows of earlier versions.
	Reason  string       `json:"reason,omitempty"`
	Because game.Message `json:"because,omitzero"`
	// Waiting says what a planning or running task waits for, such as "waiting
	// for a world: join one"; empty when it does not wait. Awaits is the same as a message.
	Waiting string       `json:"waiting,omitempty"`
	Awaits  game.Message `json:"awaits,omitzero"`
	// NeedsPerson: it does not go on by itself; Resume goes on.
	NeedsPerson bool `json:"needsPerson,omitempty"`
	// Held: queued before a Stop; starts after Resume.
	Held bool `json:"held,omitempty"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`

	// Round counts plans from 1. Step is the number of the current action of Of,
	// from 1; 0 before the first.
	Round int `json:"round"`
	Step  int `json:"step"`
	Of    int `json:"of"`
	// Revision counts the versions of the plan that waits for approval.
	Revision int `json:"revision,omitempty"`
	// Read is what the words were read as, once; nil before, as in rows of earlier versions.
	Read *game.Reading `json:"read,omitempty"`
	// Reading is the goal as it was understood, with its checks.
	Reading   game.Goal `json:"reading,omitzero"`
	PlannedBy string    `json:"plannedBy,omitempty"`
	// Translation is what a model took the words for; nil when none did. Guess says
	// whose guess the plan at hand is, Agreed which guess a person said yes to.
	Translation *game.Translation `json:"translation,omitempty"`
	Guess       string            `json:"guess,omitempty"`
	Agreed      string            `json:"agreed,omitempty"`
	Say         string            `json:"say,omitempty"` // the model's own words: they prove nothing
	Source      game.Source       `json:"source,omitempty"`
	// Impossible: the planner showed that no plan can reach the goal.
	Impossible bool `json:"impossible,omitempty"`
	// Unreadable: the goal's words were not understood.
	Unreadable bool           `json:"unreadable,omitempty"`
	Baseline   *game.Baseline `json:"baseline,omitempty"`
	// Latched are the clauses about a place, from 0, that were met (game.Latch).
	Latched []int         `json:"latched,omitempty"`
	Proven  []game.Proven `json:"proven,omitempty"` // of each clause, at the end; nil without a state, and in rows of earlier versions
	// World is the id of the world in which the task runs, Before how many actions
	// there were when it came there: what was done in another counts for nothing.
	World  string `json:"world,omitempty"`
	Before int    `json:"before,omitempty"`

	// Sent counts actions that went out, Failed those that failed or were
	// contradicted, Deaths the body's deaths.
	Sent   int        `json:"sent"`
	Failed int        `json:"failed"`
	Deaths int        `json:"deaths,omitempty"`
	Cost   money.Cost `json:"cost,omitzero"` // of asking models, where their prices are known
	// Kicks counts how often the body lost its game while it acted.
	Kicks int `json:"kicks,omitempty"`
	// Dead: the body's last death is counted and it was not seen alive since.
	Dead bool `json:"dead,omitempty"`
	// Active is the time spent planning and running, in nanoseconds in JSON.
	Active time.Duration `json:"active"`
	// Spent counts the rounds that were used up, BadRounds those that brought no
	// clause nearer.
	Spent     int `json:"spent,omitempty"`
	BadRounds int `json:"badRounds,omitempty"`
	// Best is the furthest that the goal was met, in units of its clauses;
	// BadReplies counts plans of re-planning that could not be used.
	Best       int `json:"best,omitempty"`
	BadReplies int `json:"badReplies,omitempty"`
	// Blocked is what a plan asked for again right after it had failed.
	Blocked []game.Exclusion `json:"blocked,omitempty"`
	// Fell is how many actions there were when the body last died: what it gathers
	// again since then brings the goal nearer.
	Fell int `json:"fell,omitempty"`
	// ApprovedAll covers later rounds that bring no kind beyond ApprovedKinds.
	ApprovedAll   bool        `json:"approvedAll,omitempty"`
	ApprovedKinds []game.Kind `json:"approvedKinds,omitempty"`
}

// Title is the goal's words, or what the actions do.
func (t Task) Title() string {
	switch {
	case t.Goal != "":
		return t.Goal
	case len(t.Actions) > 0:
		return game.DescribeAll(t.Actions)
	}
	return t.ID
}

// baseline is what the task started from.
func (t *Task) baseline() game.Baseline { return *cmp.Or(t.Baseline, new(game.Baseline)) }

// Move is one change of a task's state.
type Move struct {
	Task   string    `json:"task"`
	At     time.Time `json:"at"`
	State  State     `json:"state"`
	Round  int       `json:"round,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

// Round is one plan of a task. A later revision replaces an earlier one.
type Round struct {
	Task     string    `json:"task"`
	Round    int       `json:"round"`
	Revision int       `json:"revision"`
	At       time.Time `json:"at"`
	// Why is the reason for this round: empty for the first.
	Why  string    `json:"why,omitempty"`
	Plan game.Plan `json:"plan"`
	// Error is the planner's sentence when there is no plan.
	Error string `json:"error,omitempty"`
}

// Action is one action of a task: the intent, and later its outcome.
type Action struct {
	Task string `json:"task"`
	// Seq counts the actions of a task from 1, over all rounds.
	Seq int `json:"seq"`
	// ID is the action's own id on the wire; empty when it was never sent.
	ID    string `json:"id,omitempty"`
	Round int    `json:"round"`
	// Index is the place of the step in the round's plan, from 0.
	Index int       `json:"index"`
	Step  game.Step `json:"step"`
	// Filled is the position that the agent chose when it sent the action.
	Filled *game.Pos `json:"filled,omitempty"`
	// Mark is what the body had just before; it judges the action after a
	// restart.
	Mark    *game.Mark `json:"mark,omitempty"`
	Started time.Time  `json:"started"`

	// Ended is zero while the action is open.
	Ended   time.Time     `json:"ended,omitzero"`
	End     game.End      `json:"end,omitempty"`
	Verdict game.Verdict  `json:"verdict,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Failure *game.Failure `json:"failure,omitempty"`
	// Again: its failure does not count, because the body was not ready or had lost its
	// game, or the world around it may not have been there yet. It is tried once more.
	Again  bool         `json:"again,omitempty"`
	Result *game.Result `json:"result,omitempty"`
	// Gained and Used are what was seen to come of the wanted items, and to go of
	// those to be used up.
	Gained map[string]int `json:"gained,omitempty"`
	Used   map[string]int `json:"used,omitempty"`
}

// Open reports whether the action has no outcome yet.
func (a *Action) Open() bool { return a.Ended.IsZero() }

// Call is the action as it goes out.
func (a *Action) Call() game.Action {
	act := a.Step.Action
	act.ID = a.ID
	if a.Filled != nil {
		act.At = a.Filled
	}
	return act
}

// attempt is the action as planners see it.
func (a *Action) attempt() game.Attempt {
	step := a.Step
	step.Action = a.Call()
	return game.Attempt{
		Round: a.Round, Step: step, Verdict: a.Verdict, Reason: a.Reason, Gained: a.Gained, Used: a.Used, Mark: a.Mark, Again: a.Again,
		Outcome: game.Outcome{End: a.End, Result: a.Result, Failure: a.Failure, Started: a.Started, Ended: a.Ended},
	}
}

// Credits are what the actions count for, as they are known now.
func (r *Record) Credits() game.Credits {
	history := make([]game.Attempt, len(r.Actions))
	for i := range r.Actions {
		if a := &r.Actions[i]; a.Reason != game.BeingVerified || r.Task.State.Ended() { // else it counts for nothing yet
			history[i] = a.attempt()
		}
	}
	return game.CreditsOf(r.Task.baseline(), r.Task.Latched, history[min(r.Task.Before, len(history)):])
}

// Close gives the actions of a task that has ended an end, where the row with theirs was lost: nobody will know it.
func (r *Record) Close() {
	for i := range r.Actions {
		if a := &r.Actions[i]; a.Open() && r.Task.State.Ended() {
			*a = a.closed(a.Started)
		}
	}
}

// Sample is a body's state at a moment, for histories.
type Sample struct {
	Task  string     `json:"task"`
	At    time.Time  `json:"at"`
	State game.State `json:"state"`
}

// Record is everything about one task.
type Record struct {
	Task    Task     `json:"task"`
	Moves   []Move   `json:"moves"`
	Rounds  []Round  `json:"rounds"`
	Actions []Action `json:"actions"`
	Samples []Sample `json:"samples,omitempty"`
	// Doubt is a sentence when a part of the record was lost: what the body did may
	// be missing from it.
	Doubt string `json:"doubt,omitempty"`
}
