// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/techtree"
)

// TestReasonsAreTrue: the sentence names what really is in the way.
func TestReasonsAreTrue(t *testing.T) {
	_, s := load(t, "1.21.5")
	not := func(k game.Kind) []game.Exclusion { return []game.Exclusion{{Kind: k}} }
	held := func(text string) []game.Stack { return closedCase("|" + text + "|").problem().Stock }
	for _, c := range []struct {
		name    string
		problem techtree.Problem
		reason  string
	}{
		{"mining is denied", techtree.Problem{Wants: want("iron_pickaxe", 1), Exclude: not(game.Mine)}, "raw iron comes by mining, which this body cannot or may not do"},
		{"logs were given up", techtree.Problem{Wants: want("oak_log", 1), Can: everything, Exclude: without(game.Mine, "oak_log")}, "Oak log comes by mining, which was given up: none was found"},
		{"placing is denied", techtree.Problem{Wants: want("iron_ingot", 1), Exclude: not(game.Place)}, "needs a crafting table, and none is at hand"},
		{"no fuel", techtree.Problem{Wants: want("iron_ingot", 1), Closed: true, Stock: held("raw_iron=1 furnace=1")}, "nothing that burns is held"},
		{"nothing is mined in closed mode", techtree.Problem{Wants: []techtree.Want{{Items: []string{"cobblestone"}, Count: 3, Via: game.Mine, Target: "stone"}}, Closed: true, Stock: held("stone_pickaxe=1")}, "only what is held counts"},
		{"silk touch", techtree.Problem{Wants: want("ice", 1)}, "Silk Touch"},
		{"silk touch of an ore", techtree.Problem{Wants: want("diamond_ore", 1)}, "Silk Touch"},
		{"weathering", techtree.Problem{Wants: want("oxidized_cut_copper", 1)}, "turns into in the open"},
		{"brewing", techtree.Problem{Wants: want("tipped_arrow", 1)}, "brewing stand"},
		{"a body that does not brew", techtree.Problem{Wants: want("fire_resistance_potion", 1), Can: func(k game.Kind) bool { return k != game.Brew }}, "comes by brewing, which this body cannot or may not do"},
		{"loot", techtree.Problem{Wants: want("netherite_sword", 1), Can: makes}, "is found in structures"},
		{"what besieges players", techtree.Problem{Wants: want("saddle", 1), Can: everything}, "it is fought when a goal names it: \"kill 1 ravager\""},
		{"a campfire is no furnace", techtree.Problem{Wants: want("cooked_beef", 1), Closed: true, Stock: held("beef=1 coal=1"), Stations: []string{"campfire"}}, "a furnace or a smoker, and none is at hand or can be set up; a campfire is not cooked at"},
		{"glass at a campfire", techtree.Problem{Wants: want("glass", 1), Closed: true, Stock: held("sand=1 coal=1"), Stations: []string{"campfire"}}, "needs a furnace, and none is at hand or can be set up"},
	} {
		a, err := s.Solve(context.Background(), c.problem)
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: got %v and %v, want %q", c.name, actions(a), err, c.reason)
		}
	}
}

// TestEveryReasonSaysMore: no item that cannot be had is answered with what is
// true of none: that it cannot be mined, crafted or smelted.
func TestEveryReasonSaysMore(t *testing.T) {
	for _, version := range raced.Every(12, data.Tables()) {
		v, s := load(t, version)
		for _, it := range v.Items() {
			_, err := s.Solve(context.Background(), techtree.Problem{Wants: want(it.Name, 1), Can: everything})
			if err != nil && (strings.Contains(err.Error(), "cannot be mined, crafted") || strings.Contains(err.Error(), "nothing that may be done") || strings.Contains(err.Error(), "%")) {
				t.Errorf("%s: %s: %v", version, it.Name, err)
			}
		}
	}
}
