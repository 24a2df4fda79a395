// SPDX-License-Identifier: MIT

package app

import (
	"fmt"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui/view"
)

// longHistory writes a history of so many tasks, each with more than was asked for, into
// a data folder.
func longHistory(b *testing.B, dir string, tasks int) {
	b.Helper()
	j, err := journal.Open(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now().Add(-time.Duration(tasks) * time.Second)
	inventory := map[string]int{}
	state := game.State{Dimension: "overworld"}
	for slot := range 27 {
		item := fmt.Sprintf("item_%d", slot)
		inventory[item] = slot + 1
		state.Inventory = append(state.Inventory, game.Stack{Item: item, Count: slot + 1})
	}
	state.Inventory = append(state.Inventory, game.Stack{Item: "torch", Count: 4})
	step := game.Step{Action: game.Action{Kind: game.Craft, Target: "torch", Quantity: 3}, Expect: game.Expect{Gains: []game.Gain{{Items: []string{"torch"}, Min: 3}}}}
	clause := game.ClauseOf("craft", "craft 3 torches", game.Check{Kind: game.CheckGain, Items: []string{"torch"}, Count: 3})
	var batch orchestrator.Batch
	for i := range tasks {
		at := began.Add(time.Duration(i) * time.Second)
		id := fmt.Sprintf("01TASK%020d", i)
		rec := orchestrator.Record{Task: orchestrator.Task{
			ID: id, Body: benchBody, Goal: "craft 3 torches", Policy: orchestrator.Replan, State: orchestrator.StateComplete, Since: at, Created: at, Started: at, Ended: at,
			Reason: "Done: 4 more torches.", Round: 1, Step: 4, Of: 4, Sent: 4, Reading: game.Goal{Reading: "craft 3 torches", Clauses: []game.Clause{clause}},
			Baseline: &game.Baseline{Inventory: inventory},
		}}
		for seq := range 4 {
			rec.Actions = append(rec.Actions, orchestrator.Action{
				Task: id, Seq: seq + 1, ID: fmt.Sprint(id, seq), Round: 1, Index: seq, Step: step, Started: at, Ended: at, End: game.EndReported, Verdict: game.Confirmed, Gained: map[string]int{"torch": 1},
			})
		}
		rec.Task.Proven = rec.Task.Reading.Proven(&state, rec.Credits())
		batch.Tasks = append(batch.Tasks, rec.Task)
		batch.Moves = append(batch.Moves, orchestrator.Move{Task: id, At: at, State: orchestrator.StateComplete, Round: 1})
		batch.Rounds = append(batch.Rounds, orchestrator.Round{Task: id, Round: 1, Revision: 1, At: at, Plan: game.Plan{Goal: rec.Task.Reading, Steps: []game.Step{step, step, step, step}}})
		batch.Actions = append(batch.Actions, rec.Actions...)
		batch.Samples = append(batch.Samples, orchestrator.Sample{Task: id, At: at, State: state})
		if len(batch.Tasks) == 500 || i == tasks-1 {
			if err := j.Append(b.Context(), &batch); err != nil {
				b.Fatal(err)
			}
			batch = orchestrator.Batch{}
		}
	}
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkListTasks lists the newest 100 of 50,000 tasks for a client, and those in the
// middle.
func BenchmarkListTasks(b *testing.B) {
	const tasks = 50_000
	dir := b.TempDir()
	longHistory(b, dir, tasks)
	back, err := Start(b.Context(), BackendConfig{DataDir: dir, Planner: benchPlan{}})
	if err != nil {
		b.Fatal(err)
	}
	defer back.Close()
	if _, err := back.journal.Verified(b.Context()); err != nil { // the look at the start is over
		b.Fatal(err)
	}
	c := back.Connect()
	defer c.Close()
	for name, before := range map[string]string{"newest": "", "middle": fmt.Sprintf("01TASK%020d", tasks/2)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				list, err := c.ListTasks(b.Context(), view.TaskQuery{Before: before, Limit: 100})
				if err != nil || len(list.Tasks) != 100 || list.Tasks[0].Clauses[0].Evidence != "seen: 4 more torches" {
					b.Fatalf("%v, %d tasks, %+v", err, len(list.Tasks), list.Tasks[:min(1, len(list.Tasks))])
				}
			}
		})
	}
}

// BenchmarkStart starts on a history of 50,000 tasks of which one is under way, up to
// where clients are served; the look at the file goes on behind it.
func BenchmarkStart(b *testing.B) {
	const tasks = 50_000
	dir := b.TempDir()
	longHistory(b, dir, tasks)
	j, err := journal.Open(b.Context(), dir)
	if err != nil {
		b.Fatal(err)
	}
	task := orchestrator.Task{ID: "01UNDERWAY", Body: benchBody, Goal: "craft 3 torches", Policy: orchestrator.Replan, State: orchestrator.StateRunning, Created: time.Now(), Since: time.Now()}
	move := orchestrator.Move{Task: task.ID, At: task.Since, State: task.State}
	if err := j.Append(b.Context(), &orchestrator.Batch{Tasks: []orchestrator.Task{task}, Moves: []orchestrator.Move{move}}); err != nil {
		b.Fatal(err)
	}
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		back, err := Start(b.Context(), BackendConfig{DataDir: dir, Planner: benchPlan{}})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		back.Close()
		b.StartTimer()
	}
}
