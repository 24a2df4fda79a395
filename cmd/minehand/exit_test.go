// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestTheCommandLineIsRefusedInASentence: what was typed wrongly ends with exit
// code 2, before anything starts, and one sentence that says what fits.
func TestTheCommandLineIsRefusedInASentence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"dance", "unknown command \"dance\": `minehand --help` lists them; a goal is carried out with `minehand play \"dance\"`"},
		{"sreve", "unknown command \"sreve\": did you mean `minehand serve`?"},
		{"serve extra", "minehand serve takes flags only, and \"extra\" is none: leave it out, or see `minehand serve --help`"},
		{"version extra", "takes flags only"},
		{"doctor extra", "takes flags only"},
		{"memory extra", "takes flags only"},
		{"serve --cert x", "--cert and --key are for --lan"},
		{"serve --lan=everywhere", "no address of this computer"},
		{"conformance extra", "takes flags only"},
		{"completion fish extra", "extra"},
		{"serve --foo", "unknown flag --foo: see `minehand serve --help`"},
		{"serve -x", "unknown flag -x: see"},
		{"serve ---x", "---x is no flag"},
		{"serve --port", "--port needs a whole number after it"},
		{"serve --port abc", "--port needs a whole number, not \"abc\""},
		{"serve --port 1.5", "--port needs a whole number, not \"1.5\""},
		{"serve --verbose=maybe", "--verbose needs true or false, not \"maybe\""},
		{"serve --port 99999", "65535"},
		{"doctor --port 99999", "65535"},
		{"serve --data-dir=", "--data-dir is empty: give it a value, or leave it out"},
		{"serve --config=", "--config is empty"},
		{"memory --data-dir=", "--data-dir is empty"},
		{"play x --seed abc", "--seed needs a whole number, not \"abc\""},
		{"play x --speed abc", "--speed needs a number, not \"abc\""},
		{"play x --timeout 5", "--timeout needs a time with its unit, such as 5s or 10m, not \"5\""},
		{"conformance --timeout 5", "--timeout needs a time with its unit"},
		{"conformance --junit=", "--junit is empty"},

		{"body", "--server HOST:PORT for a bot"},
		{"body --sim --server here", "say who plays"},
		{"body --sim --speed 0", "--speed must be above 0 and at most 10000"},
		{"body --sim --speed NaN", "--speed must be above 0"},
		{"body --sim --seed -4", "--seed must be at least 1"},
		{"body --sim --body v3", "--body: there is no body \"v3\""},
		{"body --sim --fault oops=1,drop=2", "--fault: there is no fault \"oops\""},
		{"body --sim --version elderly", "--version: \"elderly\" is no Minecraft version"},
		{"body --sim --inventory oak_log=many", "item=count"},
		{"body --sim --inventory oak_plonk=1", "oak_plonk"},
		{"body --sim --auth offline", "--auth means nothing with --sim: leave it out"},
		{"body --sim --viewer auto", "--viewer means nothing with --sim"},
		{"body --sim --port 0", "--port: 0 does not exist"},
		{"body --sim --backend http://x", "--backend: \"http://x\" is no address of a Minehand; write it like ws://localhost:9876"},
		{"body --sim --backend ::", "is no address of a Minehand"},
		{"body --sim --backend ws://::", "is no address of a Minehand"},
		{"body --sim --backend ws://host:99999", "is no address of a Minehand"},
		{"body --sim --backend ws://", "is no address of a Minehand"},
		{"body --sim --backend localhost:9876", "is no address of a Minehand"},
		{"body --sim --backend=", "--backend is empty"},
		{"body --sim --backend ws://localhost:1 --port 2", "leave one out"},
		{"body --sim --instance " + strings.Repeat("x", 200), "--instance: give at most 128"},
		{"body --server a:b:c", "--server: \"a:b:c\" is no server; write HOST or HOST:PORT"},
		{"body --server here:99999", "is no server"},
		{"body --server here:", "is no server"},
		{"body --server :25565", "is no server"},
		{"body --server http://here", "is no server"},
		{"body --server ::1", "is no server"},
		{"body --server [nonsense]:1", "is no server"},
		{"body --server here --auth foo", "--auth: \"foo\" is neither offline nor microsoft"},
		{"body --server here --viewer x", "--viewer: \"x\" is no port"},
		{"body --server here --version 1.12", "--version: Minecraft 1.12 is older than 1.14"},
		{"body --server here --name a", "--name: \"a\" is no player's name"},
		{"body --server here --version elderly", "--version: "},
		{"body --server here --seed 3", "--seed means nothing with --server"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := program(ctx, t, strings.Fields(c.line)...)
		var said strings.Builder
		cmd.Stderr = &said
		err := cmd.Run()
		cancel()
		text := strings.TrimSpace(said.String())
		if code := cmd.ProcessState.ExitCode(); code != exitBadInput || !strings.Contains(text, c.want) || strings.Contains(text, "\n") {
			t.Errorf("%s: %v, said %q, want %q in it", c.line, err, text, c.want)
		}
		for _, raw := range []string{"strconv", "invalid argument", "unmarshal", "time: "} {
			if strings.Contains(text, raw) {
				t.Errorf("%s: a person cannot read %q", c.line, text)
			}
		}
	}
}

// TestHelpIsNoGoal: "help" behind a command shows its help, and is no goal.
func TestHelpIsNoGoal(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"play", "plan", "do", "doctor", "serve", "mission", "mission run"} {
		var out strings.Builder
		root := newRoot(strings.NewReader(""), &out, &out)
		root.SetArgs(append(strings.Fields(name), "help"))
		if err := root.ExecuteContext(t.Context()); err != nil || !strings.Contains(out.String(), "minehand "+name) || !strings.Contains(out.String(), "Usage:") {
			t.Errorf("minehand %s help: %v, %.200q", name, err, out.String())
		}
	}
}

// TestAFaultOfTheMachineIsNotBadInput: the disk of standard output is full.
func TestAFaultOfTheMachineIsNotBadInput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /dev/full")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	self := program(ctx, t, "version")
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `"$0" version >/dev/full`, self.Path)
	cmd.Env = self.Env
	if out, err := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != exitIncomplete {
		t.Errorf("%v: %s", err, out)
	}
}
