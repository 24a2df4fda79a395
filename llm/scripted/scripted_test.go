// SPDX-License-Identifier: MIT

package scripted_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func parse(t *testing.T, text string) *scripted.Provider {
	t.Helper()
	s, err := scripted.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return scripted.New(s)
}

func TestSuite(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{Bubble: true, New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
		return parse(t, string(llmtest.Replies(t, answers...)))
	}})
}

const diamonds = `
# a mission's replies
- match: Diamonds
  task: plan
  reply:
    commands:
      - {action: mine, target: diamond_ore, quantity: 3}
- error: rate_limited
  retry_after: 5s
- reply: second
  delay: 14s
- match: again
  times: 0
  reply: always
`

func TestYAML(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := parse(t, diamonds)
		if _, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskChat, Prompt: "get 3 diamonds"}); !errors.Is(err, llm.ErrRateLimited) || !llm.Retryable(err) {
			t.Errorf("another task took the plan's entry: %v", err)
		}
		resp, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get 3 diamonds"})
		if err != nil || resp.Content != `{"commands":[{"action":"mine","quantity":3,"target":"diamond_ore"}]}` {
			t.Errorf("%q, %v", resp.Content, err)
		}
		resp, err = p.Generate(t.Context(), llm.Request{Prompt: "and once more again"})
		if err != nil || resp.Content != "second" || resp.Latency != 14*time.Second {
			t.Errorf("%+v, %v", resp, err)
		}
		for range 3 {
			if resp, err = p.Generate(t.Context(), llm.Request{Prompt: "again"}); err != nil || resp.Content != "always" {
				t.Errorf("%q, %v", resp.Content, err)
			}
		}
		_, err = p.Generate(t.Context(), llm.Request{Prompt: "something else"})
		if !errors.Is(err, scripted.ErrUsedUp) || !strings.Contains(err.Error(), `"something else"`) {
			t.Errorf("got %v", err)
		}
		llmtest.Sentence(t, err)
		if n := len(p.Asked()); n != 7 {
			t.Errorf("%d requests recorded", n)
		}
	})
}

func TestBadScripts(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "empty",
		"- match: x":                             "has no reply",
		"- error: boom":                          "unknown error",
		"- {reply: a, delay: soon}":              "not a duration",
		"- {reply: a, times: -1}":                "times is negative",
		"- {reply: a, colour: red}":              "neither a YAML list",
		"{\"reply\":\"a\"}\n{\"repl\":1}":        "entry 2",
		"- tool_calls: [{arguments: {}}]":        "no name",
		"{\"reply\":\"a\"}}\n{\"reply\":\"b\"}":  "entry 2",
		strings.Repeat("[", 5000):                "neither a YAML list",
		strings.Repeat("- ", 5000):               "neither a YAML list",
		"- reply: " + strings.Repeat("a", 5<<20): "larger than",
	} {
		_, err := scripted.Parse(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

func Example() {
	script, err := scripted.Parse(strings.NewReader(`
- match: diamonds
  reply: {commands: [{action: mine, target: diamond_ore, quantity: 3}]}
`))
	if err != nil {
		panic(err)
	}
	resp, err := scripted.New(script).Generate(context.Background(), llm.Request{Prompt: "get 3 diamonds"})
	fmt.Println(resp.Content, err)
	// Output: {"commands":[{"action":"mine","quantity":3,"target":"diamond_ore"}]} <nil>
}

func FuzzParse(f *testing.F) {
	f.Add(diamonds)
	f.Add(`{"reply":"a","times":0}` + "\n" + `{"error":"unreachable"}`)
	f.Add("replies:\n- reply: [1, 2]\n  tool_calls: [{name: x, arguments: {a: b}}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := scripted.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		p := scripted.New(s)
		if _, err := p.Models(t.Context()); err != nil {
			t.Error(err)
		}
	})
}
