// Package orchestrator owns tasks: it takes a goal, asks a Planner for a plan,
// has a Body carry it out action by action, compares what happened with what
// was expected, and reports the end truthfully.
//
// There is one agent for each body: a goroutine, a queue of 16 goals and at
// most one current task. Planner, Body and Journal are interfaces declared
// here; the rooms that implement them are joined to this one by cmd.
//
// Invariants:
//   - Only the agent's goroutine moves a task from state to state, and each
//     move is one row of the journal. Clients leave requests (stop, pause, an
//     answer) under the agent's mutex and wake it.
//   - The intent of an action is committed before Body.Do, its outcome before
//     the next action (docs/protocol, Journal and resume). Outcome and next
//     intent are normally one commit.
//   - No action goes out after Stop returned (rule 10), none while the journal
//     cannot be written, none to a body that is not in a world (rule 12).
//   - A stop for a body that is away is in the journal before Stop returned, and
//     goes out before anything else when the body is back, also after a restart.
//   - A task is complete only if its goal's checks hold; without checks, only
//     if every action of the last plan was confirmed or claimed.
//   - What is remembered of a world (landmarks) is a guess that planners may
//     use: it is bounded, and a body that stands there and does not see it, or
//     does not find it, ends it. Sights are never written one by one.
//   - This package knows no recipe and reads no goal text: it only compares.
//
// Usage:
//
//	o, err := orchestrator.New(ctx, orchestrator.Config{Planner: p, Journal: j})
//	go o.Run(ctx)
//	o.Attach(session)
//	id, err := o.Submit(ctx, session.Info().ID, orchestrator.Submission{Goal: "get 3 diamonds"})
package orchestrator
