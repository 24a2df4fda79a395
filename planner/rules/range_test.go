// SPDX-License-Identifier: MIT

package rules_test

import (
	"math"
	"testing"

	"github.com/minehand/minehand/planner/rules"
)

// A range holds four fifths of what an exponential distribution gives, and shrinks to the mean
// of what does not vary.
func TestRanges(t *testing.T) {
	least, most := rules.Range(100, 100*100)
	if exact := [2]float64{-100 * math.Log(0.9), -100 * math.Log(0.1)}; math.Abs(least-exact[0]) > 2 || math.Abs(most-exact[1]) > 3 {
		t.Errorf("%.1f to %.1f, want about %.1f", least, most, exact)
	}
	if least, most := rules.Range(100, 0); least != 100 || most != 100 {
		t.Errorf("%.1f to %.1f", least, most)
	}
}
