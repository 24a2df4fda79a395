// SPDX-License-Identifier: MIT

package talk_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// said is a line of testdata/said.txt.
type said struct {
	n           int
	earlier     []string
	open        []bool
	text, meant string
}

func lines(t *testing.T) []said {
	t.Helper()
	raw, err := os.ReadFile("testdata/said.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []said
	for n, line := range strings.Split(string(raw), "\n") {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		head, meant, ok := strings.Cut(line, " = ")
		earlier, text, ok2 := strings.Cut(" "+head, "> ")
		if !ok || !ok2 {
			t.Fatalf("line %d is neither a remark nor EARLIER > TEXT = KIND", n+1)
		}
		s := said{n: n + 1, text: text, meant: strings.TrimSpace(meant)}
		for part := range strings.SplitSeq(earlier, "|") {
			if part = strings.TrimSpace(part); part != "" {
				goal, open := strings.CutSuffix(part, "*")
				s.earlier, s.open = append(s.earlier, goal), append(s.open, open)
			}
		}
		list = append(list, s)
	}
	return list
}

// shown is a text as it was sorted, as a line of the file has it.
func shown(s talk.Said) string {
	text := string(s.Kind)
	switch {
	case s.Fault != "":
		return text + "! " + s.Fault
	case s.Kind == talk.Question:
		text += " " + string(s.Topic)
		if s.Name != "" {
			text += " " + s.Name
		}
	case s.Goal != "":
		text += ": " + s.Goal
	}
	for _, flag := range []struct {
		name string
		on   bool
	}{{"instead", s.Instead}, {"again", s.Again}, {"guess", s.Guess}, {"nothing left", s.NothingLeft}, {fmt.Sprintf("of %d", s.Of+1), s.Of > 0}, {amongWords(s), s.Kind == talk.Undo && s.Name != ""}} {
		if flag.on {
			text += fmt.Sprintf(" (%s)", flag.name)
		}
	}
	return text
}

// Every line of the file is sorted as it says.
func TestSaid(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range lines(t) {
		got := sorter.Sort(s.text, talk.About{Earlier: s.earlier, Open: s.open, Busy: slices.Contains(s.open, true)})
		texts := make([]string, len(got))
		for i := range got {
			texts[i] = shown(got[i])
		}
		if strings.HasSuffix(s.meant, "(gist)") { // it is not read, and this of it is asked about
			gist := sorter.Gist(got[len(got)-1].Goal, talk.About{}).Text
			texts[len(texts)-1] = "goal: " + gist + " (gist)"
		}
		if text := strings.Join(texts, " + "); text != s.meant {
			t.Errorf("line %d: %q after %q:\n is %s\nnot %s", s.n, s.text, s.earlier, text, s.meant)
		}
		if stops := sorter.Stops(s.text); (stops == talk.Stop) != (got[0].Kind == talk.Stop) {
			t.Errorf("line %d: %q stops at once as %q", s.n, s.text, stops)
		}
	}
}

// What was asked about since the last request can be referred to as what was asked for.
func TestSaidOfWhatWasAskedAbout(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range []struct{ earlier, asked, text, meant string }{
		{"", "cows", "kill one", "follow_up: kill 1 cow"},
		{"get 3 dirt", "cows", "kill one", "follow_up: kill 1 cow"},
		{"", "cow", "kill it", "follow_up: kill 1 cow"},
		{"get 3 dirt", "1 ladder", "make one", "follow_up: craft 1 ladder"},
		{"", "chest", "how do you make it?", "question make 1 chest"},
	} {
		about := talk.About{Asked: s.asked}
		if s.earlier != "" {
			about.Earlier, about.Open = []string{s.earlier}, []bool{false}
		}
		if got := shown(sorter.Sort(s.text, about)[0]); got != s.meant {
			t.Errorf("%q about %q after %q is %s, not %s", s.text, s.asked, s.earlier, got, s.meant)
		}
	}
}

// A yes with a condition is one to what was asked about as that changes it, and none where it is
// not understood.
func TestAYesUnderACondition(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, s := range []struct{ asked, text, meant string }{
		{"get 1 cake", "yes but 3", "correction: get 3 cakes"},
		{"get 1 cake", "yeah, but just 3 of them", "correction: get 3 cakes"},
		{"make 1 sword", "yes please, but an iron one", "correction: craft 1 iron sword"},
		{"make 5 torches", "ja, aber 12", "correction: craft 12 torches"},
		{"make 5 torches", "ja, nur 2 Fackeln", "correction: craft 2 torches"},
		{"make 1 sword", "sí, pero la espada de hierro", "correction: craft 1 iron sword"},
		{"make 5 torches", "oui, mais 12", "correction: craft 12 torches"},
		{"make 5 torches", "sim, mas 12", "correction: craft 12 torches"},
		{"make 5 torches", "да, но 12", "correction: craft 12 torches"},
		{"make 5 torches", "对，但是要12个", "correction: craft 12 torches"},
		{"place 64 flowers", "yes but around the house and not just anywhere", "correction! refer.proviso"},
		{"make 1 sword", "yes, exactly that, but a nicer one if it is no trouble to anybody", "correction! refer.proviso"},
		{"build a hut", "ja, aber 12 hoch wäre besser und bunt", "correction! refer.proviso"},
		{"build a 5x5x8 tower", "yes but 8 is too low, make it 20 high of stone", "correction: build 5x5x20 tower of stone (guess)"},
		{"build a 5x5x8 tower", "ja aber 8 ist zu niedrig, mach ihn 20 hoch aus Stein", "correction: build 5x5x20 tower of stone (guess)"},
		{"build a 5x5x8 tower", "sí pero 8 es poco, hazla de 20 de alto de piedra", "correction: build 5x5x20 tower of stone (guess)"},
		{"build a 5x5x8 tower", "pode ser mas 8 é pouco, faz tipo uns 20 de altura de pedra", "correction: build 5x5x20 tower of stone (guess)"},
		{"build a 5x5x8 tower", "sim, mas 20 de altura de pedra", "correction: build 5x5x20 tower of stone"},
		{"make 1 sword", "yes, and then get 3 dirt", "yes + goal: get 3 dirt"},
	} {
		about := talk.About{Earlier: []string{s.asked}, Open: []bool{true}, Awaiting: true}
		if strings.HasPrefix(s.text, "pode") {
			about.Offered = sorter.Sort(s.asked, talk.About{})[0].Read
		}
		list := sorter.Sort(s.text, about)
		got := make([]string, len(list))
		for i := range list {
			got[i] = shown(list[i])
		}
		if text := strings.Join(got, " + "); text != s.meant {
			t.Errorf("%q to %q is %s, not %s", s.text, s.asked, text, s.meant)
		}
	}
}

// A polite no to a question ends it, and the wish behind it is one of its own.
func TestANoAndAnotherWish(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	about := talk.About{Earlier: []string{"get 1 cake"}, Open: []bool{true}, Awaiting: true, Offered: sorter.Sort("get 1 cake", talk.About{})[0].Read}
	for text, goal := range map[string]string{
		"No thank you. Could you please set up a small storage area?": "Could you please set up a small storage area?",
		"no thanks, build a hut":                          "build a hut",
		"nein danke. Kannst du mir bitte ein Haus bauen?": "Kannst du mir bitte ein Haus bauen",
		"no gracias, construye una casa":                  "construye una casa",
		"non merci, construis une maison":                 "construis une maison",
		"não, obrigado. faça uma casa":                    "faça uma casa",
		"нет спасибо, построй дом":                        "построй дом",
		"不用了，建一个小屋":                                       "建一个小屋",
	} {
		if list := sorter.Sort(text, about); len(list) != 2 || list[0].Kind != talk.No || list[1].Goal != goal {
			t.Errorf("%q is %+v", text, list)
		}
	}
}

// amongWords are the earlier requests that made what an undo names.
func amongWords(s talk.Said) string {
	if len(s.Among) == 0 {
		return "among none"
	}
	words := "among"
	for _, i := range s.Among {
		words += fmt.Sprintf(" %d", i+1)
	}
	return words
}
