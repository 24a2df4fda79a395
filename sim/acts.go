// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"math"
	"strings"

	"github.com/minehand/minehand/game"
)

// say puts a line into the chat.
func (x *run) say() *game.Failure {
	if strings.HasPrefix(x.action.Message, "/") {
		return fail(game.CodeDenied, "the world takes no commands: %q", x.action.Message)
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	x.chat = append(x.chat, x.action.Message)
	x.tell(Occurrence{What: Said, Name: x.action.Message})
	return nil
}

// approachTarget walks to the block or mob that an action names, by place or by
// name, and returns what it is.
func (x *run) approachTarget() (string, game.Pos, *game.Failure) {
	a := x.action
	if a.At != nil {
		p := x.named(*a.At)
		b := x.blockAt(p)
		if b != "" && (a.Target == "" || a.Target == b) {
			return b, p, x.near(p)
		}
		if a.Target == "" {
			return "", p, fail(game.CodeNotFound, "there is nothing at %s", a.At)
		}
	}
	if x.isOwner(a.Target) {
		return a.Target, x.owner.at, x.toOwner()
	}
	name := game.Name(a.Target)
	if _, ok := x.data.Mob(name); ok {
		f, found := x.nearestMob(name, nil)
		if !found {
			return "", f.at, fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(a.Target), searchBlocks)
		}
		return name, f.at, x.walk(f.stand)
	}
	f, found := x.nearest(name)
	if !found {
		return "", f.at, fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(a.Target), searchBlocks)
	}
	return name, f.at, x.walk(f.stand)
}

// interact uses a block or mob once; a bed at night is slept in, a container looked into.
func (x *run) interact() *game.Failure {
	what, at, f := x.approachTarget()
	if f != nil {
		return f
	}
	if b, known := x.data.Block(what); known && b.Moved != "" {
		return x.swing(what, at)
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	if _, ok := x.chests[at]; ok {
		x.lookInto(at)
	}
	if isBed(what) && x.canSleep() {
		x.toMorning()
		x.tell(Occurrence{What: Slept, At: x.feet()})
	}
	return nil
}

// swing opens or shuts a door, or pulls a lever, unless it stands as it was asked to.
func (x *run) swing(block string, at game.Pos) *game.Failure {
	b, _ := x.data.Block(block)
	so, known := game.Shows(x.stateAt(at), x.action.As)
	switch {
	case x.action.As != "" && !known:
		return fail(game.CodeInvalid, "%s is never %s", game.Display(b.Name), x.action.As)
	case so:
		x.result.Already = true
	case b.Locked:
		return fail(game.CodeDenied, "%s is not moved by hand: it takes redstone", game.Display(b.Name))
	default:
		if f := x.pass(handleSeconds); f != nil {
			return f
		}
		x.moved[at] = !x.moved[at]
	}
	x.result.Stands = x.stateAt(at)
	return nil
}

// use uses an item: a bottle on water, water on lava, and what the version's
// table of interactions holds (see useOn); food is eaten.
func (x *run) use() *game.Failure {
	a := x.action
	item := cmp.Or(a.Item, x.player.inv[x.player.selected].item)
	if item != "" && x.player.inv.count(item) == 0 {
		return fail(game.CodeMissingItem, "there is no %s in the inventory", game.Display(item))
	}
	if a.Target == "" && a.At == nil {
		return x.useInHand(item)
	}
	what, at, f := x.approachTarget()
	if f != nil {
		return f
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	switch {
	case item == "glass_bottle" && what == "water":
		return x.exchange("glass_bottle", "potion")
	case item == "water_bucket" && what == "lava":
		return x.quench(at)
	}
	return x.useOn(item, what, at)
}

// useInHand uses an item on nothing: eats, drinks or throws it.
func (x *run) useInHand(item string) *game.Failure {
	if it, ok := x.data.Item(item); ok && it.Food != nil {
		x.action.Item = item
		return x.consume()
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	if it, ok := x.data.Item(item); ok && it.Thrown {
		x.take(item, 1)
	}
	return nil
}

// quench pours water on lava, which becomes obsidian.
func (x *run) quench(at game.Pos) *game.Failure {
	if f := x.protected(at); f != nil {
		return f
	}
	if f := x.exchange("water_bucket", "bucket"); f != nil {
		return f
	}
	x.alter(at, "obsidian", game.WhyGoal)
	x.placed[at] = "obsidian"
	x.tell(Occurrence{What: Stands, Name: "obsidian", At: at})
	return nil
}

// look turns to a place or thing.
func (x *run) look() *game.Failure {
	if x.action.At == nil && !(x.isOwner(x.action.Target) && x.ownerInView() != nil) {
		name := game.Name(x.action.Target)
		if _, ok := x.data.Mob(name); ok {
			if _, found := x.nearestMob(name, nil); !found {
				return fail(game.CodeNotFound, "there is no %s in sight", game.Display(x.action.Target))
			}
		} else if _, found := x.nearest(name); !found {
			return fail(game.CodeNotFound, "there is no %s in sight", game.Display(x.action.Target))
		}
	}
	return x.pass(handleSeconds)
}

// wait lets time pass: for seconds, or until day or night.
func (x *run) wait() *game.Failure {
	seconds := x.action.Seconds
	if u := x.action.Until; u != nil {
		to := nightBegins
		if u.Phase == "day" {
			to = nightEnds
		}
		t := x.timeOfDay()
		if night := t >= nightBegins && t < nightEnds; night == (u.Phase == "night") {
			return nil
		}
		seconds = float64((to-t+ticksPerDay)%ticksPerDay) / ticksPerSecond
	} else if seconds == 0 {
		return x.pass(math.Inf(1))
	}
	return x.linger(x.now+seconds, x.action.Describe(), 0)
}

// sightBlocks is how far a player sees, in blocks.
const sightBlocks = 48

// biomeOf is the one biome that a dimension has here.
func biomeOf(dimension string) string {
	switch dimension {
	case nether:
		return "nether_wastes"
	case end:
		return "the_end"
	}
	return "plains"
}

// explore walks towards what it looks for until that is in sight: a block, a
// mob, the biome, or what a structure is made of.
func (x *run) explore() *game.Failure {
	a := x.action
	most := cmp.Or(a.MaxBlocks, 500)
	if a.MaxSeconds > 0 {
		most = min(most, int(a.MaxSeconds*walkSpeed))
	}
	if a.For == biomeOf(x.player.dimension) {
		at := x.player.at
		x.result.Position, x.result.Searched = &at, intp(0)
		return x.pass(handleSeconds)
	}
	f, ok := x.nearestOf(a.For)
	from := x.player.at
	way := from.Distance(f.stand.Center())
	searched := min(float64(most), max(0, way-sightBlocks))
	if !ok || f.stand.Dimension != x.player.dimension || way > float64(most)+sightBlocks {
		if failure := x.pass(float64(most) / walkSpeed); failure != nil {
			return failure
		}
		return fail(game.CodeNotFound, "no %s came in sight within %d blocks", game.Display(a.For), most)
	}
	if searched > 0 {
		if failure := x.goTowards(f.stand.Center(), searched, searched/way); failure != nil {
			return failure
		}
	}
	at := f.at.Center()
	x.result.Position = &at // where it is
	x.result.Searched = intp(int(searched))
	return nil
}

// nearestOf finds the nearest mob, block or building of a name.
func (x *run) nearestOf(name string) (find, bool) {
	if _, mob := x.data.Mob(name); mob {
		return x.nearestMob(name, nil)
	}
	if _, block := x.data.Block(name); block {
		return x.nearest(name)
	}
	return x.nearestSite(x.feet(), func(f *feature) bool {
		b, known := x.data.Block(f.block)
		return known && !b.Natural && b.Structure == name
	}, func(s *site) (find, bool) { return find{at: s.stand, stand: s.stand}, true })
}

// goTowards walks some blocks of the way to a goal, which are a share of it.
func (x *run) goTowards(goal game.Vec3, blocks, share float64) *game.Failure {
	from := x.player.at
	if failure := x.pass(blocks / walkSpeed); failure != nil {
		return failure
	}
	to := game.Vec3{X: from.X + (goal.X-from.X)*share, Y: from.Y, Z: from.Z + (goal.Z-from.Z)*share}.Block()
	to.Dimension = x.player.dimension
	if stand, ok := x.footing(to, 4); ok {
		x.player.at = stand.Center()
	}
	return nil
}

// follow stays near a mob or the owner, who stand still.
func (x *run) follow() *game.Failure {
	if x.isOwner(x.action.Target) {
		if f := x.toOwner(); f != nil {
			return f
		}
		return x.wait()
	}
	f, ok := x.nearestMob(game.Name(x.action.Target), nil)
	if !ok {
		return fail(game.CodeNotFound, "there is no %s to follow", game.Display(x.action.Target))
	}
	if failure := x.walk(f.stand); failure != nil {
		return failure
	}
	return x.wait()
}

func (w *World) canSleep() bool {
	t := w.timeOfDay()
	return t >= bedFrom && t < bedUntil
}

// toMorning turns the clock of the world to six in the morning.
func (w *World) toMorning() {
	w.offset += float64((ticksPerDay - w.timeOfDay()) % ticksPerDay)
}

// sleepSeconds is how long falling asleep takes (Minecraft Wiki, "Bed").
const sleepSeconds = 5

// sleep spends the night in a bed.
func (x *run) sleep() *game.Failure {
	var bed game.Pos
	found := false
	if at := x.action.At; at != nil {
		bed = x.named(*at)
		found = isBed(x.blockAt(bed))
	} else {
		var beds []string
		for _, b := range x.placed {
			if isBed(b) {
				beds = append(beds, b)
			}
		}
		bed, found = x.station(beds)
	}
	if !found {
		return fail(game.CodeNoBed, "there is no bed within %d blocks", stationReach)
	}
	if !x.canSleep() {
		return fail(game.CodeNotNight, "one can sleep only at night")
	}
	if f := x.workAt(bed, sleepSeconds); f != nil {
		return f
	}
	x.toMorning()
	x.tell(Occurrence{What: Slept, At: bed})
	return nil
}
