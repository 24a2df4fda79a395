// SPDX-License-Identifier: MIT

package techtree

import "github.com/minehand/minehand/game"

// ErrFull: there is a plan, but not enough room in the inventory to carry it
// out. With less in the stock there is.
var ErrFull = &game.GaveUpError{
	Reason: "The inventory would be full on the way; store something first, or ask for less at once",
	Why:    game.Say("gave-up.full"),
}
