// SPDX-License-Identifier: MIT

//go:build !windows

package app

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/providers"
)

const examples = "../../../docs/examples/providers"

// example reads a config of docs/examples.
func example(t *testing.T, name string) *Providers {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examples, name))
	if err != nil {
		t.Fatal(err)
	}
	return newTestProviders(t, examples, string(text))
}

// fakeProgram puts a shell script of that name in front of the PATH.
func fakeProgram(t *testing.T, name, script string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// TestEveryExampleOfAConfigLoads, and names a type and settings that there are.
func TestEveryExampleOfAConfigLoads(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(examples, "*.yaml"))
	if err != nil || len(files) < 9 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, f := range files {
		example(t, filepath.Base(f))
	}
}

// TestCommandLineModels: each snippet against a fake of its program's real
// output, which first checks what it was given.
func TestCommandLineModels(t *testing.T) {
	check := func(args string) string {
		return `in=$(cat); [ "$*" = "` + args + `" ] || { echo "called with: $*" >&2; exit 9; }; case "$in" in *"get 3 diamonds"*) ;; *) echo "read: $in" >&2; exit 8;; esac
`
	}
	for _, c := range []struct {
		name, program, args, prints string
		model                       string
		system                      bool // told apart from the prompt
		want                        string
		tokens                      int
	}{
		{name: "claude", program: "claude", args: "-p --output-format json --model sonnet --append-system-prompt You plan.", model: "capable", want: "Dig down.", tokens: 1234 + 56,
			prints: `{"type":"result","subtype":"success","is_error":false,"duration_ms":2503,"duration_api_ms":2411,"num_turns":1,"result":"Dig down.","session_id":"5d1c","total_cost_usd":0.0031,"usage":{"input_tokens":1234,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":56,"service_tier":"standard"}}`},
		{name: "codex", program: "codex", args: "exec --json --skip-git-repo-check --sandbox read-only", want: "Dig down.", tokens: 24763 + 122,
			prints: `{"type":"thread.started","thread_id":"0199a213"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_0","type":"reasoning","text":"**Thinking about diamonds**"}}
{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Dig down."}}
{"type":"turn.completed","usage":{"input_tokens":24763,"cached_input_tokens":24448,"output_tokens":122}}`},
		{name: "gemini", program: "gemini", args: "--output-format json", want: "Dig down.",
			prints: `{
  "response": "Dig down.",
  "stats": {"models": {"gemini-2.5-pro": {"api": {"totalRequests": 1}, "tokens": {"prompt": 2000, "candidates": 20}}}, "tools": {"totalCalls": 0}}
}`},
		{name: "llm", program: "llm", args: "--no-stream -m gpt4all -s You plan.", want: "Dig down.", prints: "Dig down."},
		{name: "mods", program: "mods", args: "-q -r", want: "Dig down.\n\nThen look around.", prints: "Dig down.\n\nThen look around.\n"},
		{name: "aichat", program: "aichat", args: "-S -m ollama:llama3.2", want: "Dig down.", prints: "Dig down."},
		{name: "ollama-run", program: "ollama", args: "run llama3.2 --format json", want: `{ "commands": [] }`, prints: `{ "commands": [] }` + "\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeProgram(t, c.program, check(c.args)+"echo 'log: thinking' >&2\ncat <<'END'\n"+c.prints+"\nEND\n")
			p, err := example(t, c.name+".yaml").Provider(c.name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Health(t.Context()); err != nil {
				t.Error(err)
			}
			req := llm.Request{Task: llm.TaskPlan, System: "You plan.", Prompt: "get 3 diamonds", Model: c.model}
			resp, err := p.Generate(t.Context(), req)
			if err != nil || resp.Content != c.want || c.tokens != 0 && resp.Usage.Total() != c.tokens {
				t.Errorf("%+v, %v", resp, err)
			}
			var streamed strings.Builder
			if resp, err = p.Generate(t.Context(), req.Streamed(func(c llm.Chunk) error { streamed.WriteString(c.Text); return nil })); err != nil || streamed.String() != c.want {
				t.Errorf("streamed %q, %v", streamed.String(), err)
			}
		})
	}
}

// TestCommandLineModelsThatFail: their own words reach the person.
func TestCommandLineModelsThatFail(t *testing.T) {
	for _, c := range []struct{ name, program, script, says string }{
		{"claude", "claude", `cat >/dev/null; echo '{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key · Please run /login"}'; exit 1`, "Claude reported an error (code 1): Invalid API key · Please run /login."},
		{"claude", "claude", `cat >/dev/null; echo 'Credit balance is too low'; exit 1`, "Claude ended with exit code 1"},
		{"codex", "codex", `cat >/dev/null; echo '{"type":"turn.failed","error":{"message":"stream disconnected before completion"}}'; exit 1`, "Codex reported an error (code 1): stream disconnected before completion."},
		{"gemini", "gemini", `cat >/dev/null; echo '{"error":{"type":"Error","message":"quota exceeded","code":429}}'; exit 1`, "Gemini reported an error (code 1): quota exceeded."},
		{"llm", "llm", `cat >/dev/null; echo "Error: 'Unknown model: gpt4all'" >&2; exit 1`, "Llm ended with exit code 1: Error: 'Unknown model: gpt4all'."},
		{"ollama-run", "ollama", `cat >/dev/null; echo "Error: could not connect to ollama app, is it running?" >&2; exit 1`, "is it running."},
		{"mods", "mods", "cat >/dev/null", "Mods gave an empty answer"},
	} {
		fakeProgram(t, c.program, c.script)
		p, err := example(t, c.name+".yaml").Provider(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get 3 diamonds"}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %+v, %v", c.name, resp, err)
		}
	}
}

// needs skips a test of an example whose interpreter is not installed.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("this example needs %s", program)
	}
}

// TestExamplesOfCommandProviders: as their first lines say.
func TestExamplesOfCommandProviders(t *testing.T) {
	t.Run("python", func(t *testing.T) {
		needs(t, "python3")
		p := newTestProviders(t, examples, configOf(t, "agent.py"))
		planner := &Planner{Providers: p}
		for _, c := range []struct {
			task   llm.Task
			params map[string]any
			want   string
		}{
			{llm.TaskChat, map[string]any{"prompt": "get 3 diamonds.", "message": "be nice"}, "get 3 diamonds, please."},
			{llm.TaskCategorize, map[string]any{"prompt": "get 3 diamonds"}, "{[quantity target] [{quantity 3} {target diamonds}]"},
			{llm.TaskDialogue, map[string]any{"player_message": "hello"}, "You said: hello"},
		} {
			a, err := planner.Do(t.Context(), "my-agent", c.task, c.params, "ada")
			if err != nil || !strings.HasPrefix(fmt.Sprint(a.Output), c.want) || a.Model != "agent.py" {
				t.Errorf("%s: %+v, %v", c.task, a, err)
			}
		}
		mine, err := p.Provider("my-agent")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mine.Generate(t.Context(), llm.Request{Task: "dance", Prompt: "x"}); !errors.Is(err, llm.ErrTask) {
			t.Errorf("got %v", err)
		}
		all := providers.CommandEntry{ProviderID: "all", Command: program.Words{"python3", "agent.py"}}
		open, err := all.Entry().Open(providers.Env{Dir: examples})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = open.Generate(t.Context(), llm.Request{Task: "dance", Prompt: "x"}); !errors.Is(err, llm.ErrRemote) || !strings.Contains(err.Error(), "I do not know the task dance") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("shell", func(t *testing.T) {
		needs(t, "jq")
		p, err := newTestProviders(t, examples, configOf(t, "agent.sh")).Provider("echo")
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskChat, Prompt: "get wood"}); err != nil || resp.Content != "Please get wood" {
			t.Errorf("%+v, %v", resp, err)
		}
	})
}

func TestExampleOfACLIProvider(t *testing.T) {
	needs(t, "python3")
	p, err := newTestProviders(t, examples, configOf(t, "provider.py")).Provider("my-provider")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Health(t.Context()); err != nil {
		t.Error(err)
	}
	if resp, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get wood"}); err != nil || resp.Content != "You asked: get wood" || resp.Model != "small" {
		t.Errorf("%+v, %v", resp, err)
	}
	pieces := 0
	if resp, err := p.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get wood"}.Streamed(func(llm.Chunk) error { pieces++; return nil })); err != nil || strings.TrimSpace(resp.Content) != "You asked: get wood" || pieces != 4 {
		t.Errorf("%d pieces, %+v, %v", pieces, resp, err)
	}
}

// configOf is the config that an example tells of in its first lines.
func configOf(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(examples, name))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	indent := -1
	for line := range strings.SplitSeq(string(raw), "\n") {
		line = strings.TrimPrefix(line, "#")
		at := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case strings.HasSuffix(line, "providers:"):
			indent = at
		case indent >= 0 && (strings.TrimSpace(line) == "" || at <= indent):
			return strings.Join(lines, "\n")
		}
		if indent >= 0 {
			lines = append(lines, line[indent:])
		}
	}
	t.Fatalf("%s tells no config", name)
	return ""
}
