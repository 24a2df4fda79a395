// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"testing"
	"time"
)

// bare is how far from the spawn the world of TestFinding has no iron.
const bare = "50"

// findingTime is the most that a case of TestFinding may take: some walk and dig
// for minutes, and a busy machine thinks slowly about the way.
const findingTime = 15 * time.Minute

// findingCases have nothing of what is wanted in sight.
var findingCases = []kindCase{
	{
		name: "iron from below", failing: true, limit: findingTime, chased: true, picture: "bot-iron.png", zoom: 22, goal: "get 3 iron ingots", late: true,
		saw: map[string]int{"gone:iron_ore": 3}, server: map[string]int{"dug:iron_ore": 3}, carries: map[string]int{"iron_ingot": 3},
	},
	{
		name: "a mine at the ore's height", failing: true, limit: findingTime, chased: true, goal: "mine 1 gold ore", give: map[string]int{"iron_pickaxe": 1}, unhurt: true,
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 76, 52, 8, "gold_ore") // farther than it sees; lava lies between
			r.server.do(t, "fill", fields{"x": 26, "y": 51, "z": 7, "x2": 27, "y2": 54, "z2": 9, "block": "lava"})
		},
		saw: map[string]int{"gone:gold_ore": 1}, server: map[string]int{"dug:gold_ore": 1},
	},
	{
		// No other gold is near: the lava on both sides of this has to be walled off.
		name: "an ore beside lava", limit: findingTime, goal: "mine 1 gold ore", give: map[string]int{"iron_pickaxe": 1, "cobblestone": 16}, unhurt: true,
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "fill", fields{"x": 9, "y": 57, "z": 3, "x2": 15, "y2": 61, "z2": 9, "block": "stone"})
			r.set(t, 12, 59, 6, "gold_ore")
			r.set(t, 11, 59, 6, "lava")
			r.set(t, 12, 59, 7, "lava")
		},
		saw: map[string]int{"gone:gold_ore": 1}, server: map[string]int{"dug:gold_ore": 1, "placed:cobblestone": 2},
	},
	{
		name: "a widening walk", failing: true, limit: findingTime, chased: true, goal: "mine 1 pumpkin", late: true,
		setUp: func(t *testing.T, r *rig) { r.set(t, 95, 64, 20, "pumpkin") },
		saw:   map[string]int{"gone:pumpkin": 1}, server: map[string]int{"dug:pumpkin": 1}, carries: map[string]int{"pumpkin": 1},
	},
	{
		name: "back to what was seen", limit: findingTime, chased: true, goal: "mine 1 gold ore", give: map[string]int{"iron_pickaxe": 1},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 12, 64, 6, "gold_ore")
			r.refresh(t)
			r.complete(t, r.send(t, "go to 110 64 8", nil))
		},
		saw: map[string]int{"gone:gold_ore": 1}, server: map[string]int{"dug:gold_ore": 1},
	},
	{
		name: "back to its owner after the last goal", goal: "get 1 dirt",
		during: func(t *testing.T, r *rig, _ *observer) {
			r.server.do(t, "teleport", fields{"player": onlooker, "x": 40.5, "y": 64, "z": 8.5})
		},
		judge: func(t *testing.T, r *rig, o *observer) { // the body was started with --after owner
			until(t, patience, "the observer to see the bot come", func() bool { return o.player(t)["distance"].(float64) <= 5 })
			r.bodySays(t, "the last goal is over: going to "+onlooker)
		},
	},
}

// TestFinding plays goals for what lies nowhere in sight.
func TestFinding(t *testing.T) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			playCases(t, v, findingCases, rigArgs{server: []string{"--bare", bare}, body: []string{"--after", "owner", "--owner", onlooker}})
		})
	}
}
