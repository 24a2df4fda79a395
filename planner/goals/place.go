// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func placeRow() Frame {
	return Frame{
		Kind: Place, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Seen,
		Met: "so many blocks stand", Examples: []string{"place 3 torches", "place a chest at 100 64 -20"},
		draft: (*drafter).partPlace, needs: []game.Kind{game.Place},
		uses: true, there: true,
		slots: "thing at given to flower:thing further", spoken: (*speech).sets,
	}
}

func (d *drafter) partPlace(p *part) error {
	g := p.goal
	item := d.MostHeld(g.Items)
	it, ok := d.Version.Item(item)
	if !ok || it.Block == "" && !d.Version.Own(item) {
		return impossible("impossible.no-block", "thing", game.Named(item))
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.DidAt(game.Place, i, g.At)
	}
	if left > 0 {
		p.want(left, item)
	}
	for range left {
		p.do(game.Action{Kind: game.Place, Block: item, At: g.At})
	}
	return nil
}
