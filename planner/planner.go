// SPDX-License-Identifier: MIT

// Package planner turns a goal, a state and a history into a verified plan. It
// is thin: it chooses who plans, and its rooms do the work:
//
//   - planner/book is what one request stands on, read-only;
//   - planner/goals reads a goal's words into checks and subgoals;
//   - planner/techtree solves what must be held, and planner/check carries plans
//     out in a symbolic state, completes them and solves subgoals;
//   - planner/model asks a model and has its reply checked;
//   - planner/agent has a model do one thing after another.
//
// Builtin plans without a model, Auto chooses between Builtin and a model, Ask
// answers what would have to be done apart from any body.
//
// Invariants: no plan leaves this package unchecked; a body is never sent a kind
// or field that it does not have; the same request gives the same plan.
//
// Usage:
//
//	p := planner.NewBuiltin(book.NewLibrary(book.Config{}))
//	plan, err := p.Plan(ctx, game.Request{Goal: "get 3 diamonds", Body: body, State: state})
package planner

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/agent"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
)

// Config holds the wishes that hold for all plans. Its zero value works.
type Config = book.Config

// Builtin plans without a model: it reads the goal and solves it. It may be
// used from any number of goroutines.
type Builtin struct{ library *book.Library }

// NewBuiltin makes a built-in planner.
func NewBuiltin(config Config) *Builtin { return &Builtin{library: book.NewLibrary(config)} }

// Library is the planner's library of rules, for others to work from.
func (b *Builtin) Library() *book.Library { return b.library }

// Plan plans the request. Errors: *game.UnreadableError, *game.ImpossibleError,
// *game.GaveUpError, *game.FaultsError for a ready list that cannot work, or
// ctx's.
func (b *Builtin) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	plan, err := b.plan(ctx, req)
	return messages.Explained(plan), err
}

func (b *Builtin) plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if err := ctx.Err(); err != nil {
		return game.Plan{}, err
	}
	bk, err := b.library.Open(req)
	if err != nil {
		return game.Plan{}, err
	}
	if len(req.Actions) > 0 {
		return check.Given(ctx, bk)
	}
	task, err := goals.Read(bk, req.Goal)
	if err != nil {
		return game.Plan{}, err
	}
	steps, err := check.Solve(ctx, bk, task.Subgoals)
	if err != nil {
		return game.Plan{}, err
	}
	return game.Plan{
		Goal: task.Goal, Mode: req.Settings.Mode, Source: game.FromBuiltin, PlannedBy: model.BuiltinName, Steps: steps,
		Then: task.Next, Notes: bk.Notices(task.Notices, check.Notices(bk, steps)), Outlook: outlook(ctx, bk, task.Subgoals, steps),
	}, nil
}

// The planners that are there without a provider: AutoName lets the built-in
// planner plan what it can read and asks a model for the rest.
const (
	AutoName    = model.AutoName
	BuiltinOnly = "builtin"
)

// Auto chooses who plans. It may be used from any number of goroutines.
type Auto struct {
	builtin  *Builtin
	model    *model.Model
	provider string
	// agent converses where the mode of a request, or else mode, says so; nil: nobody does.
	agent *agent.Agent
	mode  game.Mode
}

// NewAuto makes a planner that goes by the provider of a request's settings, and
// by provider when a request names none: auto, builtin or a configured name;
// empty means auto.
func NewAuto(builtin *Builtin, asker *model.Model, provider string) *Auto {
	return &Auto{builtin: builtin, model: asker, provider: cmp.Or(provider, AutoName)}
}

// WithAgent has the talker plan in the mode agent; mode is that of requests that name
// none.
func (a *Auto) WithAgent(talker *agent.Agent, mode game.Mode) *Auto {
	a.agent, a.mode = talker, mode
	return a
}

// Plan plans the request. Errors are those of Builtin and Model; a goal that
// nobody could read is an *UnaskedError. A guess where nobody is there to agree to it
// is an *game.UnreadableError.
func (a *Auto) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if len(req.Actions) == 0 && req.Settings.Reader != model.ReaderOff {
		b, err := a.builtin.library.Open(req)
		if err != nil {
			return game.Plan{}, err
		}
		req.Read = goals.Keep(b, req.Goal)
	}
	plan, err := a.plan(ctx, req)
	plan.Read = req.Read
	plan = messages.Explained(plan)
	if err == nil && plan.Guess != "" && req.Settings.Unattended && req.Settings.Guess != game.GuessRun {
		return game.Plan{Record: plan.Record}, &game.UnreadableError{Text: req.Goal, Guess: plan.Guess}
	}
	return plan, err
}

func (a *Auto) plan(ctx context.Context, req game.Request) (made game.Plan, _ error) {
	set := &req.Settings
	if set.Provider == "" && set.Model == "" && set.LMStudioURL == "" {
		set.Provider = a.provider
	}
	named := set.Provider != AutoName || set.LMStudioURL != "" || set.Model != "" || set.Reader == model.ReaderOff
	var unreadable *game.UnreadableError
	if builtin := set.Provider == BuiltinOnly || len(req.Actions) > 0; builtin || !named {
		plan, err := a.builtin.plan(ctx, req)
		if builtin || !errors.As(err, &unreadable) || unreadable.Help {
			return plan, err
		}
	}
	if a.agent != nil && cmp.Or(set.Mode, a.mode) == game.AgentMode {
		plan, err := a.agent.Plan(ctx, req)
		silent := errors.Is(err, agent.ErrNoCalls)
		if len(req.Turns) > 0 || !silent && !llm.Unasked(err) {
			return plan, err
		}
		if set.Mode = ""; silent {
			defer func() { made.Notes = append(made.Notes, game.Say("notice.no-tools")) }()
		}
	}
	ask := a.model.Plan
	if a.translates(req, named) {
		ask = a.model.Translate
	}
	plan, err := ask(ctx, req)
	if !named && err != nil && ctx.Err() == nil && unasked(plan.Record, err) {
		return plan, &UnaskedError{Unreadable: unreadable, Cause: err}
	}
	return plan, err
}

// translates reports whether a model is asked to put the goal's words into clauses, and not
// for a plan: unless the person named how to be planned for, and from a model that was named
// only for words that the reader cannot read.
func (a *Auto) translates(req game.Request, named bool) bool {
	set := &req.Settings
	return set.Assist == game.AssistTranslate ||
		set.Mode == "" && (!named || set.Assist == "" && set.Reader != model.ReaderOff && a.unreadable(req))
}

// unreadable reports whether the goal's words are beyond the reader, so that a
// model had best put them into clauses.
func (a *Auto) unreadable(req game.Request) bool {
	b, err := a.builtin.library.Open(req)
	if err != nil {
		return false
	}
	_, err = goals.Read(b, req.Goal)
	var unreadable *game.UnreadableError
	return errors.As(err, &unreadable) && !unreadable.Help
}

// unasked says that there was no model to ask, rather than that it answered
// badly.
func unasked(r *game.Record, err error) bool {
	var e *llm.Error
	return llm.Unasked(err) || !errors.As(err, &e) && r != nil && r.Calls == 0 // a provider that could not be opened
}

// UnaskedError says that a goal's words were not understood and that there is no
// model to ask. It is an *game.UnreadableError to errors.As.
type UnaskedError struct {
	Unreadable *game.UnreadableError
	// Cause is why no model was asked.
	Cause error
}

// Error says what could be read instead, and why no model was asked where the owner
// has something to decide: a budget, or a consent. Another Cause is for who looks for
// a model.
func (e *UnaskedError) Error() string {
	said := e.Unreadable.Error()
	if errors.Is(e.Cause, llm.ErrBudget) || errors.Is(e.Cause, llm.ErrConsent) {
		said = strings.TrimRight(said, ".") + ". No model was asked: " + e.Cause.Error()
	}
	return said
}

// Say is the error as a message.
func (e *UnaskedError) Say() game.Message {
	said := e.Unreadable.Say()
	if errors.Is(e.Cause, llm.ErrBudget) || errors.Is(e.Cause, llm.ErrConsent) {
		said = game.Then(game.AsSentence(said), game.Say("unread.unasked", "why", e.Cause.Error()))
	}
	return said
}

// Unwrap makes both causes reachable.
func (e *UnaskedError) Unwrap() []error { return []error{e.Unreadable, e.Cause} }
