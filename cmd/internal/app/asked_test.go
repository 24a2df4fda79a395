// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/skills"
	"github.com/minehand/minehand/planner/talk"
)

var askedUpdate = flag.Bool("asked.update", false, "write what becomes of the wordings of testdata/asked.txt into it")

// The marks of what becomes of a wording: it is done, it says what cannot be done yet, it
// offers a goal, or it helps nobody.
const (
	askedDone, askedCannot, askedOffered, askedUseless = "=", "!", "~", "-"
	askedFile                                          = "testdata/asked.txt"
)

// TestWhatPlayersAskOfSkills: 61 skills in two wordings each, with what becomes of each of
// them. A line that differs is to be looked at: -asked.update writes them anew.
func TestWhatPlayersAskOfSkills(t *testing.T) {
	text, err := os.ReadFile(askedFile)
	if err != nil {
		t.Fatal(err)
	}
	v, err := data.Load("1.21.4")
	if err != nil {
		t.Fatal(err)
	}
	count, sorter := map[string]int{}, talk.New(book.NewLibrary(book.Config{}))
	var lines []string
	for line := range strings.Lines(string(text)) {
		wording, _, _ := strings.Cut(strings.TrimSpace(line), " | ")
		if wording == "" || strings.HasPrefix(wording, "#") {
			lines = append(lines, wording)
			continue
		}
		mark, outcome := becomes(goals.Of(v), sorter, wording)
		count[mark]++
		now := wording + " | " + mark
		if mark != askedOffered { // offers are other tests' to hold
			now += " " + outcome
		}
		lines = append(lines, now)
		if was := strings.TrimSpace(line); !*askedUpdate && now != was && (mark == askedDone || strings.Contains(was, " | "+askedDone)) {
			t.Errorf("it is no longer so: %s\nnow: %s", was, now)
		}
	}
	got := strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
	if *askedUpdate {
		if err := os.WriteFile(askedFile, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d done, %d said not to be possible yet, %d offered a goal, %d of no use", count[askedDone], count[askedCannot], count[askedOffered], count[askedUseless])
	if useful := count[askedDone] + count[askedCannot] + count[askedOffered]; useful < 110 || useful+count[askedUseless] != 122 {
		t.Errorf("%d of %d are done or usefully refused; 110 of 122 are wanted", useful, useful+count[askedUseless])
	}
}

// becomes is what a wording comes to where home and base are known and a chest stands.
func becomes(r *goals.Reader, sorter *talk.Sorter, wording string) (mark, outcome string) {
	known := skills.Known{
		Names: []string{skills.Home, "base"},
		Place: func(string) *game.Pos { return &game.Pos{X: 1, Y: 70, Z: 2} },
		Box: func(bool, func(string, game.Pos) string) (string, game.Pos, bool) {
			return "chest", game.Pos{X: 4, Y: 64, Z: 4}, true
		},
	}
	if said, ok := skills.Hear(wording, known.Names); ok {
		return askedDone, strings.Join(strings.Fields(said.Kind+" "+said.Name+" "+said.When+" "+said.Goal), " ")
	}
	about := talk.About{Earlier: []string{"get 3 logs"}, Read: []*game.Reading{nil}, Open: []bool{false}}
	if said := sorter.Sort(wording, about); len(said) > 0 && said[0].Kind == talk.Undo {
		return askedDone, string(said[0].Kind)
	}
	reading, err := r.Read(skills.Reword(wording, known).Text)
	var unread *game.UnreadableError
	switch {
	case err == nil && len(reading.Respelt) > 0:
		return askedDone, "asks: " + reading.Words()
	case err == nil:
		return askedDone, reading.Words()
	case !errors.As(err, &unread):
		return askedUseless, err.Error()
	case unread.Cannot != "":
		return askedCannot, "cannot " + unread.Cannot
	case len(unread.Nearest) > 0:
		return askedOffered, strings.Join(unread.Nearest, "; ")
	}
	return askedUseless, unread.Part
}
