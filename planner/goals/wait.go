// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func waitRow() Frame {
	return Frame{
		Kind: Wait, Grade: game.Seen,
		Met: "the time is over (30 seconds when none is said)", Examples: []string{"wait", "wait 2 minutes"},
		draft: func(d *drafter, p *part) error {
			return d.once(p, game.Action{Kind: game.Wait, Seconds: p.goal.Seconds})
		},
		product: nothing,
		slots:   "time", spoken: (*speech).waits,
	}
}

// defaultWait is how long "wait" is, in seconds.
const defaultWait = 30

// tick is the game's shortest time, in seconds (Minecraft Wiki, "Tick").
const tick = 0.05
