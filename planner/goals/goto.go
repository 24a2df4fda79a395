// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func gotoRow() Frame {
	return Frame{
		Kind: Goto, Grade: game.Seen,
		Met: "the feet are there, within 2 blocks (16 when no height was said); of a walk to a player or a thing, a state " +
			"shows that within 4 blocks, else the body says so; in a direction, or away from the nearest hostile mob in view, within a third of the way",
		Examples: []string{"go to 100 64 -20", "go to 100 200", "100 64 -20", "come here", "go to Steve", "go 10 blocks north", "run away"},
		draft:    (*drafter).partWalk,
		product:  nothing,
		slots:    "at to | spot toward:way", spoken: (*speech).walks,
	}
}

func (d *drafter) partWalk(p *part) error {
	g := p.goal
	kind := game.Goto
	if g.Kind == Follow {
		kind = game.Follow
	}
	if err := d.require(g, kind); err != nil {
		return err
	}
	if game.KnownWorld(g.To) {
		return d.enterDimension(p)
	}
	if g.Toward != "" {
		if d.awaited(p) {
			return nil
		}
		at, err := d.here()
		if err != nil {
			return err
		}
		if g.Toward == away {
			if g.Toward = skills.Refuge(d.Request.History, at, d.Foe()); g.Toward == "" {
				return impossible("impossible.no-foe")
			}
		}
		side := game.Facing("way[facing=" + g.Toward + "]")
		g.At, g.Flat = &game.Pos{X: at.X + side.X*g.Count, Y: at.Y, Z: at.Z + side.Z*g.Count}, true
		p.goal = g
	}
	walk, err := d.walk(g, kind)
	switch {
	case err != nil:
		return err
	case g.At != nil:
		near := float64(game.GotoRange)
		if g.Flat {
			near = g.within()
		}
		p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: near}}
		if now := d.Request.State.Position; !g.Flat || now == nil || now.Distance(walk.At.Center()) > near {
			p.do(walk)
		}
		return nil
	}
	if kind == game.Goto && !d.Request.Body.CanField(game.Goto, "target") {
		return impossible("impossible.coordinates-only")
	}
	p.told = true
	return d.once(p, walk)
}

// away is the direction of a walk that leads away from what is hostile.
const away = "away"

// far is how far off a block is in view, in blocks.
func (d *drafter) far(id string) float64 { return cmp.Or(d.Seen()[id], math.Inf(1)) }

// within is how far, in blocks, a walk may end from a place whose height was not said: the
// ground there may lie higher or lower. In a direction it is a third of the way at most.
func (g Goal) within() float64 {
	if g.Toward == "" {
		return flatRange
	}
	return min(flatRange, float64(g.Count)/3)
}

// walk is the action of a goal to go somewhere or to follow.
func (d *drafter) walk(g Goal, kind game.Kind) (game.Action, error) {
	if g.At == nil {
		who, err := d.who(g)
		if len(g.Items) > 0 { // of several blocks the nearest in view
			who = slices.MinFunc(g.Items, func(a, b string) int { return cmp.Compare(d.far(a), d.far(b)) })
		}
		return game.Action{Kind: kind, Target: who, Seconds: g.Seconds}, err
	}
	at := *g.At
	a := game.Action{Kind: kind, At: &at}
	if g.Flat {
		at.Y = seaLevel
		if b := d.Request.Baseline.At; b != nil {
			at.Y = b.Y
		}
		if d.Request.Body.CanField(game.Goto, "range") {
			a.Range = g.within()
		}
	}
	return a, nil
}

// afterWalk has a goal that names no place done where the walk before it in the sentence led, and keeps the walk for those behind it.
func (d *drafter) afterWalk(p *part) error {
	g := p.goal
	d.led = d.led || g.Kind == Goto || g.Kind == Follow
	switch g.Kind {
	case Goto:
		d.there, d.flat = nil, g.Flat
		if !game.KnownWorld(g.To) {
			walk, err := d.walk(g, game.Goto)
			if err != nil {
				return err
			}
			d.there = &walk
		}
	case Follow:
		d.there = nil
	default:
		anywhere := func(s game.Step) bool { return s.Action.Kind == game.Place && s.Action.At == nil }
		home := d.Home()
		switch {
		case p.There != nil: // at what was built
		case !d.led && home != nil && (g.Kind == Place || g.Kind == Deposit && home.Target != "") && slices.ContainsFunc(p.Steps, anywhere):
			p.There = home
		case g.Kind.row().there && g.At == nil && g.To == "":
			p.There = d.there
		}
	}
	if len(p.Steps) > 0 && p.Steps[0].Action.Kind == game.Goto {
		p.There = nil
	}
	return nil
}

// arrived is where the walk before a goal led to; nil as long as that cannot be known, for the ground there was not seen.
func (d *drafter) arrived() *game.Pos {
	if d.there.At != nil && !d.flat {
		return d.there.At
	}
	if at := d.WentTo(d.there); at != nil || d.there.At == nil {
		return at
	}
	if b := d.Request.Baseline.At; b != nil && b.Center().Distance(d.there.At.Center()) <= flatRange {
		return b
	}
	if now := d.Request.State.Position; now != nil && now.Distance(d.there.At.Center()) <= flatRange {
		at := now.Feet()
		return &at
	}
	return nil
}

// enterDimension goes into another world, where the body goes through portals.
func (d *drafter) enterDimension(p *part) error {
	to := p.goal.To
	p.checks = []game.Check{{Kind: game.CheckAt, At: &game.Pos{Dimension: to}, Range: 2 * game.MaxCoordinate}}
	switch at := d.Dimension(); {
	case at == to:
		return nil
	case d.Leads(at, to):
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Travel, Target: to}}}
		return nil
	}
	return impossible("impossible.portal", "here", game.SayWorld(d.Dimension()), "there", game.SayWorld(to))
}

const (
	flatRange = 16
	// someWay is how many blocks a walk goes in a direction when nobody says how many.
	someWay = 10
	// seaLevel stands for a height that is not known, in blocks.
	seaLevel = 64
)
