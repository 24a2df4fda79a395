// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"iter"
	"math"

	"github.com/minehand/minehand/game"
)

// player is the one who plays. Health, hunger and saturation go from 0 to 20.
type player struct {
	at         game.Vec3
	dimension  string
	health     float64
	hunger     float64
	saturation float64
	exhaustion float64
	// selected is the hotbar slot in hand, 0-8.
	selected int
	inv      inventory
	// healing and starving count seconds towards the next half heart.
	healing, starving float64
	// points are those of experience.
	points int
}

func newPlayer(spawn game.Pos) player {
	return player{
		at: spawn.Center(), dimension: spawn.Dimension,
		health: 20, hunger: 20, saturation: 5,
	}
}

// Hunger's constants (Minecraft Wiki, "Hunger", normal difficulty).
const (
	exhaustionStep    = 4.0   // exhaustion that costs one point
	exhaustionMine    = 0.005 // a block broken
	exhaustionAttack  = 0.1   // a hit
	exhaustionSprint  = 0.1   // a block sprinted
	exhaustionHeal    = 6.0   // a point of health healed
	exhaustionJump    = 0.05
	healAbove         = 18  // hunger from which health comes back
	healEvery         = 4.0 // seconds a point
	starveEvery       = 4.0 // seconds a point
	starveDownTo      = 1.0 // starving alone does not kill
	sprintAbove       = 6   // hunger that sprinting needs
	secondsPerDay     = 1200.0
	ticksPerSecond    = 20.0
	ticksPerDay       = 24000
	nightBegins       = 13000 // ticks
	nightEnds         = 23000
	bedFrom, bedUntil = 12542, 23459 // when a bed can be slept in
)

// tire adds exhaustion, which costs saturation and then hunger.
func (p *player) tire(exhaustion float64) {
	p.exhaustion += exhaustion
	for p.exhaustion >= exhaustionStep {
		p.exhaustion -= exhaustionStep
		if p.saturation > 0 {
			p.saturation = max(0, p.saturation-1)
		} else {
			p.hunger = max(0, p.hunger-1)
		}
	}
}

// advance lets time pass until the simulated second t: healing, starving, and
// litter that vanishes.
func (w *World) advance(t float64) {
	d := t - w.now
	if d <= 0 {
		return
	}
	w.now = t
	if w.nights != nil {
		w.prowl(t)
	}
	w.heal(d)
	if len(w.fields) > 0 || len(w.born) > 0 {
		w.growUp()
	}
	if len(w.litter) > 0 {
		w.sweep()
	}
}

// heal lets the player heal or starve for some seconds.
func (w *World) heal(d float64) {
	p := &w.player
	switch {
	case p.health <= 0:
	case p.hunger >= healAbove && p.health < 20:
		p.healing += d
		for p.healing >= healEvery && p.health < 20 && p.hunger >= healAbove {
			p.healing -= healEvery
			p.health = min(20, p.health+1)
			p.tire(exhaustionHeal)
		}
	case p.hunger == 0 && p.health > starveDownTo:
		p.starving += d
		for p.starving >= starveEvery && p.health > starveDownTo {
			p.starving -= starveEvery
			p.health = max(starveDownTo, p.health-1)
			w.event("hurt", map[string]any{"cause": "starvation", "health": p.health})
		}
	default:
		p.healing, p.starving = 0, 0
	}
}

// timeOfDay is the time in ticks, 0..23999; 0 is six in the morning.
func (w *World) timeOfDay() int {
	return int(math.Mod(w.now*ticksPerSecond+w.offset, ticksPerDay))
}

// feet is the block that the player stands in.
func (w *World) feet() game.Pos {
	p := w.player.at.Block()
	p.Dimension = w.player.dimension
	return p
}

// hurt takes health away and reports whether the player died of it.
func (w *World) hurt(cause string, points float64) bool {
	p := &w.player
	if points <= 0 || p.health <= 0 {
		return false
	}
	p.health = max(0, p.health-points)
	w.event("hurt", map[string]any{"cause": cause, "health": p.health})
	if p.health > 0 {
		return false
	}
	w.die(cause)
	return true
}

// die scatters everything that the player carries at the place of death.
func (w *World) die(cause string) {
	p := &w.player
	at := w.feet()
	p.health = 0
	w.deaths++
	for i := range p.inv {
		w.items(Lost, p.inv[i].item, -p.inv[i].count, at)
		w.scatter(p.inv[i], at)
		p.inv[i] = slot{}
	}
	w.event("died", map[string]any{"cause": cause, "x": at.X, "y": at.Y, "z": at.Z})
}

// respawn brings a dead player back at the world's spawn.
func (w *World) respawn() {
	w.player = newPlayer(w.land.spawn)
	w.event("respawned", nil)
}

// fallFree is how deep a fall may be without harm, in blocks.
const fallFree = 3

// fall drops the player to the first solid block below and reports whether that
// killed them. Half a heart a block beyond the third (Minecraft Wiki, "Damage").
func (w *World) fall() (died bool) {
	at := w.feet()
	to := at
	for to.Y > w.land.minY-8 && !w.solid(below(to)) {
		to.Y--
	}
	depth := at.Y - to.Y
	if depth == 0 {
		return false
	}
	w.player.at = to.Center()
	if to.Y <= w.land.minY-8 {
		w.player.health = min(w.player.health, 1)
		return w.hurt("void", 20)
	}
	if w.blockAt(to) == "water" {
		return false
	}
	return w.hurt("fall", float64(depth-fallFree))
}

// off is the place that lies so far from another, below and above those under it and over it.
func off(p game.Pos, dx, dy, dz int) game.Pos {
	p.X, p.Y, p.Z = p.X+dx, p.Y+dy, p.Z+dz
	return p
}

func below(p game.Pos) game.Pos { return off(p, 0, -1, 0) }
func above(p game.Pos) game.Pos { return off(p, 0, 1, 0) }

// cuboid goes through the places around one: at most so far to each side, and from low to high.
func cuboid(p game.Pos, far, low, high int) iter.Seq[game.Pos] {
	return func(yield func(game.Pos) bool) {
		for dy := low; dy <= high; dy++ {
			for dx := -far; dx <= far; dx++ {
				for dz := -far; dz <= far; dz++ {
					if !yield(off(p, dx, dy, dz)) {
						return
					}
				}
			}
		}
	}
}

// named is a place that an action names: where it says no dimension, in the player's.
func (x *run) named(p game.Pos) game.Pos {
	p.Dimension = cmp.Or(p.Dimension, x.player.dimension)
	return p
}
