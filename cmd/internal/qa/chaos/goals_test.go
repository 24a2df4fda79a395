// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// goal is something to do whose truth is told by the world alone.
type goal struct {
	text string
	// One of item, block, line, at.
	item  string // held, or with more gained, at least count times
	block string // stands count times
	line  string // was said
	at    *game.Pos
	more  bool
	count int
	// batch is the most that comes at once: what one craft makes or one block
	// drops; 0 where that is chance.
	batch int
	// starts are what the player may start with.
	starts []map[string]int
	// v2 goals need a kind of action that version 1 does not have.
	v2 bool
}

type items = map[string]int

func goals(n int) []goal {
	line := fmt.Sprintf("number %d speaking", n)
	return []goal{
		{text: "get 3 oak logs", item: "oak_log", count: 3, batch: 1, starts: []items{{}, {"oak_log": 1}}},
		{text: "mine 6 oak logs", item: "oak_log", more: true, count: 6, batch: 1, starts: []items{{}, {"oak_log": 5, "wooden_axe": 1}}},
		{text: "get 8 sticks", item: "stick", count: 8, batch: 4, starts: []items{{}, {"oak_planks": 3, "stick": 2}}},
		{text: "get 1 crafting table", item: "crafting_table", count: 1, batch: 1, starts: []items{{}, {"oak_planks": 4}}},
		{text: "get 5 cobblestone", item: "cobblestone", count: 5, batch: 1, starts: []items{{}, {"wooden_pickaxe": 1}, {"stone_pickaxe": 1, "cobblestone": 2}}},
		{text: "craft a furnace", item: "furnace", more: true, count: 1, batch: 1, starts: []items{{"cobblestone": 8, "crafting_table": 1}, {"wooden_pickaxe": 1, "oak_log": 4}}},
		{text: "get 12 torches", item: "torch", count: 12, batch: 4, starts: []items{{"coal": 3, "oak_log": 2}, {"stone_pickaxe": 1, "oak_log": 4}, {"torch": 5, "coal": 1, "stick": 9}}},
		{text: "smelt 3 iron", item: "iron_ingot", more: true, count: 3, batch: 1, starts: []items{{"raw_iron": 3, "furnace": 1, "coal": 2}, {"raw_iron": 5, "cobblestone": 9, "oak_log": 6}}},
		{text: "get 2 iron ingots", item: "iron_ingot", count: 2, batch: 1, starts: []items{{"stone_pickaxe": 1, "furnace": 1, "coal": 4}, {}}},
		{text: "get 3 diamonds", item: "diamond", count: 3, batch: 1, starts: []items{{"iron_pickaxe": 1}, {"diamond": 1, "iron_pickaxe": 1}, {}}},
		{text: "mine 2 diamonds", item: "diamond", more: true, count: 2, batch: 1, starts: []items{{"iron_pickaxe": 1, "diamond": 4}}},
		{text: "get 6 redstone", item: "redstone", count: 6, batch: 5, starts: []items{{"iron_pickaxe": 1}}},
		{text: "get 1 bucket", item: "bucket", count: 1, batch: 1, starts: []items{{"iron_ingot": 3, "crafting_table": 1}, {"raw_iron": 3, "furnace": 1, "coal": 2, "oak_log": 3}}},
		{text: "get 2 bread", item: "bread", count: 2, batch: 1, starts: []items{{"wheat": 6, "crafting_table": 1}, {"wheat": 7, "oak_planks": 5}}},
		{text: "say " + line, line: line, count: 1, starts: []items{{}}},
		{text: "place a torch", block: "torch", count: 1, starts: []items{{"torch": 4}, {"coal": 1, "stick": 2}}},
		{text: "place 3 cobblestone", block: "cobblestone", count: 3, starts: []items{{"cobblestone": 8}}},
		{text: "go to 30 64 -12", at: &game.Pos{X: 30, Y: 64, Z: -12}, count: 1, starts: []items{{}}},
		{text: "get 2 leather", item: "leather", count: 2, starts: []items{{"stone_sword": 1}}, v2: true},
	}
}

// met reports whether the goal is reached in the world.
func (g *goal) met(start items, now *sim.Facts) bool { return g.have(start, now) >= g.count }

// have is how much of the goal there is.
func (g *goal) have(start items, now *sim.Facts) int {
	n := 0
	switch {
	case g.item != "":
		n = now.Inventory[g.item]
		if g.more {
			n -= start[g.item]
		}
	case g.block != "":
		for _, b := range now.Standing {
			if b == g.block {
				n++
			}
		}
	case g.line != "":
		for _, l := range now.Chat {
			if l == g.line {
				n++
			}
		}
	case g.at != nil && now.Position.Distance(g.at.Center()) <= game.GotoRange+1:
		n = 1
	}
	return n
}
