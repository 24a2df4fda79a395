// SPDX-License-Identifier: MIT

package talk_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/talk"
)

// A stop among other words is heard in every language: each of 200 wordings pauses or
// stops.
func TestStopsAmongOtherWords(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	list := linesOf(t, "testdata/among.txt")
	languages := map[string]int{}
	heard := 0
	for _, line := range list {
		lang, text, ok := strings.Cut(line, " > ")
		if !ok {
			t.Fatalf("%q is no LANGUAGE > TEXT", line)
		}
		languages[lang]++
		said := sorter.Sort(text, busy)[0]
		if (said.Kind == talk.Stop || said.Kind == talk.Pause) && sorter.Stops(text) != "" {
			heard++
			continue
		}
		t.Errorf("%s: %q is %s", lang, text, said.Kind)
	}
	t.Logf("%d of %d are heard", heard, len(list))
	if len(list) < 200 || len(languages) != 15 {
		t.Errorf("%d wordings in %d languages", len(list), len(languages))
	}
}

// Of ordinary messages, in which some words look like stops, fewer than one in a hundred
// pauses.
func TestOrdinaryTalkPausesNothing(t *testing.T) {
	list := linesOf(t, "testdata/ordinary.txt")
	for _, line := range linesOf(t, "testdata/questions.txt") {
		_, text, _ := strings.Cut(line, " > ")
		list = append(list, text)
	}
	list = append(list, linesOf(t, "testdata/holds.txt")...)
	list = append(list, linesOf(t, "testdata/chatter.txt")...)
	fewPause(t, raced.Every(5, list))
}

// Chatter is a remark, alone and while something is done, and never a request.
func TestChatter(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	for _, text := range linesOf(t, "testdata/chatter.txt") {
		for _, about := range []talk.About{{}, busy} {
			acts := sorter.Sort(text, about)
			if slices.ContainsFunc(acts, func(s talk.Said) bool { return s.Kind != talk.Remark }) {
				t.Errorf("%q is %+v", text, acts)
				break
			}
		}
	}
}

// Of 100 questions whose answer is on the screen at least 90 ask for the fact that has it.
func TestQuestionsOfTheScreen(t *testing.T) {
	sorter := talk.New(book.NewLibrary(book.Config{}))
	list := linesOf(t, "testdata/questions.txt")
	right := 0
	for _, line := range list {
		topics, text, _ := strings.Cut(line, " > ")
		acts := sorter.Sort(text, busy)
		if said := acts[0]; len(acts) == 1 && said.Kind == talk.Question && slices.Contains(strings.Split(topics, "|"), string(said.Topic)) {
			right++
			continue
		}
		t.Logf("%q is %s %s, not %s", text, acts[0].Kind, acts[0].Topic, topics)
	}
	t.Logf("%d of %d", right, len(list))
	if len(list) < 100 || right < 90 {
		t.Errorf("%d of %d", right, len(list))
	}
}

// A question is answered in any of the languages, and by nothing that says more.
func TestAnswers(t *testing.T) {
	s := talk.New(book.NewLibrary(book.Config{}))
	for text, want := range map[string]talk.Kind{
		"yes": talk.Yes, "Yep!": talk.Yes, "y": talk.Yes, "ja": talk.Yes, "是": talk.Yes, "sí": talk.Yes, "oui": talk.Yes, "да": talk.Yes,
		"no": talk.No, "nope": talk.No, "no thanks": talk.No, "nein": talk.No, "不": talk.No, "нет": talk.No,
		"": "", "no, birch": "", "yes get 3 logs": "", "hello": "", "ok": "", "always": "", "go": "", "all": "", "好的": talk.Yes, "is it done?": "", "stop": "",
	} {
		if got := s.Answers(text); got != want {
			t.Errorf("%q answers %q, want %q", text, got, want)
		}
	}
}
