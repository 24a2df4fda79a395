// SPDX-License-Identifier: MIT

package skills

import (
	"cmp"
	"slices"

	"github.com/minehand/minehand/game"
)

// FleeBlocks is how far a body runs away, in blocks.
const FleeBlocks = 20

// Refuge is the side that leads most away from what stands at a place, of those to which no walk from
// here has failed yet; empty for nothing to run from. What is no longer seen is where the first walk led
// away from.
func Refuge(walks []game.Attempt, here game.Cell, from *game.Vec3) string {
	walks = slices.DeleteFunc(slices.Clone(walks), func(h game.Attempt) bool {
		return h.Step.Action.Kind != game.Goto || h.Step.Action.At == nil
	})
	away := game.Cell{}
	switch {
	case from != nil:
		away = minus(here, game.CellOf(from.Block()))
	case len(walks) > 0:
		away = minus(game.CellOf(*walks[0].Step.Action.At), here)
	default:
		return ""
	}
	leads := func(side string, to game.Cell) int {
		way := game.Facing("way[facing=" + side + "]")
		return way.X*to.X + way.Z*to.Z
	}
	tried := func(side string) (n int) {
		for i := range walks {
			if walks[i].Outcome.Failure != nil && leads(side, minus(game.CellOf(*walks[i].Step.Action.At), here)) > FleeBlocks/2 {
				n++
			}
		}
		return n
	}
	return slices.MinFunc([]string{"north", "east", "south", "west"}, func(a, b string) int {
		return cmp.Or(cmp.Compare(tried(a), tried(b)), cmp.Compare(leads(b, away), leads(a, away)))
	})
}

func minus(a, b game.Cell) game.Cell { return game.Cell{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z} }
