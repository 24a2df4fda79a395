// SPDX-License-Identifier: MIT

package goals_test

import (
	"testing"
)

// TestABuildKeepsItsMaterial: what is named is what it is built of, as the block or the kind of it
// that the build needs.
func TestABuildKeepsItsMaterial(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, want := range map[string]string{
		"build a house of diamond":       "diamond_block",
		"build a hut of gold":            "gold_block",
		"build a hut of iron":            "iron_block",
		"build a hut of emerald":         "emerald_block",
		"build a hut of netherite":       "netherite_block",
		"build a hut of copper":          "copper_block",
		"build a wall of diamond":        "diamond_block",
		"build a 5x5 pen of birch":       "birch_planks",
		"build a pen of spruce":          "spruce_planks",
		"build a hut of water":           "water_bucket",
		"build a house of bread":         "bread",
		"build a house of oak":           "oak_planks",
		"baue ein Haus aus Diamant":      "diamond_block",
		"用钻石建一座房子":                       "diamond_block",
		"construye una casa de diamante": "diamond_block",
	} {
		got, err := r.Read(text)
		if err != nil || len(got.Goals) != 1 || len(got.Goals[0].Items) != 1 || got.Goals[0].Items[0] != want {
			t.Errorf("%q is read as %+v, %v; want %s", text, got.Goals, err, want)
		}
	}
	if got, err := r.Read("build a pen of cobblestone"); err == nil {
		t.Errorf("a pen of cobblestone is read as %+v", got.Goals)
	}
}
