// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/orchestrator/standing"
	"github.com/minehand/minehand/ui/view"
)

// This file is all that ui knows of the orchestrator: what it asks of it, and
// how its types become those that clients see.

// Tasks is the part of the orchestrator that clients reach.
type Tasks interface {
	Submit(ctx context.Context, bodyID string, s orchestrator.Submission) (string, error)
	Retry(ctx context.Context, taskID, bodyID string) (string, error)
	Stop(ctx context.Context, bodyID string) error
	Pause(ctx context.Context, bodyID string) error
	Resume(ctx context.Context, bodyID, taskID string) error
	Skip(ctx context.Context, bodyID string) error
	Revise(ctx context.Context, taskID string, s orchestrator.Submission) error
	Cancel(ctx context.Context, taskID string) error
	Clear(ctx context.Context, bodyID string) (int, error)
	Approve(ctx context.Context, taskID string, revision int, all bool) error
	Reject(ctx context.Context, taskID string, revision int, reason string) error
	Edit(ctx context.Context, taskID string, revision int, actions []game.Action) error
	Task(ctx context.Context, id string) (orchestrator.Record, error)
	Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
	Status(bodyID string) (orchestrator.View, error)
	Views() []orchestrator.View
	Listen(hear func(orchestrator.Event))
}

// tasks speaks of tasks in the words of clients.
type tasks struct {
	of Tasks
	// states gives what a body last reported, nil when nothing.
	states func(body string) *game.State
	// asks reports whether the verdict asks for the meaning of the goal; nil for never.
	asks func(*orchestrator.Task) bool
	// joins says of a body that its helper is not in the game yet; nil for never.
	joins func(body string) game.Message
	// gone reports whether a task was deleted; nil for none.
	gone func(id string) bool
}

// heard is what a goal was read as, and how it was typed; empty where that is not known.
type heard struct {
	said string
	read *game.Reading
}

// saidBeside is what was typed where it is not the goal itself.
func (h heard) saidBeside(goal string) string {
	if h.said == goal {
		return ""
	}
	return h.said
}

func (t tasks) submit(ctx context.Context, body, goal string, words heard, call string, set view.PromptSettings) (string, error) {
	return t.of.Submit(ctx, body, orchestrator.Submission{
		Goal: goal, Said: words.saidBeside(goal), Read: words.read, Actions: set.Actions, Settings: set.Settings,
		Policy: orchestrator.Policy(set.Policy), Approve: set.Approve != nil && *set.Approve, Call: call,
	})
}

// mostTaken is how many of the newest tasks are looked at for the call that made
// one.
const mostTaken = 200

// taken is the task that a call made before; nil for none among the newest of the body that
// it is about and of all, as that is not the same with everyone together.
func (t tasks) taken(ctx context.Context, body, call string) (*view.Queued, error) {
	for _, of := range []string{body, ""} {
		rows, err := t.rows(ctx, view.TaskQuery{Instance: of, Limit: mostTaken})
		if err != nil {
			return nil, err
		}
		for i := range rows {
			if rows[i].Call == call {
				return &view.Queued{
					Success: true, TaskID: rows[i].ID, Instance: rows[i].Body,
					Message: "It was taken before, by a Minehand that has ended since or let go of its player.",
				}, nil
			}
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// CheckPrompt says in a sentence what is wrong with a prompt and its settings,
// whoever is to do it.
func CheckPrompt(p view.Prompt) error {
	set := &p.Settings
	if err := set.Validate(); err != nil {
		return err
	}
	s := orchestrator.Submission{Goal: p.Prompt, Actions: set.Actions, Settings: set.Settings, Policy: orchestrator.Policy(set.Policy)}
	return s.Validate()
}

// stop stops a body; one that was never given anything has nothing to stop.
func (t tasks) stop(ctx context.Context, body string) error {
	return ignoreUnknown(t.of.Stop(ctx, body))
}

// revise gives a task that has not ended other words.
func (t tasks) revise(ctx context.Context, id, goal string, read *game.Reading, accepted string) error {
	return t.of.Revise(ctx, id, orchestrator.Submission{Goal: goal, Read: read, Settings: game.Settings{Accepted: accepted}})
}

// cancel lets go of one task that waits.
func (t tasks) cancel(ctx context.Context, id string) error { return t.of.Cancel(ctx, id) }

// clear lets go of what waits for a body.
func (t tasks) clear(ctx context.Context, body string) (int, error) {
	n, err := t.of.Clear(ctx, body)
	return n, ignoreUnknown(err)
}

func ignoreUnknown(err error) error {
	if errors.Is(err, orchestrator.ErrNoBody) {
		return nil
	}
	return err
}

// codeOfTask is the kind of a refusal by the orchestrator.
func codeOfTask(err error) view.Code {
	for _, c := range []struct {
		err  error
		code view.Code
	}{
		{orchestrator.ErrConflict, view.CodeConflict}, {orchestrator.ErrNoBody, view.CodeNoBody}, {orchestrator.ErrNoTask, view.CodeNoTask},
		{orchestrator.ErrQueueFull, view.CodeQueueFull}, {orchestrator.ErrNothing, view.CodeNothing},
		{orchestrator.ErrClosed, view.CodeUnavailable},
	} {
		if errors.Is(err, c.err) {
			return c.code
		}
	}
	return ""
}

// busy are the bodies that do something, or have something to do.
func (t tasks) busy() []string {
	var list []string
	for _, v := range t.views() {
		if v.Current != nil || len(v.Queue) > 0 {
			list = append(list, v.Body)
		}
	}
	return list
}

// player is what one body is doing: nothing, when it was never given anything.
func (t tasks) player(body string) view.Player {
	v, err := t.of.Status(body)
	if err != nil {
		return view.Player{Queue: []view.Task{}, Parked: []view.Task{}, Commands: []view.Command{}}
	}
	return t.playerOf(&v)
}

// atHand is the task that a body works on, nil when there is none.
func (t tasks) atHand(body string) *view.Task {
	v, err := t.of.Status(body)
	if err != nil || v.Current == nil {
		return nil
	}
	return t.shown(v.Current)
}

// shown is a task at hand, or one that just ended, with its clauses as they
// stand.
func (t tasks) shown(row *orchestrator.Task) *view.Task {
	v := t.task(row)
	switch {
	case row.Baseline == nil || row.State == orchestrator.StateQueued || len(v.Clauses) == 0:
	case len(row.Proven) > 0:
		v = t.standing(row, row.Proven)
	default:
		if rec, err := t.of.Task(context.Background(), row.ID); err == nil {
			rec.Task = *row
			v = t.judged(&rec, t.states(row.Body))
		}
	}
	v = brief(v)
	return &v
}

// mostParts is how many clauses of a task and steps of a plan are shown but by get-task.
const mostParts = 200

// brief is a task without its list of actions, and with no more than its first
// clauses: get-task has the rest.
func brief(v view.Task) view.Task {
	v.Actions = nil
	if v.MoreClauses = max(len(v.Clauses)-mostParts, 0); v.MoreClauses > 0 {
		v.Clauses = slices.Clone(v.Clauses[:mostParts])
	}
	return v
}

// players is what all bodies are doing, by id.
func (t tasks) players() map[string]view.Player {
	all := map[string]view.Player{}
	for _, v := range t.views() {
		all[v.Body] = t.playerOf(&v)
	}
	return all
}

// left are the tasks of bodies that are not connected, interrupted or parked.
func (t tasks) left() (list []view.Task) {
	for _, v := range t.views() {
		if v.Connected {
			continue
		}
		list = append(list, t.list(v.Parked)...)
		if v.Current != nil && v.Current.State == orchestrator.StateInterrupted {
			list = append(list, brief(t.task(v.Current)))
		}
	}
	return list
}

func (t tasks) playerOf(v *orchestrator.View) view.Player {
	p := view.Player{
		Queue: t.list(v.Queue), Parked: t.list(v.Parked), Fault: v.Fault, Commands: []view.Command{},
		Current: t.pointer(v.Current), Last: t.ended(v.Last), Progress: progressOf("", v.Progress),
	}
	if v.Action != nil {
		a := actionOf(v.Action, 0, stepOf(&v.Action.Step))
		p.Action = &a
		if p.Progress != nil {
			p.Progress.ActionID = a.ID
		}
	}
	if v.Current == nil {
		return p
	}
	// The record of a task at hand comes from memory.
	if rec, err := t.of.Task(context.Background(), v.Current.ID); err == nil {
		now := brief(t.judged(&rec, t.states(v.Body)))
		p.Current = &now
		if n := len(rec.Rounds); n > 0 {
			r := roundOf(&rec.Rounds[n-1], false)
			p.Round = &r
		}
	}
	return p
}

// record is everything about a task.
func (t tasks) record(ctx context.Context, id string) (view.TaskRecord, error) {
	rec, err := t.of.Task(ctx, id)
	if err != nil {
		return view.TaskRecord{}, err
	}
	out := view.TaskRecord{
		Task: t.judged(&rec, t.lastOf(&rec)),
		Moves: lists.Of(rec.Moves, func(m *orchestrator.Move) view.Move {
			return view.Move{At: m.At, State: view.TaskState(m.State), Round: m.Round, Reason: m.Reason}
		}),
		Rounds:  lists.Of(rec.Rounds, func(r *orchestrator.Round) view.Round { return roundOf(r, true) }),
		Actions: lists.Of(rec.Actions, func(a *orchestrator.Action) view.Action { return actionOf(a, 0, stepOf(&a.Step)) }),
		Samples: lists.Of(rec.Samples, func(s *orchestrator.Sample) view.Sample {
			return view.Sample{State: stateOf(&s.State, s.At), Inventory: inventoryOf(&s.State, s.At)}
		}),
	}
	if base := rec.Task.Baseline; base != nil {
		out.Held = base.Inventory
	}
	return out, nil
}

// twice is what a task did, or may have done, that it would do again if it began anew;
// empty for nothing.
func (t tasks) twice(ctx context.Context, id string) (string, error) {
	rec, err := t.of.Task(ctx, id)
	if err != nil {
		return "", err
	}
	history := lists.Of(rec.Actions, func(a *orchestrator.Action) game.Attempt {
		out := game.Outcome{End: a.End, Result: a.Result, Failure: a.Failure}
		if a.Open() {
			out.End = game.EndGone
		}
		return game.Attempt{Step: a.Step, Verdict: a.Verdict, Gained: a.Gained, Used: a.Used, Outcome: out}
	})
	if a := rec.Task.Reading.Twice(history); a != nil {
		return a.Step.Action.Describe(), nil
	}
	return "", nil
}

// lastOf is the state that a task is judged by: the last that was kept of one that
// ended, else the newest that its body reported; nil for none.
func (t tasks) lastOf(rec *orchestrator.Record) *game.State {
	if !rec.Task.State.Ended() {
		return t.states(rec.Task.Body)
	}
	if n := len(rec.Samples); n > 0 {
		return &rec.Samples[n-1].State
	}
	return nil
}

// last is the task of a body that came last, with its clauses as it left them;
// nil for none.
func (t tasks) last(ctx context.Context, body string) (*view.Task, error) {
	list, err := t.weighedHistory(ctx, view.TaskQuery{Instance: body, Limit: 1})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// history lists tasks, newest first.
func (t tasks) history(ctx context.Context, q view.TaskQuery) ([]view.Task, error) {
	list, err := t.rows(ctx, q)
	return t.list(list), err
}

func (t tasks) rows(ctx context.Context, q view.TaskQuery) ([]orchestrator.Task, error) {
	return t.of.Tasks(ctx, orchestrator.Query{Body: q.Instance, Before: q.Before, Words: q.Words, Limit: q.Limit})
}

func (t tasks) list(rows []orchestrator.Task) []view.Task {
	return lists.Of(rows, func(one *orchestrator.Task) view.Task { return brief(t.task(one)) })
}

func (t tasks) pointer(row *orchestrator.Task) *view.Task {
	if row == nil {
		return nil
	}
	v := brief(t.task(row))
	return &v
}

// ended is the task that ended last, with its clauses as it left them.
func (t tasks) ended(row *orchestrator.Task) *view.Task {
	if row == nil || t.gone != nil && t.gone(row.ID) {
		return nil
	}
	v := brief(t.weighed(context.Background(), row))
	return &v
}

// weighed is a task with its clauses as they stand, or as it left them: by its row
// alone where that tells.
func (t tasks) weighed(ctx context.Context, row *orchestrator.Task) view.Task {
	v := t.task(row)
	if v.Verified && !row.Reading.Varies() || row.Baseline == nil || len(v.Clauses) == 0 {
		return v
	}
	if len(row.Proven) > 0 {
		return t.standing(row, row.Proven)
	}
	rec, err := t.of.Task(ctx, row.ID)
	if err != nil {
		return v
	}
	return t.judged(&rec, t.lastOf(&rec))
}

// weighedHistory is history with the clauses weighed.
func (t tasks) weighedHistory(ctx context.Context, q view.TaskQuery) ([]view.Task, error) {
	rows, err := t.rows(ctx, q)
	list := lists.Of(rows, func(one *orchestrator.Task) view.Task { return brief(t.weighed(ctx, one)) })
	return list, err
}

// TitleOf is what a task is called: its goal as it was typed, or what a person agreed
// that it means when it was misspelt.
func TitleOf(row *orchestrator.Task) string {
	if row.Settings.Accepted != "" && row.Reading.Reading != "" {
		return row.Reading.Reading
	}
	return row.Title()
}

// InWords are messages by the fields that have them in English; empty ones are left out.
func InWords(pairs ...any) (list map[string]game.Message) {
	for i := 0; i+1 < len(pairs); i += 2 {
		field, _ := pairs[i].(string)
		if m, _ := pairs[i+1].(game.Message); m.Code != "" {
			if list == nil {
				list = make(map[string]game.Message, 1)
			}
			list[field] = m
		}
	}
	return list
}

func (t tasks) task(row *orchestrator.Task) view.Task {
	v := view.Task{
		ID: row.ID, Body: row.Body, Goal: row.Goal, Said: row.Said, Actions: row.Actions,
		Title: TitleOf(row), Language: languageOf(row), Settings: row.Settings,
		Policy: view.Policy(cmp.Or(row.Policy, orchestrator.Replan)), Approve: row.Approve, RetryOf: row.RetryOf,
		State: view.TaskState(row.State), Class: classOf(row), Since: row.Since, Reason: row.Reason, Waiting: row.Waiting,
		Messages:    InWords("reason", row.Because, "waiting", row.Awaits),
		NeedsPerson: row.NeedsPerson, Held: row.Held, Created: row.Created, Started: row.Started, Ended: row.Ended,
		ActiveMs: row.Active.Milliseconds(), Round: row.Round, Step: row.Step, Of: row.Of, Revision: row.Revision,
		Reading: row.Reading.Reading, Guess: row.Guess, Say: row.Say, PlannedBy: row.PlannedBy, Source: row.Source,
		Impossible: row.Impossible, Unreadable: row.Unreadable, World: row.World,
		Sent: row.Sent, Failed: row.Failed, Deaths: row.Deaths, Cost: view.Cost(row.Cost),
	}
	if row.Waiting != "" && t.joins != nil {
		if m := t.joins(row.Body); m.Code != "" {
			v.Waiting, v.Messages = messages.InEnglish(m), InWords("reason", row.Because, "waiting", m)
		}
	}
	v.Order, _ = standing.Of(row.Call)
	v.PartOf, _ = crew.Of(row.Call)
	if t.asks != nil && t.asks(row) {
		v.Reason += MeantQuestion()
		v.Messages = InWords("reason", game.Then(row.Because.Or(game.TextOf(row.Reason)), meantQuestion))
	}
	if of := row.Settings.PutsBackTitle; of != "" {
		named := game.Say("undo.title", "task", of)
		v.Title = messages.InEnglish(named)
		v.Messages = InWords("title", named, "reason", v.Messages["reason"], "waiting", v.Messages["waiting"])
	}
	v.Clauses = ClausesOf(row.Goal, row.Reading.Clauses)
	v.Verified = v.State == view.TaskComplete
	if v.Verified { // the end was judged when it came
		for i := range v.Clauses {
			if slices.Contains(row.Latched, i) { // its place was seen to be reached
				v.Clauses[i].Grade = view.Seen
			}
			proven(&v.Clauses[i], &row.Reading.Clauses[i])
		}
	}
	return v
}

// classOf maps the state onto the base protocol's four words: idle, processing,
// complete, error (docs/protocol, Tasks). A task that was carried out and could
// not be proven is complete, but for one of whose words no clause could be made.
func classOf(t *orchestrator.Task) view.Class {
	switch t.State {
	case orchestrator.StateQueued, orchestrator.StatePlanning, orchestrator.StateAwaiting, orchestrator.StateRunning,
		orchestrator.StatePaused, orchestrator.StateStopping:
		return view.Processing
	case orchestrator.StateInterrupted:
		if t.NeedsPerson {
			return view.Failed
		}
		return view.Processing
	case orchestrator.StateUnverified:
		if len(t.Reading.Clauses) == 0 {
			return view.Failed
		}
		return view.Complete
	case orchestrator.StateComplete:
		return view.Complete
	case orchestrator.StateError:
		return view.Failed
	case orchestrator.StateStopped:
	}
	return view.Idle
}

// proven marks a clause of a task that ended complete.
func proven(v *view.Clause, c *game.Clause) {
	v.Met, v.Have = true, v.Want
	for i := range v.Proofs {
		v.Proofs[i].Met, v.Proofs[i].Have = true, v.Proofs[i].Want
	}
	switch v.Grade {
	case view.Seen:
		came := lists.Of(c.Proofs, func(p *game.Proof) game.Message { return p.Say() })
		shows(v, game.Say("evidence.seen", "parts", game.Parts(came)))
	case view.Told:
		shows(v, game.Say("evidence.told"))
	case view.Unprovable:
		shows(v, game.Say("evidence.none"))
	}
}

// languageOf is the language that a task's words were read in, empty for none.
func languageOf(row *orchestrator.Task) string {
	if row.Read == nil {
		return ""
	}
	return row.Read.Language
}

// judged is a task with how far its clauses are by its actions and a state.
func (t tasks) judged(rec *orchestrator.Record, now *game.State) view.Task {
	switch row := &rec.Task; {
	case row.Baseline == nil || len(row.Reading.Clauses) == 0:
		return t.task(row)
	case len(row.Proven) > 0:
		return t.standing(row, row.Proven)
	}
	if now == nil {
		now = &game.State{}
	}
	return t.standing(&rec.Task, rec.Task.Reading.Proven(now, rec.Credits()))
}

// standing is a task with how far each of its clauses is.
func (t tasks) standing(row *orchestrator.Task, clauses []game.Proven) view.Task {
	v := t.task(row)
	for i := range min(len(clauses), len(v.Clauses)) {
		// What was proven stays so, whatever became of it, and though no state is at
		// hand that shows it.
		if s := &clauses[i]; !v.Verified || s.Met() && s.Grade != game.Unshown {
			weigh(&v.Clauses[i], &row.Reading.Clauses[i], s)
		}
	}
	return v
}

// ClausesOf are the clauses of a sentence before anything is done for them.
func ClausesOf(sentence string, clauses []game.Clause) []view.Clause {
	list := make([]view.Clause, len(clauses))
	for i := range clauses {
		c := &clauses[i]
		v := view.Clause{ID: i + 1, Verb: c.Verb, Text: c.Text, Say: c.Say, Words: c.Span.Of(sentence),
			Grade: view.Unprovable, Proofs: []view.Proof{}}
		for k := range c.Proofs {
			p := &c.Proofs[k]
			want := max(p.Count, 1)
			if p.Asked() {
				v.Want += want
			}
			for _, item := range p.Items {
				if !slices.Contains(v.Items, item) {
					v.Items = append(v.Items, item)
				}
			}
			v.Proofs = append(v.Proofs, view.Proof{Text: p.Describe(), Grade: view.Grade(p.Grade), Want: want})
			if k == 0 || p.Grade == game.Told || p.Grade == game.Unshown && v.Grade == view.Seen {
				v.Grade = view.Grade(p.Grade)
			}
		}
		if v.Text == "" {
			v.Text = c.Describe()
		}
		if v.Thing = c.Noun(); v.Thing != "" {
			v.Subject = c.Things[0].Item
		}
		list[i] = v
	}
	return list
}

// weigh fills in how far a clause is.
func weigh(v *view.Clause, c *game.Clause, st *game.Proven) {
	v.Met, v.Have, v.Want = st.Met(), st.Have, st.Want
	if st.Met() {
		v.Grade = view.Grade(st.Grade)
	}
	missing := make(game.Parts, 0, len(st.Open))
	open := st.Open
	for i := range v.Proofs {
		p := &v.Proofs[i]
		p.Have, p.Met = p.Want, true
		if len(open) > 0 && reflect.DeepEqual(open[0].Check, c.Proofs[i].Check) {
			p.Have, p.Want, p.Met, p.Evidence = max(open[0].Have, 0), open[0].Want, false, "missing: "+open[0].String()
			missing = append(missing, open[0].Say())
			open = open[1:]
		}
	}
	switch {
	case len(c.Proofs) == 0:
	case !v.Met:
		shows(v, game.Say("evidence.missing", "parts", missing))
	case v.Grade == view.Seen:
		for i := range st.Came {
			st.Shown = append(st.Shown, st.Came[i].Say())
		}
		shows(v, game.Say("evidence.seen", "parts", st.Shown))
	case v.Grade == view.Told && st.At != nil:
		shows(v, game.Say("evidence.near", "at", st.At.String()))
	case v.Grade == view.Told:
		shows(v, game.Say("evidence.told"))
	default:
		shows(v, game.Say("evidence.none"))
	}
}

// shows says what shows a clause, or what is missing.
func shows(v *view.Clause, m game.Message) {
	v.Shows, v.Evidence = m, messages.Say(messages.English, m)
}

// roundOf is a round; but for a record with the first steps of its plan alone.
func roundOf(row *orchestrator.Round, record bool) view.Round {
	p := &row.Plan
	steps := p.Steps
	if !record {
		steps = steps[:min(len(steps), mostParts)]
	}
	r := view.Round{
		Task: row.Task, Round: row.Round, Revision: row.Revision, At: row.At, Why: row.Why, Error: row.Error,
		Messages: InWords("why", p.Because, "error", p.Fault),
		Plan: view.Plan{
			Reading: p.Goal.Reading, Mode: p.Mode, Source: p.Source, PlannedBy: p.PlannedBy, Outlook: outlookOf(p.Outlook), Say: p.Say,
			Notices: p.Notices, Notes: notes(p.Said()), Next: p.Next, Edited: p.Edited, Unchanged: p.Unchanged,
			Messages: InWords("next", p.Then, "edited", p.Edit),
			Steps:    lists.Of(steps, stepOf), MoreSteps: len(p.Steps) - len(steps), Folds: foldsOf(p.Steps),
		},
	}
	if c := p.Record; c != nil && record {
		r.Plan.Record = &view.PlanRecord{
			Translated: c.Translated,
			Provider:   c.Provider, Model: c.Model, Prompt: c.Prompt, Reply: c.Reply, Replies: c.Replies, Unread: c.Unread,
			Faults: c.Faults, Repaired: c.Repaired, Calls: c.Calls, Tokens: c.Tokens, Cost: view.Cost(c.Cost),
		}
	}
	return r
}

func outlookOf(o *game.Outlook) *view.Outlook {
	if o == nil {
		return nil
	}
	return &view.Outlook{Least: o.Least, Most: o.Most, Notes: notes(slices.Concat(o.Risks, o.Shorter))}
}

func notes(list []game.Message) (out []view.Note) {
	for _, m := range list {
		out = append(out, view.Note{Text: messages.InEnglish(m), Say: m})
	}
	return out
}

func stepOf(s *game.Step) view.Step {
	v := view.Step{Text: s.Describe(), Say: s.Say(), Action: s.Action, Seconds: s.Seconds, Source: s.Source,
		Why: s.Why, Group: s.Group, Messages: InWords("why", s.Because)}
	for _, n := range s.Needs {
		v.Needs = append(v.Needs, view.Amount{Items: n.Items, Count: n.Count})
	}
	for _, g := range s.Expect.Gains {
		v.Gains = append(v.Gains, view.Amount{Items: g.Items, Count: g.Min})
	}
	return v
}

func actionOf(row *orchestrator.Action, of int, step view.Step) view.Action {
	v := view.Action{
		Task: row.Task, Seq: row.Seq, ID: row.ID, Round: row.Round, Index: row.Index, Of: of, Step: step,
		Started: row.Started, Ended: row.Ended, End: row.End, Verdict: row.Verdict, Reason: row.Reason, Failure: row.Failure, Gained: row.Gained,
	}
	if row.Failure != nil && row.Failure.Words() == row.Reason {
		v.Messages = InWords("reason", row.Failure.Say())
	}
	if row.Mark != nil {
		v.From = row.Mark.Position
	}
	if row.Result != nil {
		v.Placed, v.Total = row.Result.Placed, row.Result.Total
		if a := &row.Step.Action; v.Placed != nil && len(a.Edits) > 0 {
			stand, _ := row.Result.Stand(a.Edits)
			made, of := a.Made(stand), a.Made(a.Edits)
			if v.Placed, v.Total = &made, &of; of == 0 {
				v.Placed, v.Total = nil, nil
			}
		}
		if info, _ := game.Lookup(row.Step.Action.Kind); slices.Contains(info.Result, "position") {
			v.At = row.Result.Position
		}
	}
	return v
}

func progressOf(actionID string, p *game.ActionProgress) *view.Progress {
	if p == nil {
		return nil
	}
	v := &view.Progress{ActionID: actionID, Message: p.Message, Paused: p.Paused}
	if p.Fraction >= 0 {
		f := min(p.Fraction, 1)
		v.Fraction = &f
	}
	return v
}

// eventOf is an event as clients see it.
func (s *source) eventOf(e *orchestrator.Event) view.Event {
	v := view.Event{At: e.At, Body: e.Body, TaskID: e.TaskID, Kind: view.EventKind(e.Kind)}
	switch e.Kind {
	case orchestrator.EventTask:
		v.Task = s.shown(e.Task)
		if e.Task.State.Ended() {
			s.mu.Lock()
			delete(s.rounds, e.TaskID)
			s.mu.Unlock()
		}
	case orchestrator.EventRound:
		r := roundOf(e.Round, false)
		v.Round = &r
		s.mu.Lock()
		s.rounds[r.Task] = &r
		s.mu.Unlock()
	case orchestrator.EventAction:
		v.Action = s.action(e)
	case orchestrator.EventProgress:
		v.Progress = progressOf(e.ActionID, e.Progress)
	case orchestrator.EventNotice:
		details, _ := e.Say.Values["details"].(string)
		v.Notice = &view.Notice{Message: cmp.Or(details, messages.InEnglish(e.Say)), Messages: InWords("message", e.Say), Details: details}
	case orchestrator.EventBody: // clients hear of bodies from the feed
	}
	return v
}

// source turns the orchestrator's events into those that clients see.
type source struct {
	tasks
	mu sync.Mutex
	// rounds are the last of each task that has not ended: an action's step is one of
	// its plan.
	rounds map[string]*view.Round
}

// action is what an event says of an action.
func (s *source) action(e *orchestrator.Event) *view.Action {
	row := e.Action
	s.mu.Lock()
	r := s.rounds[row.Task]
	s.mu.Unlock()
	if r == nil || r.Round != row.Round || row.Index >= len(r.Plan.Steps) { // of a round before this process
		a := actionOf(row, e.Of, stepOf(&row.Step))
		return &a
	}
	a := actionOf(row, e.Of, r.Plan.Steps[row.Index])
	return &a
}

// happened takes what the orchestrator tells, where it happened. It takes no lock
// that is held while a body is looked at, but for a task's and for a body that comes
// or goes, of which no lock of a body is held.
func (s *Service) happened(e orchestrator.Event) {
	if e.Kind == orchestrator.EventBody {
		s.BodyChanged(e.Body)
		return
	}
	v := s.from.eventOf(&e)
	s.counting.hear(&v)
	if v.Task != nil {
		s.taskChanged(&v)
		return
	}
	s.hub.publish(v)
}

// stateOf is a body's report without its inventory.
func stateOf(s *game.State, at time.Time) view.State {
	return view.State{
		At: at, Health: s.Health, Hunger: s.Hunger, Saturation: s.Saturation, Oxygen: s.Oxygen, Position: s.Position,
		Dimension: s.Dimension, GameMode: s.GameMode, Hardcore: s.Hardcore, Time: s.Time, Weather: s.Weather, Biome: s.Biome,
		HeldItem: s.HeldItem, Armor: s.Armor, World: s.World, Nearby: s.Nearby, ViewerURL: s.ViewerURL,
	}
}

func inventoryOf(s *game.State, at time.Time) view.Inventory {
	return view.Inventory{At: at, Slots: slotsOf(s.Inventory), Counts: s.Counts()}
}

// slotsOf are stacks as a list, also when there are none.
func slotsOf(stacks []game.Stack) []game.Stack {
	if stacks == nil {
		return []game.Stack{}
	}
	return stacks
}
