// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// closedCase reads "glass=2 | sand=2 coal=1 | furnace": what is wanted, what is
// held, what is at hand.
func closedCase(text string) instance {
	parts := strings.Split(text, "|")
	read := func(s string) map[string]int {
		m := map[string]int{}
		for _, f := range strings.Fields(s) {
			name, n, _ := strings.Cut(f, "=")
			m[name], _ = strconv.Atoi(n)
		}
		return m
	}
	return instance{wants: read(parts[0]), stock: read(parts[1]), nearby: strings.Fields(parts[2])}
}

// TestClosedCases are problems that were answered wrongly once: each is possible,
// and a body that chooses as docs/protocol says can follow the plan.
func TestClosedCases(t *testing.T) {
	v, s := load(t, "1.21.5")
	all := manners(v)
	for _, text := range []string{
		// What burning leaves is a source.
		"iron_ingot=1 bucket=1 | raw_iron=1 lava_bucket=1 | furnace",
		"iron_ingot=1 bucket=1 | raw_iron=1 lava_bucket=1 | furnace crafting_table",
		"bucket=1 | raw_iron=1 lava_bucket=1 | furnace",
		"bucket=2 | raw_iron=1 lava_bucket=1 bucket=1 | furnace",
		"cake=1 bucket=4 | milk_bucket=3 egg=1 sugar=2 wheat=3 potato=1 lava_bucket=1 | furnace crafting_table",
		// A body takes most of what it holds most of.
		"spruce_stairs=4 | spruce_planks=6 crimson_planks=2 stripped_crimson_hyphae=2 | ",
		"dark_oak_stairs=4 | dark_oak_planks=8 pale_oak_planks=2 pale_oak_log=2 | ",
		"cherry_fence=3 | cherry_log=1 spruce_log=2 spruce_planks=2 | ",
		"oak_stairs=4 stick=4 | oak_planks=6 bamboo_planks=2 crafting_table=1 | ",
		"jungle_fence=3 | jungle_log=2 oak_planks=2 | ",
		"anvil=1 | iron_ingot=12 iron_block=2 iron_nugget=9 raw_iron=3 coal=2 | crafting_table furnace",
		"oak_stairs=32 stick=4 | oak_planks=50 bamboo_planks=40 crafting_table=1 | ",
		// Two wants that need the same table need one.
		"compass=1 oak_slab=2 | iron_ore=4 redstone=1 oak_log=2 coal=3 | furnace stonecutter",
		"map=1 oak_slab=2 | paper=5 sugar_cane=6 iron_ore=4 deepslate_redstone_ore=1 oak_log=2 coal=2 | furnace stonecutter smithing_table",
		// Solved in whole numbers: what is specific is left for what needs it.
		"oak_chest_boat=4 | warped_planks=12 mangrove_planks=11 pale_oak_planks=1 spruce_planks=7 oak_planks=20 crafting_table=1 cherry_log=2 | ",
		"rail=3 | raw_iron=4 stick=1 coal=2 iron_ingot=1 iron_ore=1 birch_planks=1 dark_oak_planks=4 oak_trapdoor=4 | furnace stonecutter",
		// What burns already is not added to.
		"bucket=1 light_gray_glazed_terracotta=1 | charcoal=1 clay=6 coal=2 jungle_log=2 lava_bucket=1 light_gray_dye=1 oak_planks=1 terracotta=2 warped_planks=1 | crafting_table furnace",
	} {
		t.Run(text, func(t *testing.T) { follows(t, v, s, all, closedCase(text)) })
	}
}

// follows solves a problem and has a body follow the plan.
func follows(t *testing.T, v *data.Version, s *techtree.Solver, all []manner, in instance) techtree.Answer {
	t.Helper()
	answer, err := s.Solve(context.Background(), in.problem())
	if err != nil {
		t.Fatal(err)
	}
	if fault, small := reduce(v, all, in).replay(answer.Steps, sensibleBody); fault != "" || !small {
		t.Errorf("%s (small %v)\n%v", fault, small, answer.Steps)
	}
	return answer
}

// coldBody is a furnace that is out at every smelt action: what each names must
// suffice for it. It returns what is wrong, and what is held of the fuels at the
// end.
func coldBody(v *data.Version, in instance, a techtree.Answer) (fault string) {
	held := map[string]int{}
	for n, c := range in.stock {
		held[n] = c
	}
	for _, s := range a.Steps {
		if s.Action.Kind != game.Smelt {
			continue
		}
		it, ok := v.Item(s.Action.Fuel)
		if !ok {
			return "a smelt names no fuel"
		}
		held[it.Name] -= (s.Action.Quantity*SmeltTicks + it.FuelTicks - 1) / it.FuelTicks
		if held[it.Name] < 0 {
			return "too little " + it.Name
		}
		if left, said := held[it.Name], a.Leftover[it.Name]; left < said {
			return fmt.Sprintf("%d %s are left, not %d", left, it.Name, said)
		}
	}
	return ""
}

// TestFuelIsNamed: where what is held suffices for furnaces that are cold at
// every smelt, each smelt names a fuel that suffices for it, and what is left
// over is what is left then.
func TestFuelIsNamed(t *testing.T) {
	v, s := load(t, "1.21.5")
	all := manners(v)
	for _, text := range []string{
		"stone=4 | cobblestone=4 oak_planks=2 spruce_button=1 stick=1 coal=1 | furnace",
		"glass=8 | red_sand=8 charcoal=1 stripped_oak_wood=4 bow=1 birch_button=1 | furnace",
		"glass=1 stone=1 | sand=1 cobblestone=1 bamboo=8 | furnace",
		"orange_stained_glass=2 | red_sand=8 charcoal=1 red_dye=1 yellow_dye=1 stripped_oak_wood=5 bow=7 birch_button=2 | furnace",
		"glass=5 | sand=4 red_sand=1 coal=2 | furnace",
		"glass=8 | sand=8 oak_planks=4 bow=2 | furnace",
		"glass=3 | sand=3 lava_bucket=1 | furnace",
		"glass=9 | sand=9 coal=1 charcoal=1 oak_log=2 | furnace",
		"orange_stained_glass=2 | red_sand=8 charcoal=1 red_dye=1 yellow_dye=1 trial_key=5 tinted_glass=2 potato=3 birch_button=2 bow=7 stripped_oak_wood=5 | furnace",
		"snout_armor_trim_smithing_template=1 red_concrete_powder=1 mossy_stone_brick_wall=2 | diamond_block=2 deepslate_diamond_ore=1 stripped_spruce_log=1 diamond=7 snout_armor_trim_smithing_template=1 blackstone=2 rose_bush=1 vine=1 sand=4 gravel=4 mossy_stone_bricks=2 cobblestone=13 stick=4 spruce_button=1 coal=3 oak_planks=2 charcoal=1 dried_kelp_block=1 moss_block=3 | ",
		"iron_pickaxe=1 | iron_ore=3 oak_log=5 cobblestone=8 coal=1 | ",
	} {
		t.Run(text, func(t *testing.T) {
			in := closedCase(text)
			answer := follows(t, v, s, all, in)
			if fault := coldBody(v, in, answer); fault != "" {
				t.Errorf("%s\n%v %v", fault, actions(answer), answer.Leftover)
			}
		})
	}
	// What still burns is reckoned with only where nothing else suffices.
	in := closedCase("glass=5 | sand=4 red_sand=1 coal=1 | furnace")
	follows(t, v, s, all, in)
	// The coal is better burnt than the wood.
	a := follows(t, v, s, all, closedCase("iron_pickaxe=1 | iron_ore=3 oak_log=5 cobblestone=8 coal=1 | "))
	if a.Leftover["coal"] != 0 || a.Leftover["oak_log"] < 2 {
		t.Errorf("%v leaves %v", actions(a), a.Leftover)
	}
}
