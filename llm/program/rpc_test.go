// SPDX-License-Identifier: MIT

package program

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

var mine = process.Program{Name: "mine", Argv: []string{"mine"}}

// TestTheContextOfARequest: a task's parameters as they are, and beside them the
// question in words.
func TestTheContextOfARequest(t *testing.T) {
	p := New(Config{Program: mine, Protocol: RPC{}, Tasks: []llm.Task{llm.TaskChat}, Scope: "unrestricted"})
	temperature := 0.0
	raw, err := json.Marshal(p.context(llm.Request{Task: llm.TaskPlan, System: "You plan.", Prompt: "get wood", Temperature: &temperature, MaxTokens: 9,
		Schema: &llm.Schema{JSON: json.RawMessage(`{"type":"object"}`)}, Metadata: map[string]string{"task": "t1"}, Model: "m"}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"blocks":[],"max_tokens":9,"message":"You plan.\n\nAnswer with one JSON object and nothing else: no prose, no code fence. It must fit this JSON schema:\n{\"type\":\"object\"}\n\nget wood",` +
		`"metadata":{"task":"t1"},"model":"m","prompt":"get wood","schema":{"type":"object"},"scope":"unrestricted","system":"You plan.","temperature":0}`
	if string(raw) != want {
		t.Errorf("sent %s", raw)
	}
	got := p.context(llm.Request{Task: llm.TaskChat, System: "s", Prompt: "in words", Params: map[string]any{"message": "nicer", "prompt": "get wood", "blocks": []any{"a"}, "scope": "prompt_improvement"}})
	if got["message"] != "nicer" || got["prompt"] != "get wood" || got["scope"] != "prompt_improvement" || len(got["blocks"].([]any)) != 1 {
		t.Errorf("a task's own parameters: %v", got)
	}
	for task, as := range map[llm.Task]llm.Task{llm.TaskPlan: llm.TaskChat, llm.TaskTranslate: llm.TaskChat, llm.TaskDialogue: llm.TaskDialogue, "": llm.TaskChat, "custom": "custom"} {
		if got := p.task(task); got != as {
			t.Errorf("%s is asked for as %s", task, got)
		}
	}
	if got := New(Config{Program: mine}).task(llm.TaskPlan); got != llm.TaskPlan {
		t.Errorf("one that lists nothing is asked for %s", got)
	}
}

func TestResponses(t *testing.T) {
	exit := &llm.Error{Kind: llm.ErrExit, Code: 1}
	for in, want := range map[string]string{
		`{"id":"7","result":{"output":"hi"}}`:                                "hi",
		`{"id":7,"result":{"output":"hi"}}`:                                  "hi",
		`{"id":"7","result":{"output":{"a":1}}}`:                             `{"a":1}`,
		`{"id":"7","result":{"output":null}}`:                                "",
		"\ufeff{\"id\":\"7\",\"result\":{\"output\":\"hi\"},\"error\":null}": "hi",
		`{"id":"8","result":{"output":"hi"}}`:                                "ErrIDMismatch",
		`{"id":"7"}`:                                                         "neither result nor error",
		`{"id":"7","error":{"code":-32000,"message":"no model"}}`:            "(code -32000): no model",
		`{"id":null,"error":{"code":-32700,"message":"parse error"}}`:        "(code -32700): parse error",
		`{"id":"8","error":{"code":1,"message":"of another"}}`:               "ErrIDMismatch",
		`{"id":"7","result":{"output":"hi","metadata":{"tokens":"many"}}}`:   "not of the kind",
		`[]`:   "not of the kind",
		``:     "It wrote nothing",
		`hi`:   "not one JSON document: hi",
		`{} x`: "not one JSON document: {} x",
	} {
		read := func(exit *llm.Error) (*reader, error) {
			r := newReader(New(Config{Program: mine}), rpcAnswer("7"), nil)
			return r, r.end([]byte(in), exit)
		}
		got, err := read(nil)
		switch {
		case want == "ErrIDMismatch" && errors.Is(err, llm.ErrIDMismatch):
		case err == nil && got.content == want:
		case err != nil && want != "" && strings.Contains(err.Error(), want):
		default:
			t.Errorf("%s: %q, %v", in, got.content, err)
		}
		if _, err = read(exit); !errors.Is(err, exit) && !errors.Is(err, llm.ErrRemote) {
			t.Errorf("%s with an exit code: %v", in, err)
		}
	}
}

func FuzzRPC(f *testing.F) {
	f.Add([]byte(`{"id":"7","result":{"output":"hi","metadata":{"tokens":1e300}}}`))
	f.Add([]byte(`{"id":7,"error":{"code":1,"message":"\ud800"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			return
		}
		if err := newReader(New(Config{Program: mine}), rpcAnswer("7"), nil).end(data, nil); err != nil && !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("no sentence: %v", err)
		}
	})
}
