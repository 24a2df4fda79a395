// SPDX-License-Identifier: MIT

package fakegame

import (
	"fmt"
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// free reports whether keys reach the player: no screen is open (vanilla: keys are
// not handled while a screen is shown).
func (g *Game) free() bool { return g.screen == "" && !g.dead }

// took reports whether a key was clicked since the last tick.
func (g *Game) took(key string) bool {
	if g.clicks[key] == 0 {
		return false
	}
	g.clicks[key]--
	return true
}

// Delays in ticks (minecraft.wiki, "Breaking", "Damage"; assumed for the use key).
const (
	breakDelay = 6
	useEvery   = 4
	hitEvery   = 13 // a sword's 1.6 hits a second
	eatTicks   = 32
)

// attack hits or digs what is in the crosshair. Digging needs the game's window in
// front (vanilla: the mouse has to be grabbed), and what is dug anew begins anew.
func (g *Game) attack(h *sim.Hands) {
	if g.hitDelay > 0 {
		g.hitDelay--
	}
	clicked := g.took("key.attack")
	if !g.free() || !clicked && (!g.keys["key.attack"] || !g.focus) {
		g.broken = 0
		return
	}
	if c, ok := g.creature(h); ok {
		if clicked && g.hitDelay == 0 {
			g.hit(h, c)
		}
		return
	}
	if g.hitDelay > 0 {
		return
	}
	p, _, _, ok := g.target(h, reach)
	if !ok {
		g.broken = 0
		return
	}
	if p != g.breaking {
		g.breaking, g.broken = p, 0
	}
	ticks := h.BreakTicks(p)
	if ticks < 0 {
		return
	}
	g.broken += 1 / math.Max(1, float64(ticks))
	if g.broken >= 1-1e-9 {
		h.Break(p)
		g.tell("block_update", map[string]any{
			"type": "block_update", "position": []int{p.X, p.Y, p.Z}, "old_state": "", "new_state": "minecraft:air", "time": now(),
		})
		g.broken = 0
		if ticks > 0 {
			g.hitDelay = breakDelay
		}
	}
}

// creature is the one in the crosshair: its box of 0.9 by 1.4 is hit within reach.
func (g *Game) creature(h *sim.Hands) (sim.Creature, bool) {
	at, d := h.At(), g.aim()
	at.Y += eyes
	for _, c := range h.Creatures(hitReach + 2) {
		m := c.At.Center()
		for t := 0.0; t <= hitReach; t += 0.05 {
			x, y, z := at.X+d.X*t-m.X, at.Y+d.Y*t-m.Y, at.Z+d.Z*t-m.Z
			if math.Abs(x) <= 0.45 && math.Abs(z) <= 0.45 && y >= 0 && y <= 1.4 {
				return c, true
			}
		}
	}
	return sim.Creature{}, false
}

func nameOf(c sim.Creature) string { return fmt.Sprintf("%s %d %d %d", c.Name, c.At.X, c.At.Y, c.At.Z) }

func (g *Game) hit(h *sim.Hands, c sim.Creature) {
	g.hitDelay = hitEvery
	g.wounds[nameOf(c)] += h.Hit()
	if g.wounds[nameOf(c)] >= c.Health {
		h.Kill(c)
	}
}

// use clicks with what is in hand: one with a window opens it (not while sneaking),
// else the block in hand is placed, else food is eaten while the key is held.
func (g *Game) use(h *sim.Hands) {
	if g.useDelay > 0 {
		g.useDelay--
	}
	clicked := g.took("key.use")
	held := g.keys["key.use"]
	if !g.free() {
		g.eaten = 0
		return
	}
	if g.eaten > 0 && held {
		if g.eaten++; g.eaten > eatTicks {
			h.Eat()
			g.eaten = 0
			g.useDelay = useEvery
		}
		return
	}
	g.eaten = 0
	if !clicked && (!held || g.useDelay > 0) {
		return
	}
	g.useDelay = useEvery
	p, before, _, ok := g.target(h, reach)
	if ok && h.Open(p) && !g.keys["key.sneak"] {
		g.open(h, p)
		return
	}
	in := h.Slot(h.Selected())
	it, known := h.Data().Item(in.Item)
	switch {
	case known && it.Food != nil && (h.Hunger() < 20 || it.Always):
		g.eaten = 1
	case ok && in.Count > 0:
		if h.Replaceable(p) {
			before = p
		}
		// A block is not put where the player stands (vanilla).
		if !g.inside(h, before) {
			h.Place(before)
		}
	}
}

// inside reports whether a block there would be in the player's body.
func (g *Game) inside(h *sim.Hands, p game.Pos) bool {
	at := h.At()
	return math.Abs(float64(p.X)+0.5-at.X) < 0.5+halfWide-1e-6 && math.Abs(float64(p.Z)+0.5-at.Z) < 0.5+halfWide-1e-6 &&
		float64(p.Y) < at.Y+tall-1e-6 && float64(p.Y)+1 > at.Y+1e-6
}

// throw drops one of what is in hand, some blocks ahead.
func (g *Game) throw(h *sim.Hands) {
	if !g.took("key.drop") || !g.free() {
		return
	}
	i := h.Selected()
	in := h.Slot(i)
	if in.Count == 0 {
		return
	}
	one := in
	one.Count, in.Count = 1, in.Count-1
	h.SetSlot(i, in)
	g.toss(h, one)
}

// toss throws a stack three blocks ahead, or as far as nothing is in the way.
func (g *Game) toss(h *sim.Hands, s sim.Held) {
	at, yaw := h.At(), g.yaw*math.Pi/180
	at.Y += 1
	p := g.blockOf(h, at)
	for d := 0.5; d <= 3; d += 0.5 {
		q := g.blockOf(h, game.Vec3{X: at.X - math.Sin(yaw)*d, Y: at.Y, Z: at.Z + math.Cos(yaw)*d})
		if h.Solid(q) {
			break
		}
		p = q
	}
	h.Throw(s, p)
}

// pickUpAfter is how long what fell cannot be picked up, in seconds (minecraft.wiki,
// "Item (entity)").
const pickUpAfter = 0.5

// pickUp takes what lies within a block of the player's body.
func (g *Game) pickUp(h *sim.Hands) {
	at := h.At()
	for _, l := range h.Lying() {
		m := l.At.Center()
		if h.Now()-l.Since >= pickUpAfter && math.Abs(m.X-at.X) <= 1.425 && math.Abs(m.Z-at.Z) <= 1.425 &&
			m.Y >= at.Y-0.75 && m.Y <= at.Y+tall+0.5 {
			h.PickUp(l)
		}
	}
}
