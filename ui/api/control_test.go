// SPDX-License-Identifier: MIT

package api_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// TestWhatAStopHeldIsLetGoOf: by going on with it, or by clearing it.
func TestWhatAStopHeldIsLetGoOf(t *testing.T) {
	c, ids := stoppedAhead(t, 3)
	ctx := t.Context()
	if st, err := c.GetStatus(ctx, view.OfBody{}); err != nil || st.CurrentTask == nil || st.CurrentTask.ID != ids[1] || !st.CurrentTask.Held {
		t.Fatalf("the status is %+v, %v", st.CurrentTask, err)
	}
	if err := c.ResumeTask(ctx, view.Resume{}); err != nil || ended(t, c, ids[1]) != "complete" || ended(t, c, ids[2]) != "complete" {
		t.Fatalf("not resumed: %v", err)
	}
	if err := c.ResumeTask(ctx, view.Resume{}); err == nil || !strings.Contains(err.Error(), "no task is paused") {
		t.Errorf("with nothing to resume: %v", err)
	}
	if n, err := c.ClearQueue(ctx, view.Clear{}); n.Cleared != 0 || err != nil {
		t.Errorf("with nothing to clear: %+v, %v", n, err)
	}
}

// TestOneOfThoseHeldIsMeant: what is named goes on, or is let go of, alone.
func TestOneOfThoseHeldIsMeant(t *testing.T) {
	c, ids := stoppedAhead(t, 4)
	ctx := t.Context()
	if n, err := c.ClearQueue(ctx, view.Clear{TaskID: ids[1]}); n.Cleared != 1 || err != nil || ended(t, c, ids[1]) != "stopped" {
		t.Errorf("let go of one: %+v, %v", n, err)
	}
	if _, err := c.ClearQueue(ctx, view.Clear{TaskID: ids[1]}); err == nil || !strings.Contains(err.Error(), "does not wait") {
		t.Errorf("let go of it twice: %v", err)
	}
	if err := c.ResumeTask(ctx, view.Resume{TaskID: ids[3]}); err != nil || ended(t, c, ids[3]) != "complete" {
		t.Errorf("the last alone: %v", err)
	}
	if err := c.ResumeTask(ctx, view.Resume{TaskID: ids[3]}); err == nil {
		t.Error("what has ended went on")
	}
	if rec, err := c.GetTask(ctx, view.OfTask{TaskID: ids[2]}); err != nil || rec.Task.State != view.TaskQueued || !rec.Task.Held {
		t.Errorf("the one between: %s, held %v, %v", rec.Task.State, rec.Task.Held, err)
	}
}

func TestAPlanIsAnswered(t *testing.T) {
	for _, yes := range []bool{true, false} {
		c := dial(t, start(t, bodytest.New("a", game.ProtocolV2)))
		ctx := t.Context()
		if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
			t.Fatal(err)
		}
		id, err := send(ctx, c, "say hello", map[string]any{"approve": true})
		if err != nil {
			t.Fatal(err)
		}
		revision := 0
		for e := range c.Events() {
			if e.Task != nil && e.Task.State == view.TaskAwaiting {
				revision = e.Task.Revision
				break
			}
		}
		if err := c.AnswerPlan(ctx, view.Answer{TaskID: id, Revision: revision + 1, Approve: yes}); err == nil {
			t.Error("another plan was answered")
		}
		if err := c.AnswerPlan(ctx, view.Answer{TaskID: "", Revision: revision, Approve: yes}); err == nil || !strings.Contains(err.Error(), "taskId") {
			t.Errorf("no plan was named: %v", err)
		}
		if err := c.AnswerPlan(ctx, view.Answer{TaskID: id, Revision: revision, Approve: yes}); err != nil {
			t.Fatal(err)
		}
		if state, want := ended(t, c, id), map[bool]view.TaskState{true: "complete", false: "stopped"}[yes]; state != want {
			t.Errorf("it ended %s, want %s", state, want)
		}
	}
}

// stoppedAhead are so many goals of a body, the first of which was stopped while it
// ran, and the others are held behind it.
func stoppedAhead(t *testing.T, n int) (c *client.Client, ids []string) {
	t.Helper()
	body := bodytest.New("a", game.ProtocolV2)
	body.Faults = func(n int, _ game.Action) bodytest.Fault { return bodytest.Fault{Hang: n == 1} }
	c = dial(t, start(t, body))
	ctx := t.Context()
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		t.Fatal(err)
	}
	for range n {
		id, err := send(ctx, c, "say hello", nil)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	for len(body.Sent()) == 0 {
		<-c.Events()
	}
	if err := c.StopTask(ctx, view.OfBody{}); err != nil || ended(t, c, ids[0]) != "stopped" {
		t.Fatalf("the first is not stopped: %v", err)
	}
	return c, ids
}
