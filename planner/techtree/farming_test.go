// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// without gives up mining, or killing, of what is named.
func without(kind game.Kind, subjects ...string) []game.Exclusion {
	var list []game.Exclusion
	for _, s := range subjects {
		list = append(list, game.Exclusion{Kind: kind, Subject: s, Code: game.CodeNotFound, Reason: "none was found"})
	}
	return list
}

func stock(counts map[string]int) []game.Stack {
	var list []game.Stack
	for item, n := range counts {
		list = append(list, game.Stack{Slot: len(list), Item: item, Count: n})
	}
	return list
}

// What has no other source is grown, shorn, fished or bred.
func TestFarming(t *testing.T) {
	villages := without(game.Mine, "hay_block", "wheat", "carrots", "potatoes", "beetroots")
	for _, c := range []struct {
		item  string
		count int
		held  map[string]int
		not   []game.Exclusion
		steps []string // in this order, others between them
	}{
		{"bread", 1, nil, villages, []string{"Mine 96 short grass", "Craft 1 wooden hoe", "Till 3 grass blocks", "Plant 3 wheat seeds", "Wait 56 min", "Harvest 3 wheat", "Craft 1 bread"}},
		{"wheat", 60, nil, villages, []string{"Till 40 grass blocks", "Plant 40 wheat seeds", "Wait 56 min", "Harvest 40 wheat", "Plant 20 wheat seeds", "Harvest 20 wheat"}},
		{"wheat", 6, map[string]int{"wheat_seeds": 6, "iron_hoe": 1}, villages, []string{"Till 6 grass blocks", "Plant 6 wheat seeds", "Harvest 6 wheat"}},
		{"carrot", 10, map[string]int{"carrot": 2, "iron_hoe": 1}, villages, []string{"Till 2 grass blocks", "Plant 2 carrots", "Harvest 2 carrots", "Till 2 grass blocks", "Plant 4 carrots", "Harvest 4 carrots", "Plant 2 carrots", "Harvest 2 carrots"}},
		{"beetroot", 6, map[string]int{"beetroot_seeds": 3, "iron_hoe": 1}, villages, []string{"Plant 3 beetroot seeds", "Harvest 3 beetroots", "Plant 3 beetroot seeds", "Harvest 3 beetroots"}},
		{"sugar_cane", 5, map[string]int{"sugar_cane": 2}, without(game.Mine, "sugar_cane"), []string{"Plant 2 sugar cane", "Harvest 2 sugar cane", "Harvest 2 sugar cane", "Harvest 1 sugar cane"}},
		{"melon_slice", 6, map[string]int{"melon_seeds": 5, "iron_hoe": 1}, without(game.Mine, "melon"), []string{"Plant 2 melon seeds", "Harvest 2 melons"}},
		{"white_wool", 4, map[string]int{"shears": 1}, nil, []string{"Shear 4 sheep"}},
		{"white_wool", 2, nil, without(game.Attack, "sheep"), []string{"Craft 1 shears", "Shear 2 sheep"}},
		{"cod", 2, map[string]int{"fishing_rod": 1}, without(game.Attack, "cod"), []string{"Fish 2 cod"}},
		{"turtle_scute", 2, map[string]int{"seagrass": 4}, nil, []string{"Breed 2 pairs of turtles", "Wait 105 min", "Collect 2 turtle scutes"}},
		{"blue_egg", 1, nil, nil, []string{"Collect 1 blue egg"}},
	} {
		t.Run(fmt.Sprintf("%d %s", c.count, c.item), func(t *testing.T) {
			_, s := load(t, data.DefaultVersion)
			a, err := s.Solve(context.Background(), techtree.Problem{
				Wants: want(c.item, c.count), Stock: stock(c.held), Can: everything, Fuel: true, Until: true, Exclude: c.not,
			})
			if err != nil {
				t.Fatal(err)
			}
			got, at := actions(a), 0
			for _, step := range c.steps {
				k := slices.Index(got[at:], step)
				if k < 0 {
					t.Fatalf("no %q after the first %d of\n  %s", step, at, strings.Join(got, "\n  "))
				}
				at += k + 1
			}
			if a.Leftover[c.item] < c.count {
				t.Errorf("ends with %v", a.Leftover)
			}
		})
	}
}

// Bodies without the kinds keep their plans, and nobody farms what is quicker
// had otherwise.
func TestFarmingIsNotForEverybody(t *testing.T) {
	_, s := load(t, data.DefaultVersion)
	plain := func(k game.Kind) bool {
		info, _ := game.Lookup(k)
		return info.V1 || k == game.Attack || k == game.Use || k == game.Milk || k == game.Collect
	}
	solve := func(p techtree.Problem, item string, n int) (techtree.Answer, error) {
		p.Wants = want(item, n)
		return s.Solve(context.Background(), p)
	}
	for _, item := range []string{"bread", "white_bed", "cake", "melon_slice", "paper", "carrot", "leather", "cod"} {
		a, err := solve(techtree.Problem{Can: plain}, item, 3)
		if err != nil {
			t.Fatal(err)
		}
		b, err := solve(techtree.Problem{Can: everything}, item, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Steps) != len(b.Steps) || a.Seconds != b.Seconds {
			t.Errorf("%s: %d steps in %g s without farming, %d in %g s with it", item, len(a.Steps), a.Seconds, len(b.Steps), b.Seconds)
		}
	}
	villages := append(without(game.Mine, "hay_block", "wheat", "carrots"), game.Exclusion{Kind: game.Trade})
	for _, k := range []game.Kind{game.Till, game.Plant, game.Harvest, game.Wait} {
		lacks := func(o game.Kind) bool { return o != k }
		var none *game.ImpossibleError
		if _, err := solve(techtree.Problem{Can: lacks, Exclude: villages}, "bread", 1); !errors.As(err, &none) {
			t.Errorf("without %s: %v", k, err)
		}
	}
	var none *game.ImpossibleError
	if _, err := solve(techtree.Problem{Can: everything, Exclude: villages}, "carrot", 1); !errors.As(err, &none) {
		t.Errorf("a carrot from no carrot: %v", err)
	}
	if _, err := solve(techtree.Problem{Can: everything, Closed: true, Stock: stock(map[string]int{"wheat_seeds": 3, "iron_hoe": 1})}, "wheat", 1); !errors.As(err, &none) {
		t.Errorf("farming in a closed problem: %v", err)
	}
	if _, err := solve(techtree.Problem{Can: everything, Exclude: append(villages, game.Exclusion{Kind: game.Till})}, "bread", 1); !errors.As(err, &none) {
		t.Errorf("tilling was given up: %v", err)
	}
}
