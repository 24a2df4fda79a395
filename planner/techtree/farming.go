// SPDX-License-Identifier: MIT

package techtree

import (
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// farms says whether a problem lets a way be used that farms.
func (s *Solver) farms(p *Problem, w *rules.Op) bool {
	if w.Farm == nil {
		return true
	}
	if w.Kind == game.Breed && p.excluded(game.Collect, s.Names[w.Out]) != nil {
		return false
	}
	for _, k := range w.Farm.Needs {
		if !p.can(k) {
			return false
		}
	}
	if w.Farm.Seed < 0 {
		return true
	}
	return p.excluded(game.Plant, s.Names[w.Farm.Seed]) == nil && (w.Tools == nil || p.excluded(game.Till, s.Version.Soil()[0]) == nil)
}

// seedPrice is what a way's seed, or the shears that nobody makes for a few
// blocks of wool, add to the price of a batch.
func (c *costs) seedPrice(w *rules.Op, atHand []bool) float64 {
	switch i := w.Plants(); {
	case i >= 0 && !atHand[i]:
		return c.price[i]
	case w.Kind == game.Shear && !atHand[w.Tools[0]]:
		return c.price[w.Tools[0]]
	}
	return 0
}

// seedsFor is how many seeds must be there for k batches: one for every plant
// that is set at a time, or what is held when there are no others.
func (j *job) seedsFor(w *rules.Op, k int32) int32 {
	seed, n := w.Farm.Seed, w.Plots(k)
	if w.Farm.Held || math.IsInf(j.c.price[seed], 1) {
		return max(1, min(n, j.have[seed]))
	}
	return n
}
