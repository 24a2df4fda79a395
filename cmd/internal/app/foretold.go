// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

const (
	// foretoldTasks is how many of the last tasks tell how well times are foretold.
	foretoldTasks = 40
	// leastWatched is the wall time between states that shows how fast the game runs.
	leastWatched = 4 * time.Second
	// practiceWorlds begin with this; their time passes as fast as a person says.
	practiceWorlds = "minehand-sim-"
)

// foretold is what the first plan of a task said of it, beside how long its actions took; nil
// where it said nothing.
func foretold(rec *orchestrator.Record) *view.Foretold {
	var plan *game.Plan
	for i := range rec.Rounds {
		if r := &rec.Rounds[i]; r.Round == 1 { // the last revision is the one that ran
			plan = &r.Plan
		}
	}
	if plan == nil || plan.Outlook == nil {
		return nil
	}
	f := &view.Foretold{Least: plan.Outlook.Least, Most: plan.Outlook.Most, Seconds: game.Lasts(plan.Steps), Part: plan.Next != "", Took: took(rec)}
	for i := range plan.Steps {
		a := &plan.Steps[i].Action
		switch {
		case a.Kind == game.Mine:
			f.Digs += a.Count()
		case a.Kind == game.Place:
			f.Places++
		}
		for _, e := range a.Edits {
			if game.IsAir(e.Block) {
				f.Digs++
			} else {
				f.Places++
			}
		}
	}
	return f
}

// took is how many seconds of the game the actions of a task took; 0 where nobody knows.
func took(rec *orchestrator.Record) float64 {
	var wall time.Duration
	for i := range rec.Actions {
		a := &rec.Actions[i]
		if a.Step.Action.Kind == game.Sleep { // it skips a night
			return 0
		}
		if !a.Open() {
			wall += a.Ended.Sub(a.Started)
		}
	}
	return wall.Seconds() * pace(rec)
}

// pace is how many seconds pass in the game of a task in a second, by the states of its body; 0
// where nobody knows.
func pace(rec *orchestrator.Record) float64 {
	var passed, wall time.Duration
	for i := 1; i < len(rec.Samples); i++ {
		a, b := &rec.Samples[i-1], &rec.Samples[i]
		if d := a.State.Elapsed(&b.State); d > 0 {
			passed += d
			wall += b.At.Sub(a.At)
		}
	}
	switch {
	case wall >= leastWatched:
		return passed.Seconds() / wall.Seconds()
	case strings.HasPrefix(rec.Task.World, practiceWorlds):
		return 0
	}
	return 1
}

// foretelling says how well the times of the last tasks that were done were foretold; nil where
// none shows it.
func foretelling(ctx context.Context, tasks interface {
	Task(ctx context.Context, id string) (orchestrator.Record, error)
	Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
}) []view.Finding {
	list, err := tasks.Tasks(ctx, orchestrator.Query{Limit: foretoldTasks})
	if err != nil {
		return nil // the history's own findings say it
	}
	var shares []float64
	within := 0
	for i := range list {
		if list[i].State != orchestrator.StateComplete || list[i].Sent == 0 {
			continue
		}
		rec, err := tasks.Task(ctx, list[i].ID)
		if err != nil {
			continue
		}
		f := foretold(&rec)
		if f == nil || f.Part || f.Took == 0 || f.Seconds == 0 {
			continue
		}
		shares = append(shares, f.Took/f.Seconds)
		if f.Took >= f.Least && f.Took <= f.Most {
			within++
		}
	}
	if len(shares) == 0 {
		return nil
	}
	slices.Sort(shares)
	middle := int(100*shares[len(shares)/2] + 0.5)
	return []view.Finding{finding(view.FindingOK, game.Say("doctor.foretold", "n", len(shares), "within", within, "percent", middle))}
}
