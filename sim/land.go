// SPDX-License-Identifier: MIT

package sim

import (
	"hash/fnv"
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// The measures of the land, in blocks.
const (
	// ground is the height of the grass; feet stand one above it.
	ground = 63
	// lotSize is the side of a lot: a square with at most one site in a layer.
	lotSize = 16
	// parcel is the side, in lots, of the square that holds every common site
	// once or more: 64 blocks.
	parcel = 4
)

// The dimensions.
const (
	overworld = "overworld"
	nether    = "the_nether"
	end       = "the_end"
)

// land is the generated world before anyone touched it: a flat plain, cut into
// lots of 16x16 blocks. Each lot of a layer (surface, underground, nether, end)
// holds one site: a few trees, a pile, a vein with a cave beside it, a pool, a
// herd. Which lot holds what repeats over a tile, so that everything there is
// lies within a known distance of everywhere. It is a pure function of version
// and seed; the maps only remember what was computed.
type land struct {
	data   *data.Version
	seed   int64
	minY   int
	deep   bool // deepslate below y 0: Minecraft 1.17 and later
	spawn  game.Pos
	layers []*layer
}

// layer is one floor of sites.
type layer struct {
	dimension string
	under     bool // underground
	parcels   int  // the tile's side in parcels
	tile      []*feature
	sites     map[[2]int]*site
}

func newLand(v *data.Version, seed int64, wild bool) *land {
	l := &land{data: v, seed: seed}
	if _, ok := v.Block("deepslate"); ok {
		l.deep, l.minY = true, -64
	}
	surface, under := overworldFeatures(v, wild)
	l.layers = []*layer{
		l.newLayer(overworld, false, surface),
		l.newLayer(overworld, true, under),
		l.newLayer(nether, false, otherFeatures(v, nether, wild)),
		l.newLayer(end, false, otherFeatures(v, end, wild)),
	}
	h := l.hash("spawn")
	l.spawn = game.Pos{
		X: 64*(int(h%31)-15) + 32, Y: ground + 1, Z: 64*(int(h>>8%31)-15) + 32,
		Dimension: overworld,
	}
	return l
}

// newLayer deals the features out over the lots of a tile: the common ones into
// every parcel, the others in turn into the lots that are left.
func (l *land) newLayer(dimension string, under bool, features []*feature) *layer {
	var common, rare []*feature
	for _, f := range features {
		for range f.common {
			common = append(common, f)
		}
		if f.common == 0 {
			rare = append(rare, f)
		}
	}
	free := parcel*parcel - len(common)
	side := 1
	for side*side*free < len(rare) {
		side++
	}
	la := &layer{dimension: dimension, under: under, parcels: side, sites: map[[2]int]*site{}}
	la.tile = make([]*feature, side*side*parcel*parcel)
	if len(features) == 0 {
		return la
	}
	order := l.shuffled(dimension, under, -1, len(rare))
	next := 0
	for p := range side * side {
		for k, lot := range l.shuffled(dimension, under, p, parcel*parcel) {
			i := (p/side*parcel+lot/parcel)*side*parcel + p%side*parcel + lot%parcel
			if k < len(common) {
				la.tile[i] = common[k]
			} else if len(rare) > 0 {
				la.tile[i] = rare[order[next%len(rare)]]
				next++
			}
		}
	}
	return la
}

// shuffled is 0..n-1 in an order drawn from the seed.
func (l *land) shuffled(dimension string, under bool, salt, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := int(l.hash("order", dimension, under, salt, i) % uint64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// hash draws a number from the seed and the words.
func (l *land) hash(words ...any) uint64 {
	h := fnv.New64a()
	buf := make([]byte, 8)
	put := func(n int64) {
		for i := range buf {
			buf[i] = byte(n >> (8 * i))
		}
		_, _ = h.Write(buf)
	}
	put(l.seed)
	for _, w := range words {
		switch w := w.(type) {
		case string:
			_, _ = h.Write([]byte(w))
		case int:
			put(int64(w))
		case bool:
			if w {
				put(1)
			}
		}
	}
	// FNV alone leaves neighbours alike: mix (the finaliser of MurmurHash3).
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// lotOf is the lot that holds a column.
func lotOf(x, z int) [2]int { return [2]int{floorDiv(x, lotSize), floorDiv(z, lotSize)} }

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

// feature is what a lot of the layer holds; nil for nothing.
func (la *layer) feature(lot [2]int) *feature {
	side := la.parcels * parcel
	i, j := lot[0]-floorDiv(lot[0], side)*side, lot[1]-floorDiv(lot[1], side)*side
	return la.tile[j*side+i]
}

// site is what stands in a lot; nil for nothing.
func (l *land) site(la *layer, lot [2]int) *site {
	if s, ok := la.sites[lot]; ok {
		return s
	}
	f := la.feature(lot)
	if f == nil {
		return nil
	}
	s := l.raise(la, f, lot)
	la.sites[lot] = s
	return s
}

// block is the generated block at a position; "" is air.
func (l *land) block(p game.Pos) string {
	lot := lotOf(p.X, p.Z)
	for _, la := range l.layers {
		if la.dimension != p.Dimension {
			continue
		}
		s := l.site(la, lot)
		if s == nil || p.Y < s.low || p.Y > s.high {
			continue
		}
		for i := range s.spots {
			if s.spots[i].at == p {
				return s.spots[i].block
			}
		}
		if s.inCave(p) {
			return ""
		}
	}
	return l.bedding(p)
}

// bedding is the ground that sites stand on and veins lie in.
func (l *land) bedding(p game.Pos) string {
	if p.Y > ground {
		return ""
	}
	switch p.Dimension {
	case nether:
		if p.Y <= 0 {
			return "bedrock"
		}
		return "netherrack"
	case end:
		if p.Y < 0 {
			return "" // the void below the island
		}
		return "end_stone"
	}
	return l.overworldAt(p.Y)
}

// overworldAt is the block of the overworld at a height, at or below the ground.
func (l *land) overworldAt(y int) string {
	switch {
	case y < l.minY:
		return ""
	case y == l.minY:
		return "bedrock"
	case y == ground:
		return "grass_block"
	case y >= ground-3:
		return "dirt"
	case y < 0 && l.deep:
		return "deepslate"
	}
	return "stone"
}
