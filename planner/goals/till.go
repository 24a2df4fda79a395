// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func tillRow() Frame {
	return Frame{
		Kind: Till, Exact: true, Slots: []Slot{SlotThing, SlotTool, SlotGiven}, Grade: game.Told,
		Words: words("till, plow, plough, hoe"), Met: "so many blocks were tilled", Examples: []string{"till 9 dirt"},
		near: []string{"till 3 dirt"},
		read: (*parser).till, draft: (*drafter).partTill,
		there: true, product: nothing,
		spoken: spokenTill(),
	}
}

// soils may be hoed without a number.
var soils = wordSet("dirt ground soil grass land earth field farmland")

// till reads "till the ground", "till 9 dirt".
func (p *parser) till() bool {
	a := p.amount()
	p.skipLongest(unitWords)
	p.skipLongest(leads)
	g := Goal{Kind: Till, Name: p.r.Version.Soil()[0]}
	if p.skip("dirt blocks", "dirt block", "dirt") {
		g.Name = "dirt"
	} else if !p.skip("grass blocks", "grass block", "grass", "soil", "ground", "land", "earth", "blocks", "block", "plots", "plot", "farmland", "field", "fields") && p.leftOver() {
		return false
	}
	p.timesFor(&a)
	g.Items, g.Count = []string{g.Name}, a.of(64, false)
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

func (d *drafter) partTill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Till); err != nil {
		return err
	}
	d.tilled += g.Count
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Till, Target: g.Name, Count: g.Count}}
	if left := g.Count - d.Did(game.Till, g.Name); left > 0 {
		p.Tools = []techtree.Want{{Items: d.Version.ToolsOf("hoe"), Count: 1}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: g.Name, Quantity: left}}}
	}
	return nil
}
