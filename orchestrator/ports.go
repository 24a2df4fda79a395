// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"time"

	"github.com/minehand/minehand/game"
)

// Planner turns a goal and a state into a checked plan.
//
// Plan may take minutes and must return soon after ctx ends; the agent does not
// wait for a call that it gave up, so another may begin before it returned. It
// owns its request. Errors that carry meaning: *game.ImpossibleError,
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
	// Tell hands the body the line that a mod may draw, and returns at once: of lines
	// in quick succession the last one counts. Bodies that cannot show it are not
	// bothered.
	Tell(game.TaskStatus)
}

// Adopter is a Body that can say how an action ended that an earlier process
// (or an earlier session) sent to it.
//
// Adopt waits until the action with call's id ended: from the body's own
// running and finished lists, or by its terminal message. It sends nothing.
// When the body knows nothing of the id, or its session is gone, it returns at
// once with EndGone and the code connection_lost. A Body without Adopt is
// stopped instead, and its state compared.
type Adopter interface {
	Adopt(ctx context.Context, call game.Call) game.Outcome
}

// Journal keeps tasks, plans and actions over restarts. Its errors are
// sentences with the fix. All methods may be called from any goroutine.
type Journal interface {
	// Append commits the whole batch or nothing. It keeps no part of it.
	Append(ctx context.Context, b *Batch) error
	// Task returns everything about one task; ErrNoTask when there is none.
	Task(ctx context.Context, id string) (Record, error)
	// Tasks lists tasks, newest first.
	Tasks(ctx context.Context, q Query) ([]Task, error)
	// Unfinished returns the tasks that have not ended, oldest first, and when
	// the journal was last told that the process was alive.
	Unfinished(ctx context.Context) ([]Record, time.Time, error)
}
