package planner

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

// givenBy lists what using an item on a mob gives.
func (d *Desk) givenBy(mob, with string) []string {
	var items []string
	for _, in := range d.rules.version.Interactions() {
		if in.Mob == mob && slices.Contains(in.With, with) && !slices.Contains(items, in.Result) {
			items = append(items, in.Result)
		}
	}
	return items
}

// animals is how many a goal is about: those in view when it is about all.
func (d *Desk) animals(g goalread.Goal) int {
	if n := d.near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// missingOf is how many of a gain are still wanted.
func (d *Desk) missingOf(items []string, n int) int {
	n += d.base(items)
	for _, i := range items {
		n -= d.req.State.Count(i)
	}
	return n
}

func (d *Desk) partShear(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Shear); err != nil {
		return err
	}
	items := d.givenBy(g.Name, "shears")
	if len(items) == 0 {
		return &game.ImpossibleError{Reason: sentence(game.Plural(game.Display(g.Name))) + " are not shorn"}
	}
	if g.Name == "sheep" { // of any colour
		for _, it := range d.rules.version.Items() {
			if strings.HasSuffix(it.Name, "_wool") && !slices.Contains(items, it.Name) {
				items = append(items, it.Name)
			}
		}
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
	if left := min(g.Count-d.did(game.Shear, g.Name), d.missingOf(items, g.Count)); left > 0 {
		p.wants = []techtree.Want{{Items: []string{"shears"}, Count: 1}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Shear, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// partMilk leaves cows to the solver, which milks no other.
func (d *Desk) partMilk(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Milk); err != nil {
		return err
	}
	if !slices.Contains(d.givenBy(g.Name, "bucket"), "milk_bucket") {
		return &game.ImpossibleError{Reason: sentence(game.Plural(game.Display(g.Name))) + " give no milk"}
	}
	items := []string{"milk_bucket"}
	if g.Name == "cow" {
		d.partGain(p, items, g.Count, game.Milk, g.Name)
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
	if left := d.missingOf(items, g.Count); left > 0 {
		p.wants = []techtree.Want{{Items: []string{"bucket"}, Count: left}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Milk, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// partBreed feeds as many pairs as the animals make.
func (d *Desk) partBreed(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Breed); err != nil {
		return err
	}
	m, ok := d.rules.version.Mob(g.Name)
	foods := slices.DeleteFunc(slices.Clone(loves[g.Name]), func(item string) bool { _, ok := d.rules.version.Item(item); return !ok })
	if ok && len(foods) == 0 && m.Category != "animal" && m.Category != "water" {
		return &game.ImpossibleError{Reason: sentence(game.Plural(game.Display(g.Name))) + " are not bred"}
	}
	pairs := (g.Count + 1) / 2
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Breed, Target: g.Name, Count: pairs}}
	left := pairs - d.did(game.Breed, g.Name)
	if left <= 0 {
		return nil
	}
	if len(foods) > 0 {
		p.wants = []techtree.Want{{Items: []string{d.heldOf(foods)}, Count: 2 * left}}
	}
	p.steps = []game.Step{{Action: game.Action{Kind: game.Breed, Target: g.Name, Quantity: left}}}
	return nil
}

// catchesOfRod is how many catches a plan reckons with before a rod breaks: it
// bears 64 (Minecraft Wiki, "Fishing Rod"), and not every catch is a fish.
const catchesOfRod = 50

func (d *Desk) partCatch(p *part) error {
	g := p.goal
	if err := d.require(g, game.Fish); err != nil {
		return err
	}
	if g.Name == "cod" || g.Name == "salmon" || g.Name == "pufferfish" {
		d.partGain(p, g.Items, g.Count, game.Fish, "")
		return nil
	}
	target := g.Name
	if len(g.Items) > 1 {
		target = "fish"
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: g.Items, Count: g.Count}}
	if left := d.missingOf(g.Items, g.Count); left > 0 {
		p.wants = []techtree.Want{{Items: []string{"fishing_rod"}, Count: (left + catchesOfRod - 1) / catchesOfRod}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Fish, Target: target, Quantity: left}}}
	}
	return nil
}

// tilledFor are the seeds that grow on farmland alone (Minecraft Wiki,
// "Farmland").
var tilledFor = []string{"wheat_seeds", "beetroot_seeds", "melon_seeds", "pumpkin_seeds", "torchflower_seeds", "pitcher_pod", "carrot", "potato"}

func (d *Desk) partPlant(p *part) error {
	g := p.goal
	if err := d.require(g, game.Plant); err != nil {
		return err
	}
	item := d.heldOf(g.Items)
	for _, i := range g.Items {
		if d.did(game.Plant, i) > 0 {
			item = i
		}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Plant, Target: item, Count: g.Count}}
	left := g.Count - d.did(game.Plant, item)
	if left <= 0 {
		return nil
	}
	p.wants = []techtree.Want{{Items: []string{item}, Count: left}}
	if plots := g.Count - d.did(game.Till, "grass_block"); plots > 0 && slices.Contains(tilledFor, item) && d.Can(game.Till) {
		p.wants = append(p.wants, techtree.Want{Items: d.hoes(), Count: 1})
		p.steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: "grass_block", Quantity: plots}, Why: "it is planted there"}}
	}
	p.steps = append(p.steps, game.Step{Action: game.Action{Kind: game.Plant, Target: item, Quantity: left}})
	return nil
}

func (d *Desk) partTill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Till); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Till, Target: g.Name, Count: g.Count}}
	if left := g.Count - d.did(game.Till, g.Name); left > 0 {
		p.wants = []techtree.Want{{Items: d.hoes(), Count: 1}}
		p.steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// hoes are the tools that till.
func (d *Desk) hoes() []string {
	var items []string
	for _, it := range d.rules.version.Items() {
		if it.Tool != nil && strings.HasSuffix(it.Name, "_hoe") {
			items = append(items, it.Name)
		}
	}
	return items
}

// rareSeeds are what is planted and has no source but its own crop, by what is
// grown.
var rareSeeds = map[string]string{"carrot": "carrot", "potato": "potato", "melon_slice": "melon_seeds", "pumpkin": "pumpkin_seeds", "sugar_cane": "sugar_cane"}

// partGrow grows a crop. With half as many seeds as are wanted two harvests do.
func (d *Desk) partGrow(p *part) {
	g := p.goal
	d.partGain(p, g.Items, g.Count, game.Harvest, "")
	seed := rareSeeds[g.Name]
	if seed == "" || d.req.State.Count(seed) > 0 || d.missingOf(g.Items, g.Count) <= 0 {
		return
	}
	n := (g.Count + 1) / 2
	if seed != g.Name {
		n = 1 // the plant goes on bearing
	}
	p.holds, p.first = false, []techtree.Want{{Items: []string{seed}, Count: n}}
}
