// SPDX-License-Identifier: MIT

package fakegame

import (
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// The player's measures and speeds, in blocks and blocks a tick (minecraft.wiki,
// "Player", "Walking", "Sprinting", "Sneaking", "Jumping").
const (
	halfWide    = 0.3
	tall        = 1.8
	eyes        = 1.62
	walkSpeed   = 4.317 / 20
	sprintSpeed = 5.612 / 20
	sneakSpeed  = 1.31 / 20
	jumpSpeed   = 0.42
	gravity     = 0.08
	drag        = 0.98
	reach       = 4.5 // blocks
	hitReach    = 3.0 // creatures
	fallFree    = 3.0
)

// move walks, jumps and falls by the keys that are down. There is no momentum: a
// released key stops at once (simpler than the game).
func (g *Game) move(h *sim.Hands) {
	at := h.At()
	forward, left := 0.0, 0.0
	for key, d := range map[string]*float64{"key.forward": &forward, "key.left": &left} {
		if g.keys[key] {
			*d++
		}
	}
	if g.keys["key.back"] {
		forward--
	}
	if g.keys["key.right"] {
		left--
	}
	wet := h.Block(g.blockOf(h, at)) == "water"
	speed := walkSpeed
	switch {
	case g.keys["key.sneak"]:
		speed = sneakSpeed
	case wet:
		speed /= 2
	case g.keys["key.sprint"] && forward > 0 && h.Hunger() > 6:
		speed = sprintSpeed
	}
	if n := math.Hypot(forward, left); n > 0 {
		yaw := g.yaw * math.Pi / 180
		dx := (-math.Sin(yaw)*forward + math.Cos(yaw)*left) / n * speed
		dz := (math.Cos(yaw)*forward + math.Sin(yaw)*left) / n * speed
		if to := (game.Vec3{X: at.X + dx, Y: at.Y, Z: at.Z}); !g.blocked(h, to) {
			at = to
		}
		if to := (game.Vec3{X: at.X, Y: at.Y, Z: at.Z + dz}); !g.blocked(h, to) {
			at = to
		}
	}
	switch {
	case wet && g.keys["key.jump"]:
		g.vy = 0.3
	case g.grounded && g.keys["key.jump"]:
		g.vy = jumpSpeed
	}
	at = g.fall(h, at, wet)
	h.SetAt(at)
	g.afterHurt(h)
}

func (g *Game) fall(h *sim.Hands, at game.Vec3, wet bool) game.Vec3 {
	to := at
	to.Y += g.vy
	g.grounded = false
	if g.blocked(h, to) {
		if g.vy <= 0 {
			to.Y = math.Ceil(to.Y - 1e-9)
			if g.blocked(h, to) {
				to.Y = at.Y
			}
			g.grounded = true
			if g.fallen > fallFree {
				h.Hurt("fall", math.Ceil(g.fallen-fallFree))
			}
			g.fallen = 0
		} else {
			to.Y = at.Y
		}
		g.vy = 0
	} else {
		if g.vy < 0 {
			g.fallen -= g.vy
		}
		if wet {
			g.fallen = 0
		}
	}
	g.vy = (g.vy - gravity) * drag
	if wet {
		g.vy = math.Max(g.vy, -0.1)
	}
	return to
}

// blocked reports whether a player whose feet are there would stand in a block.
func (g *Game) blocked(h *sim.Hands, at game.Vec3) bool {
	const slack = 1e-6
	for x := floor(at.X - halfWide + slack); x <= floor(at.X+halfWide-slack); x++ {
		for z := floor(at.Z - halfWide + slack); z <= floor(at.Z+halfWide-slack); z++ {
			for y := floor(at.Y + slack); y <= floor(at.Y+tall-slack); y++ {
				if h.Solid(game.Pos{X: x, Y: y, Z: z, Dimension: h.Dimension()}) {
					return true
				}
			}
		}
	}
	return false
}

func floor(v float64) int { return int(math.Floor(v)) }

func (g *Game) blockOf(h *sim.Hands, at game.Vec3) game.Pos {
	return game.Pos{X: floor(at.X), Y: floor(at.Y), Z: floor(at.Z), Dimension: h.Dimension()}
}

// aim is where the player looks, a vector of length 1.
func (g *Game) aim() game.Vec3 {
	yaw, pitch := g.yaw*math.Pi/180, g.pitch*math.Pi/180
	return game.Vec3{X: -math.Sin(yaw) * math.Cos(pitch), Y: -math.Sin(pitch), Z: math.Cos(yaw) * math.Cos(pitch)}
}

// lookAt turns to a point.
func (g *Game) lookAt(h *sim.Hands, to game.Vec3) {
	at := h.At()
	dx, dy, dz := to.X-at.X, to.Y-at.Y-eyes, to.Z-at.Z
	g.yaw = math.Atan2(-dx, dz) * 180 / math.Pi
	g.pitch = -math.Atan2(dy, math.Hypot(dx, dz)) * 180 / math.Pi
}

// target is the block in the crosshair within a distance, and the free place in
// front of the side that is seen. Every block counts as a full cube.
func (g *Game) target(h *sim.Hands, within float64) (hit, before game.Pos, side string, ok bool) {
	at := h.At()
	at.Y += eyes
	d := g.aim()
	p := g.blockOf(h, at)
	step := func(v float64) int {
		if v < 0 {
			return -1
		}
		return 1
	}
	next := func(from, v float64, cell int) float64 {
		if v == 0 {
			return math.Inf(1)
		}
		edge := float64(cell)
		if v > 0 {
			edge++
		}
		return (edge - from) / v
	}
	tx, ty, tz := next(at.X, d.X, p.X), next(at.Y, d.Y, p.Y), next(at.Z, d.Z, p.Z)
	for travelled := 0.0; travelled <= within; {
		if b := h.Block(p); b != "" && b != "water" && b != "lava" && b != "air" && b != "cave_air" {
			return p, before, side, true
		}
		before = p
		switch {
		case tx <= ty && tx <= tz:
			p.X += step(d.X)
			travelled, tx = tx, tx+math.Abs(1/d.X)
			side = map[int]string{1: "west", -1: "east"}[step(d.X)]
		case ty <= tz:
			p.Y += step(d.Y)
			travelled, ty = ty, ty+math.Abs(1/d.Y)
			side = map[int]string{1: "down", -1: "up"}[step(d.Y)]
		default:
			p.Z += step(d.Z)
			travelled, tz = tz, tz+math.Abs(1/d.Z)
			side = map[int]string{1: "north", -1: "south"}[step(d.Z)]
		}
	}
	return hit, before, side, false
}

// afterHurt shows the death screen to a player who died (vanilla: it stays until
// the player chooses to respawn).
func (g *Game) afterHurt(h *sim.Hands) {
	if h.Health() > 0 || g.dead {
		return
	}
	g.dead, g.screen = true, "You Died!"
	g.path = nil
	clear(g.keys)
}

// respawn is the button of the death screen.
func (g *Game) respawn(h *sim.Hands) {
	if !g.dead {
		return
	}
	h.Respawn()
	g.dead, g.screen, g.vy, g.fallen = false, "", 0, 0
}
