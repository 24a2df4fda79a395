// SPDX-License-Identifier: MIT

package worldmap

import (
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// What is kept of one world.
const (
	// mostSites and mostOthers bound it; the oldest are forgotten.
	mostSites  = 256
	mostOthers = 128
	// siteApart is how near to a known site of its kind another is not a place of
	// its own, in blocks along each axis.
	siteApart = 16
	// lookNear is within how many blocks a body that does not list a landmark
	// shows that it is gone.
	lookNear = 8
	// oldList is by how many blocks a sight may lie elsewhere than its distance
	// says before the list counts as one from before the body moved.
	oldList = 1.5
	// seenAgain is how old a landmark's time is when it is set anew.
	seenAgain = 10 * time.Minute
	// brokenFor is how long a list of blocks may still show what was broken.
	brokenFor = 5 * time.Second
)

// Row is one change of a map for the journal: something of a world, or that it
// is no longer.
type Row struct {
	World string `json:"world"`
	game.Landmark
	Gone bool `json:"gone,omitempty"`
}

// Map is what is remembered of one world. Its methods may be called from any
// goroutine.
type Map struct {
	mu     sync.Mutex
	places map[spot]*place
	// changed are the spots whose rows are not in the journal yet, nil for none.
	changed map[spot]struct{}
	// touched are those that a deed changes, while taking.
	touched []spot
	taking  bool
	// broken are the spots where a block was just taken away, nil for none.
	broken map[spot]time.Time
}

// place is a landmark; kept: the journal may have a row of it.
type place struct {
	game.Landmark
	kept bool
}

// spot names a landmark: the block at a place, or the one death of a world.
type spot struct {
	at    game.Pos
	death bool
}

// New is an empty map.
func New() *Map {
	return &Map{places: make(map[spot]*place)}
}

func (k spot) compare(o spot) int {
	switch {
	case k == o:
		return 0
	case k.death != o.death:
		return compare(o.death)
	}
	return compare(k.at.Before(o.at))
}

func spotOf(l *game.Landmark) spot {
	if l.Kind == game.LandmarkDeath {
		return spot{death: true}
	}
	return spot{at: l.At}
}

// load fills it from the journal. What was seen meanwhile is newer.
func (m *Map) load(list []game.Landmark) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range list {
		k := spotOf(&list[i])
		if have := m.places[k]; have != nil {
			have.kept = true
		} else if _, gone := m.changed[k]; !gone {
			m.places[k] = &place{Landmark: list[i], kept: true}
		}
	}
}

// put remembers a landmark; mu is held.
func (m *Map) put(l game.Landmark) {
	k := spotOf(&l)
	old := m.places[k]
	if old != nil && old.Name == l.Name {
		l.Ours, l.Sighted = l.Ours || old.Ours, l.Sighted || old.Sighted
		if l.Contents == nil {
			l.Contents = old.Contents
		}
	}
	_, gone := m.changed[k] // and the journal may have it still
	m.places[k] = &place{Landmark: l, kept: old != nil && old.kept || old == nil && gone}
	delete(m.broken, k)
	m.touch(k)
	m.bound(l.Kind == game.LandmarkSite)
}

// drop forgets a landmark. What the journal never had it needs not be told of.
func (m *Map) drop(k spot) {
	old := m.places[k]
	if old == nil {
		return
	}
	delete(m.places, k)
	if old.kept {
		m.touch(k)
	} else {
		delete(m.changed, k)
	}
}

func (m *Map) touch(k spot) {
	if m.changed == nil {
		m.changed = make(map[spot]struct{})
	}
	m.changed[k] = struct{}{}
	if m.taking && !slices.Contains(m.touched, k) {
		m.touched = append(m.touched, k)
	}
}

// bound forgets the oldest beyond the cap, of sites or of the others.
func (m *Map) bound(sites bool) {
	most := mostOthers
	if sites {
		most = mostSites
	}
	n := 0
	var oldest spot
	var at time.Time
	for k, l := range m.places {
		if (l.Kind == game.LandmarkSite) != sites {
			continue
		}
		if n++; at.IsZero() || l.Seen.Before(at) || l.Seen.Equal(at) && k.at.Before(oldest.at) {
			oldest, at = k, l.Seen
		}
	}
	if n > most {
		m.drop(oldest)
	}
}

// take appends what the journal does not have yet to rows.
func (m *Map) take(world string, rows []Row) []Row {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.changed) == 0 {
		return rows
	}
	rows = m.rows(world, slices.SortedFunc(maps.Keys(m.changed), spot.compare), rows)
	m.changed = nil
	return rows
}

// rows appends the rows of changed spots, which the journal has then; mu is held.
func (m *Map) rows(world string, spots []spot, rows []Row) []Row {
	for _, k := range spots {
		row := Row{World: world, Gone: true, Landmark: game.Landmark{At: k.at}}
		if k.death {
			row.Kind = game.LandmarkDeath
		}
		if l := m.places[k]; l != nil {
			row.Landmark, row.Gone, l.kept = l.Landmark, false, true
		}
		rows = append(rows, row)
		delete(m.changed, k)
	}
	return rows
}

// again marks those of the rows that are of this world, which could not be kept.
func (m *Map) again(world string, rows []Row) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range rows {
		if rows[i].World == world {
			m.touch(spotOf(&rows[i].Landmark))
		}
	}
}

// kept reports whether the journal has all of it.
func (m *Map) kept() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.changed) == 0
}

// Known lists what is remembered of a dimension, and the last death there, the
// nearest to the feet first.
func (m *Map) Known(dimension string, feet *game.Vec3) []game.Landmark {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []game.Landmark
	for _, l := range m.places {
		if l.At.Dimension == dimension {
			list = append(list, l.Landmark)
		}
	}
	slices.SortFunc(list, func(a, b game.Landmark) int {
		if feet != nil {
			if da, db := feet.Distance(a.At.Center()), feet.Distance(b.At.Center()); da != db {
				return compare(da < db)
			}
		}
		return compare(a.At.Before(b.At))
	})
	return list
}

func compare(less bool) int {
	if less {
		return -1
	}
	return 1
}

// sight is a block in view with its place and its distance from the feet.
type sight struct {
	name string
	at   game.Pos
	far  float64
}

// sightsOf are the blocks that a state lists; fresh reports whether it lists them from where the
// body stands now.
func sightsOf(s *game.State, dimension string) (sights []sight, fresh bool) {
	sights, fresh = make([]sight, 0, len(s.Nearby.Blocks)), true
	for _, b := range s.Nearby.Blocks {
		at := b.At()
		if !at.Finite() || max(math.Abs(b.X), math.Abs(b.Y), math.Abs(b.Z)) > game.MaxCoordinate {
			continue
		}
		v := sight{name: game.Name(b.Name), at: at.Block()}
		v.at.Dimension = dimension
		v.far = s.Position.Distance(v.at.Center())
		fresh = fresh && (b.Distance <= 0 || math.Abs(b.Distance-v.far) <= oldList)
		sights = append(sights, v)
	}
	return sights, fresh
}

// See takes in what a body reports: new landmarks, those that are gone, and
// where a body that is dead lies.
func (m *Map) See(s *game.State, now time.Time) {
	if s.Position != nil && s.InWorld() && s.Dead() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.died(s, now)
		return
	}
	if s.Position == nil || s.Nearby == nil || len(s.Nearby.Blocks) == 0 || !s.InWorld() {
		return
	}
	dimension := game.Name(s.Dimension)
	sights, fresh := sightsOf(s, dimension)
	m.mu.Lock()
	defer m.mu.Unlock()
	if fresh {
		m.miss(sights, dimension, *s.Position)
	}
	for i := range sights {
		m.sighted(&sights[i], now)
	}
	maps.DeleteFunc(m.broken, func(_ spot, until time.Time) bool { return !now.Before(until) })
	if len(m.broken) == 0 {
		m.broken = nil
	}
}

// miss forgets what a body stands near and does not list. Lists are cut to what
// is nearest, of each kind and in all: one shows nothing of what may lie beyond
// its cut.
func (m *Map) miss(sights []sight, dimension string, feet game.Vec3) {
	for k, l := range m.places {
		far := feet.Distance(l.At.Center())
		if !k.death && l.Sighted && l.At.Dimension == dimension && far <= lookNear && missing(sights, l.Name, l.At, far) {
			m.drop(k)
		}
	}
}

// missing reports whether a list would show a landmark that far away and does not.
func missing(sights []sight, name string, at game.Pos, far float64) bool {
	there, replaced, nearer, farther, beyond := false, false, false, false, false
	for i := range sights {
		v := &sights[i]
		beyond = beyond || v.far >= far
		switch same := v.name == name; {
		case v.at == at:
			there, replaced = same, !same
		case same && v.far < far:
			nearer = true
		case same:
			farther = true
		}
	}
	return replaced || !there && beyond && (!nearer || farther)
}

// sighted takes in one block in view.
func (m *Map) sighted(v *sight, now time.Time) {
	kind := game.LandmarkOf(v.name)
	if kind == "" || now.Before(m.broken[spot{at: v.at}]) {
		return
	}
	old := m.places[spot{at: v.at}]
	if old == nil && kind == game.LandmarkSite {
		old = m.nearest(v.name, v.at, func(l *game.Landmark) bool { return apart(l.At, v.at) < siteApart })
	}
	if old != nil && old.Name == v.name && old.Sighted && now.Sub(old.Seen) < seenAgain {
		return
	}
	l := game.Landmark{Kind: kind, Name: v.name, At: v.at, Sighted: true, Seen: now}
	if old != nil && old.Name == v.name {
		l.At = old.At
	}
	m.put(l)
}

// apart is the distance along the axis on which it is greatest.
func apart(a, b game.Pos) int {
	abs := func(n int) int { return max(n, -n) }
	return max(abs(a.X-b.X), abs(a.Y-b.Y), abs(a.Z-b.Z))
}

// nearest finds the landmark of a name that lies nearest to a place, of those
// that will do; mu is held.
func (m *Map) nearest(name string, to game.Pos, will func(*game.Landmark) bool) *place {
	var best *place
	least := math.Inf(1)
	for _, l := range m.places {
		if l.Name != name || l.At.Dimension != to.Dimension || !will(&l.Landmark) {
			continue
		}
		d := to.Center().Distance(l.At.Center())
		if d < least || d == least && l.At.Before(best.At) {
			best, least = l, d
		}
	}
	return best
}
