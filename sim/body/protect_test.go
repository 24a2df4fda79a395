// SPDX-License-Identifier: MIT

package body_test

import (
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
)

// TestDoNoHarmV2KeepsAwayFromProtectedPlaces, and goes in when the action's goal
// names one; the list is the one of the last register.
func TestDoNoHarmV2KeepsAwayFromProtectedPlaces(t *testing.T) {
	play(t, sim.Config{}, body.Config{}, func(b *backend, bd *body.Body, _ <-chan error) {
		at := bd.Truth().Position.Block()
		zones := []game.Zone{{Name: "spawn", X: at.X, Y: at.Y, Z: at.Z, Dimension: "overworld", Radius: 1000}}
		b.mu.Lock()
		b.answer = func(*wire.Register) *wire.Registered { return &wire.Registered{Success: true, Protected: zones} }
		b.mu.Unlock()
		_, registers := b.seen()
		if c := registers[0].Capabilities; c == nil || !c.Protects {
			t.Errorf("registered with %+v", c)
		}
		b.cut()
		again(b, bd, 2)
		b.act(logs("a", 1))
		if f, ok := b.await("a").(*wire.ActionFailed); !ok || f.Code != game.CodeProtected {
			t.Errorf("it ended with %+v", f)
		}
		b.send(&wire.ExecuteAction{Action: logs("b", 1), Lifted: []string{"spawn"}})
		if m, ok := b.await("b").(*wire.ActionComplete); !ok {
			t.Errorf("it ended with %+v", m)
		}
		b.mu.Lock()
		zones = nil
		b.mu.Unlock()
		b.cut()
		again(b, bd, 3)
		b.act(logs("c", 1))
		if m, ok := b.await("c").(*wire.ActionComplete); !ok {
			t.Errorf("it ended with %+v", m)
		}
	})
}

// again waits until the body has registered n times.
func again(b *backend, bd *body.Body, n int) {
	b.t.Helper()
	for range 100 {
		if truth := bd.Truth(); truth.Registers == n && truth.Connected {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.t.Fatalf("the body registered %d times, want %d", bd.Truth().Registers, n)
}
