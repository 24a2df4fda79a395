// SPDX-License-Identifier: MIT

package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// TestEveryCallIsAToolOrLeftOut: each tool has a name and a schema of its own.
func TestEveryCallIsAToolOrLeftOut(t *testing.T) {
	inputs, err := schemas()
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]string{"wait_for_task": "the tool that waits"}
	for _, c := range ui.Calls() {
		if c.Tool.Left != "" {
			continue
		}
		if other := tools[nameOf(&c)]; other != "" {
			t.Errorf("%s and %s are both the tool %s", c.Name, other, nameOf(&c))
		}
		tools[nameOf(&c)] = c.Name
		s := inputs[c.Name]
		if s["type"] != "object" {
			t.Errorf("%s has the input schema %v; run go generate ./ui", c.Name, s)
		}
		text, err := json.Marshal(s)
		if err != nil || strings.Contains(string(text), "$ref") {
			t.Errorf("the schema of %s is not whole in itself: %s, %v", c.Name, text, err)
		}
		for _, path := range c.Tool.Unasked {
			if member := path[strings.LastIndex(path, ".")+1:]; strings.Contains(string(text), `"`+member+`"`) {
				t.Errorf("a chat is asked for %s of %s", path, c.Name)
			}
		}
	}
}

// TestNothingIsCalledProvenThatIsNot: the words for each way in which a task can
// end and stand.
func TestNothingIsCalledProvenThatIsNot(t *testing.T) {
	seen := view.Clause{Text: "get 3 diamonds", Met: true, Have: 3, Want: 3, Grade: view.Seen, Evidence: "seen: 3 diamonds held"}
	told := view.Clause{Text: `say "hi"`, Met: true, Have: 1, Want: 1, Grade: view.Told, Evidence: "by the body's word"}
	open := view.Clause{Text: "get 3 diamonds", Have: 1, Want: 3, Grade: view.Seen, Evidence: "missing: 2 diamonds"}
	none := view.Clause{Text: "dance", Met: true, Grade: view.Unprovable}
	for _, c := range []struct {
		task       view.Task
		want, lack []string
	}{
		{view.Task{State: view.TaskComplete, Verified: true, Clauses: []view.Clause{seen}}, []string{"Complete: every clause was seen", "get 3 diamonds: proven (3 of 3); seen: 3 diamonds held"}, []string{"not proven"}},
		{view.Task{State: view.TaskComplete, Verified: true, Clauses: []view.Clause{seen, told}}, []string{"by the body's word alone", `say "hi": by the body's word`}, []string{"every clause"}},
		{view.Task{State: view.TaskComplete, Clauses: []view.Clause{seen}}, []string{"not proven"}, []string{"Complete"}},
		{view.Task{State: view.TaskUnverified, Clauses: []view.Clause{none}, Reason: "Nobody could check it."}, []string{"Carried out, but not proven. Nobody could check it.", "dance: not proven"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskError, Clauses: []view.Clause{open}}, []string{"Not done.", "not proven (1 of 3); missing: 2 diamonds"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskStopped, Clauses: []view.Clause{seen, open}}, []string{"Stopped before its end.", ": proven", ": not proven"}, []string{"Complete"}},
		{view.Task{State: view.TaskRunning, Step: 1, Of: 4, Clauses: []view.Clause{open}}, []string{"Not done yet: action 1 of 4"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskAwaiting, ID: "T", Revision: 2}, []string{`answer_plan with taskId "T" and revision 2`}, []string{"Complete"}},
		{view.Task{State: view.TaskQueued, Held: true}, []string{"resume_task"}, []string{"Complete"}},
	} {
		got := taskWords(&c.task)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s lacks %q", got, w)
			}
		}
		for _, w := range c.lack {
			if strings.Contains(got, w) {
				t.Errorf("%s must not say %q", got, w)
			}
		}
	}
}

// An action that a stop ended did not fail: the count of failures and the list agree.
func TestAStopFailsNothing(t *testing.T) {
	ended := time.Unix(1, 0)
	text := recordWords(&view.TaskRecord{
		Task: view.Task{Title: "get 64 dirt", State: view.TaskStopped, Sent: 1, Of: 1},
		Actions: []view.Action{
			{Seq: 1, Step: view.Step{Text: "Mine 64 dirt"}, Ended: ended, Verdict: game.Failed, End: game.EndCaller, Reason: "stopped"},
		},
	})
	for _, want := range []string{"Sent: 1 action, of which 0 failed.", "1. Mine 64 dirt: given up, stopped"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	if strings.Contains(text, ": failed") {
		t.Errorf("%q calls it failed", text)
	}
}

// TestWhatPlayersWriteMovesNoTerminal.
func TestWhatPlayersWriteMovesNoTerminal(t *testing.T) {
	data, err := json.Marshal(view.TaskRecord{Task: view.Task{Title: "say \x1b[2Jhi", State: view.TaskError, Reason: "told \u202eby a mod"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := answer("get-task", data)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*sdk.TextContent).Text; strings.ContainsAny(text, "\x1b\u202e") {
		t.Errorf("the chat gets %q", text)
	}
}
