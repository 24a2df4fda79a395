// SPDX-License-Identifier: MIT

// Package standing keeps what a person told a body once and for all: standing orders,
// which are carried out whenever nothing else is done, and places by their names.
//
// An order is a condition and a goal in words. While its body is idle and the condition
// holds, the goal is submitted as an ordinary task, with the limits, zones and approval of
// one; Call of the task names the order, also after a restart. A person's goal goes first
// at once: the task of an order is stopped for it. A Stop holds the orders of a body until
// a Resume. What failed is tried again later and later, and is told once.
//
// Invariants: one order of a body runs at a time, and none while anything else runs, waits
// or is held; what a person told is on the shelf before the call returns, and so is what
// became of it; the lock is held while the shelf is written, and never while tasks are
// asked.
//
// Usage:
//
//	k := standing.New(standing.Config{Tasks: orch, Submit: submit, Read: read, State: state, Shelf: file})
//	go k.Run(ctx)
//	order, err := k.Add(standing.Order{Body: "bot", Text: "always keep 10 torches", Goal: "get 10 torches", When: standing.Unmet})
package standing
