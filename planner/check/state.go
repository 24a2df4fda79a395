// SPDX-License-Identifier: MIT

package check

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// state is the symbolic state that steps are run in: what is held, and where the
// feet are and what stands there, as far as that is known.
type state struct {
	*rules.State
	v *data.Version
	// world is the dimension that the body is in, empty where it was not told; portal
	// says that a portal out of it is known to stand.
	world    string
	portal   bool
	stations []stood
	// place numbers the stretches of which the whereabouts are not known: a new
	// one begins with every walk of unknown length.
	place int
	at    *game.Vec3
	// reach is within how many blocks of it a station is at hand.
	reach float64
	// beside are the blocks that the body worked at where it stands, and that are still there.
	beside []string
	// stands counts the blocks that the plan set down or turned into what they
	// are.
	stands map[string]int
	// built are the edits of the plan's builds so far.
	built map[game.Edit]bool
	// ahead is what the steps ask of a body that come after the plan that is made, first
	// what that is to hold first (techtree.Problem); bare: nothing.
	ahead toil
	first []techtree.Gear
	bare  bool
	// thorough: an order with room is looked for long, brief: no way is looked for that
	// leaves out what is held (techtree.Problem).
	thorough, brief bool
	// sought are the blocks that the plan has walked to look for.
	sought map[string]bool
}

// stood is a station that stands somewhere.
type stood struct {
	block string
	place int
	at    *game.Vec3
	// seen is where the body lists it, nil for what it does not.
	seen *game.Pos
	// ours were set up by Minehand and may be taken along.
	ours bool
}

// open is the symbolic state that the request begins in.
func (d drafter) open() *state {
	l := &state{v: d.Version, stands: map[string]int{}, State: d.Solver.Open(d.Request.State.Inventory, d.Closed)}
	l.world = game.Name(d.Request.State.Dimension)
	_, l.portal = d.Seen()[rules.PortalBlock]
	l.portal = l.portal || l.world == nether
	if p := d.Request.State.Position; p != nil {
		at := *p
		l.at = &at
	}
	l.reach = d.Reach()
	if n := d.Request.State.Nearby; n != nil {
		for _, s := range n.Blocks {
			if d.Version.IsStation(game.Name(s.Name)) && d.Distance(s) <= l.reach {
				seen := s.At().Block()
				l.stations = append(l.stations, stood{block: game.Name(s.Name), at: l.at, seen: &seen})
			}
		}
	}
	d.remembered(l)
	for _, s := range d.PlacedBefore() {
		if slices.ContainsFunc(l.stations, func(k stood) bool { return k.block == s && k.ours && l.near(k) }) {
			continue
		}
		l.stations = append(l.stations, stood{block: s, at: l.at, ours: true})
	}
	return l
}

// nether is where a body comes through a portal alone, which stands there.
const nether = "the_nether"

func (l *state) clone() *state {
	c := *l
	c.State = l.Clone()
	c.stands, c.sought, c.stations = maps.Clone(l.stands), maps.Clone(l.sought), slices.Clone(l.stations)
	return &c
}

// apply carries operators out where the body stands.
func (l *state) apply(ops []*rules.Op, n int, c rules.Choice) (rules.Effect, *rules.Lack) {
	l.Here, l.Furnaces = 0, 0
	for _, block := range l.stationsAtHand() {
		l.Here |= rules.StationBit(block)
		if block == data.StationFurnace {
			l.Furnaces++
		}
	}
	return l.Apply(ops, n, c)
}

// near says whether a station stands within reach.
func (l *state) near(s stood) bool {
	if s.place == l.place {
		return true
	}
	return s.at != nil && l.at != nil && s.at.Distance(*l.at) <= l.reach
}

// stationsAtHand are the stations within reach, each as often as it stands, oursAtHand those of
// them that may be taken along.
func (l *state) stationsAtHand() []string {
	return l.within(func(stood) bool { return true })
}

func (l *state) oursAtHand() []string { return l.within(func(s stood) bool { return s.ours }) }

func (l *state) within(is func(stood) bool) []string {
	var names []string
	for _, s := range l.stations {
		if l.near(s) && is(s) {
			names = append(names, s.block)
		}
	}
	slices.Sort(names)
	return names
}

// atHand is how many stations of a kind stand within reach.
func (l *state) atHand(block string) int {
	n := 0
	for _, name := range l.stationsAtHand() {
		if name == block {
			n++
		}
	}
	return n
}

// wander ends the knowledge of where the body is.
func (l *state) wander() {
	l.place++
	l.at, l.beside = nil, nil
	l.Fire, l.Charge = 0, 0
}

// arrive moves the feet to a known place.
func (l *state) arrive(p game.Pos) {
	to := p.Center()
	if l.at == nil || l.at.Distance(to) > 0 {
		l.place++
		l.Fire, l.Charge, l.beside = 0, 0, nil
	}
	l.at = &to
}

// setUp remembers a station that the plan placed.
func (l *state) setUp(block string) {
	l.stations = append(l.stations, stood{block: block, place: l.place, at: l.at, ours: true})
}

// takeDown forgets the newest station of ours of that kind; it reports whether
// there was one.
func (l *state) takeDown(block string) bool {
	for i := len(l.stations) - 1; i >= 0; i-- {
		if s := l.stations[i]; s.ours && s.block == block && l.around(s) {
			l.stations = slices.Delete(l.stations, i, i+1)
			return true
		}
	}
	return false
}
