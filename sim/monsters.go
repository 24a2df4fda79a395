// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/minehand/minehand/game"
)

// Monsters of the night (Minecraft Wiki, "Zombie", "Mob spawning" and "Difficulty", normal).
// What is simpler than the game: there are zombies alone, outdoors, a few at a time; they
// walk straight on; a door keeps them out; armour does not matter; and a player strikes back
// beside whatever else is done.
const (
	monster       = "zombie"
	monsterHealth = 20
	monsterHits   = 3.0  // health a strike
	monsterSpeed  = 2.3  // blocks a second: slower than a walk
	monsterSees   = 35.0 // blocks
	monsterNear   = 1.6  // blocks from which it strikes
	strikeEvery   = 1.0  // seconds
	knockedBack   = 2.0  // seconds until one that was hit with more than a fist strikes again
	burnsBy       = 1.0  // health a second in daylight
	// They appear at least so far from every player, here at most so far, and are gone beyond.
	spawnFrom, spawnTo, despawnFrom = 24, 44, 128
	// spawnEvery is how often one may appear, in seconds, and spawnMost how many there are for
	// each player at most: far fewer than in the game.
	spawnEvery, spawnMost = 15, 3
)

// prowler is a monster on its feet.
type prowler struct {
	at      game.Vec3
	health  float64
	strikes float64 // when it may strike next
}

// nights are what comes out in the dark.
type nights struct {
	rng  *rand.Rand
	list []*prowler
	time int // the second up to which they have lived
}

func newNights(seed int64) *nights {
	return &nights{rng: rand.New(rand.NewPCG(uint64(seed), 0x6e69676874))}
}

// prowl lets the monsters live until a simulated second.
func (w *World) prowl(t float64) {
	for n := w.nights; float64(n.time+1) <= t; {
		n.time++
		now := float64(n.time)
		day := w.daylightAt(now)
		if !day && n.time%spawnEvery == 0 {
			w.spawnMonster()
		}
		for _, m := range n.list {
			w.act(m, now, day)
		}
		for _, p := range w.players {
			p.strike(now)
		}
		n.list = slices.DeleteFunc(n.list, func(m *prowler) bool { return m.health <= 0 })
	}
}

// daylightAt reports whether the sun is up at a second.
func (w *World) daylightAt(now float64) bool {
	t := int(math.Mod(now*ticksPerSecond+w.offset, ticksPerDay))
	return t < nightBegins || t >= nightEnds
}

// spawnMonster tries one place around a player.
func (w *World) spawnMonster() {
	n := w.nights
	who := w.players[n.rng.IntN(len(w.players))]
	angle, far := n.rng.Float64()*2*math.Pi, spawnFrom+n.rng.Float64()*(spawnTo-spawnFrom)
	if len(n.list) >= spawnMost*len(w.players) || who.player.dimension != overworld {
		return
	}
	at := who.player.at
	p := game.Pos{
		X: int(math.Floor(at.X + far*math.Cos(angle))), Y: ground + 8, Z: int(math.Floor(at.Z + far*math.Sin(angle))), Dimension: overworld,
	}
	for ; !w.standable(p); p.Y-- {
		if p.Y <= ground {
			return
		}
	}
	near := func(o *World) bool { return o.player.at.Distance(p.Center()) < spawnFrom }
	if slices.ContainsFunc(w.players, near) || w.blockLight(p) > w.darkness() {
		return
	}
	n.list = append(n.list, &prowler{at: p.Center(), health: monsterHealth})
}

// blockLight is the light of blocks at a place.
func (w *World) blockLight(p game.Pos) int {
	c := game.CellOf(p)
	return w.lightIn(game.Box{From: c, To: c}, p.Dimension)[c]
}

// darkness is the light of blocks up to which monsters appear: none from 1.18 on, 7 before.
func (w *World) darkness() int {
	if !w.data.AtLeast("1.18") {
		return 7
	}
	return 0
}

// outdoors is a block of the overworld, where monsters are.
func outdoors(at game.Vec3) game.Pos {
	p := at.Block()
	p.Dimension = overworld
	return p
}

// act is one second of a monster.
func (w *World) act(m *prowler, now float64, day bool) {
	if day {
		if m.health -= burnsBy; m.health <= 0 {
			return
		}
	}
	prey, least := w.nearestPrey(m)
	switch {
	case least > despawnFrom:
		m.health = 0
	case least > monsterSees:
	case least > monsterNear:
		m.at = w.towards(m.at, prey.player.at)
		m.strikes = max(m.strikes, now+strikeEvery) // who waits for it strikes first
	}
	if least <= monsterSees && w.reaches(m.at, prey.player.at, monsterNear) && now >= m.strikes {
		m.strikes = now + strikeEvery
		prey.hurt(monster, monsterHits)
	}
}

// nearestPrey is the nearest living player in the overworld, and how far away.
func (w *World) nearestPrey(m *prowler) (prey *World, least float64) {
	least = math.Inf(1)
	for _, p := range w.players {
		if d := p.player.at.Distance(m.at); p.player.dimension == overworld && p.player.health > 0 && d < least {
			prey, least = p, d
		}
	}
	return prey, least
}

// towards is where a monster is a second later that walks straight to a place: it goes round
// nothing, and steps up and down a block.
func (w *World) towards(from, to game.Vec3) game.Vec3 {
	const step = 0.5
	at := from
	for gone := 0.0; gone < monsterSpeed; gone += step {
		h := math.Hypot(to.X-at.X, to.Z-at.Z)
		if h <= monsterNear/2 {
			break
		}
		next := at
		next.X += (to.X - at.X) / h * step
		next.Z += (to.Z - at.Z) / h * step
		free := false
		for _, up := range []float64{0, 1, -1} {
			p := next
			p.Y += up
			if w.standable(outdoors(p)) {
				at, free = p, true
				break
			}
		}
		if !free {
			break
		}
	}
	return at
}

// reaches reports whether a place is near enough to another, with nothing between them.
func (w *World) reaches(from, to game.Vec3, most float64) bool {
	d := from.Distance(to)
	if d > most {
		return false
	}
	for gone := 0.25; gone < d; gone += 0.25 {
		k := gone / d
		p := game.Vec3{X: from.X + (to.X-from.X)*k, Y: from.Y + (to.Y-from.Y)*k + 1, Z: from.Z + (to.Z-from.Z)*k}
		if w.solid(outdoors(p)) {
			return false
		}
	}
	return true
}

// strike has the player strike back at what stands beside them.
func (w *World) strike(now float64) {
	if w.player.health <= 0 || w.player.dimension != overworld {
		return
	}
	for hits := 1 / attackSeconds; hits > 0; hits-- {
		near := w.withinReach()
		if near == nil {
			return
		}
		_, damage := w.weapon()
		near.health -= damage * min(1, hits)
		if damage > 1 {
			near.strikes = now + knockedBack
		}
		w.player.tire(exhaustionAttack)
		if near.health <= 0 {
			w.leaveDrops(near)
		}
	}
}

// withinReach is the nearest living monster that the player can hit.
func (w *World) withinReach() *prowler {
	var near *prowler
	for _, m := range w.nights.list {
		if m.health > 0 && w.reaches(w.player.at, m.at, reach-1) && (near == nil || w.player.at.Distance(m.at) < w.player.at.Distance(near.at)) {
			near = m
		}
	}
	return near
}

// leaveDrops is the end of a monster: what it drops lies where it stood.
func (w *World) leaveDrops(near *prowler) {
	at := outdoors(near.at)
	w.slain++
	w.tell(Occurrence{What: Killed, Name: monster, At: at})
	if m, ok := w.data.Mob(monster); ok {
		for _, s := range w.drawDrops(m.Drops, false) {
			w.scatter(s, at)
		}
	}
}

// inTheDark lists the monsters of a dimension.
func (w *World) inTheDark(dimension string) []*prowler {
	if w.nights == nil || dimension != overworld {
		return nil
	}
	return w.nights.list
}

// nearestProwler is the monster that is soonest reached.
func (w *World) nearestProwler() *prowler {
	var best *prowler
	for _, m := range w.inTheDark(w.player.dimension) {
		if best == nil || w.player.at.Distance(m.at) < w.player.at.Distance(best.at) {
			best = m
		}
	}
	return best
}

// hunt goes after a monster until it is no more: it is struck whenever it is near.
func (x *run) hunt(m *prowler) *game.Failure {
	for m.health > 0 {
		if x.player.at.Distance(m.at) <= monsterNear {
			if failure := x.pass(attackSeconds); failure != nil {
				return failure
			}
			continue
		}
		if failure := x.workFrom(outdoors(m.at), handleSeconds); failure != nil {
			return failure
		}
	}
	at := outdoors(m.at)
	if m, ok := x.data.Mob(monster); ok {
		for _, d := range m.Drops {
			x.pickUpLitter(d.Item, at)
		}
	}
	return nil
}
