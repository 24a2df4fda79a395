// SPDX-License-Identifier: MIT

package worldmap

import (
	"math"

	"github.com/minehand/minehand/game"
)

// neighbours are tried in this order, relative to the block the feet are in.
var neighbours = [...][3]int{
	{1, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -1},
	{1, 0, 1}, {-1, 0, 1}, {-1, 0, -1}, {1, 0, -1},
	{2, 0, 0}, {0, 0, 2}, {-2, 0, 0}, {0, 0, -2},
}

// Beside is the place that is sent for one that the plan leaves to the body,
// nil when none is.
func Beside(act *game.Action, body game.BodyInfo, s *game.State, history []game.Attempt) *game.Pos {
	if act.Block == "" || act.At != nil || body.Protocol >= game.ProtocolV2 {
		return nil
	}
	return freeNeighbour(s, history)
}

// freeNeighbour is a place beside the feet for a block that a v1 body is to
// place: a v1 `place` must name one. Places where something stands or was just
// placed are passed over; with nothing known the first is taken.
func freeNeighbour(s *game.State, history []game.Attempt) *game.Pos {
	if s.Position == nil {
		return nil
	}
	feet := s.Position.Feet()
	taken := make(map[[3]int]bool)
	if s.Nearby != nil {
		for _, b := range s.Nearby.Blocks {
			taken[[3]int{int(math.Floor(b.X)), int(math.Floor(b.Y)), int(math.Floor(b.Z))}] = true
		}
	}
	for i := range history {
		a := &history[i].Step.Action
		if a.Block != "" && a.At != nil {
			taken[[3]int{a.At.X, a.At.Y, a.At.Z}] = true
		}
	}
	for _, n := range neighbours {
		at := [3]int{feet.X + n[0], feet.Y + n[1], feet.Z + n[2]}
		if !taken[at] {
			return &game.Pos{X: at[0], Y: at[1], Z: at[2]}
		}
	}
	return &game.Pos{X: feet.X + 1, Y: feet.Y, Z: feet.Z}
}
