// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Durations of small acts, in seconds.
const (
	handleSeconds = 0.25 // moving a stack, throwing, using once
	eatSeconds    = 1.6  // Minecraft Wiki, "Food": 32 ticks
)

// collect picks up items that lie around.
func (x *run) collect() *game.Failure {
	a := x.action
	radius := cmp.Or(a.Radius, 16)
	start := x.player.inv.count(a.Item)
	for want := a.Count(); x.player.inv.count(a.Item)-start < want; {
		best, least := x.nearestLitter(a.Item, radius)
		if best < 0 {
			if f := x.awaitEgg(radius); f != nil {
				return f
			}
			continue
		}
		at := x.litter[best].at
		if stand, ok := x.beside(at); ok && least > 1.5 {
			if f := x.walk(stand); f != nil {
				return f
			}
		} else if f := x.pass(handleSeconds); f != nil {
			return f
		}
		if !slices.ContainsFunc(x.litter, func(l litter) bool { return l.item == a.Item && l.at == at }) {
			continue // somebody else took it
		}
		if !x.pickUpLitter(a.Item, at) {
			return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(a.Item))
		}
	}
	return nil
}

// nearestLitter is the index of the nearest item of a kind that lies within a radius, and how far it
// is; -1 if none does.
func (x *run) nearestLitter(item string, radius float64) (best int, least float64) {
	best, least = -1, math.Inf(1)
	for i, l := range x.litter {
		if l.item != item || l.at.Dimension != x.player.dimension {
			continue
		}
		if d := x.player.at.Distance(l.at.Center()); d <= radius && d < least {
			best, least = i, d
		}
	}
	return best, least
}

// layEvery is how often one hen lays an egg, in seconds (Minecraft Wiki, "Egg":
// every 5 to 10 minutes).
const layEvery = 450

// laid is the egg that a hen lays. Those of warm and cold places lay brown and
// blue ones from 1.21.5 on (Minecraft Wiki, "Chicken"); here each herd is of one
// of the three kinds.
func (w *World) laid(hen mobKey) string {
	others := w.data.Laid()
	if len(others) == 0 {
		return "egg"
	}
	lot := lotOf(hen.at.X, hen.at.Z)
	return slices.Concat([]string{"egg"}, others)[w.land.hash("climate", lot[0], lot[1])%uint64(1+len(others))]
}

// awaitEgg goes to the nearest hens and waits for one of them to lay, when it is
// eggs that are collected.
func (x *run) awaitEgg(radius float64) *game.Failure {
	item := x.action.Item
	none := fail(game.CodeNotFound, "no %s lies within %g blocks", game.Display(item), radius)
	switch {
	case item == "egg", slices.Contains(x.data.Laid(), item):
	case slices.ContainsFunc(x.data.Mobs(), func(m *data.Mob) bool { return slices.Contains(m.Shed, item) }):
		return x.awaitScute()
	default:
		return none
	}
	f, ok := x.nearestMob("chicken", func(m mobKey) bool { return x.laid(m) == item })
	if !ok {
		return none
	}
	if failure := x.walk(f.stand); failure != nil {
		return failure
	}
	hens := len(x.adults("chicken", x.land.site(x.land.layers[0], lotOf(f.at.X, f.at.Z))))
	if failure := x.linger(x.now+layEvery/float64(hens), "waiting for an egg", 0); failure != nil {
		return failure
	}
	x.scatter(slot{item: item, count: 1}, f.at)
	return nil
}

// pickUpLitter takes what lies at a place, and reports whether anything fitted.
func (x *run) pickUpLitter(item string, at game.Pos) bool {
	any := false
	for i := 0; i < len(x.litter); i++ {
		l := &x.litter[i]
		if l.item != item || l.at != at {
			continue
		}
		left := x.stow(x.player.inv[:game.SlotsMain], l.slot)
		x.items(PickedUp, item, l.count-left, at)
		any = any || left < l.count
		if l.count = left; left == 0 {
			x.litter = append(x.litter[:i], x.litter[i+1:]...)
			i--
		}
	}
	return any
}

// armourSlots are the protocol's equipment slots in the inventory's order.
var armourSlots = map[string]int{"feet": 36, "legs": 37, "torso": 38, "head": 39, "off_hand": game.SlotOffhand}

// equip takes an item in hand or puts it on.
func (x *run) equip() *game.Failure {
	a := x.action
	place := cmp.Or(a.Slot, x.data.Slot(a.Item))
	if armour := x.data.Slot(a.Item); place != "hand" && place != "off_hand" && armour != place {
		return fail(game.CodeInvalid, "%s cannot be worn there", game.Display(a.Item))
	}
	to := x.player.selected
	if place != "hand" {
		to = armourSlots[place]
	}
	inv := &x.player.inv
	if inv[to].count > 0 && inv[to].item == a.Item {
		return nil
	}
	from := slices.IndexFunc(inv[:], func(s slot) bool { return s.count > 0 && s.item == a.Item })
	if from < 0 {
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(a.Item))
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	if place == "hand" && from < 9 {
		x.player.selected = from
		return nil
	}
	inv[from], inv[to] = inv[to], inv[from]
	return nil
}

// consume eats or drinks one item.
func (x *run) consume() *game.Failure {
	item := x.action.Item
	it, ok := x.data.Item(item)
	if !ok || (it.Food == nil && item != "milk_bucket" && !it.Drink) {
		return fail(game.CodeInvalid, "%s cannot be eaten or drunk", game.Display(item))
	}
	if x.player.inv.count(item) == 0 {
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(item))
	}
	p := &x.player
	if p.hunger >= 20 && it.Food != nil && !it.Always {
		return fail(game.CodeNotHungry, "the player is not hungry")
	}
	return x.eat(item)
}

// eat takes one item that is held and can be eaten or drunk.
func (x *run) eat(item string) *game.Failure {
	if f := x.pass(eatSeconds); f != nil {
		return f
	}
	x.take(item, 1)
	x.items(Eaten, item, -1, game.Pos{})
	p := &x.player
	if it, ok := x.data.Item(item); ok && it.Food != nil {
		p.hunger = min(20, p.hunger+it.Food.Hunger)
		p.saturation = min(p.hunger, p.saturation+it.Food.Saturation)
	}
	x.leave(emptied(item))
	return nil
}

// leave puts what is left of something into the inventory, or at the player's
// feet when that is full.
func (x *run) leave(item string) {
	switch {
	case item == "":
	case x.give(item, 1) > 0:
		x.scatter(slot{item: item, count: 1}, x.feet())
	default:
		x.items(Emptied, item, 1, game.Pos{})
	}
}

// emptied is what is left in hand after eating or drinking.
func emptied(item string) string {
	switch {
	case strings.HasSuffix(item, "_stew"), strings.HasSuffix(item, "_soup"):
		return "bowl"
	case item == "honey_bottle", item == "potion", strings.HasSuffix(item, "_potion"):
		return "glass_bottle"
	case item == "milk_bucket":
		return "bucket"
	}
	return ""
}

// drop throws items down two blocks away, or for the owner beside them.
func (x *run) drop() *game.Failure {
	a := x.action
	if a.To != "" && !x.isOwner(a.To) {
		return fail(game.CodeNotFound, "there is no player %q here", a.To)
	}
	n := a.Count()
	if have := x.player.inv.count(a.Item); have < n {
		return fail(game.CodeMissingItem, "there are only %s in the inventory", game.Counted(have, a.Item))
	}
	if a.To != "" {
		if f := x.toOwner(); f != nil {
			return f
		}
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	if a.To != "" {
		x.hand(x.pull(a.Item, n))
		return nil
	}
	at := x.feet()
	at.X += 2
	for _, s := range x.pull(a.Item, n) {
		x.items(Thrown, s.item, -s.count, at)
		x.scatter(s, at)
	}
	return nil
}

// store moves items into or out of a chest.
func (x *run) store() *game.Failure {
	a := x.action
	p := x.named(*a.At)
	if _, ok := x.chests[p]; !ok {
		return fail(game.CodeNotFound, "there is no container at %s", a.At)
	}
	if f := x.workAt(p, 2*handleSeconds); f != nil {
		return f
	}
	chest := x.chests[p]
	n, held := a.Count(), x.player.inv.count(a.Item)
	var full bool
	if a.Kind == game.Deposit {
		if have := x.player.inv.count(a.Item); have < n {
			return fail(game.CodeMissingItem, "there are only %s in the inventory", game.Counted(have, a.Item))
		}
		full = x.move(x.pull(a.Item, n), chest, x.player.inv[:game.SlotsMain])
	} else {
		have := countIn(chest, a.Item)
		if have < n {
			return fail(game.CodeMissingItem, "there are only %s in the container", game.Counted(have, a.Item))
		}
		full = x.move(pullFrom(chest, a.Item, n), x.player.inv[:game.SlotsMain], chest)
	}
	what := Stored
	if a.Kind == game.Withdraw {
		what = Withdrawn
	}
	x.items(what, a.Item, x.player.inv.count(a.Item)-held, p)
	if full {
		return fail(game.CodeInventoryFull, "not all %s fitted", game.Display(a.Item))
	}
	x.lookInto(p)
	return nil
}

// countIn counts an item in the slots of a container.
func countIn(slots []slot, item string) int {
	n := 0
	for _, s := range slots {
		if s.count > 0 && s.item == item {
			n += s.count
		}
	}
	return n
}

// lookInto has the result tell what a container holds.
func (x *run) lookInto(p game.Pos) {
	x.result.Contents = []game.Stack{}
	for i, s := range x.chests[p] {
		if s.count > 0 {
			x.result.Contents = append(x.result.Contents, game.Stack{Slot: i, Item: s.item, Count: s.count})
		}
	}
}

// move puts stacks into slots, and back where they came from what does not fit.
func (x *run) move(stacks []slot, to, back []slot) (full bool) {
	for _, s := range stacks {
		if s.count = x.stow(to, s); s.count > 0 {
			x.stow(back, s)
			full = true
		}
	}
	return full
}

func pullFrom(slots []slot, item string, n int) []slot {
	var out []slot
	for i := range slots {
		out, n = slots[i].pull(out, item, n)
	}
	return out
}
