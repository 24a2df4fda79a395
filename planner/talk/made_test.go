// SPDX-License-Identifier: MIT

package talk_test

import (
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// What was made is undone by its name, whatever it was, in every language.
func TestUndoByName(t *testing.T) {
	raw, err := os.ReadFile("testdata/made.txt")
	if err != nil {
		t.Fatal(err)
	}
	sorter := talk.New(book.NewLibrary(book.Config{}))
	undo, n := map[string]string{}, 0
	for line := range strings.SplitSeq(string(raw), "\n") {
		goal, names, ok := strings.Cut(line, " > ")
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(names, ", ") {
			language, name, _ := strings.Cut(part, " ")
			if goal == "undo" {
				undo[language] = name
				continue
			}
			n++
			text := strings.Replace(undo[language], "*", name, 1)
			got := sorter.Sort(text, talk.About{Earlier: []string{"get 3 sand", goal}, Open: []bool{false, false}})
			if shown(got[0]) != "undo (among 2)" {
				t.Errorf("%q after %q is %s", text, goal, shown(got[0]))
			}
		}
	}
	if n < 7*14 {
		t.Errorf("%d names", n)
	}
}
