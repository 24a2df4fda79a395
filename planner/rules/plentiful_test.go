// SPDX-License-Identifier: MIT

package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/minehand/minehand/planner/rules"
)

// A body takes of what there is most, of equals the first, and goes on to the next when
// that is used up.
func TestPlentiful(t *testing.T) {
	alts := []string{"oak", "birch", "spruce"}
	for _, c := range []struct {
		held  map[string]int
		need  int
		taken []string
		short int
	}{
		{held: nil, need: 2, short: 2},
		{held: map[string]int{"birch": 5}, need: 0},
		{held: map[string]int{"oak": 3, "birch": 5}, need: 4, taken: []string{"4 birch"}},
		{held: map[string]int{"oak": 3, "spruce": 3}, need: 1, taken: []string{"1 oak"}},
		{held: map[string]int{"oak": 3, "birch": 5, "spruce": -2}, need: 7, taken: []string{"5 birch", "2 oak"}},
		{held: map[string]int{"oak": 3, "birch": 5, "stone": 9}, need: 9, taken: []string{"5 birch", "3 oak"}, short: 1},
	} {
		var taken []string
		short := rules.Plentiful(alts, c.need, func(item string) int { return c.held[item] }, func(item string, n int) {
			taken = append(taken, fmt.Sprint(n, " ", item))
			c.held[item] -= n
		})
		if !slices.Equal(taken, c.taken) || short != c.short {
			t.Errorf("%d of %v: took %q and was short of %d, want %q and %d", c.need, c.held, taken, short, c.taken, c.short)
		}
	}
}
