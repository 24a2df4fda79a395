// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func interactRow() Frame {
	return Frame{
		Kind: Interact, Grade: game.Told,
		Met:      "it was used once; a door, gate or lever stands as it was asked to, used or not, and what shuts by itself is not shut",
		Examples: []string{"open the door at 5 64 5"},
		draft:    (*drafter).used,
		there:    true, product: nothing,
		slots: "thing:block at | as", spoken: (*speech).uses,
	}
}

// used has a block used, the nearest of its kind; where it is asked to stand in a way, it is left so.
func (d *drafter) used(p *part) error {
	g := p.goal
	if b, known := d.Version.Block(g.Items[0]); g.As != "" && known && b.Moved == "" {
		return impossible("impossible.not-left", "thing", game.Named(b.Name))
	}
	a := game.Action{Kind: game.Interact, Target: g.Items[0], At: g.At, As: g.As}
	if here, err := d.here(); err == nil && g.At == nil && d.Looks() {
		a.Target, a.At = d.Nearest(g.Items, here, skills.Sight(here))
	} else if g.At != nil {
		a.Target, _ = d.Nearest(g.Items, game.CellOf(*g.At), []game.Cell{game.CellOf(*g.At)})
	}
	if err := d.once(p, a); err != nil || g.As == "" {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Items: g.Items, Count: 1, As: g.As}}
	if p.Steps = nil; !d.Left(g.Items, g.As) {
		p.Steps = []game.Step{{Action: a}}
	}
	return nil
}

// once has an action done that shows by itself that the goal is met.
func (d *drafter) once(p *part, a game.Action) error {
	if err := d.require(p.goal, a.Kind); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1, Seconds: a.Seconds}}
	if d.DidAt(a.Kind, a.Subject(), a.At) == 0 {
		p.Steps = []game.Step{{Action: a}}
	}
	return nil
}
