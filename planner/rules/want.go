// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// Want is a number of items to hold at the end.
type Want struct {
	// Items are alternatives whose counts add up.
	Items []string
	// Count to be held at the end, what is held already included.
	Count int
	// Via, when set, is the kind of action that must bring what is missing: mine,
	// craft, smelt or attack.
	Via game.Kind
	// Most is the most that one trade may take; 0 for what is usual.
	Most int
	// Target narrows Via to one block, mob or smelting input.
	Target string
}
