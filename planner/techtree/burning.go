// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// What burning leaves is a source as well: a lava bucket that has burnt is a
// bucket again (Minecraft Wiki, "Smelting", the list of fuels).

// addBurnt lists the fuels that leave something, by what they leave, and the smelts.
func (s *Solver) addBurnt() {
	s.burntTo = make(map[int32][]int32)
	for _, f := range s.Fuels {
		if left := s.ID(s.Info[f].FuelLeaves); left >= 0 {
			s.burntTo[left] = append(s.burntTo[left], f)
		}
	}
	for wi := range s.Ops {
		if s.Ops[wi].Kind == game.Smelt {
			s.smeltWays = append(s.smeltWays, int32(wi))
		}
	}
}

// markWasted marks the fuels that nobody makes to burn them: sticks and blocks, and those that are
// made of better ones alone.
func (s *Solver) markWasted() {
	s.wasted = make([]bool, len(s.Names))
	sticks := s.BurnRanks[max(s.ID("stick"), 0)]
	for _, f := range s.Fuels {
		if r := s.BurnRanks[f]; r == 0 || r >= sticks || s.Names[f] == "coal_block" {
			s.wasted[f] = true
			continue
		}
		s.wasted[f] = len(s.waysTo[f]) > 0 && !slices.ContainsFunc(s.waysTo[f], func(wi int32) bool {
			w := &s.Ops[wi]
			burns := 0
			for _, in := range w.Takes {
				least := math.MaxInt
				for _, a := range in.Alts {
					least = min(least, s.Info[a].FuelTicks)
				}
				burns += least * int(in.Count)
			}
			return burns < s.Info[f].FuelTicks*int(w.N)
		})
	}
}

// afterFire marks what is left when a fuel has burnt, where something can be
// smelted, and appends it to the queue.
func (j *job) afterFire(avail []bool, queue []int32) []int32 {
	if j.p.FreeFuel {
		return queue
	}
	for left := range j.s.burntTo {
		if !avail[left] && j.byFire(left, avail) {
			avail[left], j.reach[left] = true, true
			j.touch(left)
			queue = append(queue, left)
		}
	}
	return queue
}

// byFire says that burning leaves an item: a fuel for it can be had, and
// something to smelt.
func (j *job) byFire(item int32, avail []bool) bool {
	if j.p.FreeFuel {
		return false
	}
	for _, f := range j.s.burntTo[item] {
		if !avail[f] {
			continue
		}
		for _, wi := range j.s.smeltWays {
			if j.c.open[wi] && j.workable(&j.s.Ops[wi], avail) {
				return true
			}
		}
	}
	return false
}

// needsFire says that a want cannot be had without a smelt, and that there is
// nothing to burn.
func (j *job) needsFire(wants []want) bool {
	avail := j.mark()
	if j.p.FreeFuel || slices.ContainsFunc(j.s.Fuels, func(f int32) bool { return avail[f] }) {
		return false
	}
	j.noFire = true
	defer func() { j.noFire = false }()
	avail = j.mark()
	return slices.ContainsFunc(wants, func(w want) bool { return w.missing > 0 && j.available(w, avail) != nil })
}
