// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// The owner stands in view, is walked to, followed, and given to.
func TestTheOwner(t *testing.T) {
	w, err := New(Config{Owner: "Steve", Inventory: map[string]int{"dirt": 5}, Speed: Unlimited})
	if err != nil {
		t.Fatal(err)
	}
	s := w.State()
	if s.Nearby == nil || len(s.Nearby.Players) != 1 || s.Nearby.Players[0].Name != "Steve" || s.World.Kind != "lan" {
		t.Fatalf("the state is %+v of %+v", s.Nearby, s.World)
	}
	far := func() float64 { return w.State().Nearby.Players[0].Distance }
	if d := far(); d < 4 || d > sightBlocks {
		t.Errorf("the owner stands %g blocks away at the start", d)
	}
	const handed = 3.0 // a gift lies at most so far from who gets it
	for _, a := range []game.Action{
		{ID: "1", Kind: game.Goto, Target: "steve"},
		{ID: "2", Kind: game.Drop, Item: "dirt", Quantity: 3, To: "Steve"},
		{ID: "3", Kind: game.Follow, Target: "Steve", Seconds: 5},
		{ID: "4", Kind: game.Look, Target: "STEVE"},
		{ID: "5", Kind: game.Interact, Target: "Steve"},
	} {
		before := w.Facts().Seconds
		if _, err := w.Do(t.Context(), a, nil); err != nil {
			t.Fatalf("%s: %v", a.Kind, err)
		}
		if d := far(); d > handed {
			t.Errorf("after %s the owner is %g blocks away", a.Kind, d)
		}
		if took := w.Facts().Seconds - before; a.Kind == game.Follow && took < 5 {
			t.Errorf("it followed for %g s", took)
		}
	}
	f := w.Facts()
	if f.Given["dirt"] != 3 || f.Inventory["dirt"] != 2 {
		t.Errorf("given is %v, held %v", f.Given, f.Inventory)
	}
	var failed *game.Failure
	if _, err := w.Do(t.Context(), game.Action{ID: "6", Kind: game.Drop, Item: "dirt", Quantity: 1, To: "Alex"}, nil); !errors.As(err, &failed) || failed.Code != game.CodeNotFound {
		t.Errorf("a gift for nobody: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	w.Clock().SetSpeed(1)
	if _, err := w.Do(ctx, game.Action{ID: "7", Kind: game.Follow, Target: "Steve"}, nil); !errors.As(err, &failed) || failed.Code != game.CodeInterrupted {
		t.Errorf("following without an end ends as %v", err)
	}
}

// Far away the owner is walked to all the same, out of view or not; another
// dimension is too far.
func TestTheOwnerFarAway(t *testing.T) {
	w, err := New(Config{Owner: "Steve", Speed: Unlimited})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Do(t.Context(), game.Action{ID: "1", Kind: game.Goto, At: &game.Pos{X: 150, Y: ground + 1, Z: 0}, Range: 4}, nil); err != nil {
		t.Fatal(err)
	}
	if s := w.State(); len(s.Nearby.Players) != 0 || s.World.Kind != "lan" {
		t.Errorf("the state is %+v of %+v", s.Nearby.Players, s.World)
	}
	if _, err := w.Do(t.Context(), game.Action{ID: "2", Kind: game.Goto, Target: "Steve"}, nil); err != nil {
		t.Fatal(err)
	}
	if s := w.State(); len(s.Nearby.Players) != 1 {
		t.Error("the owner is not in view")
	}
	w.mu.Lock()
	w.player.dimension = nether
	w.mu.Unlock()
	var failed *game.Failure
	for _, a := range []game.Action{{ID: "3", Kind: game.Goto, Target: "Steve"}, {ID: "4", Kind: game.Follow, Target: "Steve"}} {
		if _, err := w.Do(t.Context(), a, nil); !errors.As(err, &failed) || failed.Code != game.CodeWrongDimension {
			t.Errorf("from the Nether: %v", err)
		}
	}
}
