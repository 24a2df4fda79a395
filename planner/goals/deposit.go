// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

func depositRow() Frame {
	return Frame{
		Kind: Deposit, all: true, half: true, Grade: game.Seen,
		Met:      "the container says so; so many went into a new one",
		Examples: []string{"put 10 dirt in the chest at 1 64 3", "put all the dirt in a chest", "cook 3 beef and put it in a chest"},
		draft:    (*drafter).partDeposit, needs: []game.Kind{game.Deposit},
		uses: true, there: true,
		slots: "thing container | keep except spot", spoken: (*speech).stores,
	}
}

// partDeposit stores things in the container at a place, or in a new one: that
// is placed in one round and filled in the next, which knows where it stands.
func (d *drafter) partDeposit(p *part) error {
	g := p.goal
	at := g.At
	if g.Into != "" {
		if err := d.require(g, game.Place); err != nil {
			return err
		}
		at = d.OwnContainer(g.Into)
	}
	var left []game.Stack
	check := game.Check{Kind: game.CheckStored, Items: g.Items, Count: g.Count, At: g.At, Target: g.Into}
	if g.All {
		var err error
		if left, check.Items, check.Count, err = d.parting(g, game.Deposit); err != nil {
			return err
		}
	} else if n := g.Count - d.done(game.Deposit, g.Items...); n > 0 {
		left = d.heldFirst(g.Items, n)
	}
	p.checks = []game.Check{check}
	for _, s := range left {
		if p.want(s.Count, s.Item); at != nil {
			p.do(game.Action{Kind: game.Deposit, Item: s.Item, Quantity: s.Count, At: at})
		}
	}
	if at == nil && len(left) > 0 {
		if d.next = game.Say("next.fill", "thing", game.Named(g.Into)); !d.placing[g.Into] {
			p.want(1, g.Into)
			p.do(game.Action{Kind: game.Place, Block: g.Into})
		}
		d.placing[g.Into] = true
	}
	return nil
}

// everythingHeld is the name of all that is carried.
const everythingHeld = "everything"

// heldFirst are n of some alternatives: what is held of each, the most plentiful first, and then the first of them.
func (d *drafter) heldFirst(items []string, n int) []game.Stack {
	var out []game.Stack
	left := func(item string) int {
		if slices.ContainsFunc(out, func(s game.Stack) bool { return s.Item == item }) {
			return 0
		}
		return d.Held(item)
	}
	n = rules.Plentiful(items, n, left, func(item string, k int) { out = append(out, game.Stack{Item: item, Count: k}) })
	if len(out) == 0 {
		return []game.Stack{{Item: items[0], Count: n}}
	}
	out[0].Count += n
	return out
}
