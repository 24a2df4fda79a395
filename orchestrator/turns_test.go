// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// TestTurnsOfAModel: each is a round that uses up none, also one without a step; the
// planner is told all of them again, after a crash too, and the last ends the task
// unverified.
func TestTurnsOfAModel(t *testing.T) {
	const looks = 6 // more than the rounds that may bring nothing
	asked := map[int]int{}
	talk := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		n := len(req.Turns) + 1
		for i, turn := range req.Turns {
			if turn.N != i+1 {
				t.Errorf("turn %d is number %d", i+1, turn.N)
			}
		}
		asked[n]++
		plan := game.Plan{Goal: game.Goal{Text: req.Goal}, Turn: &game.Turn{N: n, Round: req.Round, Tool: "look"}, Next: "look"}
		switch n {
		case looks:
			plan.Steps = []game.Step{mine("coal", 1)}
		case looks + 1:
			plan.Next = ""
		}
		return plan, nil
	})
	inBubble(t, 2, talk, func(w *world) {
		clear(asked)
		id := w.submit(Submission{Goal: "make it bright"})
		time.Sleep(4 * time.Second)
		w.crash()
		w.start()
		w.again()
		got := w.until(id, StateUnverified, time.Minute)
		if want := `Carried out, but nobody could check that "make it bright" was done. Gained: 1 coal.`; got.Reason != want || got.Spent != 0 || len(w.body.Sent()) != 1 {
			t.Errorf("%q, %d rounds used up, %d sent", got.Reason, got.Spent, len(w.body.Sent()))
		}
		again := 0
		for n, times := range asked {
			if again += times - 1; n > looks+1 {
				t.Errorf("turn %d was asked for", n)
			}
		}
		if len(asked) != looks+1 || again > 1 { // only the one under way when the process ended
			t.Errorf("asked %v", asked)
		}
	})
	// A model that says it is done before what can be checked is done goes on.
	early := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		plan := game.Plan{Goal: game.Goal{Text: req.Goal, Clauses: game.Clauses([]game.Check{have("coal", 1)})}, Turn: &game.Turn{N: len(req.Turns) + 1, Round: req.Round, Tool: "finish"}}
		if plan.Turn.N == 3 {
			plan.Steps, plan.Next = []game.Step{mine("coal", 1)}, "do"
		}
		return plan, nil
	})
	inBubble(t, 2, early, func(w *world) {
		if got := w.until(w.submit(Submission{Goal: "get coal"}), StateComplete, time.Minute); got.Round != 3 {
			t.Errorf("%d rounds", got.Round)
		}
	})
}
