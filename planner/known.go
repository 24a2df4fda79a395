package planner

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// farthestStation is the longest walk to a station that is thought of, in
	// blocks; a station of one's own is a few planks or stones.
	farthestStation = 256
	// besideStation is how near the walk to a station comes, in blocks.
	besideStation = 2
)

// known lists what is remembered of a kind in the body's dimension, nearest
// first.
func (d *Desk) known(kind game.LandmarkKind) []game.Landmark {
	here := game.Name(d.req.State.Dimension)
	var list []game.Landmark
	for _, l := range d.req.Known {
		if l.Kind == kind && game.Name(l.At.Dimension) == here {
			list = append(list, l)
		}
	}
	return list
}

// place is a landmark's position as actions carry it: in the body's dimension.
func place(l game.Landmark) game.Pos { return game.Pos{X: l.At.X, Y: l.At.Y, Z: l.At.Z} }

// remembered adds to the ledger the stations that the body does not list, and
// says of those that it lists which are ours.
func (d *Desk) remembered(l *ledger) {
	for _, k := range d.known(game.LandmarkStation) {
		if !isStation(k.Name) {
			continue
		}
		if i := slices.IndexFunc(l.stations, func(s stood) bool { return s.seen != nil && *s.seen == place(k) && s.block == k.Name }); i >= 0 {
			l.stations[i].ours = k.Ours
			continue
		}
		at := place(k).Center()
		l.stations = append(l.stations, stood{block: k.Name, place: nowhere, at: &at, ours: k.Ours})
	}
}

// nowhere is the stretch of no walk: such a station is at hand by its distance
// alone.
const nowhere = -1

// around says that a station is not merely remembered far away.
func (l *ledger) around(s stood) bool { return s.place != nowhere || l.near(s) }

// walkTo is the walk to the nearest station of a kind that is remembered out of
// reach, and how long it takes. A body that cannot be told how near is near
// enough would try to stand in the station.
func (d *Desk) walkTo(l *ledger, block string) (techtree.Step, bool) {
	if !d.Can(game.Goto) || !d.req.Body.CanField(game.Goto, "range") || d.closed {
		return techtree.Step{}, false
	}
	from := l.at
	if from == nil {
		from = d.req.State.Position
	}
	var best techtree.Step
	found := false
	for _, k := range d.known(game.LandmarkStation) {
		p := place(k)
		if k.Name != block || from == nil || d.gaveUp(game.Goto, &p) {
			continue
		}
		if far := from.Distance(p.Center()); far > farthestStation || l.at != nil && far <= stationReach {
			continue
		}
		step := techtree.Step{
			Action:  game.Action{Kind: game.Goto, At: &p, Range: besideStation},
			Seconds: from.Distance(p.Center())/walkSpeed + 1,
			Why:     "the " + game.Display(block) + " there is nearer than another one",
		}
		if l.at == nil {
			step.Seconds = math.Max(step.Seconds, searchSeconds)
		}
		if !found || step.Seconds < best.Seconds {
			best, found = step, true
		}
	}
	return best, found
}

// gaveUp says that a kind of action about a place was given up.
func (d *Desk) gaveUp(kind game.Kind, at *game.Pos) bool {
	return slices.ContainsFunc(d.req.Exclude, func(e game.Exclusion) bool {
		return e.Kind == kind && e.At != nil && e.At.X == at.X && e.At.Y == at.Y && e.At.Z == at.Z
	})
}

// way is one way to some wants.
type way struct {
	steps   []techtree.Step
	seconds float64
}

// quickest finds the quickest way to the wants: with what is at hand, by looking
// farther for what was not found, from a station that is remembered.
func (d *Desk) quickest(ctx context.Context, l *ledger, wants []techtree.Want) (way, error) {
	answer, err := d.rules.solver.Solve(ctx, d.problem(l, wants...))
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
	if l.at == nil {
		return best, nil
	}
	for _, s := range best.steps {
		if s.Action.Kind != game.Place || !isStation(s.Action.Block) {
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
func (d *Desk) withStation(ctx context.Context, l *ledger, station string, wants []techtree.Want) (way, error) {
	if station == "" {
		return d.plan(ctx, l, wants)
	}
	made, err := d.plan(ctx, l, append(slices.Clone(wants), stationWant(station)...))
	if err == nil {
		made.steps = append(slices.Clone(made.steps), techtree.Step{Action: game.Action{Kind: game.Place, Block: station}})
		made.seconds += placeSeconds
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
func (d *Desk) from(ctx context.Context, l *ledger, station string, wants []techtree.Want) (way, bool) {
	walk, ok := d.walkTo(l, station)
	if !ok {
		return way{}, false
	}
	there := l.clone()
	there.arrive(*walk.Action.At)
	answer, err := d.rules.solver.Solve(ctx, d.problem(there, wants...))
	if err != nil {
		return way{}, false
	}
	return way{append([]techtree.Step{walk}, answer.Steps...), walk.Seconds + answer.Seconds}, true
}

// storedOf is the alternative of which a container that the goal names held
// most; the player is told when that was too little. Without a goal that names
// it no plan looks into a container.
func (d *Desk) storedOf(items []string, at game.Pos, count int) string {
	best, most := items[0], 0
	for _, k := range d.known(game.LandmarkContainer) {
		if place(k) != (game.Pos{X: at.X, Y: at.Y, Z: at.Z}) || k.Contents == nil {
			continue
		}
		sum := 0
		for _, item := range items {
			n := k.Contents[item]
			if sum += n; n > most {
				best, most = item, n
			}
		}
		if sum < count {
			d.notice(fmt.Sprintf("The %s at %s held %s when it was last opened.", game.Display(k.Name), at, game.Counted(sum, best)))
		}
	}
	return best
}

// notice adds a sentence for the player, once.
func (d *Desk) notice(text string) {
	if !slices.Contains(d.notices, text) {
		d.notices = append(d.notices, text)
	}
}
