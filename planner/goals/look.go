// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
)

func lookRow() Frame {
	return Frame{
		Kind: Look, Slots: []Slot{SlotPlayer, SlotPlace}, Grade: game.Told,
		Met: "it was looked at once", Examples: []string{"look at Steve", "look at 100 64 -20"},
		draft: (*drafter).partLook,
		there: true, product: nothing,
		spoken: spokenLook(),
	}
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
