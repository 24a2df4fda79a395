// SPDX-License-Identifier: MIT

package talk_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// said are the lines of a file of testdata that are no remarks.
func linesOf(t *testing.T, name string) []string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(raw), "\n"), func(l string) bool { return l == "" || strings.HasPrefix(l, "#") })
}

// busy is what is under way while something is said.
var busy = talk.About{Earlier: []string{"mine 64 stone"}, Open: []bool{true}, Busy: true}

// A stop is heard as strangers word it, alone as the Stop button and among other words
// as a pause.
func TestStopsAreHeard(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	heard, all := 0, 0
	for _, line := range linesOf(t, "testdata/stops.txt") {
		want, text, ok := strings.Cut(line, " > ")
		if !ok {
			t.Fatalf("%q is no KIND > TEXT", line)
		}
		all++
		if got := sorter.Sort(text, busy)[0].Kind; string(got) != want {
			t.Errorf("%q is %s, not %s", text, got, want)
			continue
		}
		heard++
	}
	t.Logf("%d of %d are heard", heard, all)
}

// What only holds a word for stopping ends nothing.
func TestWordsThatOnlyHoldAStop(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	list := linesOf(t, "testdata/holds.txt")
	if len(list) < 100 {
		t.Errorf("only %d", len(list))
	}
	wrong := 0
	for _, text := range list {
		if got := sorter.Sort(text, busy)[0].Kind; got == talk.Stop || got == talk.Pause || sorter.Stops(text) != "" {
			t.Errorf("%q is %s", text, got)
			wrong++
		}
	}
	t.Logf("%d of %d end something", wrong, len(list))
}

// In every language a stop word is heard alone, repeated, before and after
// punctuation, among the words that go with it, and not where it is a condition.
func TestStopsInEveryLanguage(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	languages := map[string]bool{}
	for _, line := range linesOf(t, "testdata/languages.txt") {
		head, text, ok := strings.Cut(line, " > ")
		language, want, ok2 := strings.Cut(head, " ")
		if !ok || !ok2 {
			t.Fatalf("%q is no LANGUAGE KIND > TEXT", line)
		}
		languages[language] = true
		if got := string(sorter.Sort(text, busy)[0].Kind); got != want && (want != "-" || got == "stop" || got == "pause") {
			t.Errorf("%s: %q is %s, not %s", language, text, got, want)
		}
	}
	if len(languages) != 15 {
		t.Errorf("%d languages", len(languages))
	}
}

// Of ordinary messages fewer than one in a hundred pauses.
func TestOrdinaryMessagesPauseNothing(t *testing.T) {
	if raced.On {
		t.Skip("it computes alone: make whole runs it without the race detector")
	}
	var list []string
	for _, line := range linesOf(t, "../goals/testdata/readings.txt") {
		text, _, _ := strings.Cut(line, " => ")
		list = append(list, text)
	}
	for _, s := range lines(t) {
		if !strings.HasPrefix(s.meant, "stop") && !strings.HasPrefix(s.meant, "pause") {
			list = append(list, s.text)
		}
	}
	fewPause(t, list, "stop")
}

// fewPause holds that of 500 messages or more, but for those that mean it, fewer than one
// in a hundred pauses.
func fewPause(t *testing.T, list []string, meant ...string) {
	t.Helper()
	sorter := talk.New(book.NewLibrary(book.Config{}))
	paused := 0
	for _, text := range list {
		if got := sorter.Sort(text, busy)[0].Kind; (got == talk.Stop || got == talk.Pause) && !slices.Contains(meant, text) {
			t.Logf("%q is %s", text, got)
			paused++
		}
	}
	t.Logf("%d of %d pause", paused, len(list))
	if len(list) < raced.Of(500, 100) || paused*100 >= len(list) {
		t.Errorf("%d of %d pause", paused, len(list))
	}
}

// What asks for more of the same goes on with what is paused, and wants nothing else.
func TestDoNotStopGoesOn(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	paused := busy
	paused.Paused = true
	for _, text := range []string{"do not stop", "don't stop!", "please dont stop now"} {
		if got := sorter.Sort(text, busy)[0]; got.Kind != talk.Remark {
			t.Errorf("%q is %s", text, got.Kind)
		}
		if got := sorter.Sort(text, paused)[0]; got.Kind != talk.Resume {
			t.Errorf("%q is %s to who pauses", text, got.Kind)
		}
	}
}

// A stop is answered in the language that it was said in.
func TestStopsAreOfTheirLanguage(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for text, want := range map[string]string{"stop": "en", "stopp": "de", "detente": "es", "arrête": "fr", "стоп": "ru"} {
		if got := sorter.Sort(text, talk.About{})[0]; got.Kind != talk.Stop || got.Language != want {
			t.Errorf("%q is %s in %q, not a stop in %q", text, got.Kind, got.Language, want)
		}
	}
}
