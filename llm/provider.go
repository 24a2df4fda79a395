// SPDX-License-Identifier: MIT

// Package llm is one question to one model.
//
// It owns the words every implementation shares: [Provider], [Request],
// [Response], the typed errors and the token budget. It imports nothing of
// Minehand and does no I/O of its own; the folders below it do
// (llm/openai for model servers, llm/program for programs, llm/scripted for replies from a file; llm/providers is the map of them, and
// llm/router chooses among them).
//
// Invariants:
//   - A Provider never panics on what a model or server sends, never blocks
//     past its deadline, and never lets a reply grow without bound.
//   - Every failure is an [*Error] whose text is a sentence for a player that
//     names the fix; the technical cause is reachable by errors.Unwrap.
//   - A cancelled context aborts the work at once and yields [ErrStopped].
//
// Usage:
//
//	resp, err := provider.Generate(ctx, llm.Request{
//		Task:   llm.TaskPlan,
//		System: "You plan for a Minecraft player.",
//		Prompt: "get 3 diamonds",
//		Schema: &llm.Schema{Name: "submit_plan", JSON: planSchema, Strict: true},
//	})
//	if errors.Is(err, llm.ErrUnreachable) { ... }
//	text := resp.Document() // content, a tool's arguments, or JSON hidden in the reasoning
package llm

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"
)

// Provider answers one request with one model. All methods may be called from
// any goroutine, at the same time; cancelling ctx aborts the call and frees
// what it holds, the connection included.
type Provider interface {
	// Generate asks and waits for the whole reply, handing its pieces to
	// req.OnChunk as they arrive. On an error the Response holds what had
	// arrived (a cut stream keeps its partial text), which is for showing and
	// logging, never for acting on.
	Generate(ctx context.Context, req Request) (Response, error)

	// Health says whether a request would have a chance, within a few
	// seconds and without loading a model.
	Health(ctx context.Context) (Health, error)

	// Models lists what may be asked for. Listed is not loaded.
	Models(ctx context.Context) ([]Model, error)
}

// Health is what a provider said about itself, or what can be seen of it unasked.
type Health struct {
	Server string // names the software that answered ("LM Studio", "Ollama", ...)
	// Model is the one a request without a model would use; empty when the
	// provider does not say which.
	Model string
	// Loaded tells whether that model is in memory; the first request to one
	// that is not takes seconds to minutes longer.
	Loaded bool
	// Unloaded: the server says that the model is not in memory. With neither it says
	// nothing of it.
	Unloaded      bool
	ContextLength int // that model's loaded context in tokens, 0 if unknown
	MaxTokens     int // the owner's limit of a reply, 0 if none was set
	// Learned is what asking the model has shown of it, a sentence each; empty
	// before the first question.
	Learned []string
	// Unasked says what was found out in place of asking, where the protocol has no
	// question for it ("its program /usr/bin/llm is there and may run"); empty when
	// the provider answered.
	Unasked string
	Latency time.Duration // how long the check took
}

// Model is one entry of a provider's list. Unknown figures are zero.
type Model struct {
	ID     string
	Loaded bool // in memory now
	// ContextLength is the context it is loaded with, in tokens; 0 when it is
	// not loaded or the server does not say.
	ContextLength int
	MaxContext    int // the most the model was made for, in tokens
	// Quantisation of its weights, as the server names it (Q4_K_M); empty when it
	// does not say.
	Quantisation string
	Reasoning    bool // it thinks before it answers, as far as the server says
	Tools        bool // it was trained for tool calls, as far as the server says
}

// Phase is where a call stands before and while the reply arrives.
type Phase string

// The phases in their usual order; a retry starts over.
const (
	PhaseConnecting Phase = "connecting"
	PhaseLoading    Phase = "loading"
	PhaseWaiting    Phase = "waiting"
	PhaseReceiving  Phase = "receiving"
	PhaseRetrying   Phase = "retrying"
	// PhaseQueued: other calls have all the provider's slots.
	PhaseQueued Phase = "queued"
	// PhaseNext: another provider, Model, is asked; Note says why.
	PhaseNext Phase = "next"
)

// Progress is a snapshot for a person who waits.
type Progress struct {
	Phase   Phase
	Model   string
	Elapsed time.Duration // the time since the phase began
	Tokens  int           // counts the pieces received so far, an estimate of tokens
	Attempt int           // 1 for the first request of a call
	Note    string        // the reason for a PhaseNext
	Cost    string        // what the answer is expected to cost; empty where it costs nothing
}

// told are the phases as lines for a status bar; {s} are the seconds, {tokens} and {note}
// fields. What is in brackets is left out without a model.
var told = map[Phase]string{
	PhaseConnecting: "connecting to the model server, {s} s",
	PhaseLoading:    "loading the model[ {model}], {s} s",
	PhaseWaiting:    "waiting for the first word[ of {model}], {s} s",
	PhaseReceiving:  "receiving, {tokens} tokens",
	PhaseRetrying:   "trying again, {s} s",
	PhaseQueued:     "waiting until {model} is free, {s} s",
	PhaseNext:       "asking {model}, because: {note}",
}

// String is a line for a status bar: "loading the model hermes, 14 s".
func (p Progress) String() string {
	line := cmp.Or(told[p.Phase], string(p.Phase))
	if before, rest, ok := strings.Cut(line, "["); ok {
		named, after, _ := strings.Cut(rest, "]")
		if p.Model == "" {
			named = ""
		}
		line = before + named + after
	}
	if p.Cost != "" {
		line += ", expected to cost " + p.Cost
	}
	return strings.NewReplacer("{s}", strconv.Itoa(int(p.Elapsed/time.Second)), "{tokens}", strconv.Itoa(p.Tokens),
		"{model}", p.Model, "{note}", p.Note).Replace(line)
}
