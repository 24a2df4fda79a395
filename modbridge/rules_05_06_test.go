package modbridge_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

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
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		defer b.live()() // the same state over and over is no progress
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
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
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		out := d.outcome(t)
		took(t, out, time.Minute)
		if protocol == 1 {
			want[*wire.Stop](b)
		} else {
			want[*wire.Cancel](b)
			b.send(&wire.Stopped{InstanceID: "b"})
		}
		next := begin(t, s, mine("B"))
		want[*wire.ExecuteAction](b)
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
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.join("b", 2)
				d := begin(t, h.session("b"), mine("A"))
				want[*wire.ExecuteAction](b)
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
		d := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		time.Sleep(30 * time.Second)
		send()
		out := d.outcome(t)
		expectEnd(t, out, game.EndDeadline, game.CodeTimeout)
		took(t, out, time.Minute)
	})
}

func TestRule05StandingActionsRunUntilTheirOwnEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
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
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 2)
		s := h.session("b")
		defer b.live()()
		var told []game.ActionProgress
		call := mine("A")
		call.Progress = func(p game.ActionProgress) { told = append(told, p) }
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
			d := begin(t, s, mine("A"))
			want[*wire.ExecuteAction](b)
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
			b.complete("B")
			expectEnd(t, next.outcome(t), game.EndReported, "")
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
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		if err := s.Settle(t.Context()); err != nil {
			t.Fatalf("at rest from the start: %v", err)
		}
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
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
		b.complete("C")
		expectEnd(t, next.outcome(t), game.EndReported, "")
	})
}

func TestRule09NoAcknowledgementIsNeeded(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		s.Stop() // never answered
		if err := s.Settle(t.Context()); !errors.Is(err, modbridge.ErrUnresponsive) {
			t.Fatal(err)
		}
		want[*wire.Stop](b)
		b.state()
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		if s.Link().Unresponsive {
			t.Fatal("shown as unresponsive with an action in flight")
		}
		b.complete("A")
		expectEnd(t, d.outcome(t), game.EndReported, "")
	})
}

func TestRule06ALateResultIsNoRestForV1(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", 1)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		d.cancel()
		expectEnd(t, d.outcome(t), game.EndCaller, game.CodeInterrupted)
		next := begin(t, s, mine("B"))
		want[*wire.Stop](b)
		b.complete("A") // from what was queued before the stop
		expectFrames(t, b)
		b.state()
		want[*wire.ExecuteAction](b)
		b.complete("B")
		expectEnd(t, next.outcome(t), game.EndReported, "")
	})
}
