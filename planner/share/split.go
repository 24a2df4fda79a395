// SPDX-License-Identifier: MIT

package share

import (
	"cmp"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// Cost is what a share costs a body in seconds of the game: Base once, and Each for every
// unit. An infinite one is no share at all.
type Cost struct{ Base, Each float64 }

// CostOf is the cost by what one unit takes, and what n do.
func CostOf(one, all float64, n int) Cost {
	if n <= 1 || math.IsInf(one, 1) || math.IsInf(all, 1) {
		return Cost{Each: max(one, all, 1)}
	}
	each := max((all-one)/float64(n-1), 0.1)
	return Cost{Base: max(one-each, 0), Each: each}
}

// Split is how many of n units each body takes, so that the last of them is done soonest.
// Where none can take any all shares are 0.
func Split(n int, bodies []Cost) []int {
	shares := make([]int, len(bodies))
	for range n {
		best, least := -1, math.Inf(1)
		for i, c := range bodies {
			if done := c.Base + float64(shares[i]+1)*c.Each; done < least {
				best, least = i, done
			}
		}
		if best < 0 {
			break
		}
		shares[best]++
	}
	return shares
}

// edge is beyond every world's border, in blocks.
const edge = game.MaxCoordinate

// Areas parts the land among bodies by where they are, one area for each.
func Areas(at []game.Pos) []game.Area {
	out := make([]game.Area, len(at))
	all := make([]int, len(at))
	for i := range all {
		all[i] = i
	}
	part(at, all, game.Area{MinX: -edge, MinZ: -edge, MaxX: edge, MaxZ: edge}, out)
	return out
}

// part gives an area to some of the bodies: it is cut in two where they lie farthest apart,
// along the other way where they stand together.
func part(at []game.Pos, some []int, whole game.Area, out []game.Area) {
	if len(some) == 0 {
		return
	}
	if len(some) == 1 {
		out[some[0]] = whole
		return
	}
	x := func(i int) int { return at[i].X }
	z := func(i int) int { return at[i].Z }
	along, across := x, z
	wide := spread(some, x) > spread(some, z) || spread(some, x) == spread(some, z) && whole.MaxX-whole.MinX >= whole.MaxZ-whole.MinZ
	if !wide {
		along, across = z, x
	}
	some = slices.Clone(some)
	slices.SortFunc(some, func(i, j int) int {
		return cmp.Or(cmp.Compare(along(i), along(j)), cmp.Compare(across(i), across(j)), cmp.Compare(i, j))
	})
	half := len(some) / 2
	cut := floorHalf(along(some[half-1]) + along(some[half]))
	low, high := whole, whole
	if wide {
		cut = min(max(cut, whole.MinX), whole.MaxX-1)
		low.MaxX, high.MinX = cut, cut+1
	} else {
		cut = min(max(cut, whole.MinZ), whole.MaxZ-1)
		low.MaxZ, high.MinZ = cut, cut+1
	}
	part(at, some[:half], low, out)
	part(at, some[half:], high, out)
}

func spread(some []int, along func(int) int) int {
	least, most := math.MaxInt, math.MinInt
	for _, i := range some {
		least, most = min(least, along(i)), max(most, along(i))
	}
	return most - least
}

func floorHalf(n int) int { return int(math.Floor(float64(n) / 2)) }
