package techtree

import (
	"fmt"

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
				dimension: m.Dimension, seconds: Kill(m) + danger(m), search: mobSearch(m),
			})
		}
	}
}

// leastLuck is how much of a drop a mob must leave on average to be a source of
// it: nobody kills a thousand zombies for a carrot.
const leastLuck = 0.04

// spared mobs are no source of anything: friends, and those that no ordinary
// player is sent to fight. They die only by a goal that names them.
func spared(m *data.Mob) bool {
	return friends(m) || besieges(m.Name)
}

// besieges says that a mob is met only in raids, mansions and bastions, and
// kills who is not prepared for it (Minecraft Wiki, "Raid", "Woodland Mansion",
// "Bastion Remnant").
func besieges(mob string) bool {
	switch mob {
	case "ravager", "evoker", "vindicator", "illusioner", "piglin_brute":
		return true
	}
	return false
}

// besiegers names, as goals, the mobs that besiege players and leave an item.
func (s *Solver) besiegers(item string) string {
	var goals string
	for _, d := range s.v.DroppedBy(item) {
		if besieges(d.Mob) {
			goals += fmt.Sprintf(": \"kill 1 %s\"", game.Display(d.Mob))
		}
	}
	return goals
}

// friends are mobs that a player keeps or fears: no goal is met at their cost.
func friends(m *data.Mob) bool {
	switch m.Name {
	case "iron_golem", "snow_golem", "wolf", "cat", "ocelot", "parrot", "horse", "donkey", "mule", "llama", "trader_llama",
		"ender_dragon", "wither", "warden", "elder_guardian", "player", "allay", "axolotl", "dolphin", "panda", "fox", "polar_bear":
		return true
	}
	return m.Category == "villager" || m.Category == "other"
}
