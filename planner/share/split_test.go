// SPDX-License-Identifier: MIT

package share

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		bodies []Cost
		want   []int
	}{
		{"alike", 128, []Cost{{Each: 3}, {Each: 3}, {Each: 3}, {Each: 3}}, []int{32, 32, 32, 32}},
		{"one has an axe", 12, []Cost{{Each: 3}, {Each: 1.5}}, []int{4, 8}},
		{"one has to walk first", 10, []Cost{{Base: 12, Each: 3}, {Each: 3}}, []int{3, 7}},
		{"one cannot", 5, []Cost{{Each: math.Inf(1)}, {Each: 3}}, []int{0, 5}},
		{"nobody can", 5, []Cost{{Each: math.Inf(1)}}, []int{0}},
		{"fewer than bodies", 2, []Cost{{Each: 3}, {Each: 2}, {Each: 9}}, []int{1, 1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Split(c.n, c.bodies); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// Every place is in exactly one area, and a body alone has all of the land.
func TestAreas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= 9; n++ {
		for trial := range 40 {
			at := make([]game.Pos, n)
			for i := range at {
				at[i] = game.Pos{X: rng.IntN(1+50*(trial%3)) - 20, Z: rng.IntN(1+50*(trial%4)) - 20}
			}
			areas := Areas(at)
			for range 200 {
				p := game.Pos{X: rng.IntN(4000) - 2000, Z: rng.IntN(4000) - 2000}
				if trial%2 == 0 {
					p = game.Pos{X: rng.IntN(80) - 40, Z: rng.IntN(80) - 40}
				}
				in := 0
				for i := range areas {
					if areas[i].Holds(p) {
						in++
					}
				}
				if in != 1 {
					t.Fatalf("%v lies in %d areas of %v, bodies at %v", p, in, areas, at)
				}
			}
		}
	}
}

func TestCostOf(t *testing.T) {
	if got := CostOf(10, 40, 11); got != (Cost{Base: 7, Each: 3}) {
		t.Errorf("got %v", got)
	}
	if got := CostOf(10, 10, 1); got != (Cost{Each: 10}) {
		t.Errorf("one: got %v", got)
	}
	if got := CostOf(10, math.Inf(1), 5); !math.IsInf(got.Each, 1) {
		t.Errorf("impossible: got %v", got)
	}
}
