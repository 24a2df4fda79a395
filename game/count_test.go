// SPDX-License-Identifier: MIT

package game_test

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func TestCounted(t *testing.T) {
	for _, c := range []struct {
		n    int
		id   string
		want string
	}{
		{1, "diamond", "1 diamond"}, {3, "diamond", "3 diamonds"}, {0, "diamond", "0 diamonds"}, {2, "minecraft:oak_log", "2 oak logs"},
		{5, "coal", "5 coal"}, {4, "oak_planks", "4 oak planks"}, {4, "iron_leggings", "4 iron leggings"}, {2, "raw_iron", "2 raw iron"},
		{16, "glass", "16 glass"}, {16, "glass_pane", "16 glass panes"}, {3, "torch", "3 torches"}, {2, "bookshelf", "2 bookshelves"},
		{2, "compass", "2 compasses"}, {2, "potato", "2 potatoes"}, {2, "sweet_berries", "2 sweet berries"}, {3, "cactus", "3 cactuses"},
		{9, "enderman", "9 endermen"}, {2, "sheep", "2 sheep"}, {2, "wolf", "2 wolves"}, {8, "cobblestone", "8 cobblestone"},
		{2, "heart_of_the_sea", "2 hearts of the sea"}, {2, "enchanting_table", "2 enchanting tables"},
		{2, "somemod:gizmo_box", "2 gizmo boxes"}, {2, "poppy", "2 poppies"}, {96, "bogged", "96 bogged"}, {2, "drowned", "2 drowned"}, {3, "pufferfish", "3 pufferfish"}, {3, "tropical_fish", "3 tropical fish"}, {1, "oak_planks", "1 oak plank"}, {1, "planks", "1 plank"}, {8, "food", "8 food"}, {2, "golden_axe", "2 golden axes"}, {2, "knife", "2 knives"},
	} {
		if got := game.Counted(c.n, c.id); got != c.want {
			t.Errorf("Counted(%d, %q) = %q, want %q", c.n, c.id, got, c.want)
		}
	}
}

func TestCountedAny(t *testing.T) {
	for want, ids := range map[string][]string{
		"2 coal or charcoal":                   {"coal", "charcoal"},
		"2 oak logs or sticks":                 {"oak_log", "stick"},
		"2 logs of any kind":                   {"oak_log", "birch_log", "spruce_log", "jungle_log"},
		"2 wool of any kind":                   {"red_wool", "blue_wool", "white_wool", "black_wool"},
		"2 oak logs, sticks, coal or the like": {"oak_log", "stick", "coal", "bowl"},
	} {
		if got := game.CountedAny(2, ids); got != want {
			t.Errorf("CountedAny(2, %v) = %q, want %q", ids, got, want)
		}
	}
}

func TestChecksAndActionsAreSentences(t *testing.T) {
	done := func(kind game.Kind, target string, n int) game.Check {
		return game.Check{Kind: game.CheckDone, Action: kind, Target: target, Count: n}
	}
	for want, c := range map[string]game.Check{
		"3 sticks dropped":        done(game.Drop, "stick", 3),
		"2 oak leaves mined":      done(game.Mine, "oak_leaves", 2),
		"waited":                  done(game.Wait, "", 1),
		"1 cow milked":            done(game.Milk, "cow", 1),
		"1 pair of sheep bred":    done(game.Breed, "sheep", 1),
		"2 pairs of cows bred":    done(game.Breed, "cow", 2),
		"1 bread consumed":        done(game.Consume, "bread", 1),
		"1 thing consumed":        done(game.Consume, "", 0),
		"3 things consumed":       done(game.Consume, "", 3),
		"1 block built":           {Kind: game.CheckBuilt, Count: 1},
		"dug free":                {Kind: game.CheckDone, Action: game.Build, Count: 1, Text: "dug free"},
		"2 places dug free":       {Kind: game.CheckDone, Action: game.Build, Count: 2, Text: "dug free"},
		"iron helmet on the head": {Kind: game.CheckEquipped, Items: []string{"iron_helmet"}, Slot: "head"},
		"torch in the off hand":   {Kind: game.CheckEquipped, Items: []string{"torch"}, Slot: "off_hand"},
		"3 more diamonds":         {Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3},
		"in the Nether":           {Kind: game.CheckAt, At: &game.Pos{Dimension: "the_nether"}, Range: 2 * game.MaxCoordinate},
		"at 1 64 2":               {Kind: game.CheckAt, At: &game.Pos{X: 1, Y: 64, Z: 2}},
		"2 zombies killed":        {Kind: game.CheckKilled, Target: "zombie", Count: 2},
	} {
		if got := c.Describe(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, a := range map[string]game.Action{
		"Build 1 block":             {Kind: game.Build, Edits: []game.Edit{{Block: "dirt"}}},
		"Dig 2 blocks free":         {Kind: game.Build, Edits: []game.Edit{{Block: "air"}, {Block: "air"}}},
		"Use bucket on lava":        {Kind: game.Use, Item: "bucket", Target: "lava"},
		"Mine 11 stone":             {Kind: game.Mine, Target: "stone", Quantity: 11},
		"Shear 2 sheep":             {Kind: game.Shear, Target: "sheep", Quantity: 2},
		"Breed 1 pair of pigs":      {Kind: game.Breed, Target: "pig"},
		"Travel to the End":         {Kind: game.Travel, Target: "the_end"},
		"Trade wheat for 1 emerald": {Kind: game.Trade, Item: "wheat", For: "emerald", Quantity: 1},
		"Wait 4 s":                  {Kind: game.Wait, Seconds: 4},
		"Wait 90 s":                 {Kind: game.Wait, Seconds: 90},
		"Wait 56 min":               {Kind: game.Wait, Seconds: 3346},
	} {
		if got := a.Describe(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, k := range game.Catalogue() {
		if k.Past == "" {
			t.Errorf("%s has no past", k.Kind)
		}
	}
}

func TestArticle(t *testing.T) {
	for id, want := range map[string]string{"iron_pickaxe": "an iron pickaxe", "furnace": "a furnace", "minecraft:anvil": "an anvil", "": "a "} {
		if got := game.Article(id); got != want {
			t.Errorf("Article(%q) = %q, want %q", id, got, want)
		}
	}
}
