package command_test

import (
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
