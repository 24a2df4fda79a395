// SPDX-License-Identifier: MIT

package sim_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// vault is a room in the rock with an ore in its wall.
var vault = map[game.Pos]string{
	{X: 100, Y: 11, Z: 200}: "minecraft:diamond_ore",
	{X: 99, Y: 11, Z: 200}:  "", {X: 99, Y: 12, Z: 200}: "",
	{X: 98, Y: 11, Z: 200}: "chest", {X: 98, Y: 12, Z: 200}: "",
}

func TestBlocksThatAreSet(t *testing.T) {
	w, err := sim.New(sim.Config{Blocks: vault, Inventory: map[string]int{"iron_pickaxe": 1}, Speed: sim.Unlimited})
	if err != nil {
		t.Fatal(err)
	}
	ore, chest := game.Pos{X: 100, Y: 11, Z: 200}, game.Pos{X: 98, Y: 11, Z: 200}
	do(t, w, game.Action{Kind: game.Goto, At: &ore})
	seen := map[string]bool{}
	for _, b := range w.State().Nearby.Blocks {
		seen[b.Name] = true
	}
	if !seen["diamond_ore"] || !seen["chest"] {
		t.Errorf("in view are %v", seen)
	}
	do(t, w, game.Action{Kind: game.Mine, At: &ore})
	do(t, w, game.Action{Kind: game.Deposit, Item: "diamond", Quantity: 1, At: &chest})
	if f := w.Facts(); f.Inventory["diamond"] != 0 || f.Standing[game.Pos{X: 98, Y: 11, Z: 200, Dimension: "overworld"}] != "chest" || f.Placed[chest] != 0 {
		t.Errorf("%+v", f)
	}
	if _, err := sim.New(sim.Config{Blocks: map[game.Pos]string{{Y: 70}: "unobtainium"}}); err == nil || !strings.Contains(err.Error(), "at 0 70 0") {
		t.Errorf("%v", err)
	}
}
