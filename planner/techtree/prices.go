// SPDX-License-Identifier: MIT

package techtree

import "github.com/minehand/minehand/game/data"

// The cost model, in seconds of game time. These are rough guesses that only
// choose between ways that all work; how long the first block or mob of a kind is
// looked for is a fact of the tables.
const (
	// pickUpSeconds is walking to a block's neighbour and its drop.
	pickUpSeconds = 1
	// killSeconds is running after a mob.
	killSeconds = 4
	// healSeconds is what a fight with a hostile mob costs beside its time: wounds
	// heal by a heart in four seconds and by food (Minecraft Wiki, "Healing").
	healSeconds = 15
	// walkSpeed is a player's walking speed in blocks a second (Wiki, "Walking").
	walkSpeed = 4.3
	// shareOfSearch is the part of a search that one item bears in the price of an
	// item, shareOfTool that of a tool that is not used up.
	shareOfSearch = 1.0 / 8
	shareOfTool   = 1.0 / 20
)

// structureSeconds is how long finding a structure is expected to take (Minecraft
// Wiki, "Structure").
func structureSeconds(structure string) float64 {
	switch structure {
	case "village":
		return 200
	case "mineshaft", "ruined_portal", "dungeon", "nether_fortress":
		return 600
	}
	return 3000
}

// danger is what killing one of a mob costs beside its time.
func danger(m *data.Mob) float64 {
	if m.Category == "hostile" {
		return healSeconds
	}
	return 0
}
