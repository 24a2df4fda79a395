// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/providers"
)

// The forms of the base documents, as they stand there.
const (
	commandForm = `# config/ai_providers.yaml

command_providers:
  - provider_id: "local-ai-agent"
    name: "Local AI Agent"
    command: "python scripts/ai_agent_cmd.py"
    timeout_ms: 30000
    capabilities:
      tasks:
        - npc_dialogue
        - categorize_prompt

  - provider_id: "custom-llm"
    name: "Custom LLM"
    command: "/usr/local/bin/custom-ai-agent"
    timeout_ms: 60000
    capabilities:
      tasks:
        - npc_dialogue
        - categorize_prompt
        - custom
`
	cliForm = `providers:
  # CLI provider example
  - name: ollama
    type: cli
    enabled: true
    priority: 50
    config:
      path: /path/to/ollama-provider  # Absolute or relative path
      args: []                        # Optional additional arguments
      timeout: 120s                   # Request timeout
      model: llama3.2:latest         # Default model

    # Model hints routing
    models:
      fast: llama3.2:latest          # Fast, simple tasks
      capable: qwen3:8b              # Complex reasoning
      codegen: deepseek-coder:6.7b   # Code generation
`
)

func noEnv(string) string { return "" }

// newTestProviders reads a config as if its file lay in dir.
func newTestProviders(t *testing.T, dir, text string) *Providers {
	t.Helper()
	cfg, err := settings.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.At(filepath.Join(dir, "config.yaml"))
	p, err := NewProviders(cfg, "", os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestBothBaseFormsLoad(t *testing.T) {
	cfg, err := settings.Parse([]byte(commandForm + cliForm))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := cfg.Entries()
	if err != nil || len(entries) != 3 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	cli, ok := entries[0].Config.(*providers.CLI)
	if !ok || cli.Path != "/path/to/ollama-provider" || *cli.Timeout != 2*time.Minute || cli.Model != "llama3.2:latest" || entries[0].Priority != 50 || entries[0].Models["capable"] != "qwen3:8b" {
		t.Errorf("cli: %+v of %+v", cli, entries[0])
	}
	agent, ok := entries[1].Config.(*providers.Command)
	if !ok || !slices.Equal(agent.Command, []string{"python", "scripts/ai_agent_cmd.py"}) || *agent.Timeout != 30*time.Second || entries[1].Title() != "Local AI Agent" {
		t.Errorf("command: %+v of %+v", agent, entries[1])
	}
	if !slices.Equal(entries[2].Capabilities.Tasks, []llm.Task{llm.TaskDialogue, llm.TaskCategorize, "custom"}) {
		t.Errorf("an unknown task was not kept: %q", entries[2].Capabilities.Tasks)
	}
	p, err := NewProviders(cfg, "", noEnv)
	if err != nil || !slices.Equal(p.Names(), []string{"ollama", "local-ai-agent", "custom-llm", providers.LMStudio}) {
		t.Fatalf("%v, %v", p.Names(), err)
	}
	got, err := p.Provider("custom-llm")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Health(t.Context()); !errors.Is(err, llm.ErrNotFound) || !strings.HasPrefix(err.Error(), "The program of Custom LLM is not there: /usr/local/bin/custom-ai-agent.") {
		t.Errorf("got %v", err)
	}
	if _, err = p.Provider("nobody"); err == nil || !strings.Contains(err.Error(), "use auto, ollama, local-ai-agent") {
		t.Errorf("got %v", err)
	}
}

// TestBothBaseFormsWork: with programs where the forms say they are.
func TestBothBaseFormsWork(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell scripts there")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("scripts/ai_agent_cmd.py", "read line; id=${line#*\\\"id\\\":\\\"}; printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"output\":{\"blocks\":[\"target\"],\"confidence\":0.8}}}' \"${id%%\\\"*}\"\n")
	ollama := write("ollama-provider", "#!/bin/sh\ncat >/dev/null\n[ \"$1\" = generate ] && echo '{\"content\":\"punch a tree\",\"model\":\"llama3.2:latest\",\"finish_reason\":\"stop\"}'\n")
	text := strings.Replace(commandForm, "python scripts", "sh scripts", 1) + strings.Replace(cliForm, "/path/to/ollama-provider", ollama, 1)
	p := newTestProviders(t, dir, text)
	agent, err := p.Provider("local-ai-agent")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := agent.Generate(t.Context(), llm.Request{Task: llm.TaskCategorize, Prompt: "get wood"})
	if err != nil || resp.Content != `{"blocks":["target"],"confidence":0.8}` {
		t.Errorf("%q, %v", resp.Content, err)
	}
	if _, err = agent.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get wood"}); !errors.Is(err, llm.ErrTask) {
		t.Errorf("a task that it does not list: %v", err)
	}
	anyone, err := p.Provider("")
	if err != nil {
		t.Fatal(err)
	}
	if resp, err = anyone.Generate(t.Context(), llm.Request{Task: llm.TaskPlan, Prompt: "get wood", Model: "capable"}); err != nil || resp.Provider != "ollama" || resp.Content != "punch a tree" {
		t.Errorf("%+v, %v", resp, err)
	}
	calls := p.Calls()
	if len(calls) != 2 || calls[1].Model != "llama3.2:latest" || calls[1].Outcome != "ok" || calls[1].Prompt == "" {
		t.Errorf("audited %+v", calls)
	}
}

func TestFaultsOfProvidersNameLineAndFix(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{strings.Replace(commandForm, "timeout_ms: 30000", "timeout_ms: -3", 1), "line 7: command_providers, entry 1, timeout_ms: -3 is over before it begins; use 1 or more"},
		{strings.Replace(commandForm, "timeout_ms: 60000", "timeout: 60s", 1), "line 16: there is no setting \"timeout\" here; command_providers, entry 2 has provider_id, name, command, timeout_ms, max_retries, capabilities"},
		{strings.Replace(commandForm, `provider_id: "custom-llm"`, `provider_id: "local-ai-agent"`, 1), `line 13: command_providers, entry 2: the name "local-ai-agent" is there twice`},
		{strings.Replace(commandForm, `command: "python scripts/ai_agent_cmd.py"`, `command: "cat x | python"`, 1), `line 6: command_providers, entry 1, command: "cat x | python" has a '|', which only a shell would read`},
		{strings.Replace(commandForm, `command: "python scripts/ai_agent_cmd.py"`, `command: {a: b}`, 1), "line 6: command_providers, entry 1, command must be a list, such as [python3, agent.py], or one line of words, not a group of settings"},
		{strings.Replace(commandForm, `    command: "python scripts/ai_agent_cmd.py"`+"\n", "", 1), "line 4: command_providers, entry 1: local-ai-agent needs a command"},
		{strings.Replace(cliForm, "path: /path", "pfad: /path", 1), `line 8: there is no setting "pfad" here; providers, entry 1, config has path, args, dir, env, timeout, max_output, model, subcommand`},
		{strings.Replace(cliForm, "timeout: 120s", "timeout: 120", 1), "line 10: providers, entry 1, config.timeout must be a time with its unit"},
		{strings.Replace(cliForm, "type: cli", "type: api", 1), `line 4: providers, entry 1, type: ollama has the type "api"; the types are openai, command, cli, text, scripted`},
		{strings.Replace(cliForm, "priority: 50", "priority: high", 1), "line 6: providers, entry 1, priority must be a whole number"},
		{strings.Replace(cliForm, "fast: llama3.2:latest", "fast: [a]", 1), "line 15: providers, entry 1, models.fast must be text, not a list"},
		{"providers:\n- name: x\n  type: text\n  config:\n    path: claude\n    output: xml", `line 6: providers, entry 1, config.output: "xml" is none of text, json, jsonl`},
		{"providers:\n- name: x\n  type: text\n  config:\n    path: claude\n    output: json", "line 6: providers, entry 1, config.output: json needs config.content"},
		{"providers:\n- name: x\n  type: command\n  config:\n    command: [a]\n    path: b", "line 5: providers, entry 1, config.command: there are path and args beside it"},
		{"providers:\n- name: x\n  type: cli\n  config:\n    path: b\n    env: [A=b]", `line 6: providers, entry 1, config.env: "A=b" is no name of an environment variable`},
		{"providers:\n- name: x\n  type: cli\n  capabilities: {scope: everything}\n  config: {path: b}", `line 4: providers, entry 1, capabilities.scope: "everything" is none of unrestricted`},
		{"providers:\n- name: x\n  type: cli\n  concurrency: 0\n  config: {path: b}", "line 4: providers, entry 1, concurrency: 0 cannot be meant; use 1 to 64"},
		{"providers:\n- &a {name: x, type: cli, config: {path: b}}\n- {<<: *a, name: y, type: text}", "entry 2, config: it holds the settings of another type; write those of text"},
		{"providers:\n- name: x\n  type: openai\n  config: {url: http://h, extra: {a: *b}}", "nothing before it is marked with &b"},
		{"budget:\n  calls: -1", "line 2: budget.calls: -1 cannot be meant"},
		{"programs: [/no/such/program]", "programs, entry 1: there is no program /no/such/program; write full paths"},
	} {
		if _, err := settings.Parse([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.in, err, c.want)
		}
	}
	cfg, err := settings.Parse([]byte("providers:\n- name: x\n  type: openai\n  config: {url: http://h, thinking: false, extra: {ttl: 300, stop: [a, b], nested: {deep: true}}}"))
	if err != nil {
		t.Fatal(err)
	}
	s := cfg.Providers[0].Config.(*providers.OpenAI)
	if *s.Thinking || s.Extra["ttl"] != 300.0 || len(s.Extra["stop"].([]any)) != 2 || s.Extra["nested"].(map[string]any)["deep"] != true {
		t.Errorf("extra fields %+v", s.Extra)
	}
}

func TestAnotherConfigTakesEffect(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("- reply: one\n  times: 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := newTestProviders(t, dir, "providers: [{name: x, type: scripted, config: {path: a}}]")
	ask := func() (string, error) {
		anyone, err := p.Provider("")
		if err != nil {
			return "", err
		}
		resp, err := anyone.Generate(context.Background(), llm.Request{Prompt: "hi"})
		return resp.Provider, err
	}
	if got, err := ask(); got != "x" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	cfg, err := settings.Parse([]byte("providers: [{name: x, type: scripted, config: {path: a}}, {name: y, priority: 3, type: scripted, config: {path: a}}]"))
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.At(filepath.Join(dir, "config.yaml"))
	if err := p.Reload(cfg); err != nil {
		t.Fatal(err)
	}
	if got, err := ask(); got != "y" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if !slices.Equal(p.Names(), []string{"y", "x", providers.LMStudio}) {
		t.Errorf("names %q", p.Names())
	}
}

// TestTheConfigFileIsWatched: a change takes effect, a fault changes nothing.
func TestTheConfigFileIsWatched(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.yaml")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("providers: [{name: x, type: scripted, config: {path: a}}]")
	cfg, _, err := settings.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		p, err := NewProviders(cfg, "", noEnv)
		if err != nil {
			t.Fatal(err)
		}
		var told strings.Builder
		var holds settings.Config
		s := &runningConfig{cfg: cfg, apply: func(c settings.Config) { holds = c }, now: time.Now}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		during := func() {}
		take := func(had, next settings.Config, still func() bool) ([]string, bool) {
			during()
			return s.Take(had, next, still)
		}
		wg.Go(func() { p.Watch(ctx, slog.New(slog.NewTextHandler(&told, nil)), take) })
		wait := func() { time.Sleep(2 * watchEvery); synctest.Wait() }
		synctest.Wait()
		write("providers: [{name: y, type: scripted, config: {path: abc}}]")
		wait()
		if p.Names()[0] != "y" {
			t.Errorf("names %q", p.Names())
		}
		write("providers:\n- name: z\n  type: pigeon")
		wait()
		if p.Names()[0] != "y" || !strings.Contains(told.String(), "line 3: providers, entry 1, type: z has the type") {
			t.Errorf("names %q, told %s", p.Names(), told.String())
		}
		write("actions: {deny: [mine]}\nplanner: {approve: true, mode: low-level}\nport: 9877")
		wait()
		if !slices.Equal(holds.Actions.Deny, []game.Kind{game.Mine}) || !holds.Planner.Approve || holds.Planner.Mode != "" {
			t.Errorf("what holds is %+v", holds)
		}
		if !strings.Contains(told.String(), `hold after a restart" settings="port, planner.mode"`) {
			t.Errorf("told %s", told.String())
		}
		// What a client changes while the file of before is read stays.
		during = func() {
			during = func() {}
			s.cfg.Actions.Deny = []game.Kind{game.Craft}
			write("actions: {deny: [craft]}\nplanner: {approve: true, mode: low-level}\nport: 9877\n")
		}
		holds = settings.Config{}
		write("actions: {deny: [place]}\nplanner: {approve: true, mode: low-level}\nport: 9877")
		time.Sleep(watchEvery + watchEvery/2)
		synctest.Wait()
		if !slices.Equal(s.cfg.Actions.Deny, []game.Kind{game.Craft}) || holds.Actions.Deny != nil {
			t.Errorf("what holds is %v, after %v", s.cfg.Actions.Deny, holds.Actions.Deny)
		}
		cancel()
		wg.Wait()
	})
}

func TestAnAddressOfAClient(t *testing.T) {
	p := newTestProviders(t, "", "providers: [{name: x, type: openai, config: {url: 'http://lan:8080'}}]")
	for address, ok := range map[string]bool{"http://localhost:1234": true, "http://127.0.0.1:9": true, "http://lan:8080/v1": true, "http://elsewhere:8080": false, "ftp://localhost": false, "nonsense": false} {
		if _, err := p.At(address); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
