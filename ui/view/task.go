// SPDX-License-Identifier: MIT

package view

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
)

// TaskState is where a task stands.
type TaskState string

// The states of a task (docs/protocol, Tasks).
const (
	TaskQueued      TaskState = "queued"
	TaskPlanning    TaskState = "planning"
	TaskAwaiting    TaskState = "awaiting_approval"
	TaskRunning     TaskState = "running"
	TaskPaused      TaskState = "paused"
	TaskStopping    TaskState = "stopping"
	TaskInterrupted TaskState = "interrupted"
	TaskComplete    TaskState = "complete"
	// TaskUnverified: carried out, and some clause could not be proven.
	TaskUnverified TaskState = "unverified"
	TaskError      TaskState = "error"
	TaskStopped    TaskState = "stopped"
)

// Values lists all states.
func (TaskState) Values() []string {
	return words(TaskQueued, TaskPlanning, TaskAwaiting, TaskRunning, TaskPaused, TaskStopping, TaskInterrupted,
		TaskComplete, TaskUnverified, TaskError, TaskStopped)
}

// Ended reports whether the task is over.
func (s TaskState) Ended() bool {
	return s == TaskComplete || s == TaskUnverified || s == TaskError || s == TaskStopped
}

// Policy says what happens when an action fails.
type Policy string

// The policies.
const (
	Replan        Policy = "replan"
	Continue      Policy = "continue"
	StopOnFailure Policy = "stop"
)

// Values lists all policies.
func (Policy) Values() []string { return words(Replan, Continue, StopOnFailure) }

// Grade says what kind of proof there can be.
type Grade string

// The grades.
const (
	// Seen: states, what was used up, positions show it.
	Seen Grade = "seen"
	// Told: nothing but the body's word can show it.
	Told Grade = "told"
	// Unprovable: nothing can show it.
	Unprovable Grade = "none"
)

// Values lists all grades.
func (Grade) Values() []string { return words(Seen, Told, Unprovable) }

// Clause is one part of what was asked for, in the order of the sentence.
type Clause struct {
	// ID is the clause's place in its task, from 1.
	ID int `json:"id"`
	// Verb is what is asked for: "get", "eat".
	Verb string `json:"verb,omitempty"`
	// Text is the clause as it was understood: "get 3 diamonds"; Say is the same as a
	// message where it is an action of a list.
	Text string       `json:"text"`
	Say  game.Message `json:"say,omitzero"`
	// Words are the part of the sentence that it stands for, as it was typed.
	Words string `json:"words,omitempty"`
	// Items that it is about.
	Items []string `json:"items,omitempty"`
	// Thing is the part of Text that names what it is about, when one part does:
	// another name in its place makes another goal. Subject is the item, block or mob
	// that it names; left out for a group.
	Thing   string `json:"thing,omitempty"`
	Subject string `json:"subject,omitempty"`
	// Grade is how it is known when it is met, and else how it can be: the weakest of
	// its proofs.
	Grade Grade `json:"grade"`
	Met   bool  `json:"met"`
	// Have of Want, counted over all proofs.
	Have int `json:"have"`
	Want int `json:"want"`
	// Evidence says what shows that it is met, or what is missing; Shows is the same as a
	// message.
	Evidence string       `json:"evidence,omitempty"`
	Shows    game.Message `json:"shows,omitzero"`
	Proofs   []Proof      `json:"proofs"`
}

// Proof is one condition that shows a clause.
type Proof struct {
	Text     string `json:"text"`
	Grade    Grade  `json:"grade"`
	Met      bool   `json:"met"`
	Have     int    `json:"have"`
	Want     int    `json:"want"`
	Evidence string `json:"evidence,omitempty"`
}

// Task is one goal and how it goes.
type Task struct {
	ID string `json:"id"`
	// Body is the instance that carries it out.
	Body string `json:"body"`
	// Goal is what is wanted in full; empty when Actions are given. Said is what a person
	// typed first, where that is not the goal: "10 more", or "get 3 dirt" before it was
	// changed.
	Goal    string        `json:"goal"`
	Said    string        `json:"said,omitempty"`
	Actions []game.Action `json:"actions,omitempty"`
	// Title is the goal's words, what a person agreed that misspelt ones mean, or
	// what the actions do.
	Title string `json:"title"`
	// Language is the code of the language that the goal was read in; left out where it was
	// not.
	Language string        `json:"language,omitempty"`
	Settings game.Settings `json:"settings,omitzero"`
	Policy   Policy        `json:"policy"`
	// Approve: each round waits for a yes.
	Approve bool `json:"approve"`
	// RetryOf is the task that this one repeats.
	RetryOf string `json:"retryOf,omitempty"`
	// Order is the number of the standing order that it is a run of; left out for a
	// person's goal.
	Order int `json:"order,omitempty"`
	// PartOf is the task of all players together (the body everyone) that it is a share of;
	// left out for a goal of its own.
	PartOf string `json:"partOf,omitempty"`

	State TaskState `json:"state"`
	// Class is the state in the base protocol's words.
	Class Class `json:"class"`
	// Verified: the task is complete and every clause of it was shown to be met; what is known by the
	// body's word alone has the grade told.
	Verified bool `json:"verified"`
	// Since is when the state began.
	Since time.Time `json:"since"`
	// Reason is a sentence: why the task ended, pauses or is interrupted.
	Reason string `json:"reason,omitempty"`
	// Waiting says what a task waits for; empty when it does not wait.
	Waiting string `json:"waiting,omitempty"`
	// Messages are sentences of this as messages, by the field that has them in English;
	// their words stand in the files of game/messages.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// NeedsPerson: it does not go on by itself; resume-task goes on.
	NeedsPerson bool `json:"needsPerson,omitempty"`
	// Held: queued before a stop; starts after resume-task.
	Held bool `json:"held,omitempty"`

	Created time.Time `json:"created"`
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	// ActiveMs is the time spent planning and running.
	ActiveMs int64 `json:"activeMs"`

	// Round counts plans from 1. Step is the number of the current action of Of,
	// from 1; 0 before the first.
	Round int `json:"round"`
	Step  int `json:"step"`
	Of    int `json:"of"`
	// Revision names the plan that waits for approval.
	Revision int `json:"revision"`
	// Reading is the goal as it was understood; empty before that.
	Reading string   `json:"reading,omitempty"`
	Clauses []Clause `json:"clauses"`
	// MoreClauses is how many more there are: beyond the first 200 only the answer to
	// get-task has them.
	MoreClauses int `json:"moreClauses,omitempty"`
	// Guess says whose guess at the goal the plan at hand is, in a sentence: it waits
	// for a yes, and proves nothing before. Empty for what was read.
	Guess string `json:"guess,omitempty"`
	// Say is what the model that planned says, in its own words: they prove nothing.
	Say string `json:"say,omitempty"`
	// PlannedBy names who planned in words.
	PlannedBy string      `json:"plannedBy,omitempty"`
	Source    game.Source `json:"source,omitempty"`
	// Impossible: no plan can reach the goal. Unreadable: its words were not
	// understood.
	Impossible bool `json:"impossible,omitempty"`
	Unreadable bool `json:"unreadable,omitempty"`
	// World is the id of the world in which the task started.
	World string `json:"world,omitempty"`

	// Sent counts actions that went out, Failed those that failed or were
	// contradicted, Deaths the body's deaths.
	Sent   int `json:"sent"`
	Failed int `json:"failed"`
	Deaths int `json:"deaths"`
	// Cost is what models were paid for it; left out where nothing is known to cost.
	Cost Cost `json:"cost,omitzero"`
}

// Named is the title as a message.
func (t *Task) Named() game.Message { return t.Messages["title"].Or(game.TextOf(t.Title)) }

// Class is a status in the base protocol's four words.
type Class string

// The classes.
const (
	Idle       Class = "idle"
	Processing Class = "processing"
	Complete   Class = "complete"
	Failed     Class = "error"
)

// Values lists all classes.
func (Class) Values() []string { return words(Idle, Processing, Complete, Failed) }

// Move is one change of a task's state.
type Move struct {
	At     time.Time `json:"at"`
	State  TaskState `json:"state"`
	Round  int       `json:"round,omitempty"`
	Reason string    `json:"reason,omitempty"`
}

// Round is one plan of a task, or why there is none. A later revision replaces
// an earlier one of the same round.
type Round struct {
	Task     string    `json:"task"`
	Round    int       `json:"round"`
	Revision int       `json:"revision"`
	At       time.Time `json:"at"`
	// Why is the reason for this round: empty for the first.
	Why  string `json:"why,omitempty"`
	Plan Plan   `json:"plan"`
	// Error is the planner's sentence when there is no plan.
	Error string `json:"error,omitempty"`
	// Messages are sentences of this as messages, as in a Task.
	Messages map[string]game.Message `json:"messages,omitempty"`
}

// Plan is a checked way to a goal.
type Plan struct {
	// Reading is the goal as the planner understood it.
	Reading string    `json:"reading,omitempty"`
	Mode    game.Mode `json:"mode,omitempty"`
	// Source of the plan as a whole; steps carry their own.
	Source    game.Source `json:"source,omitempty"`
	PlannedBy string      `json:"plannedBy,omitempty"`
	Steps     []Step      `json:"steps"`
	// MoreSteps is how many more there are: beyond the first 200 only the answer to
	// get-task has them.
	MoreSteps int `json:"moreSteps,omitempty"`
	// Folds are steps in a row that change one block each, where they are more than a few: an
	// undo has hundreds. Clients show one line for each.
	Folds []Fold `json:"folds,omitempty"`
	// Outlook is how long the steps may take in game seconds, what may go wrong, and what would
	// shorten them; left out where nobody said.
	Outlook *Outlook `json:"outlook,omitempty"`
	// Say is what the model wants to tell the player.
	Say string `json:"say,omitempty"`
	// Notices are sentences that the player should see.
	Notices []string `json:"notices,omitempty"`
	// Notes are the same as messages.
	Notes []Note `json:"notes,omitempty"`
	// Messages are the fields "next" and "edited" as messages.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Next is what another round does when this plan ran to its end.
	Next string `json:"next,omitempty"`
	// Edited says in a sentence what became of a person's edit; empty for a plan that
	// nobody edited. Unchanged: it could not be carried out.
	Edited    string `json:"edited,omitempty"`
	Unchanged bool   `json:"unchanged,omitempty"`
	// Record keeps how the plan came about; only the answer to get-task has it.
	Record *PlanRecord `json:"record,omitempty"`
}

// Fold is so many steps of a plan from the first on (from 0) in one line: which blocks are dug and
// placed, and between which corners.
type Fold struct {
	First int `json:"first"`
	Count int `json:"count"`
	// Text is the line in words; Say is the same as a message.
	Text string       `json:"text"`
	Say  game.Message `json:"say,omitzero"`
}

// Line is what is shown of a plan in one line: a step, or a fold of several.
type Line struct {
	Fold

	// Step is the first step.
	Step *Step
}

// Number is the place of its steps in the plan, from 1: "3", "3-150".
func (l Line) Number() string {
	if l.Count == 1 {
		return strconv.Itoa(l.First + 1)
	}
	return fmt.Sprintf("%d-%d", l.First+1, l.First+l.Count)
}

// Why is the reason for the step; a fold has none.
func (l Line) Why() string {
	if l.Count > 1 {
		return ""
	}
	return l.Step.Why
}

// Lines are a plan's steps as they are shown.
func (p *Plan) Lines() []Line {
	var out []Line
	for i := 0; i < len(p.Steps); {
		l := Line{Fold{First: i, Count: 1, Text: p.Steps[i].Text}, &p.Steps[i]}
		if at := slices.IndexFunc(p.Folds, func(f Fold) bool { return f.First == i && f.Count > 0 }); at >= 0 {
			l.Fold = p.Folds[at]
		}
		out = append(out, l)
		i += l.Count
	}
	return out
}

// Outlook is what a player wants to know of a plan before it runs.
type Outlook struct {
	// Least and Most are the game seconds that the plan takes four times in five.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	// Notes say what may go wrong, and what would save much of the time.
	Notes []Note `json:"notes,omitempty"`
}

// Note is a sentence in English, and as a message.
type Note struct {
	Text string       `json:"text"`
	Say  game.Message `json:"say"`
}

// PlanRecord is the whole story of a plan that a model made.
type PlanRecord struct {
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"`
	Prompt   string `json:"prompt,omitempty"`
	Reply    string `json:"reply,omitempty"`
	// Replies are all of the round, the last one Reply; Unread counts those that hold
	// no plan that could be read.
	Replies []string `json:"replies,omitempty"`
	Unread  int      `json:"unread,omitempty"`
	// Translated: it was asked what the words mean, in clauses, before anything else.
	Translated bool `json:"translated,omitempty"`
	// Faults that the checker found, also those that nobody mended.
	Faults   []string `json:"faults,omitempty"`
	Repaired bool     `json:"repaired,omitempty"`
	Calls    int      `json:"calls,omitempty"`
	Tokens   int      `json:"tokens,omitempty"`
	Cost     Cost     `json:"cost,omitzero"`
}

// Cost is what model calls cost, where the config says the prices.
type Cost struct {
	// Amount is by the tokens that the answers took, Estimate what was expected as each
	// question was put.
	Amount   float64 `json:"amount"`
	Estimate float64 `json:"estimate"`
	Currency string  `json:"currency"`
	// Guessed: a server did not count its tokens, they are guessed from the texts.
	Guessed bool `json:"guessed,omitempty"`
}

// Step is one action of a plan with what is known about it beforehand.
type Step struct {
	// Text is the action in words: "Mine 3 iron ore"; Say is the same as a message, whose
	// words stand in the files of game/messages.
	Text   string       `json:"text"`
	Say    game.Message `json:"say,omitzero"`
	Action game.Action  `json:"action"`
	// Needs are the items that must be held when the step starts; Gains what it
	// brings at least.
	Needs []Amount `json:"needs,omitempty"`
	Gains []Amount `json:"gains,omitempty"`
	// Seconds is the expected duration in game seconds; 0 means unknown.
	Seconds float64     `json:"seconds,omitempty"`
	Source  game.Source `json:"source"`
	// Why is the reason for the step in a few words; Messages has it as a message.
	Why      string                  `json:"why,omitempty"`
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Group is the part of the plan that the step belongs to.
	Group string `json:"group,omitempty"`
}

// Amount is so many of any of the items, together.
type Amount struct {
	Items []string `json:"items"`
	Count int      `json:"count"`
}

// Action is one action of a task: the intent, and later its outcome.
type Action struct {
	Task string `json:"task"`
	// Seq counts the actions of a task from 1, over all rounds.
	Seq int `json:"seq"`
	// ID is the action's id on the wire; empty when it was never sent.
	ID    string `json:"id,omitempty"`
	Round int    `json:"round"`
	// Index is the place of the step in the round's plan, from 0, of Of; Of is 0
	// when the plan is an earlier run's.
	Index   int       `json:"index"`
	Of      int       `json:"of,omitempty"`
	Step    Step      `json:"step"`
	Started time.Time `json:"started"`

	// From is where the body was when it began; left out when it is not known.
	From *game.Vec3 `json:"from,omitempty"`

	// Ended is left out while the action is open.
	Ended   time.Time     `json:"ended,omitzero"`
	End     game.End      `json:"end,omitempty"`
	Verdict game.Verdict  `json:"verdict,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Failure *game.Failure `json:"failure,omitempty"`
	// Messages are sentences of this as messages, as in a Task.
	Messages map[string]game.Message `json:"messages,omitempty"`
	// Gained is what was seen to be gained of the wanted items.
	Gained map[string]int `json:"gained,omitempty"`
	// Placed of Total blocks of a build stand, by the body's word; left out when it
	// did not say.
	Placed *int `json:"placed,omitempty"`
	Total  *int `json:"total,omitempty"`
	// At is where it placed a block, found what it looked for or came to, by the
	// body's word; left out when it did not say.
	At *game.Vec3 `json:"at,omitempty"`
}

// Open reports whether the action has no outcome yet.
func (a *Action) Open() bool { return a.Ended.IsZero() }

// Progress is what is heard of a running action, or of planning.
type Progress struct {
	// ActionID is left out while planning.
	ActionID string `json:"actionId,omitempty"`
	Message  string `json:"message,omitempty"`
	// Fraction 0..1; left out when nobody knows.
	Fraction *float64 `json:"fraction,omitempty"`
	// Paused is the reason while the clock stands still (player_input, screen,
	// game_paused, world_paused, dead), left out when it runs.
	Paused string `json:"paused,omitempty"`
}

// TaskRecord is everything about one task.
type TaskRecord struct {
	Task    Task     `json:"task"`
	Moves   []Move   `json:"moves"`
	Rounds  []Round  `json:"rounds"`
	Actions []Action `json:"actions"`
	// Samples are the body's states while it worked, oldest first.
	Samples []Sample `json:"samples"`
	// Held is what the body held when the task was first planned, item -> count; left
	// out when it never was.
	Held map[string]int `json:"held,omitempty"`
	// Changes is what the task changed in its world; left out where nobody knows.
	Changes *Changes `json:"changes,omitempty"`
}

// Sample is a body at a moment of a task.
type Sample struct {
	State     State     `json:"state"`
	Inventory Inventory `json:"inventory"`
}

// words are the values of a string type as text.
func words[T ~string](values ...T) []string {
	return lists.Of(values, func(v *T) string { return string(*v) })
}
