// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// tillSeconds is turning to a block and hoeing it.
const tillSeconds = 0.5

// tillable says whether a hoe makes farmland of a block (Minecraft Wiki, "Hoe").
func tillable(block string) bool {
	switch block {
	case "grass_block", "dirt", "dirt_path", "grass_path":
		return true
	}
	return false
}

// till turns soil into farmland: at a place and around it, or beside the nearest
// water, every other row first, since rows of one crop grow faster apart.
func (x *run) till() *game.Failure {
	a := x.action
	if t := a.Target; !tillable(t) && t != farmland {
		return fail(game.CodeNotFound, "%s cannot be tilled: only grass and dirt can", game.Display(t))
	}
	if x.hoe() < 0 {
		return fail(game.CodeMissingTool, "tilling needs a hoe")
	}
	plots := x.plots(a.Count())
	if len(plots) < a.Count() {
		return fail(game.CodeNotFound, "there is free soil for %d plots within %d blocks, not for %d", len(plots), searchBlocks, a.Count())
	}
	for i, p := range plots {
		if x.hoe() < 0 {
			return fail(game.CodeMissingTool, "the hoe broke after %d plots of %d", i, len(plots))
		}
		if f := x.tillAt(p); f != nil {
			return f
		}
		x.progress("tilled soil", float64(i+1)/float64(len(plots)))
	}
	return nil
}

// tillAt makes farmland of a block with the hoe that is held.
func (x *run) tillAt(p game.Pos) *game.Failure {
	if f := x.workAt(p, tillSeconds); f != nil {
		return f
	}
	x.alter(p, farmland, game.WhyGoal)
	x.tell(Occurrence{What: Tilled, Name: farmland, At: p})
	delete(x.placed, p)
	x.wet[p] = x.watered(p)
	x.wearOut(x.hoe(), 1)
	return nil
}

// hoe is the slot of a hoe, the weakest first; -1 for none.
func (w *World) hoe() int {
	best := -1
	for i := range w.player.inv[:game.SlotsMain] {
		if t := w.toolIn(i); t != nil && t.Class == "hoe" && (best < 0 || t.Speed < w.toolIn(best).Speed) {
			best = i
		}
	}
	return best
}

// watered says whether water stands within four blocks, at the height of the
// farmland or one above (Minecraft Wiki, "Farmland", hydration).
func (w *World) watered(p game.Pos) bool {
	for q := range cuboid(p, waterReach, 0, 1) {
		if w.wets(q) {
			return true
		}
	}
	return false
}

// plots finds n blocks to till.
func (x *run) plots(n int) []game.Pos {
	if at := x.action.At; at != nil {
		return x.plotsAround(x.named(*at), n)
	}
	var found []game.Pos
	done := map[*site]bool{}
	for len(found) < n {
		var pond *site
		_, ok := x.nearestSite(x.feet(), func(f *feature) bool { return f.block == "water" }, func(s *site) (find, bool) {
			if done[s] {
				return find{}, false
			}
			pond = s
			return find{at: s.stand, stand: s.stand}, true
		})
		if !ok {
			break
		}
		done[pond] = true
		found = append(found, x.plotsBeside(pond)...)
	}
	if len(found) == 0 {
		return x.plotsAround(below(x.feet()), n) // dry land grows something too
	}
	return found[:min(n, len(found))]
}

// plotsBeside lists the free soil that the water of a pond wets.
func (w *World) plotsBeside(pond *site) []game.Pos {
	low, high := pond.spots[0].at, pond.spots[0].at
	for _, s := range pond.spots {
		low.X, low.Z = min(low.X, s.at.X), min(low.Z, s.at.Z)
		high.X, high.Z = max(high.X, s.at.X), max(high.Z, s.at.Z)
	}
	var rows [2][]game.Pos
	for z := low.Z - waterReach; z <= high.Z+waterReach; z++ {
		for x := low.X - waterReach; x <= high.X+waterReach; x++ {
			p := game.Pos{X: x, Y: low.Y, Z: z, Dimension: low.Dimension}
			if w.free(p) && !lotMargin(p) {
				k := (z - low.Z) & 1
				rows[k] = append(rows[k], p)
			}
		}
	}
	return append(rows[0], rows[1]...)
}

// plotsAround lists up to n blocks of free soil around a place, nearest first.
func (w *World) plotsAround(p game.Pos, n int) []game.Pos {
	var found []game.Pos
	for r := 0; r <= farmReach/4 && len(found) < n; r++ {
		start := len(found)
		ring([2]int{p.X, p.Z}, r, func(c [2]int) {
			if q := (game.Pos{X: c[0], Y: p.Y, Z: c[1], Dimension: p.Dimension}); w.free(q) {
				found = append(found, q)
			}
		})
		slices.SortFunc(found[start:], comparePos)
	}
	return found[:min(n, len(found))]
}

// free says whether a block can be tilled: soil with nothing above.
func (w *World) free(p game.Pos) bool {
	return tillable(w.blockAt(p)) && w.blockAt(above(p)) == "" && !w.kept(p)
}
