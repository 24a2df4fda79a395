package modbridge_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// back connects the same body again.
func (b *body) back(h *house, reg wire.Register) *body {
	h.t.Helper()
	protocol := 1
	if b.v2 {
		protocol = 2
	}
	again := h.dial(b.id, protocol)
	if reg.ResumeToken == "" {
		reg.ResumeToken = b.token
	}
	again.register(reg)
	return again
}

func TestRule07TheSessionOutlivesItsSocketForTheGrace(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		time.Sleep(10 * time.Second)
		b.drop()
		synctest.Wait()
		if link := s.Link(); link.State != game.LinkDown || !about(time.Until(link.GraceEnds), 30*time.Second) {
			t.Fatalf("link %+v", link)
		}
		time.Sleep(29 * time.Second)
		b = b.back(h, wire.Register{Running: []string{"A"}})
		if h.session("b") != s || s.Link().State != game.LinkUp || d.ended() {
			t.Fatal("the session did not go on")
		}
		expectFrames(t, b) // nothing is sent again
		b.complete("A")
		out := d.outcome(t)
		expectEnd(t, out, game.EndReported, "")
		if h.heard.count("registered b") != 1 || h.heard.count("gone b") != 0 || s.Stats().Sockets != 2 {
			t.Fatalf("heard %v, stats %+v", h.heard.lines, s.Stats())
		}
	})
}

func TestRule07TheActionsClockStandsStillInAnOutage(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		for range 4 {
			time.Sleep(10 * time.Second)
			b.drop()
			time.Sleep(25 * time.Second)
			b = b.back(h, wire.Register{Running: []string{"A"}})
		}
		defer b.live()()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		if got := out.Ended.Sub(out.Started); got < 160*time.Second || got > 161*time.Second {
			t.Fatalf("it took %s, want 60 s and four outages of 25 s", got)
		}
	})
}

func TestRule07GraceOver(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.drop()
		start := time.Now()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		if !about(time.Since(start), 30*time.Second) {
			t.Fatalf("the grace was %s", time.Since(start))
		}
		expectEnd(t, s.Do(t.Context(), mine("B")), game.EndUnsent, game.CodeConnectionLost)
		time.Sleep(10 * time.Second)
		b = b.back(h, wire.Register{Running: []string{"A"}})
		now := h.session("b")
		if now == s || h.heard.count("registered b") != 2 || h.heard.count("gone b") != 1 {
			t.Fatalf("heard %v", h.heard.lines)
		}
		if protocol == 1 { // it may still be at the old action
			expectFrames(t, b, "stop")
		} else {
			expectFrames(t, b)
		}
		b.state()
		d = begin(t, now, mine("C"))
		if protocol == 2 { // it runs what nobody waits for
			expectFrames(t, b, "stop")
			b.send(&wire.Stopped{InstanceID: "b"})
		}
		want[*wire.ExecuteAction](b)
		b.complete("C")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule07V2SettlesFromRunningAndFinished(t *testing.T) {
	for name, c := range map[string]struct {
		reg  wire.Register
		end  game.End
		code game.Code
	}{
		"finished": {wire.Register{Finished: []wire.Finished{
			{ActionID: "0", Error: "older"}, {ActionID: "A", Result: &game.Result{Success: true, Delta: map[string]int{"oak_log": 3}}},
		}}, game.EndReported, ""},
		"failed":        {wire.Register{Finished: []wire.Finished{{ActionID: "A", Error: "no way", Code: game.CodeNoPath}}}, game.EndReported, game.CodeNoPath},
		"unknown to it": {wire.Register{Running: []string{}}, game.EndReported, game.CodeInterrupted},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.join("b", 2)
				d := begin(t, h.session("b"), mine("A"))
				want[*wire.ExecuteAction](b)
				b.drop()
				time.Sleep(5 * time.Second)
				b = b.back(h, c.reg)
				out := d.outcome(t)
				expectEnd(t, out, c.end, c.code)
				if name == "finished" && out.Result.Delta["oak_log"] != 3 {
					t.Fatalf("result %+v", out.Result)
				}
				expectFrames(t, b)
			})
		})
	}
}

func TestRule07V1CompletesByItsEffect(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) { // and version 2 without a record
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		var asked atomic.Int32
		call := mine("A")
		call.Observed = func(before, now *game.State) bool {
			asked.Add(1)
			return now.Count("oak_log") >= before.Count("oak_log")+3
		}
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		b.state("oak_log", 3) // before any outage the report decides
		if d.ended() || asked.Load() != 0 {
			t.Fatal("the effect was asked for without an outage")
		}
		b.state()
		b.drop()
		time.Sleep(5 * time.Second)
		b = b.back(h, wire.Register{})
		b.state("oak_log", 2)
		if d.ended() {
			t.Fatal("ended by half the effect")
		}
		b.state("oak_log", 3)
		out := d.outcome(t)
		expectEnd(t, out, game.EndObserved, "")
		if out.After.Count("oak_log") != 3 || s.Stats().Observed != 1 {
			t.Fatalf("outcome %+v", out)
		}
		expectFrames(t, b)
	})
}

func TestRule07V1WithoutItsEffectRunsToTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 1)
		call := mine("A")
		call.Observed = func(_, now *game.State) bool { return now.Count("oak_log") >= 3 }
		d := begin(t, h.session("b"), call)
		want[*wire.ExecuteAction](b)
		b.drop()
		time.Sleep(5 * time.Second)
		b = b.back(h, wire.Register{})
		defer b.live()()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, 65*time.Second)
		want[*wire.Stop](b)
	})
}

func TestRule07DoWaitsForTheLine(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		b.drop()
		time.Sleep(5 * time.Second)
		d := begin(t, s, mine("A"))
		given := begin(t, s, mine("B"))
		time.Sleep(time.Second)
		given.cancel()
		expectEnd(t, given.outcome(t), game.EndUnsent, game.CodeInterrupted)
		b = b.back(h, wire.Register{})
		if m := want[*wire.ExecuteAction](b); m.Action.ID != "A" {
			t.Fatalf("action %+v", m.Action)
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

// TestRule07SleepCountsNeitherForDeadlineNorGrace lets the clock jump, as it
// does when a laptop wakes up.
func TestRule07SleepCountsNeitherForDeadlineNorGrace(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var jump atomic.Int64
		h := newHouse(t, modbridge.Config{Now: func() time.Time { return time.Now().Add(time.Duration(jump.Load())) }})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		time.Sleep(50*time.Second + 100*time.Millisecond) // between two readings of the clock
		jump.Add(int64(10 * time.Minute))
		time.Sleep(5 * time.Second)
		if d.ended() {
			t.Fatalf("sleep counted for the deadline: %+v", d.outcome(t))
		}
		b.drop()
		time.Sleep(20*time.Second + 100*time.Millisecond)
		jump.Add(int64(10 * time.Minute))
		time.Sleep(9 * time.Second)
		if d.ended() || s.Link().State != game.LinkDown {
			t.Fatalf("sleep counted for the grace: %+v", s.Link())
		}
		b = b.back(h, wire.Register{Running: []string{"A"}})
		b.state()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		if got := out.Ended.Sub(out.Started); !about(got, 89*time.Second+20*time.Minute) {
			t.Fatalf("it took %s", got)
		}
		if slept := h.srv.Slept(); slept < 19*time.Minute || slept > 20*time.Minute {
			t.Fatalf("slept %s", slept)
		}
	})
}

func TestRule07AdoptSettlesWhatAnEarlierProcessSent(t *testing.T) {
	adopt := func(t *testing.T, s *modbridge.Session, id string) chan game.Outcome {
		out := make(chan game.Outcome, 1)
		go func() { out <- s.Adopt(t.Context(), mine(id)) }()
		synctest.Wait()
		return out
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{
			Running:  []string{"R"},
			Finished: []wire.Finished{{ActionID: "F", Result: &game.Result{Success: true}}, {ActionID: "E", Error: "no", Code: game.CodeNotFound}},
		})
		s := h.session("b")
		expectEnd(t, <-adopt(t, s, "F"), game.EndReported, "")
		expectEnd(t, <-adopt(t, s, "E"), game.EndReported, game.CodeNotFound)
		expectEnd(t, <-adopt(t, s, "X"), game.EndGone, game.CodeConnectionLost)
		running := adopt(t, s, "R")
		if len(running) != 0 {
			t.Fatalf("ended: %+v", <-running)
		}
		b.complete("R")
		expectEnd(t, <-running, game.EndReported, "")
		expectFrames(t, b)
	})
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 1)
		expectEnd(t, <-adopt(t, h.session("b"), "R"), game.EndGone, game.CodeConnectionLost)
		expectFrames(t, b, "stop")
	})
}

func TestRule10AStopWhileTheLineIsDown(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.drop()
		synctest.Wait()
		d.cancel()
		s.Stop()
		expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
		if err := s.Settle(t.Context()); err == nil {
			t.Fatal("a body that is away is at rest")
		}
		if s.Link().Unresponsive {
			t.Fatal("a body that is away is not unresponsive")
		}
		next := begin(t, s, mine("B"))
		time.Sleep(10 * time.Second)
		b = b.back(h, wire.Register{Running: []string{"A"}})
		b.state()
		if protocol == 2 {
			expectFrames(t, b, "stop")
			b.send(&wire.Stopped{InstanceID: "b"})
		} else {
			want[*wire.Stop](b)
		}
		if m := want[*wire.ExecuteAction](b); m.Action.ID != "B" {
			t.Fatalf("action %+v", m.Action)
		}
		b.complete("B")
		expectEnd(t, next.outcome(t), game.EndReported, "")
	})
}

func TestRule10NoActionOvertakesAStop(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		late := begin(t, s, mine("B")) // refused: one in flight
		late.cancel()
		d.cancel()
		s.Stop()
		late = begin(t, s, mine("C"))
		late.cancel()
		if out := late.outcome(t); out.End != game.EndUnsent {
			t.Fatalf("outcome %+v", out)
		}
		b.state()
		b.state()
		frames := b.waiting()
		if len(frames) == 0 || frames[len(frames)-1] != "stop" {
			t.Fatalf("frames %v", frames)
		}
	})
}

func TestRule10AStopOutlivesTheSession(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		b.drop()
		synctest.Wait()
		s.Stop()
		time.Sleep(time.Minute)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}

func TestRule10AStopHoldsForCallsThatWait(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		s.Stop()
		settling := begin(t, s, mine("A"))
		synctest.Wait()
		s.Stop()
		expectEnd(t, settling.outcome(t), game.EndUnsent, game.CodeInterrupted)
		b.drop()
		away := begin(t, s, mine("B"))
		synctest.Wait()
		s.Stop()
		expectEnd(t, away.outcome(t), game.EndUnsent, game.CodeInterrupted)
	})
}

func TestRule07ABodyWithoutARecordIsStoppedAfterTheGrace(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.drop()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}
