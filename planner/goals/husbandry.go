package goals

import (
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// animals is how many a goal is about: those in view when it is about all.
func (d *drafter) animals(g Goal) int {
	if n := d.Near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// missingOf is how many of a gain are still wanted.
func (d *drafter) missingOf(items []string, n int) int {
	n += d.Base(items...)
	for _, i := range items {
		n -= d.Request.State.Count(i)
	}
	return n
}

func (d *drafter) partShear(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Shear); err != nil {
		return err
	}
	items := d.Version.GivenBy(g.Name, "shears")
	if len(items) == 0 {
		return &game.ImpossibleError{Reason: game.Sentence(game.Plural(game.Display(g.Name))) + " are not shorn"}
	}
	if g.Name == "sheep" { // of any colour
		for _, it := range d.Version.Items() {
			if strings.HasSuffix(it.Name, "_wool") && !slices.Contains(items, it.Name) {
				items = append(items, it.Name)
			}
		}
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
	left := min(g.Count-d.Did(game.Shear, g.Name), d.missingOf(items, g.Count))
	if g.Used {
		left = d.usedBy(p, game.Shear, g.Name)
	}
	if left > 0 {
		p.Wants = []techtree.Want{{Items: []string{"shears"}, Count: 1}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Shear, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// partMilk leaves cows to the solver, which milks no other.
func (d *drafter) partMilk(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Milk); err != nil {
		return err
	}
	if !slices.Contains(d.Version.GivenBy(g.Name, "bucket"), "milk_bucket") {
		return &game.ImpossibleError{Reason: game.Sentence(game.Plural(game.Display(g.Name))) + " give no milk"}
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

// partBreed feeds as many pairs as the animals make.
func (d *drafter) partBreed(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if err := d.require(g, game.Breed); err != nil {
		return err
	}
	m, ok := d.Version.Mob(g.Name)
	var foods []string
	if ok {
		foods = m.Breeding
	}
	if ok && len(foods) == 0 && m.Category != "animal" && m.Category != "water" {
		return &game.ImpossibleError{Reason: game.Sentence(game.Plural(game.Display(g.Name))) + " are not bred"}
	}
	pairs := (g.Count + 1) / 2
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Breed, Target: g.Name, Count: pairs}}
	left := pairs - d.Did(game.Breed, g.Name)
	if left <= 0 {
		return nil
	}
	if len(foods) > 0 {
		p.Wants = []techtree.Want{{Items: []string{d.MostHeld(foods)}, Count: 2 * left}}
	}
	p.Steps = []game.Step{{Action: game.Action{Kind: game.Breed, Target: g.Name, Quantity: left}}}
	return nil
}

// catchesOfRod is how many catches a plan reckons with before a rod breaks: it
// bears 64 (Minecraft Wiki, "Fishing Rod"), and not every catch is a fish.
const catchesOfRod = 50

func (d *drafter) partCatch(p *part) error {
	g := p.goal
	if err := d.require(g, game.Fish); err != nil {
		return err
	}
	if (g.Name == "cod" || g.Name == "salmon" || g.Name == "pufferfish") && !g.Used {
		d.partGain(p, g.Items, g.Count, game.Fish, "")
		return nil
	}
	target := g.Name
	if len(g.Items) > 1 {
		target = "fish"
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: g.Items, Count: g.Count}}
	left := d.missingOf(g.Items, g.Count)
	if g.Used {
		left = d.usedBy(p, game.Fish, target)
	}
	if left > 0 {
		p.Wants = []techtree.Want{{Items: []string{"fishing_rod"}, Count: (left + catchesOfRod - 1) / catchesOfRod}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Fish, Target: target, Quantity: left}}}
	}
	return nil
}

func (d *drafter) partPlant(p *part) error {
	g := p.goal
	if err := d.require(g, game.Plant); err != nil {
		return err
	}
	item := d.MostHeld(g.Items)
	for _, i := range g.Items {
		if d.Did(game.Plant, i) > 0 {
			item = i
		}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Plant, Target: item, Count: g.Count}}
	left := g.Count - d.Did(game.Plant, item)
	if left <= 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	if plots := g.Count - d.Did(game.Till, "grass_block"); plots > 0 && d.tilled(item) && d.Can(game.Till) {
		p.Wants = append(p.Wants, techtree.Want{Items: d.Version.ToolsOf("hoe"), Count: 1})
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: "grass_block", Quantity: plots}, Why: "it is planted there"}}
	}
	p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Plant, Target: item, Quantity: left}})
	return nil
}

func (d *drafter) partTill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Till); err != nil {
		return err
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Till, Target: g.Name, Count: g.Count}}
	if left := g.Count - d.Did(game.Till, g.Name); left > 0 {
		p.Wants = []techtree.Want{{Items: d.Version.ToolsOf("hoe"), Count: 1}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: g.Name, Quantity: left}}}
	}
	return nil
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
	seconds := math.Ceil(techtree.Ripens(g.Name))
	p.Steps = []game.Step{
		{Action: game.Action{Kind: game.Wait, Seconds: seconds}, Why: "for " + game.Display(g.Name) + " to ripen", Seconds: seconds},
		{Action: game.Action{Kind: game.Harvest, Target: g.Name, Quantity: left}},
	}
	return nil
}

// tilled says that an item is planted on farmland alone.
func (d *drafter) tilled(seed string) bool {
	crop, ok := d.Version.CropOf(seed)
	return ok && crop.Farmland
}

// usedBy has a goal whose product a later one uses up shown by the actions that
// brought it, and returns how many of them are left.
func (d *drafter) usedBy(p *part, k game.Kind, target string) int {
	p.checks = []game.Check{{Kind: game.CheckDone, Action: k, Target: target, Count: p.goal.Count}}
	return p.goal.Count - d.Did(k, target)
}
