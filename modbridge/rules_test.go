// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

func TestRule01AnActionWithoutIDIsNotSent(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		expectEnd(t, s.Do(t.Context(), mine("")), game.EndUnsent, game.CodeInvalid)
		expectEnd(t, s.Do(t.Context(), game.Call{Action: game.Action{ID: "1"}}), game.EndUnsent, game.CodeInvalid)
		expectEnd(t, s.Do(t.Context(), game.Call{Action: game.Action{ID: "1", Kind: game.Smelt}}), game.EndUnsent, game.CodeInvalid)
		expectFrames(t, b)
	})
}

func TestRule02OneActionInFlight(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		first := atWork(t, b, s, "A")
		expectEnd(t, s.Do(t.Context(), mine("B")), game.EndUnsent, game.CodeInternal)
		expectFrames(t, b)
		b.finish(t, first, "A")
	})
}

func TestRule02TheFirstTerminalMessageWins(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		failed := atWork(t, b, s, "A")
		b.fail("A", "an exception", "")
		b.complete("A") // a real mod's exception sends both
		if out := failed.outcome(t); out.Failure == nil || out.Failure.Message != "an exception" {
			t.Fatalf("outcome %+v", out)
		}
		second := atWork(t, b, s, "B")
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
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.raw(`{"type":"action_complete","instanceId":"b","actionId":"A","result":{"success":false,"error":"no way there"}}`)
		if out := d.outcome(t); out.Failure == nil || out.Failure.Message != "no way there" {
			t.Fatalf("outcome %+v", out)
		}
		d = atWork(t, b, h.session("b"), "B")
		b.raw(`{"type":"action_complete","instanceId":"b","actionId":"B","result":{"success":false}}`)
		expectEnd(t, d.outcome(t), game.EndReported, "") // with a sentence of ours
	})
}

func TestRule03ErrorsAndIDsOfAnyShape(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
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
		d := atWork(t, b, h.session("first"), "A")
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
		d = atWork(t, b, h.session("second"), "B")
		b.finish(t, d, "B")
	})
}

func TestRule04FramesOfAnotherInstanceAreDropped(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.send(&wire.ActionComplete{InstanceID: "c", ActionID: "A", Result: game.Result{Success: true}})
		b.send(&wire.StateUpdate{InstanceID: "c", Data: stateOf("diamond", 64)})
		if d.ended() || held(s, "diamond") != 0 || s.Stats().Foreign != 2 {
			t.Fatalf("stats %+v", s.Stats())
		}
	})
}

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
			b.finish(t, d, "here")
		}
		d := begin(t, s, away)
		want[*wire.ExecuteAction](b)
		b.finish(t, d, "B")
		state.Dimension = ""
		b.send(&wire.StateUpdate{InstanceID: "b", Data: state})
		synctest.Wait()
		away.Action.ID, away.Action.At.Dimension = "C", "the_nether"
		d = begin(t, s, away) // nobody knows better
		want[*wire.ExecuteAction](b)
		b.finish(t, d, "C")
	})
}

func TestRule04RegisteringAgainOnTheSameSocketLosesNoAction(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.register(wire.Register{Running: []string{}})
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		b.finish(t, d, "A")
	})
}

func TestRule04AStopFollowsABodyToItsNewID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("first", 2)
		d := atWork(t, b, h.session("first"), "A")
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

// about reports whether a time is d, or later by less than what deadlines are
// looked at.
func about(got, d time.Duration) bool {
	return got >= d && got <= d+500*time.Millisecond
}

func took(t *testing.T, out game.Outcome, d time.Duration) {
	t.Helper()
	if got := out.Ended.Sub(out.Started); !about(got, d) {
		t.Fatalf("it took %s, want %s", got, d)
	}
}

func TestRule05DeadlineV1(t *testing.T) {
	for name, c := range map[string]struct {
		expected float64
		limit    time.Duration
	}{
		"a minute at least":         {0, time.Minute},
		"a short one too":           {10, time.Minute},
		"twice the expected time":   {45, 90 * time.Second},
		"what is expected of smelt": {640, 1280 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.join("b", 1)
				s := h.session("b")
				defer b.live("stick", 1)() // states are no sign of an end
				call := mine("A")
				call.Seconds = c.expected
				d := begin(t, s, call)
				want[*wire.ExecuteAction](b)
				out := d.outcome(t)
				expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
				took(t, out, c.limit)
				want[*wire.Stop](b) // the only cancel it has
				if s.Stats().Deadlines != 1 {
					t.Fatalf("stats %+v", s.Stats())
				}
				b.complete("A") // forgotten
				synctest.Wait()
				if s.Stats().Late != 1 {
					t.Fatalf("stats %+v", s.Stats())
				}
			})
		})
	}
}

func TestRule05DeadlineV2(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		defer b.live()() // the same state over and over is no progress
		d := atWork(t, b, s, "A")
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, time.Minute)
		if m := want[*wire.Cancel](b); m.ActionID != "A" {
			t.Fatalf("cancel %+v", m)
		}
		b.complete("A") // forgotten
		synctest.Wait()
		if st := s.Stats(); st.Late != 1 || st.Deadlines != 1 {
			t.Fatalf("stats %+v", st)
		}
	})
}

// TestRule05ADeadlineEndsTheActionNotTheLine: it is logged once, and the next
// action goes out on the same socket.
func TestRule05ADeadlineEndsTheActionNotTheLine(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var log bytes.Buffer
		h := newHouse(t, modbridge.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		b := h.join("b", protocol)
		defer b.live()()
		s := h.session("b")
		d := atWork(t, b, s, "A")
		out := d.outcome(t)
		took(t, out, time.Minute)
		if protocol == 1 {
			want[*wire.Stop](b)
		} else {
			want[*wire.Cancel](b)
			b.send(&wire.Stopped{InstanceID: "b"})
		}
		next := atWork(t, b, s, "B")
		b.complete("B")
		if out := next.outcome(t); out.Failure != nil || s.Stats().Sockets != 1 {
			t.Fatalf("outcome %+v, stats %+v", out, s.Stats())
		}
		h.close()
		if n := strings.Count(log.String(), "action overdue"); n != 1 {
			t.Fatalf("%d lines in %s", n, log.String())
		}
	})
}

func TestRule05ProgressKeepsAV2ActionAlive(t *testing.T) {
	half := 0.5
	for name, sign := range map[string]func(b *body, n int){
		"action_progress": func(b *body, n int) {
			b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Fraction: &half})
			b.state()
		},
		"inventory": func(b *body, n int) { b.state("cobblestone", n+1) },
		"position": func(b *body, n int) {
			s := stateOf()
			s.Position.X += float64(n)
			b.send(&wire.StateUpdate{InstanceID: "b", Data: s})
		},
		"health": func(b *body, n int) {
			s := stateOf()
			*s.Health = float64(20 - n%19)
			b.send(&wire.StateUpdate{InstanceID: "b", Data: s})
		},
		"a tool's wear": func(b *body, n int) {
			s := stateOf("iron_pickaxe", 1)
			s.Inventory[0].Durability = &n
			b.send(&wire.StateUpdate{InstanceID: "b", Data: s})
		},
		"another item": func(b *body, n int) { b.state(fmt.Sprint("item_", n), 1) },
		"another slot": func(b *body, n int) {
			s := stateOf("stick", 1)
			s.Inventory[0].Slot = n
			b.send(&wire.StateUpdate{InstanceID: "b", Data: s})
		},
	} {
		t.Run(name, func(t *testing.T) {
			joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
				d := atWork(t, b, s, "A")
				for n := range 17 { // 14 minutes and 10 s, a sign of work every 50 s
					time.Sleep(50 * time.Second)
					sign(b, n+1)
					if d.ended() {
						t.Fatalf("ended after %d signs: %+v", n, d.outcome(t))
					}
				}
				for range 40 { // and on: the end comes after 15 min in all
					time.Sleep(time.Second)
					sign(b, 3+int(time.Now().Unix()%7))
				}
				out := d.outcome(t)
				expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
				took(t, out, 15*time.Minute)
			})
		})
	}
}

// TestRule05ABodyWithoutAPlaceOnAServerIsTimed: what it leaves out is no sign
// of work, and its silence no paused game.
func TestRule05ABodyWithoutAPlaceOnAServerIsTimed(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{})
		bare := game.State{World: &game.World{Present: true, Kind: "server"}}
		send := func() { b.send(&wire.StateUpdate{InstanceID: "b", Data: bare}) }
		send()
		synctest.Wait()
		d := atWork(t, b, h.session("b"), "A")
		time.Sleep(30 * time.Second)
		send()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, time.Minute)
	})
}

func TestRule05StandingActionsRunUntilTheirOwnEnd(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		defer b.live()()
		follow := begin(t, s, game.Call{Action: game.Action{ID: "A", Kind: game.Follow, Target: "Steve"}})
		want[*wire.ExecuteAction](b)
		time.Sleep(5 * time.Hour)
		if follow.ended() {
			t.Fatalf("ended: %+v", follow.outcome(t))
		}
		follow.cancel()
		want[*wire.Cancel](b)
		b.fail("A", "given up", game.CodeInterrupted)
		wait := begin(t, s, game.Call{Action: game.Action{ID: "B", Kind: game.Wait, Seconds: 1000}})
		want[*wire.ExecuteAction](b)
		out := wait.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, 1060*time.Second)
	})
}

func TestRule05APausedActionsClockStandsStill(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		defer b.live()()
		var told []game.ActionProgress
		call := mine("A")
		call.Progress = func(_ string, p game.ActionProgress) { told = append(told, p) }
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		time.Sleep(30 * time.Second)
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "A", Reason: "player_input"})
		time.Sleep(time.Hour)
		b.send(&wire.ActionResumed{InstanceID: "b", ActionID: "A", Reason: "player_input"})
		time.Sleep(29 * time.Second)
		if d.ended() {
			t.Fatalf("ended: %+v", d.outcome(t))
		}
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, time.Hour+time.Minute)
		if len(told) != 2 || told[0].Paused != "player_input" || told[1].Paused != "" {
			t.Fatalf("told %+v", told)
		}
	})
}

func TestRule06NothingGoesOutBeforeTheBodyIsAtRest(t *testing.T) {
	type sign func(b *body)
	rests := map[int]map[string]sign{
		1: {
			"a later state": func(b *body) { b.state() },
		},
		2: {
			"stopped":                func(b *body) { b.send(&wire.Stopped{InstanceID: "b"}) },
			"its terminal message":   func(b *body) { b.fail("A", "stopped", game.CodeInterrupted) },
			"even when it succeeded": func(b *body) { b.complete("A") },
		},
	}
	ends := map[string]func(s *modbridge.Session, d *doing){
		"stop":     func(s *modbridge.Session, _ *doing) { s.Stop() },
		"skip":     func(_ *modbridge.Session, d *doing) { d.cancel() },
		"deadline": func(*modbridge.Session, *doing) { time.Sleep(5300 * time.Millisecond) },
	}
	for end, cut := range ends {
		bubbles := func(t *testing.T, protocol int, rested sign) {
			h := newHouse(t, modbridge.Config{})
			b := h.join("b", protocol)
			s := h.session("b")
			d := atWork(t, b, s, "A")
			stop := b.live()
			if end == "deadline" {
				time.Sleep(55 * time.Second)
			}
			stop()
			cut(s, d)
			out := d.outcome(t)
			if out.Failure == nil {
				t.Fatalf("outcome %+v", out)
			}
			next := begin(t, s, mine("B"))
			time.Sleep(time.Second)
			if protocol == 2 {
				b.state() // is no sign of rest for version 2
			}
			types := map[bool]string{true: "stop", false: "cancel"}
			expectFrames(t, b, types[protocol == 1 || end == "stop"])
			if next.ended() {
				t.Fatalf("ended: %+v", next.outcome(t))
			}
			rested(b)
			if err := s.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			if m := want[*wire.ExecuteAction](b); m.Action.ID != "B" {
				t.Fatalf("action %+v", m.Action)
			}
			b.finish(t, next, "B")
			if s.Link().Unresponsive {
				t.Fatal("shown as unresponsive")
			}
		}
		for protocol, signs := range rests {
			for name, rested := range signs {
				t.Run(end+" "+name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { bubbles(t, protocol, rested) })
				})
			}
		}
	}
}

func TestRule06ABodyThatDoesNotComeToRestIsUnresponsive(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		if err := s.Settle(t.Context()); err != nil {
			t.Fatalf("at rest from the start: %v", err)
		}
		d := atWork(t, b, s, "A")
		d.cancel()
		expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
		waiting := begin(t, s, mine("B"))
		start := time.Now()
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) || !about(time.Since(start), 5*time.Second) {
			t.Fatalf("settled after %s: %v", time.Since(start), err)
		}
		expectEnd(t, waiting.outcome(t), game.EndUnsent, game.CodeUnresponsive)
		if !s.Link().Unresponsive {
			t.Fatal("not shown as unresponsive")
		}
		b.forget()
		if protocol == 1 {
			b.state()
		} else {
			b.fail("A", "late", game.CodeInterrupted)
			b.state()
		}
		synctest.Wait()
		if err := s.Settle(t.Context()); err != nil || s.Link().Unresponsive {
			t.Fatalf("still unresponsive: %v", err)
		}
		next := begin(t, s, mine("C")) // no acknowledgement is ever needed (rule 9)
		want[*wire.ExecuteAction](b)
		b.finish(t, next, "C")
	})
}

func TestRule06ALateResultIsNoRestForV1(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 1)
		s := h.session("b")
		d := atWork(t, b, s, "A")
		d.cancel()
		expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
		next := begin(t, s, mine("B"))
		want[*wire.Stop](b)
		b.complete("A") // from what was queued before the stop
		expectFrames(t, b)
		b.state()
		want[*wire.ExecuteAction](b)
		b.finish(t, next, "B")
	})
}

func TestRule06AnActionWaitsForABodyThatFellAwayWhileItSettled(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
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
		b.finish(t, d, "A")
	})
}

func TestRule06StoppedClearsUnresponsiveAndSoDoesANewSocket(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
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

func TestRule06OnlyItsOwnTerminalMessageIsRest(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
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
		b.finish(t, next, "B")
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
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.send(&wire.Stopped{InstanceID: "b"})
		// It says nothing of the action, which may have been done before.
		expectEnd(t, d.outcome(t), game.EndDeadline, game.CodeInterrupted)
		expectFrames(t, b, "cancel")
	})
}

// TestRule18ASecondAnswerIsNoReport: an answer too many, without an id, says nothing of
// what was sent meanwhile. It is given up as what may have happened, which is not done
// again where it is done once.
func TestRule18ASecondAnswerIsNoReport(t *testing.T) {
	joinedV2(t, func(t *testing.T, _ *house, b *body, s *modbridge.Session) {
		s.Stop()
		want[*wire.Stop](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		if err := s.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := begin(t, s, game.Call{Action: game.Action{ID: "A", Kind: game.Chat, Message: "hi"}})
		want[*wire.ExecuteAction](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeInterrupted)
		if say := (&game.Action{Kind: game.Chat}); !say.InDoubt(out.End) || game.Repeatable(game.Chat, out, game.Failed) {
			t.Errorf("it is said again after %+v", out)
		}
		expectFrames(t, b, "cancel")
	})
}

// TestRule06AStopThatALostLineSwallowedIsSentAgain: a body that did not come to
// rest may never have heard of it; on its next socket it does.
func TestRule06AStopThatALostLineSwallowedIsSentAgain(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		d.cancel()
		_ = d.outcome(t)
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) {
			t.Fatalf("settled: %v", err)
		}
		b.drop()
		b = b.back(h, wire.Register{Running: []string{"A"}})
		expectFrames(t, b, "stop")
	})
}

// TestRule06TheAnswersOfALostLineAreNotWaitedFor: the stop goes out again on the next
// one, and one answer is enough. Another may still come, and ends nothing (rule 18).
func TestRule06TheAnswersOfALostLineAreNotWaitedFor(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		s.Stop()
		want[*wire.Stop](b)
		b = b.back(h, wire.Register{})
		again := want[*wire.Stop](b)
		b.send(&wire.Stopped{InstanceID: "b", ID: again.ID})
		if err := s.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.state()
		d := atWork(t, b, s, "A")
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if d.ended() {
			t.Fatal("an answer without an id ended what was sent after every stop")
		}
		b.send(&wire.Stopped{InstanceID: "b"})
		expectEnd(t, d.outcome(t), game.EndDeadline, game.CodeInterrupted)
	})
}

// TestRule06EachStopHasItsAnswer: the answer to a second stop ends nothing that
// was sent after the answer to the first; a body that stops unasked later does.
func TestRule06EachStopHasItsAnswer(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		time.Sleep(8 * time.Second) // for longer than an answer to a stop may take
		b.state()
		s.Stop()
		s.Stop()
		want[*wire.Stop](b)
		want[*wire.Stop](b)
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if err := s.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := atWork(t, b, s, "B")
		b.send(&wire.Stopped{InstanceID: "b"})
		synctest.Wait()
		if d.ended() {
			t.Fatal("the answer to a stop that was given before it ended the action")
		}
		b.send(&wire.Stopped{InstanceID: "b"})
		if o := d.outcome(t); o.Failure == nil || o.Failure.Code != game.CodeInterrupted {
			t.Errorf("a body that stopped by itself: %s %+v", o.End, o.Failure)
		}
	})
}

// TestRule18AStopIsBoundToItsAnswer: an answer that comes late, without an id or with
// that of an earlier stop, ends nothing that was sent after its stop.
func TestRule18AStopIsBoundToItsAnswer(t *testing.T) {
	for name, answer := range map[string]func(*wire.Stop) *wire.Stopped{
		"with its id": func(m *wire.Stop) *wire.Stopped { return &wire.Stopped{InstanceID: "b", ID: m.ID} },
		"without":     func(*wire.Stop) *wire.Stopped { return &wire.Stopped{InstanceID: "b"} },
	} {
		t.Run(name, func(t *testing.T) {
			joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
				s.Stop()
				first := want[*wire.Stop](b)
				if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) {
					t.Fatalf("settled: %v", err)
				}
				time.Sleep(3 * time.Second)
				b.state()
				d := atWork(t, b, s, "said once")
				b.send(answer(first)) // 8 s late
				synctest.Wait()
				if d.ended() {
					t.Fatal("the late answer to an earlier stop ended the action")
				}
				s.Stop()
				_ = d.outcome(t)
				second := want[*wire.Stop](b)
				if first.ID == "" || first.ID == second.ID {
					t.Errorf("two stops have the ids %q and %q", first.ID, second.ID)
				}
				b.send(&wire.Stopped{InstanceID: "b", ID: first.ID}) // again
				next := begin(t, s, mine("next"))
				expectFrames(t, b)
				b.send(answer(second))
				want[*wire.ExecuteAction](b)
				next.cancel()
				_ = next.outcome(t)
				if id := want[*wire.Cancel](b).ID; id == "" || id == second.ID {
					t.Errorf("the cancel has the id %q", id)
				}
			})
		})
	}
}

// TestRule18AnAnswerToAnEarlierStopIsNotThatToTheLast: while an action that went out
// between two stops may still run, only the answer to the last one shows rest.
func TestRule18AnAnswerToAnEarlierStopIsNotThatToTheLast(t *testing.T) {
	for name, id := range map[string]func(*wire.Stop) string{
		"with its id": func(m *wire.Stop) string { return m.ID }, "without": func(*wire.Stop) string { return "" },
		"with one of its own": func(*wire.Stop) string { return "mine" },
	} {
		t.Run(name, func(t *testing.T) {
			joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
				s.Stop()
				first := want[*wire.Stop](b)
				time.Sleep(6 * time.Second)
				b.state()
				d := atWork(t, b, s, "A")
				s.Stop()
				_ = d.outcome(t)
				second := want[*wire.Stop](b)
				b.send(&wire.Stopped{InstanceID: "b", ID: id(first)})
				next := begin(t, s, mine("B"))
				expectFrames(t, b)
				b.send(&wire.Stopped{InstanceID: "b", ID: second.ID})
				want[*wire.ExecuteAction](b)
				b.complete("B")
				_ = next.outcome(t)
			})
		})
	}
}

// TestRule18ACancelThatWasAnsweredIsClosed: its terminal message, however late, is the
// answer, so that a body that stops by itself later is believed.
func TestRule18ACancelThatWasAnsweredIsClosed(t *testing.T) {
	for name, late := range map[string]time.Duration{"at once": 0, "late": 8 * time.Second} {
		t.Run(name, func(t *testing.T) {
			joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
				d := atWork(t, b, s, "A")
				d.cancel()
				_ = d.outcome(t)
				want[*wire.Cancel](b)
				time.Sleep(late)
				b.state()
				b.fail("A", "cancelled", game.CodeInterrupted)
				d = atWork(t, b, s, "B")
				b.send(&wire.Stopped{InstanceID: "b"})
				expectEnd(t, d.outcome(t), game.EndDeadline, game.CodeInterrupted)
			})
		})
	}
}

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
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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

// threeLogs is an effect that states can show.
var threeLogs = game.Expect{Gains: []game.Gain{{Items: []string{"oak_log"}, Min: 3}}}

func TestRule07GraceOver(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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
		b.finish(t, d, "C")
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
			joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
				d := atWork(t, b, s, "A")
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

// A body that was started anew knows nothing of a line that it may have said: nobody
// does, and it is not said again.
func TestRule07WhatIsDoneOnceIsNotTakenForUndone(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		d := begin(t, s, game.Call{Action: game.Action{ID: "A", Kind: game.Chat, Message: "hello"}})
		want[*wire.ExecuteAction](b)
		b.drop()
		time.Sleep(5 * time.Second)
		b = b.back(h, wire.Register{Running: []string{}})
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeInterrupted)
		expectFrames(t, b)
	})
}

func TestRule07V1CompletesByItsEffect(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) { // and version 2 without a record
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		call := mine("A")
		call.Expect = threeLogs
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		b.state("oak_log", 3) // before any outage the report decides
		if d.ended() {
			t.Fatal("the effect ended it without an outage")
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
		call.Expect = threeLogs
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
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
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
		b.finish(t, d, "A")
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
		d := atWork(t, b, s, "A")
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

func TestRule07ABodyWithoutARecordIsStoppedAfterTheGrace(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.drop()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}

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
		b.finish(t, away, "A")
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
	runningA(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		b.state()
		synctest.Wait()
		d := adopting(t, s, mine("A"))
		synctest.Wait()
		b.finish(t, d, "A")
		next := begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b) // and no stop
		b.finish(t, next, "B")
	})
}

// TestRule07AnAdoptedActionIsNotJudgedByStates: nobody knows what was before it.
func TestRule07AnAdoptedActionIsNotJudgedByStates(t *testing.T) {
	runningA(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		call := mine("A")
		call.Expect = threeLogs
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
		b.finish(t, d, "A")
	})
}

func TestRule07AnAdoptedActionMayBringTheFirstState(t *testing.T) {
	runningA(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
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
				d := atWork(t, b, s, "A")
				b.finish(t, d, "A")
			})
		})
	}
}

func TestRule07WhatTheBodyRegisteredWithEndsTheActionWhole(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.drop()
		after := stateOf("oak_log", 3)
		b = b.back(h, wire.Register{Finished: []wire.Finished{{ActionID: "A", Result: &game.Result{Success: true, State: &after}}}})
		if out := d.outcome(t); out.After.Count("oak_log") != 3 || out.Before.Count("oak_log") != 0 {
			t.Fatalf("outcome %+v", out)
		}
		d = atWork(t, b, s, "B")
		b.drop()
		b = b.back(h, wire.Register{Running: []string{"B"}})
		b.finish(t, d, "B")
		d = begin(t, s, mine("C"))
		want[*wire.ExecuteAction](b) // and no stop for B, which was waited for
		b.finish(t, d, "C")
	})
}

func TestRule07AnActionThatRunsIsNotSettledByItsEffect(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		call := mine("A")
		call.Expect = threeLogs
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
		d := atWork(t, b, h.session("b"), "A")
		b.finish(t, d, "A")
	})
}

func TestRule07AnAdoptedActionHasNoStateBefore(t *testing.T) {
	runningA(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		b.state()
		synctest.Wait()
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

// kept is a TokenStore that outlives a server.
type kept struct {
	mu     sync.Mutex
	hashes map[string]string
	err    error
}

func (k *kept) Put(id, hash string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.hashes == nil {
		k.hashes = map[string]string{}
	}
	k.hashes[id] = hash
	return k.err
}

func (k *kept) Get(id string) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hashes[id], k.err
}

func TestRule08ARegisterReplacesTheOldSocket(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		old := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](old)
		b := old.back(h, wire.Register{Running: []string{"A"}})
		if code := old.closeCode(); code != wire.CloseReplaced {
			t.Fatalf("close code %d", code)
		}
		synctest.Wait()
		if link := s.Link(); h.session("b") != s || link.State != game.LinkUp {
			t.Fatalf("the old socket's end took the session down: %+v", link)
		}
		b.finish(t, d, "A")
		if st := s.Stats(); st.Replaced != 1 || st.Sockets != 2 {
			t.Fatalf("stats %+v", st)
		}
	})
}

func TestRule08AHalfOpenSocketIsReplacedAtOnce(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.halfOpen(h)
		d := begin(t, s, mine("A")) // nobody reads it
		synctest.Wait()
		start := time.Now()
		b = b.back(h, wire.Register{Running: []string{}})
		if time.Since(start) > time.Second {
			t.Fatalf("the new socket waited %s for the dead one", time.Since(start))
		}
		b.state()
		if protocol == 2 {
			expectEnd(t, d.outcome(t), game.EndReported, game.CodeInterrupted)
		} else {
			d.cancel()
			expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
			expectFrames(t, b, "stop")
			b.state()
		}
		d = atWork(t, b, s, "B")
		b.finish(t, d, "B")
	})
}

// halfOpen makes the body's end deaf: the line stands, and nothing is read.
func (b *body) halfOpen(h *house) {
	h.t.Helper()
	_ = b.ws.NetConn().SetReadDeadline(time.Now())
	<-b.done
}

// TestRule08WhatWasOnAReplacedSocketMayBeLost: a report as well as a stop.
func TestRule08WhatWasOnAReplacedSocketMayBeLost(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		call := mine("A")
		call.Expect = threeLogs
		d := begin(t, s, call)
		want[*wire.ExecuteAction](b)
		b = b.back(h, wire.Register{})
		b.state("oak_log", 3)
		expectEnd(t, d.outcome(t), game.EndObserved, "")
		s.Stop()
		want[*wire.Stop](b)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}

// TestRule08ABodyThatLeavesIsNotWaitedFor: its name is free at once. The echo of a close
// that Minehand began says nothing of the kind.
func TestRule08ABodyThatLeavesIsNotWaitedFor(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		bye := websocket.FormatCloseMessage(wire.CloseGoingAway, "bye")
		if err := b.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		b.closeCode()
		time.Sleep(time.Second)
		if protocol == 1 { // it says the same of every loss
			if got := s.Link().State; got != game.LinkDown {
				t.Fatalf("the line is %s", got)
			}
			return
		}
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		if got := s.Link().State; got != game.LinkGone {
			t.Fatalf("the line is %s", got)
		}
		fresh := h.dial("b", 2)
		fresh.send(&wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: 2})
		if m := want[*wire.Registered](fresh); !m.Success {
			t.Fatalf("registered %+v", m)
		}
	})
}

func TestRule08ALiveV2SessionNeedsItsToken(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		says := "a body is connected as b;"
		intrude := func(token string, protocol int) {
			t.Helper()
			other := h.dial("b", protocol)
			other.send(&wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: protocol, ResumeToken: token})
			if protocol == 2 {
				if m := want[*wire.Registered](other); m.Success || !strings.Contains(m.Error, says) || m.ResumeToken != "" || m.Protocol != 2 {
					t.Fatalf("registered %+v", m)
				}
			}
			if code := other.closeCode(); code != wire.CloseTaken || !wire.ComesBack(code) {
				t.Fatalf("close code %d", code)
			}
			if len(other.frames) != 0 {
				t.Fatalf("a refused body got %v", other.frames)
			}
		}
		intrude("", 2)
		intrude("wrong", 2)
		intrude("", 1)
		intrude(b.token, 1) // a version without tokens proves nothing
		b.drop()
		time.Sleep(10 * time.Second)
		says = "the name b is free in 20 s:"
		intrude("", 2) // the session lives on in its grace
		if s.Stats().Sockets != 1 {
			t.Fatalf("stats %+v", s.Stats())
		}
		again := b.back(h, wire.Register{})
		if again.token != b.token || h.session("b") != s {
			t.Fatal("the token did not bring the session back")
		}
		again.drop()
		time.Sleep(31 * time.Second)
		fresh := h.dial("b", 2) // no live session: any register is accepted
		if m := fresh.register(wire.Register{}); !m.Success || m.ResumeToken == b.token || m.ResumeToken == "" {
			t.Fatalf("registered %+v", m)
		}
	})
}

func TestRule08AV1SessionIsReplacedFromLoopbackOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var away atomic.Bool
		h := newHouse(t, modbridge.Config{Loopback: func(*http.Request) bool { return !away.Load() }})
		b := h.join("b", 1)
		away.Store(true)
		other := h.dial("b", 1)
		other.send(&wire.Register{InstanceID: "b"})
		if code := other.closeCode(); code != wire.CloseTaken {
			t.Fatalf("close code %d", code)
		}
		away.Store(false)
		b.back(h, wire.Register{})
		if code := b.closeCode(); code != wire.CloseReplaced {
			t.Fatalf("close code %d", code)
		}
	})
}

func TestRule08TheTokenOutlivesTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &kept{}
		h := newHouse(t, modbridge.Config{Tokens: store})
		b := h.join("b", 2)
		h.join("v1", 1) // which could never show one
		if hash := store.hashes["b"]; len(store.hashes) != 1 || len(hash) != 64 || hash == b.token {
			t.Fatalf("kept %q", hash)
		}
		h.close()
		h = newHouse(t, modbridge.Config{Tokens: store})
		again := b.back(h, wire.Register{})
		if !h.session("b").Resumed() || again.token != b.token {
			t.Fatal("the kept token did not prove the body")
		}
		h.close()
		h = newHouse(t, modbridge.Config{Tokens: store})
		b.token = "another body's"
		if b.back(h, wire.Register{}); h.session("b").Resumed() {
			t.Fatal("any token proves the body")
		}
		h.close()
		store.err = errors.New("disk full")
		h = newHouse(t, modbridge.Config{Tokens: store})
		if m := h.dial("b", 2).register(wire.Register{ResumeToken: "x"}); !m.Success {
			t.Fatal("a store that fails keeps bodies out")
		}
	})
}

func TestRule08ManyReplacementsLeaveOneSession(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		for range 20 {
			b = b.back(h, wire.Register{})
		}
		b.state()
		synctest.Wait()
		if len(h.srv.Sessions()) != 1 || h.session("b") != s || s.Stats().Replaced != 20 {
			t.Fatalf("stats %+v", s.Stats())
		}
		if h.heard.count("gone b") != 0 {
			t.Fatalf("heard %v", h.heard.lines)
		}
	})
}

func TestRule09NoAcknowledgementIsNeeded(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		s.Stop() // never answered
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) {
			t.Fatal(err)
		}
		want[*wire.Stop](b)
		b.state()
		d := atWork(t, b, s, "A")
		if s.Link().Unresponsive {
			t.Fatal("shown as unresponsive with an action in flight")
		}
		b.finish(t, d, "A")
	})
}

func TestRule09PingsAreSentAndAnswered(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		if err := b.ws.WriteControl(websocket.PingMessage, []byte("hello"), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		if got := <-b.pongs; got != "hello" {
			t.Fatalf("pong %q", got)
		}
		time.Sleep(89 * time.Second) // a real mod drops a peer that is silent for 90 s
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.pings != 4 {
			t.Fatalf("%d pings in 89 s", b.pings)
		}
	})
}

func TestRule09ASilentSocketIsLostForV2AndKeptForV1(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.mute.Store(true) // it reads, and never answers
		time.Sleep(90 * time.Second)
		if protocol == 1 {
			if link := s.Link(); link.State != game.LinkUp {
				t.Fatalf("link %+v", link)
			}
			return
		}
		if code := b.closeCode(); code != wire.CloseSilent || !wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if link := s.Link(); link.State != game.LinkDown {
			t.Fatalf("link %+v", link)
		}
	})
}

func TestRule09ADeadPeerIsFoundByWriting(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.halfOpen(h)
		start := time.Now()
		s.Stop() // does not wait for the dead peer
		if time.Since(start) != 0 {
			t.Fatalf("Stop waited %s", time.Since(start))
		}
		time.Sleep(6 * time.Second)
		if link := s.Link(); link.State != game.LinkDown {
			t.Fatalf("link %+v", link)
		}
	})
}

func TestRule09ASocketThatNeverRegistersIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		start := time.Now()
		if code := b.closeCode(); code != wire.CloseSilent || !about(time.Since(start), 30*time.Second) {
			t.Fatalf("close code %d after %s", code, time.Since(start))
		}
	})
}

func TestRule09OnlySilenceInARowCounts(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
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

func TestRule10AStopWhileTheLineIsDown(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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
		b.finish(t, next, "B")
	})
}

func TestRule10NoActionOvertakesAStop(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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

// TestRule18SixteenStopsAreRemembered: what answers an earlier one answers nothing.
func TestRule18SixteenStopsAreRemembered(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		if protocol < game.ProtocolV2 {
			return // its stops have no ids
		}
		var ids []string
		for range 17 {
			s.Stop()
			ids = append(ids, want[*wire.Stop](b).ID)
		}
		for _, id := range ids[1:] {
			b.send(&wire.Stopped{InstanceID: "b", ID: id})
		}
		synctest.Wait()
		if st := s.Stats(); st.Stray != 0 {
			t.Errorf("of 16 answers %d are strays", st.Stray)
		}
		b.send(&wire.Stopped{InstanceID: "b", ID: ids[0]})
		synctest.Wait()
		if st := s.Stats(); st.Stray != 1 {
			t.Errorf("the answer to the 17th last stop counts as %+v", st)
		}
	})
}

func TestRule10AStopOutlivesTheSession(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.drop()
		synctest.Wait()
		s.Stop()
		time.Sleep(time.Minute)
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop")
	})
}

func TestRule10AStopHoldsForCallsThatWait(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
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

// TestRule10AStopIsOwedOnce: and what it stopped is remembered.
func TestRule10AStopIsOwedOnce(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		rest := func() {
			t.Helper()
			expectFrames(t, b, "stop")
			b.state()
			if protocol == 2 {
				b.send(&wire.Stopped{InstanceID: "b"})
			}
			synctest.Wait()
		}
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

// TestRule10ARefusedNameKeepsTheStop: a body that asks for a taken name and
// comes back as itself still gets the stop that it is owed.
func TestRule10ARefusedNameKeepsTheStop(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		h.join("c", protocol)
		d := atWork(t, b, h.session("b"), "A")
		b.send(&wire.Register{InstanceID: "c", Protocol: 2, Version: "1.21.5"})
		d.outcome(t)
		<-b.done
		again := h.dial("b", protocol)
		again.register(wire.Register{})
		want[*wire.Stop](again)
	})
}

func TestRule12NoActionWithoutAWorld(t *testing.T) {
	world := func(b *body, w game.World) {
		s := stateOf()
		s.World = &w
		b.send(&wire.StateUpdate{InstanceID: b.id, Data: s})
		synctest.Wait()
	}
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{World: &game.World{Present: false}})
		s := h.session("b")
		refused := func(part string) {
			t.Helper()
			err := s.Ready()
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Fatalf("ready: %v, want %q", err, part)
			}
			out := s.Do(t.Context(), mine("A"))
			expectEnd(t, out, game.EndUnsent, game.CodeNoWorld)
			if out.Failure.Message != err.Error() {
				t.Fatalf("failure %q, want %q", out.Failure.Message, err)
			}
			expectFrames(t, b)
		}
		refused("in no world")
		world(b, game.World{Present: false, Screen: "title"})
		refused("in no world")
		world(b, game.World{Present: true, Kind: "server"})
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(9 * time.Second)
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		refused("for 11 s")
		world(b, game.World{Present: true, Kind: "singleplayer"})
		time.Sleep(11 * time.Second)
		refused("open it to LAN")
		b.state()
		synctest.Wait()
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		b.drop()
		synctest.Wait()
		if err := s.Ready(); err == nil || !strings.Contains(err.Error(), "away") {
			t.Fatalf("ready: %v", err)
		}
	})
}

func TestRule12APausedGameStopsTheClockAndSaysSo(t *testing.T) {
	for name, pause := range map[string]func(b *body){
		"it says so": func(b *body) {
			s := stateOf()
			s.World = &game.World{Present: true, Kind: "singleplayer", Paused: true}
			b.send(&wire.StateUpdate{InstanceID: b.id, Data: s})
		},
		"it falls silent": func(*body) {},
	} {
		t.Run(name, func(t *testing.T) {
			joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
				in := stateOf()
				in.World = &game.World{Present: true, Kind: "singleplayer"}
				b.send(&wire.StateUpdate{InstanceID: b.id, Data: in})
				synctest.Wait()
				told := make(chan game.ActionProgress, 10)
				call := mine("A")
				call.Progress = func(_ string, p game.ActionProgress) { told <- p }
				d := begin(t, h.session("b"), call)
				want[*wire.ExecuteAction](b)
				start := time.Now()
				pause(b)
				if p := <-told; p.Paused != "game_paused" {
					t.Fatalf("told %+v", p)
				}
				if said := time.Since(start) < 5*time.Second; said != (name == "it says so") {
					t.Fatalf("told after %s", time.Since(start))
				}
				time.Sleep(30 * time.Minute)
				if d.ended() {
					t.Fatalf("ended: %+v", d.outcome(t))
				}
				b.send(&wire.StateUpdate{InstanceID: b.id, Data: in})
				if p := <-told; p.Paused != "" {
					t.Fatalf("told %+v", p)
				}
				b.finish(t, d, "A")
			})
		})
	}
}

func TestRule13BadFramesMoveNothing(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
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
		if err := b.ws.WriteMessage(websocket.BinaryMessage, []byte(`{"type":"action_complete","actionId":"A","result":{"success":true}}`)); err != nil {
			t.Fatal(err)
		}
		if d.ended() || s.Snapshot().Seq != before {
			t.Fatal("a bad frame moved something")
		}
		st := s.Stats()
		if st.Malformed != 15 || st.Untyped != 3 || st.Unknown != 1 {
			t.Fatalf("stats %+v", st)
		}
		b.raw(`{"type":"state_update","extra":{"a":[1]},"data":{"health":20.0,"hunger":20,"inventory":[{"slot":40.0,"item":"minecraft:shield","count":1.0},{"slot":0,"item":"stick","count":2}]}}`)
		synctest.Wait()
		if snap := s.Snapshot(); snap.Seq != before+1 || snap.State.Count("shield") != 1 || *snap.State.Health != 20 {
			t.Fatalf("snapshot %+v", snap)
		}
		b.finish(t, d, "A")
	})
}

func TestRule13AFrameOverOneMiBClosesWith1009(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
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
		stranger := h.dial("s", protocol)
		for range 60 {
			stranger.raw(`{"type":"log","message":"x"}`)
		}
		for _, b := range []*body{b, stranger} {
			if code := b.closeCode(); code != wire.CloseTooMany {
				t.Fatalf("%s: close code %d", b.id, code)
			}
		}
	})
}

func TestASlowObserverHoldsUpNoBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &observer{block: make(chan struct{})}
		h := newHouse(t, modbridge.Config{Observer: slow})
		listen := sync.OnceFunc(func() { close(slow.block) })
		t.Cleanup(listen)
		b := h.join("b", 2)
		s := h.session("b")
		for range 400 {
			b.send(&wire.Log{InstanceID: "b", Message: "busy"})
		}
		for range 50 {
			b.state()
		}
		d := atWork(t, b, s, "A")
		b.finish(t, d, "A")
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
		listen()
		synctest.Wait()
		b.send(&wire.Log{InstanceID: "b", Message: "heard again"})
		if n, st := slow.count("log b"), s.Stats(); n != 257 || st.Unheard != 400-256 {
			t.Fatalf("heard %d words, stats %+v", n, st)
		}
		b.drop()
		time.Sleep(time.Second)
	})
}

// TestEachChangeIsTold, when the one before has been heard of.
func TestEachChangeIsTold(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		for i := range 3 {
			before := h.heard.count("changed b")
			b.state("stick", i+1)
			time.Sleep(10 * time.Millisecond) // changes are told in bunches
			if n := h.heard.count("changed b"); n != before+1 {
				t.Errorf("state %d: told of %d changes, of %d before", i, n, before)
			}
		}
	})
}

// TestRule13ComplaintsAreLoggedAtABoundedRate: each bad frame is counted, not
// each is a line.
func TestRule13ComplaintsAreLoggedAtABoundedRate(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var log bytes.Buffer
		h := newHouse(t, modbridge.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		b := h.join("b", protocol)
		defer b.live()()
		for range 60 { // a minute
			for range 10 {
				b.raw(`{"type":"dance"}`)
				b.complete("unknown")
				b.raw(`{"type":"log","instanceId":"c","message":"x"}`)
			}
			time.Sleep(time.Second)
		}
		synctest.Wait()
		st := h.session("b").Stats()
		h.close()
		if st.Unknown != 600 || st.Stray != 600 || st.Foreign != 600 {
			t.Fatalf("stats %+v", st)
		}
		if lines := strings.Count(log.String(), "level=WARN"); lines < 10 || lines > 12 {
			t.Fatalf("%d warnings in a minute", lines)
		}
	})
}

func TestRule15OriginsAreRefusedUnlessConfigured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		dialer := websocket.Dialer{NetDialContext: h.line.Dial}
		_, resp, err := dialer.Dial("ws://localhost:9876/", http.Header{"Origin": {"http://evil.example"}})
		if !errors.Is(err, websocket.ErrBadHandshake) || resp.StatusCode != http.StatusForbidden {
			t.Fatalf("dial: %v", err)
		}
		_ = resp.Body.Close()
	})
}

func TestRule15ABodyTokenIsCheckedWhenAskedFor(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Authorize: func(_ *http.Request, reg *wire.Register) error {
			if reg.Token != "secret" {
				return errors.New("the body token is wrong; see minehand lan")
			}
			return nil
		}})
		b := h.dial("b", protocol)
		b.send(&wire.Register{InstanceID: "b", Protocol: protocol, Token: "guess"})
		if protocol == 2 {
			if m := want[*wire.Registered](b); m.Success || m.Error != "the body token is wrong; see minehand lan" {
				t.Fatalf("registered %+v", m)
			}
		}
		if code := b.closeCode(); code != wire.CloseBadToken || wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if len(b.frames) != 0 {
			t.Fatalf("a refused body got %v", b.frames)
		}
		good := h.dial("b", protocol)
		for _, token := range []string{"secret", ""} { // a socket that was let in is not asked again
			if m := good.register(wire.Register{Token: token}); !m.Success {
				t.Fatalf("registered %+v", m)
			}
		}
	})
}

func TestRule16ChatIsGuardedAndPaced(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Chat: game.ChatGuard{Allow: []string{"/home"}}})
		b := h.join("b", protocol)
		defer b.live()()
		s := h.session("b")
		say := func(id, text string) game.Call {
			return game.Call{Action: game.Action{ID: id, Kind: game.Chat, Message: text}}
		}
		expectEnd(t, s.Do(t.Context(), say("A", "/op Mallory")), game.EndUnsent, game.CodeDenied)
		expectEnd(t, s.Do(t.Context(), say("B", "one\ntwo")), game.EndUnsent, game.CodeInvalid)
		time.Sleep(10 * time.Second)
		b.forget()
		start := time.Now()
		for i := range 10 {
			id := string(rune('C' + i))
			d := begin(t, s, say(id, "/home sweet home"))
			want[*wire.ExecuteAction](b)
			b.complete(id)
			expectEnd(t, d.outcome(t), game.EndReported, "")
		}
		if got := time.Since(start); !about(got, 5*time.Second) {
			t.Fatalf("ten lines took %s, want five at once and one a second", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		expectEnd(t, s.Do(ctx, say("X", "hello")), game.EndUnsent, game.CodeInterrupted)
	})
}

func TestShutdownSaysGoodbyeAndEndsCalls(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		h.close()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		if code := b.closeCode(); code != wire.CloseGoingAway || !wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if h.heard.count("gone b") != 1 {
			t.Fatalf("heard %v", h.heard.lines)
		}
		if err := h.srv.Run(t.Context()); !errors.Is(err, modbridge.ErrRunning) {
			t.Fatalf("a second Run: %v", err)
		}
	})
}

// TestNobodyIsLetInAfterTheEnd: nothing would look after the connection.
func TestNobodyIsLetInAfterTheEnd(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		h.end()
		synctest.Wait()
		b, start := h.dial("b", protocol), time.Now()
		<-b.done
		if took := time.Since(start); took != 0 {
			t.Errorf("its socket was closed after %s", took)
		}
	})
}

// TestRunEndsWhenItsObserverHasHeardAll: sessions that ended with it too.
func TestRunEndsWhenItsObserverHasHeardAll(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		slow := &observer{block: make(chan struct{})}
		h := newHouse(t, modbridge.Config{Observer: slow})
		listen := sync.OnceFunc(func() { close(slow.block) })
		t.Cleanup(listen)
		h.join("b", protocol)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.close()
		}()
		time.Sleep(time.Minute)
		select {
		case <-ended:
			t.Error("it ended while its observer was still to be told")
		default:
		}
		listen()
		<-ended
		if slow.count("gone b") != 1 {
			t.Errorf("heard %v", slow.lines)
		}
	})
}

// TestNobodyNeedsToListen: a server without an observer serves as well.
func TestNobodyNeedsToListen(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := startHouse(t, modbridge.Config{Loopback: func(*http.Request) bool { return true }})
		b := h.join("b", protocol)
		d := atWork(t, b, h.session("b"), "A")
		b.send(&wire.Log{InstanceID: "b", Message: "busy"})
		b.finish(t, d, "A")
	})
}

// TestTimesThatAreToldAreWholeSeconds, and never none.
func TestTimesThatAreToldAreWholeSeconds(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Heartbeat: 100 * time.Millisecond, Grace: 2600 * time.Millisecond})
		if r := h.dial("b", protocol).register(wire.Register{}); r.HeartbeatSeconds != 1 || r.GraceSeconds != 3 {
			t.Errorf("told of a heartbeat of %d s and a grace of %d s", r.HeartbeatSeconds, r.GraceSeconds)
		}
	})
}

func TestRunWaitsForTheLastWords(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.halfOpen(h)
		start := time.Now()
		h.close() // the goodbye gets a second
		if d := time.Since(start); !about(d, time.Second) {
			t.Fatalf("it took %s", d)
		}
	})
}

// TestAGoodbyeIsReadOnUntilItsAnswer: closing at once could lose the frame, and what
// is said meanwhile cuts nothing short.
func TestAGoodbyeIsReadOnUntilItsAnswer(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		answered := make(chan error, 1)
		b.ws.SetCloseHandler(func(code int, _ string) error {
			before := s.Snapshot().Seq
			time.Sleep(time.Second)
			b.state("stick", 1)
			s.Tell(game.TaskStatus{TaskID: "t", State: "running"})
			synctest.Wait()
			if s.Snapshot().Seq != before {
				t.Error("a state after the goodbye counts")
			}
			answered <- b.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
			return nil
		})
		h.srv.Protect(nil)
		if code := b.closeCode(); code != wire.CloseGoingAway {
			t.Errorf("close code %d", code)
		}
		if err := <-answered; err != nil {
			t.Errorf("the answer to the goodbye: %v", err)
		}
		synctest.Wait()
		if link := s.Link(); link.State != game.LinkDown {
			t.Errorf("link %+v", link)
		}
	})
}

// TestAPeerThatReadsNothingIsCutOff: what waits for it is bounded.
func TestAPeerThatReadsNothingIsCutOff(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		b.halfOpen(h)
		say := func(n int) game.LinkState {
			for range n {
				if err := s.Say("hello", ""); err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait()
			return s.Link().State
		}
		if state := say(256); state != game.LinkUp {
			t.Errorf("256 frames wait: the line is %s", state)
		}
		if state := say(2); state != game.LinkDown {
			t.Errorf("258 frames wait: the line is %s", state)
		}
	})
}

// TestBodiesOfVersion2AreSpokenThrough: a line of theirs, and why a wish is not
// granted, which is the status of no task.
func TestBodiesOfVersion2AreSpokenThrough(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		s.Tell(game.TaskStatus{TaskID: "t", State: "running"})
		b.forget()
		if err := s.Say("/op Steve", ""); !errors.Is(err, game.ErrChat) {
			t.Errorf("a command was said: %v", err)
		}
		if err := s.Say("on my way", "Steve"); err != nil {
			t.Error(err)
		}
		s.Refuse("no wishes from strangers")
		if protocol < 2 {
			expectFrames(t, b)
		} else {
			if m := want[*wire.Say](b); m.Message != "on my way" || m.To != "Steve" {
				t.Errorf("said %+v", m)
			}
			if m := want[*wire.TaskStatus](b); m.State != "error" || m.Message != "no wishes from strangers" || m.TaskID != "" {
				t.Errorf("told %+v", m)
			}
			expectFrames(t, b)
		}
		b.drop()
		synctest.Wait()
		s.Refuse("nobody hears it")
		if err := s.Say("nobody hears it", ""); err != nil {
			t.Error(err)
		}
		b = b.back(h, wire.Register{Running: []string{}})
		if protocol < 2 {
			expectFrames(t, b)
		} else if m := want[*wire.TaskStatus](b); m.TaskID != "t" {
			t.Errorf("the status of the task at hand is %+v", m)
		}
	})
}

// TestTheCountsOfSessionsThatEndedStay in what all saw together.
func TestTheCountsOfSessionsThatEndedStay(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		h.join("c", protocol)
		before := h.srv.Totals()
		if before.Sockets != 2 || before.States != 2 {
			t.Errorf("of two bodies: %+v", before)
		}
		for range 2 {
			h.srv.End("b", "its world was closed")
			if all := h.srv.Totals(); all != before {
				t.Errorf("%+v before and %+v after the session ended", before, all)
			}
		}
	})
}

// However many do not answer that the server ends, they cost the time of one.
func TestManyThatDoNotAnswerEndAtOnce(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		for i := range 100 {
			h.join(fmt.Sprint("b", i), protocol).halfOpen(h)
		}
		start := time.Now()
		h.close()
		if d := time.Since(start); !about(d, time.Second) {
			t.Fatalf("it took %s", d)
		}
		if n := h.srv.Sessions(); len(n) != 0 {
			t.Fatalf("%d sessions are left", len(n))
		}
	})
}

func TestTellKeepsTheNewestLine(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		for i := range 100 {
			s.Tell(game.TaskStatus{TaskID: "t", State: "running", Step: i + 1, Of: 100})
		}
		time.Sleep(100 * time.Millisecond) // more than the least time between two lines
		synctest.Wait()
		b.mu.Lock()
		got := b.frames
		b.frames = nil
		b.mu.Unlock()
		if protocol == 1 {
			if len(got) != 0 {
				t.Fatalf("a v1 body got %v", got)
			}
			return
		}
		if last, ok := got[len(got)-1].(*wire.TaskStatus); !ok || last.Step != 100 || len(got) != 2 {
			t.Fatalf("%d frames, the last %+v", len(got), got[len(got)-1])
		}
		b.drop()
		b = b.back(h, wire.Register{})
		if m := want[*wire.TaskStatus](b); m.Step != 100 {
			t.Fatalf("after the outage: %+v", m)
		}
	})
}

func TestCommandsOfTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Commands: []wire.Command{{Name: "wave", Description: "wave at somebody"}}})
		s := h.session("b")
		if c := s.Commands(); len(c) != 1 || c[0].Name != "wave" {
			t.Fatalf("commands %+v", c)
		}
		type answer struct {
			r   wire.CommandResult
			err error
		}
		run := func(id string) chan answer {
			out := make(chan answer, 1)
			go func() {
				r, err := s.Run(t.Context(), wire.RunCommand{ID: id, Name: "wave", Args: "Steve"})
				out <- answer{r, err}
			}()
			return out
		}
		first := run("1")
		if m := want[*wire.RunCommand](b); m.ID != "1" || m.Args != "Steve" {
			t.Fatalf("command %+v", m)
		}
		for range 2 {
			b.send(&wire.CommandResult{InstanceID: "b", ID: "9", Success: true})
		}
		b.send(&wire.CommandResult{InstanceID: "b", ID: "1", Success: true, Data: []byte(`{"waved":1}`)})
		if a := <-first; a.err != nil || !a.r.Success || string(a.r.Data) != `{"waved":1}` {
			t.Fatalf("answer %+v", a)
		}
		b.send(&wire.CommandResult{InstanceID: "b", ID: "1", Success: true})
		synctest.Wait()
		if st := s.Stats(); st.Stray != 3 { // the answers that nobody waited for
			t.Fatalf("stats %+v", st)
		}
		for _, id := range []string{"", "2"} { // the second 2 is that of an open command
			second := run("2")
			want[*wire.RunCommand](b)
			if a := <-run(id); a.err == nil || !strings.Contains(a.err.Error(), "an id of its own") {
				t.Fatalf("id %q: answer %+v", id, a)
			}
			b.send(&wire.CommandResult{InstanceID: "b", ID: "2", Success: true})
			if a := <-second; a.err != nil {
				t.Fatalf("answer %+v", a)
			}
		}
		second := run("2")
		want[*wire.RunCommand](b)
		b.drop()
		if a := <-second; a.err == nil {
			t.Fatalf("answer %+v", a)
		}
		if a := <-run("3"); a.err == nil {
			t.Fatalf("answer %+v while the line is down", a)
		}
		old := h.join("old", 1)
		if _, err := h.session("old").Run(t.Context(), wire.RunCommand{ID: "1", Name: "wave"}); err == nil || !strings.Contains(err.Error(), "has no commands of its own") {
			t.Fatalf("a version 1 body: %v", err)
		}
		expectFrames(t, old)
	})
}

func TestRule17AnOldProtocolIsRefusedForGood(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{MinProtocol: 2})
		b := h.dial("b", protocol)
		if protocol == 2 {
			if m := b.register(wire.Register{}); !m.Success {
				t.Fatalf("registered %+v", m)
			}
			return
		}
		b.send(&wire.Register{InstanceID: "b", Version: "1.21.5"})
		if code := b.closeCode(); code != wire.CloseTooOld || wire.ComesBack(code) || len(b.frames) != 0 {
			t.Fatalf("close code %d, frames %v", code, b.frames)
		}
	})
}

// Whoever registers without a usable name would wait for an answer for ever.
func TestRule17ARegisterThatNamesNobodyIsAnswered(t *testing.T) {
	for raw, says := range map[string]string{
		``:                     "has no instanceId",
		`,"instanceId":null`:   "has no instanceId",
		`,"instanceId":""`:     "is empty",
		`,"instanceId":"  "`:   "is empty",
		`,"instanceId":["a"]`:  "no string",
		`,"instanceId":"a\nb"`: "control characters",
		`,"instanceId":"` + strings.Repeat("a", 257) + `"`: "longer than 256 bytes",
	} {
		bubble(t, both, func(t *testing.T, protocol int) {
			h := newHouse(t, modbridge.Config{})
			b := h.dial("b", protocol)
			b.raw(fmt.Sprintf(`{"type":"register","protocol":%d%s}`, protocol, raw))
			if protocol >= 2 {
				if m := want[*wire.Registered](b); m.Success || !strings.Contains(m.Error, says) {
					t.Errorf("%s: registered %+v", raw, m)
				}
			}
			if code := b.closeCode(); code != wire.CloseUnnamed || wire.ComesBack(code) || len(b.frames) != 0 {
				t.Errorf("%s: close code %d, frames %v", raw, code, b.frames)
			}
		})
	}
}

// A protocol that is no version is not taken for version 1 in silence.
func TestRule17ARegisterOfNoVersionIsAnswered(t *testing.T) {
	for _, protocol := range []string{"-1", "1.5", `"v2"`, "true", "[2]", "1e12"} {
		bubble(t, both, func(t *testing.T, _ int) {
			h, told := listeningHouse(t)
			b := h.dial("b", 2)
			b.raw(`{"type":"register","instanceId":"b","protocol":` + protocol + `}`)
			says := "the protocol of the register is " + protocol + "; send the number 2, or leave it out for version 1"
			if m := want[*wire.Registered](b); m.Success || m.Error != says {
				t.Errorf("%s: registered %+v", protocol, m)
			}
			if code := b.closeCode(); code != wire.CloseUnnamed {
				t.Errorf("%s: close code %d", protocol, code)
			}
			if told := told(); len(told) != 1 || !strings.Contains(told[0], says) {
				t.Errorf("told %q", told)
			}
		})
	}
	for _, protocol := range []string{"0", "1", "2", "2.0", `"2"`, "3", "null"} {
		bubble(t, both, func(t *testing.T, _ int) {
			b := newHouse(t, modbridge.Config{}).dial("b", 2)
			b.raw(`{"type":"register","instanceId":"b","protocol":` + protocol + `}`)
			if m := want[*wire.Registered](b); !m.Success {
				t.Errorf("%s: registered %+v", protocol, m)
			}
		})
	}
}

// TestRule17CloseCodesSayWhetherToComeBack: 4000 to 4499 and those of WebSocket
// itself yes, 4500 to 4999 no.
func TestRule17CloseCodesSayWhetherToComeBack(t *testing.T) {
	for name, c := range map[string]struct {
		code int
		back bool
		ends func(h *house, b *body)
	}{
		"replaced": {4509, false, func(h *house, b *body) { b.back(h, wire.Register{}) }},
		"flood": {4429, true, func(_ *house, b *body) {
			for range 1100 {
				b.raw(`{"type":"log","message":"x"}`)
			}
		}},
		"shutdown":  {1001, true, func(h *house, _ *body) { h.close() }},
		"too large": {1009, true, func(_ *house, b *body) { go b.raw(strings.Repeat(" ", wire.MaxFrame+1)) }},
	} {
		t.Run(name, func(t *testing.T) {
			joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
				c.ends(h, b)
				if code := b.closeCode(); code != c.code || wire.ComesBack(code) != c.back {
					t.Fatalf("close code %d, comes back %v", code, wire.ComesBack(code))
				}
				if final := c.code >= 4500; final == c.back {
					t.Fatalf("%d is in the wrong range", c.code)
				}
			})
		})
	}
}

// TestRule17TheLogLinesOfAnEndlessReturnAreBounded: version 1 knows no close
// codes and always returns; a version 2 body may do so too.
func TestRule17TheLogLinesOfAnEndlessReturnAreBounded(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var log bytes.Buffer
		h := newHouse(t, modbridge.Config{
			Logger:    slog.New(slog.NewTextHandler(&log, nil)),
			Authorize: func(*http.Request, *wire.Register) error { return errors.New("the body token is wrong") },
		})
		for i := range 720 { // an hour in which two bodies come back every 10 s each
			b := h.dial([]string{"a", "b"}[i%2], protocol)
			b.send(&wire.Register{InstanceID: b.id, Protocol: protocol})
			if code := b.closeCode(); code != wire.CloseBadToken {
				t.Fatalf("close code %d", code)
			}
			time.Sleep(5 * time.Second)
		}
		h.close()
		if lines := strings.Count(log.String(), "\n"); lines < 12 || lines > 140 {
			t.Fatalf("%d log lines", lines)
		}
	})
}
