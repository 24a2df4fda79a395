// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/view"
)

// TestABuildIsProvenByASurvey: a body that says that it built and did nothing is found
// out by a look, and what stands is done. One that left something out once builds it when
// it is told so.
func TestABuildIsProvenByASurvey(t *testing.T) {
	b, c := reading(t)
	for id, faults := range map[string]fault.Plan{"honest": {}, "idle": {NoEffect: 1}, "once": {Moments: []fault.Moment{{Action: 1, What: fault.FalseSuccess}}}} {
		t.Run(id, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var running sync.WaitGroup
			defer running.Wait()
			defer cancel()
			embedded(ctx, t, b, &running, id, sim.Config{Seed: 3, Inventory: map[string]int{"dirt": 16}}, faults)
			task := given(ctx, t, c, id, "build a pillar of dirt 4 high")
			e := next(t, c, "the build", func(e view.Event) bool { return e.Action != nil && e.TaskID == task && !e.Action.Open() })
			switch f := e.Action.Failure; {
			case id == "honest" && f != nil:
				t.Errorf("it stands, and it failed: %s", f.Message)
			case id != "honest" && (f == nil || !strings.Contains(f.Message, "a look shows 0 of 4 blocks: at ")):
				t.Errorf("nothing stands, and the end is %+v, %s", f, e.Action.Verdict)
			}
			if id == "once" {
				var over *view.Task
				next(t, c, "the end", func(e view.Event) bool { over = e.Task; return e.TaskID == task && over != nil && over.State.Ended() })
				if over.State != view.TaskComplete || over.Round != 1 {
					t.Errorf("it ended %s in round %d: %s", over.State, over.Round, over.Reason)
				}
			} else if err := c.StopTask(ctx, view.OfBody{Instance: id}); err != nil {
				t.Error(err)
			}
		})
	}
}
