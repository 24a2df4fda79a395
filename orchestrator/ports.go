package orchestrator

import (
	"context"

	"github.com/minehand/minehand/game"
)

// Planner turns a goal and a state into a checked plan.
//
// Plan is called from the agent's goroutine, may take minutes and must return
// soon after ctx ends. Errors that carry meaning: *game.ImpossibleError,
// *game.UnreadableError, *game.GaveUpError, *game.FaultsError.
type Planner interface {
	Plan(ctx context.Context, req game.Request) (game.Plan, error)
}

// Body is one body's session: it outlives its sockets.
//
// All methods may be called from any goroutine. One action is in flight at a
// time: the agent's goroutine is the only caller of Do.
type Body interface {
	Info() game.BodyInfo
	Link() game.Link
	// Snapshot is the last reported state; Seq 0 means that none came yet.
	Snapshot() game.Snapshot
	// Await returns the first snapshot with a Seq beyond after, or ctx's error,
	// or an error when the session is gone.
	Await(ctx context.Context, after uint64) (game.Snapshot, error)
	// Do sends the action and returns when it ended, in exactly one way (see
	// game.End). When ctx ends first the body is told to give the action up and
	// Do returns at once; Settle then waits for it to come to rest. It never
	// sends while the body is settling.
	Do(ctx context.Context, call game.Call) game.Outcome
	// Stop tells the body to stop everything, now or straight after it comes
	// back. It does not wait; Settle does.
	Stop()
	// Settle waits until the body is at rest after a stop, deadline or skip; it
	// returns an error when it did not come to rest within 5 s.
	Settle(ctx context.Context) error
	// Tell hands the body the line that a mod may draw; bodies that cannot show
	// it are not bothered.
	Tell(game.TaskStatus)
}
