// SPDX-License-Identifier: MIT

package game

import (
	"strings"
	"time"
)

// LandmarkKind says why something in a world is worth remembering.
type LandmarkKind string

// The kinds of landmarks.
const (
	// LandmarkStation is a block that one works at: a crafting table, a furnace.
	LandmarkStation LandmarkKind = "station"
	// LandmarkContainer keeps items: a chest, a barrel.
	LandmarkContainer LandmarkKind = "container"
	LandmarkBed       LandmarkKind = "bed"
	// LandmarkSite is where something to gather stands: an ore, trees, sand.
	LandmarkSite LandmarkKind = "site"
	// LandmarkDeath is where the body last died.
	LandmarkDeath LandmarkKind = "death"
)

// Landmark is something remembered of a world.
type Landmark struct {
	Kind LandmarkKind `json:"kind"`
	// Name of the block; empty for a death.
	Name string `json:"name,omitempty"`
	// At carries the dimension when the body said it.
	At Pos `json:"at"`
	// Ours: Minehand placed it.
	Ours bool `json:"ours,omitempty"`
	// Sighted: a body listed it among the blocks in view, so that one that looks
	// there and does not list it shows that it is gone.
	Sighted bool `json:"sighted,omitempty"`
	// Contents is what a container held when it was last opened, item -> count;
	// nil when it never was.
	Contents map[string]int `json:"contents,omitzero"`
	// Seen is when it was last known to be there.
	Seen time.Time `json:"seen"`
}

// stations are the blocks that one works at (Minecraft Wiki, "Block", utility
// blocks).
var stations = set("crafting_table furnace blast_furnace smoker campfire soul_campfire anvil chipped_anvil damaged_anvil " +
	"smithing_table stonecutter enchanting_table brewing_stand grindstone loom cartography_table fletching_table cauldron " +
	"water_cauldron composter lectern crafter")

// gathered are the blocks besides ores and wood that are worth going back to.
var gathered = set(
	"ancient_debris crimson_stem warped_stem sand red_sand gravel clay obsidian crying_obsidian glowstone amethyst_cluster " +
		"sugar_cane cactus bamboo kelp pumpkin melon wheat carrots potatoes beetroots sweet_berry_bush cocoa nether_wart hay_block " +
		"brown_mushroom red_mushroom snow_block ice packed_ice blue_ice soul_sand soul_soil magma_block basalt blackstone " +
		"terracotta calcite tuff dripstone_block moss_block cobweb sponge wet_sponge granite diorite andesite water lava",
)

// LandmarkOf says as what a block is remembered; empty for what is not.
func LandmarkOf(block string) LandmarkKind {
	block = Name(block)
	switch {
	case stations[block]:
		return LandmarkStation
	case block == "chest", block == "trapped_chest", block == "barrel", strings.HasSuffix(block, "shulker_box"):
		return LandmarkContainer
	case strings.HasSuffix(block, "_bed"):
		return LandmarkBed
	case gathered[block], strings.HasSuffix(block, "_ore"), strings.HasSuffix(block, "_log"):
		return LandmarkSite
	}
	return ""
}
