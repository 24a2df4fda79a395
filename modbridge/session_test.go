// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// agentBody is what an agent asks of a body; a Session has to serve it.
type agentBody interface {
	Info() game.BodyInfo
	Link() game.Link
	Snapshot() game.Snapshot
	Await(ctx context.Context, after uint64) (game.Snapshot, error)
	Do(ctx context.Context, call game.Call) game.Outcome
	Stop()
	Settle(ctx context.Context) error
	Tell(game.TaskStatus)
	Adopt(ctx context.Context, call game.Call) game.Outcome
}

var _ agentBody = (*modbridge.Session)(nil)

func TestOneActionFromRegisterToResult(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("minecraft_1", protocol)
		s := h.session("minecraft_1")
		if info := s.Info(); info.Protocol != protocol || info.Version != "1.21.5" || !info.Can(game.Mine) || info.Can(game.Wait) != (protocol == 2) {
			t.Fatalf("info %+v", info)
		}
		if link := s.Link(); link.State != game.LinkUp {
			t.Fatalf("link %+v", link)
		}
		d := begin(t, s, mine("01A"))
		m := want[*wire.ExecuteAction](b)
		if m.Action.ID != "01A" || m.Action.Target != "oak_log" || m.Action.Quantity != 3 {
			t.Fatalf("action %+v", m.Action)
		}
		b.state("oak_log", 3)
		b.complete("01A")
		out := d.outcome(t)
		expectEnd(t, out, game.EndReported, "")
		if out.Before.Count("oak_log") != 0 || out.After.Count("oak_log") != 3 || !out.Result.Success {
			t.Fatalf("outcome %+v", out)
		}
		d = atWork(t, b, s, "01B")
		again := true
		b.send(&wire.ActionFailed{InstanceID: b.id, ActionID: "01B", Error: "no oak in reach", Code: game.CodeUnreachable, Retryable: &again})
		out = d.outcome(t)
		expectEnd(t, out, game.EndReported, game.CodeUnreachable)
		if out.Failure.Message != "no oak in reach" || out.Failure.Retryable == nil || !*out.Failure.Retryable {
			t.Fatalf("failure %+v", out.Failure)
		}
		if h.heard.count("registered minecraft_1") != 1 || h.heard.count("changed minecraft_1") == 0 {
			t.Fatalf("heard %v", h.heard.lines)
		}
	})
}

func TestAwaitAndSnapshot(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{})
		s := h.session("b")
		if snap := s.Snapshot(); snap.Seq != 0 {
			t.Fatalf("snapshot %+v before any state", snap)
		}
		go func() {
			time.Sleep(3 * time.Second)
			b.state("stick", 2)
		}()
		snap, err := s.Await(t.Context(), 0)
		if err != nil || snap.Seq != 1 || snap.State.Count("stick") != 2 {
			t.Fatalf("snapshot %+v, %v", snap, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Await(ctx, 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("err %v", err)
		}
		b.drop()
		if _, err := s.Await(t.Context(), 1); !errors.Is(err, modbridge.ErrGone) {
			t.Fatalf("err %v", err)
		}
		synctest.Wait()
		if h.heard.count("gone b") != 1 || s.Link().State != game.LinkGone {
			t.Fatalf("heard %v, link %+v", h.heard.lines, s.Link())
		}
		if _, ok := h.srv.Session("b"); ok || len(h.srv.Sessions()) != 0 {
			t.Fatal("a session that is gone is still listed")
		}
	})
}
