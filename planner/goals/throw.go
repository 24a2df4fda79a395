// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
)

func throwRow() Frame {
	return Frame{
		Kind: Throw, all: true, Grade: game.Told,
		Met: "so many eggs, snowballs or pearls were thrown", Examples: []string{"throw an egg", "throw 3 snowballs"},
		draft: (*drafter).partThrow, needs: []game.Kind{game.Use},
		uses: true, there: true, product: nothing,
		slots: "thrown:thing", spoken: (*speech).throws,
	}
}

// partThrow throws things to have their effect.
func (d *drafter) partThrow(p *part) error {
	g := p.goal
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Use, Items: g.Items, Count: g.Count}}
	if left := g.Count - d.done(game.Use, g.Items...); left > 0 {
		item := d.MostHeld(g.Items)
		p.want(left, item)
		for range left {
			p.do(game.Action{Kind: game.Use, Item: item})
		}
	}
	return nil
}
