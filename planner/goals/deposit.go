// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

func depositRow() Frame {
	return Frame{
		Kind: Deposit, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Met:      "the container says so; so many went into a new one",
		Examples: []string{"put 10 dirt in the chest at 1 64 3", "put all the dirt in a chest", "cook 3 beef and put it in a chest"},
		draft:    (*drafter).partDeposit, needs: []game.Kind{game.Deposit},
		uses: true, there: true,
		spoken: spokenStore(Deposit, "thing keep except"),
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
	if g.All {
		var err error
		if left, err = d.depositAll(p); err != nil {
			return err
		}
	} else {
		n := g.Count
		for _, item := range g.Items {
			n -= d.Did(game.Deposit, item)
		}
		if n > 0 {
			left = d.heldFirst(g.Items, n)
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: g.Items, Count: g.Count, At: g.At, Target: g.Into}}
	}
	for _, s := range left {
		p.Wants = append(p.Wants, techtree.Want{Items: []string{s.Item}, Count: s.Count})
		if at != nil {
			p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Deposit, Item: s.Item, Quantity: s.Count, At: at}})
		}
	}
	if at == nil && len(left) > 0 && !d.placing[g.Into] {
		if d.placing == nil {
			d.placing = map[string]bool{}
		}
		d.placing[g.Into] = true
		d.next = game.Say("next.fill", "thing", game.Named(g.Into))
		p.Wants = append(p.Wants, techtree.Want{Items: []string{g.Into}, Count: 1})
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Place, Block: g.Into}})
	}
	return nil
}

// depositAll is what is put in of "all logs": what is held of it but for what stays.
func (d *drafter) depositAll(p *part) (left []game.Stack, err error) {
	g := p.goal
	items := d.asDrops(g.Items)
	if g.Name == everythingHeld {
		items = d.allHeld(g, game.Deposit)
	}
	total, stays := 0, d.stays(g, items, game.Deposit)
	for _, item := range items {
		n := d.Request.State.Count(item)
		kept := min(n, stays)
		n, stays = n-kept, stays-kept
		if n > 0 {
			left = append(left, game.Stack{Item: item, Count: n})
		}
		total += n + d.Did(game.Deposit, item)
	}
	if total == 0 && d.Held(items...) > 0 {
		return nil, noMore(g)
	}
	if total == 0 {
		return nil, noneHeld(g.Name, items)
	}
	p.checks = []game.Check{{Kind: game.CheckStored, Items: items, Count: total, At: g.At, Target: g.Into}}
	return left, nil
}

// everythingHeld is the name of all that is carried.
const everythingHeld = "everything"

// everything is a goal about all that is carried.
func (r *Reader) everything(k Kind) Goal {
	g := Goal{Kind: k, Name: everythingHeld, All: true, Count: 1}
	for _, it := range r.Version.Items() {
		g.Items = append(g.Items, it.Name)
	}
	return g
}

// allHeld are the items of a goal about everything that it is about now: what is
// held, was held when it began, or has been done already.
func (d *drafter) allHeld(g Goal, did game.Kind) []string {
	var out []string
	for _, item := range g.Items {
		if item != g.Into && (d.Request.State.Count(item) > 0 || d.Did(did, item) > 0) {
			out = append(out, item)
		}
	}
	return out
}

// heldFirst are n of some alternatives: what is held of each, the most plentiful
// first, and then the first of them.
func (d *drafter) heldFirst(items []string, n int) []game.Stack {
	var out []game.Stack
	left := func(item string) int {
		if slices.ContainsFunc(out, func(s game.Stack) bool { return s.Item == item }) {
			return 0
		}
		return d.Held(item)
	}
	n = rules.Plentiful(items, n, left, func(item string, k int) { out = append(out, game.Stack{Item: item, Count: k}) })
	if n > 0 {
		if len(out) > 0 {
			out[0].Count += n
			return out
		}
		out = append(out, game.Stack{Item: items[0], Count: n})
	}
	return out
}
