package modbridge_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

func TestWhatABodyCannotDoIsNotSent(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{Capabilities: &wire.Capabilities{Actions: []game.Kind{"goto", "mine", "open_inventory", "levitate"}}})
		s := h.session("b")
		state := stateOf()
		state.Dimension = "overworld"
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state})
		synctest.Wait()
		if got := s.Info().Actions; protocol == 2 && !slices.Equal(got, []game.Kind{"goto", "mine"}) {
			t.Fatalf("actions %v, want those that are known and the body's to do", got)
		}
		s.Info().Actions[0] = "changed by a caller"
		if got := s.Info().Actions; got[0] != "goto" {
			t.Fatalf("actions %v", got)
		}
		for _, a := range []game.Action{
			{ID: "A", Kind: game.Attack, Target: "zombie"},
			{ID: "A", Kind: game.OpenInventory},
		} {
			out := s.Do(t.Context(), game.Call{Action: a})
			if out.End != game.EndUnsent {
				t.Errorf("%s: %+v", a.Kind, out)
			}
		}
		expectEnd(t, s.Do(t.Context(), game.Call{Action: game.Action{ID: "A", Kind: game.Attack, Target: "zombie"}}), game.EndUnsent, game.CodeUnsupported)
		away := game.Call{Action: game.Action{ID: "B", Kind: game.Goto, At: &game.Pos{X: 1, Y: 64, Z: 1, Dimension: "the_nether"}}}
		if protocol == 1 { // which has no word for dimensions
			expectEnd(t, s.Do(t.Context(), away), game.EndUnsent, game.CodeWrongDimension)
			expectFrames(t, b)
			away.Action.At.Dimension = ""
			d := begin(t, s, game.Call{Action: game.Action{ID: "here", Kind: game.Goto, At: &game.Pos{X: 1, Y: 64, Z: 1, Dimension: "overworld"}}})
			want[*wire.ExecuteAction](b)
			b.complete("here")
			expectEnd(t, d.outcome(t), game.EndReported, "")
		}
		d := begin(t, s, away)
		want[*wire.ExecuteAction](b)
		b.complete("B")
		expectEnd(t, d.outcome(t), game.EndReported, "")
		state.Dimension = ""
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state})
		synctest.Wait()
		away.Action.ID, away.Action.At.Dimension = "C", "the_nether"
		d = begin(t, s, away) // nobody knows better
		want[*wire.ExecuteAction](b)
		b.complete("C")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule04RegisteringAgainOnTheSameSocketLosesNoAction(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.register(wire.Register{Running: []string{}})
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule04AStopFollowsABodyToItsNewID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("first", 2)
		d := begin(t, h.session("first"), mine("A"))
		want[*wire.ExecuteAction](b)
		d.cancel()
		want[*wire.Cancel](b)
		b.id = "second"
		b.register(wire.Register{Running: []string{}})
		expectFrames(t, b, "stop")
		other := h.dial("first", 2)
		other.register(wire.Register{})
		expectFrames(t, other) // the stop was another's
	})
}

func TestRule06StoppedClearsUnresponsiveAndSoDoesANewSocket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
		unresponsive := func() {
			t.Helper()
			s.Stop()
			if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) || !s.Link().Unresponsive {
				t.Fatalf("settled: %v", err)
			}
			b.forget()
		}
		unresponsive()
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if s.Link().Unresponsive {
			t.Fatal("still unresponsive after stopped")
		}
		unresponsive()
		b.register(wire.Register{})
		if s.Link().Unresponsive {
			t.Fatal("still unresponsive after it registered again")
		}
		unresponsive()
		b.drop()
		b = b.back(h, wire.Register{})
		if s.Link().Unresponsive {
			t.Fatal("still unresponsive on a new socket")
		}
	})
}

// TestRule10AStopIsOwedOnce: and what it stopped is remembered.
func TestRule10AStopIsOwedOnce(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		rest := func() {
			t.Helper()
			expectFrames(t, b, "stop")
			b.state()
			if protocol == 2 {
				b.send(&wire.Stopped{InstanceID: "b"})
			}
			synctest.Wait()
		}
		s := h.session("b")
		begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		s.Stop()
		rest()
		b.complete("A")
		synctest.Wait()
		if st := s.Stats(); st.Late != 1 || st.Stray != 0 {
			t.Fatalf("stats %+v", st)
		}
		for _, away := range []time.Duration{time.Second, time.Minute} { // within the grace and beyond it
			b.drop()
			synctest.Wait()
			h.session("b").Stop()
			time.Sleep(away)
			b = b.back(h, wire.Register{})
			rest()
			for range 2 {
				b.drop()
				time.Sleep(away)
				b = b.back(h, wire.Register{})
				expectFrames(t, b)
			}
		}
	})
}

func TestRule06OnlyItsOwnTerminalMessageIsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
		for _, id := range []string{"older", "A"} {
			d := begin(t, s, mine(id))
			want[*wire.ExecuteAction](b)
			if id == "A" {
				d.cancel()
				want[*wire.Cancel](b)
			} else {
				b.complete(id)
			}
			_ = d.outcome(t)
		}
		next := begin(t, s, mine("B"))
		b.complete("older")
		expectFrames(t, b)
		b.fail("A", "given up", game.CodeInterrupted)
		want[*wire.ExecuteAction](b)
		b.complete("B")
		expectEnd(t, next.outcome(t), game.EndReported, "")
	})
}

func TestRule06SettleEndsWithTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{Settle: time.Hour})
		b := h.join("b", 1)
		s := h.session("b")
		s.Stop()
		given, cancel := context.WithCancel(t.Context())
		cancel()
		if err := s.Settle(given); !errors.Is(err, context.Canceled) {
			t.Fatalf("settled: %v", err)
		}
		b.drop()
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrGone) {
			t.Fatalf("settled: %v", err)
		}
	})
}

func TestRule06ABodyThatStopsByItselfEndsItsAction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		expectEnd(t, d.outcome(t), game.EndReported, game.CodeInterrupted)
	})
}

func TestRule07AnActionThatRunsIsNotSettledByItsEffect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		call := mine("A")
		call.Observed = func(_, now *game.State) bool { return now.Count("oak_log") >= 3 }
		d := begin(t, h.session("b"), call)
		want[*wire.ExecuteAction](b)
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "A", Reason: "screen"})
		synctest.Wait()
		b.drop()
		b = b.back(h, wire.Register{Running: []string{"A"}})
		b.state("oak_log", 3)
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		defer b.live("oak_log", 3)()
		start := time.Now() // its pause is over, unless it says so again
		expectEnd(t, d.outcome(t), game.EndDeadline, game.CodeTimeout)
		if !about(time.Since(start), time.Minute) {
			t.Fatalf("it took %s", time.Since(start))
		}
	})
}

func TestRule07AnOrphanThatEndsNeedsNoStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"from before"}})
		b.state()
		b.complete("from before")
		synctest.Wait()
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule07AnAdoptedActionHasNoStateBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Running: []string{"A"}})
		b.state()
		synctest.Wait()
		s := h.session("b")
		out := make(chan game.Outcome, 1)
		go func() { out <- s.Adopt(t.Context(), mine("A")) }()
		synctest.Wait()
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &game.State{Inventory: []game.Stack{{Item: "oak_log", Count: 3}}}}})
		if o := <-out; o.Before != nil || o.After.Count("oak_log") != 3 || o.After.Health == nil {
			t.Fatalf("outcome %+v", o)
		}
		if held(s, "oak_log") != 3 {
			t.Fatal("the state of the result is not the last one")
		}
	})
}

func TestRule09OnlySilenceInARowCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		for range 5 {
			b.mute.Store(true)
			time.Sleep(50 * time.Second)
			b.state()
			synctest.Wait()
		}
		if link := h.session("b").Link(); link.State != game.LinkUp {
			t.Fatalf("link %+v", link)
		}
	})
}
