// SPDX-License-Identifier: MIT

package sim

import (
	"math"

	"github.com/minehand/minehand/game"
)

// Terrain is a square of a world seen from above: what lies open to the sky of
// each column, row after row from the north-west corner.
type Terrain struct {
	// X and Z are the corner, in blocks.
	X, Z int
	// Side is the number of columns of a row, and of rows.
	Side int
	// Heights are those of the top blocks; Tops say what they are, by their place in
	// Kinds.
	Heights, Tops []int
	Kinds         []string
	Dimension     string
}

// roof is the highest that terrain is looked for: no tree of the land is taller,
// and players rarely build higher.
const roof = ground + 48

// Terrain is the land around a place, nil for where the player is, radius blocks to each
// side, as it lies open now: mined trees are gone, placed blocks stand.
func (w *World) Terrain(radius int, at *game.Vec3) Terrain {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catchUp()
	from := w.feet()
	if at != nil {
		from.X, from.Z = int(math.Floor(at.X)), int(math.Floor(at.Z))
	}
	t := Terrain{X: from.X - radius, Z: from.Z - radius, Side: 2*radius + 1, Dimension: from.Dimension}
	high := w.highest(from.Dimension, t)
	kinds := map[string]int{}
	for z := range t.Side {
		for x := range t.Side {
			p := game.Pos{X: t.X + x, Z: t.Z + z, Dimension: from.Dimension}
			top, block := w.top(p, high[[2]int{p.X, p.Z}])
			i, known := kinds[block]
			if !known {
				i = len(t.Kinds)
				kinds[block] = i
				t.Kinds = append(t.Kinds, block)
			}
			t.Heights = append(t.Heights, top)
			t.Tops = append(t.Tops, i)
		}
	}
	return t
}

// highest is, for the columns of a square where anything stands above the ground,
// how high that goes.
func (w *World) highest(dimension string, t Terrain) map[[2]int]int {
	high := map[[2]int]int{}
	note := func(p game.Pos) {
		if p.Dimension == dimension && p.Y <= roof && p.Y > max(ground, high[[2]int{p.X, p.Z}]) {
			high[[2]int{p.X, p.Z}] = p.Y
		}
	}
	first, last := lotOf(t.X, t.Z), lotOf(t.X+t.Side-1, t.Z+t.Side-1)
	for _, la := range w.land.layers {
		if la.dimension != dimension || la.under {
			continue
		}
		for lx := first[0]; lx <= last[0]; lx++ {
			for lz := first[1]; lz <= last[1]; lz++ {
				if s := w.land.site(la, [2]int{lx, lz}); s != nil {
					for i := range s.spots {
						note(s.spots[i].at)
					}
				}
			}
		}
	}
	for p := range w.changed {
		note(p)
	}
	return high
}

// top is the highest block of a column, from a height down.
func (w *World) top(p game.Pos, from int) (int, string) {
	for p.Y = max(from, ground); p.Y > math.MinInt8; p.Y-- {
		if b := w.blockAt(p); b != "" {
			return p.Y, b
		}
	}
	return p.Y, "air" // a shaft through everything, or the void
}
