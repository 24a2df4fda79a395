// SPDX-License-Identifier: MIT

package app

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// Who was shown what words mean by themselves, and sent them so, is not told that they mean
// something else behind what was asked before.
func TestWordsMeanWhatWasShown(t *testing.T) {
	c := serverOf(t, ServerConfig{Practice: true}).Connect()
	defer func() { _ = c.Close() }()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: talkSlow}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Talk(t.Context(), view.Talk{Text: "get some food"}); err != nil {
		t.Fatal(err)
	}
	const words = "bread please, 6 of them"
	shown, err := c.Read(t.Context(), view.ReadPrompt{Prompt: words})
	if err != nil || !shown.Understood {
		t.Fatalf("%+v, %v", shown, err)
	}
	out, err := c.Talk(t.Context(), view.Talk{Text: words, Accepted: shown.Hash})
	if err != nil || out.TaskID == "" || out.Reading == nil || out.Reading.Hash != shown.Hash {
		t.Errorf("%+v, %v", out, err)
	}
}

// What is typed stands as it was typed; what came of it beside it. What would be done with
// words if they were said is what is done then.
func TestWordsStandAsTheyWereTyped(t *testing.T) {
	c := serverOf(t, ServerConfig{Practice: true}).Connect()
	defer func() { _ = c.Close() }()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: talkSlow}); err != nil {
		t.Fatal(err)
	}
	var first string
	for _, x := range []struct {
		text       string
		after      bool
		start      view.Start
		goal, said string
	}{
		{text: "get 20 cobblestone", start: view.StartNow, goal: "get 20 cobblestone"},
		{text: "no, 30", start: view.StartRevised, goal: "get 30 cobblestone", said: "get 20 cobblestone"},
		{text: "no, 40", start: view.StartRevised, goal: "get 40 cobblestone", said: "get 20 cobblestone"},
		{text: "10 more", start: view.StartAfter, goal: "get 10 more cobblestone", said: "10 more"},
		{text: "follow me", after: true, start: view.StartAfter, goal: "follow me"},
		{text: "follow me", start: view.StartInstead, goal: "follow me"},
	} {
		read, err := c.Read(t.Context(), view.ReadPrompt{Prompt: x.text})
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.Talk(t.Context(), view.Talk{Text: x.text, After: x.after})
		if err != nil || out.Start != x.start {
			t.Fatalf("%s: %+v, %v", x.text, out, err)
		}
		if first == "" {
			first = out.TaskID
		} else if !x.after && read.Start != out.Start {
			t.Errorf("%s would be done %q, and is done %q", x.text, read.Start, out.Start)
		}
		got, err := c.GetTask(t.Context(), view.OfTask{TaskID: out.TaskID})
		if err != nil || got.Task.Goal != x.goal || got.Task.Said != x.said {
			t.Errorf("%s: the goal %q, typed as %q; %v", x.text, got.Task.Goal, got.Task.Said, err)
		}
	}
	now, err := c.Subscribe(t.Context(), view.Place{})
	if err != nil {
		t.Fatal(err)
	}
	var changed []string
	for _, s := range now.Snapshot.Talk {
		if s.TaskID == first {
			changed = append(changed, s.Text)
		}
	}
	if !slices.Equal(changed, []string{"no, 30", "no, 40"}) {
		t.Errorf("what changed the first is %q", changed)
	}
}
