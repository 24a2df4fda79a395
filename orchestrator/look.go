package orchestrator

import (
	"context"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// lookEvery is how often a body's reports are looked through.
const lookEvery = 2 * time.Second

// worldMap is the map of the world that a state is of. A world without a name is
// remembered for the task alone: by its agent's goroutine.
func (a *agent) worldMap(taskID string, s *game.State) *worldmap.Map {
	if w := worldmap.Name(s); w != "" {
		return a.o.maps.Of(w)
	}
	if taskID == "" {
		return nil
	}
	if a.placeOf != taskID {
		a.place, a.placeOf = worldmap.New(), taskID
	}
	return a.place
}

// watch looks through the body's reports until ctx ends: what it passes on the
// way is seen in no outcome.
func (a *agent) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	seen := uint64(0)
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		body := a.current()
		if body == nil {
			continue
		}
		if snap := body.Snapshot(); snap.Seq != seen {
			seen = snap.Seq
			a.look("", &snap.State, snap.At)
		}
	}
}

// look takes in one report.
func (a *agent) look(taskID string, s *game.State, at time.Time) {
	a.follow(s, at)
	if m := a.worldMap(taskID, s); m != nil {
		m.See(s, at)
	}
}

const (
	// jump is farther than a body goes by itself within jumpTime, in blocks.
	jump     = 100
	jumpTime = 2 * lookEvery
)

// follow notes where the body is, and returns when it was last somewhere else at
// once.
func (a *agent) follow(s *game.State, at time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.dead = a.dead || worldmap.Dead(s)
	if !s.InWorld() || s.Position == nil || worldmap.Dead(s) || at.Before(a.stoodAt) {
		return a.moved
	}
	if was := a.stood; was != nil {
		elsewhere := game.Name(was.Dimension) != game.Name(s.Dimension)
		if a.dead || elsewhere || at.Sub(a.stoodAt) <= jumpTime && was.Position.Distance(*s.Position) > jump {
			a.moved = at
		}
	}
	a.stood, a.stoodAt, a.dead = s, at, false
	return a.moved
}

// known is what is remembered around the body, for its planner.
func (a *agent) known(taskID string, s *game.State) []game.Landmark {
	a.look(taskID, s, time.Now())
	return a.worldMap(taskID, s).Known(game.Name(s.Dimension), s.Position)
}

// remember takes in what an action showed of the world. What it changes goes
// with the action's own commit.
func (a *agent) remember(e *task.Remember) {
	s := newestOf(&e.Outcome)
	if s == nil || e.Outcome.End == game.EndUnsent {
		return
	}
	v := e.Action.Verdict
	deed := worldmap.Deed{
		Action: e.Action.Call(), Result: e.Outcome.Result, State: s, At: e.Action.Ended,
		Done: v == game.Confirmed || v == game.Claimed, Contradicted: v == game.Contradicted,
	}
	if e.Outcome.Failure != nil {
		deed.Code = e.Outcome.Failure.Code
	}
	a.mu.Lock()
	deed.Stood = a.stood
	a.mu.Unlock()
	m := a.worldMap(e.Task, s)
	if w := worldmap.Name(s); m.Take(&deed) && w != "" {
		a.pending.WorldMap = append(a.pending.WorldMap, m.Rows(w)...)
	}
}

// newestOf is the last state that came with an outcome.
func newestOf(out *game.Outcome) *game.State {
	switch {
	case out.Result != nil && out.Result.State != nil:
		return out.Result.State
	case out.After != nil:
		return out.After
	}
	return out.Before
}
