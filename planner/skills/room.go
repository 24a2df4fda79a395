// SPDX-License-Identifier: MIT

package skills

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// Bounds are the lowest and the highest corner of what stands; the zero cells of nothing.
func Bounds(stands []game.Edit) (low, high game.Cell) {
	b := game.BoxOf(game.CellsOf(stands)...)
	return b.From, b.To
}

// Together are those of some blocks that stand next to each other, the most of them that do.
func Together(stands []game.Edit) (most []game.Edit) {
	left := map[game.Cell]game.Edit{}
	for _, e := range stands {
		left[e.Cell()] = e
	}
	for _, e := range stands {
		if _, there := left[e.Cell()]; !there {
			continue
		}
		delete(left, e.Cell())
		some := []game.Edit{e}
		for i := 0; i < len(some); i++ {
			some = append(some, touching(some[i].Cell(), left)...)
		}
		if len(some) > len(most) {
			most = some
		}
	}
	return most
}

// touching takes the blocks around a cell, its corners among them.
func touching(c game.Cell, left map[game.Cell]game.Edit) (out []game.Edit) {
	for i := range 27 {
		at := game.Cell{X: c.X + i%3 - 1, Y: c.Y + i/3%3 - 1, Z: c.Z + i/9 - 1}
		if e, there := left[at]; there {
			out = append(out, e)
			delete(left, at)
		}
	}
	return out
}

// With is what stands, together with those of some blocks that are within its bounds.
func With(stands, of []game.Edit) []game.Edit {
	low, high := Bounds(stands)
	for _, e := range of {
		if holds([]game.Edit{{X: low.X, Y: low.Y, Z: low.Z}, {X: high.X, Y: high.Y, Z: high.Z}, e}, low, high) {
			stands = append(stands, e)
		}
	}
	return stands
}

// holds reports whether those are the bounds of what stands.
func holds(stands []game.Edit, low, high game.Cell) bool {
	l, h := Bounds(stands)
	return l == low && h == high
}

// Inside are so many free cells on the floor between the walls of what stands, as far from its
// door, from what is in there and from each other as can be; fewer where there is no more room.
func Inside(stands []game.Edit, n int) []game.Cell {
	low, high := Bounds(stands)
	taken := map[game.Cell]bool{}
	for i := range stands {
		taken[stands[i].Cell()] = true
	}
	var free []game.Cell
	for y := low.Y; y < high.Y && len(free) == 0; y++ { // above its floor
		free = layer(low, high, y)
		free = slices.DeleteFunc(free, func(c game.Cell) bool { return taken[c] })
	}
	return spread(free, within(stands, low, high), n)
}

// layer are the cells between the walls at a height.
func layer(low, high game.Cell, y int) (out []game.Cell) {
	for x := low.X + 1; x < high.X; x++ {
		for z := low.Z + 1; z < high.Z; z++ {
			out = append(out, game.Cell{X: x, Y: y, Z: z})
		}
	}
	return out
}

// within are the cells of what stands between the walls, and of the door.
func within(stands []game.Edit, low, high game.Cell) []game.Cell {
	var out []game.Cell
	for i := range stands {
		c := stands[i].Cell()
		if inner(c, low, high) || door(stands[i]) {
			out = append(out, c)
		}
	}
	return out
}

func inner(c, low, high game.Cell) bool {
	return min(c.X-low.X, high.X-c.X, c.Z-low.Z, high.Z-c.Z, high.Y-c.Y) > 0
}

// spread are so many of some cells, each the farthest from what is there and was chosen before.
func spread(free, there []game.Cell, n int) []game.Cell {
	var out []game.Cell
	for range min(n, len(free)) {
		best := slices.MaxFunc(free, func(a, b game.Cell) int { return nearest(a, there) - nearest(b, there) })
		out, there = append(out, best), append(there, best)
		free = slices.DeleteFunc(free, func(c game.Cell) bool { return c == best })
	}
	return out
}

// nearest is the square of how far the nearest of some cells is, in blocks.
func nearest(a game.Cell, of []game.Cell) int {
	least := 1 << 30
	for _, b := range of {
		least = min(least, (a.X-b.X)*(a.X-b.X)+(a.Z-b.Z)*(a.Z-b.Z))
	}
	return least
}

// Before is a cell beside what stands: in front of its door, else at its east side.
func Before(stands []game.Edit) game.Cell {
	low, high := Bounds(stands)
	i := slices.IndexFunc(stands, door)
	if i < 0 {
		return game.Cell{X: high.X + 1, Y: low.Y, Z: low.Z}
	}
	return outward(stands[i].Cell(), low, high)
}

// outward is two steps out of a door.
func outward(c, low, high game.Cell) game.Cell {
	switch {
	case c.X == low.X:
		c.X -= 2
	case c.X == high.X:
		c.X += 2
	case c.Z == low.Z:
		c.Z -= 2
	default:
		c.Z += 2
	}
	return c
}

func door(e game.Edit) bool { return strings.HasSuffix(game.BlockName(e.Block), "_door") }

// Ring is the size of a fence so many blocks around what stands, and its lowest corner.
func Ring(stands []game.Edit, apart int) (Size, game.Cell) {
	low, high := Bounds(stands)
	return Size{Wide: high.X - low.X + 1 + 2*apart, Deep: high.Z - low.Z + 1 + 2*apart, High: 1},
		game.Cell{X: low.X - apart, Y: low.Y, Z: low.Z - apart}
}

// Edging are so many free cells on the ground around an area, as near to it as can be and on
// each of its rings as far from each other; soil: what stands there grows on it.
func Edging(low game.Cell, size Size, g Ground, soil bool, n int) (out []game.Cell) {
	for apart := 1; apart <= mostApart; apart++ {
		var free []game.Cell
		for x := low.X - apart; x < low.X+size.Wide+apart; x++ {
			for z := low.Z - apart; z < low.Z+size.Deep+apart; z++ {
				for up := range 2*mostApart + 1 { // 0, 1, -1, 2, ...
					c := game.Cell{X: x, Y: low.Y + (up+1)/2*(up%2*2-1), Z: z}
					if ring(c, low, size) == apart && g.open(c) && g.stands(down(c, 1)) && (!soil || g[down(c, 1)].Soil) {
						free = append(free, c)
						break
					}
				}
			}
		}
		out = append(out, spread(free, out, n-len(out))...)
	}
	return out
}

// mostApart is how far from an area its edging is, and how much higher or lower.
const mostApart = 4

// Edges reports whether a cell is on the edging of an area.
func Edges(c, low game.Cell, size Size) bool { n := ring(c, low, size); return n > 0 && n <= mostApart }

// ring is how many cells from an area one is, seen from above; 0 within it.
func ring(c, low game.Cell, size Size) int {
	return max(low.X-c.X, c.X-low.X-size.Wide+1, low.Z-c.Z, c.Z-low.Z-size.Deep+1, 0)
}
