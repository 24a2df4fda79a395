package techtree_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

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
