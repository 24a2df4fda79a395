// SPDX-License-Identifier: MIT

package talk_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// An answer that says more than yes or no keeps its yes, changes what was offered before that begins, and loses nothing.
func TestAnswersThatSayMore(t *testing.T) {
	sorter, right := talk.New(book.NewLibrary(book.Config{})), 0
	list := linesOf(t, "testdata/answers.txt")
	for _, line := range list {
		said, meant, _ := strings.Cut(line, " = ")
		asked, text, ok := strings.Cut(said, " > ")
		if !ok {
			t.Fatalf("%q is no OFFER > TEXT = MEANT", line)
		}
		about := talk.About{Earlier: []string{asked}, Open: []bool{true}, Awaiting: true, Offered: sorter.Sort(asked, talk.About{})[0].Read}
		var got []string
		for _, act := range sorter.Sort(text, about) {
			got = append(got, shown(act))
		}
		if is := strings.Join(got, " + "); is != meant {
			t.Errorf("%q to %q is %s, not %s", text, asked, is, meant)
			continue
		}
		right++
	}
	t.Logf("%d of %d", right, len(list))
}
