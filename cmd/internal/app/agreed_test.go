// SPDX-License-Identifier: MIT

package app

import (
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
