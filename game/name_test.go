// SPDX-License-Identifier: MIT

package game_test

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func TestAlternatives(t *testing.T) {
	for _, c := range []struct {
		ids  []string
		want string
	}{
		{[]string{"coal", "charcoal"}, "coal or charcoal"},
		{[]string{"oak_log", "spruce_log", "birch_log", "dark_oak_log"}, "log of any kind"},
		{[]string{"white_bed", "light_blue_bed", "red_bed", "minecraft:black_bed"}, "bed of any kind"},
		{[]string{"bread", "apple", "carrot", "potato"}, "bread, apple, carrot or the like"},
		{[]string{"stone_pickaxe"}, "stone pickaxe"},
	} {
		if got := game.Alternatives(c.ids); got != c.want {
			t.Errorf("%v: %q, want %q", c.ids, got, c.want)
		}
	}
}
