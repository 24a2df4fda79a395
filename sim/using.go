// SPDX-License-Identifier: MIT

package sim

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// nestSeconds is how long a bee nest takes to be full of honey again: about a
// day of its bees (Minecraft Wiki, "Bee Nest").
const nestSeconds = 1200

// interaction is what using an item on a block or mob gives.
func (w *World) interaction(item, what string) (data.Interaction, bool) {
	for _, in := range w.data.Interactions() {
		if in.Block+in.Mob == what && slices.Contains(in.With, item) {
			return in, true
		}
	}
	return data.Interaction{}, false
}

// useOn uses a held item on a block or mob in reach, by the version's table; what
// has no entry there is used without effect.
func (x *run) useOn(item, what string, at game.Pos) *game.Failure {
	if f := x.fields[at]; f != nil && item == "bone_meal" {
		x.take(item, 1)
		x.used(item, 1, what)
		x.fertilise(at, f)
		return nil
	}
	in, ok := x.interaction(item, what)
	if !ok {
		return nil
	}
	nest := strings.HasPrefix(what, "bee")
	if nest && x.emptied[at] > x.now {
		return fail(game.CodeNotFound, "the %s is not full of honey yet", game.Display(what))
	}
	becomes := becomesOf(in, what)
	if becomes != "" {
		if f := x.protected(at); f != nil {
			return f
		}
	}
	undo := x.player.inv
	if in.Spent {
		x.take(item, 1)
	}
	given := 0
	if becomes == "" || becomes == "air" {
		n := x.amount(in.Min, in.Max)
		if x.give(in.Result, n) > 0 {
			x.player.inv = undo
			return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(in.Result))
		}
		given = n
	}
	if in.Spent {
		x.used(item, 1, in.Result)
	}
	x.items(Filled, in.Result, given, at)
	if !in.Spent {
		x.wearHeld(item)
	}
	x.turn(at, becomes)
	if nest {
		x.emptied[at] = x.now + nestSeconds
	}
	if in.Mob != "" && strings.HasSuffix(in.Result, "_bucket") && in.Result != "milk_bucket" {
		x.killed[mobKey{at, what}] = true // it is in the bucket now
	}
	return nil
}

// becomesOf is the block that stands where something was used: air if it is gone, empty if it stays as it is.
func becomesOf(in data.Interaction, what string) string {
	switch {
	case in.Turns, strings.HasSuffix(in.Result, "_concrete"):
		return in.Result
	case what == "powder_snow", what == "lava":
		return "air"
	}
	return ""
}

// turn makes a block into what using something on it leaves.
func (x *run) turn(at game.Pos, becomes string) {
	switch becomes {
	case "":
	case "air":
		x.alter(at, "", game.WhyGoal)
		delete(x.placed, at)
	default:
		x.alter(at, becomes, game.WhyGoal)
		x.placed[at] = becomes
		x.tell(Occurrence{What: Stands, Name: becomes, At: at})
	}
}

// wearHeld wears one use off an item that is held.
func (x *run) wearHeld(item string) {
	for i := range x.player.inv[:game.SlotsMain] {
		if s := x.player.inv[i]; s.count > 0 && s.item == item {
			if it, ok := x.data.Item(item); ok && it.Durability > 0 {
				x.wearOut(i, 1)
			}
			return
		}
	}
}
