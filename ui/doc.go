// SPDX-License-Identifier: MIT

// Package ui is what any client of Minehand may ask and hear: the calls of
// the base protocol, views of bodies and tasks, and one numbered stream of
// events. It knows no transport: ui/api serves it over HTTP and WebSocket.
//
// Invariants:
//   - Nothing here moves a task: it asks the orchestrator.
//   - Every error is a sentence that a player understands.
//
// Usage:
//
//	svc := ui.New(ui.Config{Tasks: orch, Bodies: bridge})
//	id, err := svc.SendPrompt(ctx, "get 3 diamonds", ui.PromptSettings{})
package ui
