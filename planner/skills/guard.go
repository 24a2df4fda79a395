// SPDX-License-Identifier: MIT

package skills

import "github.com/minehand/minehand/game"

const (
	// guardNight is how long a guard lasts where nobody said and no clock tells when it is morning,
	// in seconds.
	guardNight = 600
	// guardLeast is how long one lasts that was broken off at its very end.
	guardLeast = 10
)

// GuardFor is how long to guard what an action names, in seconds: as long as was asked for, or
// until it is morning in so many seconds where that is 0, less what attempts that were broken
// off guarded already.
func GuardFor(history []game.Attempt, a *game.Action, asked, morning float64, day bool) float64 {
	all, begun := asked, false
	if all == 0 {
		all = morning
	}
	if all == 0 {
		all = guardNight
	}
	least := min(all, guardLeast)
	for i := range history {
		h := &history[i]
		b := &h.Step.Action
		if b.Kind != a.Kind || b.Target != a.Target || !game.SamePlace(a.At, b.At) {
			continue
		}
		if !begun {
			all, begun = b.Seconds, true
		}
		all -= min(guarded(&h.Outcome), b.Seconds)
	}
	if begun && asked == 0 && morning > 0 && !day {
		all = min(all, morning)
	}
	return max(all, least)
}

// guarded is how long an attempt lasted, in seconds.
func guarded(o *game.Outcome) float64 {
	if o.Started.IsZero() {
		return 0
	}
	return max(o.Ended.Sub(o.Started), o.Passed).Seconds()
}
