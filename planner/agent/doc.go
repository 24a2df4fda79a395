// SPDX-License-Identifier: MIT

// Package agent plans by a conversation with a model that looks before it acts
// (game.AgentMode): what no single plan can say is done as one small goal after another.
//
// Each round of a task is one turn: the model calls a tool, the turn is part of the
// round's plan and is kept with it, and what came of the round is what the model reads
// next. The package has no state: a conversation is made from the turns and the history
// of a request alone, so that it goes on after a restart where it was, and nothing that
// the model answered is asked again.
//
// Invariants:
//   - The model never names a step: each clause is read, solved and checked as a
//     person's goal is. It does no harm of its own accord, as in planner/model.
//   - What the model says proves nothing. Its finishing clauses become the task's only
//     where every word of the person's is bound by them (goals.Translate); else the task
//     ends unverified.
//   - A conversation ends within Config.Calls and Config.Tokens, and when a call fails
//     twice in the same way.
//   - Questions only grow at their end, so that a server need not read them twice.
//
// Usage:
//
//	a := agent.New(library, providers, agent.Config{})
//	plan, err := a.Plan(ctx, request)
package agent
