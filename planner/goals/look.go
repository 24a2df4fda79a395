// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

func lookRow() Frame {
	return Frame{
		Kind: Look, Slots: []Slot{SlotPlayer, SlotPlace}, Grade: game.Told,
		Words: words("look at, stare at, gaze at, turn to, turn towards, look to, look on"), Exact: true, Met: "it was looked at once", Examples: []string{"look at Steve", "look at 100 64 -20"},
		near: []string{"look at Steve"},
		read: (*parser).look, draft: (*drafter).partLook,
		there: true, product: nothing,
		spoken: spokenLook(),
	}
}

// look reads "look at 100 64 -20", "look at Steve", "look at the chest".
func (p *parser) look() bool {
	start := p.at
	p.skip("the place", "place", "the position", "position", "the coordinates", "coordinates", "the point", "point", "the block at")
	if at, ok := p.position(); ok {
		p.goals = append(p.goals, Goal{Kind: Look, At: &at})
		return true
	}
	p.at = start
	p.skipLongest(articles)
	if n, ok := p.exact([]lexicon.Table{p.r.Blocks}); ok && len(n.Items) == 1 {
		p.goals = append(p.goals, Goal{Kind: Look, To: n.Name})
		return true
	}
	if n, ok := p.exact([]lexicon.Table{p.r.Mobs}); ok && len(n.Items) == 1 && (p.ends() || p.endsHere()) {
		p.goals = append(p.goals, Goal{Kind: Look, To: n.Name})
		return true
	}
	p.at = start
	to, ok := p.who()
	p.goals = append(p.goals, Goal{Kind: Look, To: to})
	return ok
}

func (d *drafter) partLook(p *part) error {
	if err := d.require(p.goal, game.Look); err != nil {
		return err
	}
	a, err := d.walk(p.goal, game.Look)
	if err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Look, Target: a.Subject(), Count: 1}}
	if d.Did(game.Look, a.Subject()) == 0 {
		p.Steps = []game.Step{{Action: a}}
	}
	return nil
}
