// SPDX-License-Identifier: MIT

package skills_test

import (
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func TestHowLongToGuard(t *testing.T) {
	at := &game.Pos{Y: 64}
	a := game.Action{Kind: game.Defend, At: at}
	did := func(planned, lasted float64) game.Attempt {
		from := time.Unix(1000, 0)
		return game.Attempt{
			Step:    game.Step{Action: game.Action{Kind: game.Defend, At: at, Seconds: planned}},
			Outcome: game.Outcome{Started: from, Ended: from.Add(time.Duration(lasted * float64(time.Second)))},
		}
	}
	elsewhere := did(600, 500)
	elsewhere.Step.Action.At = &game.Pos{X: 99, Y: 64}
	for name, c := range map[string]struct {
		history        []game.Attempt
		asked, morning float64
		day            bool
		want           float64
	}{
		"as asked for":           {nil, 300, 900, true, 300},
		"until morning":          {nil, 0, 450, false, 450},
		"no clock":               {nil, 0, 0, true, 600},
		"what is left":           {[]game.Attempt{did(300, 100)}, 300, 900, true, 200},
		"twice broken off":       {[]game.Attempt{did(300, 100), did(200, 50)}, 300, 900, true, 150},
		"at its very end":        {[]game.Attempt{did(300, 330)}, 300, 900, true, 10},
		"the morning is near":    {[]game.Attempt{did(450, 100)}, 0, 60, false, 60},
		"it is morning":          {[]game.Attempt{did(450, 450)}, 0, 1200, true, 10},
		"of another place":       {[]game.Attempt{elsewhere}, 300, 900, true, 300},
		"never sent":             {[]game.Attempt{{Step: did(300, 0).Step}}, 300, 900, true, 300},
		"no longer than is said": {nil, 5, 900, true, 5},
	} {
		if got := skills.GuardFor(c.history, &a, c.asked, c.morning, c.day); got != c.want {
			t.Errorf("%s: %g seconds, want %g", name, got, c.want)
		}
	}
}
