// SPDX-License-Identifier: MIT

// Package model plans by asking a model: it renders the prompt
// (planner/model/prompt), reads the reply (planner/model/reply), has it checked
// and completed by planner/check, asks once more quoting the faults, and falls
// back to the built-in way when that is wished.
//
// Usage:
//
//	m := model.New(library, providers, model.Config{Mode: game.Hybrid})
//	plan, err := m.Plan(ctx, request)
package model

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model/reply"
)

// BuiltinName is how the built-in planner signs its plans.
const BuiltinName = "built-in planner"

// AutoName stands for no provider in particular.
const AutoName = "auto"

// Providers finds whom to ask.
type Providers interface {
	// Default names the provider that is asked when none is named.
	Default() string
	// Provider finds one by its configured name; an empty name means whoever
	// answers, the default first. It knows its own default model.
	Provider(name string) (llm.Provider, error)
	// At finds the server at an address that a client named for one task.
	At(address string) (llm.Provider, error)
}

// The fallbacks of a model whose plan cannot be had or used.
const (
	FallbackBuiltin = "builtin"
	FallbackFail    = "fail"
)

// ReaderOff is the setting that leaves a goal's words to the model.
const ReaderOff = "off"

// Config holds the wishes for all plans by a model; a request's settings
// come before them. Its zero value works.
type Config struct {
	// Mode is hybrid if empty.
	Mode game.Mode
	// Fallback is builtin if empty. A low-level plan never falls back.
	Fallback string
	// Temperature nil leaves the provider's own; 0 is honoured.
	Temperature *float64
	// Chat lets a model say in the game's chat what the person did not.
	Chat bool
	// MaxTokens bounds a reply; 2000 if 0. A reply that was cut there is asked
	// for once more with a larger limit.
	MaxTokens int
}

// Model plans by asking a model. It may be used from any number of goroutines.
type Model struct {
	library   *book.Library
	providers Providers
	config    Config

	mu sync.Mutex
	// failed are the words that a model could not put into clauses; it is not asked
	// for them again.
	failed map[string]bool
}

// New makes a planner that asks the providers and works by the library.
func New(library *book.Library, providers Providers, config Config) *Model {
	return &Model{library: library, providers: providers, config: config, failed: map[string]bool{}}
}

// Plan asks for a plan, reads, checks and completes it, and asks once more when
// it cannot work. Errors: *llm.Error, *game.ImpossibleError, *game.FaultsError
// when both replies were bad, or ctx's. With an error the Plan holds the Record
// of what was asked and answered, and nothing else.
func (m *Model) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if err := ctx.Err(); err != nil {
		return game.Plan{}, err
	}
	b, err := m.library.Open(req)
	if err != nil {
		return game.Plan{}, err
	}
	if len(req.Actions) > 0 {
		return check.Given(ctx, b)
	}
	q := m.question(b, req)
	if q.readErr == nil && b.Met(q.task.Subgoals) {
		return game.Plan{Goal: q.task.Goal, Mode: q.mode, Source: game.FromBuiltin, PlannedBy: BuiltinName}, nil
	}
	plan, err := q.plan(ctx)
	if err == nil {
		return plan, nil
	}
	return q.without(ctx, err)
}

// without is what there is instead of a plan by the model: one by the built-in
// planner, or the error with the causes of all who were asked.
func (q *question) without(ctx context.Context, cause error) (game.Plan, error) {
	if ctx.Err() != nil {
		return game.Plan{Record: &q.record}, ctx.Err()
	}
	plan, err := q.fallBack(ctx, cause)
	if err != nil && len(q.passed) > 0 && ctx.Err() == nil {
		err = &passedOverError{err, q.passedOver()}
	}
	return plan, err
}

// passedOverError is the failure of a plan by a model that was asked because others
// did not answer.
type passedOverError struct {
	err    error
	others []game.Message
}

func (e *passedOverError) Error() string {
	said := strings.TrimSpace(e.err.Error())
	if !strings.HasSuffix(said, ".") {
		said += "."
	}
	return said + " " + messages.InEnglish(game.Then(e.others...))
}

// Say is the error as a message, whose words Error has in English.
func (e *passedOverError) Say() game.Message {
	return game.Then(append([]game.Message{game.AsSentence(game.SayError(e.err))}, e.others...)...)
}

func (e *passedOverError) Unwrap() error { return e.err }

// passedOver says of each that was asked before why it did not answer, in a
// sentence.
func (q *question) passedOver() []game.Message {
	out := make([]game.Message, len(q.passed))
	for i, p := range q.passed {
		out[i] = game.Say("notice.passed", "by", p.Provider, "why", p.Cause)
	}
	return out
}

// namesOf indexes a version once.
var namesOf = data.PerVersion(reply.NewNames)

// fallBack lets the built-in planner plan when that is wished; the player sees
// why.
func (q *question) fallBack(ctx context.Context, cause error) (game.Plan, error) {
	failed := game.Plan{Record: &q.record}
	var impossible *game.ImpossibleError
	if q.fallback != FallbackBuiltin || q.mode == game.LowLevel || q.readErr != nil || errors.As(cause, &impossible) {
		return failed, cause
	}
	steps, err := check.Solve(ctx, q.book, q.task.Subgoals)
	switch {
	case ctx.Err() != nil:
		return failed, ctx.Err()
	case errors.As(err, &impossible):
		return failed, err
	case err != nil:
		return failed, cause
	}
	plan := game.Plan{
		Goal:      q.task.Goal,
		Mode:      q.mode,
		Source:    game.FromBuiltin,
		PlannedBy: BuiltinName,
		Steps:     steps,
		Then:      q.task.Next,
		Record:    &q.record,
	}
	plan.Notes = []game.Message{q.because(cause)}
	return q.presented(plan), nil
}

// because says in a few words why there is no plan by the model.
func (q *question) because(cause error) game.Message {
	var faults *game.FaultsError
	if errors.As(cause, &faults) && len(faults.Faults) > 0 {
		return game.Say("notice.fell-back.faults", "by", q.signature(), "why", faults.At(0))
	}
	return game.Say("notice.fell-back", "by", q.signature(), "why", game.SayError(cause))
}

// presented adds what a player should know of the plan, and what the rules of the version have to say.
func (q *question) presented(p game.Plan) game.Plan {
	p.Notes = q.book.Notices(p.Notes, q.passedOver(), q.task.Notices, check.Notices(q.book, p.Steps))
	p.Outlook = check.Outlook(q.book, p.Steps)
	return messages.Explained(p)
}

// question is one goal on its way to a model and back. One goroutine.
type question struct {
	model *Model
	book  *book.Book
	req   game.Request
	names *reply.Names

	mode     game.Mode
	assist   game.Assist
	fallback string
	// task is the goal as the reader read it; readErr says why it could not.
	task    goals.Task
	readErr error

	provider llm.Provider
	// who is the provider's name, answered the model that answered.
	who, answered string
	// passed are those that were asked before it.
	passed []llm.Passed
	// context is the loaded context in tokens, 0 when not known; most the owner's
	// limit of a reply, 0 when there is none.
	context, most int

	// early is a plan that came when clauses were asked for.
	early *reply.Parsed

	record game.Record
	// turns are what was said between the question and the last reply.
	turns []llm.Message

	telling sync.Mutex // providers tell from goroutines of their own
	told    string
}

func (m *Model) question(b *book.Book, req game.Request) *question {
	q := &question{model: m, book: b, req: req, names: namesOf(b.Version), mode: req.Settings.Mode, fallback: req.Settings.Fallback}
	q.mode = cmp.Or(q.mode, m.config.Mode)
	if !slices.Contains([]game.Mode{game.HighLevel, game.LowLevel}, q.mode) {
		q.mode = game.Hybrid
	}
	q.fallback = cmp.Or(q.fallback, m.config.Fallback)
	if q.fallback != FallbackFail {
		q.fallback = FallbackBuiltin
	}
	if q.assist = req.Settings.Assist; q.assist == "" {
		q.assist = game.AssistComplete
		if q.mode == game.LowLevel {
			q.assist = game.AssistCheck
		}
	}
	if q.assist == game.AssistTranslate { // asked for in planner; a plan after all is completed
		q.assist = game.AssistComplete
	}
	if req.Settings.Reader == ReaderOff {
		q.readErr = &game.UnreadableError{Text: req.Goal}
		return q
	}
	q.task, q.readErr = goals.Read(b, req.Goal)
	return q
}

// signature names who is asked: provider and model.
func (q *question) signature() string {
	switch {
	case q.answered != "":
		return q.who + "/" + q.answered
	case q.req.Settings.Model != "":
		return q.who + "/" + q.req.Settings.Model
	case q.who == "":
		return "the model"
	}
	return q.who
}
