// SPDX-License-Identifier: MIT

package goals

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/skills"
	"github.com/minehand/minehand/planner/techtree"
)

func growRow() Frame {
	return Frame{
		Kind: Grow, Grade: game.Seen,
		Met:      "so many more are held (8 when no number is said); a seed that only its own crop brings is fetched first",
		Examples: []string{"grow 10 carrots", "farm wheat"},
		draft:    (*drafter).partGrow,
		makes:    true,
		slots:    "thing | in times many", spoken: (*speech).grows,
	}
}

// someCrop is how many of a crop are grown when nothing is said.
const someCrop = 8

// grown is what a field is harvested for when an item is to be grown, empty for what is not grown on one.
func (r *Reader) grown(item string) string {
	for _, c := range r.Version.Crops() {
		if c.Field && (c.Item == item || c.Seed == item || c.Harvest == item) {
			return c.Item
		}
	}
	return ""
}

// reaped is the harvest of what a goal plants, of none where it plants nothing that is taken in later.
func (r *Reader) reaped(g Goal) Goal {
	c, _ := r.Version.CropOf(first(g.Items))
	n := g.Count
	if g.Shape == Field {
		c, _ = r.Version.FieldCrop(g.Items...)
		n = skills.StructureOf(string(Field)).Count(g.Size, skills.Crop)
	} else if g.Kind != Plant || !c.Field {
		return Goal{}
	}
	return Goal{Kind: Grow, Name: c.Harvest, Items: []string{c.Harvest}, Count: n, Refers: true}
}

// partGrow grows a crop. With half as many seeds as are wanted two harvests do.
func (d *drafter) partGrow(p *part) error {
	g := p.goal
	if g.Refers {
		return d.partReap(p)
	}
	d.partGain(p, g.Items, g.Count, game.Harvest, "")
	crop, ok := d.Version.CropFor(g.Name)
	seed := crop.Seed
	if !ok || !crop.OwnSeed || d.Request.State.Count(seed) > 0 || d.missingOf(g.Items, g.Count) <= 0 {
		return nil
	}
	n := (g.Count + 1) / 2
	if seed != g.Name {
		n = 1 // the plant goes on bearing
	}
	p.Holds, p.First = false, []techtree.Want{{Items: []string{seed}, Count: n}}
	return nil
}

// partReap waits for what the sentence planted and takes it in.
func (d *drafter) partReap(p *part) error {
	g := p.goal
	for _, k := range [...]game.Kind{game.Wait, game.Harvest} {
		if err := d.require(g, k); err != nil {
			return err
		}
	}
	if d.times(p, game.Action{Kind: game.Harvest, Target: g.Name}, g.Count) > 0 {
		seconds := math.Ceil(rules.Ripens(d.Version, g.Name))
		wait := game.Step{Action: game.Action{Kind: game.Wait, Seconds: seconds}, Seconds: seconds}
		wait.Because = game.Say("step.ripen", "thing", game.Named(g.Name))
		p.Steps = slices.Insert(p.Steps, 0, wait)
	}
	return nil
}
