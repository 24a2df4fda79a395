// SPDX-License-Identifier: MIT

package data

import "slices"

// Tier gives the mining level of a tool tier: wood and gold 0, stone and copper
// 1, iron 2, diamond 3, netherite 4; -1 for anything else. Source: Minecraft
// Wiki, "Tiers".
func Tier(tier string) int {
	switch tier {
	case "wood", "gold":
		return 0
	case "stone", "copper":
		return 1
	case "iron":
		return 2
	case "diamond":
		return 3
	case "netherite":
		return 4
	}
	return -1
}

// HarvestedBy says whether breaking the block with the item (empty for the bare
// hand) lets it drop anything.
func (b *Block) HarvestedBy(item string) bool {
	return b.Harvest == nil || slices.Contains(b.Harvest, item)
}

// Breakable says whether a survival player can break the block at all.
func (b *Block) Breakable() bool { return b.Hardness >= 0 }
