// SPDX-License-Identifier: MIT

package check

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// splitSeconds is what one action may be expected to take on a body of version 1
// (docs/protocol, rule 5).
const splitSeconds = 30

// tool is the quickest held tool for what an operator breaks, nil for the hand.
func (l *state) tool(o *rules.Op) *data.Item {
	if best := l.Best(o); best >= 0 {
		it, _ := l.v.Item(l.Name(best))
		return it
	}
	return nil
}

// search is the walk to the first place of a kind, as the solver reckons it, and to each
// after it. A body of version 1 is told of no walk that takes longer than an action of its
// may.
func (d drafter) search(name string) (first, each float64) {
	each, ok := d.Solver.Search(name)
	if !ok || d.Request.Body.Protocol < game.ProtocolV2 {
		each = rules.SearchSeconds
	}
	if dist, ok := d.Seen()[name]; ok {
		return math.Min(each, dist/rules.WalkSpeed), each
	}
	return each, each
}

// looks is a step that looks for so many places of a kind and works there for a while. What
// is met by chance on a way may be near or far: each walk deviates by its mean, but the one
// to what is in view.
func (r *runner) looks(name string, places, work float64) {
	first, each := r.desk.search(name)
	if slices.Contains(r.l.beside, name) {
		first = 0
	}
	r.reset(first + (places-1)*each + work)
	if first < each {
		places--
	}
	r.step.Spread = tenth(each * math.Sqrt(places))
}

// luck enters how often a step is repeated on average whose drops are left to chance: once
// for the mean of what one unit leaves, of which so many are wanted. How often it takes is
// off by the root of what is wanted, and more the rarer the drop is.
func (r *runner) luck(wanted int, mean, unit float64) {
	n := r.a().Count()
	if mean <= 0 || wanted <= 0 {
		return
	}
	r.step.About = min(n, int(math.Ceil(float64(wanted)/mean)))
	about := float64(r.step.About)
	r.seconds(r.step.Seconds - (float64(n)-about)*unit)
	r.step.Spread = tenth(math.Hypot(r.step.Spread, unit*math.Sqrt(about*max(1/mean-1, 0))))
}

// walk is the way to a place.
func (d drafter) walk(l *state, to game.Pos) float64 {
	if l.at == nil {
		return rules.SearchSeconds
	}
	return l.at.Distance(to.Center())/rules.WalkSpeed + 1
}

// mostAtOnce is how many of a divisible action are expected to take at most splitSeconds; without
// a bound where nobody knows how long one takes.
func (d drafter) mostAtOnce(a *game.Action, l *state) int {
	unit, once, batch, most := 0.0, 0.0, 1, math.MaxInt
	switch a.Kind {
	case game.Smelt:
		unit = rules.SmeltTicks / rules.TicksPerSecond
	case game.Craft:
		unit, once = rules.BatchSeconds, rules.CraftSeconds
		if ops := d.Solver.CraftsBy(a.Kind, a.Station, d.Solver.ID(a.Recipe)); len(ops) > 0 {
			batch = int(ops[0].N)
		}
	case game.Mine:
		b, ok := d.Version.Block(a.Target)
		if !ok {
			return math.MaxInt
		}
		o := d.Solver.Mine(b, false)
		once, unit = rules.SearchSeconds, rules.StepSeconds+rules.Break(b, l.tool(&o))
		if o.Lode > 0 { // the next is looked for
			most = int(o.Lode)
		}
	default:
		return math.MaxInt
	}
	return min(max(1, int((splitSeconds-once)/unit))*batch, most)
}

// split divides a long fight, and a step for a body of version 1 so that each
// part is expected to take at most splitSeconds. The walk to the first block cannot be divided.
func (d drafter) split(s game.Step, l *state) []game.Step {
	if s.Action.Kind == game.Attack {
		return splitFight(s)
	}
	if d.blind(&s.Action) {
		return d.nearby(s, l)
	}
	info, ok := game.Lookup(s.Action.Kind)
	if !ok || !info.Divisible || d.Request.Body.Protocol >= game.ProtocolV2 || s.Action.Count() < 2 {
		return []game.Step{s}
	}
	total, most := s.Action.Count(), d.mostAtOnce(&s.Action, l)
	if total <= most {
		return []game.Step{s}
	}
	var parts []game.Step
	for left := total; left > 0; left -= most {
		part := s
		part.Action = s.Action.Clone()
		part.Action.Quantity = min(most, left)
		parts = append(parts, part)
	}
	return parts
}

// mostFights is how many mobs one action of a plan fights: between two the health is
// looked at, and whether there is enough.
const mostFights = 10

// splitFight divides a long fight. What somebody listed action by action stays
// as it is.
func splitFight(s game.Step) []game.Step {
	if s.Source == game.FromUser || s.Action.Count() <= mostFights {
		return []game.Step{s}
	}
	var parts []game.Step
	for left := s.Action.Count(); left > 0; left -= mostFights {
		part := s
		part.Action = s.Action.Clone()
		part.Action.Quantity = min(mostFights, left)
		parts = append(parts, part)
	}
	return parts
}

// blind says that an action is a mine at a place by a body that mines by name alone, as
// those of the base protocol do.
func (d drafter) blind(a *game.Action) bool {
	return a.Kind == game.Mine && a.At != nil && !d.Request.Body.CanField(game.Mine, game.FieldPosition)
}

// beside is from how far the nearest block of a name is taken for the one that is meant.
const beside = 5

// nearby has a body that mines by name alone go to the place and mine the nearest of what
// is named or seen there. What may not be mined, or has no name, stays as it is.
func (d drafter) nearby(s game.Step, l *state) []game.Step {
	walk, mine := s, s
	mine.Action = s.Action.Clone()
	at := mine.Action.At
	if mine.Action.Target == "" {
		mine.Action.Target = d.Request.State.Standing(*at)
	}
	if z, _ := mine.Action.ZoneOf(d.Request.Zones, d.Request.State.Dimension); z != nil || mine.Action.Target == "" {
		return []game.Step{s}
	}
	mine.Action.At = nil
	mine.Because = game.Say("step.nearest", "thing", game.Named(mine.Action.Target), "at", at.String())
	if l.at != nil && l.at.Distance(at.Center()) <= beside {
		return d.split(mine, l)
	}
	walk.Action, walk.Because = game.Action{Kind: game.Goto, At: at}, mine.Because
	return append([]game.Step{walk}, d.split(mine, l)...)
}
