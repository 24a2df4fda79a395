// SPDX-License-Identifier: MIT

package ui

import (
	"fmt"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// An end counts once, also where it is heard of again, and an action of a kind that nobody
// knows with the others of that sort.
func TestAnEndIsCountedOnce(t *testing.T) {
	var s Service
	ended := func(id string, state view.TaskState) *view.Event {
		return &view.Event{TaskID: id, Task: &view.Task{State: state}}
	}
	for range 3 {
		s.counting.hear(ended("a", view.TaskComplete))
		s.counting.hear(ended("b", view.TaskRunning))
	}
	for i := range rememberedEnds {
		s.counting.hear(ended(fmt.Sprint("c", i), view.TaskError))
	}
	for _, kind := range []game.Kind{game.Mine, game.Mine, "juggle", "swim"} {
		a := &view.Action{Verdict: game.Confirmed, Ended: time.Unix(1, 0)}
		a.Step.Action.Kind = kind
		s.counting.hear(&view.Event{Action: a})
	}
	got := s.Counts()
	if got.Tasks[view.TaskComplete] != 1 || got.Tasks[view.TaskError] != rememberedEnds || len(got.Tasks) != 2 {
		t.Errorf("tasks: %v", got.Tasks)
	}
	if got.Actions[ActionCount{game.Mine, game.Confirmed}] != 2 || got.Actions[ActionCount{"other", game.Confirmed}] != 2 {
		t.Errorf("actions: %v", got.Actions)
	}
}
