// SPDX-License-Identifier: MIT

package ui

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// undo are steps as an undo plans them: a wall taken away, one block by hand, and what stood there put back.
func undo(bare bool) (steps []game.Step) {
	for x := range 7 {
		block := "oak_planks"
		if x == 3 {
			block = "dirt"
		}
		steps = append(steps, game.Step{Action: game.Action{Kind: game.Mine, Target: block, At: &game.Pos{X: x, Y: 64, Z: -2}, Quantity: 1}})
	}
	if bare {
		steps = append(steps, game.Step{Action: game.Action{Kind: game.Build, Edits: []game.Edit{{X: 2, Y: 65, Z: 9, Block: game.Air}}}})
	}
	return append(steps, game.Step{Action: game.Action{Kind: game.Place, Block: "poppy", At: &game.Pos{X: 1, Y: 63, Z: 4}}})
}

// TestFolds: steps of one cell each are one line that says how many of which blocks and where; a few
// are shown one by one, and so is what has no cell or more.
func TestFolds(t *testing.T) {
	walk := game.Step{Action: game.Action{Kind: game.Goto, At: &game.Pos{X: 9, Y: 64, Z: 9}}}
	gather := game.Step{Action: game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 3}}
	for name, c := range map[string]struct {
		steps []game.Step
		want  []string // number and text of each line
	}{
		"an undo":          {undo(false), []string{"1-8", "Mine 1 dirt and 6 oak planks, place 1 poppy, from 0 63 -2 to 6 64 4"}},
		"by hand too":      {undo(true), []string{"1-9", "Mine 1 dirt and 6 oak planks, place 1 poppy, dig 1 block free, from 0 63 -2 to 6 65 9"}},
		"after a walk":     {append([]game.Step{walk}, undo(false)...), []string{"1", "Go to 9 64 9", "2-9", "Mine 1 dirt and 6 oak planks, place 1 poppy, from 0 63 -2 to 6 64 4"}},
		"a few":            {undo(false)[5:], []string{"1", "Mine 1 oak plank", "2", "Mine 1 oak plank", "3", "Place poppy at 1 63 4"}},
		"without a place":  {[]game.Step{gather, gather, gather, gather, gather, gather}[:2], []string{"1", "Mine 3 oak logs", "2", "Mine 3 oak logs"}},
		"nothing is to do": {nil, nil},
	} {
		p := roundOf(&orchestrator.Round{Plan: game.Plan{Steps: c.steps}}, true).Plan
		var got []string
		for _, l := range p.Lines() {
			got = append(got, l.Number(), l.Text)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %q, want %q", name, got[i], c.want[i])
			}
		}
	}
}

// TestAFoldGoesOn beyond the steps that an event has.
func TestAFoldGoesOn(t *testing.T) {
	steps := make([]game.Step, 300)
	for i := range steps {
		steps[i] = game.Step{Action: game.Action{Kind: game.Mine, Target: "stone", At: &game.Pos{X: i}}}
	}
	p := roundOf(&orchestrator.Round{Plan: game.Plan{Steps: steps}}, false).Plan
	if lines := p.Lines(); len(p.Steps) != mostParts || len(lines) != 1 || lines[0].Number() != "1-300" {
		t.Errorf("of %d steps: %+v", len(p.Steps), lines)
	}
	if lines := (&view.Plan{Steps: []view.Step{{Text: "a"}}}).Lines(); len(lines) != 1 || lines[0].Number() != "1" {
		t.Errorf("of a plan without folds: %+v", lines)
	}
}
