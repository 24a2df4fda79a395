// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// TestWhatComesBackIsUsedAgain: a craft gives containers back, and no more of them are made
// than that takes less time.
func TestWhatComesBackIsUsedAgain(t *testing.T) {
	_, s := load(t, "1.21.5")
	for _, c := range []struct {
		item      string
		n         int
		container string
		stock     []game.Stack
		made      int
	}{
		{"cake", 1, "bucket", nil, 3},
		{"cake", 5, "bucket", nil, 3},
		{"cake", 5, "bucket", []game.Stack{{Item: "bucket", Count: 1}}, 2},
		{"cake", 5, "bucket", []game.Stack{{Item: "bucket", Count: 2}, {Item: "milk_bucket", Count: 1}}, 0},
		{"honey_block", 4, "glass_bottle", nil, 6},
		{"honey_block", 4, "glass_bottle", []game.Stack{{Item: "glass_bottle", Count: 4}}, 0},
	} {
		a, err := s.Solve(context.Background(), techtree.Problem{Wants: want(c.item, c.n), Stock: c.stock, Can: everything})
		if err != nil {
			t.Errorf("%d %s with %v: %v", c.n, c.item, c.stock, err)
			continue
		}
		made := 0
		for _, step := range a.Steps {
			if step.Action.Recipe == c.container {
				made += step.Action.Quantity
			}
		}
		if made != c.made || a.Leftover[c.item] < c.n {
			t.Errorf("%d %s with %v makes %d of %s, not %d, in %.0f s: %v", c.n, c.item, c.stock, made, c.container, c.made, a.Seconds, actions(a))
		}
	}
}
