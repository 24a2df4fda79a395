// SPDX-License-Identifier: MIT

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
	// Hang: nothing is ever said.
	Hang bool
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
	// NoFinish: the protocol does not say why an answer ended.
	NoFinish bool
}

// Run runs the suite.
func Run(t *testing.T, h Harness) {
	cases := []struct {
		name string
		skip bool
		run  func(t *testing.T, h Harness)
	}{
		{"Generate", false, generate},
		{"Stream", false, stream},
		{"StreamStopsOnCallersError", false, streamStops},
		{"Schema", false, schema},
		{"ToolCall", h.NoTools, toolCall},
		{"Reasoning", h.NoReasoning, reasoning},
		{"Truncated", h.NoFinish, truncated},
		{"EmptyReply", false, emptyReply},
		{"LongUnicodeReply", false, longReply},
		{"CancelledBefore", false, cancelledBefore},
		{"CancelledDuring", false, cancelledDuring},
		{"DeadlineDuring", false, deadlineDuring},
		{"Concurrent", false, concurrent},
		{"HealthAndModels", false, healthAndModels},
		{"ProgressEndsWithTheCall", false, progressEnds},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.skip {
				t.Skip("the protocol has no place for it")
			}
			if h.Bubble {
				synctest.Test(t, func(t *testing.T) { c.run(t, h) })
				return
			}
			c.run(t, h)
		})
	}
}

// Ask is a question of the suite.
func Ask(prompt string) llm.Request {
	return llm.Request{Task: llm.TaskChat, System: "You help.", Prompt: prompt}
}

func generate(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "Punch a tree."})
	resp, err := p.Generate(t.Context(), Ask("how do I start?"))
	if err != nil {
		t.Fatal(err)
	}
	if resp.Content != "Punch a tree." || resp.Truncated() || len(resp.ToolCalls) != 0 {
		t.Errorf("got %+v", resp)
	}
	if resp.Model == "" && !resp.Usage.Estimated || resp.Usage.Total() == 0 || resp.Attempts == 0 || resp.Latency < 0 {
		t.Errorf("what a reply cost is not told: %+v", resp)
	}
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

var planSchema = &llm.Schema{Name: "submit_plan", Strict: true,
	JSON: json.RawMessage(`{"type":"object","properties":{"actions":{"type":"array","items":{"type":"object"}}},"required":["actions"]}`)}

func schema(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: `{"actions":[{"type":"mine","target":"oak_log","quantity":3}]}`})
	req := Ask("get wood")
	req.Schema, req.Task = planSchema, llm.TaskPlan
	resp, err := p.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !resp.SchemaBound || !json.Valid([]byte(resp.Document())) || !strings.Contains(resp.Document(), "oak_log") {
		t.Errorf("document %q of %+v", resp.Document(), resp)
	}
}

func toolCall(t *testing.T, h Harness) {
	p := h.New(t, Answer{ToolCalls: []llm.ToolCall{{ID: "call_7", Name: "recipe", Arguments: `{"item":"stick"}`}}})
	req := Ask("how is a stick made?")
	req.Tools = []llm.Tool{{Name: "recipe", Parameters: json.RawMessage(`{"type":"object"}`)}}
	resp, err := p.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.ToolCalls) != 1 || resp.FinishReason != llm.FinishTools {
		t.Fatalf("got %+v", resp)
	}
	if c := resp.ToolCalls[0]; c.ID == "" || c.Name != "recipe" || c.Arguments != `{"item":"stick"}` {
		t.Errorf("call %+v", c)
	}
}

func reasoning(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "Wood first.", Reasoning: "A pickaxe needs sticks."})
	resp, err := p.Generate(t.Context(), Ask("how do I start?"))
	if err != nil {
		t.Fatal(err)
	}
	if resp.Content != "Wood first." || resp.Reasoning != "A pickaxe needs sticks." {
		t.Errorf("content %q, reasoning %q", resp.Content, resp.Reasoning)
	}
}

func truncated(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: `{"actions":[{"type":"mi`, Finish: llm.FinishLength})
	req := Ask("get wood")
	req.Schema = planSchema
	resp, err := p.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if !resp.Truncated() || resp.Content != `{"actions":[{"type":"mi` {
		t.Errorf("got %+v", resp)
	}
}

func emptyReply(t *testing.T, h Harness) {
	p := h.New(t, Answer{Finish: llm.FinishStop})
	_, err := p.Generate(t.Context(), Ask("say nothing"))
	if !errors.Is(err, llm.ErrEmptyReply) {
		t.Errorf("got %v", err)
	}
	Sentence(t, err)
}

func longReply(t *testing.T, h Harness) {
	long := strings.Repeat("Höhle ⛏ 洞窟 \U0001f48e \"quoted\" \\ ", 1500)
	p := h.New(t, Answer{Text: long})
	resp, err := p.Generate(t.Context(), Ask("tell me a story"))
	if err != nil {
		t.Fatal(err)
	}
	if resp.Content != long {
		t.Errorf("%d bytes in, %d out", len(long), len(resp.Content))
	}
}

func cancelledBefore(t *testing.T, h Harness) {
	p := h.New(t, Answer{Text: "ok"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := p.Generate(ctx, Ask("hello"))
	StoppedBy(t, err, llm.ErrStopped, context.Canceled)
}

func cancelledDuring(t *testing.T, h Harness) {
	p := h.New(t, Answer{Hang: true})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	timer := time.AfterFunc(50*time.Millisecond, cancel)
	defer timer.Stop()
	began := time.Now()
	_, err := p.Generate(ctx, Ask("hello"))
	StoppedBy(t, err, llm.ErrStopped, context.Canceled)
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("a stop took %s", d)
	}
}

func deadlineDuring(t *testing.T, h Harness) {
	p := h.New(t, Answer{Hang: true})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := p.Generate(ctx, Ask("hello"))
	StoppedBy(t, err, llm.ErrTimeout, context.DeadlineExceeded)
	if d := time.Since(began); d > 3*time.Second {
		t.Errorf("a deadline of 50 ms took %s", d)
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
	first := text[:1]
	if strings.ToUpper(first) != first || !strings.HasSuffix(text, ".") || strings.Count(text, ". ") < 1 || strings.ContainsAny(text, "\n\r\t") {
		t.Errorf("not a sentence with its fix: %q", text)
	}
}
