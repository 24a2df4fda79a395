// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

func plantRow() Frame {
	return Frame{
		Kind: Plant, Grade: game.Told,
		Met: "so many were planted", Examples: []string{"plant wheat", "plant a tree"},
		draft: (*drafter).partPlant, needs: []game.Kind{game.Plant},
		uses: true, there: true, product: nothing,
		slots: "thing", spoken: (*speech).plants,
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
	plots := 0
	if crop, _ := d.Version.CropOf(item); crop.Farmland {
		plots = g.Count + d.sown - max(d.done(game.Till, d.Version.Soil()...), d.tilled) // nothing is planted on those yet
		d.sown += g.Count
	}
	left := d.times(p, game.Action{Kind: game.Plant, Target: item}, g.Count)
	if left <= 0 {
		return nil
	}
	p.want(left, item)
	if plots > 0 && d.Can(game.Till) {
		p.Tool(d.Version.ToolsOf("hoe"))
		till := game.Action{Kind: game.Till, Target: d.Version.Soil()[0], Quantity: plots}
		p.Steps = slices.Insert(p.Steps, 0, game.Step{Action: till, Because: game.Say("step.planted")})
	}
	return nil
}
