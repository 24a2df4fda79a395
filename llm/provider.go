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
	"context"
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
