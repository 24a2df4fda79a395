// SPDX-License-Identifier: MIT

package mcp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
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
		{view.Task{State: view.TaskComplete, Verified: true, Clauses: []view.Clause{seen}}, []string{"Complete: every part was seen", "get 3 diamonds: proven (3 of 3); seen: 3 diamonds held"}, []string{"not proven"}},
		{view.Task{State: view.TaskComplete, Verified: true, Clauses: []view.Clause{seen, told}}, []string{"by the body's word alone", `say "hi": by the body's word`}, []string{"every clause"}},
		{view.Task{State: view.TaskComplete, Clauses: []view.Clause{seen}}, []string{"not proven"}, []string{"Complete"}},
		{view.Task{State: view.TaskUnverified, Clauses: []view.Clause{none}, Reason: "Nobody could check it."}, []string{"Carried out, but not proven. Nobody could check it.", "dance: not proven"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskError, Clauses: []view.Clause{open}}, []string{"Not done.", "not proven (1 of 3); missing: 2 diamonds"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskStopped, Clauses: []view.Clause{seen, open}}, []string{"Stopped before its end.", ": proven", ": not proven"}, []string{"Complete"}},
		{view.Task{State: view.TaskRunning, Step: 1, Of: 4, Clauses: []view.Clause{open}}, []string{"Not done yet: action 1 of 4"}, []string{"Complete", ": proven"}},
		{view.Task{State: view.TaskAwaiting, ID: "T", Revision: 2}, []string{`minehand do yes`, "you cannot answer it for them"}, []string{"Complete"}},
		{view.Task{State: view.TaskQueued, Held: true}, []string{"resume_task"}, []string{"Complete"}},
	} {
		got := (&server{cfg: Config{Typed: "minehand do"}}).taskWords(&c.task)
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
	text := (&server{}).recordWords(&view.TaskRecord{
		Task: view.Task{Title: "get 64 dirt", State: view.TaskStopped, Sent: 1, Of: 1},
		Actions: []view.Action{
			{Seq: 1, Step: view.Step{Text: "Mine 64 dirt"}, Ended: ended, Verdict: game.Failed, End: game.EndCaller, Reason: "stopped"},
			{Seq: 2, Step: view.Step{Text: "Build 120 blocks"}, Ended: ended, Verdict: game.Claimed, End: game.EndCaller, Reason: "broken off"},
		},
	})
	for _, want := range []string{"Sent: 1 action, of which 0 failed.", "1. Mine 64 dirt: given up, stopped", "2. Build 120 blocks: given up, broken off"} {
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
	r, err := (&server{}).answer(&ui.Call{Name: "get-task"}, data)
	if err != nil {
		t.Fatal(err)
	}
	if text := r.Content[0].(*sdk.TextContent).Text; strings.ContainsAny(text, "\x1b\u202e") {
		t.Errorf("the chat gets %q", text)
	}
}

// tools are those that a host is offered.
func tools(t *testing.T, cfg Config) map[string]*sdk.Tool {
	t.Helper()
	server, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	mine, theirs := sdk.NewInMemoryTransports()
	session, err := server.Connect(t.Context(), mine, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	host, err := sdk.NewClient(&sdk.Implementation{Name: "host", Version: "1"}, nil).Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	list := map[string]*sdk.Tool{}
	for tool, err := range host.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		list[tool.Name] = tool
	}
	return list
}

// TestAChatIsOfferedADozenTools: none of them, nor of all, says yes for a person or asks
// for a yes; what may not come back is said of each that may remove it.
func TestAChatIsOfferedADozenTools(t *testing.T) {
	few, all := tools(t, Config{}), tools(t, Config{AllTools: true})
	if len(few) != 12 || len(all) < 40 {
		t.Errorf("%d tools, %d with all: %v", len(few), len(all), slices.Sorted(maps.Keys(few)))
	}
	for name, tool := range all {
		schema, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		for _, consent := range []string{"answer_plan", "answer_command", "approve", `"accepted"`, `"unattended"`, `"byModel"`} {
			if name == consent || strings.Contains(string(schema), `"`+strings.Trim(consent, `"`)+`"`) {
				t.Errorf("%s lets a model decide %s: %s", name, consent, schema)
			}
		}
		destroys := *tool.Annotations.DestructiveHint
		if destroys != strings.Contains(tool.Description, lost) || destroys && tool.Annotations.ReadOnlyHint {
			t.Errorf("%s destroys: %v, and says %q", name, destroys, tool.Description)
		}
	}
	for _, name := range []string{"send_goal", "talk", "put_back", "clear_queue", "stop_practice", "delete_missions"} {
		if !*all[name].Annotations.DestructiveHint {
			t.Errorf("%s does not say that it destroys", name)
		}
	}
}

// TestResultsAreShort: at most 4 KB with the data, at a line's end; frames go on in pages.
func TestResultsAreShort(t *testing.T) {
	rec := view.TaskRecord{Task: view.Task{Title: "get 3 diamonds", State: view.TaskError, Sent: 500, Failed: 1}}
	for i := range 500 {
		rec.Actions = append(rec.Actions, view.Action{Seq: i + 1, Step: view.Step{Text: "Mine 1 dirt"}, Ended: time.Unix(1, 0), Verdict: game.Confirmed})
	}
	short := func(call string, v any) (string, any) {
		t.Helper()
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		r, err := (&server{}).answer(&ui.Call{Name: call}, data)
		if err != nil {
			t.Fatal(err)
		}
		text := r.Content[0].(*sdk.TextContent).Text
		raw, _ := json.Marshal(r.StructuredContent)
		if r.StructuredContent == nil {
			raw = nil
		}
		if len(text)+len(raw) > 4<<10 {
			t.Errorf("%s is answered with %d bytes of text and %d of data", call, len(text), len(raw))
		}
		return text, r.StructuredContent
	}
	text, _ := short("get-task", rec)
	if !strings.HasPrefix(text, `"get 3 diamonds": Not done.`) || !strings.Contains(text, "500. Mine 1 dirt") || !strings.HasSuffix(text, "ask for less at once.)") {
		t.Errorf("a long task is %s", text)
	}
	if rec.Actions = rec.Actions[:3]; true {
		if text, data := short("get-task", rec); data == nil || strings.Contains(text, "left out") {
			t.Errorf("a short one is %s with %v", text, data)
		}
	}
	var f view.Frames
	for i := range 30 {
		f.Frames = append(f.Frames, view.Frame{Seq: uint64(i + 1), Type: "state_update", Text: strings.Repeat("x", 900), Size: 900, Verdict: view.FrameFits})
	}
	seen := uint64(0)
	for pages := 0; seen < 30; pages++ {
		text, data := short("get-frames", f)
		if data != nil || pages > 6 {
			t.Fatalf("page %d: %s", pages, text)
		}
		for _, e := range f.Frames {
			if strings.Contains(text, fmt.Sprintf("%d. ", e.Seq)) {
				seen = e.Seq
			}
		}
		if next := fmt.Sprintf("get_frames with after %d.", seen); seen < 30 && !strings.HasSuffix(text, next) {
			t.Fatalf("%s does not end with %q", text, next)
		}
		f.Frames = slices.DeleteFunc(f.Frames, func(e view.Frame) bool { return e.Seq <= seen })
	}
	if text, _ := short("get-practice", map[string]any{"world": map[string]any{"seed": 7}, "speeds": []int{1, 2}}); text != "speeds 1: 1\nspeeds 2: 2\nworld seed: 7" {
		t.Errorf("what has no words is %q", text)
	}
}
