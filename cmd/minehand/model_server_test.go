// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/minehand/minehand/internal/freeport"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

const threeDiamonds = `{"plan":[{"type":"goal","description":"Diamonds","actions":[{"type":"mine","target":"diamond_ore","quantity":3}]}]}`

// withServer runs the program to its end against a fake LM Studio.
func withServer(t *testing.T, cfg fakelm.Config, args ...string) (said string, code int) {
	t.Helper()
	if cfg.Replies == nil {
		cfg.Replies = []fakelm.Reply{{Text: threeDiamonds}}
	}
	fake := fakelm.New(cfg)
	fake.Start()
	defer fake.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := program(ctx, t, args...)
	cmd.Env = append(cmd.Env, lmStudioEnv+"="+fake.URL)
	out, _ := cmd.CombinedOutput() // the exit code says how it ended
	return strings.ReplaceAll(string(out), fake.URL, "http://SERVER"), cmd.ProcessState.ExitCode()
}

// TestWhatAPlayerReadsWhenAModelServerFails: a plan or a sentence with the fix.
func TestWhatAPlayerReadsWhenAModelServerFails(t *testing.T) {
	const plans = "Plan of 1 action by lmstudio/hermes-3-llama-3.1-8b:\n"
	for quirk, want := range map[fakelm.Quirk]string{
		"":                   plans,
		"refuse-json-schema": plans,
		"json-in-reasoning":  plans,
		"500-twice":          plans,
		"keep-alive-flood":   plans,
		"rate-limited":       plans,
		"model-not-loaded":   "Not done: The model hermes-3-llama-3.1-8b is not loaded in the model server at http://SERVER. Load it there, or turn on just-in-time loading.\n",
		"error-with-200":     "Not done: The model hermes-3-llama-3.1-8b is not loaded in the model server at http://SERVER. Load it there, or turn on just-in-time loading.\n",
		"context-overflow":   "Not done: The question does not fit in the context that the model hermes-3-llama-3.1-8b is loaded with. Load the model with a longer context (8192 or more), or ask for less at once.\n",
		"empty-choices":      "Not done: The model hermes-3-llama-3.1-8b gave an empty answer. Try again, or choose another model.\n",
		"cut-stream":         "Not done: The model server at http://SERVER broke off in the middle of its answer. Try again; if it stays, look whether the server ran out of memory.\n",
		"stream-error-event": "Not done: The model server at http://SERVER failed: Engine protocol predict stream returned an error: out of memory. Try again; if it stays, reload the model or restart the server.\n",
		"huge-text":          "Not done: The answer of the model server at http://SERVER is larger than the limit. Set a lower max_tokens; the model may be repeating itself.\n",
		"unauthorized":       "Not done: The model server at http://SERVER refused the key, or wants one. Set the API key for this server: api_key_env in the config names the variable that holds it.\n",
		"html-page":          "Not done: What answers as the model server at http://SERVER does not speak the chat protocol: it sent a web page. Check the address and port.\n",
	} {
		name := string(quirk)
		if name == "" {
			name = "well"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, code := withServer(t, fakelm.Config{Quirks: []fakelm.Quirk{quirk}, Key: "another"},
				"play", "get 3 diamonds", "--provider", "lmstudio", "--fallback", "fail", "--inventory", "iron_pickaxe", "--speed", "600")
			if works := !strings.HasPrefix(want, "Not done"); !strings.Contains(said, want) || works != (code == 0) || works != strings.Contains(said, "\nDone: ") {
				t.Errorf("exit code %d and\n%s\nwant %q", code, said, want)
			}
		})
	}
}

func TestDoctorOnAModelServer(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  fakelm.Config
		code int
		says []string
	}{
		"well": {fakelm.Config{}, 0, []string{"ok   lmstudio (LM Studio) answers in ", "; the model is hermes-3-llama-3.1-8b.\n", "ok   lmstudio begins to answer a question after "}},
		"a small context": {fakelm.Config{Models: []fakelm.Model{{ID: "qwen3-8b", Loaded: true, Context: 2048}}}, exitIncomplete,
			[]string{"FIX  qwen3-8b is loaded with a context of 2048 tokens, too small for a plan with its recipes: load it with 8192 or more.\n"}},
		"a model that thinks": {fakelm.Config{Models: []fakelm.Model{{ID: "qwen3-8b", Loaded: true, Context: 4096, Reasoning: true}}}, 0,
			[]string{"note qwen3-8b is loaded with a context of 4096 tokens: ", "note qwen3-8b thinks before it answers: "}},
		"a model that is not loaded": {fakelm.Config{Models: []fakelm.Model{{ID: "qwen3-8b", Max: 40960}}}, 0,
			[]string{"note qwen3-8b is not known to be in memory: the first plan may wait for it to load", "Load it there first; where loading on demand is off, nothing is answered before.\n", "note How large its context is shows when it is loaded: "}},
		"no model": {fakelm.Config{Quirks: []fakelm.Quirk{"no-models"}}, exitIncomplete,
			[]string{"FIX  lmstudio: The model server at http://SERVER has no model to ask. Download and load a model there.\n"}},
		"a key": {fakelm.Config{Quirks: []fakelm.Quirk{"unauthorized"}, Key: "another"}, exitIncomplete,
			[]string{"FIX  lmstudio: The model server at http://SERVER refused the key, or wants one. Set the API key for this server: api_key_env"}},
		"500 to a question": {fakelm.Config{Quirks: []fakelm.Quirk{"500-always"}}, exitIncomplete,
			[]string{"ok   lmstudio (LM Studio) answers in ", "FIX  lmstudio lists its models and does not answer a question: The model server at http://SERVER failed (HTTP 500): The model has crashed without additional information. (Exit code: 6). Try again; if it stays, reload the model or restart the server.\n"}},
		"no answer to a question": {fakelm.Config{Quirks: []fakelm.Quirk{"hang-before-headers"}}, exitIncomplete,
			[]string{"FIX  lmstudio lists its models and does not answer: a small question got no word within 20s. It may be busy with another question or still be loading; if not it is stuck: restart it, or load the model there again.\n"}},
		"no word of an answer": {fakelm.Config{Quirks: []fakelm.Quirk{"keep-alive-only"}}, exitIncomplete,
			[]string{"FIX  lmstudio lists its models and does not answer: a small question got no word within 20s."}},
		"nothing loaded and nothing loads": {fakelm.Config{Quirks: []fakelm.Quirk{"model-not-loaded"}}, exitIncomplete,
			[]string{"FIX  lmstudio lists its models and does not answer a question: The model hermes-3-llama-3.1-8b is not loaded in the model server at http://SERVER. Load it there, or turn on just-in-time loading.\n"}},
		"a list without end": {fakelm.Config{Quirks: []fakelm.Quirk{"huge-models"}}, exitIncomplete,
			[]string{"its list of models never ends. Check the address and port.\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(config, fmt.Appendf(nil, "port: %d\n", freeport.Of(t)), 0o600); err != nil {
				t.Fatal(err)
			}
			said, code := withServer(t, c.cfg, "doctor", "--config", config)
			if code != c.code {
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

// TestDoctorMeasuresAModel: how fast it answers, what it is good for, what was
// learned of it, with the fix for what does not work.
func TestDoctorMeasuresAModel(t *testing.T) {
	numbers := fakelm.Reply{Text: strings.Repeat("12\n", 30)}
	form := fakelm.Reply{Text: `{"item":"oak_log","count":3}`}
	tool := fakelm.Reply{Calls: []fakelm.Call{{Name: "how_to_make", Arguments: `{"item":"stick"}`}}}
	for name, c := range map[string]struct {
		cfg  fakelm.Config
		args []string
		code int
		says []string
	}{
		"well": {fakelm.Config{Replies: []fakelm.Reply{numbers, form, tool}, TokenDelay: 20 * time.Millisecond}, []string{"lmstudio"}, 0,
			[]string{"ok   lmstudio (hermes-3-llama-3.1-8b) gives its first word after 0.", " tokens a second.\n", "ok   It answers in a form, and right (by json_schema).\n", "ok   It calls tools.\n"}},
		"what it refuses": {fakelm.Config{Replies: []fakelm.Reply{numbers, form, form}, Quirks: []fakelm.Quirk{"refuse-temperature", "refuse-json-schema"}}, []string{"lmstudio"}, 0,
			[]string{"right (by tool).\n", "note It was offered a tool and called none.", "note It refuses temperature: requests go without.\n", "note It cannot bind an answer to a schema: it is asked through a tool call.\n"}},
		"no form": {fakelm.Config{Replies: []fakelm.Reply{numbers, {Text: "Sure! Punch a tree."}}}, []string{"hermes-3-llama-3.1-8b"}, exitIncomplete,
			[]string{"FIX  It does not answer in a form, but with other words. Plans and translations by it will mostly fail: choose another model; "}},
		"a wrong answer": {fakelm.Config{Replies: []fakelm.Reply{numbers, {Text: `{"item":"stone","count":1}`}}}, []string{"lmstudio/hermes-3-llama-3.1-8b"}, exitIncomplete,
			[]string{`FIX  It answers in a form, and wrong: "{\"item\":\"stone\",\"count\":1}" for 3 oak logs.`}},
		"no such model": {fakelm.Config{Quirks: []fakelm.Quirk{"unknown-model"}}, []string{"nosuch"}, exitIncomplete, []string{"FIX  The model server at http://SERVER has no model named nosuch: "}},
		"embeddings":    {fakelm.Config{}, []string{"bge-m3"}, exitIncomplete, []string{"bge-m3 makes embeddings, speech or pictures and does not chat. Name a chat model"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(config, fmt.Appendf(nil, "port: %d\n", freeport.Of(t)), 0o600); err != nil {
				t.Fatal(err)
			}
			said, code := withServer(t, c.cfg, append([]string{"doctor", "--config", config, "--model"}, c.args...)...)
			if code != c.code {
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

// TestDoctorOnAServerThatIsNone: what takes connections and says nothing, or nothing
// but errors, is no server that is well.
func TestDoctorOnAServerThatIsNone(t *testing.T) {
	silent := make(chan struct{})
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"it never replies": {func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-silent:
			case <-r.Context().Done():
			}
		}, "FIX  lmstudio: The model server at http://SERVER does not answer. It may be busy or stuck: wait for what it is doing, or restart it.\n"},
		"it replies 500": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "out of order", http.StatusInternalServerError)
		},
			"FIX  lmstudio: The model server at http://SERVER failed (HTTP 500): out of order. Try again; if it stays, reload the model or restart the server.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.answer)
			defer server.Close()
			config := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(config, fmt.Appendf(nil, "port: %d\n", freeport.Of(t)), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := program(t.Context(), t, "doctor", "--config", config)
			cmd.Env = append(cmd.Env, lmStudioEnv+"="+server.URL)
			out, _ := cmd.CombinedOutput() // the exit code says how it ended
			said := strings.ReplaceAll(string(out), server.URL, "http://SERVER")
			if code := cmd.ProcessState.ExitCode(); code != exitIncomplete || !strings.Contains(said, c.says) {
				t.Errorf("exit code %d and\n%s\nwant %q", code, said, c.says)
			}
		})
	}
	close(silent)
}

// The server that is looked for by itself may be missing, whatever else is named.
func TestDoctorOnAServerThatNobodyNamed(t *testing.T) {
	fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: "ready"}}})
	fake.Start()
	defer fake.Close()
	config := filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf("port: %d\nproviders: [{name: mine, type: openai, config: {url: %q}}]\n", freeport.Of(t), fake.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := program(t.Context(), t, "doctor", "--config", config).CombinedOutput() // the output says how it ended
	if said := string(out); !strings.Contains(said, "ok   mine begins to answer") || strings.Contains(said, "FIX ") {
		t.Errorf("it says\n%s", said)
	}
}

// TestInterruptWhileAModelThinks: the request is aborted, which the server sees,
// and what it would have answered changes nothing.
func TestInterruptWhileAModelThinks(t *testing.T) {
	for _, quirk := range []fakelm.Quirk{"hang-before-headers", "hang-before-first", "hang-between-tokens", "keep-alive-only", "drip"} {
		t.Run(string(quirk), func(t *testing.T) {
			t.Parallel()
			fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: threeDiamonds}}, Quirks: []fakelm.Quirk{quirk}})
			fake.Start()
			defer fake.Close()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := program(ctx, t, "play", "get 3 diamonds", "--provider", "lmstudio", "--json", "--inventory", "iron_pickaxe", "--speed", "5")
			cmd.Env = append(cmd.Env, lmStudioEnv+"="+fake.URL)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			eventually(t, 20*time.Second, "asking the model", func() bool {
				return slices.ContainsFunc(fake.Requests(), func(r fakelm.Request) bool { return r.Method == http.MethodPost })
			})
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			asked := time.Now()
			if err := fake.AwaitAbort(ctx); err != nil {
				t.Error(err)
			}
			if took := time.Since(asked); took > 3*time.Second {
				t.Errorf("the request was aborted %s after the stop", took)
			}
			var last line
			scan := bufio.NewScanner(out)
			scan.Buffer(nil, 4<<20)
			for scan.Scan() {
				last = line{}
				if err := json.Unmarshal(scan.Bytes(), &last); err != nil {
					t.Fatalf("a line that is no JSON: %s", scan.Text())
				}
				if last.Action != nil {
					t.Errorf("after the stop: %s", scan.Text())
				}
			}
			_ = cmd.Wait() // the summary says how it ended
			if last.Type != "summary" || last.Status != "stopped" || len(fake.Chats()) != 1 {
				t.Errorf("the last line is %+v after %d requests", last, len(fake.Chats()))
			}
		})
	}
}
