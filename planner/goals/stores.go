package goals

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// partDeposit stores things in the container at a place, or in a new one: that
// is placed in one round and filled in the next, which knows where it stands.
func (d *drafter) partDeposit(p *part) error {
	g := p.goal
	if err := d.require(g, game.Deposit); err != nil {
		return err
	}
	at := g.At
	if g.Into != "" {
		if err := d.require(g, game.Place); err != nil {
			return err
		}
		at = d.OwnContainer(g.Into)
	}
	var left []game.Stack
	if g.All {
		items := d.asDrops(g.Items)
		total := 0
		for _, item := range items {
			n := d.Request.State.Count(item)
			if n > 0 {
				left = append(left, game.Stack{Item: item, Count: n})
			}
			total += n + d.Did(game.Deposit, item)
		}
		if total == 0 {
			return noneHeld(g.Name, items)
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: items, Count: total, At: g.At, Target: g.Into}}
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
		d.next = "fill the " + g.Into
		p.Wants = append(p.Wants, techtree.Want{Items: []string{g.Into}, Count: 1})
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Place, Block: g.Into}})
	}
	return nil
}

// partWithdraw takes things out of the container at a place.
func (d *drafter) partWithdraw(p *part) error {
	g := p.goal
	if err := d.require(g, game.Withdraw); err != nil {
		return err
	}
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
			d.notice(fmt.Sprintf("The %s at %s held %s when it was last opened.", game.Display(k.Name), at, game.Counted(sum, best)))
		}
	}
	return best
}

// heldFirst are n of some alternatives: what is held of each, the most plentiful
// first, and then the first of them.
func (d *drafter) heldFirst(items []string, n int) []game.Stack {
	var out []game.Stack
	rest := slices.Clone(items)
	for n > 0 && len(rest) > 0 {
		item := d.MostHeld(rest)
		k := min(d.Held(item), n)
		if k == 0 {
			break
		}
		out = append(out, game.Stack{Item: item, Count: k})
		n -= k
		rest = slices.DeleteFunc(rest, func(i string) bool { return i == item })
	}
	if n > 0 {
		if len(out) > 0 {
			out[0].Count += n
			return out
		}
		out = append(out, game.Stack{Item: items[0], Count: n})
	}
	return out
}
