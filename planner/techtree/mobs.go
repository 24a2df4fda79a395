// SPDX-License-Identifier: MIT

package techtree

import (
	"fmt"
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// addMobs adds what killed mobs leave.
func (s *Solver) addMobs() {
	for _, m := range s.v.Mobs() {
		if spared(m) {
			continue
		}
		for _, d := range m.Drops {
			out, ok := s.id[d.Item]
			if !ok || dropMean(d) < leastLuck {
				continue
			}
			s.ways = append(s.ways, way{
				kind: game.Attack, out: out, n: sure(d), mean: dropMean(d), toolset: -1, station: -1, subject: m.Name,
				dimension: m.Dimension, seconds: Kill(m) + danger(m), search: m.Search,
			})
		}
	}
}

// portalSeconds stands for the way into another world, which no plan leads: what
// lives there is hunted only for what nothing here leaves.
const portalSeconds = 1e6

// Dropper is the mob that the solver hunts for an item, the one that costs least
// time with its search; empty when none is a source of it.
func Dropper(v *data.Version, item string) string {
	best, least := "", math.Inf(1)
	for _, m := range v.Mobs() {
		if spared(m) {
			continue
		}
		for _, d := range m.Drops {
			if d.Item != item || dropMean(d) < leastLuck {
				continue
			}
			cost := m.Search + (Kill(m)+danger(m))/dropMean(d)
			if m.Dimension != "" && m.Dimension != "overworld" {
				cost += portalSeconds
			}
			if cost < least {
				best, least = m.Name, cost
			}
		}
	}
	return best
}

// leastLuck is how much of a drop a mob must leave on average to be a source of
// it: nobody kills a thousand zombies for a carrot.
const leastLuck = 0.04

// spared mobs are no source of anything: friends, and those that no ordinary
// player is sent to fight. They die only by a goal that names them.
func spared(m *data.Mob) bool {
	return m.Friend || m.Temper == data.Besieger
}

// besiegers names, as goals, the mobs that besiege players and leave an item.
func (s *Solver) besiegers(item string) string {
	var goals string
	for _, d := range s.v.DroppedBy(item) {
		if m, ok := s.v.Mob(d.Mob); ok && m.Temper == data.Besieger {
			goals += fmt.Sprintf(": \"kill 1 %s\"", game.Display(d.Mob))
		}
	}
	return goals
}
