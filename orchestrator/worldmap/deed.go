// SPDX-License-Identifier: MIT

package worldmap

import (
	"slices"
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

// Deed is an action that ended, as far as it says something of the world.
type Deed struct {
	Action game.Action
	Result *game.Result
	// State is the newest that there is; Stood is the body when it was last seen
	// alive, nil when it never was.
	State, Stood *game.State
	At           time.Time
	// Done: it succeeded as far as anyone knows. Contradicted: the body said so and
	// the states say otherwise.
	Done, Contradicted bool
	Code               game.Code
}

// where is the action's place with its dimension, nil for none.
func (d *Deed) where() *game.Pos {
	at := d.Action.At
	if at == nil && d.Action.Block != "" && d.Result != nil && d.Result.Position != nil {
		p := d.Result.Position.Block()
		at = &p
	}
	if at == nil {
		return nil
	}
	p := d.inDimension(*at)
	return &p
}

func (d *Deed) inDimension(p game.Pos) game.Pos {
	if p.Dimension = game.Name(p.Dimension); p.Dimension == "" {
		p.Dimension = game.Name(d.State.Dimension)
	}
	return p
}

// Take enters a deed in the map of a world, and returns the rows that it changed.
func (m *Map) Take(world string, d *Deed) []Row {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taking = true
	m.did(d)
	m.taking = false
	// What was touched and is no longer changed the journal never had.
	m.touched = slices.DeleteFunc(m.touched, func(k spot) bool { _, changed := m.changed[k]; return !changed })
	rows := m.rows(world, m.touched, nil)
	m.touched = m.touched[:0]
	return rows
}

// done enters what a deed that worked left standing, and what a container held.
func (m *Map) done(d *Deed, at *game.Pos) {
	if d.Action.Block != "" && at != nil {
		m.placed(d.Action.Block, *at, d.At)
	}
	for _, e := range d.Action.Edits {
		m.placed(e.Block, d.inDimension(game.Pos{X: e.X, Y: e.Y, Z: e.Z}), d.At)
	}
	if at != nil && d.Result != nil && d.Result.Contents != nil {
		m.opened(*at, d)
	}
}

// did enters a deed; mu is held.
func (m *Map) did(d *Deed) {
	if d.Code == game.CodeDied {
		m.diedBy(d)
		return
	}
	at := d.where()
	info, _ := game.Lookup(d.Action.Kind)
	switch {
	case info.Breaks:
		m.mined(d, at)
	case slices.Contains(info.Codes, game.CodeNoStation):
		if d.Contradicted || !d.Done && (d.Code == game.CodeNoStation || d.Code == "") {
			m.noStation(d.State)
		}
	case d.Done:
		m.done(d, at)
	}
	if at != nil && (d.Code == game.CodeNotFound || d.Code == game.CodeNoBed) {
		m.drop(spot{at: *at})
	}
}

// placed remembers a block that Minehand set down. What is gathered is no site
// for that.
func (m *Map) placed(block string, at game.Pos, now time.Time) {
	kind := game.LandmarkOf(block)
	if kind == "" || kind == game.LandmarkSite {
		m.drop(spot{at: at})
		return
	}
	m.put(game.Landmark{Kind: kind, Name: game.Name(block), At: at, Ours: true, Seen: now})
}

// mined forgets what was broken, and where nothing was found.
func (m *Map) mined(d *Deed, at *game.Pos) {
	name := game.Name(d.Action.Target)
	switch {
	case d.Done && at != nil:
		m.dig(*at, d.At)
	case d.State.Position == nil:
	case d.Done && game.LandmarkOf(name) != game.LandmarkSite:
		feet := d.inDimension(d.State.Position.Feet())
		near := func(ours bool) *place {
			return m.nearest(name, feet, func(l *game.Landmark) bool {
				return l.Ours == ours && d.State.Position.Distance(l.At.Center()) <= stationReach
			})
		}
		l := near(true)
		if l == nil {
			l = near(false)
		}
		if l != nil {
			m.dig(l.At, d.At)
		}
	case d.Code == game.CodeNotFound && at == nil:
		m.dropNear(d.State, loadedReach, func(l *game.Landmark) bool { return l.Name == name })
	}
}

// dig forgets a block that was taken away; a list of blocks from before may
// still show it.
func (m *Map) dig(at game.Pos, now time.Time) {
	m.drop(spot{at: at})
	if m.broken == nil {
		m.broken = make(map[spot]time.Time)
	}
	m.broken[spot{at: at}] = now.Add(brokenFor)
}

// noStation forgets the stations near a body that found none, but for those it
// sees.
func (m *Map) noStation(s *game.State) {
	if s.Position == nil {
		return
	}
	m.dropNear(s, stationReach, func(l *game.Landmark) bool { return l.Kind == game.LandmarkStation && s.Standing(l.At) == "" })
}

func (m *Map) dropNear(s *game.State, reach float64, which func(*game.Landmark) bool) {
	for k, l := range m.places {
		if l.At.Dimension == game.Name(s.Dimension) && s.Position.Distance(l.At.Center()) <= reach && which(&l.Landmark) {
			m.drop(k)
		}
	}
}

// opened remembers what a container held.
func (m *Map) opened(at game.Pos, d *Deed) {
	l := game.Landmark{Kind: game.LandmarkContainer, Name: "chest", At: at, Seen: d.At, Contents: make(map[string]int)}
	if old := m.places[spot{at: at}]; old != nil && old.Kind == game.LandmarkContainer {
		l.Name = old.Name
	}
	for _, s := range d.Result.Contents {
		l.Contents[game.Name(s.Item)] += s.Count
	}
	m.put(l)
}

// died remembers where the body lies; mu is held.
func (m *Map) died(s *game.State, now time.Time) {
	l := game.Landmark{Kind: game.LandmarkDeath, At: s.Position.Feet(), Seen: now}
	l.At.Dimension = game.Name(s.Dimension)
	if old := m.places[spot{death: true}]; old == nil || old.At != l.At {
		m.put(l)
	}
}

// diedBy remembers a death that a body told with its failure: where it lies, or
// where it was last seen alive when it has come back already.
func (m *Map) diedBy(d *Deed) {
	if old := m.places[spot{death: true}]; old != nil && d.At.Sub(old.Seen) < brokenFor {
		return // it was seen
	}
	s := d.State
	if !s.Dead() && d.Stood != nil {
		s = d.Stood
	}
	if s.Position != nil {
		m.died(s, d.At)
	}
}
