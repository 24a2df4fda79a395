// SPDX-License-Identifier: MIT

package planner_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What is to stand around, in or before what the same message builds is placed once that is built, where it
// stands; a body that does not see the ground sets down beside it what is to stand around.
func TestWhatStandsAtWhatTheMessageBuilds(t *testing.T) {
	meadow := map[game.Cell]string{}
	for i := range 33 * 33 {
		c := game.Cell{X: i%33 - 16, Y: 63, Z: i/33 - 16}
		meadow[c] = "minecraft:grass_block"
		for range 7 {
			c.Y++
			meadow[c] = game.Air
		}
	}
	for _, c := range []struct {
		goal, inventory string
		sees            bool
		want            string
	}{
		{"build a 2 high pillar of dirt and put a torch next to it", "dirt=2 torch=1", false, "Build 2 blocks, Go to 3 64 0, Place torch"},
		{"build a 2 high pillar of dirt and put 2 torches around it", "dirt=2 torch=8", false, "Build 2 blocks, Go to 3 64 0, Place torch, Place torch"},
		{"build a 2 high pillar of dirt with torches around it", "dirt=2 torch=8", true, "Build 2 blocks, Build 8 blocks"},
		{"build a hut of dirt and put a bed inside", "dirt=200 red_bed=1 torch=9 oak_door=3 glass=9", false, "Build 73 blocks, Place red bed at 3 64 -1"},
		{"go to Steve, build a 2 high pillar of dirt and put a torch next to it", "dirt=2 torch=1", false, "Go to Steve"},
	} {
		req := game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)}
		if c.sees {
			req = inGarden(c.goal, meadow)
			req.State.Inventory = holding(c.inventory).Inventory
			req.Baseline = game.BaselineOf(&req.State)
		}
		if got := strings.Join(described(plan(t, req)), ", "); got != c.want {
			t.Errorf("%q is planned as %s, want %s", c.goal, got, c.want)
		}
	}
}
