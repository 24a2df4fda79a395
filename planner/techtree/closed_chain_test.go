// SPDX-License-Identifier: MIT

package techtree_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/techtree"
)

// chain is what one recipe needs, one ingredient of it replaced by what that is
// made of, among things that do not matter; false where a recipe eats what it
// makes.
func chain(v *data.Version, r *rand.Rand, rc data.Recipe) (instance, bool) {
	in := instance{
		wants: map[string]int{}, stock: map[string]int{}, freeFuel: true,
		nearby: []string{data.StationTable, data.StationFurnace, data.StationStonecutter, data.StationSmithing},
	}
	count := rc.Count * (1 + r.IntN(3))
	in.wants[rc.Result] = count
	items := v.Items()
	for range r.IntN(31) {
		in.stock[items[r.IntN(len(items))].Name]++
	}
	delete(in.stock, rc.Result)
	deep := r.IntN(len(rc.Ingredients))
	for k, g := range rc.Ingredients {
		if slices.Contains(g.Items, rc.Result) {
			return in, false
		}
		item, n := g.Items[r.IntN(len(g.Items))], g.Count*count/rc.Count
		subs := v.Recipes(item)
		if k != deep || len(subs) == 0 {
			in.stock[item] += n
			continue
		}
		sub := subs[r.IntN(len(subs))]
		for _, part := range sub.Ingredients {
			of := part.Items[r.IntN(len(part.Items))]
			if of == rc.Result {
				return in, false
			}
			in.stock[of] += part.Count * ((n + sub.Count - 1) / sub.Count)
		}
	}
	return in, true
}

// TestSingleChainsAreNeverGivenUp: where everything for one way is held, closed
// mode finds a way, whatever else is held.
func TestSingleChainsAreNeverGivenUp(t *testing.T) {
	for _, version := range played {
		t.Run(version, func(t *testing.T) {
			v, s := load(t, version)
			tried, all := 0, manners(v)
			for k, rc := range v.AllRecipes() {
				in, ok := chain(v, rand.New(rand.NewPCG(11, uint64(k))), rc)
				if !ok || k%raced.Of(1, 10) != 0 {
					continue
				}
				tried++
				answer, err := s.Solve(context.Background(), in.problem())
				if err != nil {
					t.Errorf("%s: %v", in, err)
					continue
				}
				if fault, small := reduce(v, all, in).replay(answer.Steps, kindBody); small && fault != "" {
					t.Errorf("%s: %s\n%v", in, fault, answer.Steps)
				}
			}
			if tried < raced.Of(500, 50) {
				t.Errorf("only %d recipes were tried", tried)
			}
		})
	}
}

// TestClosedFuelIsCounted: with fuel counted a number can be smelted exactly when
// what is held burns long enough (a coal: eight items).
func TestClosedFuelIsCounted(t *testing.T) {
	for _, version := range played {
		t.Run(version, func(t *testing.T) {
			v, s := load(t, version)
			coal, _ := v.Item("coal")
			tried := 0
			for k, sm := range v.Smeltings() {
				input, _ := v.Item(sm.Input)
				output, _ := v.Item(sm.Output)
				if input == nil || output == nil || input.FuelTicks > 0 || output.FuelTicks > 0 || !slices.Contains(sm.Stations, data.StationFurnace) {
					continue
				}
				tried++
				r := rand.New(rand.NewPCG(13, uint64(k)))
				n, coals := 1+r.IntN(20), r.IntN(4)
				p := techtree.Problem{
					Closed: true, Stations: []string{data.StationFurnace},
					Stock: []game.Stack{{Item: sm.Input, Count: n}},
					Wants: []techtree.Want{{Items: []string{sm.Output}, Count: n}},
				}
				if coals > 0 {
					p.Stock = append(p.Stock, game.Stack{Item: "coal", Count: coals})
				}
				_, err := s.Solve(context.Background(), p)
				var no *game.ImpossibleError
				switch enough := coals*coal.FuelTicks >= n*sm.Ticks; {
				case enough && err != nil:
					t.Errorf("%d %s with %d coal: %v", n, sm.Input, coals, err)
				case !enough && !errors.As(err, &no):
					t.Errorf("%d %s with %d coal: %v, want impossible", n, sm.Input, coals, err)
				}
			}
			if tried < 30 {
				t.Errorf("only %d smeltings were tried", tried)
			}
		})
	}
}
