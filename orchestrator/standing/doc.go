// SPDX-License-Identifier: MIT

// Package standing keeps standing orders, which are carried out whenever their body has
// nothing else to do, and the names that people gave to places.
//
// An order is a condition and a goal in words. While its body is idle and the condition
// holds, the goal is submitted as an ordinary task, with the limits, zones and approval of
// one; Call of the task names the order, also after a restart. A person's goal goes first
// at once: the task of an order is stopped for it. A Stop holds the orders of a body until
// a Resume. A failed order is retried at growing intervals, and reported once.
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
