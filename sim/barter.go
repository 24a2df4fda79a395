// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// ponder is how long a piglin looks at an ingot, in seconds (Minecraft Wiki, "Bartering").
const ponder = 6.05

// barter gives ingots to a piglin one by one and picks up what it throws back, with a piece
// of golden armour worn.
func (x *run) barter() *game.Failure {
	a, b := x.action, x.data.Bartering()
	if len(b.Offers) == 0 || a.Item != b.Given {
		return fail(game.CodeInvalid, "nobody gives anything for %s in Minecraft %s", game.Display(a.Item), x.data.Name)
	}
	if x.player.inv.count(a.Item) == 0 {
		return fail(game.CodeMissingItem, "bartering needs 1 more %s", game.Display(a.Item))
	}
	if !slices.ContainsFunc(b.Worn, func(piece string) bool { return x.player.inv.count(piece) > 0 }) {
		return fail(game.CodeMissingTool, "piglins attack who wears no gold: hold a piece of golden armour")
	}
	f, ok := x.nearestMob(b.Mob, nil)
	if !ok {
		return fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(b.Mob), searchBlocks)
	}
	if failure := x.walk(f.stand); failure != nil {
		return failure
	}
	x.dress(b.Worn)
	gained := 0
	for given := range a.Count() {
		if a.Until != nil && gained >= a.Until.Count {
			break
		}
		if !x.take(a.Item, 1) {
			return fail(game.CodeMissingItem, "the %s are gone after %d", game.Display(a.Item), given)
		}
		x.used(a.Item, 1, "")
		if failure := x.pass(ponder); failure != nil {
			return failure
		}
		got := x.thrownBack(b.Offers)
		if a.Until != nil && got.item == a.Until.Item {
			gained += got.count
		}
		if x.pickUp(Gathered, []slot{got}, x.feet()) {
			return fail(game.CodeInventoryFull, "the inventory is full: the %s lies here", game.Display(got.item))
		}
		x.progress("bartered for "+game.Display(got.item), float64(given+1)/float64(a.Count()))
	}
	return nil
}

// dress puts on the first piece that is held, where none is worn.
func (x *run) dress(pieces []string) {
	worn := x.player.inv[game.SlotsMain:game.SlotOffhand]
	if slices.ContainsFunc(worn, func(s slot) bool { return s.count > 0 && slices.Contains(pieces, s.item) }) {
		return
	}
	for i := range x.player.inv[:game.SlotsMain] {
		s := &x.player.inv[i]
		if at, ok := armourSlots[x.data.Slot(s.item)]; ok && s.count > 0 && slices.Contains(pieces, s.item) {
			*s, x.player.inv[at] = x.player.inv[at], *s
			return
		}
	}
}

// thrownBack draws one of the offers by their weights, and how many of it.
func (x *run) thrownBack(offers []data.Offer) slot {
	o := drawn(x.rng, offers, func(o data.Offer) int { return o.Weight })
	return slot{item: o.Item, count: o.Min + x.rng.IntN(o.Max-o.Min+1)}
}
