// SPDX-License-Identifier: MIT

package llm

import (
	"cmp"
	"context"
	_ "embed" // the phrases
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is a sort of failure. It is an error itself, so that
// errors.Is(err, llm.ErrUnreachable) works on every [*Error].
type Kind string

// Error makes a Kind usable as the target of errors.Is.
func (k Kind) Error() string { return string(k) }

// What can go wrong between a question and its answer. How each is told is in
// phrases.tsv.
const (
	ErrUnreachable     Kind = "model server unreachable" // nothing answers at the address
	ErrUnauthorized    Kind = "model server wants a key"
	ErrModelNotLoaded  Kind = "model not loaded"
	ErrNoModel         Kind = "no such model" // none is configured or listed, or the named one does not exist
	ErrContextOverflow Kind = "context overflow"
	ErrRateLimited     Kind = "rate limited"        // RetryAfter says when to come back
	ErrServer          Kind = "model server failed" // 5xx, or an error inside a 200
	ErrTimeout         Kind = "timeout"             // matches each of the three below
	ErrFirstToken      Kind = "timeout before the first token"
	ErrStalled         Kind = "timeout between tokens"    // the reply began and then stopped coming
	ErrTooLong         Kind = "timeout of the whole call" // all its attempts included
	ErrCutStream       Kind = "cut stream"
	ErrEmptyReply      Kind = "empty reply"
	ErrRefused         Kind = "refused by the model" // or by a filter before it
	ErrTooLarge        Kind = "reply too large"
	ErrBadRequest      Kind = "bad request"
	ErrGrammar         Kind = "schema refused"   // the server made no grammar of it; also an ErrBadRequest
	ErrBadReply        Kind = "unreadable reply" // what answers does not speak the protocol
	ErrStopped         Kind = "stopped"          // the caller's context was cancelled
	ErrNotFound        Kind = "program not found"
	ErrNotExecutable   Kind = "program not executable"
	ErrNotAllowed      Kind = "program not allowed"       // by the owner's config, or because others could change it
	ErrExit            Kind = "program failed"            // an exit code other than 0; Code has it
	ErrIDMismatch      Kind = "answer to another request" // of JSON-RPC
	ErrRemote          Kind = "provider reported an error"
	ErrTask            Kind = "task not supported"
	ErrBudget          Kind = "budget spent"
	ErrConsent         Kind = "sending text away is not agreed to"
)

// Phrase is how a failure is told: what happened, and how to mend it. In What,
// {who} stands for the provider, {model} for "the model NAME", {limit} for
// " within 30s", {status} for " (HTTP 400)", {code} and {wait} for an Error's.
type Phrase struct{ What, Fix string }

// Advice holds the phrases of one type of provider. Kinds that it leaves out
// are told as those of a model server.
type Advice map[Kind]Phrase

//go:embed phrases.tsv
var phrases string

// general are the phrases of a model server, OfPrograms those of a program, whose owner
// cannot mend a server.
var general, OfPrograms = advice("server"), advice("program")

func advice(who string) Advice {
	out := Advice{}
	for line := range strings.Lines(phrases) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); f[0] == who {
			out[Kind(f[1])] = Phrase{f[2], f[3]}
		}
	}
	return out
}

// brief are the kinds whose sentence says it all: the server's words would only confuse.
var brief = []Kind{ErrUnauthorized, ErrModelNotLoaded, ErrContextOverflow, ErrUnreachable, ErrRateLimited, ErrStopped,
	ErrEmptyReply, ErrBudget, ErrConsent}

// Error is a failure a person can act on. Its text is one or two sentences
// that name the fix; operators find the cause in Detail and Unwrap.
type Error struct {
	Kind Kind
	// Provider names who failed, for people: "LM Studio at http://localhost:1234".
	Provider   string
	Model      string
	Detail     string        // the other side's own words, trimmed and without secrets
	Fix        string        // replaces the kind's usual advice when more is known
	Param      string        // the field of the request that the server named, empty if none
	Status     int           // the HTTP status, 0 if there was none
	RetryAfter time.Duration // how long the server asked to wait; 0 if it did not
	Limit      time.Duration // the limit that was passed, for the timeouts
	Code       int           // a program's exit code, or the number of an error it reported
	Advice     Advice        // the phrases of the provider's type
	Transient  bool          // marks a failure that a second try may not meet
	Err        error         // the cause; may be nil
}

// Error is the sentence with the fix.
func (e *Error) Error() string {
	said, own := e.Advice[e.Kind]
	if !own {
		said = e.general()
	}
	model := strings.TrimSpace("the model " + e.Model)
	what := strings.NewReplacer("{who}", cmp.Or(e.Provider, "the model server"), "{model}", model, "{name}", e.Model,
		"{limit}", within(e.Limit), "{status}", status(e.Status), "{code}", strconv.Itoa(e.Code),
		"{wait}", e.RetryAfter.Round(time.Second).String()).Replace(said.What)
	if e.Detail != "" && !slices.Contains(brief, e.Kind) {
		what += ": " + strings.TrimRight(e.Detail, ".!? ")
	}
	return strings.ToUpper(what[:1]) + what[1:] + ". " + cmp.Or(e.Fix, said.Fix)
}

// general is how the failure is told without words of the provider's type.
func (e *Error) general() Phrase {
	said, known := general[e.Kind]
	switch {
	case !known:
		return Phrase{"{who}: " + string(e.Kind), "Try again."}
	case e.Kind == ErrNoModel && e.Model == "":
		return Phrase{"{who} has no model to ask", "Download and load a model there."}
	case e.Kind == ErrRateLimited && e.RetryAfter > 0:
		return Phrase{said.What + " for another {wait}", "Wait that long, or use another provider."}
	}
	return said
}

// Stopped is the failure of a call whose context is over: stopped, or too long when
// its deadline was; fix is the advice then.
func Stopped(ctx context.Context, provider, fix string) *Error {
	e := &Error{Kind: ErrStopped, Provider: provider, Err: context.Cause(ctx)}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		e.Kind, e.Fix = ErrTooLong, "The time the caller gave was over: "+fix
	}
	return e
}

// Sleep waits, and returns early with the context's error.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func status(code int) string {
	if code == 0 {
		return ""
	}
	return fmt.Sprintf(" (HTTP %d)", code)
}

func within(limit time.Duration) string {
	if limit == 0 {
		return " in time"
	}
	return " within " + limit.String()
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is matches the error's Kind and the wider kinds that hold it, and the
// context errors that correspond to it.
func (e *Error) Is(target error) bool {
	switch target {
	case error(e.Kind):
		return true
	case error(ErrTimeout), context.DeadlineExceeded:
		return slices.Contains([]Kind{ErrFirstToken, ErrStalled, ErrTooLong, ErrTimeout}, e.Kind)
	case error(ErrBadRequest):
		return e.Kind == ErrGrammar
	case context.Canceled:
		return e.Kind == ErrStopped
	}
	return false
}

// Retryable tells whether the same request may be sent again: the server said
// when to come back, or the failure is marked as passing.
func (e *Error) Retryable() bool {
	return e.Transient || (e.Kind == ErrRateLimited && e.RetryAfter > 0)
}

// LogValue gives an operator everything, under constant keys.
func (e *Error) LogValue() slog.Value {
	return slog.GroupValue(slog.String("kind", string(e.Kind)), slog.String("provider", e.Provider), slog.String("model", e.Model),
		slog.Int("status", e.Status), slog.String("detail", e.Detail), slog.Duration("retry_after", e.RetryAfter), slog.Any("cause", e.Err))
}

// Retryable reports whether err, or what it wraps, is an [*Error] that may be
// tried again.
func Retryable(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Retryable()
}

// Passed is a provider that did not answer, and why.
type Passed struct {
	Provider string
	Cause    error
}

// PassedError says that none of several providers answered. It holds every
// cause.
type PassedError struct{ Passed []Passed }

// Error names each provider with its cause.
func (e *PassedError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "None of %d providers answered.", len(e.Passed))
	for _, p := range e.Passed {
		b.WriteString(" " + p.Provider + ": " + strings.TrimRight(p.Cause.Error(), ".") + ".")
	}
	return b.String()
}

// Unwrap makes every cause reachable.
func (e *PassedError) Unwrap() []error {
	causes := make([]error, len(e.Passed))
	for i, p := range e.Passed {
		causes[i] = p.Cause
	}
	return causes
}

// Unasked reports whether err means that there was nobody to ask, rather than
// that somebody answered badly. Of several providers it must hold for all.
func Unasked(err error) bool {
	if passed, several := errors.AsType[*PassedError](err); several {
		return !slices.ContainsFunc(passed.Passed, func(p Passed) bool { return !Unasked(p.Cause) })
	}
	return slices.ContainsFunc([]Kind{ErrUnreachable, ErrNoModel, ErrModelNotLoaded, ErrUnauthorized, ErrNotFound, ErrNotExecutable,
		ErrNotAllowed, ErrTask, ErrBudget, ErrConsent}, func(k Kind) bool { return errors.Is(err, k) })
}
