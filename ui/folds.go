// SPDX-License-Identifier: MIT

package ui

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/view"
)

// fewCells are so many steps of one cell each that they are shown one by one.
const fewCells = 5

// foldsOf are the runs of steps of a plan that dig or place one block each at a place that they
// name, where they are more than a few: as an undo is planned.
func foldsOf(steps []game.Step) (out []view.Fold) {
	for first := 0; first < len(steps); first++ {
		n := 0
		for first+n < len(steps) && steps[first+n].Action.Cell() != nil {
			n++
		}
		if n > fewCells {
			m := game.SayCells(steps[first : first+n])
			out = append(out, view.Fold{First: first, Count: n, Text: messages.InEnglish(m), Say: m})
		}
		first += n
	}
	return out
}
