package modbridge_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

func TestRule01AnActionWithoutIDIsNotSent(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		expectEnd(t, s.Do(t.Context(), mine("")), game.EndUnsent, game.CodeInvalid)
		expectEnd(t, s.Do(t.Context(), game.Call{Action: game.Action{ID: "1"}}), game.EndUnsent, game.CodeInvalid)
		expectEnd(t, s.Do(t.Context(), game.Call{Action: game.Action{ID: "1", Kind: game.Smelt}}), game.EndUnsent, game.CodeInvalid)
		expectFrames(t, b)
	})
}

func TestRule02OneActionInFlight(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		first := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		expectEnd(t, s.Do(t.Context(), mine("B")), game.EndUnsent, game.CodeInternal)
		expectFrames(t, b)
		b.complete("A")
		expectEnd(t, first.outcome(t), game.EndReported, "")
	})
}

func TestRule02TheFirstTerminalMessageWins(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		failed := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.fail("A", "an exception", "")
		b.complete("A") // a real mod's exception sends both
		if out := failed.outcome(t); out.Failure == nil || out.Failure.Message != "an exception" {
			t.Fatalf("outcome %+v", out)
		}
		second := begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b)
		b.complete("A")
		b.complete("unknown")
		b.complete("")
		b.raw(`{"type":"action_complete","instanceId":"b"}`)
		if second.ended() {
			t.Fatal("a message for another action ended this one")
		}
		b.complete("B")
		b.fail("B", "too late", "")
		b.fail("A", "too late too", "")
		if out := second.outcome(t); out.Failure != nil {
			t.Fatalf("outcome %+v", out)
		}
		synctest.Wait()
		if st := s.Stats(); st.Late != 4 || st.Stray != 3 {
			t.Fatalf("stats %+v", st)
		}
	})
}

func TestRule02SuccessFalseIsAFailure(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.raw(`{"type":"action_complete","instanceId":"b","actionId":"A","result":{"success":false,"error":"no way there"}}`)
		if out := d.outcome(t); out.Failure == nil || out.Failure.Message != "no way there" {
			t.Fatalf("outcome %+v", out)
		}
		d = begin(t, h.session("b"), mine("B"))
		want[*wire.ExecuteAction](b)
		b.raw(`{"type":"action_complete","instanceId":"b","actionId":"B","result":{"success":false}}`)
		expectEnd(t, d.outcome(t), game.EndReported, "") // with a sentence of ours
	})
}

func TestRule03ErrorsAndIDsOfAnyShape(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		for i, c := range []struct{ frame, message string }{
			{`{"type":"action_failed","actionId":%d,"error":null}`, ""},
			{`{"type":"action_failed","actionId":%d}`, ""},
			{`{"type":"action_failed","actionId":"%d","error":{"message":"x"}}`, `{"message":"x"}`},
			{`{"type":"action_failed","actionId":%d.0,"error":17}`, "17"},
		} {
			id := fmt.Sprint(7 + i)
			d := begin(t, s, mine(id))
			want[*wire.ExecuteAction](b)
			b.raw(fmt.Sprintf(c.frame, 7+i))
			out := d.outcome(t)
			if out.End != game.EndReported || out.Failure == nil || out.Failure.Message != c.message || out.Failure.Error() == "" {
				t.Errorf("%s: outcome %+v", c.frame, out)
			}
		}
	})
}

func TestRule04RegisteredOncePerRegisterBeforeAnyAction(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.state()
		b.complete("A")
		b.raw(`{"type":"log"}`)
		expectFrames(t, b)
		m := b.register(wire.Register{})
		if !m.Success || (m.SessionID != "") != (protocol == 2) || (m.ResumeToken != "") != (protocol == 2) {
			t.Fatalf("registered %+v", m)
		}
		if protocol == 2 && (m.HeartbeatSeconds != 20 || m.GraceSeconds != 30 || m.Protocol != 2) {
			t.Fatalf("registered %+v", m)
		}
		s := h.session("b")
		if snap := s.Snapshot(); snap.Seq != 0 {
			t.Fatal("a state from before register counted")
		}
		again := b.register(wire.Register{})
		if again.SessionID != m.SessionID {
			t.Fatal("registering again on the same socket began another session")
		}
		expectFrames(t, b)
		if h.session("b") != s || h.heard.count("registered b") != 1 {
			t.Fatalf("heard %v", h.heard.lines)
		}
	})
}

func TestRule04AnotherIDOnTheSameSocketEndsTheFirstSession(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("first", protocol)
		d := begin(t, h.session("first"), mine("A"))
		want[*wire.ExecuteAction](b)
		b.id = "second"
		b.register(wire.Register{})
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		synctest.Wait()
		if _, ok := h.srv.Session("first"); ok || h.heard.count("gone first") != 1 {
			t.Fatalf("the first session lives on: %v", h.heard.lines)
		}
		expectFrames(t, b, "stop") // it may still be at work
		if protocol == 2 {
			b.send(&wire.Stopped{InstanceID: "second"})
		}
		b.state()
		b.live()
		synctest.Wait()
		d = begin(t, h.session("second"), mine("B"))
		want[*wire.ExecuteAction](b)
		b.complete("B")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule04FramesOfAnotherInstanceAreDropped(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.send(&wire.ActionComplete{InstanceID: "c", ActionID: "A", Result: game.Result{Success: true}})
		b.send(&wire.StateUpdate{InstanceID: "c", Data: stateOf("diamond", 64)})
		if d.ended() || held(s, "diamond") != 0 || s.Stats().Foreign != 2 {
			t.Fatalf("stats %+v", s.Stats())
		}
	})
}

func TestRule13BadFramesMoveNothing(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		before := s.Snapshot().Seq
		for _, raw := range []string{
			``, `{`, `null`, `7`, `[]`, `"x"`, `{}`, `{"type":7}`, `{"type":null}`, `{"type":"dance"}`,
			`{"type":"state_update"}`, `{"type":"state_update","data":[]}`,
			`{"type":"state_update","data":{"position":"here"}}`,
			`{"type":"state_update","data":{"inventory":[{"slot":"x"}]}}`,
			`{"type":"state_update","data":{"position":{"x":1e999,"y":1,"z":1}}}`,
			`{"type":"register"}`, `{"type":"action_complete","actionId":["A"]}`,
			strings.Repeat("[", 20_000), "\xff\xfe",
		} {
			b.raw(raw)
		}
		if d.ended() || s.Snapshot().Seq != before {
			t.Fatal("a bad frame moved something")
		}
		st := s.Stats()
		if st.Malformed != 14 || st.Untyped != 3 || st.Unknown != 1 {
			t.Fatalf("stats %+v", st)
		}
		b.raw(`{"type":"state_update","extra":{"a":[1]},"data":{"health":20.0,"hunger":20,"inventory":[{"slot":40.0,"item":"minecraft:shield","count":1.0},{"slot":0,"item":"stick","count":2}]}}`)
		synctest.Wait()
		if snap := s.Snapshot(); snap.Seq != before+1 || snap.State.Count("shield") != 1 || *snap.State.Health != 20 {
			t.Fatalf("snapshot %+v", snap)
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule13AFrameOverOneMiBClosesWith1009(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		go b.raw(`{"type":"log","message":"` + strings.Repeat("x", wire.MaxFrame) + `"}`)
		if code := b.closeCode(); code != 1009 {
			t.Fatalf("close code %d", code)
		}
		synctest.Wait()
		if link := h.session("b").Link(); link.State != game.LinkDown {
			t.Fatalf("link %+v", link)
		}
	})
}

func TestRule13AFloodClosesTheSocketAndAnswersAreFree(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Limits: modbridge.Limits{FrameRate: 10, FrameBurst: 50}})
		b := h.join("b", protocol)
		s := h.session("b")
		for i := range 200 {
			d := begin(t, s, mine(fmt.Sprint("A", i)))
			want[*wire.ExecuteAction](b)
			b.complete(fmt.Sprint("A", i))
			expectEnd(t, d.outcome(t), game.EndReported, "")
		}
		for range 60 {
			if protocol == 1 {
				b.complete("A199") // which was answered
			} else {
				b.raw(`{"type":"log","message":"x"}`)
			}
		}
		if code := b.closeCode(); code != wire.CloseTooMany {
			t.Fatalf("close code %d", code)
		}
	})
}

func TestASlowObserverHoldsUpNoBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &observer{block: make(chan struct{})}
		h := newHouse(t, modbridge.Config{Observer: slow})
		t.Cleanup(func() { close(slow.block) })
		b := h.join("b", 2)
		s := h.session("b")
		for range 400 {
			b.send(&wire.Log{InstanceID: "b", Message: "busy"})
		}
		for range 50 {
			b.state()
		}
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
		if st := s.Stats(); st.Unheard != 400-256 {
			t.Fatalf("stats %+v", st)
		}
		for range 3 { // registered, changed once, the first words
			slow.block <- struct{}{}
		}
		synctest.Wait()
		if slow.count("registered b") != 1 || slow.count("changed b") != 1 {
			t.Fatalf("heard %v", slow.lines)
		}
		b.drop()
		time.Sleep(time.Second)
	})
}
