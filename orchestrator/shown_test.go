// SPDX-License-Identifier: MIT

package orchestrator

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

// TestWhatTheTaskWaitsForIsShownWhileItDoes: to clients and to the body, and no
// longer than the body's action is paused.
func TestWhatTheTaskWaitsForIsShownWhileItDoes(t *testing.T) {
	const playing = "Waiting: you are playing yourself."
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
			call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1, Paused: "screen"})
			time.Sleep(500 * time.Millisecond)
			call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1})
			time.Sleep(500 * time.Millisecond)
			call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1, Paused: "player_input"})
			time.Sleep(500 * time.Millisecond)
			return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}, true
		}})
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(250 * time.Millisecond)
		for _, want := range []string{"Waiting: a screen is open in the game.", "", playing} {
			synctest.Wait()
			if got := w.task(id); got.Waiting != want {
				t.Errorf("it waits for %q, want %q", got.Waiting, want)
			}
			if told := w.body.Told(); len(told) == 0 || told[len(told)-1].Message != want {
				t.Errorf("the body was told %+v", told)
			}
			time.Sleep(500 * time.Millisecond)
		}
		synctest.Wait() // later states are waited for now
		if got := w.task(id); got.Waiting != "" || got.State != StateRunning {
			t.Errorf("it waits for %q, %s", got.Waiting, got.State)
		}
	})
}

// TestAStepThatIsNotSentIsCounted: the last one too.
func TestAStepThatIsNotSentIsCounted(t *testing.T) {
	inventory := game.Step{Action: game.Action{Kind: game.OpenInventory}}
	inBoth(t, fixed(planOf(nil, mine("coal", 1), inventory)), func(w *world, _ int) {
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if got.Step != 2 || got.Of != 2 || got.Sent != 1 {
			t.Errorf("step %d of %d, %d sent", got.Step, got.Of, got.Sent)
		}
	})
}

// TestStatesAreSampled: after actions, at most one in 10 s, without what lies
// around.
func TestStatesAreSampled(t *testing.T) {
	steps := make([]game.Step, 25) // of a second each
	for i := range steps {
		steps[i] = mine("coal", 1)
	}
	inBoth(t, fixed(planOf([]game.Check{have("coal", len(steps))}, steps...)), func(w *world, protocol int) {
		var samples []Sample
		w.j.onAppend = func(b *Batch) { samples = append(samples, b.Samples...) }
		w.body.Change(func(s *game.State) { s.Nearby = &game.Nearby{Players: []game.Sight{{Name: "Steve"}}} })
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, 2*time.Minute)
		samples = samples[:len(samples)-1] // the last is the state that the task ended with
		if protocol == game.ProtocolV2 && len(samples) != 3 || len(samples) < 3 || len(samples) > 6 {
			t.Fatalf("%d samples", len(samples))
		}
		for i, s := range samples {
			if s.Task != id || s.State.Nearby != nil || s.State.Health == nil || i > 0 && s.At.Sub(samples[i-1].At) < 10*time.Second {
				t.Errorf("%+v", s)
			}
		}
	})
}

// TestFindingOutIsShownWhileAnAdoptedActionRuns: until it is paused, and again
// when it goes on.
func TestFindingOutIsShownWhileAnAdoptedActionRuns(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.crash()
		w.start()
		w.body.Leave()
		w.body = w.body.Again()
		go w.body.Run(w.bctx)
		w.o.Attach(&scripted{Body: w.body, adopt: func(call game.Call) game.Outcome {
			for _, reason := range []string{"", "", "screen", ""} {
				call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1, Paused: reason})
				time.Sleep(time.Second)
			}
			return game.Outcome{End: game.EndGone}
		}})
		const finding, screen = "Finding out how it went: Mine 2 coal.", "Waiting: a screen is open in the game."
		for _, want := range []string{finding, finding, screen, finding} {
			time.Sleep(500 * time.Millisecond)
			synctest.Wait()
			if got := w.task(id); got.State != StateInterrupted || got.Waiting != want {
				t.Errorf("%s, waiting %q, want %q", got.State, got.Waiting, want)
			}
			time.Sleep(500 * time.Millisecond)
		}
		w.until(id, StateComplete, time.Minute)
	})
}

// TestTheNewestProgressIsShown: although what comes quickly is published at a
// bounded rate.
func TestTheNewestProgressIsShown(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
			for _, message := range []string{"looking", "digging", "picking up"} {
				call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1, Message: message})
			}
			return game.Outcome{}, false
		}})
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(500 * time.Millisecond)
		if v, err := w.o.Status("b1"); err != nil || v.Progress == nil || v.Progress.Message != "picking up" || v.Action == nil || v.Action.Step.Action.Target != "coal" {
			t.Errorf("shown %+v of %+v, %v", v.Progress, v.Action, err)
		}
		w.o.Attach(w.body) // which says nothing of its work
		w.until(id, StateComplete, time.Minute)
		w.submit(Submission{Goal: "x"})
		time.Sleep(500 * time.Millisecond)
		if v, err := w.o.Status("b1"); err != nil || v.Action == nil || v.Progress != nil {
			t.Errorf("shown %+v of the action before, %v", v.Progress, err)
		}
	})
}

// TestProgressIsPublishedAtABoundedRate, the first at once.
func TestProgressIsPublishedAtABoundedRate(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		sub := listen(w.o)
		var told []string
		read := make(chan struct{})
		go func() {
			defer close(read)
			for {
				e, err := sub.Next(w.t.Context())
				if err != nil {
					return
				}
				if e.Kind == EventProgress && e.ActionID != "" {
					told = append(told, e.Progress.Message)
				}
			}
		}()
		w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
			for i := range 50 {
				call.Progress(call.Action.ID, game.ActionProgress{Fraction: -1, Message: fmt.Sprint(i)})
				time.Sleep(10 * time.Millisecond)
			}
			return game.Outcome{}, false
		}})
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		sub.Close()
		<-read
		if want := []string{"0", "10", "20", "30", "40"}; !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	})
}
