// SPDX-License-Identifier: MIT

package command_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// The number of the action under way comes as it is, and is never beyond the last.
func TestHeadlineOfWhatRuns(t *testing.T) {
	for step, want := range []string{"Not done yet: action 1 of 2.", "Not done yet: action 1 of 2.", "Not done yet: action 2 of 2."} {
		if got := command.Headline(&view.Task{State: view.TaskRunning, Step: step, Of: 2}); got != want {
			t.Errorf("step %d: %s", step, got)
		}
	}
}

// Whether a task goes on by itself is said of it as it is, also after its Minehand was lost.
func TestHeadlineOfWhatWaits(t *testing.T) {
	for task, want := range map[*view.Task]string{
		{State: view.TaskPaused}:                         "Does not go on by itself.",
		{State: view.TaskInterrupted, NeedsPerson: true}: "Does not go on by itself.",
		{State: view.TaskInterrupted}:                    "Not done yet: it goes on by itself.",
	} {
		if got := command.Headline(task); got != want {
			t.Errorf("%s, %v: %s", task.State, task.NeedsPerson, got)
		}
	}
}

// A list of tasks tells how many clauses are proven, and names the others.
func TestAListOfTasksTellsWhatIsProven(t *testing.T) {
	clause := func(text string, met bool, grade view.Grade, have, want int) view.Clause {
		return view.Clause{Text: text, Met: met, Grade: grade, Have: have, Want: want}
	}
	seen := clause("get 3 dirt", true, view.Seen, 3, 3)
	for _, c := range []struct {
		clauses []view.Clause
		want    string
	}{
		{nil, ""},
		{[]view.Clause{seen}, ""},
		{[]view.Clause{seen, clause("get 4 torches", false, view.Seen, 2, 4)}, "Proven: 1 of 2; not proven: get 4 torches (2 of 4)."},
		{[]view.Clause{clause("say hi", true, view.Told, 1, 1)}, "Proven: 0 of 1; by the body's word: say hi."},
		{[]view.Clause{clause("say hi", true, view.Unprovable, 1, 1), clause("eat", true, view.Told, 1, 1), seen}, "Proven: 1 of 3; by the body's word: eat; not proven: say hi."},
	} {
		task := view.Task{ID: "01A", Title: "it", State: view.TaskError, Reason: "No way.", Clauses: c.clauses}
		want := "01A \"it\": Not done. No way."
		if c.want != "" {
			want += " " + c.want
		}
		if got := command.TasksWords([]view.Task{task}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Parts in a row that are told alike are one line: an undo has one for each block.
func TestPartsThatAreAlike(t *testing.T) {
	dug := view.Clause{Text: "Dig 1 block free", Met: true, Grade: view.Seen}
	left := view.Clause{Text: "Dig 1 block free"}
	got := command.TaskWords(&view.Task{Title: "undo the hut", State: view.TaskComplete, Clauses: []view.Clause{dug, dug, dug, left, dug}})
	want := "- Dig 1 block free: proven (3 alike)\n- Dig 1 block free: not proven\n- Dig 1 block free: proven"
	if !strings.HasSuffix(got, want) {
		t.Errorf("it is told as\n%s", got)
	}
}
