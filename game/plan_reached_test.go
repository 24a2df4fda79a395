// SPDX-License-Identifier: MIT

package game

import "testing"

// TestReachedCountsForLaterSteps: what a step gains counts as far as the steps after it need it;
// what only the step itself needed does not.
func TestReachedCountsForLaterSteps(t *testing.T) {
	p := Plan{Steps: []Step{
		{Needs: []Need{{Items: []string{"dirt"}, Count: 3}}},
		{Needs: []Need{{Items: []string{"stone"}, Count: 2}}},
	}}
	if highs, more := p.Reached(nil, 0, map[string]int{"dirt": 3}, nil); more || len(highs) != 0 {
		t.Errorf("no later step needs dirt, and it counts as progress: %v", highs)
	}
	highs, more := p.Reached(nil, 0, map[string]int{"stone": 5}, nil)
	if !more || len(highs) != 1 || highs[0].Item != "stone" || highs[0].Count != 2 {
		t.Errorf("stone for the next step counts as %v", highs)
	}
	if _, more := p.Reached(highs, 0, map[string]int{"stone": 2}, nil); more {
		t.Error("the same again counts as progress")
	}
}
