// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm/openai/fakelm"
)

// TestACommandThatAModelAsksFor: runs after a yes, and is refused without one,
// off the list, and where nothing is listed.
func TestACommandThatAModelAsksFor(t *testing.T) {
	for _, c := range []struct {
		allow, in string
		says      []string
	}{
		{"[echo]", "y\n", []string{"The model wants to run a command (to see).\nRun \"echo hello\"? [y/N] hello\n(exit code 0)\n", `Not run: "rm x". rm is not on the list`, "I saw it.\n"}},
		{"[echo]", "n\n", []string{`Not run: "echo hello". The person said no to it.`, "I saw it.\n"}},
		{"[echo]", "", []string{`Not run: "echo hello". Nobody is there to say yes to it.`, "I saw it.\n"}},
		{"[]", "y\n", []string{`Not run: "echo hello". Terminal commands are off: terminal.allow in the config`, "I saw it.\n"}},
	} {
		dir := t.TempDir()
		config := filepath.Join(dir, "config.yaml")
		for name, text := range map[string]string{
			"config.yaml": "terminal: {allow: " + c.allow + "}\nproviders: [{name: s, type: scripted, config: {path: replies}}]\n",
			"replies":     "- tool_calls: [{name: run_terminal_command, arguments: {command: echo hello, description: to see}}, {name: run_terminal_command, arguments: {command: rm x}}]\n- reply: I saw it.\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := program(ctx, t, "providers", "call", "s", "--prompt", "look", "--terminal", "--config", config)
		cmd.Stdin = strings.NewReader(c.in)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Error(err)
		}
		for _, want := range c.says {
			if !strings.Contains(string(out), want) {
				t.Errorf("%q is not in\n%s", want, out)
			}
		}
	}
}

// TestTheCommandProviders: what a player reads of each subcommand.
func TestTheCommandProviders(t *testing.T) {
	fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: "Get 3 diamonds from a cave."}}})
	fake.Start()
	t.Cleanup(fake.Close) // after the parallel ones
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte(`
providers:
  - name: gone
    type: cli
    priority: 9
    config: {path: minehand-no-such-program, model: m}
  - name: studio
    type: openai
    config: {url: `+fake.URL+`}
  - name: shout
    type: text
    config: {path: tr, args: "a-z A-Z"}
  - name: sub
    type: cli
    config: {path: sh, args: [-c, "true"], subcommand: last}
  - name: cloud
    type: openai
    config: {url: https://api.example.com/v1, model: big}
command_providers:
  - provider_id: agent
    name: My Agent
    command: sh -c "exit 4"
    capabilities: {tasks: [npc_dialogue]}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, in string
		code     int
		says     []string
	}{
		{"", "", 0, []string{"gone      cli      m               all           this computer\n", "sends your text to api.example.com, when it is chosen by name\n", "agent     command  its own choice  npc_dialogue  this computer\n"}},
		{"list", "", 0, []string{"NAME      TYPE     MODEL"}},
		{"health shout", "", 0, []string{"shout: Nothing was asked: its program /", "/tr is there and may run. To ask it: minehand providers test shout\n"}},
		{"health sub", "", 0, []string{"sub: a CLI provider answers in ", "; it does not say which model.\n"}},
		{"health studio gone", "", 1, []string{"studio: LM Studio answers in ", "; the model is hermes-3-llama-3.1-8b.\n", "gone: The program of gone is not there: minehand-no-such-program. Install it, or correct its path in the config.\n"}},
		{"models studio shout", "", 0, []string{"studio: hermes-3-llama-3.1-8b (loaded, context 8192)\n", "shout: it has no list; name one with model in its config.\n"}},
		{"test shout agent", "", 1, []string{`shout: its model said "ANSWER WITH ONE WORD. SAY READY." after `, "agent: My Agent ended with exit code 4."}},
		{"call --prompt hello", "", 0, []string{"minehand: gone did not answer: The program of gone is not there", "Get 3 diamonds from a cave.\n"}},
		{"call shout --json --prompt <a&b>", "", 0, []string{`{"output":"<A&B>",`}},
		{"call shout --stream", "hello there", 0, []string{"HELLO THERE\n"}},
		{"call --stream --prompt hello", "", 0, []string{"Get 3 diamonds from a cave.\nminehand: gone did not answer"}},
		{"call studio --task chat --prompt diamonds --json", "", 0, []string{`{"output":"Get 3 diamonds from a cave.","model":"hermes-3-llama-3.1-8b"`}},
		{"call studio", `{"task":"npc_dialogue","context":{"player_message":"hi"}}`, 0, []string{"Get 3 diamonds from a cave.\n"}},
		{"call agent --task chat --prompt x", "", 1, []string{"minehand: My Agent is not there for this task: it lists npc_dialogue, not chat."}},
		{"call studio --task npc_dialogue", "{}", 2, []string{"minehand: the task npc_dialogue needs player_message, what a player says: give it with --message, or in the context of a JSON object on standard input\n"}},
		{"call studio --task npc_dialogue --prompt hello", "", 2, []string{"give it with --message"}},
		{"call studio --task categorize_prompt --message hello", "", 2, []string{"the task categorize_prompt needs prompt, the request that it is about: give it with --prompt"}},
		{"call studio --task chat", `{"context":{"blocks":[]}}`, 2, []string{"the task chat needs message, what is asked about the prompt: give it with --message"}},
		{"call studio", `{"tusk":"chat","context":{"prompt":"x"}}`, 2, []string{`the JSON object on standard input has "tusk"; it may have task, context, user_id, as in {"task":"npc_dialogue","context":{"player_message":"hello"}}; a text that begins so is asked with --prompt`}},
		{"call studio", `{"tusk":"chat"}`, 2, []string{`has "tusk"; it may have`}},
		{"call studio", `{"task":"chat","prompt":"x"}`, 2, []string{`has "prompt"; it may have`}},
		{"call studio", `{"task":7}`, 2, []string{"the JSON object on standard input cannot be read: task must be text"}},
		{"call studio", `{"task":"chat","context":[]}`, 2, []string{"context must be an object"}},
		{"call studio", `{"task":"chat"`, 2, []string{"begins as a JSON object and is none"}},
		{"call studio", `{"task":"chat","context":{"prompt":"x"}} more`, 2, []string{"begins as a JSON object and is none"}},
		{"call studio --task chat", `{"task":"npc_dialogue","context":{"player_message":"hi"}}`, 2, []string{"--task says chat, and the object on standard input npc_dialogue: leave one of them out"}},
		{"call studio", `{"context":{"prompt":"hi"}}`, 0, []string{"Get 3 diamonds from a cave.\n"}},
		{"call studio", `{"context":{}}`, 2, []string{"there is no question: use --prompt"}},
		{"call studio --prompt {x}", "", 0, []string{"Get 3 diamonds from a cave.\n"}},
		{"call studio", "  ", 2, []string{"there is no question: use --prompt"}},
		{"call nobody --prompt x", "", 2, []string{`there is no provider "nobody"; use auto, gone, studio, shout, sub, cloud, agent, lmstudio`}},
		{"call builtin --prompt x", "", 2, []string{"builtin is Minehand's own planner, which has no model to ask; use auto, gone, studio"}},
		{"test builtin", "", 2, []string{"builtin is Minehand's own planner, which has no model to ask; use auto, gone, studio"}},
		{"call auto --prompt hello", "", 0, []string{"minehand: gone did not answer: ", "Get 3 diamonds from a cave.\n"}},
		{"models auto", "", 0, []string{"auto: m\n"}},
		{"call agent --prompt hello", "", 1, []string{"My Agent is not there for this task: it lists npc_dialogue, not a plain question (chat)."}},
		{"tset", "", 2, []string{"did you mean `minehand providers test`?"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := program(ctx, t, append(append([]string{"providers"}, strings.Fields(c.args)...), "--config", config)...)
			cmd.Stdin = strings.NewReader(c.in)
			out, _ := cmd.CombinedOutput() // the exit code says how it ended
			said := strings.ReplaceAll(string(out), "the model server at "+fake.URL, "LM Studio")
			if code := cmd.ProcessState.ExitCode(); code != c.code {
				t.Errorf("exit code %d", code)
			}
			for _, want := range c.says {
				if !strings.Contains(said, want) {
					t.Errorf("%q is not in\n%s", want, said)
				}
			}
		})
	}
}
