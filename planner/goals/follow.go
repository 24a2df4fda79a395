// SPDX-License-Identifier: MIT

package goals

import "github.com/minehand/minehand/game"

func followRow() Frame {
	return Frame{
		Kind: Follow, Grade: game.Told,
		Met: "stopped, or the time is over", Examples: []string{"follow me for 2 minutes"},
		draft:   (*drafter).partWalk,
		product: nothing,
		slots:   "to time | target:beast", spoken: (*speech).follows,
	}
}
