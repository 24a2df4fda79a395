package planner

import (
	"context"
	"errors"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
)

// The planners that are there without a provider: AutoName lets the built-in
// planner plan what it can read and asks a model for the rest.
const (
	AutoName    = "auto"
	BuiltinOnly = "builtin"
)

// Auto chooses who plans. It may be used from any number of goroutines.
type Auto struct {
	builtin  *Builtin
	model    *Model
	provider string
}

// NewAuto makes a planner that goes by the provider of a request's settings, and
// by provider when a request names none: auto, builtin or a configured name;
// empty means auto.
func NewAuto(builtin *Builtin, model *Model, provider string) *Auto {
	if provider == "" {
		provider = AutoName
	}
	return &Auto{builtin: builtin, model: model, provider: provider}
}

// Plan plans the request. Errors are those of Builtin and Model; a goal that
// nobody could read is an *UnaskedError.
func (a *Auto) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	set := &req.Settings
	if set.Provider == "" && set.Model == "" && set.LMStudioURL == "" {
		set.Provider = a.provider
	}
	switch {
	case set.Provider == BuiltinOnly || len(req.Actions) > 0:
		return a.builtin.Plan(ctx, req)
	case set.Provider != AutoName || set.LMStudioURL != "" || set.Model != "":
		return a.model.Plan(ctx, req)
	}
	plan, err := a.builtin.Plan(ctx, req)
	var unreadable *game.UnreadableError
	if !errors.As(err, &unreadable) {
		return plan, err
	}
	plan, err = a.model.Plan(ctx, req)
	if err != nil && ctx.Err() == nil && unasked(plan.Record, err) {
		return plan, &UnaskedError{Unreadable: unreadable, Cause: err}
	}
	return plan, err
}

// unasked says that there was no model to ask, rather than that it answered
// badly.
func unasked(r *game.Record, err error) bool {
	for _, k := range [...]llm.Kind{llm.ErrUnreachable, llm.ErrNoModel, llm.ErrModelNotLoaded, llm.ErrUnauthorized} {
		if errors.Is(err, k) {
			return true
		}
	}
	var e *llm.Error
	return !errors.As(err, &e) && r != nil && r.Calls == 0 // a provider that could not be opened
}

// UnaskedError says that a goal's words were not understood and that there is no
// model to ask. It is an *game.UnreadableError to errors.As.
type UnaskedError struct {
	Unreadable *game.UnreadableError
	// Cause is why no model was asked.
	Cause error
}

// Error says what could be read instead, and how to have a model asked.
func (e *UnaskedError) Error() string {
	return fmt.Sprintf("%s. There is no model to ask either: %s", e.Unreadable.Error(), e.Cause)
}

// Unwrap makes both causes reachable.
func (e *UnaskedError) Unwrap() []error { return []error{e.Unreadable, e.Cause} }
