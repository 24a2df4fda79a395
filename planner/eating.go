package planner

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// fullHunger is a full hunger bar (Minecraft Wiki, "Hunger").
const fullHunger = 20

// alwaysGoesDown says that something is eaten or drunk on a full stomach too
// (Minecraft Wiki, "Food"): such is consumed for what else it does.
func alwaysGoesDown(item string) bool {
	switch item {
	case "golden_apple", "enchanted_golden_apple", "chorus_fruit", "honey_bottle", "suspicious_stew", "milk_bucket", "potion", "ominous_bottle":
		return true
	}
	return false
}

func (d *Desk) partEat(p *part) error {
	g := p.goal
	if err := d.require(g, game.Consume); err != nil {
		return err
	}
	if len(g.Items) == 1 && alwaysGoesDown(g.Items[0]) {
		item := g.Items[0]
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Consume, Target: item, Count: 1}}
		if d.did(game.Consume, item) == 0 {
			p.wants = []techtree.Want{{Items: g.Items, Count: 1}}
			p.steps = []game.Step{{Action: game.Action{Kind: game.Consume, Item: item}}}
		}
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckAte}}
	if h := d.req.State.Hunger; h != nil && *h >= fullHunger {
		if d.did(game.Consume, "") == 0 {
			d.notice("You are not hungry, so nothing was eaten.")
		}
		return nil
	}
	if h, b := d.req.State.Hunger, d.req.Baseline.Hunger; h != nil && b != nil && *h > *b {
		return nil
	}
	items := g.Items
	if len(items) == 0 {
		items = d.foods()
	}
	if item := d.bestFood(items); item != "" {
		items = []string{item}
	}
	p.wants = []techtree.Want{{Items: items, Count: 1}}
	p.steps = []game.Step{{Action: game.Action{Kind: game.Consume}}}
	return nil
}

// foods lists what may be eaten without a second thought.
func (d *Desk) foods() []string {
	var out []string
	for _, it := range d.rules.version.Items() {
		switch it.Name {
		case "rotten_flesh", "spider_eye", "poisonous_potato", "pufferfish", "chicken", "suspicious_stew", "chorus_fruit", "golden_apple", "enchanted_golden_apple":
			continue
		}
		if it.Food != nil {
			out = append(out, it.Name)
		}
	}
	return out
}

// isFood says that something may be eaten without a second thought.
func (d *Desk) isFood(item string) bool { return slices.Contains(d.foods(), item) }

// bestFood is the held food that fills most, empty for none.
func (d *Desk) bestFood(items []string) string {
	best, fill := "", 0.0
	for _, i := range items {
		it, ok := d.rules.version.Item(i)
		if ok && it.Food != nil && d.req.State.Count(i) > 0 && it.Food.Hunger > fill {
			best, fill = i, it.Food.Hunger
		}
	}
	return best
}
