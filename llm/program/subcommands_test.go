// SPDX-License-Identifier: MIT

package program

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/llm"
)

func ptr[T any](v T) *T { return &v }

// TestTheRequest: in the protocol's own names, one line.
func TestTheRequest(t *testing.T) {
	s := &Subcommands{Options: map[string]any{"num_ctx": 8192, "model": "never"}, Temperature: ptr(0.2), MaxTokens: ptr(500)}
	p := New(Config{Program: mine, Protocol: s, Model: "small"})
	raw, err := p.line(s.question(llm.Request{Model: "asked",
		System: "Be short.", Prompt: "get wood", Context: []llm.Message{{Role: llm.RoleUser, Content: "hi"}}, TopP: ptr(0.9), MaxTokens: 100,
		Tools: []llm.Tool{{Name: "recipe", Parameters: json.RawMessage(`{"type":"object"}`)}}, Metadata: map[string]string{"task_id": "t1"},
	}))
	if err != nil || strings.Count(string(raw), "\n") != 1 || !strings.HasSuffix(string(raw), "\n") {
		t.Fatalf("%q, %v", raw, err)
	}
	var got, want any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(`{"prompt":"get wood","system_prompt":"Be short.","max_tokens":100,"temperature":0.2,"top_p":0.9,
		"tools":[{"name":"recipe","parameters":{"type":"object"}}],"context":[{"role":"user","content":"hi"}],
		"config":{"model":"asked","num_ctx":8192},"metadata":{"task_id":"t1"}}`), &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if raw, err = p.line(s.question(llm.Request{Context: []llm.Message{{Role: llm.RoleUser, Content: "hi"}}})); err != nil || !strings.Contains(string(raw), `"prompt":"hi"`) || strings.Contains(string(raw), `"context"`) {
		t.Errorf("without a prompt: %s, %v", raw, err)
	}
	if s.Options["model"] != "never" {
		t.Error("the settings were changed")
	}
}

// TestChunks: cumulative content counts, deltas do where there is none, and what
// comes after the last chunk does not.
func TestChunks(t *testing.T) {
	for name, c := range map[string]struct{ lines, want string }{
		"both":           {`{"content":"a","delta":"a"}` + "\n" + `{"content":"a b","delta":" b","done":true,"tokens_used":4}` + "\n" + `{"content":"more"}`, "a b"},
		"deltas alone":   {`{"delta":"a"}` + "\n\n" + `{"delta":" b","done":true}`, "a b"},
		"whole at last":  {`{"content":"a b","done":true}`, "a b"},
		"rewritten":      {`{"content":"a","delta":"a"}` + "\n" + `{"content":"x b","delta":" b","done":true}`, "a b"},
		"empty and null": {`{"content":"","delta":"","error":""}` + "\n" + `{"content":"a b","delta":null,"done":true}`, "a b"},
	} {
		got := ""
		s := newReader(New(Config{Program: mine}), cliAnswer(true), func(c llm.Chunk) error { got += c.Text; return nil })
		for line := range strings.SplitSeq(c.lines, "\n") {
			if err := s.line([]byte(line)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		err := s.end(nil, nil)
		if err == nil {
			err = s.rest(llm.Response{})
		}
		if err != nil || got != c.want || s.text.String() != c.want || !s.ended {
			t.Errorf("%s: passed on %q, kept %q, %v", name, got, s.text.String(), err)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add(`{"content":"a","delta":"a"}` + "\n" + `{"content":"a b","done":true}`)
	f.Add(`{"content":7}` + "\n[]\n{")
	f.Fuzz(func(t *testing.T, data string) {
		if len(data) > 1<<14 {
			return
		}
		got := ""
		s := newReader(New(Config{Program: mine}), cliAnswer(true), func(c llm.Chunk) error { got += c.Text + c.Reasoning; return nil })
		for line := range strings.SplitSeq(data, "\n") {
			if err := s.line([]byte(line)); err != nil {
				if !strings.HasSuffix(err.Error(), ".") {
					t.Errorf("no sentence: %v", err)
				}
				return
			}
		}
		if err := s.rest(llm.Response{}); err != nil || len(got) > s.text.Len() {
			t.Errorf("passed on %q of %q, %v", got, s.text.String(), err)
		}
	})
}
