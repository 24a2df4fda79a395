// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func guardRow() Frame {
	return Frame{
		Kind: Guard, Grade: game.Seen,
		Met: "the time is over (the next morning when none is said), and a state shows the body alive within 8 blocks " +
			"and nothing hostile there",
		Examples: []string{"guard this place", "guard me for 10 minutes", "guard 100 64 -20"},
		draft:    (*drafter).partGuard,
		there:    true, product: nothing,
		slots: "to at time", spoken: (*speech).plain,
	}
}

// partGuard guards a place or a player until the time is over or it is morning; what was broken off goes on for the rest.
func (d *drafter) partGuard(p *part) error {
	who, err := d.who(p.goal)
	a := game.Action{Kind: game.Defend, At: p.goal.At, Target: who}
	if err == nil && a.At == nil && who == "" {
		var here game.Cell
		here, err = d.here()
		at := here.In(d.Dimension())
		a.At = &at
	}
	if err != nil {
		return err
	}
	morning := d.UntilSeconds(&game.Until{Phase: "day"})
	a.Seconds = skills.GuardFor(d.Request.History, &a, p.goal.Seconds, morning, d.ByDay())
	return d.once(p, a)
}
