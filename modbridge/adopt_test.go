package modbridge_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// adopting calls Adopt in a goroutine.
func adopting(t *testing.T, s *modbridge.Session, call game.Call) *doing {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	d := &doing{cancel: cancel, out: make(chan game.Outcome, 1)}
	go func() { d.out <- s.Adopt(ctx, call) }()
	return d
}

func TestRule07AdoptWaitsForTheLineAndForTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A", "B"}})
		s := h.session("b")
		b.drop()
		away := adopting(t, s, mine("A"))
		synctest.Wait() // the first to ask is the one that waits
		given := adopting(t, s, mine("A"))
		if away.ended() {
			t.Fatalf("it did not wait for the line: %+v", away.outcome(t))
		}
		given.cancel()
		expectEnd(t, given.outcome(t), game.EndGone, game.CodeConnectionLost)
		b = b.back(h, wire.Register{Running: []string{"A", "B"}})
		if away.ended() {
			t.Fatalf("ended: %+v", away.outcome(t))
		}
		expectEnd(t, adopting(t, s, mine("B")).outcome(t), game.EndGone, game.CodeConnectionLost) // one at a time
		b.complete("A")
		expectEnd(t, away.outcome(t), game.EndReported, "")
		s.Stop()
		resting := adopting(t, s, mine("B"))
		if resting.ended() {
			t.Fatalf("it did not wait for the rest: %+v", resting.outcome(t))
		}
		b.send(&wire.Stopped{InstanceID: "b"})
		if out := resting.outcome(t); out.End != game.EndGone || out.After != nil {
			t.Fatalf("outcome %+v", out)
		}
		b.state("stick", 1)
		synctest.Wait()
		if out := s.Adopt(t.Context(), mine("X")); out.End != game.EndGone || out.After.Count("stick") != 1 {
			t.Fatalf("outcome %+v", out)
		}
	})
}

func TestRule07AnAdoptedActionIsNoOrphan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A"}})
		b.state()
		synctest.Wait()
		s := h.session("b")
		d := adopting(t, s, mine("A"))
		synctest.Wait()
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
		next := begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b) // and no stop
		b.complete("B")
		expectEnd(t, next.outcome(t), game.EndReported, "")
	})
}

// TestRule07AnAdoptedActionIsNotJudgedByStates: nobody knows what was before it.
func TestRule07AnAdoptedActionIsNotJudgedByStates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A"}})
		call := mine("A")
		call.Observed = func(before, _ *game.State) bool {
			if before == nil {
				t.Error("asked without a state before")
			}
			return true
		}
		d := adopting(t, h.session("b"), call)
		synctest.Wait()
		b.state() // the first of this session
		b.state("oak_log", 3)
		synctest.Wait()
		b.drop()
		b = b.back(h, wire.Register{}) // which says nothing of its actions
		b.state("oak_log", 6)
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule07AnAdoptedActionMayBringTheFirstState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A"}})
		s := h.session("b")
		d := adopting(t, s, mine("A"))
		synctest.Wait()
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &game.State{HeldItem: "stick"}}})
		expectEnd(t, d.outcome(t), game.EndReported, "")
		if snap := s.Snapshot(); snap.State.Inventory != nil || snap.State.HeldItem != "stick" || !snap.At.Equal(time.Now()) {
			t.Fatalf("snapshot %+v", snap)
		}
	})
}

// TestRule07OrphansAreStoppedOnce: by a stop that is not answered too, or when
// the body says that it stopped.
func TestRule07OrphansAreStoppedOnce(t *testing.T) {
	for name, ends := range map[string]func(b *body, s *modbridge.Session){
		"a stop without an answer": func(b *body, s *modbridge.Session) {
			s.Stop()
			time.Sleep(6 * time.Second)
			want[*wire.Stop](b)
		},
		"stopped by itself": func(b *body, _ *modbridge.Session) { b.send(&wire.Stopped{InstanceID: "b"}) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.dial("b", 2)
				b.register(wire.Register{Running: []string{"X"}})
				b.state()
				s := h.session("b")
				ends(b, s)
				synctest.Wait()
				d := begin(t, s, mine("A"))
				want[*wire.ExecuteAction](b)
				b.complete("A")
				expectEnd(t, d.outcome(t), game.EndReported, "")
			})
		})
	}
}

func TestRule07WhatTheBodyRegisteredWithEndsTheActionWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.drop()
		after := stateOf("oak_log", 3)
		b = b.back(h, wire.Register{Finished: []wire.Finished{{ActionID: "A", Result: &game.Result{Success: true, State: &after}}}})
		if out := d.outcome(t); out.After.Count("oak_log") != 3 || out.Before.Count("oak_log") != 0 {
			t.Fatalf("outcome %+v", out)
		}
		d = begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b)
		b.drop()
		b = b.back(h, wire.Register{Running: []string{"B"}})
		b.complete("B")
		expectEnd(t, d.outcome(t), game.EndReported, "")
		d = begin(t, s, mine("C"))
		want[*wire.ExecuteAction](b) // and no stop for B, which was waited for
		b.complete("C")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule06AnActionWaitsForABodyThatFellAwayWhileItSettled(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		s.Stop()
		want[*wire.Stop](b)
		d := begin(t, s, mine("A"))
		synctest.Wait()
		b.drop()
		time.Sleep(10 * time.Second) // longer than a settling may take
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		b = b.back(h, wire.Register{})
		want[*wire.Stop](b)
		b.state()
		if protocol == 2 {
			b.send(&wire.Stopped{InstanceID: "b"})
		}
		want[*wire.ExecuteAction](b)
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}
