// SPDX-License-Identifier: MIT

package simplex_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/minehand/minehand/planner/techtree/simplex"
)

// atLeast is a system of rows "sum at least bound".
func atLeast(bound []float64, rows ...[]float64) *simplex.Tableau {
	t := &simplex.Tableau{Bound: bound, Slack: make([]int, len(rows))}
	for k, row := range rows {
		n := len(row)
		row = append(row, make([]float64, len(rows))...)
		row[n+k], t.Slack[k] = -1, n+k
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Twice the first unknown is at least 3, and both together are at least 4.
func Example() {
	t := atLeast([]float64{3, 4}, []float64{2, 0}, []float64{1, 1})
	fmt.Println(t.Feasible())
	t.Least(2)
	values := t.Values(2)
	fmt.Println(values[0] >= 1.5, values[0]+values[1])
	whole, ok, _ := t.Limited(1, false, 3) // the second at least 3
	fmt.Println(ok, whole.Values(2))
	// Output:
	// true
	// true 4
	// true [1.5 3]
}

func TestFeasible(t *testing.T) {
	for _, c := range []struct {
		name string
		t    *simplex.Tableau
		want bool
	}{
		{"not written down", &simplex.Tableau{}, true},
		{"more than nothing", atLeast([]float64{1}, []float64{1}), true},
		{"a loss is no gain", atLeast([]float64{1}, []float64{-1}), false},
		{"each takes what the other gives", atLeast([]float64{1, 1}, []float64{1, -1}, []float64{-1, 1}), false},
		{"exactly", &simplex.Tableau{Rows: [][]float64{{2}}, Bound: []float64{3}}, true},
		{"exactly less than nothing", &simplex.Tableau{Rows: [][]float64{{2}}, Bound: []float64{-3}}, false},
	} {
		if got := c.t.Feasible(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestLimitedLeavesTheOther: what is bounded is a copy, solved from where the
// first stands; bounds that exclude each other have no solution, for certain.
func TestLimitedLeavesTheOther(t *testing.T) {
	one := atLeast([]float64{3}, []float64{2})
	if !one.Feasible() {
		t.Fatal("2x >= 3 has no solution")
	}
	one.Least(1)
	if _, ok, sure := one.Limited(0, true, 1); ok || !sure {
		t.Errorf("2x >= 3 and x <= 1: ok %v, sure %v", ok, sure)
	}
	if up, ok, _ := one.Limited(0, false, 2); !ok || math.Abs(up.Values(1)[0]-2) > 1e-9 {
		t.Errorf("2x >= 3 and x >= 2: ok %v, %v", ok, up.Values(1))
	}
	if x := one.Values(1)[0]; math.Abs(x-1.5) > 1e-9 {
		t.Errorf("the first says %v now", x)
	}
}
