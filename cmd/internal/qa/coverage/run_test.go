// SPDX-License-Identifier: MIT

package coverage

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/techtree"
	"github.com/minehand/minehand/sim"
)

// start is where and with what a player begins.
type start struct {
	name string
	// words say what is required, for the document.
	words string
	// enter is the dimension that is travelled to first; empty for the overworld.
	enter string
	kit   map[string]int
}

// starts in the order in which they are tried. The kits hold what the overworld
// gives; what a portal takes is part of them.
var starts = []start{
	{name: "overworld", words: "from nothing, in the overworld"},
	{
		name: "nether", words: "in the Nether, with a kit from the overworld", enter: "the_nether",
		kit: map[string]int{
			"obsidian": 64, "flint_and_steel": 1, "diamond_pickaxe": 2, "diamond_axe": 1, "diamond_sword": 1, "diamond_shovel": 1,
			"crafting_table": 1, "furnace": 1, "stonecutter": 1, "coal": 64, "oak_planks": 64, "stick": 64, "cobblestone": 64,
			"iron_ingot": 64, "gold_ingot": 64, "redstone": 64, "glass": 16, "string": 16, "ender_pearl": 16, "crying_obsidian": 16,
			"copper_ingot": 64, "honeycomb": 4, "chest": 4, "fishing_rod": 1, "shears": 1, "book": 4, "diamond": 16, "paper": 8, "chain": 16, "iron_chain": 16,
		},
	},
	{
		name: "end", words: "in the End, with a kit from the overworld and the Nether", enter: "the_end",
		kit: map[string]int{
			"ender_eye": 12, "diamond_pickaxe": 1, "diamond_sword": 1, "diamond_axe": 1, "crafting_table": 1, "furnace": 1, "stonecutter": 1,
			"coal": 64, "oak_planks": 64, "blaze_rod": 8,
			"white_dye": 4, "orange_dye": 4, "magenta_dye": 4, "light_blue_dye": 4, "yellow_dye": 4, "lime_dye": 4, "pink_dye": 4, "gray_dye": 4,
			"light_gray_dye": 4, "cyan_dye": 4, "purple_dye": 4, "blue_dye": 4, "brown_dye": 4, "green_dye": 4, "red_dye": 4, "black_dye": 4,
		},
	},
}

// mostRounds bounds how often a plan is made anew after chance or a failure.
const mostRounds = 16

// try plans an item and runs the plans in a world until it is held. The error is
// an *game.ImpossibleError when there is no way from the start.
func (s *start) try(library *book.Library, body game.BodyInfo, has func(item string) bool, item string) error {
	kit := map[string]int{}
	for name, n := range s.kit {
		if has(name) && name != item {
			kit[name] = n
		}
	}
	w, err := sim.New(sim.Config{Version: body.Version, Speed: sim.Unlimited, Inventory: kit})
	if err != nil {
		return err
	}
	ctx := context.Background()
	if s.enter != "" {
		if _, err := w.Do(ctx, game.Action{Kind: game.Travel, Target: s.enter}, nil); err != nil {
			return fmt.Errorf("entering: %w", err)
		}
	}
	var last error
	for range mostRounds {
		state := w.State()
		if state.Count(item) > 0 {
			return nil
		}
		b, err := library.Open(game.Request{Body: body, State: state})
		if err != nil {
			return err
		}
		steps, err := check.Solve(ctx, b, []book.Subgoal{{Holds: true, Wants: []techtree.Want{{Items: []string{item}, Count: 1}}}})
		if err != nil {
			if last != nil {
				return fmt.Errorf("after %w: %w", last, err)
			}
			return err
		}
		for i := range steps {
			for _, g := range steps[i].Expect.Gains {
				if at := slices.IndexFunc(g.Items, func(item string) bool { return !has(item) }); at >= 0 {
					return fmt.Errorf("%s: Minecraft %s has no %s", steps[i].Action.Describe(), body.Version, g.Items[at])
				}
			}
			if _, err := w.Do(ctx, steps[i].Action, nil); err != nil {
				last = fmt.Errorf("%s: %w", steps[i].Action.Describe(), err)
				break
			}
		}
	}
	return errors.Join(fmt.Errorf("%d plans did not bring it", mostRounds), last)
}
