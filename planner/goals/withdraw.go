// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

func withdrawRow() Frame {
	return Frame{
		Kind: Withdraw, all: true, Grade: game.Seen,
		Met:      "so many were taken out",
		Examples: []string{"take 3 bread from the chest at 1 64 3", "take all the torches from the chest at 1 64 3"},
		draft:    (*drafter).partWithdraw, needs: []game.Kind{game.Withdraw},
		slots: "thing container | spot", spoken: (*speech).stores,
	}
}

// partWithdraw takes things out of the container at a place: of "all logs" what it was
// last seen to hold. Without a goal that names it no plan looks into a container.
func (d *drafter) partWithdraw(p *part) error {
	g := p.goal
	check := game.Check{Kind: game.CheckWithdrawn, Items: g.Items, Count: g.Count, At: g.At}
	take := func(item string, n int) {
		p.do(game.Action{Kind: game.Withdraw, Item: item, Quantity: n, At: g.At})
	}
	stored, told := d.Stored(*g.At, g.Items)
	best, held, all := g.Items[0], 0, []string{}
	for _, item := range g.Items {
		n, did := stored[item], d.Did(game.Withdraw, item)
		if held += n; n > stored[best] {
			best = item
		}
		if n+did > 0 {
			all = append(all, item)
		}
		if g.Count -= did; g.All && n > 0 {
			take(item, n)
		}
	}
	switch taken := check.Count - g.Count; {
	case g.All && len(all) == 0:
		return messages.Impossible(told)
	case g.All:
		check.Items, check.Count = all, held+taken
	case g.Count > 0:
		n := g.Count
		if stored != nil && held < check.Count { // room is made for what is known to be there, not for the rest
			d.notices = append(d.notices, told)
			n = min(n, cmp.Or(stored[best], d.stack(best)))
		}
		take(best, n)
	}
	p.checks = []game.Check{check}
	return nil
}
