package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// A corrected task is planned anew with its new words; what it was proven by before
// counts from where it began, and an approval is asked for anew.
func TestRevise(t *testing.T) {
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Round > 1 {
			time.Sleep(time.Second)
		}
		if req.Goal == "coal" {
			return planOf([]game.Check{have("coal", 2)}, mine("coal", 1), mine("coal", 1)), nil
		}
		if n := req.State.Count("diamond"); n >= 1 {
			return planOf([]game.Check{have("diamond", 1)}), nil
		}
		return planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), nil
	})
	t.Run("running", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "coal"})
			w.until(id, StateRunning, time.Second)
			if err := w.o.Revise(id, "diamond", ""); err != nil {
				t.Fatal(err)
			}
			if got := w.until(id, StatePlanning, time.Second); got.Step != 0 || got.Of != 0 {
				t.Errorf("without a plan it is at step %d of %d", got.Step, got.Of)
			}
			got := w.until(id, StateComplete, time.Minute)
			if got.Goal != "diamond" || len(got.Reading.Clauses) != 1 || got.Round != 2 {
				t.Errorf("it ended as %+v", got)
			}
			if rounds := w.record(id).Rounds; len(rounds) != 2 || rounds[1].Why != "the goal was corrected" {
				t.Errorf("its rounds are %+v", rounds)
			}
			if now := w.body.Snapshot().State; now.Count("diamond") != 1 {
				t.Error("the new words were not carried out")
			}
			if err := w.o.Revise(id, "coal", ""); !errors.Is(err, ErrNothing) {
				t.Errorf("a task that has ended was changed: %v", err)
			}
		})
	})
	t.Run("awaiting", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "coal", Approve: true})
			w.until(id, StateAwaiting, time.Second)
			if err := w.o.Revise(id, "diamond", ""); err != nil {
				t.Fatal(err)
			}
			w.until(id, StatePlanning, time.Second)
			got := w.until(id, StateAwaiting, time.Minute)
			if len(w.body.Sent()) != 0 || got.Of != 1 {
				t.Fatalf("it acted without a yes: %+v", got)
			}
			if err := w.o.Approve(id, got.Revision, false); err != nil {
				t.Fatal(err)
			}
			w.until(id, StateComplete, time.Minute)
		})
	})
	t.Run("queued and paused", func(t *testing.T) {
		inBubble(t, 2, p, func(w *world) {
			first := w.submit(Submission{Goal: "coal"})
			w.until(first, StateRunning, time.Second)
			second := w.submit(Submission{Goal: "coal"})
			if err := w.o.Pause(w.body.Info().ID); err != nil {
				t.Fatal(err)
			}
			w.until(first, StatePaused, time.Minute)
			for _, id := range []string{first, second} {
				if err := w.o.Revise(id, "diamond", ""); err != nil {
					t.Fatal(err)
				}
			}
			if got := w.task(first); got.State != StatePaused {
				t.Errorf("a paused task is %s", got.State)
			}
			if err := w.o.Resume(w.body.Info().ID, ""); err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{first, second} {
				if got := w.until(id, StateComplete, time.Minute); got.Goal != "diamond" {
					t.Errorf("it ended as %+v", got)
				}
			}
		})
	})
}

// One of the tasks that wait is let go of; the others go on.
func TestCancel(t *testing.T) {
	p := planFunc(func(_ context.Context, _ game.Request) (game.Plan, error) {
		return planOf([]game.Check{have("coal", 2)}, mine("coal", 1), mine("coal", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		first, second, third := w.submit(Submission{Goal: "coal"}), w.submit(Submission{Goal: "coal"}), w.submit(Submission{Goal: "coal"})
		w.until(first, StateRunning, time.Second)
		if err := w.o.Cancel(second); err != nil {
			t.Fatal(err)
		}
		if got := w.task(second); got.State != StateStopped || got.Reason == "" {
			t.Errorf("it is %s: %q", got.State, got.Reason)
		}
		for _, id := range []string{first, second, "nobody"} {
			if err := w.o.Cancel(id); !errors.Is(err, ErrNothing) {
				t.Errorf("%s, which does not wait: %v", id, err)
			}
		}
		w.until(first, StateComplete, time.Minute)
		w.until(third, StateComplete, time.Minute)
	})
}

// TestAListHasNoWordsToRevise.
func TestAListHasNoWordsToRevise(t *testing.T) {
	inBubble(t, 2, planFunc(listed), func(w *world) {
		w.body.Takes = time.Minute
		id := w.submit(Submission{Actions: []game.Action{{Kind: game.Mine, Target: "coal"}}})
		w.until(id, StateRunning, time.Second)
		if err := w.o.Revise(id, "diamond", ""); !errors.Is(err, ErrNothing) || w.task(id).Goal != "" {
			t.Errorf("%v; its words are %q", err, w.task(id).Goal)
		}
	})
}
