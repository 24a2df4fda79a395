// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
)

// TestAPlanThatComesAfterTheStopChangesNothing: a planner that cannot be
// interrupted answers while the next goal runs.
func TestAPlanThatComesAfterTheStopChangesNothing(t *testing.T) {
	deaf := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Goal == "think" {
			time.Sleep(10 * time.Second)
			return planOf(nil, mine("diamond_ore", 1)), nil
		}
		return planOf(nil, mine("dirt", 1), mine("oak_log", 1)), nil
	})
	inBoth(t, deaf, func(w *world, _ int) {
		w.body.Takes = 20 * time.Second
		id := w.submit(Submission{Goal: "think"})
		w.until(id, StatePlanning, time.Second)
		time.Sleep(2 * time.Second)
		if err := w.o.Stop(w.t.Context(), "b1"); err != nil {
			t.Fatal(err)
		}
		stopped := w.until(id, StateStopped, time.Second)
		next := w.submit(Submission{Goal: "x"})
		time.Sleep(time.Minute) // the late plan has come by now
		synctest.Wait()
		if s := w.task(next).State; s != StateComplete {
			t.Errorf("the goal after it is %s: %s", s, w.task(next).Reason)
		}
		for _, a := range w.body.Sent() {
			if a.Target == "diamond_ore" {
				t.Error("an action of the late plan was sent")
			}
		}
		rec, err := w.o.Task(t.Context(), id)
		if err != nil || rec.Task.State != StateStopped || rec.Task.Reason != stopped.Reason || len(rec.Actions) != 0 {
			t.Errorf("the stopped task is %+v, %v", rec.Task, err)
		}
		for _, r := range rec.Rounds {
			if len(r.Plan.Steps) > 0 {
				t.Errorf("round %d has the late plan", r.Round)
			}
		}
	})
}

// TestAStopThatOvertakesTheFirstOperation: what was on its way when the first
// goal was stopped goes out under a context that has ended, not under none.
func TestAStopThatOvertakesTheFirstOperation(t *testing.T) {
	a := &agent{ctx: t.Context(), inbox: []letter{{what: task.StopAsked{}}}}
	if op := a.operation(); op == nil || op.Err() == nil {
		t.Fatalf("the operation is %v", op)
	}
	a.inbox = nil
	if op := a.operation(); op.Err() != nil {
		t.Fatal("what follows the stop is ended with it")
	}
}

// TestAPauseGivesUpThePlan that is being made: it is asked for anew afterwards.
func TestAPauseGivesUpThePlan(t *testing.T) {
	var given atomic.Int32
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if given.Load() == 0 {
			<-ctx.Done()
			given.Add(1)
			return game.Plan{}, ctx.Err()
		}
		return needing("coal")(ctx, req)
	})
	inBoth(t, p, func(w *world, _ int) {
		given.Store(0)
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StatePlanning, time.Second)
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, time.Second)
		synctest.Wait()
		if given.Load() != 1 {
			w.t.Error("the planner works on")
		}
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(id, StateComplete, time.Minute)
	})
}
