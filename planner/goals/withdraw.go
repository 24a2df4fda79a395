// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
)

func withdrawRow() Frame {
	return Frame{
		Kind: Withdraw, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Words: words("withdraw, take, take out, retrieve"), Met: "so many were taken out", Examples: []string{"take 3 bread from the chest at 1 64 3"},
		near: []string{"withdraw 3 bread at 100 64 -20"},
		read: (*parser).take, draft: (*drafter).partWithdraw,
		forWhom: true,
		spoken:  spokenStore(Withdraw, "thing"),
	}
}

// take reads "take 3 bread from the chest at 1 64 3", and "take it to me", which is a
// gift.
func (p *parser) take() bool {
	if p.said == "take" {
		next := *p
		next.kind, next.said = Give, "hand"
		next.goals, next.respelt = slices.Clip(p.goals), slices.Clip(p.respelt)
		begun := len(next.goals)
		if next.give() && next.endsHere() && slices.Contains(p.words[p.at:next.at], "to") && !slices.ContainsFunc(next.goals[begun:], func(g Goal) bool { return g.To == "" }) {
			*p = next
			return true
		}
	}
	next := *p
	if next.skip("from", "out of", "out from") {
		next.skip("the", "a", "my", "that")
		var g Goal
		if next.skip(containerWords...) {
			next.place(&g)
		}
		if g.At != nil { // take from the chest at 1 64 3 two apples
			p.at = next.at
			from := p.at
			a := p.amount()
			n, ok := p.noun(false)
			if !ok || n.Set != nil {
				return false
			}
			if !a.given && p.r.plural(p.words[p.at-1]) {
				a = p.some(n, from)
			}
			p.put(Goal{Kind: Withdraw, Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), paired(n)), At: g.At})
			return true
		}
	}
	return p.things()
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

// fromContainer says that "from the chest" comes next.
func (p *parser) fromContainer() bool {
	at := p.at
	defer func() { p.at = at }()
	if !p.skip("from", "out of", "out from") {
		return false
	}
	p.skip("the", "a", "my", "that")
	return p.skip(containerWords...)
}
