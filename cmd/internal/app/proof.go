// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
)

// proven has a body survey what it says that it built: a success of which blocks are
// missing is a failure that says so. A body that answers no surveys is believed.
func proven(ctx context.Context, s *modbridge.Session, a *game.Action, out game.Outcome) game.Outcome {
	if len(a.Edits) == 0 || out.Failure != nil || out.End != game.EndReported || !s.Info().Surveys {
		return out
	}
	at := make([]game.Cell, len(a.Edits))
	for i, e := range a.Edits {
		at[i] = game.Cell{X: e.X, Y: e.Y, Z: e.Z}
	}
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	seen, err := survey(ctx, s, at)
	if err != nil {
		return out
	}
	snap := s.Snapshot()
	var lacks []int
	missing := ""
	for i, e := range a.Edits {
		state, shown := seen[at[i].In(game.Name(snap.State.Dimension))]
		if !shown {
			return out // it is not loaded: nothing can be said of it
		}
		if name := game.BlockName(state); name == game.Name(e.Block) || game.IsAir(state) && game.IsAir(e.Block) || onWall(name, e.Block) {
			continue
		}
		if lacks = append(lacks, i); missing == "" {
			missing = fmt.Sprintf("at %d %d %d there is %s, not %s", e.X, e.Y, e.Z, game.Display(game.BlockName(state)), game.Display(e.Block))
		}
	}
	if len(lacks) == 0 {
		return out
	}
	stand := len(a.Edits) - len(lacks)
	out.Failure = &game.Failure{Code: game.CodeContradicted, Message: fmt.Sprintf(
		"it says that all stands, and a look shows %d of %d blocks: %s", stand, len(a.Edits), missing)}
	if out.Result != nil {
		r := *out.Result
		r.Success, r.Placed, r.Lacks = false, &stand, lacks
		out.Result = &r
	}
	return out
}

// onWall reports whether a block is what another is called that hangs on a wall, as
// torches, signs and banners do: wall_torch for torch, oak_wall_sign for oak_sign.
func onWall(stands, wanted string) bool {
	return strings.Replace(stands, "wall_", "", 1) == game.Name(wanted)
}
