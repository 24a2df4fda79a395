// SPDX-License-Identifier: MIT

package sim

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// searchBlocks is how far a body looks for what it is to mine or fight, in
// blocks along one axis.
const searchBlocks = 512

// find is a block or mob and where to stand for it.
type find struct {
	at    game.Pos
	stand game.Pos
	mob   string
	// seconds to get there.
	seconds float64
}

// nearest is the block of that name that is soonest reached: one that the player
// placed, the bare ground, or one of a site.
func (w *World) nearest(block string) (find, bool) {
	best, ok := w.nearestPlaced(block)
	take := func(f find, found bool) {
		if found && (!ok || f.seconds < best.seconds) {
			best, ok = f, true
		}
	}
	from := w.feet()
	take(w.nearestGround(block, from))
	take(w.nearestSite(from, func(f *feature) bool { return f.block == block || f.leaves == block }, func(s *site) (find, bool) {
		for _, sp := range s.spots {
			if sp.block == block && w.blockAt(sp.at) == block && w.placed[sp.at] == "" && w.emptied[sp.at] <= w.now && !w.avoided(sp.at) {
				return find{at: sp.at, stand: s.stand}, true
			}
		}
		return find{}, false
	}))
	return best, ok
}

// nearestMob is the living mob of that name that is soonest reached.
func (w *World) nearestMob(mob string, usable func(mobKey) bool) (find, bool) {
	from := w.feet()
	return w.nearestSite(from, func(f *feature) bool { return f.shape == herd && f.block == mob || f.dweller == mob }, func(s *site) (find, bool) {
		for _, m := range w.adults(mob, s) {
			if (usable == nil || usable(m)) && !w.outside(m.at) {
				return find{at: m.at, stand: s.stand, mob: mob}, true
			}
		}
		return find{}, false
	})
}

// nearestSite goes over the lots in growing squares around a place, and picks
// the site that is soonest reached of those that pick accepts.
func (w *World) nearestSite(from game.Pos, wanted func(*feature) bool, pick func(*site) (find, bool)) (find, bool) {
	best, ok := find{seconds: math.Inf(1)}, false
	centre := lotOf(from.X, from.Z)
	const rings = searchBlocks / lotSize
	for _, la := range w.land.layers {
		if la.dimension != from.Dimension || !la.holds(wanted) {
			continue
		}
		for r := 0; r <= rings; r++ {
			// Nothing in this ring is nearer than r-1 whole lots.
			if ok && float64((r-1)*lotSize)/sprintSpeed > best.seconds {
				break
			}
			ring(centre, r, func(lot [2]int) {
				f := la.feature(lot)
				if f == nil || !wanted(f) {
					return
				}
				s := w.land.site(la, lot)
				seconds, _ := w.way(from, s.stand)
				if seconds >= best.seconds {
					return
				}
				if found, any := pick(s); any {
					found.seconds = seconds
					best, ok = found, true
				}
			})
		}
	}
	return best, ok
}

// holds reports whether any lot of the layer is wanted.
func (la *layer) holds(wanted func(*feature) bool) bool {
	return slices.ContainsFunc(la.tile, func(f *feature) bool { return f != nil && wanted(f) })
}

// ring calls f for the lots at a distance of r from the centre.
func ring(centre [2]int, r int, f func([2]int)) {
	if r == 0 {
		f(centre)
		return
	}
	for i := -r; i <= r; i++ {
		f([2]int{centre[0] + i, centre[1] - r})
		f([2]int{centre[0] + i, centre[1] + r})
	}
	for j := -r + 1; j < r; j++ {
		f([2]int{centre[0] - r, centre[1] + j})
		f([2]int{centre[0] + r, centre[1] + j})
	}
}

// nearestPlaced is the nearest block of that name among those that the player
// placed.
func (w *World) nearestPlaced(block string) (find, bool) {
	best, ok := find{}, false
	from := w.feet()
	for p, b := range w.placed {
		if b != block || p.Dimension != from.Dimension || w.sparing(p) || w.avoided(p) {
			continue
		}
		stand, standing := w.beside(p)
		if w.inReach(p) {
			stand, standing = from, true
		}
		if !standing {
			continue
		}
		seconds, _ := w.way(from, stand)
		if !ok || seconds < best.seconds || (seconds == best.seconds && p.Before(best.at)) {
			best, ok = find{at: p, stand: stand, seconds: seconds}, true
		}
	}
	return best, ok
}

// sparing reports whether a block is a crop that is not ripe, when crops are
// being mined by their name.
func (w *World) sparing(p game.Pos) bool {
	f := w.fields[p]
	return f != nil && w.running != nil && w.running.action.Kind == game.Mine && w.ripe(p, f) == 0
}

// groundMost is how far bare ground is looked for, in blocks.
const groundMost = 96

// nearestGround is the nearest column of open land with that block on top, or
// under the grass.
func (w *World) nearestGround(block string, from game.Pos) (find, bool) {
	top, grows := groundLayer(block, from.Dimension)
	if !grows {
		return find{}, false
	}
	best, ok := find{}, false
	for r := 2; r <= groundMost && !ok; r++ { // never the ground underfoot
		ring([2]int{from.X, from.Z}, r, func(c [2]int) {
			p := game.Pos{X: c[0], Y: ground - top, Z: c[1], Dimension: from.Dimension}
			if !w.bare(p, block) {
				return
			}
			seconds := max(0, (math.Hypot(float64(p.X-from.X), float64(p.Z-from.Z))-reach)/walkSpeed)
			if !ok || seconds < best.seconds {
				stand := from
				stand.Y = ground + 1
				best, ok = find{at: p, stand: stand, seconds: seconds}, true
			}
		})
	}
	if !ok {
		return best, false
	}
	if seconds, _ := w.way(from, best.stand); seconds > 0 {
		best.seconds += seconds
	}
	if stand, standing := w.beside(best.at); standing && best.seconds > 0 {
		best.stand = stand
	}
	return best, true
}

// groundLayer is how far below the surface the ground of a dimension consists of a block.
func groundLayer(block, dimension string) (depth int, ok bool) {
	at := [2]string{dimension, block}
	switch at {
	case [2]string{overworld, "dirt"}:
		return 1, true
	case [2]string{overworld, "grass_block"}, [2]string{nether, "netherrack"}, [2]string{end, "end_stone"}:
		return 0, true
	}
	return 0, false
}

// bare reports whether a block of the ground, as it was made, lies open to the sky.
func (w *World) bare(p game.Pos, block string) bool {
	if w.blockAt(p) != block || w.placed[p] != "" || w.avoided(p) {
		return false
	}
	above := p
	above.Y = ground + 1
	return !w.solid(above) && !lotMargin(p)
}

// lotMargin keeps the rim of a lot, where bodies stand, from being dug away.
func lotMargin(p game.Pos) bool {
	x := p.X - floorDiv(p.X, lotSize)*lotSize
	return x < 4
}

// passable blocks are neither stood on nor in the way.
func passable(block string) bool {
	switch block {
	case "", "air", "cave_air", "water", "lava", "short_grass", "grass", "tall_grass", "fern", "torch", "wall_torch",
		"soul_torch", "redstone_torch", "redstone_wire", "dead_bush", "snow", "fire", "ladder", "rail", "vine", "lever",
		"tripwire_hook", "sugar_cane", "wheat", "carrots", "potatoes", "nether_portal":
		return true
	}
	return false
}

// replaceable blocks give way to a placed one.
func replaceable(block string) bool {
	switch block {
	case "", "air", "cave_air", "water", "lava", "short_grass", "grass", "tall_grass", "fern", "dead_bush", "fire", "snow", "vine":
		return true
	}
	return false
}

// solid reports whether a block fills its space, carries feet and supports
// others.
func (w *World) solid(p game.Pos) bool {
	b := w.blockAt(p)
	if passable(b) {
		return false
	}
	info, ok := w.data.Block(b)
	return !ok || info.Hardness != 0 // flowers, saplings and the like break at a touch
}
