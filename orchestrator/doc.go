// SPDX-License-Identifier: MIT

// Package orchestrator owns tasks: it takes a goal, asks a Planner for a plan,
// has a Body carry it out action by action, compares what happened with what
// was expected, and reports the end truthfully.
//
// There is one agent for each body: a goroutine, an inbox, a queue of 16 goals and
// at most one current task. Planner, Body and Journal are interfaces declared
// here; the rooms that implement them are joined to this one by cmd.
//
// Invariants:
//   - What happens to a task is decided in orchestrator/task, a pure package; the
//     agent's goroutine alone carries it out. Clients post letters (stop, pause,
//     an answer) into its inbox, and read an atomic snapshot.
//   - The intent of an action is committed before Body.Do, its outcome before
//     the next action (docs/protocol, Journal and resume). Outcome and next
//     intent are normally one commit.
//   - No action goes out after Stop returned (rule 10), none while the journal
//     cannot be written, none to a body that is not in a world (rule 12).
//   - When Stop returns for a body that is away, its tasks have ended in the journal.
//     Delivering the stop is the session's job (Body.Stop, StopAway).
//   - A task is complete only if every clause of its goal is proven (game.Progress);
//     one that was carried out but has a clause that nobody can check is
//     unverified.
//   - This package knows no recipe and reads no goal text: it only compares.
//
// Usage:
//
//	o, err := orchestrator.New(ctx, orchestrator.Config{Planner: p, Journal: j})
//	go o.Run(ctx)
//	o.Attach(session)
//	id, err := o.Submit(ctx, session.Info().ID, orchestrator.Submission{Goal: "get 3 diamonds"})
package orchestrator
