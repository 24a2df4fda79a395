// SPDX-License-Identifier: MIT

package goals

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

func growRow() Frame {
	return Frame{
		Kind: Grow, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Seen,
		Words:    words("grow, farm, cultivate"),
		Met:      "so many more are held (8 when no number is said); a seed that only its own crop brings is fetched first",
		Examples: []string{"grow 10 carrots", "farm wheat"},
		read:     (*parser).grow, draft: (*drafter).partGrow,
		forWhom: true, makes: true,
		spoken: spokenGrow(),
	}
}

// someCrop is how many of a crop are grown when nothing is said.
const someCrop = 8

// grow reads "grow 10 carrots", "farm wheat".
func (p *parser) grow() bool {
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || len(n.Items) != 1 {
		return false
	}
	p.timesFor(&a)
	crop := p.r.grown(n.Items[0])
	if crop == "" {
		return false
	}
	g := Goal{Kind: Grow, Name: crop, Items: []string{crop}, Count: a.of(p.r.stack(n), false)}
	if !a.given {
		g.Count = someCrop
	}
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

// grown is what a field is harvested for when an item is to be grown, empty for
// what is not grown on one.
func (r *Reader) grown(item string) string {
	for _, c := range r.Version.Crops() {
		if c.Field && (c.Item == item || c.Seed == item || c.Harvest == item) {
			return c.Item
		}
	}
	return ""
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
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Harvest, Target: g.Name, Count: g.Count}}
	left := g.Count - d.Did(game.Harvest, g.Name)
	if left <= 0 {
		return nil
	}
	seconds := math.Ceil(rules.Ripens(d.Version, g.Name))
	p.Steps = []game.Step{
		{Action: game.Action{Kind: game.Wait, Seconds: seconds}, Why: "for " + game.Display(g.Name) + " to ripen", Seconds: seconds},
		{Action: game.Action{Kind: game.Harvest, Target: g.Name, Quantity: left}},
	}
	return nil
}

// harvestIt reads "it" and "them" for what the sentence planted: it is waited for
// until it is ripe.
func (p *parser) harvestIt() bool {
	start := p.at
	if _, ok := p.pronoun(); !ok || p.share != 0 {
		p.at = start
		return false
	}
	var sown []Goal
	for k := len(p.groups) - 1; k >= 0 && sown == nil; k-- {
		for _, g := range p.goals[p.groups[k]:p.from] {
			if g.Kind != Plant {
				break
			}
			c, ok := p.r.Version.CropOf(g.Items[0])
			if !ok || !c.Field {
				p.at = start
				return false
			}
			sown = append(sown, Goal{Kind: Grow, Name: c.Harvest, Items: []string{c.Harvest}, Count: g.Count, Refers: true})
		}
	}
	if sown == nil {
		p.at = start
		return false
	}
	p.ripening = false
	p.goals = append(p.goals, sown...)
	return true
}

// harvestsPlanted says that a goal from begun on is about what the sentence
// planted, without meaning it all: another field must not stand in.
func (p *parser) harvestsPlanted(begun int) bool {
	for _, sown := range p.goals[:begun] {
		if sown.Kind != Plant {
			continue
		}
		for _, g := range p.goals[begun:] {
			grown := slices.ContainsFunc(g.Items, func(item string) bool {
				return slices.ContainsFunc(sown.Items, func(seed string) bool {
					c, ok := p.r.Version.CropOf(seed)
					return item == seed || ok && (item == c.Item || item == c.Harvest || item == c.Block)
				})
			})
			if grown || g.Refers {
				return true
			}
		}
	}
	return false
}

// ripens are the times of a harvest, which waits for them.
var ripens = newPhrases("for it to grow", "it to grow", "until it grows", "until it has grown", "until it is ripe", "until its ripe", "until it is grown", "for them to grow", "them to grow", "until they grow", "until they have grown", "until they are ripe", "till it grows", "till it is ripe", "till its ripe", "for it to ripen", "it to ripen", "until fully grown", "until it is fully grown", "until they are fully grown", "for the crops to grow", "the crops to grow")
