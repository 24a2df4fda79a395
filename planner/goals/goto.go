// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func gotoRow() Frame {
	return Frame{
		Kind: Goto, Slots: []Slot{SlotPlace, SlotPlayer}, Grade: game.Seen,
		Met: "the feet are there, within 2 blocks (16 when no height was said); of a walk to a player or a thing, a state " +
			"shows that within 4 blocks, else the body says so",
		Examples: []string{"go to 100 64 -20", "go to 100 200", "100 64 -20", "come here", "go to Steve"},
		draft:    (*drafter).partWalk,
		product:  nothing,
		spoken:   spokenWalk(),
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
	walk, err := d.walk(g, kind)
	switch {
	case err != nil:
		return err
	case g.Flat:
		d.walkFlat(p, walk)
		return nil
	case g.At != nil:
		p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: game.GotoRange}}
		p.Steps = []game.Step{{Action: walk}}
		return nil
	}
	if kind == game.Goto && !d.Request.Body.CanField(game.Goto, "target") {
		return impossible("impossible.coordinates-only")
	}
	p.told = true
	return d.once(p, walk)
}

// walk is the action of a goal to go somewhere or to follow.
func (d *drafter) walk(g Goal, kind game.Kind) (game.Action, error) {
	if g.At == nil {
		who, err := d.who(g)
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
			a.Range = flatRange
		}
	}
	return a, nil
}

// afterWalk has a goal that names no place done where the walk before it in the
// sentence led, and keeps the walk for those behind it.
func (d *drafter) afterWalk(p *part) error {
	g := p.goal
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
		if g.Kind.row().there && g.At == nil && g.To == "" {
			p.There = d.there
		}
	}
	if len(p.Steps) > 0 && p.Steps[0].Action.Kind == game.Goto {
		p.There = nil
	}
	return nil
}

// arrived is where the walk before a goal led to; nil as long as that cannot be
// known, for the ground there was not seen.
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
	// flatRange is how far, in blocks, a walk may end from a place whose height
	// was not said: the ground there may lie higher or lower.
	flatRange = 16
	// seaLevel stands for a height that is not known, in blocks.
	seaLevel = 64
)

// walkFlat walks to a place without a height, at the height of where the task
// began.
func (d *drafter) walkFlat(p *part, walk game.Action) {
	p.checks = []game.Check{{Kind: game.CheckAt, At: walk.At, Range: flatRange}}
	if now := d.Request.State.Position; now != nil && now.Distance(walk.At.Center()) <= flatRange {
		return
	}
	p.Steps = []game.Step{{Action: walk}}
}

// dimensions are the worlds that a goal may name.
var dimensions = map[string]string{"the nether": "the_nether", "nether": "the_nether", "hell": "the_nether",
	"the end": "the_end", "end": "the_end", "end dimension": "the_end", "overworld": "overworld", "the overworld": "overworld"}
