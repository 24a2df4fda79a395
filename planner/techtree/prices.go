package techtree

import (
	"strings"

	"github.com/minehand/minehand/game/data"
)

// The cost model, in seconds of game time. These are rough guesses that only
// choose between ways that all work; the seconds until the first block of a kind
// is reached follow from how common it is (Minecraft Wiki, "Ore", "Biome").
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

var searches = map[string]float64{
	"oak_log": 10, "birch_log": 13, "spruce_log": 15, "dark_oak_log": 20, "acacia_log": 22, "jungle_log": 24,
	"cherry_log": 40, "mangrove_log": 40, "pale_oak_log": 60,
	"dirt": 3, "grass_block": 3, "stone": 5, "cobblestone": 25, "sand": 30, "gravel": 30, "clay": 45, "granite": 15, "diorite": 15, "andesite": 15,
	"short_grass": 8, "grass": 8, "oak_leaves": 12, "deepslate": 25, "coal_ore": 20, "iron_ore": 30, "copper_ore": 30,
	"gold_ore": 80, "redstone_ore": 80, "lapis_ore": 90, "diamond_ore": 120, "emerald_ore": 300, "obsidian": 150,
	"sugar_cane": 40, "cactus": 90, "pumpkin": 90, "melon": 120, "snow": 60, "snow_block": 80, "ice": 80, "dandelion": 20, "poppy": 20,
}

// searchSeconds is how long a walk to the first block of a kind is expected to
// take when none is in view.
func searchSeconds(block string) float64 {
	if s, ok := searches[block]; ok {
		return s
	}
	if plain, ok := strings.CutPrefix(block, "deepslate_"); ok {
		if s, ok := searches[plain]; ok {
			return s + 20
		}
	}
	switch {
	case strings.HasSuffix(block, "_leaves"):
		return 25
	case strings.HasSuffix(block, "_wood"), strings.HasPrefix(block, "stripped_"), strings.HasPrefix(block, "infested_"):
		return 500
	case strings.HasPrefix(block, "raw_"), strings.HasPrefix(block, "dead_"):
		return 3000
	}
	return 100
}

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

// mobSearches are mobs that are met less often than others of their category, or
// more often: by biome, structure, event or time of day (Minecraft Wiki, the
// pages of the mobs, "Spawning").
var mobSearches = map[string]float64{
	// In a biome of their own, or rare.
	"rabbit": 90, "turtle": 200, "horse": 90, "donkey": 120, "llama": 200, "goat": 250, "wolf": 150, "fox": 150, "bee": 150, "frog": 250,
	"armadillo": 250, "parrot": 500, "ocelot": 500, "panda": 900, "polar_bear": 500, "mooshroom": 2500, "mule": 3000, "trader_llama": 900,
	"bat": 150, "strider": 60, "happy_ghast": 3000, "sniffer": 5000,
	"glow_squid": 150, "pufferfish": 200, "tropical_fish": 200, "dolphin": 120, "axolotl": 400, "tadpole": 400, "nautilus": 500,
	"husk": 250, "stray": 300, "bogged": 300, "parched": 400, "slime": 300, "witch": 300, "phantom": 2500, "zombie_villager": 600, "creaking": 400,
	"enderman": 150, "hoglin": 120, "magma_cube": 120, "ghast": 90,
	// In villages, fortresses, mineshafts, monuments, trial chambers, mansions,
	// raids and patrols.
	"cat": 250, "camel": 600, "villager": 200, "iron_golem": 300,
	"blaze": 400, "wither_skeleton": 500, "piglin_brute": 900, "cave_spider": 700, "silverfish": 3000, "endermite": 3000, "guardian": 1500, "elder_guardian": 2000,
	"breeze": 3000, "pillager": 900, "vindicator": 3000, "evoker": 3000, "vex": 3000, "ravager": 4000, "illusioner": 9000, "allay": 3000,
	"shulker": 900, "wandering_trader": 900,
	// Made by an event, or one in a world.
	"skeleton_horse": 5000, "zombie_horse": 5000, "camel_husk": 5000, "zombie_nautilus": 3000, "warden": 5000, "wither": 9000, "ender_dragon": 9000,
	"snow_golem": 5000, "copper_golem": 5000, "giant": 9000, "zoglin": 3000,
}

// mobSearch is how long meeting the first of a mob is expected to take when none
// is in view.
func mobSearch(m *data.Mob) float64 {
	if s, ok := mobSearches[m.Name]; ok {
		return s
	}
	switch m.Category {
	case "animal":
		return 30
	case "water":
		return 60
	case "hostile":
		return 90
	}
	return 200
}

// danger is what killing one of a mob costs beside its time.
func danger(m *data.Mob) float64 {
	if m.Category == "hostile" {
		return healSeconds
	}
	return 0
}
