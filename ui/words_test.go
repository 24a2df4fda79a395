// SPDX-License-Identifier: MIT

package ui

import (
	"reflect"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// TestEverySlashCommandHasWords: a call that a slash command stands for says in words
// what came of it, made of its own answer, unless it makes a task, which says it then.
func TestEverySlashCommandHasWords(t *testing.T) {
	calls := rows()
	for _, c := range calls {
		if c.wordsOf != nil && c.wordsOf != c.Result {
			t.Errorf("ui/calls.go: the words of %s are made of a %s, and its answer is a %s", c.Name, c.wordsOf, c.Result)
		}
	}
	for _, name := range command.Calls() {
		i := slices.IndexFunc(calls, func(c Call) bool { return c.Name == name })
		if i < 0 {
			t.Errorf("ui/command/catalogue.go: a slash command stands for %s, which is no call", name)
		} else if calls[i].Words == nil {
			t.Errorf("ui/calls.go: %s has no words for the slash command that stands for it: give its row said or says", name)
		}
	}
}

// How far a build is that is under way is what its progress says, not what was proven before.
func TestHowFarABuildIs(t *testing.T) {
	half := 0.5
	edits := []game.Edit{{Block: "dirt"}, {Block: "dirt", Y: 1}, {Block: "dirt", Y: 2, Stood: true}, {Y: 3, Block: "air"}}
	player := view.Player{
		Current:  &view.Task{Clauses: []view.Clause{{Text: "build a pillar", Want: 2, Evidence: "missing: 2 blocks built"}}},
		Action:   &view.Action{ID: "a", Step: view.Step{Action: game.Action{Kind: game.Build, Edits: edits}}},
		Progress: &view.Progress{ActionID: "a", Fraction: &half},
	}
	if got, want := soFar(&player, nil), "build a pillar: not proven (1 of 2)"; !reflect.DeepEqual(got[0].Values["parts"], []string{want}) {
		t.Errorf("it says %v, want %q", got, want)
	}
}
