package orchestrator

import (
	"time"

	"github.com/minehand/minehand/game"
)

const (
	// stationReach is within how many blocks a station counts as at hand.
	stationReach = 32
	// loadedReach is within how many blocks of a body that finds none of a kind
	// none is believed to stand: what a server at its smallest view keeps loaded.
	loadedReach = 48
)

// remember takes in what an action showed of the world. What it changes goes
// with the action's own commit.
func (a *agent) remember(r *run, out *game.Outcome, v game.Verdict) {
	rec := &r.actions[len(r.actions)-1]
	s := newestOf(out)
	if s == nil || out.End == game.EndUnsent {
		return
	}
	m := a.memory(r, s)
	deed := deed{action: rec.call(), result: out.Result, state: s, at: rec.Ended, done: succeeded(v)}
	if out.Failure != nil {
		deed.code = out.Failure.Code
	}
	deed.contradicted = v == game.Contradicted
	a.mu.Lock()
	deed.stood = a.stood
	a.mu.Unlock()
	if w := nameOf(s); m.take(&deed) && w != "" {
		a.pending.Memories = append(a.pending.Memories, m.rows(w)...)
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

// deed is an action that ended, as far as it says something of the world.
type deed struct {
	action game.Action
	result *game.Result
	state  *game.State
	// stood is the body when it was last seen alive.
	stood        *game.State
	at           time.Time
	done         bool
	contradicted bool
	code         game.Code
}

// where is the action's place with its dimension, nil for none.
func (d *deed) where() *game.Pos {
	at := d.action.At
	if at == nil && d.action.Kind == game.Place && d.result != nil && d.result.Position != nil {
		p := d.result.Position.Block()
		at = &p
	}
	if at == nil {
		return nil
	}
	p := d.inDimension(*at)
	return &p
}

func (d *deed) inDimension(p game.Pos) game.Pos {
	if p.Dimension = game.Name(p.Dimension); p.Dimension == "" {
		p.Dimension = game.Name(d.state.Dimension)
	}
	return p
}

// take enters a deed; it reports whether it said anything.
func (m *landmarks) take(d *deed) bool {
	if d.code == game.CodeDied {
		return m.diedBy(d)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.changed)
	at := d.where()
	switch d.action.Kind {
	case game.Place:
		if d.done && at != nil {
			m.placed(d.action.Block, *at, d.at)
		}
	case game.Build:
		if d.done {
			for _, e := range d.action.Edits {
				m.placed(e.Block, d.inDimension(game.Pos{X: e.X, Y: e.Y, Z: e.Z}), d.at)
			}
		}
	case game.Mine:
		m.mined(d, at)
	case game.Craft, game.Smelt:
		if d.contradicted || !d.done && (d.code == game.CodeNoStation || d.code == "") {
			m.noStation(d.state)
		}
	case game.Deposit, game.Withdraw:
		if d.done && at != nil && d.result != nil && d.result.Contents != nil {
			m.opened(*at, d)
		}
	}
	if at != nil && (d.code == game.CodeNotFound || d.code == game.CodeNoBed) {
		m.drop(spot{at: *at})
	}
	return len(m.changed) > before
}

// placed remembers a block that Minehand set down. What is gathered is no site
// for that.
func (m *landmarks) placed(block string, at game.Pos, now time.Time) {
	kind := game.LandmarkOf(block)
	if kind == "" || kind == game.LandmarkSite {
		m.drop(spot{at: at})
		return
	}
	m.put(game.Landmark{Kind: kind, Name: game.Name(block), At: at, Ours: true, Seen: now})
}

// mined forgets what was broken, and where nothing was found.
func (m *landmarks) mined(d *deed, at *game.Pos) {
	name := game.Name(d.action.Target)
	switch {
	case d.done && at != nil:
		m.dig(*at, d.at)
	case d.state.Position == nil:
	case d.done && game.LandmarkOf(name) != game.LandmarkSite:
		feet := d.inDimension(d.state.Position.Block())
		near := func(ours bool) *game.Landmark {
			return m.nearest(name, feet, func(l *game.Landmark) bool {
				return l.Ours == ours && d.state.Position.Distance(l.At.Center()) <= stationReach
			})
		}
		l := near(true)
		if l == nil {
			l = near(false)
		}
		if l != nil {
			m.dig(l.At, d.at)
		}
	case d.code == game.CodeNotFound && at == nil:
		m.dropNear(d.state, loadedReach, func(l *game.Landmark) bool { return l.Name == name })
	}
}

// dig forgets a block that was taken away; a list of blocks from before may
// still show it.
func (m *landmarks) dig(at game.Pos, now time.Time) {
	m.drop(spot{at: at})
	m.broken[spot{at: at}] = now.Add(brokenFor)
}

// noStation forgets the stations near a body that found none, but for those it
// sees.
func (m *landmarks) noStation(s *game.State) {
	if s.Position == nil {
		return
	}
	seen := make(map[game.Pos]bool)
	if s.Nearby != nil {
		for _, b := range s.Nearby.Blocks {
			at := game.Vec3{X: b.X, Y: b.Y, Z: b.Z}.Block()
			at.Dimension = game.Name(s.Dimension)
			seen[at] = true
		}
	}
	m.dropNear(s, stationReach, func(l *game.Landmark) bool { return l.Kind == game.LandmarkStation && !seen[l.At] })
}

func (m *landmarks) dropNear(s *game.State, reach float64, which func(*game.Landmark) bool) {
	for k, l := range m.places {
		if l.At.Dimension == game.Name(s.Dimension) && s.Position.Distance(l.At.Center()) <= reach && which(l) {
			m.drop(k)
		}
	}
}

// opened remembers what a container held.
func (m *landmarks) opened(at game.Pos, d *deed) {
	l := game.Landmark{Kind: game.LandmarkContainer, Name: "chest", At: at, Seen: d.at, Contents: make(map[string]int)}
	if old := m.places[spot{at: at}]; old != nil && old.Kind == game.LandmarkContainer {
		l.Name = old.Name
	}
	for _, s := range d.result.Contents {
		l.Contents[game.Name(s.Item)] += s.Count
	}
	m.put(l)
}

// died remembers where the body lies.
func (m *landmarks) died(s *game.State, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := game.Landmark{Kind: game.LandmarkDeath, At: s.Position.Block(), Seen: now}
	l.At.Dimension = game.Name(s.Dimension)
	if old := m.places[spot{death: true}]; old == nil || old.At != l.At {
		m.put(l)
	}
}

// diedBy remembers a death that a body told with its failure: where it lies, or
// where it was last seen alive when it has come back already.
func (m *landmarks) diedBy(d *deed) bool {
	m.mu.Lock()
	old := m.places[spot{death: true}]
	known := old != nil && d.at.Sub(old.Seen) < brokenFor
	m.mu.Unlock()
	if known {
		return true
	}
	s := d.state
	if lies := s.Health != nil && *s.Health <= 0; !lies && d.stood != nil {
		s = d.stood
	}
	if s.Position == nil {
		return false
	}
	m.died(s, d.at)
	return true
}
