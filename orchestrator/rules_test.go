// SPDX-License-Identifier: MIT

package orchestrator

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// TestRule01EveryActionHasAnIDOfItsOwn: over tasks, rounds and restarts, and
// none goes out without a kind.
func TestRule01EveryActionHasAnIDOfItsOwn(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, _ int) {
		seen := map[string]bool{}
		for range 3 {
			w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
			w.body.Change(func(s *game.State) { s.Inventory = nil })
			w.crash()
			w.start()
			w.again()
		}
		for _, a := range w.body.Sent() {
			if len(a.ID) != 26 || seen[a.ID] || a.Kind == "" {
				w.t.Errorf("the action %+v went out", a)
			}
			seen[a.ID] = true
		}
		if len(seen) != 6 {
			w.t.Errorf("%d ids, want 6", len(seen))
		}
	})
}

// TestRule11AContradictedSuccessIsAFailureWithThatReason: version 2 is judged
// by its own report at once, version 1 by three later states or after 5 s.
func TestRule11AContradictedSuccessIsAFailureWithThatReason(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 3))), func(w *world, protocol int) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Part: 2} }
		start, known := time.Now(), time.Time{}
		w.j.onAppend = func(b *Batch) {
			for i := range b.Actions {
				if b.Actions[i].Verdict == game.Contradicted {
					known = time.Now()
				}
			}
		}
		id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
		got := w.until(id, StateError, time.Minute)
		if want := "Could not mine 3 coal: the body says it is done, but only 2 of 3 coal were gained."; got.Reason != want {
			w.t.Errorf("reason %q, want %q", got.Reason, want)
		}
		if a := w.record(id).Actions[0]; a.Verdict != game.Contradicted || a.Gained["coal"] != 2 || got.Failed != 1 {
			w.t.Errorf("%+v, %d failed", a, got.Failed)
		}
		// The action takes 1 s; the states of version 1 come once a second.
		low, high := time.Second, time.Second
		if protocol == game.ProtocolV1 {
			low, high = 3*time.Second, 5*time.Second
		}
		if d := known.Sub(start); d < low || d > high {
			w.t.Errorf("it was known after %v, want %v to %v", d, low, high)
		}
	})
}

// TestRule11ASilentV1ClaimIsNotContradicted: without any later state nothing
// shows that it is false, nor that it is true, until one comes.
func TestRule11ASilentV1ClaimIsNotContradicted(t *testing.T) {
	inBubble(t, game.ProtocolV1, fixed(planOf(nil, mine("coal", 3))), func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
		id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
		time.Sleep(500 * time.Millisecond)
		w.bodies() // it reports no more
		time.Sleep(time.Minute)
		got := w.task(id)
		if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || got.State != StateRunning || !strings.Contains(got.Waiting, "not reported") {
			t.Errorf("%+v, %s %q", a, got.State, got.Waiting)
		}
		w.body.Leave()
		w.o.Detach("b1")
		got = w.until(id, StateInterrupted, time.Second)
		if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || len(w.body.Sent()) != 1 {
			t.Errorf("%+v, %s", a, got.State)
		}
	})
}

// TestRule11WhatCannotBeComparedIsClaimed: death, a change of dimension or game
// mode, and an unrelated loss of what was wanted.
func TestRule11WhatCannotBeComparedIsClaimed(t *testing.T) {
	for name, change := range map[string]func(*game.State){
		"death":     func(s *game.State) { z := 0.0; s.Health = &z },
		"respawned": func(s *game.State) { s.Inventory, s.Position = nil, &game.Vec3{X: 500, Y: 70, Z: 0} },
		"dimension": func(s *game.State) { s.Dimension = "the_nether" },
		"game mode": func(s *game.State) { s.GameMode = "creative" },
		"loss":      func(s *game.State) { bodytest.Add(s, "coal", -1) },
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, mine("coal", 3))), func(w *world, _ int) {
				w.body.Give("coal", 5)
				w.body.Give("stick", 1)
				w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(500 * time.Millisecond)
				w.body.Change(change)
				time.Sleep(10 * time.Second)
				synctest.Wait()
				if a := w.record(id).Actions[0]; a.Verdict != game.Claimed || a.Reason == "" {
					w.t.Errorf("%s: %s", a.Verdict, a.Reason)
				}
			})
		})
	}
}

// TestRule15DeniedActionsAreNotSent: whatever the plan says.
func TestRule15DeniedActionsAreNotSent(t *testing.T) {
	for name, g := range map[string]Guard{
		"denied":      {Deny: []game.Kind{game.Mine}},
		"not allowed": {Allow: []game.Kind{game.Chat, game.Goto}},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(planOf(nil, say("hi"), mine("coal", 1))), func(w *world, _ int) {
				w.crash()
				w.cfg.Guard = g
				w.start()
				w.again()
				id := w.submit(Submission{Goal: "x", Policy: StopOnFailure})
				got := w.until(id, StateError, time.Minute)
				if sent := subjects(w.body.Sent()); sent != "hi" || !strings.Contains(got.Reason, "list of") {
					w.t.Errorf("sent %q, %q", sent, got.Reason)
				}
				if a := w.record(id).Actions[1]; a.Failure == nil || a.Failure.Code != game.CodeDenied {
					w.t.Errorf("%+v", a)
				}
			})
		})
	}
}
