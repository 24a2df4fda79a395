package task

import (
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
)

// outOfReach ends a task whose tool is gone and whose plan takes too long to a
// new one (limits.new_tool); empty when it may go on.
func (r *Run) outOfReach(plan *game.Plan, now *game.State, limit time.Duration) string {
	if len(r.History) == 0 || limit < 0 {
		return ""
	}
	last := &r.History[len(r.History)-1]
	tool := last.LostTool(now)
	if tool == "" {
		return ""
	}
	seconds := 0.0
	for i := range plan.Steps {
		act := &plan.Steps[i].Action
		if act.Kind == last.Step.Action.Kind && act.Subject() == last.Step.Action.Subject() {
			break
		}
		seconds += plan.Steps[i].Seconds
	}
	takes := time.Duration(seconds * float64(time.Second))
	if takes <= limit {
		return ""
	}
	return fmt.Sprintf("Stopped: %s is gone and another would take %s, more than the %s that a goal may take for that. %s",
		tool, game.Lasting(takes), game.Lasting(limit), last.CouldNot())
}
