// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func tillRow() Frame {
	return Frame{
		Kind: Till, Slots: []Slot{SlotThing, SlotTool, SlotGiven}, Grade: game.Told,
		Met: "so many blocks were tilled", Examples: []string{"till 9 dirt"},
		draft: (*drafter).partTill, needs: []game.Kind{game.Till},
		there: true, product: nothing,
		spoken: spokenTill(),
	}
}

func (d *drafter) partTill(p *part) error {
	g := p.goal
	d.tilled += g.Count
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Till, Target: g.Name, Count: g.Count}}
	if left := g.Count - d.Did(game.Till, g.Name); left > 0 {
		p.Tools = []techtree.Want{{Items: d.Version.ToolsOf("hoe"), Count: 1}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: g.Name, Quantity: left}}}
	}
	return nil
}
