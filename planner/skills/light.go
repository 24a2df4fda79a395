// SPDX-License-Identifier: MIT

package skills

import (
	"cmp"
	"slices"

	"github.com/minehand/minehand/game"
)

// How light a floor has to be, so that no monster appears on it: before Minecraft 1.18 they
// appear up to a light of 7, since then at 0 (Minecraft Wiki, "Mob spawning").
const safeLight = 8

// torchLight is what a torch gives.
const torchLight = 14

// Lit is how far a circle is lit up, in blocks: the usual, and the bounds.
var Lit = struct{ Usual, Least, Most int }{8, 1, 15}

// litBeyond is how many blocks farther is lit up: who asks again may stand that far from there.
const litBeyond = 1

// Torches are where torches have to stand so that no floor within a radius of a place is
// dark, as far as the ground shows: few, and in a fixed order. None where no floor is.
func Torches(here game.Cell, radius int, g Ground) []game.Cell {
	light := map[game.Cell]int{}
	for c, fill := range g {
		if fill.Light > 0 {
			g.spread(light, c, fill.Light)
		}
	}
	var dark []game.Cell
	within := false
	for c := range g {
		if near(c, here, radius+litBeyond) && g.floor(c) && light[c] < safeLight {
			dark, within = append(dark, c), within || near(c, here, radius)
		}
	}
	if !within {
		return nil
	}
	slices.SortFunc(dark, layers)
	// A torch lights what is at most so many steps away: of the places for the next one that
	// is taken which lights most of the floors that are dark.
	lights := map[game.Cell]map[game.Cell]int{}
	for _, c := range dark {
		lights[c] = map[game.Cell]int{}
		g.spread(lights[c], c, torchLight)
	}
	var out []game.Cell
	for len(dark) > 0 {
		best, most := game.Cell{}, 0
		for c, lit := range lights {
			n := 0
			for _, d := range dark {
				if lit[d] >= safeLight {
					n++
				}
			}
			if n > most || n == most && (c.X < best.X || c.X == best.X && (c.Z < best.Z || c.Z == best.Z && c.Y < best.Y)) {
				best, most = c, n
			}
		}
		out = append(out, best)
		lit := lights[best]
		dark = slices.DeleteFunc(dark, func(d game.Cell) bool { return lit[d] >= safeLight })
	}
	return out
}

// Lights are the torches that stand within a radius of a place.
func Lights(here game.Cell, radius int, ground map[game.Cell]string) (out []game.Cell) {
	torch := game.Edit{Block: string(Torch)}
	for c, state := range ground {
		if near(c, here, radius) && torch.Is(state) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, layers)
	return out
}

// layers is the order of cells layer by layer, from the ground up.
func layers(a, b game.Cell) int {
	return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
}

// near reports whether a cell is within a radius, and about as high.
func near(c, here game.Cell, radius int) bool {
	const high = 4
	return max(c.X-here.X, here.X-c.X) <= radius && max(c.Z-here.Z, here.Z-c.Z) <= radius && max(c.Y-here.Y, here.Y-c.Y) <= high
}

// floor reports whether a monster has room to stand in a cell.
func (g Ground) floor(c game.Cell) bool {
	return g.open(c) && g.stands(down(c, 1)) && g.open(down(c, -1))
}

// spread lets light go from a cell: it falls by one with each step, and goes through what
// is not firm (Minecraft Wiki, "Light"). What is darker than is safe is left out.
func (g Ground) spread(light map[game.Cell]int, from game.Cell, level int) {
	if light[from] >= level {
		return
	}
	light[from] = level
	next := []game.Cell{from}
	for len(next) > 0 {
		c := next[0]
		next = next[1:]
		for _, s := range game.Sides {
			q := c.Plus(s)
			fill, known := g[q]
			if n := light[c] - 1; known && n >= safeLight && n > light[q] && !fill.Firm {
				light[q] = n
				next = append(next, q)
			}
		}
	}
}
