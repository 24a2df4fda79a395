// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/language"
)

func enchantRow() Frame {
	return Frame{
		Kind: Enchant, Grade: game.Seen,
		Met:      "lapis lazuli was used up for it at an enchanting table; which enchantment comes is left to chance",
		Examples: []string{"enchant my pickaxe"},
		draft:    (*drafter).partEnchant, needs: []game.Kind{game.Enchant},
		slots: "thing", spoken: (*speech).enchants,
	}
}

// enchants takes one thing that an enchanting table takes.
func (s *speech) enchants(*language.Value) bool {
	return s.about(slotThing, Goal{}, func(g *Goal, t *saidThing) bool {
		q := t.Quantity
		one := q.Number <= 1 && !q.Stacks && !q.Relative() && !g.All
		return one && !slices.ContainsFunc(g.Items, func(id string) bool { return !s.r.item(id).Enchantable })
	})
}

// partEnchant enchants the best that is held of some items and not enchanted yet, where none is the best that is made on the way.
// Levels come with what is mined and killed on the way: only who had too few fights for them.
func (d *drafter) partEnchant(p *part) error {
	g := p.goal
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Enchant, Items: g.Items, Count: 1}}
	if slices.ContainsFunc(g.Items, func(id string) bool { return d.Did(game.Enchant, id) > 0 }) {
		return nil
	}
	best := -1 // the last of a group is the best
	for _, st := range d.Request.State.Inventory {
		if len(st.Enchantments) == 0 {
			best = max(best, slices.Index(g.Items, st.Item))
		}
	}
	item, wanted := "", d.cheap(g.Items)
	if best >= 0 {
		item, wanted = g.Items[best], g.Items[best:best+1]
	}
	p.want(1, "lapis_lazuli")
	p.Tool(wanted)
	if _, near := d.Seen()[data.StationEnchanting]; !near && !slices.Contains(d.PlacedBefore(), data.StationEnchanting) {
		p.Tool([]string{data.StationEnchanting})
	}
	if d.TooFewLevels() {
		fight := game.Action{Kind: game.Attack, Target: "zombie", Quantity: fights}
		p.Steps = append(p.Steps, game.Step{Action: fight, Because: game.Say("step.levels")})
	}
	p.do(game.Action{Kind: game.Enchant, Item: item})
	return nil
}

// fights is how many zombies, of five points each, are fought for the two levels that the
// first offer takes at most: sixteen points (Minecraft Wiki, "Experience").
const fights = 4
