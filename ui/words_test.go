// SPDX-License-Identifier: MIT

package ui

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/ui/command"
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
