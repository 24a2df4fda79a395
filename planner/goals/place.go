// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func placeRow() Frame {
	return Frame{
		Kind: Place, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Seen,
		Words: words("place, put down, set down, set, put, set up, lay, hang, hang up"), Met: "so many blocks stand", Examples: []string{"place 3 torches", "place a chest at 100 64 -20"},
		near: []string{},
		read: (*parser).set, draft: (*drafter).partPlace,
		forWhom: true, lists: true, uses: true, there: true,
		spoken: spokenPlace(),
	}
}

// set reads what is to be placed. Two things of a list do not stand in one place.
func (p *parser) set() bool {
	if !p.craft() {
		return false
	}
	last := p.goals[len(p.goals)-1]
	for _, g := range p.goals[p.from : len(p.goals)-1] {
		if g.Kind == Place && last.Kind == Place && g.At == nil && last.At != nil {
			return false
		}
	}
	return true
}

func (d *drafter) partPlace(p *part) error {
	g := p.goal
	if err := d.require(g, game.Place); err != nil {
		return err
	}
	item := d.MostHeld(g.Items)
	it, ok := d.Version.Item(item)
	if !ok || it.Block == "" && !d.Version.Own(item) {
		return &game.ImpossibleError{Reason: game.Sentence(game.Display(item)) + " is no block that could be placed"}
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.DidAt(game.Place, i, g.At)
	}
	if left <= 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		a := game.Action{Kind: game.Place, Block: item}
		if g.At != nil {
			at := *g.At
			a.At = &at
		}
		p.Steps = append(p.Steps, game.Step{Action: a})
	}
	return nil
}
