// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"time"

	"github.com/minehand/minehand/cmd/internal/film"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

const (
	// filmLimit is how long a film may take to make.
	filmLimit = 20 * time.Second
	// filmBoxes is how many boxes are looked at for one: 100,000 cells together.
	filmBoxes = 4
	// filmSight is how far around the player is looked, in blocks.
	filmSight = 15
)

// films show plans that wait for a yes. It implements ui.Films.
type films struct {
	task    func(ctx context.Context, id string) (orchestrator.Record, error)
	session func(body string) (*modbridge.Session, bool)
	// making is held while one is made: each has a world of its own in memory.
	making chan struct{}
}

// Film implements ui.Films.
func (f *films) Film(ctx context.Context, id string) (view.Film, error) {
	rec, err := f.task(ctx, id)
	if err != nil {
		return view.Film{}, err
	}
	steps := awaiting(&rec)
	if len(steps) == 0 {
		return view.Film{}, view.Refuse(view.CodeNothing, "That task has no plan that waits for a yes, so there is nothing to show before it happens.")
	}
	s, there := f.session(rec.Task.Body)
	if !there {
		return view.Film{}, view.Refuse(view.CodeNoBody, "The player of that task is not here, so nobody can look at the place.")
	}
	ctx, cancel := context.WithTimeout(ctx, filmLimit)
	defer cancel()
	select {
	case f.making <- struct{}{}:
		defer func() { <-f.making }()
	case <-ctx.Done():
		return view.Film{}, view.Refuse(view.CodeUnavailable, "Another film is being made. Try again in a moment.")
	}
	made, err := film.Play(ctx, f.site(ctx, s, steps), steps)
	if errors.Is(err, film.ErrElsewhere) || errors.Is(err, film.ErrNowhere) {
		return view.Film{}, view.Refuse(view.CodeImpossible, "%s", game.FullSentence(err.Error()))
	}
	return made, err
}

// awaiting are the steps of the plan that a task waits with; none where it does not wait.
func awaiting(rec *orchestrator.Record) []game.Step {
	if rec.Task.State != orchestrator.StateAwaiting || len(rec.Rounds) == 0 {
		return nil
	}
	return rec.Rounds[len(rec.Rounds)-1].Plan.Steps
}

// site is what the player sees of where steps are done.
func (f *films) site(ctx context.Context, s *modbridge.Session, steps []game.Step) film.Site {
	info, snap := s.Info(), s.Snapshot()
	site := film.Site{Version: info.Version, State: snap.State, Owner: info.Owner, Cells: game.Cells{}}
	if snap.State.Position == nil || !info.Surveys {
		return site
	}
	around := game.BoxAround(game.CellOf(snap.State.Position.Block()), filmSight)
	boxes := append([]game.Box{around}, worked(around, steps)...)
	for _, box := range boxes[:min(len(boxes), filmBoxes)] {
		list, err := s.Survey(ctx, game.Survey{Box: &box})
		if err != nil {
			continue // what it does not show is not known, and the film says how much was
		}
		for i := range list {
			list[i].Dimension = game.Name(snap.State.Dimension)
			site.Cells.Add(&list[i])
		}
	}
	return site
}

// worked are boxes over what steps build and dig beyond what was looked at, with what is beside
// it.
func worked(seen game.Box, steps []game.Step) []game.Box {
	var cells []game.Cell
	for i := range steps {
		for _, e := range steps[i].Action.Edits {
			for _, side := range game.Sides {
				if c := e.Cell().Plus(side); !seen.Holds(c) {
					cells = append(cells, c)
				}
			}
		}
	}
	boxes, _ := game.BoxesOver(cells, filmBoxes-1)
	return boxes
}
