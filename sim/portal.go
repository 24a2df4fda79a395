// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// gate is what opens the way to another dimension: the things used up and the one that
// is only worn. Afterwards the portal stands.
type gate struct {
	item   string
	count  int
	wears  string
	scale  int // blocks of the overworld to one there
	needed string
}

// gates (Minecraft Wiki, "Nether portal", "End portal"). The one to the End is opened
// wherever the player is: the world has no stronghold.
var gates = map[string]gate{
	nether: {item: "obsidian", count: 10, wears: "flint_and_steel", scale: 8, needed: "10 obsidian and a flint and steel"},
	end:    {item: "ender_eye", count: 12, scale: 0, needed: "12 eyes of ender"},
}

// standInPortal is how long one stands in a portal until one is through, in seconds.
const standInPortal = 4.0

// frame is a portal from the ground up, along and upwards: obsidian (#) without its
// corners, and what burns in it (o).
var frame = [...]string{" ## ", "#oo#", "#oo#", "#oo#", " ## "}

// travel takes the player to another dimension, through a portal that is built first
// when none stands.
func (x *run) travel() *game.Failure {
	from, to := x.player.dimension, x.action.Target
	if from == to {
		return x.pass(handleSeconds)
	}
	door := to
	if door == overworld {
		door = from
	}
	if from != overworld && to != overworld {
		return fail(game.CodeUnreachable, "no portal leads from %s to %s", game.WorldName(from), game.WorldName(to))
	}
	f := (*game.Failure)(nil)
	if stand, stands := x.portals[door][from]; stands {
		f = x.walk(stand)
	} else {
		f = x.open(door)
	}
	if f != nil {
		return f
	}
	if f := x.pass(standInPortal); f != nil {
		return f
	}
	there := x.portals[door][to]
	x.player.dimension = to
	x.player.at = there.Center()
	x.event("dimension_changed", map[string]any{"from": from, "to": to})
	at := x.player.at
	x.result.Position = &at
	return nil
}

// open opens the way to a dimension where the player is.
func (x *run) open(door string) *game.Failure {
	g := gates[door]
	if x.player.inv.count(g.item) < g.count || g.wears != "" && x.player.inv.count(g.wears) == 0 {
		return fail(game.CodeMissingItem, "%s lies behind a portal: hold %s for it", game.WorldName(door), g.needed)
	}
	ends := map[string]game.Pos{}
	if g.scale == 0 {
		ends[overworld], ends[end] = x.feet(), x.land.spawn
	} else {
		here, ok := x.portalSite(x.feet())
		if !ok {
			return fail(game.CodeUnreachable, "there is no room for a portal near the player")
		}
		if f := x.workFrom(standAt(here), float64(g.count)*handleSeconds); f != nil {
			return f
		}
		far := game.Pos{X: here.X / g.scale, Y: here.Y, Z: here.Z / g.scale, Dimension: door}
		if there, free := x.portalSite(far); free {
			far = there
		}
		x.raise(here, true)
		x.raise(far, false) // the game sets that one up
		ends[overworld], ends[door] = standAt(here), standAt(far)
	}
	p := ends[end]
	if p.Dimension = door; door == end {
		ends[end] = p
	}
	x.take(g.item, g.count)
	x.used(g.item, g.count, door)
	if i := slices.IndexFunc(x.player.inv[:], func(s slot) bool { return s.item == g.wears && s.count > 0 }); g.wears != "" && i >= 0 {
		x.wearOut(i, 1)
	}
	x.portals[door] = ends
	return nil
}

// standAt is where one stands before a portal.
func standAt(p game.Pos) game.Pos {
	return off(p, 1, 0, 1)
}

// portalSite is the corner of the nearest free place for a portal on the open land.
func (x *run) portalSite(near game.Pos) (game.Pos, bool) {
	const farthest = 32
	for r := 2; r <= farthest; r++ {
		var found *game.Pos
		ring([2]int{near.X, near.Z}, r, func(c [2]int) {
			p := game.Pos{X: c[0], Y: ground + 1, Z: c[1], Dimension: near.Dimension}
			if found == nil && x.roomForPortal(p) {
				found = &p
			}
		})
		if found != nil {
			return *found, true
		}
	}
	return near, false
}

func (x *run) roomForPortal(p game.Pos) bool {
	for dy := range frame {
		for dx := range frame[dy] {
			q := off(p, dx, dy, 0)
			if !replaceable(x.blockAt(q)) || x.placed[q] != "" || x.zoneAt(q) != nil || dy == 0 && !x.solid(below(q)) {
				return false
			}
		}
	}
	return x.standable(standAt(p))
}

// raise sets a portal up: the player's own with what they hold.
func (x *run) raise(corner game.Pos, own bool) {
	for dy, row := range frame {
		for dx, cell := range row {
			if cell == ' ' {
				continue
			}
			p := off(corner, dx, dy, 0)
			block := "obsidian" // not among what the player placed: nobody mines the frame
			if cell == 'o' {
				block = "nether_portal"
				x.placed[p] = block
			}
			if own {
				x.alter(p, block, game.WhyGoal)
				x.tell(Occurrence{What: Stands, Name: block, At: p})
			}
			x.changed[p] = block
		}
	}
}
