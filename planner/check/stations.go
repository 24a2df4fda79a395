// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// remembered adds to the symbolic state the stations that the body does not list, and
// says of those that it lists which are ours.
func (d drafter) remembered(l *state) {
	for _, k := range d.Known(game.LandmarkStation) {
		if !d.Version.IsStation(k.Name) {
			continue
		}
		if i := slices.IndexFunc(
			l.stations,
			func(s stood) bool { return s.seen != nil && *s.seen == book.Place(k) && s.block == k.Name },
		); i >= 0 {
			l.stations[i].ours = k.Ours
			continue
		}
		at := book.Place(k).Center()
		l.stations = append(l.stations, stood{block: k.Name, place: nowhere, at: &at, ours: k.Ours})
	}
}

// nowhere is the stretch of no walk: such a station is at hand by its distance
// alone.
const nowhere = -1

// around says that a station is not merely remembered far away.
func (l *state) around(s stood) bool { return s.place != nowhere || l.near(s) }

// walkTo is the walk to the nearest station of a kind that is remembered out of
// reach, and how long it takes. A body that cannot be told how near is near
// enough would try to stand in the station.
func (d drafter) walkTo(l *state, block string) (techtree.Step, bool) {
	if !d.CanWalkNear() || d.Closed || d.away(l) {
		return techtree.Step{}, false
	}
	from := l.at
	from = cmp.Or(from, d.Request.State.Position)
	var best techtree.Step
	found := false
	for _, k := range d.Known(game.LandmarkStation) {
		p := book.Place(k)
		if k.Name != block || from == nil || d.GaveUp(game.Goto, &p) {
			continue
		}
		if far := from.Distance(p.Center()); far > book.FarthestStation || l.at != nil && far <= l.reach {
			continue
		}
		step := techtree.Step{
			Action:  game.Action{Kind: game.Goto, At: &p, Range: book.BesideStation},
			Seconds: from.Distance(p.Center())/rules.WalkSpeed + 1,
			Why:     game.Say("step.nearer", "thing", game.Named(block)),
		}
		if l.at == nil {
			step.Seconds = math.Max(step.Seconds, rules.SearchSeconds)
		}
		if !found || step.Seconds < best.Seconds {
			best, found = step, true
		}
	}
	return best, found
}

// away says that a step has led out of the dimension of the request.
func (d drafter) away(l *state) bool { return l.world != game.Name(d.Request.State.Dimension) }

// problem is what the solver is asked from a symbolic state.
func (d drafter) problem(l *state, wants ...techtree.Want) techtree.Problem {
	seen := d.Seen()
	if d.away(l) {
		seen = nil
	}
	return techtree.Problem{
		Wants: wants, First: l.first, Stock: l.Stacks(), Stations: l.stationsAtHand(), Ours: l.oursAtHand(),
		Can: d.Can, Seen: seen, Portal: l.portal,
		Fuel: d.Request.Body.CanField(game.Smelt, "fuel"), Until: d.Request.Body.CanField(game.Mine, "until"),
		Cuts: d.Request.Body.CanField(game.Craft, "station"), Furnaces: d.Request.Body.CanField(game.Smelt, "furnaces"), Exclude: d.Request.Exclude,
		Dimension: l.world, Closed: d.Closed, FreeFuel: d.FreeFuel, Thorough: l.thorough, Brief: l.brief,
	}
}

// way is one way to some wants.
type way struct {
	steps   []techtree.Step
	seconds float64
}

// quickest finds the quickest way to the wants: with what is at hand, by looking
// farther for what was not found, from a station that is remembered.
func (d drafter) quickest(ctx context.Context, l *state, wants []techtree.Want) (way, error) {
	answer, err := d.Solver.Solve(ctx, d.problem(l, wants...))
	best := way{answer.Steps, answer.Seconds}
	if ctx.Err() != nil {
		return way{}, ctx.Err()
	}
	if w, ok := d.farther(ctx, l, wants); ok && (err != nil || w.seconds < best.seconds) {
		best, err = w, nil
	}
	if err != nil {
		return way{}, err
	}
	if l.at == nil || l.thorough {
		return best, nil
	}
	for _, s := range best.steps {
		if s.Action.Kind != game.Place || !d.Version.IsStation(s.Action.Block) {
			continue
		}
		if w, ok := d.from(ctx, l, s.Action.Block, wants); ok && w.seconds < best.seconds {
			best = w
		}
	}
	return best, ctx.Err()
}

// withStation plans the wants and then a station at hand, when one is named:
// placed, or walked to where that is quicker.
func (d drafter) withStation(ctx context.Context, l *state, station string, wants []techtree.Want) (way, error) {
	if station == "" {
		return d.plan(ctx, l, wants)
	}
	made, err := d.plan(ctx, l, append(slices.Clone(wants), stationWant(station)...))
	if err == nil {
		made.steps = append(slices.Clone(made.steps), techtree.Step{Action: game.Action{Kind: game.Place, Block: station}})
		made.seconds += rules.PlaceSeconds
	}
	if ctx.Err() != nil {
		return way{}, ctx.Err()
	}
	walk, ok := d.walkTo(l, station)
	if !ok {
		return made, err
	}
	there, fault := d.plan(ctx, l, wants)
	if fault != nil || err == nil && made.seconds <= there.seconds+walk.Seconds {
		return made, err
	}
	return way{append(slices.Clone(there.steps), walk), there.seconds + walk.Seconds}, nil
}

// from plans the wants from a remembered station on.
func (d drafter) from(ctx context.Context, l *state, station string, wants []techtree.Want) (way, bool) {
	walk, ok := d.walkTo(l, station)
	if !ok {
		return way{}, false
	}
	there := l.clone()
	there.arrive(*walk.Action.At)
	answer, err := d.Solver.Solve(ctx, d.problem(there, wants...))
	if err != nil {
		return way{}, false
	}
	return way{append([]techtree.Step{walk}, answer.Steps...), walk.Seconds + answer.Seconds}, true
}
