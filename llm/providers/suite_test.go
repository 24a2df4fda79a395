// SPDX-License-Identifier: MIT

package providers_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/openai/fakelm"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/llm/router"
)

func TestMain(m *testing.M) {
	beProgram()
	if err := os.Setenv("MINEHAND_TEST_SECRET", "hidden"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

func ptr[T any](v T) *T { return &v }

// routed opens the entry as the programs do: through a router, by its name.
func routed(t *testing.T, e providers.Entry, env providers.Env) llm.Provider {
	t.Helper()
	e.Name = "mine"
	if err := e.Check(); err != nil {
		t.Fatal(err)
	}
	r := router.New([]router.Entry{e.Route(env)}, router.Config{})
	t.Cleanup(func() { _ = r.Close() })
	p, err := r.Provider(e.Name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// suites runs the shared suite for each type.
var suites = map[string]func(t *testing.T){
	"openai": func(t *testing.T) {
		llmtest.Run(t, llmtest.Harness{New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
			cfg := fakelm.Config{}
			for _, a := range answers {
				r := fakelm.Reply{Text: a.Text, Reasoning: a.Reasoning, Finish: string(a.Finish)}
				for _, c := range a.ToolCalls {
					r.Calls = append(r.Calls, fakelm.Call(c))
				}
				cfg.Replies = append(cfg.Replies, r)
				if a.Hang {
					cfg.Quirks = append(cfg.Quirks, "hang-before-headers")
				}
			}
			fake := fakelm.New(cfg)
			fake.Start()
			t.Cleanup(fake.Close)
			return routed(t, providers.Entry{Type: "openai", Concurrency: ptr(8), Config: &providers.OpenAI{Settings: openai.Settings{URL: fake.URL}}}, providers.Env{})
		}})
	},
	"scripted": func(t *testing.T) {
		llmtest.Run(t, llmtest.Harness{New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
			raw := llmtest.Replies(t, answers[len(answers)-1])
			path := filepath.Join(t.TempDir(), "replies.jsonl")
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			return routed(t, providers.Entry{Type: "scripted", Config: &providers.Scripted{Path: path}}, providers.Env{})
		}})
	},
	"command": processes{"command", JSONRPC, func(p providers.Program) any { return &providers.Command{Program: p} }}.run,
	"cli":     processes{"cli", Subcommands, func(p providers.Program) any { return &providers.CLI{Program: p} }}.run,
	"text": func(t *testing.T) {
		for form, settings := range map[Protocol]providers.Text{
			PlainText:    {},
			JSONDocument: {Text: program.Text{Output: "json", Content: "result", Error: "is_error"}},
			JSONLines:    {Text: program.Text{Output: "jsonl", Content: "text", Where: map[string]string{"type": "answer"}, Error: "message"}},
		} {
			t.Run(string(form), processes{"text", form, func(p providers.Program) any {
				s := settings
				s.Program = p
				return &s
			}}.run)
		}
	},
}

func TestSuite(t *testing.T) {
	for _, kind := range providers.Types() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			if run := suites[kind.Name]; run != nil {
				run(t)
			}
		})
	}
}

func ExampleEntry() {
	dir, err := os.MkdirTemp("", "replies")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.WriteFile(filepath.Join(dir, "replies.yaml"), []byte("- reply: Punch a tree.\n"), 0o600); err != nil {
		panic(err)
	}
	e := providers.Entry{Name: "mine", Type: "scripted", Config: &providers.Scripted{Path: "replies.yaml"}}
	p, err := e.Open(providers.Env{Dir: dir})
	if err != nil {
		panic(err)
	}
	health, err := p.Health(context.Background())
	fmt.Println(health.Server, err)
	// Output: script of replies <nil>
}
