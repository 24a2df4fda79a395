// SPDX-License-Identifier: MIT

package sim

import (
	"math"

	"github.com/minehand/minehand/game"
)

// Speeds in blocks a second.
const (
	walkSpeed   = 4.317 // Minecraft Wiki, "Walking"
	sprintSpeed = 5.612 // Minecraft Wiki, "Sprinting"
	caveSpeed   = 2.15  // along a cave: half of walking
	climbSpeed  = 1.25  // up and down a cave, digging and pillaring where it must
	// sprintFrom is the length of a way over land that is worth sprinting.
	sprintFrom = 48.0
	// reach is how far a player can touch a block (Minecraft Wiki, "Reach").
	reach = 4.5
)

// under reports whether feet at this height are below the land.
func under(p game.Pos) bool { return p.Dimension == overworld && p.Y < ground-2 }

// way is how long a way takes on foot, in seconds, and the exhaustion it costs.
// Ways underground follow caves.
func (w *World) way(from, to game.Pos) (seconds, exhaustion float64) {
	h := math.Hypot(float64(to.X-from.X), float64(to.Z-from.Z))
	v := math.Abs(float64(to.Y - from.Y))
	if under(from) || under(to) {
		if under(from) && under(to) {
			seconds = h / caveSpeed
		} else {
			seconds = h / walkSpeed
		}
		return seconds + v/climbSpeed, v * exhaustionJump
	}
	if h > sprintFrom && w.player.hunger > sprintAbove {
		return (h + v) / sprintSpeed, h * exhaustionSprint / 4 // sprinting a quarter of it
	}
	return (h + v) / walkSpeed, 0
}

// walk takes the player to where their feet stand in a block, in steps of at
// most a second.
func (x *run) walk(to game.Pos) *game.Failure {
	from := x.player.at
	goal := to.Center()
	seconds, exhaustion := x.way(x.feet(), to)
	for done := 0.0; done < seconds; {
		step := min(1, seconds-done)
		if f := x.pass(step); f != nil {
			return f
		}
		done += step
		share := done / seconds
		x.player.at = game.Vec3{
			X: from.X + (goal.X-from.X)*share, Y: from.Y + (goal.Y-from.Y)*share, Z: from.Z + (goal.Z-from.Z)*share,
		}
		x.player.tire(exhaustion * step / seconds)
	}
	x.player.at = goal
	return nil
}

// near takes the player to within reach of a block, to a place where feet can
// stand beside it.
func (x *run) near(p game.Pos) *game.Failure {
	if x.inReach(p) {
		return nil
	}
	if stand, ok := x.beside(p); ok {
		return x.walk(stand)
	}
	return fail(game.CodeUnreachable, "there is no place to stand near %s", p)
}

// inReach reports whether the player can touch a block from where they stand.
func (w *World) inReach(p game.Pos) bool {
	if p.Dimension != w.player.dimension {
		return false
	}
	eyes := w.player.at
	eyes.Y += 1.62
	middle := p.Center()
	middle.Y += 0.5
	return eyes.Distance(middle) <= reach
}

// beside finds the free standing place nearest to a block, at most three away.
func (w *World) beside(p game.Pos) (game.Pos, bool) {
	best, found, least := game.Pos{}, false, math.Inf(1)
	for dy := 1; dy >= -4; dy-- {
		for dx := -3; dx <= 3; dx++ {
			for dz := -3; dz <= 3; dz++ {
				if dx == 0 && dz == 0 {
					continue
				}
				q := off(p, dx, dy, dz)
				d := math.Abs(float64(dx)) + math.Abs(float64(dy)) + math.Abs(float64(dz))
				if dx*dx+dz*dz == 1 {
					d += 2 // leave room around the block
				}
				if d < least && w.standable(q) {
					best, found, least = q, true, d
				}
			}
		}
	}
	return best, found
}

// standable reports whether feet and head fit and something carries them.
func (w *World) standable(p game.Pos) bool {
	return !w.solid(p) && !w.solid(above(p)) && w.solid(below(p))
}

// goTo walks to a place, or to the nearest block of a kind.
func (x *run) goTo() *game.Failure {
	a := x.action
	if a.At == nil && x.isOwner(a.Target) {
		if f := x.toOwner(); f != nil {
			return f
		}
		at := x.player.at
		x.result.Position = &at
		return nil
	}
	if a.At == nil {
		found, ok := x.nearest(game.Name(a.Target))
		if !ok {
			return fail(game.CodeNotFound, "there is no %s within %d blocks", game.Display(a.Target), searchBlocks)
		}
		if f := x.walk(found.stand); f != nil {
			return f
		}
		at := x.player.at
		x.result.Position = &at
		return nil
	}
	to := x.named(*a.At)
	if to.Dimension != x.player.dimension {
		return fail(game.CodeWrongDimension, "%s lies in %s and the player is in %s", a.At, game.Display(to.Dimension),
			game.Display(x.player.dimension))
	}
	stand, ok := x.footing(to, max(1, int(a.Range)))
	if !ok {
		return fail(game.CodeNoPath, "feet cannot stand at %s", a.At)
	}
	if f := x.walk(stand); f != nil {
		return f
	}
	at := x.player.at
	x.result.Position = &at
	return nil
}

// footing is where feet can stand within a range of a place: there, or near it,
// or in a hole dug for them when the place lies in the rock.
func (w *World) footing(p game.Pos, within int) (game.Pos, bool) {
	if w.standable(p) {
		return p, true
	}
	within = min(within, 8)
	for d := 1; d <= within; d++ {
		for q := range cuboid(p, d, -d, d) {
			dx, dy, dz := q.X-p.X, q.Y-p.Y, q.Z-p.Z
			if dx*dx+dy*dy+dz*dz <= within*within && w.standable(q) {
				return q, true
			}
		}
	}
	return p, w.digIn(p)
}

// digIn frees room for feet and head within the solid ground, and reports whether it could.
func (w *World) digIn(p game.Pos) bool {
	if p.Y <= w.land.minY || p.Y >= ground-1 || p.Dimension != overworld || !w.solid(p) {
		return false
	}
	head := above(p)
	if !w.solid(below(p)) || w.placed[p] != "" || w.placed[head] != "" || w.kept(p) || w.kept(head) {
		return false
	}
	w.alter(p, "", game.WhyWay)
	w.alter(head, "", game.WhyWay)
	return true
}
