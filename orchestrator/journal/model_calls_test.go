// SPDX-License-Identifier: MIT

package journal_test

import (
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator/journal"
)

// TestModelCallsAreKeptAWeek: over restarts, oldest first.
func TestModelCallsAreKeptAWeek(t *testing.T) {
	dir := t.TempDir()
	j, err := journal.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().Truncate(time.Microsecond)
	kept := journal.ModelCall{Began: now.Add(-time.Hour), Ended: now, Who: "ada", Task: "t1", Kind: "plan", Provider: "studio", Model: "hermes", Attempt: 2,
		Input: 100, Output: 20, Outcome: "timeout", Detail: "It did not finish.", Prompt: "get wood", Reply: "{}", PromptHash: "ab", ReplyHash: "cd"}
	old := kept
	old.Began = now.Add(-8 * 24 * time.Hour)
	for _, c := range []journal.ModelCall{kept, old} {
		if err := j.AppendModelCall(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := j.ModelCalls(t.Context(), time.Time{}); err != nil || len(list) != 2 || !list[0].Began.Equal(old.Began) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err = journal.Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	list, err := j.ModelCalls(t.Context(), time.Time{})
	if err != nil || len(list) != 1 || !list[0].Began.Equal(kept.Began) || !list[0].Ended.Equal(kept.Ended) {
		t.Fatalf("%+v, %v", list, err)
	}
	list[0].Began, list[0].Ended = kept.Began, kept.Ended
	if list[0] != kept {
		t.Errorf("kept %+v", list[0])
	}
	if list, err = j.ModelCalls(t.Context(), now); err != nil || len(list) != 0 {
		t.Errorf("since now: %+v, %v", list, err)
	}
}
