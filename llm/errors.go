// SPDX-License-Identifier: MIT

package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Kind is a sort of failure. It is an error itself, so that
// errors.Is(err, llm.ErrUnreachable) works on every [*Error].
type Kind string

// Error makes a Kind usable as the target of errors.Is.
func (k Kind) Error() string { return string(k) }

// What can go wrong between a question and its answer.
const (
	// ErrUnreachable: nothing answers at the address.
	ErrUnreachable Kind = "model server unreachable"
	// ErrUnauthorized: the server wants a key, or another one.
	ErrUnauthorized Kind = "model server wants a key"
	// ErrModelNotLoaded: the model is there but not in memory.
	ErrModelNotLoaded Kind = "model not loaded"
	// ErrNoModel: no model is configured or listed, or the named one does not exist.
	ErrNoModel Kind = "no such model"
	// ErrContextOverflow: the prompt does not fit in the loaded context.
	ErrContextOverflow Kind = "context overflow"
	// ErrRateLimited: too many requests; RetryAfter says when to come back.
	ErrRateLimited Kind = "rate limited"
	// ErrServer: the server failed (5xx, or an error inside a 200).
	ErrServer Kind = "model server failed"
	// ErrTimeout matches each of the three timeouts below.
	ErrTimeout Kind = "timeout"
	// ErrFirstToken: nothing came within the limit for the first token.
	ErrFirstToken Kind = "timeout before the first token"
	// ErrStalled: the reply began and then stopped coming.
	ErrStalled Kind = "timeout between tokens"
	// ErrTooLong: the call as a whole ran out of time.
	ErrTooLong Kind = "timeout of the whole call"
	// ErrCutStream: the connection ended before the reply did.
	ErrCutStream Kind = "cut stream"
	// ErrEmptyReply: the server answered, the model said nothing.
	ErrEmptyReply Kind = "empty reply"
	// ErrRefused: the model, or a filter before it, declines to answer this.
	ErrRefused Kind = "refused by the model"
	// ErrTooLarge: the reply passed the size limit.
	ErrTooLarge Kind = "reply too large"
	// ErrBadRequest: the server refused the request as malformed or unsupported.
	ErrBadRequest Kind = "bad request"
	// ErrGrammar: the server could not turn the schema into a grammar; also an ErrBadRequest.
	ErrGrammar Kind = "schema refused"
	// ErrBadReply: what answered does not speak the protocol.
	ErrBadReply Kind = "unreadable reply"
	// ErrStopped: the caller cancelled.
	ErrStopped Kind = "stopped"

	// ErrNotFound: the program is not there.
	ErrNotFound Kind = "program not found"
	// ErrNotExecutable: it is there and cannot be run.
	ErrNotExecutable Kind = "program not executable"
	// ErrNotAllowed: the owner's config does not let it run, or others could
	// change it.
	ErrNotAllowed Kind = "program not allowed"
	// ErrExit: it ended with an exit code other than 0; Code has it.
	ErrExit Kind = "program failed"
	// ErrIDMismatch: it answered another request.
	ErrIDMismatch Kind = "answer to another request"
	// ErrRemote: it reported an error of its own; Code has its number.
	ErrRemote Kind = "provider reported an error"

	// ErrTask: the provider is not there for this task.
	ErrTask Kind = "task not supported"
	// ErrBudget: the calls or tokens allowed for the day are spent.
	ErrBudget Kind = "budget spent"
	// ErrConsent: the provider would send text to another computer, and nobody
	// agreed to that.
	ErrConsent Kind = "sending text away is not agreed to"
)

// Kinds are all kinds of failure, the wide ones included.
func Kinds() []Kind {
	return []Kind{
		ErrUnreachable, ErrUnauthorized, ErrModelNotLoaded, ErrNoModel, ErrContextOverflow, ErrRateLimited, ErrServer,
		ErrTimeout, ErrFirstToken, ErrStalled, ErrTooLong, ErrCutStream, ErrEmptyReply, ErrRefused, ErrTooLarge, ErrBadRequest,
		ErrGrammar, ErrBadReply, ErrStopped, ErrNotFound, ErrNotExecutable, ErrNotAllowed, ErrExit, ErrIDMismatch,
		ErrRemote, ErrTask, ErrBudget, ErrConsent,
	}
}

// Phrase is how a failure is told: what happened, and how to mend it. In What,
// {who} stands for the provider, {model} for "the model NAME" and {limit} for
// " within 30s".
type Phrase struct{ What, Fix string }

// Advice holds the phrases of one type of provider. Kinds that it leaves out
// are told as those of a model server.
type Advice map[Kind]Phrase

// Error is a failure a person can act on. Its text is one or two sentences
// that name the fix; operators find the cause in Detail and Unwrap.
type Error struct {
	Kind Kind
	// Provider names who failed, for people: "LM Studio at http://localhost:1234".
	Provider string
	Model    string
	// Detail is the other side's own words, trimmed and without secrets.
	Detail string
	// Fix replaces the kind's usual advice when more is known.
	Fix string
	// Param is the field of the request that the server named, empty if none.
	Param string
	// Status is the HTTP status, 0 if there was none.
	Status int
	// RetryAfter is how long the server asked to wait; 0 if it did not.
	RetryAfter time.Duration
	// Limit is the limit that was passed, for the timeouts.
	Limit time.Duration
	// Code is a program's exit code, or the number of an error it reported.
	Code int
	// Advice are the phrases of the provider's type.
	Advice Advice
	// Transient marks a failure that a second try may not meet.
	Transient bool
	// Err is the cause; may be nil.
	Err error
}

// Error is the sentence with the fix.
func (e *Error) Error() string {
	what, fix := e.sentence()
	if e.Fix != "" {
		fix = e.Fix
	}
	if e.Detail != "" && e.showsDetail() {
		what += ": " + strings.TrimRight(e.Detail, ".!? ")
	}
	return strings.ToUpper(what[:1]) + what[1:] + ". " + fix
}

// showsDetail: for kinds whose sentence says it all the server's words only confuse.
func (e *Error) showsDetail() bool {
	switch e.Kind {
	case ErrUnauthorized, ErrModelNotLoaded, ErrContextOverflow, ErrUnreachable, ErrRateLimited, ErrStopped, ErrEmptyReply, ErrBudget, ErrConsent:
		return false
	default:
		return true
	}
}

func (e *Error) sentence() (what, fix string) {
	who := e.Provider
	if who == "" {
		who = "the model server"
	}
	model := "the model"
	if e.Model != "" {
		model += " " + e.Model
	}
	if p, ok := e.Advice[e.Kind]; ok {
		return strings.NewReplacer("{who}", who, "{model}", model, "{limit}", within(e.Limit)).Replace(p.What), p.Fix
	}
	switch e.Kind {
	case ErrUnreachable:
		return who + " does not answer", "Start it and its local server, or set the right address in the config."
	case ErrUnauthorized:
		return who + " refused the key, or wants one", "Set the API key for this server: api_key_env in the config names the variable that holds it."
	case ErrModelNotLoaded:
		return model + " is not loaded in " + who, "Load it there, or turn on just-in-time loading."
	case ErrNoModel:
		if e.Model != "" {
			return who + " has no model named " + e.Model, "Choose one of the models it lists, or download this one."
		}
		return who + " has no model to ask", "Download and load a model there."
	case ErrContextOverflow:
		return "The question does not fit in the context that " + model + " is loaded with", "Load the model with a longer context (8192 or more), or ask for less at once."
	case ErrRateLimited:
		if e.RetryAfter > 0 {
			return fmt.Sprintf("%s is limiting requests for another %s", who, e.RetryAfter.Round(time.Second)), "Wait that long, or use another provider."
		}
		return who + " is limiting requests", "Wait a while, check the account's quota, or use another provider."
	case ErrServer:
		return who + " failed" + status(e.Status), "Try again; if it stays, reload the model or restart the server."
	case ErrTimeout:
		return who + " took too long", "Ask for less at once, choose a faster model, or raise the limit."
	case ErrFirstToken:
		return who + " did not begin to answer" + within(e.Limit), "Load the model first, choose a smaller one, or raise the limit."
	case ErrStalled:
		return who + " stopped in the middle of its answer, with nothing more" + within(e.Limit), "Try again; if it stays, reload the model or choose a smaller one."
	case ErrTooLong:
		return who + " did not finish" + within(e.Limit), "Ask for less at once, choose a faster model, or raise the limit."
	case ErrCutStream:
		return who + " broke off in the middle of its answer", "Try again; if it stays, look whether the server ran out of memory."
	case ErrEmptyReply:
		return model + " gave an empty answer", "Try again, or choose another model."
	case ErrRefused:
		return model + " declines to answer this", "Say it differently, or choose another model."
	case ErrTooLarge:
		return "The answer of " + who + " is larger than the limit", "Set a lower max_tokens; the model may be repeating itself."
	case ErrGrammar:
		return who + " could not use the answer's schema" + status(e.Status), "Update the server, or choose another model."
	case ErrBadRequest:
		return who + " refused the request" + status(e.Status), "Check the model's name and settings."
	case ErrBadReply:
		return "What answers as " + who + " does not speak the chat protocol", "Check the address and port."
	case ErrStopped:
		return "The request was stopped", "Ask again when you want an answer."
	case ErrNotFound:
		return "The program of " + who + " is not there", "Install it, or correct its path in the config."
	case ErrNotExecutable:
		return "The program of " + who + " cannot be run", "Make it executable (chmod +x), or name another in the config."
	case ErrNotAllowed:
		return "The program of " + who + " is not allowed to run", "Name it in the config's allow list, if you trust it."
	case ErrExit:
		return fmt.Sprintf("%s ended with exit code %d", who, e.Code), "Run it by hand to see what it lacks."
	case ErrIDMismatch:
		return who + " answered another request than the one it was sent", "Correct the program: it must repeat the request's id."
	case ErrRemote:
		return fmt.Sprintf("%s reported an error (code %d)", who, e.Code), "Mend what it names, and try again."
	case ErrTask:
		return who + " is not there for this task", "Choose a provider that lists the task, or add it to its capabilities in the config."
	case ErrBudget:
		return "What " + who + " may use in a day is spent", "Wait until tomorrow, raise its budget in the config, or use another provider."
	case ErrConsent:
		return who + " runs on another computer, and sending text there is not agreed to", "Set consent: true for it in the config, or choose it by name for one task."
	}
	return who + ": " + string(e.Kind), "Try again."
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
	case error(ErrTimeout):
		return e.timeout()
	case error(ErrBadRequest):
		return e.Kind == ErrGrammar
	case context.DeadlineExceeded:
		return e.timeout()
	case context.Canceled:
		return e.Kind == ErrStopped
	}
	return false
}

func (e *Error) timeout() bool {
	return e.Kind == ErrFirstToken || e.Kind == ErrStalled || e.Kind == ErrTooLong || e.Kind == ErrTimeout
}

// Retryable tells whether the same request may be sent again: the server said
// when to come back, or the failure is marked as passing.
func (e *Error) Retryable() bool {
	return e.Transient || (e.Kind == ErrRateLimited && e.RetryAfter > 0)
}

// LogValue gives an operator everything, under constant keys.
func (e *Error) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("kind", string(e.Kind))}
	if e.Provider != "" {
		attrs = append(attrs, slog.String("provider", e.Provider))
	}
	if e.Model != "" {
		attrs = append(attrs, slog.String("model", e.Model))
	}
	if e.Status != 0 {
		attrs = append(attrs, slog.Int("status", e.Status))
	}
	if e.Detail != "" {
		attrs = append(attrs, slog.String("detail", e.Detail))
	}
	if e.RetryAfter != 0 {
		attrs = append(attrs, slog.Duration("retry_after", e.RetryAfter))
	}
	if e.Err != nil {
		attrs = append(attrs, slog.String("cause", e.Err.Error()))
	}
	return slog.GroupValue(attrs...)
}

// Retryable reports whether err, or what it wraps, is an [*Error] that may be
// tried again.
func Retryable(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Retryable()
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
	var passed *PassedError
	if errors.As(err, &passed) {
		for _, p := range passed.Passed {
			if !Unasked(p.Cause) {
				return false
			}
		}
		return true
	}
	for _, k := range [...]Kind{ErrUnreachable, ErrNoModel, ErrModelNotLoaded, ErrUnauthorized, ErrNotFound, ErrNotExecutable, ErrNotAllowed, ErrTask, ErrBudget, ErrConsent} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}
