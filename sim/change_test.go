// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

// told are the changes since the last call as the ledger has them: net, by cell.
func told(w *World, l *ledger.Ledger, n *int) map[game.Pos][2]string {
	for _, c := range w.TakeChanges() {
		*n++
		c.N = *n
		l.Fold(ledger.Row{Reported: game.Reported{Series: "s", Change: c}})
	}
	list := map[game.Pos][2]string{}
	for _, c := range l.Cells() {
		list[c.At] = [2]string{c.From, c.To}
	}
	return list
}

func altered(w *World) map[game.Pos][2]string {
	list := map[game.Pos][2]string{}
	for _, c := range w.Altered() {
		list[c.At()] = [2]string{c.From, c.To}
	}
	return list
}

func TestWhatThePlayerChangesIsTold(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"dirt": 8, "iron_hoe": 1, "wheat_seeds": 2, "torch": 1, "water_bucket": 1}})
	feet := w.feet()
	near := func(dx, dy int) *game.Pos {
		return &game.Pos{X: feet.X + dx, Y: feet.Y + dy, Z: feet.Z, Dimension: overworld}
	}
	var l ledger.Ledger
	n := 0
	for _, a := range []game.Action{
		{ID: "A", Kind: game.Place, Block: "dirt", At: near(2, 0)},
		{ID: "B", Kind: game.Build, Edits: []game.Edit{{X: feet.X + 2, Y: feet.Y + 1, Z: feet.Z, Block: "dirt"}, {X: feet.X + 2, Y: feet.Y + 2, Z: feet.Z, Block: "dirt"}}},
		{ID: "C", Kind: game.Mine, At: near(2, 2)},
		{ID: "D", Kind: game.Mine, Target: "oak_log", Quantity: 2},
		{ID: "E", Kind: game.Till, Target: "dirt", Quantity: 1},
	} {
		if _, err := w.Do(t.Context(), a, nil); err != nil {
			t.Fatal(a.Describe(), err)
		}
		if diff := cmp.Diff(altered(w), told(w, &l, &n)); diff != "" {
			t.Errorf("after %s (- the world, + told):\n%s", a.Describe(), diff)
		}
	}
	if s := l.Sum(); s.Dug["oak_log"] != 2 || s.Placed["dirt"] < 1 {
		t.Errorf("it adds up to %+v", s)
	}
}

// TestWaterFlowsBackWhereABlockWasSetIntoIt: between two of water and over ground; a block that
// has one beside it leaves air.
func TestWaterFlowsBackWhereABlockWasSetIntoIt(t *testing.T) {
	for wide, want := range map[int]string{3: "water", 2: ""} {
		blocks := map[game.Pos]string{}
		for x := range wide {
			blocks[game.Pos{X: 4 + x, Y: 63, Z: 8}] = "water"
		}
		w := newWorld(t, Config{Inventory: map[string]int{"dirt": 1}, At: &game.Pos{X: 2, Z: 8}, Blocks: blocks})
		at := game.Pos{X: 5, Y: 63, Z: 8, Dimension: overworld}
		for _, a := range []game.Action{{Kind: game.Place, Block: "dirt", At: &at}, {Kind: game.Mine, Target: "dirt", At: &at, Quantity: 1}} {
			if _, err := w.Do(t.Context(), a, nil); err != nil {
				t.Fatal(a.Describe(), err)
			}
		}
		if got := w.blockAt(at); got != want {
			t.Errorf("in a row of %d: %q where the dirt was, not %q", wide, got, want)
		}
	}
}

// TestABuildIsFreeByHand: what is only to be gone needs no tool, and leaves nothing without
// one; what is mined does.
func TestABuildIsFreeByHand(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"cobblestone": 1}})
	at := w.feet()
	at.X += 2
	do := func(a game.Action) *game.Failure {
		_, err := w.Do(t.Context(), a, nil)
		var f *game.Failure
		if errors.As(err, &f); err != nil && f == nil {
			t.Fatal(err)
		}
		return f
	}
	if f := do(game.Action{ID: "A", Kind: game.Place, Block: "cobblestone", At: &at}); f != nil {
		t.Fatal(f)
	}
	if f := do(game.Action{ID: "B", Kind: game.Mine, At: &at}); f == nil || f.Code != game.CodeMissingTool {
		t.Errorf("mined by hand: %v", f)
	}
	begun := w.Clock().Now()
	if f := do(game.Action{ID: "C", Kind: game.Build, Edits: []game.Edit{{X: at.X, Y: at.Y, Z: at.Z, Block: game.Air}}}); f != nil {
		t.Fatal(f)
	}
	if left, took := w.blockAt(at), w.Clock().Now()-begun; !game.IsAir(left) || w.player.inv.count("cobblestone") > 0 || took < 10 {
		t.Errorf("%s is left, %d cobblestone held, after %.1f s", left, w.player.inv.count("cobblestone"), took)
	}
}

// TestADugWayIsTold: the hole that is dug to stand in, which is no goal of the action.
func TestADugWayIsTold(t *testing.T) {
	w := newWorld(t, Config{})
	deep := w.feet()
	deep.Y = 20
	if _, err := w.Do(t.Context(), game.Action{ID: "A", Kind: game.Goto, At: &deep}, nil); err != nil {
		t.Fatal(err)
	}
	changes := w.TakeChanges()
	if len(changes) != 2 || changes[0].Why != game.WhyWay || changes[0].Action != "A" || changes[0].From != "stone" || changes[0].To != game.Air {
		t.Errorf("told %+v", changes)
	}
}

func TestASurveyShowsTheWorld(t *testing.T) {
	feet := newWorld(t, Config{}).feet()
	torch := game.Pos{X: feet.X + 1, Y: feet.Y, Z: feet.Z}
	w := newWorld(t, Config{Blocks: map[game.Pos]string{torch: "torch"}})
	s := w.Survey(game.Survey{ID: "1", Radius: 2, What: []string{game.SurveyBlocks, game.SurveyLight}})
	if err := s.Check(); err != nil || !s.Complete || s.ID != "1" {
		t.Fatal(s, err)
	}
	cells := game.Cells{}
	cells.Add(&s)
	if len(cells) != 125 || cells[game.Pos{X: torch.X, Y: torch.Y, Z: torch.Z, Dimension: overworld}] != "torch" || cells[below(feet)] != "grass_block" {
		t.Errorf("%d cells: %v", len(cells), s)
	}
	light := func(c game.Cell) int {
		at := s.Box.Index(c)
		for _, r := range s.Light {
			if at -= r[1]; at < 0 {
				return r[0]
			}
		}
		return -2
	}
	for dx, want := range map[int]int{1: 14, 2: 13, -1: 12} {
		if got := light(game.Cell{X: feet.X + dx, Y: feet.Y, Z: feet.Z}); got != want {
			t.Errorf("%d blocks from the feet the light is %d, want %d", dx, got, want)
		}
	}
	if got := light(game.Cell{X: feet.X, Y: feet.Y - 2, Z: feet.Z}); got != 0 {
		t.Errorf("in the ground the light is %d", got)
	}
	large := game.Box{To: game.Cell{Z: game.SurveySide}}
	if s := w.Survey(game.Survey{Box: &large}); s.Code != game.CodeInvalid {
		t.Errorf("a large box: %+v", s)
	}
}
