// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
)

// looking has the planner see what stands around the body that it plans for.
type looking struct {
	orchestrator.Planner

	session func(body string) (*modbridge.Session, bool)
	// blueprint reads a file of a building.
	blueprint func(name string) ([]byte, error)
}

// Plan implements orchestrator.Planner. What a plan saw once it sees again.
func (l looking) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	req.Blueprint = l.blueprint
	s, there := l.session(req.Body.ID)
	if !there || !s.Info().Surveys {
		return l.Planner.Plan(ctx, req)
	}
	boxes := map[game.Box]game.Cells{}
	req.Look = func(at []game.Cell) map[game.Cell]string {
		all, _ := game.BoxesOver(at, mostBoxes)
		seen := map[game.Cell]string{}
		for _, box := range all {
			if _, known := boxes[box]; !known {
				ctx, cancel := context.WithTimeout(ctx, lookLimit)
				boxes[box], _ = survey(ctx, s, []game.Cell{box.From, box.To}) // what it does not show is not known
				cancel()
			}
			for p, state := range boxes[box] {
				seen[game.CellOf(p)] = state
			}
		}
		return seen
	}
	return l.Planner.Plan(ctx, req)
}

// proven has a body survey what it says that it built: a success of which blocks are
// missing is a failure that says so. A body that answers no surveys is believed.
func proven(ctx context.Context, s *modbridge.Session, a *game.Action, out game.Outcome) game.Outcome {
	if len(a.Edits) == 0 || out.Failure != nil || out.End != game.EndReported || !s.Info().Surveys {
		return out
	}
	at := game.CellsOf(a.Edits)
	ctx, cancel := context.WithTimeout(ctx, lookLimit)
	defer cancel()
	seen, err := survey(ctx, s, at)
	if err != nil {
		return out
	}
	dimension := game.Name(s.Snapshot().State.Dimension)
	lacks, turned, missing, loaded := lacking(a.Edits, func(i int) (string, bool) {
		state, shown := seen[at[i].In(dimension)]
		return state, shown
	})
	if !loaded {
		return out // nothing can be said of it
	}
	r := game.Result{Success: true}
	if out.Result != nil {
		r = *out.Result
	}
	if len(lacks) == 0 {
		if r.Looked = true; turned > 0 {
			r.Message = game.Counted(turned, "block") + " stand otherwise turned than they were to"
		}
		out.Result = &r
		return out
	}
	stand := len(a.Edits) - len(lacks)
	out.Failure = &game.Failure{Code: game.CodeContradicted, Message: fmt.Sprintf(
		"it says that all stands, and a look shows %d of %d blocks: %s", stand, len(a.Edits), missing)}
	if out.Result != nil {
		r.Success, r.Placed, r.Lacks = false, &stand, lacks
		out.Result = &r
	}
	return out
}

// lacking are the edits that do not stand, with words for the first, and how many stand otherwise
// turned; loaded is false where a cell was not shown.
func lacking(edits []game.Edit, stateOf func(i int) (string, bool)) (lacks []int, turned int, first string, loaded bool) {
	for i, e := range edits {
		state, shown := stateOf(i)
		switch {
		case !shown:
			return nil, 0, "", false
		case !e.Is(state):
			lacks = append(lacks, i)
			first = cmp.Or(first,
				fmt.Sprintf("at %d %d %d there is %s, not %s", e.X, e.Y, e.Z, game.Display(game.BlockName(state)), game.Display(e.Block)))
		case !e.Turned(state):
			turned++
		}
	}
	return lacks, turned, first, true
}
