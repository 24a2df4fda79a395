// SPDX-License-Identifier: MIT

// Package ui is what any client of Minehand can call and receive: the call table,
// views of bodies and tasks, and one numbered stream of events. It knows no transport: ui/api serves it over HTTP and WebSocket.
//
// Invariants:
//   - Nothing here moves a task: it asks the orchestrator.
//   - Every error is a sentence that a player understands.
//
// Usage:
//
//	svc, err := ui.New(ui.Config{Tasks: orch, Bodies: bridge})
//	line := svc.Open()                           // one client's connection
//	line.Answer(ctx, line.Take(message), reply)  // a call
//	event, err := line.Next(ctx)                 // what happens
package ui
