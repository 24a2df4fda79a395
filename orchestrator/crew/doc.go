// SPDX-License-Identifier: MIT

// Package crew makes one body of all bodies that are in a world together: Everyone. What
// it is told to bring together it shares out, and each share is an ordinary task of the
// body that has it, in an area of its own.
//
// To the orchestrator it is a body like any other, so that its tasks are planned, approved,
// journalled, stopped and resumed like any other, and are proven by its state: what its
// members hold together. Call of a share's task names the action that it belongs to, also
// after a restart.
//
// Invariants: a share that was submitted is never submitted again for the same action; the
// share of a member that left, or that failed, is shared out anew among the others, and
// what they have already is not; no two open shares of an action have an area in common, nor
// with one whose member left and could not be told.
//
// Usage:
//
//	c := crew.New(crew.Config{Tasks: orch, Members: there, Split: split, Submit: submit})
//	go c.Run(ctx)
//	orch.Attach(c)
package crew
