// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/techtree"
)

func plantRow() Frame {
	return Frame{
		Kind: Plant, Slots: []Slot{SlotThing}, Grade: game.Told,
		Met: "so many were planted", Examples: []string{"plant wheat", "plant a tree"},
		draft: (*drafter).partPlant, needs: []game.Kind{game.Plant},
		uses: true, there: true, product: nothing,
		spoken: spokenPlant(),
	}
}

// planted says that an item is planted.
func (r *Reader) planted(item string) bool {
	_, ok := r.Version.CropOf(item)
	return ok
}

// seedFor is what is planted for what grows: the seed of a crop, any sapling for a tree.
func (r *Reader) seedFor(n lexicon.Meaning) lexicon.Meaning {
	if n.Factor > 0 { // a tree
		if wood, ok := strings.CutSuffix(n.Name, "_log"); ok {
			return r.InSet(wood + "_sapling")
		}
		return r.InSet("any sapling")
	}
	if len(n.Items) == 1 && !r.planted(n.Items[0]) {
		for _, c := range r.Version.Crops() {
			if c.Item == n.Items[0] || c.Harvest == n.Items[0] || c.Block == n.Items[0] {
				return r.InSet(c.Seed)
			}
		}
	}
	return n
}

func (d *drafter) partPlant(p *part) error {
	g := p.goal
	item := d.MostHeld(g.Items)
	for _, i := range g.Items {
		if d.Did(game.Plant, i) > 0 {
			item = i
		}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Plant, Target: item, Count: g.Count}}
	left, plots := g.Count-d.Did(game.Plant, item), 0
	if d.onFarmland(item) {
		plots = g.Count - d.farmland()
		d.sown += g.Count
	}
	if left <= 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	if plots > 0 && d.Can(game.Till) {
		p.Tools = []techtree.Want{{Items: d.Version.ToolsOf("hoe"), Count: 1}}
		till := game.Action{Kind: game.Till, Target: d.Version.Soil()[0], Quantity: plots}
		p.Steps = []game.Step{{Action: till, Because: game.Say("step.planted")}}
	}
	p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Plant, Target: item, Quantity: left}})
	return nil
}

// farmland is how much soil was or will be tilled by then that nothing is planted on.
func (d *drafter) farmland() int {
	done := 0
	for _, soil := range d.Version.Soil() {
		done += d.Did(game.Till, soil)
	}
	return max(done, d.tilled) - d.sown
}

// onFarmland says that an item is planted on farmland alone.
func (d *drafter) onFarmland(seed string) bool {
	crop, ok := d.Version.CropOf(seed)
	return ok && crop.Farmland
}
