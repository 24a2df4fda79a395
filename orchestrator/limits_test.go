// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// health sets what the body reports.
func (w *world) health(v float64) {
	w.body.Change(func(s *game.State) { s.Health = &v })
	synctest.Wait()
}

// TestUnattendedDeathsAreCountedOverRestarts: each once, also when the process
// ends while the body lies dead.
func TestUnattendedDeathsAreCountedOverRestarts(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.health(0)
		id := w.submit(Submission{Goal: "x"})
		synctest.Wait()
		for deaths := 1; deaths < 3; deaths++ {
			if got := w.task(id); got.Deaths != deaths {
				t.Fatalf("%d deaths, want %d", got.Deaths, deaths)
			}
			w.crash()
			w.start()
			w.back() // it still lies dead
			time.Sleep(5 * time.Second)
			if got := w.task(id); got.Deaths != deaths || got.State.Ended() {
				t.Fatalf("after a restart %d deaths, want %d: %s %s", got.Deaths, deaths, got.State, got.Reason)
			}
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
			w.health(20)
			w.until(id, StateRunning, time.Minute)
			w.crash()
			w.start()
			w.back()
			time.Sleep(5 * time.Second)
			must(w, w.o.Pause(w.t.Context(), "b1"))
			w.until(id, StatePaused, time.Minute)
			w.health(0)
			must(w, w.o.Resume(w.t.Context(), "b1", ""))
			time.Sleep(5 * time.Second)
		}
		if got := w.task(id); got.State != StateError || got.Deaths != 3 || !strings.Contains(got.Reason, "died 3 times") {
			t.Errorf("%d deaths, %s: %s", got.Deaths, got.State, got.Reason)
		}
	})
}

// TestUnattendedAToolThatIsGoneEndsTheTaskWhenNoOtherIsInReach: by the body's
// code, or by the inventory of a body that gives none.
func TestUnattendedAToolThatIsGoneEndsTheTaskWhenNoOtherIsInReach(t *testing.T) {
	for _, c := range []struct {
		name    string
		seconds float64
		limit   time.Duration
		code    game.Code
		lost    bool
		want    string
	}{
		{"in reach", 60, 0, game.CodeMissingTool, true, ""},
		{"out of reach", 700, 0, game.CodeMissingTool, true, "Stopped: 1 iron pickaxe is gone and another would take 12 minutes, more than the 10 minutes that a goal may take for that. Could not mine 2 diamonds: "},
		{"out of reach, no code", 700, 0, "", true, "1 iron pickaxe is gone"},
		{"not of that kind", 700, 0, game.CodeMissingTool, false, "the right tool is gone"},
		{"not gone", 700, 0, game.CodeUnreachable, false, ""},
		{"the owner wants less", 60, time.Minute - time.Second, game.CodeMissingTool, true, "more than the 59 seconds"},
		{"no limit", 7000, -1, game.CodeMissingTool, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
				dig := mine("diamond", 2)
				dig.Needs = []game.Need{{Items: []string{"iron_pickaxe"}, Count: 1}}
				steps := []game.Step{dig}
				if req.Round > 1 {
					forge := craft("iron_pickaxe", 1)
					forge.Seconds = c.seconds
					steps = []game.Step{forge, dig}
				}
				return planOf([]game.Check{have("diamond", 2)}, steps...), nil
			})
			inBoth(t, plan, func(w *world, _ int) {
				w.crash()
				w.cfg.Limits.NewTool = c.limit
				w.start()
				w.o.Attach(w.body)
				w.body.Give("iron_pickaxe", 1)
				w.body.Faults = func(n int, act game.Action) bodyFault {
					// What has no code is repeated once before another plan is made.
					if act.Kind != game.Mine || n > 2 || c.code != "" && n > 1 {
						return bodyFault{}
					}
					return bodyFault{Fail: &game.Failure{Code: c.code, Message: "it broke"}}
				}
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(100 * time.Millisecond)
				if c.lost {
					w.body.Change(func(s *game.State) { s.Inventory = nil })
				}
				if c.want == "" {
					w.until(id, StateComplete, 5*time.Minute)
					return
				}
				got := w.until(id, StateError, 5*time.Minute)
				if !strings.Contains(got.Reason, c.want) || !strings.Contains(got.Reason, "Still missing: 2 diamonds held") {
					t.Errorf("reason %q", got.Reason)
				}
				for _, a := range w.body.Sent() {
					if a.Kind == game.Craft {
						t.Error("it went for another all the same")
					}
				}
			})
		})
	}
}
