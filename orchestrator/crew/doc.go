// SPDX-License-Identifier: MIT

// Package crew makes one body of all bodies in a world: Everyone. It splits what it is
// asked to bring among its members; each share is an ordinary task of one of them, in an
// area of its own.
//
// To the orchestrator it is a body like any other, so that its tasks are planned, approved,
// journalled, stopped and resumed like any other, and are proven by its state: what its
// members hold together. Call of a share's task names the action that it belongs to, also
// after a restart.
//
// Invariants: a share that was submitted is never submitted again for the same action; what
// a member that left or failed did not bring is split among the others; no two open
// shares of an action overlap in area, nor with one whose member left and could not be
// told.
//
// Usage:
//
//	c := crew.New(crew.Config{Tasks: orch, Members: there, Split: split, Submit: submit})
//	go c.Run(ctx)
//	orch.Attach(c)
package crew
