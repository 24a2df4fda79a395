// SPDX-License-Identifier: MIT

package orchestrator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// endless is a body that does one more of what it was asked for each second, and never
// says that it is done.
func endless(w *world, item string) {
	w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
	body := w.body
	go func() {
		for w.bctx.Err() == nil {
			if a, ok := body.Running(); ok && a.Subject() == item {
				body.Give(item, 1)
			}
			select {
			case <-time.After(time.Second):
			case <-w.bctx.Done():
			}
		}
	}()
}

// TestEffectsEndActions: what the states have shown for 3 s is done, also where the
// body works on and says nothing; the number is the one that it came to rest with.
func TestEffectsEndActions(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("oak_log", 3), have("coal", 1)}, mine("oak_log", 3), mine("coal", 1))), func(w *world, _ int) {
		endless(w, "oak_log")
		began := time.Now()
		id := w.submit(Submission{Goal: "get 3 oak logs and a coal"})
		for len(w.body.Sent()) < 2 && time.Since(began) < time.Minute {
			time.Sleep(100 * time.Millisecond)
		}
		w.body.Give("coal", 1)
		n := w.body.Held("oak_log")
		got := w.until(id, StateComplete, 30*time.Second)
		want := fmt.Sprintf("Done: %d oak logs held, 3 were needed and 1 coal held.", n)
		if took := time.Since(began); n > 10 || took > 20*time.Second || got.Reason != want || got.Round != 1 || got.Failed != 0 {
			w.t.Errorf("%d logs after %s: %s", n, took, got.Reason)
		}
		rec := w.record(id)
		if a := rec.Actions[0]; a.End != game.EndObserved || a.Verdict != game.Confirmed || a.Gained["oak_log"] != n {
			w.t.Errorf("kept as %s %s, %v", a.End, a.Verdict, a.Gained)
		}
	})
}

// TestAMetGoalEndsWhatIsLeftToChance: how many blocks a flint takes nobody knows. Once the
// states show it for 3 s no more are broken, whether or not the body says anything.
func TestAMetGoalEndsWhatIsLeftToChance(t *testing.T) {
	gravel := mine("gravel", 10)
	gravel.Expect.Gains = []game.Gain{{Items: []string{"flint"}, Min: 1}}
	inBoth(t, fixed(planOf([]game.Check{have("flint", 1)}, gravel)), func(w *world, _ int) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Hang: true} }
		id := w.submit(Submission{Goal: "get a flint"})
		time.Sleep(10 * time.Second)
		if got := w.task(id); got.State != StateRunning {
			w.t.Fatalf("without a flint it is %s: %s", got.State, got.Reason)
		}
		w.body.Give("flint", 1)
		if got := w.until(id, StateComplete, 10*time.Second); got.Reason != "Done: 1 flint held." {
			w.t.Error(got.Reason)
		}
		if _, runs := w.body.Running(); runs {
			w.t.Error("it mines on")
		}
	})
}

// TestWhatIsNotDoneIsNotCutShort: a part of it, a kill, and what goes away again.
func TestWhatIsNotDoneIsNotCutShort(t *testing.T) {
	fight := game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 3}, Expect: game.Expect{Gains: []game.Gain{{Items: []string{"leather"}, Min: 1}}}}
	for name, c := range map[string]struct {
		step  game.Step
		check game.Check
		item  string
	}{
		"a part":  {mine("coal", 3), have("coal", 3), "coal"},
		"a fight": {fight, game.Check{Kind: game.CheckKilled, Target: "cow", Count: 3}, "leather"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, fixed(planOf([]game.Check{c.check}, c.step)), func(w *world) {
				w.body.Takes = 30 * time.Second
				w.submit(Submission{Goal: "x"})
				time.Sleep(time.Second)
				w.body.Give(c.item, 1)
				time.Sleep(20 * time.Second)
				if _, runs := w.body.Running(); !runs {
					w.t.Error("it was given up")
				}
			})
		})
	}
}

// TestABodyThatCountsCraftsIsAskedForCrafts: of version 1, once it was seen to; what
// came of the first is told.
func TestABodyThatCountsCraftsIsAskedForCrafts(t *testing.T) {
	planks, sticks := craft("oak_planks", 4), craft("stick", 8)
	planks.Batch, sticks.Batch = 4, 4
	inBubble(t, 1, fixed(planOf([]game.Check{have("oak_planks", 4), have("stick", 8)}, planks, sticks)), func(w *world) {
		w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
			before := w.body.Snapshot().State
			out := game.Outcome{End: game.EndReported, Before: before.Clone(), Result: &game.Result{Success: true}, Started: time.Now()}
			for range call.Action.Count() { // they show one after another, the last after the report
				w.body.Give(call.Action.Recipe, 4)
				time.Sleep(300 * time.Millisecond)
			}
			late := w.body.Snapshot().State
			out.Ended, out.After = time.Now(), late.Clone()
			bodytest.Add(out.After, call.Action.Recipe, -4)
			return out, true
		}})
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if want := "Done: 16 oak planks held, 4 were needed and 8 sticks held."; got.Reason != want || !strings.Contains(fmt.Sprint(w.body.Counts()), "stick:8") {
			t.Errorf("%s %v", got.Reason, w.body.Counts())
		}
	})
}

// TestCraftsThatShowAfterTheReportAreCounted: the sentence has the number that is held
// once nothing comes any more.
func TestCraftsThatShowAfterTheReportAreCounted(t *testing.T) {
	planks := craft("oak_planks", 4)
	planks.Batch = 4
	inBubble(t, 1, fixed(planOf([]game.Check{have("oak_planks", 4)}, planks)), func(w *world) {
		w.o.Attach(&scripted{Body: w.body, do: func(call game.Call) (game.Outcome, bool) {
			before := w.body.Snapshot().State
			w.body.Give(call.Action.Recipe, 4)
			after := w.body.Snapshot().State
			go func() {
				for range call.Action.Count() - 1 {
					time.Sleep(300 * time.Millisecond)
					w.body.Give(call.Action.Recipe, 4)
				}
			}()
			return game.Outcome{End: game.EndReported, Before: before.Clone(), After: after.Clone(), Result: &game.Result{Success: true}, Started: time.Now(), Ended: time.Now()}, true
		}})
		got := w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if want := "Done: 16 oak planks held, 4 were needed."; got.Reason != want {
			w.t.Error(got.Reason)
		}
		time.Sleep(time.Second) // all of them are given
	})
}
