// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

func throwRow() Frame {
	return Frame{
		Kind: Throw, Slots: []Slot{SlotThing}, Grade: game.Told,
		Met: "so many eggs, snowballs or pearls were thrown", Examples: []string{"throw an egg", "throw 3 snowballs"},
		draft: (*drafter).partThrow, needs: []game.Kind{game.Use},
		uses: true, there: true, product: nothing,
		spoken: spokenThrow(),
	}
}

// partThrow throws things to have their effect.
func (d *drafter) partThrow(p *part) error {
	g := p.goal
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Use, Items: g.Items, Count: g.Count}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.Did(game.Use, i)
	}
	if left <= 0 {
		return nil
	}
	item := d.MostHeld(g.Items)
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	for range left {
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Use, Item: item}})
	}
	return nil
}

// thrown are what is thrown to have an effect.
func thrown(v *data.Version, item string) bool {
	it, ok := v.Item(item)
	return ok && it.Thrown
}
