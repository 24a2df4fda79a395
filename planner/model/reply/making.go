// SPDX-License-Identifier: MIT

package reply

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// craft names what is made; what only a furnace makes is smelted.
func (n *normaliser) craft(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	f, err := n.lookup(name, anItem, aBlock)
	if err != nil {
		return err
	}
	n.told(name, f)
	a.Kind, a.Recipe = n.v.Maker(f.id), f.id
	inputs := n.inputs(f.id)
	switch {
	case a.Kind != game.Craft, n.craftable(f.id):
		return nil
	case len(inputs) == 0:
		if block, _, ok := n.source(f.id); ok {
			return fmt.Errorf("%s is not crafted; mine %s for it", game.Display(f.id), game.Display(block))
		}
		return nil
	}
	n.note("%s is smelted, not crafted", f.id)
	a.Kind, a.Recipe = game.Smelt, ""
	a.Item = n.input(inputs)
	return nil
}

// craftable says that a grid makes the item from something else than itself in
// another form (ingots from blocks and nuggets), or that such a form is held.
func (n *normaliser) craftable(item string) bool {
	recipes := append([]data.Recipe(nil), n.v.Recipes(item)...)
	if len(n.v.CutsTo(item)) > 0 {
		return true
	}
	return slices.ContainsFunc(recipes, func(r data.Recipe) bool {
		return slices.ContainsFunc(r.Ingredients, func(in data.Ingredient) bool {
			return slices.ContainsFunc(in.Items, func(part string) bool {
				return n.env.State.Count(part) > 0 || !n.madeOf(part, item)
			})
		})
	})
}

// madeOf says that an item is made of another alone.
func (n *normaliser) madeOf(item, from string) bool {
	return slices.ContainsFunc(n.v.Recipes(item), func(r data.Recipe) bool {
		return len(r.Ingredients) == 1 && slices.Contains(r.Ingredients[0].Items, from)
	})
}

// input chooses what goes into the furnace: what is held, else what the plan's
// wood gives, else the usual input that is not only had by silk touch.
func (n *normaliser) input(list []data.Smelting) string {
	best, most := "", 0
	for _, s := range list {
		if c := n.env.State.Count(s.Input); c > most {
			best, most = s.Input, c
		}
	}
	if best != "" {
		return best
	}
	if wood := n.woodInUse(); wood != "" {
		for _, s := range list {
			if s.Input == wood+"_log" {
				return s.Input
			}
		}
	}
	for _, s := range list {
		if _, only := n.dropOf(s.Input); !only {
			return s.Input
		}
	}
	return list[0].Input
}

// inputs lists what is smelted into an item, without the blocks that leave that
// very item when they are mined and without gear that is not held.
func (n *normaliser) inputs(item string) []data.Smelting {
	return slices.DeleteFunc(slices.Clone(n.v.SmeltingTo(item)), func(s data.Smelting) bool {
		if it, ok := n.v.Item(s.Input); ok && it.Stack == 1 && n.env.State.Count(s.Input) == 0 {
			return true
		}
		drop, ok := n.dropOf(s.Input)
		return ok && drop == item
	})
}

// smelt names the input: a product's name, or an ore's, is turned into it.
func (n *normaliser) smelt(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	found, err := n.lookup(name, anItem, aBlock)
	if err != nil {
		return err
	}
	n.told(name, found)
	id := found.id
	if drop, ok := n.dropOf(id); ok && n.env.State.Count(id) == 0 {
		if _, smelts := n.v.SmeltingOf(drop); smelts {
			n.note("%s gives %s, which is smelted", id, drop)
			a.Item = drop
			return nil
		}
		return fmt.Errorf("%s gives %s when it is mined; there is nothing to smelt", game.Display(id), game.Display(drop))
	}
	a.Item = id
	if _, ok := n.v.SmeltingOf(id); ok {
		return nil
	}
	if inputs := n.inputs(id); len(inputs) > 0 {
		a.Item = n.input(inputs)
		n.note("%s comes from smelting %s", id, a.Item)
		return nil
	}
	if n.craftable(id) {
		return fmt.Errorf("%s cannot be smelted; craft it", game.Display(id))
	}
	return fmt.Errorf("%s cannot be smelted", game.Display(id))
}
