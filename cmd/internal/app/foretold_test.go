// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// foretoldRecord is a task whose plan of 100 s was expected to take 80 to 130, and whose one
// action took so long while the game ran so many times as fast.
func foretoldRecord(world string, wall time.Duration, speed int) orchestrator.Record {
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	step := game.Step{Seconds: 100, Action: game.Action{Kind: game.Build, Edits: []game.Edit{{Block: "air"}, {Block: "dirt"}, {Block: "dirt", Y: 1}}}}
	mine := game.Step{Action: game.Action{Kind: game.Mine, Target: "dirt", Quantity: 3}}
	table := game.Step{Action: game.Action{Kind: game.Place, Item: "crafting_table"}} // which is taken along
	taken := game.Step{Action: game.Action{Kind: game.Mine, Target: "crafting_table"}}
	sample := func(after time.Duration) orchestrator.Sample {
		ticks := (23_500 + int(after.Seconds()*float64(20*speed))) % 24_000
		return orchestrator.Sample{At: begun.Add(after), State: game.State{Time: &ticks}}
	}
	first := game.Plan{Steps: []game.Step{step}, Outlook: &game.Outlook{Least: 1, Most: 2}}
	plan := game.Plan{Steps: []game.Step{table, step, taken, mine}, Outlook: &game.Outlook{Least: 80, Most: 130}}
	return orchestrator.Record{
		Task: orchestrator.Task{ID: world + wall.String(), World: world, State: orchestrator.StateComplete, Sent: 1},
		Rounds: []orchestrator.Round{
			{Round: 1, Plan: first}, {Round: 1, Revision: 2, Plan: plan}, {Round: 2, Plan: first},
		},
		Actions: []orchestrator.Action{{Started: begun, Ended: begun.Add(wall)}},
		Samples: []orchestrator.Sample{sample(0), sample(wall)},
	}
}

// kept are the tasks of a history.
type kept []orchestrator.Record

func (k kept) Task(_ context.Context, id string) (orchestrator.Record, error) {
	for _, rec := range k {
		if rec.Task.ID == id {
			return rec, nil
		}
	}
	return orchestrator.Record{}, errors.New("there is none")
}

func (k kept) Tasks(context.Context, orchestrator.Query) (list []orchestrator.Task, _ error) {
	for _, rec := range k {
		list = append(list, rec.Task)
	}
	return list, nil
}

// TestTimesAreComparedInTheGamesSeconds: what the plan that ran said, beside what its actions
// took by the clock of the game.
func TestTimesAreComparedInTheGamesSeconds(t *testing.T) {
	fast := foretoldRecord("minehand-sim-1", 15*time.Second, 8)
	f := foretold(&fast)
	if f == nil || f.Least != 80 || f.Most != 130 || f.Seconds != 100 || f.Digs != 4 || f.Places != 2 || f.Took < 119 || f.Took > 121 {
		t.Errorf("%+v", f)
	}
	server := foretoldRecord("server", 2*time.Second, 1)
	if f := foretold(&server); f.Took != 2 {
		t.Errorf("a short task on a server took %g s", f.Took)
	}
	short := foretoldRecord("minehand-sim-1", time.Second, 8)
	if f := foretold(&short); f.Took != 0 {
		t.Errorf("nobody knows how fast the world ran, and it took %g s", f.Took)
	}
	slept := foretoldRecord("server", 10*time.Second, 1)
	slept.Actions = append(slept.Actions, orchestrator.Action{Step: game.Step{Action: game.Action{Kind: game.Sleep}}})
	if f := foretold(&slept); f.Took != 0 {
		t.Errorf("a night was skipped, and it took %g s", f.Took)
	}
	fast.Rounds[1].Plan.Outlook = nil
	if f := foretold(&fast); f != nil {
		t.Errorf("nothing was said, and %+v was foretold", f)
	}
}

// TestTheDoctorSaysHowWellTimesAreForetold by the last tasks, and nothing where none shows it.
func TestTheDoctorSaysHowWellTimesAreForetold(t *testing.T) {
	failed := foretoldRecord("failed", time.Hour, 1)
	failed.Task.State = orchestrator.StateError
	part := foretoldRecord("part", time.Hour, 1)
	part.Rounds[1].Plan.Next = "fill the chest"
	instant := foretoldRecord("instant", time.Second, 1)
	instant.Rounds[1].Plan.Steps = nil // nothing that takes time was expected
	list := kept{
		failed, part, instant, foretoldRecord("a", 90*time.Second, 1), foretoldRecord("b", 150*time.Second, 1),
		foretoldRecord("minehand-sim-2", 15*time.Second, 8),
	}
	tell := &foretelling{tasks: list}
	found := tell.findings(t.Context())
	if len(found) != 1 || !strings.Contains(found[0].Text, "Of the last 3 goals with an expected time 2 ended within its range; the middle one took 120 %") {
		t.Errorf("%+v", found)
	}
	for i := range list {
		list[i].Actions = nil // a record that is read again tells another time
	}
	if again := tell.findings(t.Context()); len(again) != 1 || again[0].Text != found[0].Text {
		t.Errorf("what was known is read again: %+v", again)
	}
	if found := (&foretelling{tasks: list[:3]}).findings(t.Context()); found != nil {
		t.Errorf("of no task that was done: %+v", found)
	}
}
