// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
)

func withdrawRow() Frame {
	return Frame{
		Kind: Withdraw, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Met: "so many were taken out", Examples: []string{"take 3 bread from the chest at 1 64 3"},
		draft: (*drafter).partWithdraw, needs: []game.Kind{game.Withdraw},
		spoken: spokenStore(Withdraw, "thing"),
	}
}

// partWithdraw takes things out of the container at a place.
func (d *drafter) partWithdraw(p *part) error {
	g := p.goal
	at := *g.At
	p.checks = []game.Check{{Kind: game.CheckWithdrawn, Items: g.Items, Count: g.Count, At: &at}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.Did(game.Withdraw, i)
	}
	if left > 0 {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Withdraw, Item: d.storedOf(g.Items, at, g.Count), Quantity: left, At: &at}}}
	}
	return nil
}

// storedOf is the alternative of which a container that the goal names held
// most; the player is told when that was too little. Without a goal that names
// it no plan looks into a container.
func (d *drafter) storedOf(items []string, at game.Pos, count int) string {
	best, most := items[0], 0
	for _, k := range d.Known(game.LandmarkContainer) {
		if book.Place(k) != (game.Pos{X: at.X, Y: at.Y, Z: at.Z}) || k.Contents == nil {
			continue
		}
		sum := 0
		for _, item := range items {
			n := k.Contents[item]
			if sum += n; n > most {
				best, most = item, n
			}
		}
		if sum < count {
			d.notice("held", "thing", game.Named(k.Name), "at", at.String(), "things", map[string]int{best: sum})
		}
	}
	return best
}
