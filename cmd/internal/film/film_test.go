// SPDX-License-Identifier: MIT

package film

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// standing is a body at a place that holds some things.
func standing(x, y, z float64, held ...game.Stack) game.State {
	return game.State{Position: &game.Vec3{X: x, Y: y, Z: z}, Dimension: "overworld", Inventory: held}
}

func steps(actions ...game.Action) []game.Step { return game.Steps(actions) }

// plain is a floor of a block 8 blocks wide, with air over it, its top at y.
func plain(y int, block string) game.Cells {
	cells := game.Cells{}
	for x := range 8 {
		for z := range 8 {
			for dy := -2; dy < 4; dy++ {
				at := game.Pos{X: x, Y: y + dy, Z: z, Dimension: "overworld"}
				if cells[at] = block; dy > 0 {
					cells[at] = game.Air
				}
			}
		}
	}
	return cells
}

// codes are those of the notes.
func codes(f *view.Film) string {
	var list []string
	for _, n := range f.Notes {
		list = append(list, n.Say.Code)
	}
	return strings.Join(list, " ")
}

// TestHeightsAreThePlayers: what is seen on a mountain is dug and placed there, as far up as it
// is, and what the version does not know is left out and named.
func TestHeightsAreThePlayers(t *testing.T) {
	cells := plain(120, "stone")
	cells[game.Pos{X: 1, Y: 121, Z: 1, Dimension: "overworld"}] = "create:cogwheel"
	worn := 5
	f, err := Play(t.Context(), Site{
		Cells: cells,
		State: standing(4.5, 121, 4.5, game.Stack{Slot: 3, Item: "iron_pickaxe", Count: 1, Durability: &worn}, game.Stack{Slot: 4, Item: "torch", Count: 2}),
	}, steps(
		game.Action{Kind: game.Build, Edits: []game.Edit{{X: 5, Y: 120, Z: 5, Block: game.Air}, {X: 2, Y: 121, Z: 5, Block: "torch"}}},
	))
	if err != nil || f.Fault != nil {
		t.Fatalf("%+v, %v", f.Fault, err)
	}
	if f.Dug["stone"] != 1 || f.Placed["torch"] != 1 || codes(&f) != "film.seen film.unlike" || !strings.Contains(f.Notes[1].Text, "cogwheel") {
		t.Errorf("dug %v, placed %v, notes %+v", f.Dug, f.Placed, f.Notes)
	}
	first := f.Frames[0]
	if first.X != 4.5 || first.Y != 121 || first.Z != 4.5 {
		t.Errorf("it begins at %+v", first)
	}
	at := (int(first.Z)-f.Land.Z)*f.Land.Width + int(first.X) - f.Land.X
	if f.Land.Heights[at] != 120 || f.Land.Kinds[f.Land.Tops[at]] != "stone" {
		t.Errorf("the land there is %d high, of %s", f.Land.Heights[at], f.Land.Kinds[f.Land.Tops[at]])
	}
}

// TestUnknownGroundIsTold: a body that sees nothing has a film all the same, which says so.
func TestUnknownGroundIsTold(t *testing.T) {
	f, err := Play(t.Context(), Site{State: standing(0.5, 64, 0.5)}, steps(game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 3}))
	if err != nil || f.Fault != nil || f.Dug["oak_log"] != 3 || f.Seconds < 5 || codes(&f) != "film.unseen" {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestWhatCannotBeShownIsSaid: where the embedded world lacks what a step is about, or the place
// is no such world, a sentence says so.
func TestWhatCannotBeShownIsSaid(t *testing.T) {
	f, err := Play(t.Context(), Site{State: standing(0.5, 64, 0.5)}, steps(
		game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 1},
		game.Action{Kind: game.Withdraw, Item: "diamond", Quantity: 3, At: &game.Pos{X: 3, Y: 64, Z: 3}},
		game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 1},
	))
	if err != nil || f.Fault == nil || f.Steps != 1 || f.Of != 3 || f.Dug["oak_log"] != 1 || !strings.HasPrefix(f.Fault.Text, "The film ends at step 2, ") {
		t.Errorf("%+v, %+v, %v", f.Fault, f, err)
	}
	below := standing(0.5, 64, 0.5)
	below.Dimension = "minecraft:the_nether"
	if _, err := Play(t.Context(), Site{State: below}, nil); !errors.Is(err, ErrElsewhere) {
		t.Errorf("in the Nether: %v", err)
	}
	if _, err := Play(t.Context(), Site{}, nil); !errors.Is(err, ErrNowhere) {
		t.Errorf("nowhere: %v", err)
	}
}

// TestAFilmIsBounded: however long a plan is, its film has so many frames, loses no change, and
// ends with its context.
func TestAFilmIsBounded(t *testing.T) {
	long := steps(game.Action{Kind: game.Mine, Target: "dirt", Quantity: 700}, game.Action{Kind: game.Wait, Seconds: 3000})
	f, err := Play(t.Context(), Site{State: standing(0.5, 64, 0.5, game.Stack{Item: "iron_shovel", Count: 1})}, long)
	if err != nil || f.Fault != nil || len(f.Frames) > mostFrames || len(f.Frames) < mostFrames/4 {
		t.Fatalf("%d frames, %+v, %v", len(f.Frames), f.Fault, err)
	}
	dug := 0
	for i, frame := range f.Frames {
		if dug += len(frame.Changed); i > 0 && frame.At < f.Frames[i-1].At {
			t.Fatalf("frame %d is of %g s, after one of %g s", i, frame.At, f.Frames[i-1].At)
		}
	}
	if dug < 700 {
		t.Errorf("%d changes are shown of more than 700", dug)
	}
	f, err = Play(t.Context(), Site{State: standing(0.5, 64, 0.5)}, steps(game.Action{Kind: game.Wait, Seconds: 5 * 3600}))
	if err != nil || f.Fault == nil || f.Fault.Say.Code != "film.long" || f.Seconds > mostSeconds+60 {
		t.Errorf("a long wait: %+v, %g s, %v", f.Fault, f.Seconds, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	f, err = Play(over, Site{State: standing(0.5, 64, 0.5)}, long)
	if err != nil || f.Fault == nil || f.Fault.Say.Code != "film.slow" {
		t.Errorf("a film that takes too long: %+v, %v", f.Fault, err)
	}
}
