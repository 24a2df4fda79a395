// SPDX-License-Identifier: MIT

// Package llmtest is the one suite that every implementation of llm.Provider
// passes. An implementation brings a [Harness] that sets up its other side (a
// fake server, a script, a child process) to give the answers a case needs.
//
// Usage, in the implementation's tests:
//
//	func TestProvider(t *testing.T) {
//		llmtest.Run(t, llmtest.Harness{Bubble: true, New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider { ... }})
//	}
package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/llm"
)

// Answer is what the other side does with one request.
type Answer struct {
	Text      string
	Reasoning string
	ToolCalls []llm.ToolCall
	Finish    llm.FinishReason // empty: as the content suggests
	Hang      bool             // nothing is ever said
}

// Harness sets up an implementation.
type Harness struct {
	// New makes a provider whose other side gives these answers in order, the
	// last one again and again. It cleans up through t.Cleanup.
	New func(t *testing.T, answers ...Answer) llm.Provider
	// Bubble runs each case in a synctest bubble; for implementations that
	// touch nothing outside the process.
	Bubble bool
	// NoTools, NoReasoning skip what a protocol has no place for.
	NoTools, NoReasoning bool
	NoFinish             bool // the protocol does not say why an answer ended
}

// Run runs the suite.
func Run(t *testing.T, h Harness) {
	run := func(name string, skip bool, test func(*testing.T, Harness)) {
		t.Run(name, func(t *testing.T) {
			switch {
			case skip:
				t.Skip("the protocol has no place for it")
			case h.Bubble:
				synctest.Test(t, func(t *testing.T) { test(t, h) })
			default:
				test(t, h)
			}
		})
	}
	skip := map[string]bool{"ToolCall": h.NoTools, "Reasoning": h.NoReasoning, "Truncated": h.NoFinish}
	for _, r := range rows {
		run(r.name, skip[r.name], r.run)
	}
	run("Stream", false, stream)
	run("StreamStopsOnCallersError", false, streamStops)
	run("CancelledBefore", false, func(t *testing.T, h Harness) {
		p := h.New(t, Answer{Text: "ok"})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ended(ctx, t, p, llm.ErrStopped, context.Canceled)
	})
	run("CancelledDuring", false, func(t *testing.T, h Harness) {
		p := h.New(t, Answer{Hang: true})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		defer time.AfterFunc(50*time.Millisecond, cancel).Stop()
		ended(ctx, t, p, llm.ErrStopped, context.Canceled)
	})
	run("DeadlineDuring", false, func(t *testing.T, h Harness) {
		p := h.New(t, Answer{Hang: true})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		ended(ctx, t, p, llm.ErrTimeout, context.DeadlineExceeded)
	})
	run("Concurrent", false, concurrent)
	run("HealthAndModels", false, healthAndModels)
	run("ProgressEndsWithTheCall", false, progressEnds)
}

// Ask is a question of the suite.
func Ask(prompt string) llm.Request {
	return llm.Request{Task: llm.TaskChat, System: "You help.", Prompt: prompt}
}

// row is a question with one answer, and what must come of it.
type row struct {
	name   string
	answer Answer
	schema bool
	tools  []llm.Tool
	fails  llm.Kind // the error, where there is to be one
	good   func(llm.Response) bool
}

func (r row) run(t *testing.T, h Harness) {
	req := Ask("how do I start?")
	if req.Tools = r.tools; r.schema {
		req.Task, req.Schema = llm.TaskPlan, planSchema
	}
	resp, err := h.New(t, r.answer).Generate(t.Context(), req)
	switch {
	case r.fails != "":
		if !errors.Is(err, r.fails) {
			t.Errorf("got %v", err)
		}
		Sentence(t, err)
	case err != nil:
		t.Fatal(err)
	case !r.good(resp):
		t.Errorf("got %+.1000v", resp)
	}
}

var planSchema = &llm.Schema{Name: "submit_plan", Strict: true,
	JSON: json.RawMessage(`{"type":"object","properties":{"actions":{"type":"array","items":{"type":"object"}}},"required":["actions"]}`)}

const cut = `{"actions":[{"type":"mi`

var long = strings.Repeat("Höhle ⛏ 洞窟 \U0001f48e \"quoted\" \\ ", 1500)

var rows = []row{
	{name: "Generate", answer: Answer{Text: "Punch a tree."}, good: func(r llm.Response) bool {
		told := (r.Model != "" || r.Usage.Estimated) && r.Usage.Total() != 0 && r.Attempts != 0 && r.Latency >= 0 // what it cost
		return r.Content == "Punch a tree." && !r.Truncated() && len(r.ToolCalls) == 0 && told
	}},
	{name: "Schema", schema: true, answer: Answer{Text: `{"actions":[{"type":"mine","target":"oak_log"}]}`}, good: func(r llm.Response) bool {
		return r.SchemaBound && json.Valid([]byte(r.Document())) && strings.Contains(r.Document(), "oak_log")
	}},
	{name: "ToolCall", answer: Answer{ToolCalls: []llm.ToolCall{{ID: "call_7", Name: "recipe", Arguments: `{"item":"stick"}`}}},
		tools: []llm.Tool{{Name: "recipe", Parameters: json.RawMessage(`{"type":"object"}`)}}, good: func(r llm.Response) bool {
			return len(r.ToolCalls) == 1 && r.FinishReason == llm.FinishTools && r.ToolCalls[0].ID != "" &&
				r.ToolCalls[0].Name == "recipe" && r.ToolCalls[0].Arguments == `{"item":"stick"}`
		}},
	{name: "Reasoning", answer: Answer{Text: "Wood first.", Reasoning: "A pickaxe needs sticks."}, good: func(r llm.Response) bool {
		return r.Content == "Wood first." && r.Reasoning == "A pickaxe needs sticks."
	}},
	{name: "Truncated", answer: Answer{Text: cut, Finish: llm.FinishLength}, schema: true, good: func(r llm.Response) bool {
		return r.Truncated() && r.Content == cut
	}},
	{name: "EmptyReply", answer: Answer{Finish: llm.FinishStop}, fails: llm.ErrEmptyReply},
	{name: "LongUnicodeReply", answer: Answer{Text: long}, good: func(r llm.Response) bool { return r.Content == long }},
}

func stream(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "one two three four five six"})
	var got strings.Builder
	pieces := 0
	resp, err := p.Generate(t.Context(), Ask("count").Streamed(func(c llm.Chunk) error {
		if c.Restart {
			got.Reset()
		}
		pieces++
		got.WriteString(c.Text)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != resp.Content || resp.Content != "one two three four five six" || pieces == 0 {
		t.Errorf("streamed %q in %d pieces, answered %q", got.String(), pieces, resp.Content)
	}
}

func streamStops(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "one two three four five six"})
	enough := errors.New("enough")
	calls := 0
	_, err := p.Generate(t.Context(), Ask("count").Streamed(func(llm.Chunk) error { calls++; return enough }))
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("err %v after %d calls", err, calls)
	}
}

// ended checks that a call whose context ends fails in time, as it should.
func ended(ctx context.Context, t *testing.T, p llm.Provider, kind, cause error) {
	t.Helper()
	began := time.Now()
	_, err := p.Generate(ctx, Ask("hello"))
	StoppedBy(t, err, kind, cause)
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("an end of the context took %s", d)
	}
}

// StoppedBy checks that an error is of the kind, with the cause, and not to be tried again.
func StoppedBy(t *testing.T, err error, kind, cause error) {
	t.Helper()
	if !errors.Is(err, kind) || !errors.Is(err, cause) {
		t.Errorf("got %v, want %v and %v", err, kind, cause)
	}
	if llm.Retryable(err) {
		t.Errorf("retryable: %v", err)
	}
	Sentence(t, err)
}

func concurrent(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "ok"})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if resp, err := p.Generate(t.Context(), Ask("hello")); err != nil || resp.Content != "ok" {
				t.Errorf("%q, %v", resp.Content, err)
			}
		})
	}
	wg.Wait()
}

func healthAndModels(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "ok"})
	health, err := p.Health(t.Context())
	if err != nil || health.Server == "" {
		t.Errorf("health %+v, %v", health, err)
	}
	models, err := p.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range models {
		if m.ID == "" || seen[m.ID] {
			t.Errorf("model without a name of its own: %+v", models)
		}
		seen[m.ID] = true
	}
}

func progressEnds(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "ok"})
	req := Ask("hello")
	var mu sync.Mutex
	over := false
	req.Progress = func(pr llm.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if over || pr.Phase == "" || pr.String() == "" {
			t.Errorf("progress %+v, after the call: %v", pr, over)
		}
	}
	if _, err := p.Generate(t.Context(), req); err != nil {
		t.Error(err)
	}
	mu.Lock()
	over = true
	mu.Unlock()
}

// Sentence checks that an error is one a person can act on: an [*llm.Error] of
// two sentences or more, in one line.
func Sentence(t *testing.T, err error) {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Errorf("not an llm.Error: %T %v", err, err)
		return
	}
	text := err.Error()
	capital := strings.ToUpper(text[:1]) == text[:1]
	if !capital || !strings.HasSuffix(text, ".") || !strings.Contains(text, ". ") || strings.ContainsAny(text, "\n\r\t") {
		t.Errorf("not a sentence with its fix: %q", text)
	}
}

// Replies writes answers as a file of scripted replies, an entry a line; the last
// one is given again and again, as a Harness demands.
func Replies(t *testing.T, answers ...Answer) []byte {
	t.Helper()
	var file []byte
	for i, a := range answers {
		entry := map[string]any{"reply": a.Text, "reasoning": a.Reasoning, "finish_reason": string(a.Finish)}
		if i == len(answers)-1 {
			entry["times"] = 0
		}
		if a.Hang {
			entry["reply"], entry["delay"] = "late", "1000h"
		}
		var calls []any
		for _, c := range a.ToolCalls {
			calls = append(calls, map[string]any{"id": c.ID, "name": c.Name, "arguments": c.Arguments})
		}
		entry["tool_calls"] = calls
		raw, err := json.Marshal(entry)
		if err != nil {
			t.Fatal(err)
		}
		file = append(append(file, raw...), '\n')
	}
	return file
}
