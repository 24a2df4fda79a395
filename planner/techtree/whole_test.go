// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// TestAnyOfSeveral: of several items that would do, the one is planned that
// costs least in all, its search included: within a fifth, or ten seconds, of
// what each alternative costs when it is asked for by itself.
func TestAnyOfSeveral(t *testing.T) {
	_, s := load(t, "1.21.5")
	kinds := map[string]func(*data.Item) bool{
		"food":   func(it *data.Item) bool { return it.Food != nil },
		"dye":    func(it *data.Item) bool { return len(it.Name) > 4 && it.Name[len(it.Name)-4:] == "_dye" },
		"log":    func(it *data.Item) bool { return len(it.Name) > 4 && it.Name[len(it.Name)-4:] == "_log" },
		"stairs": func(it *data.Item) bool { return len(it.Name) > 7 && it.Name[len(it.Name)-7:] == "_stairs" },
	}
	v, _ := data.Load("1.21.5")
	for kind, is := range kinds {
		var names []string
		for _, it := range v.Items() {
			if is(it) {
				names = append(names, it.Name)
			}
		}
		for _, n := range []int{1, 3, 10} {
			for _, stock := range [][]game.Stack{nil, {{Item: "oak_planks", Count: 10}, {Item: "iron_pickaxe", Count: 1}, {Item: "wheat", Count: 3}, {Item: "bone", Count: 4}}} {
				solve := func(items ...string) (techtree.Answer, error) {
					return s.Solve(context.Background(), techtree.Problem{Wants: []techtree.Want{{Items: items, Count: n}}, Stock: stock, Can: everything})
				}
				any, err := solve(names...)
				if err != nil {
					t.Errorf("%d %s: %v", n, kind, err)
					continue
				}
				for _, name := range names {
					one, err := solve(name)
					if err == nil && any.Seconds > one.Seconds*1.2+10 {
						t.Errorf("%d %s with %v takes %.0f s (%v), but %s only %.0f s (%v)", n, kind, stock, any.Seconds, actions(any), name, one.Seconds, actions(one))
					}
				}
			}
		}
	}
}
