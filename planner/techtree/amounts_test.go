// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// TestLargeAmounts: what can be had once can be had as often as there is room.
func TestLargeAmounts(t *testing.T) {
	for _, version := range []string{"1.16.5", "1.21.5", "26.1"} {
		_, s := load(t, version)
		for item, most := range map[string]int{"cobblestone": 2200, "oak_log": 2200, "diamond": 1500, "obsidian": 500, "iron_ingot": 1200, "glass": 600, "redstone": 1500} {
			for n := 1; n <= most; n += max(1, n/5) {
				if _, err := s.Solve(context.Background(), techtree.Problem{Wants: want(item, n)}); err != nil {
					t.Errorf("%s: %d %s: %v", version, n, item, err)
				}
			}
		}
		for _, n := range []int{11_000, 15_000, 100_000} {
			p := techtree.Problem{Closed: true, Wants: want("stick", n), Stock: []game.Stack{{Item: "oak_log", Count: 100_000}}}
			if _, err := s.Solve(context.Background(), p); err != nil {
				t.Errorf("%s: %d sticks: %v", version, n, err)
			}
		}
	}
}
