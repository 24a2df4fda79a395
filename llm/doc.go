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
