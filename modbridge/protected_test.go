// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestDoNoHarmBodiesAreToldOfProtectedPlaces, those of version 2 alone, each
// time that they register; and which of them an action may change.
func TestDoNoHarmBodiesAreToldOfProtectedPlaces(t *testing.T) {
	zones := []game.Zone{{Name: "old mill", X: 100, Y: 64, Z: -20, Dimension: "overworld", Radius: 24}}
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Protected: zones})
		told, lifted := zones, []string{"old mill"}
		if protocol < game.ProtocolV2 {
			told, lifted = nil, nil
		}
		b := h.dial("b", protocol)
		can := &wire.Capabilities{Actions: []game.Kind{game.Mine}, Protects: true}
		for range 2 {
			if got := b.register(wire.Register{Capabilities: can}); !cmp.Equal(got.Protected, told) {
				t.Errorf("told of %v, want %v", got.Protected, told)
			}
		}
		b.state()
		synctest.Wait()
		if got := h.session("b").Info().Protects; got != (protocol >= game.ProtocolV2) {
			t.Errorf("the body keeps them itself: %v", got)
		}
		call := mine("A")
		call.Lifted = []string{"old mill"}
		begin(t, h.session("b"), call)
		if got := want[*wire.ExecuteAction](b).Lifted; !cmp.Equal(got, lifted) {
			t.Errorf("told that %v may be changed, want %v", got, lifted)
		}
	})
}

// TestDoNoHarmBodiesHearOfOtherPlaces: those of version 2 register again and are
// told; what they do meanwhile goes on.
func TestDoNoHarmBodiesHearOfOtherPlaces(t *testing.T) {
	zones := []game.Zone{{Name: "home", X: 1, Y: 64, Z: 2, Dimension: "overworld", Radius: 32}}
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{Capabilities: &wire.Capabilities{Actions: []game.Kind{game.Mine}, Protects: true}})
		b.state()
		synctest.Wait()
		done := begin(t, h.session("b"), mine("A"))
		want[*wire.ExecuteAction](b)
		h.srv.Protect(zones)
		synctest.Wait()
		if protocol < game.ProtocolV2 {
			b.state() // its line stands
			synctest.Wait()
			if got := h.session("b").Link().State; got != game.LinkUp {
				t.Errorf("the link of a body that is told nothing is %s", got)
			}
			return
		}
		if got := b.closeCode(); got != wire.CloseGoingAway {
			t.Errorf("sent away with %d", got)
		}
		was := h.session("b")
		again := wire.Register{ResumeToken: b.token, Running: []string{"A"}, Capabilities: &wire.Capabilities{Actions: []game.Kind{game.Mine}, Protects: true}}
		b = h.dial("b", protocol)
		if got := b.register(again); !cmp.Equal(got.Protected, zones) {
			t.Errorf("told of %v, want %v", got.Protected, zones)
		}
		b.complete("A")
		expectEnd(t, done.outcome(t), game.EndReported, "")
		if h.session("b") != was {
			t.Error("it is another session")
		}
	})
}
