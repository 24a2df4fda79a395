// SPDX-License-Identifier: MIT

package app

import (
	"os"
	"testing"
	"time"

	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/ui/view"
)

// A sentence is read once, where it arrives: by the talk, the submission, the planner and
// every round together. What it was read as outlives a restart and a change of the phrases.
func TestASentenceIsReadOnce(t *testing.T) {
	path := phrasesIn(t, "language: en\nmeans:\n  \"earth please\": \"get 3 dirt\"\n")
	k := keepsIn(t, nil)
	reads := func(why string, want int64, do func()) {
		t.Helper()
		before := goals.Reads()
		do()
		if n := goals.Reads() - before; n != want {
			t.Errorf("%s: %d sentences were read, want %d", why, n, want)
		}
	}
	approve := true
	var set view.PromptSettings
	set.Approve = &approve
	until := func(id string, state view.TaskState) view.Task {
		t.Helper()
		for ; ; time.Sleep(10 * time.Millisecond) {
			rec, err := k.c.GetTask(t.Context(), view.OfTask{TaskID: id})
			if err != nil {
				t.Fatal(err)
			}
			if rec.Task.State == state {
				return rec.Task
			}
			if rec.Task.State.Ended() {
				t.Fatalf("it is %s: %s", rec.Task.State, rec.Task.Reason)
			}
		}
	}
	yes := func(id string) view.Task {
		t.Helper()
		waits := until(id, view.TaskAwaiting)
		if err := k.c.AnswerPlan(t.Context(), view.Answer{TaskID: id, Revision: waits.Revision, Approve: true}); err != nil {
			t.Fatal(err)
		}
		return until(id, view.TaskComplete)
	}
	reads("a message", 1, func() {
		out, err := k.c.Talk(t.Context(), view.Talk{Text: "get 1 dirt", Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		yes(out.TaskID)
	})
	var id string
	reads("a prompt", 1, func() {
		q, err := k.c.SendPrompt(t.Context(), view.Prompt{Prompt: "earth please", Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		id = q.TaskID
		until(id, view.TaskAwaiting)
	})
	if err := os.WriteFile(path, []byte("language: en\nmeans:\n  \"earth please\": \"get 9 sand\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	k.goesOn = true
	reads("after a restart", 0, func() {
		k.start(nil)
		if done := yes(id); done.Goal != "earth please" || done.Reason != "Done: 3 dirt held." {
			t.Errorf("%q is %s: %s", done.Goal, done.State, done.Reason)
		}
	})
	reads("it again", 0, func() {
		q, err := k.c.RetryTask(t.Context(), view.Retry{TaskID: id})
		if err != nil {
			t.Fatal(err)
		}
		if done := until(q.TaskID, view.TaskComplete); done.Reading != "get 3 dirt" {
			t.Errorf("%q is read as %q: %s", done.Goal, done.Reading, done.Reason)
		}
	})
}
