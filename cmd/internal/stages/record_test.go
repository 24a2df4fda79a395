// SPDX-License-Identifier: MIT

package stages_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/view"
)

// TestRecordedTasksEndTheSame: what came of a mission is recorded as one of its own,
// with replies in place of a model, and ends the same without that model.
func TestRecordedTasksEndTheSame(t *testing.T) {
	for _, name := range []string{
		"three-diamonds", "forgotten-steps-are-inserted", "low-level-inserts-nothing", "two-bad-replies-end-low-level",
		"unassisted-plan-fails-on-its-own", "the-fallback-helps-out", "impossible-says-the-model", "what-has-no-recipe-is-impossible",
		"a-model-only-translates",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play := func(list []missions.Mission) (res *missions.Result) {
				t.Helper()
				runs, err := missions.Matrix{}.Runs(stages.Rules{}, list)
				if err != nil {
					t.Fatal(err)
				}
				synctest.Test(t, func(t *testing.T) {
					res = (&missions.Runner{Launcher: inProcess{dir: t.TempDir()}}).Run(t.Context(), &runs[0])
				})
				if res.Outcome != missions.Passed {
					t.Fatalf("%s: %s %q\n%s", res.Outcome, res.Why, res.Failures, res.TimelineText())
				}
				return res
			}
			var one []missions.Mission
			for _, m := range load(t, suite) {
				if m.Name == name {
					one = append(one, m)
				}
			}
			first := play(one)
			text, err := missions.Record(&first.Records[0])
			if err != nil {
				t.Fatal(err)
			}
			list, err := missions.Parse(stages.Rules{}, "recorded.yaml", text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			again := play(list)
			if again.Verdict != first.Verdict || len(again.Records[0].Actions) != len(first.Records[0].Actions) {
				t.Errorf("%s with %d actions, and recorded %s with %d\n%s", first.Verdict, len(first.Records[0].Actions), again.Verdict, len(again.Records[0].Actions), text)
			}
		})
	}
}

// TestWhatIsRecorded: what was held when the task was first planned, and only of
// tasks that have ended.
func TestWhatIsRecorded(t *testing.T) {
	rec := view.TaskRecord{
		Task: view.Task{ID: "01M", Goal: "get a chest", Title: "get a chest", State: view.TaskComplete, World: "minehand-sim-7"},
		Held: map[string]int{"oak_planks": 12},
	}
	text, err := missions.Record(&rec)
	if err != nil || !strings.Contains(string(text), `start: {inventory: {"oak_planks":12}}`) || !strings.Contains(string(text), "world: {seed: 7}") {
		t.Errorf("%v\n%s", err, text)
	}
	rec.Task.State = view.TaskRunning
	if _, err = missions.Record(&rec); !errors.Is(err, missions.ErrNotRecordable) {
		t.Errorf("a task that runs: %v", err)
	}
}
