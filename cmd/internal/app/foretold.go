// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"slices"
	"strings"
	"sync"
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
	stand := map[string]int{} // what the plan placed: a table that is taken along leaves nothing changed
	for i := range plan.Steps {
		a := &plan.Steps[i].Action
		switch {
		case a.Kind == game.Mine:
			back := min(a.Count(), stand[a.Target])
			stand[a.Target] -= back
			f.Digs, f.Places = f.Digs+a.Count()-back, f.Places-back
		case a.Kind == game.Place:
			f.Places++
			stand[a.Item]++
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

// foretelling says how well the times of the last tasks that were done were foretold. What
// became of a task that is over stays as it was: its record is read once.
type foretelling struct {
	tasks interface {
		Task(ctx context.Context, id string) (orchestrator.Record, error)
		Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error)
	}

	mu   sync.Mutex
	last map[string]*view.Foretold // by task, of those that were done; nil tells nothing
}

// read are the last tasks that were done and show how well their times were foretold.
func (f *foretelling) read(ctx context.Context) (telling []*view.Foretold) {
	list, err := f.tasks.Tasks(ctx, orchestrator.Query{Limit: foretoldTasks})
	if err != nil {
		return nil // the history's own findings say it
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	now := map[string]*view.Foretold{}
	for i := range list {
		if list[i].State != orchestrator.StateComplete || list[i].Sent == 0 {
			continue
		}
		one, known := f.last[list[i].ID]
		if !known {
			rec, err := f.tasks.Task(ctx, list[i].ID)
			if err != nil {
				continue
			}
			one = foretold(&rec)
		}
		now[list[i].ID] = one
		if one != nil && !one.Part && one.Took > 0 && one.Seconds > 0 {
			telling = append(telling, one)
		}
	}
	f.last = now
	return telling
}

// findings are one sentence; none where no task shows it.
func (f *foretelling) findings(ctx context.Context) []view.Finding {
	var shares []float64
	within := 0
	for _, f := range f.read(ctx) {
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
