// SPDX-License-Identifier: MIT

package game

import "testing"

func TestWhatIsRemembered(t *testing.T) {
	for block, want := range map[string]LandmarkKind{
		"minecraft:crafting_table": LandmarkStation, "blast_furnace": LandmarkStation, "soul_campfire": LandmarkStation,
		"chest": LandmarkContainer, "red_shulker_box": LandmarkContainer, "white_bed": LandmarkBed,
		"deepslate_iron_ore": LandmarkSite, "oak_log": LandmarkSite, "crimson_stem": LandmarkSite, "sand": LandmarkSite,
		"stone": "", "dirt": "", "oak_leaves": "", "bedrock": "", "ender_chest": "", "": "", "mushroom_stem": "", "melon_stem": "",
	} {
		if got := LandmarkOf(block); got != want {
			t.Errorf("%s is remembered as %q, want %q", block, got, want)
		}
	}
}
