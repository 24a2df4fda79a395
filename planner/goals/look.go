// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func lookRow() Frame {
	return Frame{
		Kind: Look, Grade: game.Told,
		Met: "it was looked at once", Examples: []string{"look at Steve", "look at 100 64 -20"},
		draft: (*drafter).partLook,
		there: true, product: nothing,
		slots: "to at", spoken: (*speech).looks,
	}
}

func (d *drafter) partLook(p *part) error {
	a, err := d.walk(p.goal, game.Look)
	if err != nil {
		return err
	}
	return d.once(p, a)
}
