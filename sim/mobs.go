// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// attackSeconds is the pause between two full hits: a sword's 1.6 a second.
const attackSeconds = 0.625

// attack kills mobs of one kind and picks up what they leave.
func (x *run) attack() *game.Failure {
	a := x.action
	mob, ok := x.data.Mob(a.Target)
	if !ok {
		return fail(game.CodeNotFound, "there is no mob %q in Minecraft %s", a.Target, x.data.Name)
	}
	killed := 0
	for want := a.Count(); killed < want; {
		if m := x.nearestProwler(); m != nil && mob.Name == monster {
			if failure := x.hunt(m); failure != nil {
				return failure
			}
			killed++
			x.result.Killed = intp(killed)
			continue
		}
		f, ok := x.nearestMob(mob.Name, nil)
		if !ok {
			return fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(mob.Name), searchBlocks)
		}
		if failure := x.walk(f.stand); failure != nil {
			return failure
		}
		if failure := x.fight(mob.Health); failure != nil {
			return failure
		}
		if x.killed[mobKey{f.at, mob.Name}] { // somebody else was first
			continue
		}
		x.killed[mobKey{f.at, mob.Name}] = true
		x.slew(mob)
		x.tell(Occurrence{What: Killed, Name: mob.Name, At: f.at})
		killed++
		x.result.Killed = intp(killed)
		x.progress("killed "+game.Display(mob.Name), float64(killed)/float64(want))
		if x.pickUp(Gathered, x.drawDrops(mob.Drops, false), f.at) {
			return fail(game.CodeInventoryFull, "the inventory is full: what the %s left lies at %s", game.Display(mob.Name), f.at)
		}
	}
	return nil
}

// fight strikes until the health of a mob is gone.
func (x *run) fight(health float64) *game.Failure {
	for health > 0 {
		weapon, damage := x.weapon()
		if failure := x.pass(attackSeconds); failure != nil {
			return failure
		}
		health -= damage
		x.player.tire(exhaustionAttack)
		if t := x.toolIn(weapon); t != nil {
			wear := 2
			if t.Class == "sword" {
				wear = 1
			}
			x.wearOut(weapon, wear)
		}
	}
	return nil
}

// weapon is the slot of the best weapon and the damage of a full hit (Minecraft
// Wiki, "Damage": swords 4 to 8, axes 7 to 10; the hand 1). Slot 0 with damage 1
// stands for the hand when nothing better is held.
func (w *World) weapon() (best int, damage float64) {
	best, damage = w.player.selected, 1
	for i := range w.player.inv[:game.SlotsMain] {
		t := w.toolIn(i)
		if t == nil {
			continue
		}
		d := 1.0
		level := map[string]float64{"wood": 0, "gold": 0, "stone": 1, "copper": 1, "iron": 2, "diamond": 3, "netherite": 4}[t.Tier]
		switch t.Class {
		case "sword":
			d = 4 + level
		case "axe":
			d = math.Min(10, 7+2*level)
			if level >= 1 && level < 4 {
				d = 9
			}
		}
		if d > damage {
			best, damage = i, d
		}
	}
	return best, damage
}

// woolGrows is how long a shorn sheep goes until it has eaten grass, in seconds
// (Minecraft Wiki, "Sheep": one tick in a thousand).
const woolGrows = 50

// shear cuts the wool of sheep: one to three of white wool each.
func (x *run) shear() *game.Failure {
	a := x.action
	if a.Target != "sheep" {
		return fail(game.CodeNotFound, "only sheep can be shorn here, not %s", game.Display(a.Target))
	}
	for done := 0; done < a.Count(); done++ {
		tool := -1
		for i := range x.player.inv[:game.SlotsMain] {
			if t := x.toolIn(i); t != nil && t.Class == "shears" {
				tool = i
			}
		}
		if tool < 0 {
			return fail(game.CodeMissingTool, "shearing needs shears")
		}
		f, ok := x.nearestMob("sheep", func(m mobKey) bool { return x.shorn[m] <= x.now })
		if !ok {
			return fail(game.CodeNotFound, "there is no unshorn sheep within %d blocks", searchBlocks)
		}
		if failure := x.workFrom(f.stand, handleSeconds); failure != nil {
			return failure
		}
		x.shorn[mobKey{f.at, "sheep"}] = x.now + woolGrows
		x.wearOut(tool, 1)
		x.tell(Occurrence{What: Shorn, Name: a.Target, At: f.at})
		if x.pickUp(Gathered, []slot{{item: "white_wool", count: 1 + x.rng.IntN(3)}}, f.at) {
			return fail(game.CodeInventoryFull, "the inventory is full: the wool lies at %s", f.at)
		}
	}
	return nil
}

// milk fills buckets at cows.
func (x *run) milk() *game.Failure {
	a := x.action
	if !slices.Contains(x.data.GivenBy(a.Target, "bucket"), "milk_bucket") {
		return fail(game.CodeNotFound, "%s gives no milk", game.Display(a.Target))
	}
	for done := 0; done < a.Count(); done++ {
		if f := x.fillAtMob(a.Target); f != nil {
			return f
		}
	}
	return nil
}

func (x *run) fillAtMob(mob string) *game.Failure {
	if x.player.inv.count("bucket") == 0 {
		return fail(game.CodeMissingItem, "milking needs a bucket")
	}
	f, ok := x.nearestMob(mob, nil)
	if !ok {
		return fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(mob), searchBlocks)
	}
	if failure := x.workFrom(f.stand, handleSeconds); failure != nil {
		return failure
	}
	if failure := x.exchange("bucket", "milk_bucket"); failure != nil {
		return failure
	}
	x.tell(Occurrence{What: Milked, Name: mob, At: f.at})
	return nil
}

// exchange turns one held item into another.
func (x *run) exchange(from, to string) *game.Failure {
	undo := x.player.inv
	if !x.take(from, 1) {
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(from))
	}
	if x.give(to, 1) > 0 {
		x.player.inv = undo
		return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(to))
	}
	x.used(from, 1, to)
	x.items(Filled, to, 1, game.Pos{})
	return nil
}
