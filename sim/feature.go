// SPDX-License-Identifier: MIT

package sim

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data"
)

// shape is how a site is built.
type shape int

const (
	pile   shape = iota // blocks heaped on the ground
	cliff               // a large pile
	trees               // trunks with leaves
	vein                // blocks in the rock beside a cave
	pool                // a fluid let into the ground
	herd                // mobs
	meadow              // plants standing side by side
)

// feature is one kind of site.
type feature struct {
	shape shape
	// block is what the site is made of, or the mob of a herd.
	block string
	// leaves of trees.
	leaves string
	// dweller is the mob that lives beside what stands there.
	dweller string
	// min and max bound the number of blocks or mobs.
	min, max int
	// low and high bound the height of a vein.
	low, high int
	// common is how many lots of every parcel hold it; 0 makes it rare: one lot
	// or more in every tile.
	common int
}

// ores are the veins with the heights of Minecraft 1.18 to 1.21 (Minecraft Wiki,
// "Ore", distribution by height), narrowed to where plain stone is; their
// deepslate forms lie below y 0. Coal's and emerald's few deepslate blocks are
// left rare.
var ores = []feature{
	{block: "coal_ore", low: 20, high: 55, min: 8, max: 17, common: 2},
	{block: "iron_ore", low: 10, high: 50, min: 5, max: 10, common: 2},
	{block: "copper_ore", low: 20, high: 50, min: 6, max: 12, common: 1},
	{block: "gold_ore", low: 6, high: 30, min: 4, max: 9, common: 1},
	{block: "lapis_ore", low: 6, high: 30, min: 3, max: 7, common: 1},
	{block: "redstone_ore", low: 5, high: 14, min: 4, max: 9, common: 1},
	{block: "diamond_ore", low: 5, high: 14, min: 3, max: 7, common: 1},
	{block: "emerald_ore", low: 20, high: 50, min: 1, max: 3},
	{block: "deepslate_coal_ore", low: -8, high: -4, min: 2, max: 5},
	{block: "deepslate_iron_ore", low: -30, high: -6, min: 4, max: 9},
	{block: "deepslate_copper_ore", low: -14, high: -6, min: 3, max: 7},
	{block: "deepslate_gold_ore", low: -50, high: -10, min: 4, max: 9},
	{block: "deepslate_lapis_ore", low: -40, high: -6, min: 3, max: 7},
	{block: "deepslate_redstone_ore", low: -60, high: -40, min: 4, max: 9},
	{block: "deepslate_diamond_ore", low: -60, high: -50, min: 3, max: 8},
	{block: "deepslate_emerald_ore", low: -14, high: -6, min: 1, max: 1},
	{block: "deepslate", low: -40, high: -6, min: 30, max: 45},
	{block: "obsidian", low: 6, high: 12, min: 12, max: 24},
	{block: "amethyst_cluster", low: 10, high: 28, min: 4, max: 8},
}

// buried are natural blocks that belong underground besides the ores.
func buried(name string) bool {
	return slices.ContainsFunc([]string{
		"granite", "diorite", "andesite", "tuff", "calcite", "dripstone", "amethyst", "sculk", "budding",
		"glow_lichen", "infested", "smooth_basalt", "moss", "azalea", "spore", "hanging_roots", "cave_vines",
		"dripleaf", "rooted_dirt", "cobweb", "_ore", "magma", "geode", "sulfur", "cinnabar",
	}, func(part string) bool { return strings.Contains(name, part) })
}

// overworldFeatures lists what the overworld holds, in a fixed order: what is
// common by hand, and every other block that stands there by itself somewhere.
func overworldFeatures(v *data.Version, wild bool) (surface, under []*feature) {
	done := map[string]bool{"grass_block": true, "dirt": true, "bedrock": true, "air": true}
	add := func(list *[]*feature, f feature) {
		if _, ok := v.Block(f.block); !ok || done[f.block] {
			return
		}
		done[f.block] = true
		*list = append(*list, &f)
	}
	for _, f := range ores {
		f.shape = vein
		add(&under, f)
	}
	add(&under, feature{shape: vein, block: "lava", low: 6, high: 12, min: 4, max: 8, common: 1})
	add(&surface, feature{shape: trees, block: "oak_log", leaves: "oak_leaves", common: 2})
	add(&surface, feature{shape: cliff, block: "stone", min: 40, max: 50, common: 1})
	add(&surface, feature{shape: pool, block: "water", common: 1})
	for _, grass := range [...]string{"short_grass", "grass"} {
		add(&surface, feature{shape: meadow, block: grass, min: 90, max: 120, common: 1})
	}
	for _, f := range []feature{
		{block: "sand", min: 20, max: 30}, {block: "gravel", min: 20, max: 30}, {block: "clay", min: 16, max: 30},
		{block: "sugar_cane", min: 8, max: 12}, {block: "pumpkin", min: 4, max: 8}, {block: "melon", min: 4, max: 8},
		{block: "cobblestone", min: 20, max: 40},
	} {
		add(&surface, f)
	}
	for _, b := range v.Blocks() {
		if !stands(b, wild) || (b.Dimension != "" && b.Dimension != overworld) || done[b.Name] || growsOnTree(v, b.Name) {
			continue
		}
		if f := featureOf(v, b.Name); f.shape == vein {
			add(&under, f)
		} else {
			add(&surface, f)
		}
	}
	return append(surface, overworldHerds(v)...), under
}

// overworldHerds are the mobs that roam the overworld; those of a farm are common.
func overworldHerds(v *data.Version) []*feature {
	var herds []*feature
	for _, m := range v.Mobs() {
		if (m.Dimension != "" && m.Dimension != overworld) || !roams(m) {
			continue
		}
		f := feature{shape: herd, block: m.Name, min: 3, max: 6}
		if slices.Contains([]string{"cow", "sheep", "pig", "chicken"}, m.Name) {
			f.common = 1
		}
		herds = append(herds, &f)
	}
	return herds
}

// featureOf is how a block that is no feature of its own is found: as a tree, buried or in a pile.
func featureOf(v *data.Version, block string) feature {
	if tree, ok := strings.CutSuffix(block, "_log"); ok {
		leaves := tree + "_leaves"
		if _, ok := v.Block(leaves); !ok {
			leaves = ""
		}
		return feature{shape: trees, block: block, leaves: leaves}
	}
	if buried(block) {
		return feature{shape: vein, block: block, low: 8, high: 40, min: 8, max: 24}
	}
	f := feature{shape: pile, block: block, min: 8, max: 16}
	if block == "hay_block" || block == "bell" { // of villages
		f.dweller = v.Trading().Mob
	}
	return f
}

// stands reports whether a block stands somewhere in the world by itself: in
// nature, or in a structure, of which only single blocks are made here and none in a wild world.
func stands(b *data.Block, wild bool) bool {
	return (b.Natural || b.Structure != "" && !wild) && b.Hardness >= 0
}

// otherFeatures lists what the nether or the end holds: every block that stands
// there by itself, and its mobs.
func otherFeatures(v *data.Version, dimension string, wild bool) []*feature {
	var list []*feature
	for _, b := range v.Blocks() {
		if !stands(b, wild) || b.Dimension != dimension {
			continue
		}
		f := &feature{shape: pile, block: b.Name, min: 8, max: 24}
		if strings.HasSuffix(b.Name, "_stem") {
			f.shape = trees
		}
		list = append(list, f)
	}
	for _, m := range v.Mobs() {
		if m.Dimension == dimension && roams(m) {
			list = append(list, &feature{shape: herd, block: m.Name, min: 3, max: 6})
		}
	}
	return list
}

// roams reports whether a kind of mob is met by chance: all but bosses, friends
// and villagers.
func roams(m *data.Mob) bool {
	return m.Temper != data.Boss && slices.Contains([]string{"animal", "water", "hostile"}, m.Category)
}

// growsOnTree reports whether the block is the leaves of a tree that has a log.
func growsOnTree(v *data.Version, name string) bool {
	tree, ok := strings.CutSuffix(name, "_leaves")
	if !ok {
		return false
	}
	_, ok = v.Block(tree + "_log")
	return ok
}
