// SPDX-License-Identifier: MIT

package app

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// What a request leaves open is asked for, and a word that answers it makes the request
// whole; when the talk has gone on, it answers nothing.
func TestAWordFillsWhatWasLeftOpen(t *testing.T) {
	c := serverOf(t, ServerConfig{Practice: true}).Connect()
	defer func() { _ = c.Close() }()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: talkSlow}); err != nil {
		t.Fatal(err)
	}
	for _, talk := range []struct{ open, asks, answer, goal string }{
		{"mine", "mine ___: what?", "3 dirt", "mine 3 dirt"},
		{"get a torch and then mine", "get a torch and then mine ___: what?", "stone please", "get 1 torch, mine 1 stone"},
		{"hol mir", "hol mir ___: was?", "2 Fackeln", "hol 2 Fackeln"},
		{"store 3 dirt", "store 3 dirt ___: where?", "in a chest", "deposit 3 dirt in a chest"},
	} {
		out, err := c.Talk(t.Context(), view.Talk{Text: talk.open})
		if err == nil || out.TaskID != "" || !strings.Contains(err.Error(), talk.asks) && talk.open != "hol mir" {
			t.Errorf("%q: %+v, %v", talk.open, out, err)
			continue
		}
		out, err = c.Talk(t.Context(), view.Talk{Text: talk.answer})
		if err != nil || out.TaskID == "" || out.Reading == nil || out.Reading.Text != talk.goal {
			t.Errorf("%q, %q: %+v, %v", talk.open, talk.answer, out, err)
		}
		// What was understood stays with what was said, also when the talk has gone on.
		now, err := c.Subscribe(t.Context(), view.Place{})
		if err != nil || now.Snapshot == nil || len(now.Snapshot.Talk) == 0 {
			t.Fatal(err)
		}
		if p := now.Snapshot.Talk[len(now.Snapshot.Talk)-1].Partly; p == nil || strings.TrimSpace(p.Before+p.After) != talk.open {
			t.Errorf("%q is kept with %+v", talk.open, p)
		}
		if out, err := c.Talk(t.Context(), view.Talk{Text: talk.answer}); err == nil && out.Goal != talk.answer {
			t.Errorf("%q fills %q again: %+v", talk.answer, talk.open, out)
		}
	}
	r, err := c.Read(t.Context(), view.ReadPrompt{Prompt: "get wood, then mine 3 flurbs with a stone pickaxe"})
	if err != nil || r.Partly == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	want := []game.Chip{
		{Slot: "clause", Text: "get wood"}, {Slot: "verb", Text: "mine"}, {Slot: "thing", Text: "3"}, {Slot: "thing", Open: true},
		{Slot: "tool", Text: "with a stone pickaxe"},
	}
	if !slices.Equal(r.Partly.Chips, want) || r.Partly.Slot != "thing" || len(r.Partly.Choices) == 0 {
		t.Errorf("%+v", r.Partly)
	}
	if unique := slices.Compact(slices.Sorted(slices.Values(r.Partly.Choices))); len(unique) != len(r.Partly.Choices) {
		t.Errorf("the same twice: %q", r.Partly.Choices)
	}
	for _, choice := range r.Partly.Choices {
		if whole, err := c.Read(t.Context(), view.ReadPrompt{Prompt: r.Partly.Fill(choice)}); err != nil || !whole.Understood {
			t.Errorf("%q: %+v, %v", choice, whole, err)
		}
	}
}

// What was asked about stays open when a question behind it is answered: the answer has what agrees to it.
func TestAQuestionBehindAnOfferLeavesItOpen(t *testing.T) {
	k := keepsIn(t, map[string]int{})
	out, err := k.c.Talk(t.Context(), view.Talk{Text: "hol doch bitte die Blumen, aber auch einpflanzen. Und welche Farbe haben die Schafe hier, gibt es auch rosa Schafe?", Language: "de"})
	if err != nil || out.Reading == nil || out.Reading.Guess == "" || len(out.Acts) != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	if yes, err := k.c.Talk(t.Context(), view.Talk{Accepted: out.Reading.Hash}); err != nil || yes.TaskID == "" {
		t.Errorf("%+v, %v", yes, err)
	}
}
