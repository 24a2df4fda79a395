// Package planner turns a goal, a state and a history into a verified plan.
//
// It owns the checker, through which every plan goes, whoever made it; the
// completing of plans that lack something; and the built-in planner, which
// reads the goal itself (planner/goalread) and solves it (planner/techtree); the
// model planner, which asks a model (planner/prompt), reads its reply
// (planner/reply) and has it checked; and Auto, which chooses between them.
//
// The parts that a planner is put together from:
//
//   - A Book keeps the rules of the versions in use: Book.Desk opens a Desk for
//     one request: version, body, state, what is denied and excluded.
//   - Desk.Check runs steps in a symbolic inventory. It returns them annotated
//     (Expect, Needs, Seconds; divisible ones split for a version 1 body), the
//     faults as sentences, and the end state. It inserts nothing.
//   - Desk.Complete does the same and puts what is missing before the step that
//     lacks it, marked FromCompleting with the reason.
//   - Desk.Read reads a goal's words into a Task: the goal with its checks.
//   - Desk.Solve plans a Task by the built-in solver, from a symbolic state.
//   - Desk.Finish appends what the checks still lack at the end of a plan.
//
// Invariants: no plan leaves this package unchecked; a fault names the action,
// what is missing and how to get it; a body is never sent a kind or field that
// it does not have; the same request gives the same plan.
//
// Usage:
//
//	b := planner.NewBuiltin(planner.Config{})
//	plan, err := b.Plan(ctx, game.Request{Goal: "get 3 diamonds", Body: body, State: state})
package planner
