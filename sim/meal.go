// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// hungryAt is the hunger at which the player eats unasked: sprinting ends there.
const hungryAt = sprintAbove

// meal eats what is held when the player is hungry, before and during an action that
// takes nothing from the inventory. What may harm, and what is worth more than a meal,
// is left (data.Version.Eatable), and so is what the action itself is to bring.
func (x *run) meal() *game.Failure {
	if info, ok := game.Lookup(x.action.Kind); !ok || info.UsesUp || x.action.Kind == game.Chat {
		return nil
	}
	if x.player.hunger > hungryAt || x.eating {
		return nil
	}
	x.eating = true
	defer func() { x.eating = false }()
	for x.player.hunger < healAbove {
		food := x.bestFood(x.brings())
		if food == "" {
			return nil
		}
		x.progress("hungry: eating "+game.Display(food), 0)
		if f := x.eat(food); f != nil {
			return f
		}
	}
	return nil
}

// brings are the items that the action names or may gain.
func (x *run) brings() []string {
	a := &x.action
	list := []string{a.Item, a.Target, a.Recipe}
	drops := func(all []data.Drop) {
		for _, d := range all {
			list = append(list, d.Item)
		}
	}
	if b, ok := x.data.Block(a.Target); ok {
		drops(b.Drops)
	}
	if m, ok := x.data.Mob(a.Target); ok {
		drops(m.Drops)
	}
	if c, ok := x.data.CropOfBlock(a.Target); ok {
		list = append(list, c.Item)
	}
	if a.Kind == game.Fish {
		for _, c := range x.data.Catch() {
			list = append(list, c.Item)
		}
	}
	return list
}

// bestFood is the held food, some items apart, that fills the most without waste,
// empty for none.
func (x *run) bestFood(but []string) string {
	missing := 20 - x.player.hunger
	best, fills := "", 0.0
	for _, s := range x.player.inv {
		it, ok := x.data.Item(s.item)
		if s.count == 0 || !ok || !x.data.Eatable(s.item) || slices.Contains(but, s.item) {
			continue
		}
		fit := min(it.Food.Hunger, missing) - max(0, it.Food.Hunger-missing)
		if best == "" || fit > fills {
			best, fills = s.item, fit
		}
	}
	return best
}
