package worldmap

import (
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

const (
	// jump is farther than a body goes by itself within jumpTime, in blocks.
	jump     = 100
	jumpTime = 4 * time.Second
)

// Trail is what one body's reports and actions say of the worlds that it is in, and
// of where it is in them. Its methods may be called from any goroutine.
type Trail struct {
	maps *Maps

	mu sync.Mutex
	// own is the map of a world without a name, for the task ownOf alone.
	own   *Map
	ownOf string
	// stood is where the body was last seen alive, stoodAt when; moved is when it was
	// somewhere else at once.
	stood   *game.State
	stoodAt time.Time
	moved   time.Time
	dead    bool
}

// Trail is that of a body whose worlds are on these maps.
func (a *Maps) Trail() *Trail { return &Trail{maps: a} }

// mapOf is the map of the world that a state is of, nil for none. A world without a
// name is remembered for a task alone.
func (t *Trail) mapOf(task string, s *game.State) *Map {
	if w := Name(s); w != "" {
		return t.maps.Of(w)
	}
	if task == "" {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ownOf != task {
		t.own, t.ownOf = New(), task
	}
	return t.own
}

// See takes in one report. task is the one at hand, empty for none.
func (t *Trail) See(task string, s *game.State, at time.Time) {
	t.Follow(s, at)
	if m := t.mapOf(task, s); m != nil {
		m.See(s, at)
	}
}

// Follow notes where the body is, and returns when it was last somewhere else at
// once: after a death, a teleport or in another dimension.
func (t *Trail) Follow(s *game.State, at time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dead = t.dead || s.Dead()
	if !s.InWorld() || s.Position == nil || s.Dead() || at.Before(t.stoodAt) {
		return t.moved
	}
	if was := t.stood; was != nil {
		elsewhere := game.Name(was.Dimension) != game.Name(s.Dimension)
		if t.dead || elsewhere || at.Sub(t.stoodAt) <= jumpTime && was.Position.Distance(*s.Position) > jump {
			t.moved = at
		}
	}
	t.stood, t.stoodAt, t.dead = s, at, false
	return t.moved
}

// Known is what is remembered around the body, with what it sees now.
func (t *Trail) Known(task string, s *game.State, now time.Time) []game.Landmark {
	t.See(task, s, now)
	return t.mapOf(task, s).Known(game.Name(s.Dimension), s.Position)
}

// Did takes in what an action that ended at a time showed. The rows are what it
// changed; they go with the action's own commit.
func (t *Trail) Did(task string, act game.Action, out *game.Outcome, v game.Verdict, at time.Time) []Row {
	s := out.Newest()
	if s == nil || out.End == game.EndUnsent {
		return nil
	}
	deed := Deed{Action: act, Result: out.Result, State: s, At: at, Done: v.Worked(), Contradicted: v == game.Contradicted}
	if out.Failure != nil {
		deed.Code = out.Failure.Code
	}
	t.mu.Lock()
	deed.Stood = t.stood
	t.mu.Unlock()
	m := t.mapOf(task, s)
	if w := Name(s); m.Take(&deed) && w != "" {
		return m.Rows(w)
	}
	return nil
}
