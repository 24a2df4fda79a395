// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// plant puts seeds or saplings into the ground: at a place, or where the nearest
// soil for them is free.
func (x *run) plant() *game.Failure {
	a := x.action
	c := x.cropNamed(a.Target)
	if c == nil {
		return fail(game.CodeNotFound, "%s cannot be planted", game.Display(a.Target))
	}
	for done := 0; done < a.Count(); done++ {
		if x.player.inv.count(c.seed) == 0 {
			return fail(game.CodeMissingItem, "there is no %s in the inventory: %d of %d were planted", game.Display(c.seed), done, a.Count())
		}
		p, f := x.bed(c)
		if f != nil {
			return f
		}
		if f := x.plantAt(c, p); f != nil {
			return f
		}
		x.progress("planted "+game.Display(c.seed), float64(done+1)/float64(a.Count()))
	}
	return nil
}

// plantAt puts a seed that is held into the soil below a place.
func (x *run) plantAt(c *crop, p game.Pos) *game.Failure {
	if f := x.near(p); f != nil {
		return f
	}
	if f := x.stepAside(p); f != nil {
		return f
	}
	if f := x.pass(handleSeconds); f != nil {
		return f
	}
	x.take(c.seed, 1)
	x.items(Planted, c.seed, -1, p)
	x.alter(p, c.block, game.WhyGoal)
	x.placed[p] = c.block
	x.fields[p] = &field{crop: c, since: x.now}
	x.placing[p]++
	return nil
}

// bed is where a crop can be planted.
func (x *run) bed(c *crop) (game.Pos, *game.Failure) {
	if at := x.action.At; at != nil && x.action.Count() == 1 {
		return x.bedAt(c, *at)
	}
	if c.soils == nil {
		if p, ok := x.tilled(c); ok {
			return p, nil
		}
		return game.Pos{}, fail(game.CodeNotFound, "there is no free farmland within %d blocks: till soil first", farmReach)
	}
	if p, ok := x.soil(c); ok {
		return p, nil
	}
	if c.near != "" {
		if f, ok := x.nearest(c.near); ok && f.stand.Dimension == x.player.dimension {
			if failure := x.walk(f.stand); failure != nil {
				return game.Pos{}, failure
			}
			if p, ok := x.soil(c); ok {
				return p, nil
			}
		}
	}
	return game.Pos{}, fail(game.CodeNotFound, "there is no soil for %s nearby", game.Display(c.seed))
}

// bedAt is the place that was named: the bed itself, or the soil below it.
func (x *run) bedAt(c *crop, at game.Pos) (game.Pos, *game.Failure) {
	p := x.named(at)
	if x.takes(c, p) {
		p.Y++ // the soil was named
	}
	if !x.takes(c, below(p)) {
		return p, fail(game.CodeNotFound, "%s cannot be planted at %s", game.Display(c.seed), at)
	}
	return p, nil
}

// tilled is the place over the nearest free farmland, wet before dry.
func (w *World) tilled(c *crop) (game.Pos, bool) {
	best, found, least := game.Pos{}, false, 0.0
	for p, wet := range w.wet {
		if !w.takes(c, p) || p.Dimension != w.player.dimension {
			continue
		}
		d := w.player.at.Distance(p.Center())
		if d > farmReach {
			continue
		}
		if !wet {
			d += farmReach
		}
		if !found || d < least || d == least && p.Before(best) {
			best, found, least = p, true, d
		}
	}
	return above(best), found
}

// soilReach is how far around them a player looks for soil that need not be
// tilled, in blocks.
const soilReach = 14

// soil is the place over the nearest soil of a crop that grows without tilling.
func (w *World) soil(c *crop) (game.Pos, bool) {
	feet := w.feet()
	for r := 1; r <= soilReach; r++ {
		var found []game.Pos
		ring([2]int{feet.X, feet.Z}, r, func(at [2]int) {
			for dy := -2; dy <= 2; dy++ {
				p := game.Pos{X: at[0], Y: feet.Y + dy, Z: at[1], Dimension: feet.Dimension}
				if w.takes(c, p) && !lotMargin(p) {
					found = append(found, p)
				}
			}
		})
		if len(found) > 0 {
			return above(slices.MinFunc(found, comparePos)), true
		}
	}
	return game.Pos{}, false
}

// takes says whether a block is free soil for a crop.
func (w *World) takes(c *crop, soil game.Pos) bool {
	block := w.blockAt(soil)
	if c.soils == nil && block != farmland || c.soils != nil && !slices.Contains(c.soils, block) {
		return false
	}
	if top := above(soil); w.blockAt(top) != "" || w.kept(top) {
		return false
	}
	if c.shore && !slices.ContainsFunc(flanks, func(s game.Pos) bool { return w.wets(off(soil, s.X, 0, s.Z)) }) {
		return false
	}
	return c.log == "" || w.roomForTree(soil)
}

// roomForTree reports whether nothing stands beside or above a sapling.
func (w *World) roomForTree(soil game.Pos) bool {
	for p := range cuboid(soil, 1, 1, treeHeight) {
		if w.blockAt(p) != "" {
			return false
		}
	}
	return true
}
