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
	// Target narrows Via to one block, mob or smelting input.
	Target string
}

// Row is a verb's row, as planning sees it: what has to be held for a clause in a
// state, and what is then done of the verb's own. It reads the state and changes
// nothing; Apply says what the steps do, and whether they can be done.
type Row interface {
	Wants(clause *game.Clause, st *State) ([]Want, []game.Step)
}
