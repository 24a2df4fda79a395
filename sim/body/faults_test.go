// SPDX-License-Identifier: MIT

package body_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

func TestFaults(t *testing.T) {
	run := func(plan string, kind body.Kind, test func(b *backend, bd *body.Body, ended <-chan error)) {
		t.Run(plan, func(t *testing.T) {
			f, err := fault.Parse(plan)
			if err != nil {
				t.Fatal(err)
			}
			play(t, sim.Config{Speed: 1, Inventory: map[string]int{"torch": 1, "oak_planks": 2}}, body.Config{Kind: kind, Faults: f}, test)
		})
	}
	chat := game.Action{ID: "c", Kind: game.Chat, Message: "hello"}
	run("lose=1", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(chat)
		time.Sleep(5 * time.Second)
		if len(b.terminals("c")) != 0 || len(bd.Truth().Chat) != 1 {
			b.t.Fatal("the result was not lost")
		}
	})
	run("double=1", body.V1, func(b *backend, _ *body.Body, _ <-chan error) {
		b.act(chat)
		b.await("c")
		synctest.Wait()
		if n := len(b.terminals("c")); n != 2 {
			b.t.Fatalf("the result came %d times", n)
		}
	})
	run("false-success=1", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(chat)
		if m, ok := b.await("c").(*wire.ActionComplete); !ok || !m.Result.Success || len(bd.Truth().Chat) != 0 {
			b.t.Fatal("it did not lie")
		}
	})
	torch := game.Action{ID: "p", Kind: game.Place, Block: "torch"}
	run("no-effect=1", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(torch)
		if m, ok := b.await("p").(*wire.ActionComplete); !ok || !m.Result.Success || m.Result.Delta != nil || len(bd.Truth().Placed) != 0 {
			b.t.Fatal("it did not lie")
		}
		b.act(chat)
		b.await("c")
		if len(bd.Truth().Chat) != 1 {
			b.t.Fatal("a line was not said")
		}
	})
	run("false-delta=1", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(torch)
		if m, ok := b.await("p").(*wire.ActionComplete); !ok || m.Result.Delta["torch"] != -1 || len(bd.Truth().Placed) != 0 {
			b.t.Fatal("it did not lie")
		}
	})
	run("no-inventory=on,no-result-state=on", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(game.Action{ID: "c", Kind: game.Craft, Recipe: "stick", Quantity: 4})
		m, ok := b.await("c").(*wire.ActionComplete)
		if !ok || m.Result.State != nil || m.Result.Delta["stick"] != 4 {
			b.t.Fatalf("got %+v", m)
		}
		states, _ := b.seen()
		for _, s := range states {
			if s.Inventory != nil || s.Position == nil {
				b.t.Fatalf("a state %+v", s)
			}
		}
	})
	run("cut=5,reconnect=2s", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		time.Sleep(time.Minute)
		if n := bd.Truth().Registers; n < 8 {
			b.t.Fatalf("%d registers in a minute", n)
		}
	})
	run("cut-after=5s", body.V1, func(b *backend, bd *body.Body, _ <-chan error) {
		time.Sleep(31 * time.Second)
		if n := bd.Truth().Registers; n != 4 {
			b.t.Fatalf("%d registers in half a minute", n)
		}
	})
	run("half-open=5,reconnect=3s", body.V2, func(b *backend, bd *body.Body, _ <-chan error) {
		time.Sleep(20 * time.Second)
		if n := bd.Truth().Registers; n < 3 {
			b.t.Fatalf("%d registers", n)
		}
	})
	run("crash=10", body.V2, func(b *backend, _ *body.Body, ended <-chan error) {
		if err := <-ended; !errors.Is(err, body.ErrCrashed) {
			b.t.Fatal(err)
		}
	})
	run("crash-after=10s", body.V1, func(b *backend, _ *body.Body, ended <-chan error) {
		if err := <-ended; !errors.Is(err, body.ErrCrashed) {
			b.t.Fatal(err)
		}
	})
	run("garble=0.5,reorder=0.3,drop=0.2,delay=200ms,seed=5", body.V2, func(b *backend, _ *body.Body, _ <-chan error) {
		time.Sleep(2 * time.Minute)
		if _, bad, _ := b.tally(); bad == 0 {
			b.t.Fatal("no frame was garbled")
		}
	})
}
