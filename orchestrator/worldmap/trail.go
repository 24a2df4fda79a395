// SPDX-License-Identifier: MIT

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
	// lookAgain is how long a list of blocks that a body goes on to report from the
	// same place says nothing new.
	lookAgain = 10 * time.Second
)

// Trail is what one body's reports and actions say of the worlds that it is in, and
// of where it is in them. Its methods may be called from any goroutine.
type Trail struct {
	maps *Maps

	mu sync.Mutex
	// in is the world that the body is in, nil for none that has a name; over: it is
	// forgotten.
	in   *entry
	over bool
	// own is the map of a world without a name, for the task ownOf alone.
	own   *Map
	ownOf string
	// stood is where the body was last seen alive, stoodAt when; moved is when it was
	// somewhere else at once.
	stood   *game.State
	stoodAt time.Time
	moved   time.Time
	dead    bool
	died    time.Time
	// saw is what was looked at last.
	saw look
}

// look is what of a report shows something of a world. Equal reports share their
// parts (game.State.Share).
type look struct {
	in     *Map
	near   *game.Nearby
	feet   *game.Vec3
	killed bool
	at     time.Time
}

// news reports whether a look may show what the one before did not.
func (l look) news(before look) bool {
	again := l.at.Sub(before.at) >= lookAgain
	l.at = before.at
	return l != before || again
}

// Trail is that of a body whose worlds are on these maps.
func (a *Maps) Trail() *Trail { return &Trail{maps: a} }

// mapOf is the map of the world that a state is of, nil for none. A world without a
// name is remembered for a task alone.
func (t *Trail) mapOf(task string, s *game.State) *Map {
	if w := Name(s); w != "" {
		return t.enter(w)
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

// enter holds the map of the world that the body is in, so that only a change of
// worlds asks for what all bodies share.
func (t *Trail) enter(world string) *Map {
	t.mu.Lock()
	in := t.in
	t.mu.Unlock()
	if in != nil && in.world == world {
		return in.Map
	}
	e := t.maps.enter(world) // which may take a while
	t.mu.Lock()
	in = t.in
	if t.in = e; t.over {
		in, t.in = e, nil
	}
	t.mu.Unlock()
	if in != nil {
		t.maps.leave(in)
	}
	return e.Map
}

// Close lets go of the world of a body that is forgotten.
func (t *Trail) Close() {
	t.mu.Lock()
	in := t.in
	t.in, t.over = nil, true
	t.mu.Unlock()
	if in != nil {
		t.maps.leave(in)
	}
}

// See takes in one report. task is the one at hand, empty for none.
func (t *Trail) See(task string, s *game.State, at time.Time) {
	t.Follow(s, at)
	m := t.mapOf(task, s)
	if m == nil {
		return
	}
	now := look{m, s.Nearby, s.Position, s.Dead(), at}
	t.mu.Lock()
	news := now.news(t.saw)
	if news {
		t.saw = now
	}
	t.mu.Unlock()
	if news {
		m.See(s, at)
	}
}

// Follow notes where the body is, and returns when it was last somewhere else at
// once: after a death, a teleport or in another dimension. The state gets the last death
// that is known, of earlier sessions too.
func (t *Trail) Follow(s *game.State, at time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dead = t.dead || s.Dead()
	if t.died.Before(s.Died) {
		t.died = s.Died
	}
	s.Died = t.died
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
	t.Follow(s, now)
	m := t.mapOf(task, s)
	m.See(s, now)
	return m.Known(game.Name(s.Dimension), s.Position)
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
	rows := t.mapOf(task, s).Take(Name(s), &deed)
	if Name(s) == "" {
		return nil
	}
	return rows
}
