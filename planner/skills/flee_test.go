// SPDX-License-Identifier: MIT

package skills

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// TestRefuge: away from what is near, to another side where that one is blocked, and on to the same
// side when it is out of sight.
func TestRefuge(t *testing.T) {
	here, foe := game.Cell{X: 10, Y: 64, Z: 10}, &game.Vec3{X: 6.5, Y: 64, Z: 11.5}
	walk := func(x, z int, failed bool) game.Attempt {
		a := game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Goto, At: &game.Pos{X: x, Y: 64, Z: z}}}}
		if failed {
			a.Outcome.Failure = &game.Failure{Code: game.CodeUnreachable}
		}
		return a
	}
	for name, c := range map[string]struct {
		walks []game.Attempt
		from  *game.Vec3
		want  string
	}{
		"nothing to run from": {nil, nil, ""},
		"the first way":       {nil, foe, "east"},
		"that one is blocked": {[]game.Attempt{walk(30, 10, true)}, foe, "north"},
		"two are blocked":     {[]game.Attempt{walk(30, 10, true), walk(10, -10, true)}, foe, "south"},
		"one was broken off":  {[]game.Attempt{walk(30, 10, false)}, foe, "east"},
		"it is out of sight":  {[]game.Attempt{walk(10, -10, false)}, nil, "north"},
		"all sides are blocked": {
			[]game.Attempt{walk(30, 10, true), walk(10, -10, true), walk(10, 30, true), walk(-10, 10, true)}, foe, "east",
		},
	} {
		if got := Refuge(c.walks, here, c.from); got != c.want {
			t.Errorf("%s: it leads %q, want %q", name, got, c.want)
		}
	}
}
