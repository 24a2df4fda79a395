// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm/openai/fakelm"
)

// torches is a plan for a goal that the reader cannot read.
const torches = `{"plan":[{"type":"goal","description":"Light","actions":[{"type":"craft","recipe":"torch","quantity":4}]}]}`

// playConfig writes a config with a provider of each type, all of which answer
// with the plan, and two that do not answer.
func playConfig(t *testing.T, plan, extra string) string {
	t.Helper()
	dir := t.TempDir()
	fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: plan}}})
	fake.Start()
	t.Cleanup(fake.Close)
	quoted := strings.ReplaceAll(plan, `"`, `\"`)
	for name, text := range map[string]string{
		"rpc.sh":  `read line; id=${line#*\"id\":\"}; printf '{"jsonrpc":"2.0","id":"%s","result":{"output":%s}}' "${id%%\"*}" '` + plan + "'\n",
		"cli.sh":  `cat >/dev/null; [ "$1" = health ] || echo '{"content":"` + quoted + `","model":"cli","finish_reason":"stop"}'` + "\n",
		"text.sh": "cat >/dev/null; echo '" + plan + "'\n",
		"replies": `[{"times": 0, "reply": ` + plan + "}]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	config := fmt.Sprintf(`providers:
- {name: studio, type: openai, config: {url: %s}}
- {name: rpc, type: command, config: {command: [sh, rpc.sh]}}
- {name: sub, type: cli, config: {path: sh, args: [cli.sh], subcommand: last}}
- {name: words, type: text, config: {path: sh, args: [text.sh]}}
- {name: script, type: scripted, config: {path: replies}}
%s`, fake.URL, extra)
	path := filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func playWith(t *testing.T, config string, args ...string) (said string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := program(ctx, t, append([]string{"play", "never sit in the dark again", "--config", config, "--inventory", "iron_pickaxe", "--speed", "600", "--fallback", "fail"}, args...)...)
	out, _ := cmd.CombinedOutput() // the exit code says how it ended
	return string(out), cmd.ProcessState.ExitCode()
}

// TestEveryTypeOfProviderPlans: a goal outside the reader is planned through
// each type and carried out in the embedded world.
func TestEveryTypeOfProviderPlans(t *testing.T) {
	config := playConfig(t, torches, "")
	for _, name := range []string{"studio", "rpc", "sub", "words", "script"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, _ := playWith(t, config, "--provider", name, "--guess", "run")
			for _, want := range []string{"actions by " + name, "Craft 4 torches: done", "Holding: 4 torches"} {
				if !strings.Contains(said, want) {
					t.Errorf("%q is not in\n%s", want, said)
				}
			}
		})
	}
}

// TestAModelsPlanForWordsThatNobodyUnderstoodIsAGuess: where nobody can say yes to it
// nothing moves.
func TestAModelsPlanForWordsThatNobodyUnderstoodIsAGuess(t *testing.T) {
	said, code := playWith(t, playConfig(t, torches, ""), "--provider", "words")
	if code != exitBadInput || !strings.Contains(said, "was not understood, and nobody is here to say yes to a guess") || !strings.Contains(said, "Nothing was begun.") {
		t.Errorf("exit %d\n%s", code, said)
	}
}

// TestAProgramPlansInEachMode: with the shape of reply that belongs to it.
func TestAProgramPlansInEachMode(t *testing.T) {
	for mode, plan := range map[string]string{
		"hybrid":     torches,
		"high-level": `{"commands":[{"action":"craft","item":"torch","quantity":4}]}`,
		"low-level":  `{"actions":[{"type":"mine","target":"oak_log","quantity":1},{"type":"mine","target":"coal_ore","quantity":1},{"type":"craft","recipe":"oak_planks","quantity":4},{"type":"craft","recipe":"stick","quantity":4},{"type":"craft","recipe":"torch","quantity":4}]}`,
	} {
		for provider, by := range map[string]string{"rpc": "rpc", "auto": "studio/hermes"} {
			t.Run(mode+" "+provider, func(t *testing.T) {
				t.Parallel()
				config := playConfig(t, plan, "")
				said, _ := playWith(t, config, "--provider", provider, "--mode", mode)
				for _, want := range []string{"Plan of 5 actions by " + by, "Holding: 4 torches"} {
					if !strings.Contains(said, want) {
						t.Errorf("%q is not in\n%s", want, said)
					}
				}
			})
		}
	}
}

// TestALowLevelPlanIsNotTranslated: its actions are the model's alone, so that the
// goal is not put into clauses first, for which the model would be asked otherwise.
func TestALowLevelPlanIsNotTranslated(t *testing.T) {
	config := playConfig(t, `{"actions":[{"type":"wait","seconds":1}]}`, `- {name: writes, type: text, priority: 9, config: {path: sh, args: [-c, "cat >>asked; echo '{\"actions\":[{\"type\":\"craft\",\"recipe\":\"torch\",\"quantity\":4}]}'"]}}
`)
	said, _ := playWith(t, config, "--mode", "low-level", "--inventory", "coal,stick")
	asked, err := os.ReadFile(filepath.Join(filepath.Dir(config), "asked"))
	if err != nil || strings.Contains(string(asked), "clauses") || !strings.Contains(string(asked), `Form: {"actions"`) {
		t.Errorf("asked %v %s", err, asked)
	}
	for _, want := range []string{"Plan of 1 action by writes", "Holding: 4 torches"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}

// TestThePlayerSeesWhyOthersDidNotAnswer: the first hangs, the second fails, the
// third plans.
func TestThePlayerSeesWhyOthersDidNotAnswer(t *testing.T) {
	config := playConfig(t, torches, `- {name: hanging, type: text, priority: 9, config: {path: sleep, args: ["60"], timeout: 1s}}
- {name: failing, type: text, priority: 8, config: {path: sh, args: [-c, "echo no model here >&2; exit 3"]}}
`)
	said, _ := playWith(t, config, "--guess", "run")
	for _, want := range []string{
		"actions by studio/hermes",
		"hanging was to be asked first, and did not answer: Hanging did not finish within 1s. Raise timeout in its config",
		"failing was to be asked first, and did not answer: Failing ended with exit code 3: no model here. Run it by hand",
		"Holding: 4 torches",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}

// TestThePlayerSeesEveryCauseOfAFailedPlan: the first hangs, the second fails, and
// the third's plan cannot work.
func TestThePlayerSeesEveryCauseOfAFailedPlan(t *testing.T) {
	config := playConfig(t, "I would rather not.", `- {name: hanging, type: text, priority: 9, config: {path: sleep, args: ["60"], timeout: 1s}}
- {name: failing, type: text, priority: 8, config: {path: sh, args: [-c, "echo no model here >&2; exit 3"]}}
`)
	said, _ := playWith(t, config, "--fallback", "fail")
	for _, want := range []string{
		"hanging was to be asked first, and did not answer: Hanging did not finish within 1s.",
		"failing was to be asked first, and did not answer: Failing ended with exit code 3: no model here.",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	if strings.Contains(said, "hanging/hermes") || strings.Contains(said, "failing/hermes") {
		t.Errorf("a model is said to be another provider's:\n%s", said)
	}
}

// TestAPersonLetsACommandRun: play asks on standard input about a command that the
// model wants while it plans; the end of the input is a no.
func TestAPersonLetsACommandRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"list.txt":    "four torches",
		"replies":     "- {reply: {run_terminal_command: [{command: cat list.txt, description: the list}]}}\n- {times: 0, reply: " + torches + "}\n",
		"config.yaml": "providers: [{name: script, type: scripted, config: {path: replies}}]\nterminal: {allow: [cat]}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const question, ran, refused = `The model wants to run "cat list.txt" on this computer (the list). Run it? y = yes, n = no`, "\"cat list.txt\" ran and wrote:\nfour torches\n", `"cat list.txt" did not run. The person said no to it.`
	const alone = `"cat list.txt" did not run. Nobody is there to say yes to it.`
	for name, c := range map[string]struct {
		typed, want string
		flags       []string
	}{
		"yes":    {"y\n", ran, nil},
		"no":     {"n\n", refused, nil},
		"nobody": {"", alone, nil},
		"--yes":  {"", ran, []string{"--yes"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			args := []string{"play", "never sit in the dark again", "--config", filepath.Join(dir, "config.yaml"), "--provider", "script", "--inventory", "iron_pickaxe", "--speed", "600", "--fallback", "fail", "--guess", "run"}
			cmd := program(ctx, t, append(args, c.flags...)...)
			cmd.Stdin = strings.NewReader(c.typed)
			out, _ := cmd.CombinedOutput() // what the exit code says is another test's
			for _, want := range []string{question, c.want, "Holding: 4 torches"} {
				if !strings.Contains(string(out), want) {
					t.Errorf("%q is not in\n%s", want, out)
				}
			}
		})
	}
}

// TestBlockEdits: the blocks that a model names are one build, whose blocks are
// checked and, where the mode lets them be, obtained first.
func TestBlockEdits(t *testing.T) {
	const edits = `{"edits":[{"x":"~2","y":"~","z":"~","block":"cobblestone"}],"fills":[{"from":["~2","~1","~"],"to":["~2","~2","~"],"block":"cobblestone"}]}`
	for name, c := range map[string]struct {
		flags []string
		want  []string
	}{
		"held":      {[]string{"--inventory", "iron_pickaxe,cobblestone=3"}, []string{"Plan of 1 action by script", "Build 3 blocks: done (placed 3 of 3)"}},
		"to obtain": {[]string{"--inventory", "iron_pickaxe,cobblestone=1"}, []string{"Mine 2 ", "Build 3 blocks: done (placed 3 of 3)"}},
		"low-level": {[]string{"--inventory", "iron_pickaxe,cobblestone=1", "--mode", "low-level"}, []string{"Not done", "cobblestone"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, _ := playWith(t, playConfig(t, edits, ""), append([]string{"--provider", "script", "--guess", "run"}, c.flags...)...)
			for _, want := range c.want {
				if !strings.Contains(said, want) {
					t.Errorf("%q is not in\n%s", want, said)
				}
			}
		})
	}
}

// TestEveryTypeOfProviderTranslates: a goal outside the reader, put into clauses
// through each type, is planned by the built-in planner and proven in the embedded
// world; clauses that its words do not bear are a guess, at which nothing moves, or which
// proves nothing where guesses are run.
func TestEveryTypeOfProviderTranslates(t *testing.T) {
	const (
		goal  = "would you earn 3 oak logs please"
		right = `{"clauses":[{"span":"earn 3 oak logs","verb":"get","quantity":3,"item":"oak_log"}]}`
		guess = `{"clauses":[{"span":"would you","verb":"get","quantity":3,"item":"oak_log"}]}`
	)
	for _, name := range []string{"studio", "rpc", "sub", "words", "script"} {
		for _, c := range []struct {
			answer string
			code   int
			args   []string
		}{{right, 0, nil}, {guess, exitBadInput, nil}, {guess, exitUnverified, []string{"--guess", "run"}}} {
			t.Run(fmt.Sprint(name, " ", c.code), func(t *testing.T) {
				t.Parallel()
				config := playConfig(t, c.answer, "")
				text, err := os.ReadFile(config)
				if err != nil {
					t.Fatal(err)
				}
				first := strings.Replace(string(text), "name: "+name+",", "name: "+name+", priority: 9,", 1)
				if err := os.WriteFile(config, []byte(first), 0o600); err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(t.Context(), patience)
				defer cancel()
				cmd := program(ctx, t, append([]string{"play", goal, "--config", config, "--inventory", "iron_pickaxe", "--speed", "600"}, c.args...)...)
				out, _ := cmd.CombinedOutput()
				code := cmd.ProcessState.ExitCode()
				if c.code == exitBadInput {
					if code != c.code || !strings.Contains(string(out), "nobody is here to say yes") || !strings.Contains(string(out), "Nothing was begun.") {
						t.Errorf("exit code %d, want %d:\n%s", code, c.code, out)
					}
					return
				}
				if code != c.code || !regexp.MustCompile(`planned by the built-in planner, in the words of `+name+`\b`).Match(out) || !strings.Contains(string(out), "3 oak logs") {
					t.Errorf("exit code %d, want %d:\n%s", code, c.code, out)
				}
			})
		}
	}
}
