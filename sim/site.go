// SPDX-License-Identifier: MIT

package sim

import (
	"github.com/minehand/minehand/game"
)

// spot is one block of a site.
type spot struct {
	at    game.Pos
	block string
}

// mobKey names one mob: its place is where it stands as long as it lives.
type mobKey struct {
	at  game.Pos
	mob string
}

// site is what stands in one lot. All of it lies within the lot, and the
// blocks around its stand are free.
type site struct {
	feature *feature
	// stand is where a body works from, feet position.
	stand game.Pos
	spots []spot
	mobs  []mobKey
	// low and high bound the heights that the site takes.
	low, high int
	cave      bool
}

// inCave reports whether a position belongs to the cave beside a vein: a room of
// 5x3x5 around the stand.
func (s *site) inCave(p game.Pos) bool {
	return s.cave && p.X >= s.stand.X-2 && p.X <= s.stand.X+2 &&
		p.Z >= s.stand.Z-2 && p.Z <= s.stand.Z+2 && p.Y >= s.stand.Y && p.Y <= s.stand.Y+2
}

// dwellers is how many live beside what stands in a village: one of each profession.
const dwellers = 13

// raise builds the site of a lot.
func (l *land) raise(la *layer, f *feature, lot [2]int) *site {
	h := l.hash("site", la.dimension, la.under, lot[0], lot[1])
	draw := func(n int) int {
		v := int(h % uint64(n))
		h = h*6364136223846793005 + 1442695040888963407
		h ^= h >> 29
		return v
	}
	at := func(x, y, z int) game.Pos {
		return game.Pos{X: lot[0]*lotSize + x, Y: y, Z: lot[1]*lotSize + z, Dimension: la.dimension}
	}
	n := f.min
	if f.max > f.min {
		n += draw(f.max - f.min + 1)
	}
	s := &site{feature: f, stand: at(2, ground+1, 8), low: ground, high: ground + 12}
	put := func(p game.Pos, block string) { s.spots = append(s.spots, spot{p, block}) }
	// heap stacks n blocks in a square of side blocks whose corner is x, y, z.
	heap := func(n, side, x, y, z int) {
		for k := range n {
			put(at(x+k%side, y+k/(side*side), z+k/side%side), f.block)
		}
	}
	switch f.shape {
	case pile:
		heap(n, 4, 5, ground+1, 6)
		for k := 0; f.dweller != "" && k < dwellers; k++ {
			s.mobs = append(s.mobs, mobKey{at(10+k%5, ground+1, 3+3*(k/5)), f.dweller})
		}
	case cliff:
		heap(n, 5, 5, ground+1, 6)
	case trees:
		for _, c := range [...][2]int{{6, 5}, {11, 8}, {6, 11}} {
			tall := 4 + draw(3)
			for y := range tall {
				put(at(c[0], ground+1+y, c[1]), f.block)
			}
			if f.leaves != "" {
				crown(put, at, f.leaves, c[0], ground+tall-1, c[1])
			}
		}
	case vein:
		y := f.low + draw(f.high-f.low+1)
		s.stand, s.cave = at(2, y, 8), true
		s.low, s.high = y, y+6
		heap(n, 3, 5, y, 7)
	case pool:
		for k := range 25 {
			put(at(6+k%5, ground, 6+k/5), f.block)
		}
	case meadow:
		for k := range n {
			put(at(5+k%10, ground+1, 2+k/10), f.block)
		}
	case herd:
		for k := range n {
			s.mobs = append(s.mobs, mobKey{at(5+2*(k%3), ground+1, 6+2*(k/3)), f.block})
		}
	}
	return s
}

// crown puts the leaves of a tree whose trunk ends at y+1.
func crown(put func(game.Pos, string), at func(x, y, z int) game.Pos, leaves string, x, y, z int) {
	for dy := range 2 {
		for dx := -1; dx <= 1; dx++ {
			for dz := -1; dz <= 1; dz++ {
				if dx != 0 || dz != 0 {
					put(at(x+dx, y+dy, z+dz), leaves)
				}
			}
		}
	}
	put(at(x, y+2, z), leaves)
}
