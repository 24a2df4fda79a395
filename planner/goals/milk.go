// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func milkRow() Frame {
	return Frame{
		Kind: Milk, Slots: []Slot{SlotMob, SlotTool, SlotGiven}, Grade: game.Seen,
		Met: "so many more buckets of milk are held", Examples: []string{"milk a cow"},
		draft: (*drafter).partMilk, needs: []game.Kind{game.Milk},
		makes: true, product: (*Reader).milked,
		spoken: spokenAnimal(Milk, "tool in times given"),
	}
}

// partMilk leaves cows to the solver, which milks no other.
func (d *drafter) partMilk(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if !slices.Contains(d.Version.GivenBy(g.Name, "bucket"), "milk_bucket") {
		return impossible("impossible.milked", "things", many(g.Name))
	}
	items := []string{"milk_bucket"}
	if g.Name == "cow" && !g.Used {
		d.partGain(p, items, g.Count, game.Milk, g.Name)
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
	left := d.missingOf(items, g.Count)
	if g.Used {
		left = d.usedBy(p, game.Milk, g.Name)
	}
	if left > 0 {
		p.Wants = []techtree.Want{{Items: []string{"bucket"}, Count: left}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Milk, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// milked is the milk.
func (r *Reader) milked(g Goal) Goal { return g.of(milk, milk) }
