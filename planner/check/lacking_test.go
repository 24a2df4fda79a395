// SPDX-License-Identifier: MIT

package check_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// A subgoal is lacking as long as the plan does less of its actions than it asks for.
func TestLacking(t *testing.T) {
	sheared := func(n int) []game.Step {
		return []game.Step{{Action: game.Action{Kind: game.Shear, Target: "sheep", Quantity: n}}}
	}
	for name, c := range map[string]struct {
		plan, asked []game.Step
		lacks       bool
	}{
		"none of it":       {nil, sheared(2), true},
		"less":             {sheared(1), sheared(2), true},
		"in two parts":     {append(sheared(1), sheared(1)...), sheared(2), false},
		"as much":          {sheared(2), sheared(2), false},
		"nothing asked":    {sheared(2), nil, false},
		"another creature": {[]game.Step{{Action: game.Action{Kind: game.Shear, Target: "mooshroom", Quantity: 2}}}, sheared(2), true},
	} {
		got := check.Lacking(check.Checked{Steps: c.plan}, []book.Subgoal{{Steps: c.asked}})
		if (len(got) > 0) != c.lacks {
			t.Errorf("%s: lacking %v, want %v", name, got, c.lacks)
		}
	}
}
