package planner

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// partDeposit stores things in the container at a place, or in a new one: that
// is placed in one round and filled in the next, which knows where it stands.
func (d *Desk) partDeposit(p *part) error {
	g := p.goal
	if err := d.require(g, game.Deposit); err != nil {
		return err
	}
	at := g.At
	if g.Into != "" {
		if err := d.require(g, game.Place); err != nil {
			return err
		}
		at = d.ownContainer(g.Into)
	}
	var left []game.Stack
	if g.All {
		items := d.asDrops(g.Items)
		total := 0
		for _, item := range items {
			n := d.req.State.Count(item)
			if n > 0 {
				left = append(left, game.Stack{Item: item, Count: n})
			}
			total += n + d.did(game.Deposit, item)
		}
		if total == 0 {
			return noneHeld(g.Name, items)
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: items, Count: total, At: g.At, Target: g.Into}}
	} else {
		n := g.Count
		for _, item := range g.Items {
			n -= d.did(game.Deposit, item)
		}
		if n > 0 {
			left = []game.Stack{{Item: d.heldOf(g.Items), Count: n}}
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: g.Items, Count: g.Count, At: g.At, Target: g.Into}}
	}
	for _, s := range left {
		p.wants = append(p.wants, techtree.Want{Items: []string{s.Item}, Count: s.Count})
		if at != nil {
			p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Deposit, Item: s.Item, Quantity: s.Count, At: at}})
		}
	}
	if at == nil && len(left) > 0 && !d.placing[g.Into] {
		if d.placing == nil {
			d.placing = map[string]bool{}
		}
		d.placing[g.Into] = true
		d.next = "fill the " + g.Into
		p.wants = append(p.wants, techtree.Want{Items: []string{g.Into}, Count: 1})
		p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Place, Block: g.Into}})
	}
	return nil
}

// ownContainer is where the container stands that this task placed last; nil
// when there is none with room.
func (d *Desk) ownContainer(block string) *game.Pos {
	var at *game.Pos
	for i := range d.req.History {
		h := &d.req.History[i]
		switch a := &h.Step.Action; {
		case a.Kind == game.Place && a.Block == block && (h.Verdict == game.Confirmed || h.Verdict == game.Claimed):
			if r := h.Outcome.Result; r != nil && r.Position != nil {
				stands := r.Position.Block()
				at = &stands
			}
		case a.Kind == game.Deposit && at != nil && a.At != nil && *a.At == *at:
			if f := h.Outcome.Failure; f != nil && f.Code == game.CodeInventoryFull {
				at = nil
			}
		}
	}
	return at
}

// partWithdraw takes things out of the container at a place.
func (d *Desk) partWithdraw(p *part) error {
	g := p.goal
	if err := d.require(g, game.Withdraw); err != nil {
		return err
	}
	at := *g.At
	p.checks = []game.Check{{Kind: game.CheckWithdrawn, Items: g.Items, Count: g.Count, At: &at}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.did(game.Withdraw, i)
	}
	if left > 0 {
		p.steps = []game.Step{{Action: game.Action{Kind: game.Withdraw, Item: d.storedOf(g.Items, at, g.Count), Quantity: left, At: &at}}}
	}
	return nil
}
