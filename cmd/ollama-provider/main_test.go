// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
	"github.com/minehand/minehand/llm/program"
)

// TestMain is the program itself when it is asked to be.
func TestMain(m *testing.M) {
	if os.Getenv("BE_OLLAMA_PROVIDER") != "" {
		main()
	}
	goleak.VerifyTestMain(m)
}

// ollama is a small fake of Ollama's API with one model.
type ollama struct {
	models []string
	words  []string
	cut    bool
	asked  []map[string]any
}

func (o *ollama) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/ps":
		fmt.Fprint(w, `{"models":[]}`)
	case "/api/tags":
		list := []map[string]string{}
		for _, m := range o.models {
			list = append(list, map[string]string{"name": m})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"models": list})
	case "/api/chat":
		var body map[string]any
		_ = json.NewDecoder(r.Body).Decode(&body)
		o.asked = append(o.asked, body)
		if body["model"] == "nosuch" {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"error":"model 'nosuch' not found"}`)
			return
		}
		for _, word := range o.words {
			fmt.Fprintf(w, `{"model":%q,"message":{"role":"assistant","content":%q},"done":false}`+"\n", body["model"], word)
		}
		if !o.cut {
			fmt.Fprintf(w, `{"model":%q,"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","prompt_eval_count":32,"eval_count":9}`+"\n", body["model"])
		}
	default:
		http.NotFound(w, r)
	}
}

// run runs the program in this process.
func run(t *testing.T, o *ollama, in string, args ...string) (out, errs string, code int) {
	t.Helper()
	server := httptest.NewServer(o)
	defer server.Close()
	defer http.DefaultClient.CloseIdleConnections()
	var stdout, stderr strings.Builder
	code = provider{url: server.URL, in: strings.NewReader(in), out: &stdout, err: &stderr}.run(t.Context(), args)
	return stdout.String(), stderr.String(), code
}

const whole = `{"prompt":"What is 2+2?","system_prompt":"Be short.","max_tokens":1000,"temperature":0,"top_p":0.9,"tools":[],
 "context":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}],"config":{"model":"llama3.2:latest","num_ctx":8192},"metadata":{"task_id":"abc123"}}`

func TestGenerate(t *testing.T) {
	for _, args := range [][]string{{"generate"}, {"generate", "--quiet"}, {"--quiet", "generate"}} {
		o := &ollama{words: []string{"2 + 2", " = 4."}}
		out, _, code := run(t, o, whole, args...)
		var a answer
		if err := json.Unmarshal([]byte(out), &a); err != nil || code != 0 {
			t.Fatalf("%d, %v: %s", code, err, out)
		}
		if a.Content != "2 + 2 = 4." || a.TokensUsed != 41 || a.InputTokens != 32 || a.OutputTokens != 9 || a.Model != "llama3.2:latest" || a.FinishReason != "stop" || a.Provider != "ollama" || a.Latency <= 0 {
			t.Errorf("answered %s", out)
		}
		if strings.Contains(out, `"error"`) || strings.Count(strings.TrimSpace(out), "\n") != 0 {
			t.Errorf("not one document without an error: %s", out)
		}
		sent, _ := json.Marshal(o.asked[0])
		if want := `{"messages":[{"content":"Be short.","role":"system"},{"content":"Hi","role":"user"},{"content":"Hello","role":"assistant"},{"content":"What is 2+2?","role":"user"}],"model":"llama3.2:latest","options":{"num_ctx":8192,"num_predict":1000,"temperature":0,"top_p":0.9},"stream":true}`; string(sent) != want {
			t.Errorf("sent %s", sent)
		}
	}
}

func TestStream(t *testing.T) {
	out, _, code := run(t, &ollama{models: []string{"qwen3:8b"}, words: []string{"", "2", " +", " 2"}}, `{"prompt":"x"}`, "stream")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var last chunk
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || code != 0 || len(lines) != 4 || last.Content != "2 + 2" || !last.Done || last.TokensUsed != 41 {
		t.Errorf("%d, %v: %s", code, err, out)
	}
	if strings.Contains(out, `"error"`) || strings.Count(out, `"tokens_used"`) != 1 {
		t.Errorf("errors or early counts in %s", out)
	}
	out, errs, code := run(t, &ollama{words: []string{"half"}, cut: true}, `{"prompt":"x","config":{"model":"m"}}`, "stream")
	if code != 1 || !strings.Contains(out, `"error":"the answer of Ollama broke off"`) || !strings.Contains(errs, "broke off") {
		t.Errorf("cut: %d, %s, %s", code, out, errs)
	}
}

func TestFailures(t *testing.T) {
	for name, c := range map[string]struct {
		o    *ollama
		in   string
		args []string
		code int
		says string
	}{
		"unknown model":   {&ollama{}, `{"prompt":"x","config":{"model":"nosuch"}}`, []string{"generate"}, 1, "model 'nosuch' not found"},
		"no model":        {&ollama{}, `{"prompt":"x"}`, []string{"generate"}, 1, "ollama pull"},
		"nothing said":    {&ollama{models: []string{"m"}}, `{"prompt":"x"}`, []string{"generate"}, 1, "the model m said nothing"},
		"no prompt":       {&ollama{}, `{}`, []string{"generate"}, 1, "has no prompt"},
		"no request":      {&ollama{}, `hello`, []string{"stream"}, 1, "holds no request"},
		"healthy":         {&ollama{models: []string{"m"}}, "", []string{"health"}, 0, "OK"},
		"unhealthy":       {&ollama{}, "", []string{"health"}, 1, "no model is there"},
		"no subcommand":   {&ollama{}, "", nil, 2, "usage:"},
		"odd subcommand":  {&ollama{}, "", []string{"sing", "a", "song"}, 2, "usage:"},
		"in the middle":   {&ollama{}, "", []string{"a", "health", "b"}, 2, "usage:"},
		"health, at last": {&ollama{models: []string{"m"}}, "", []string{"-v", "health"}, 0, "OK"},
	} {
		out, errs, code := run(t, c.o, c.in, c.args...)
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%s: %d, %s%s", name, code, out, errs)
		}
	}
	p := provider{url: "http://127.0.0.1:1", in: strings.NewReader(""), out: &strings.Builder{}, err: &strings.Builder{}}
	if code := p.run(t.Context(), []string{"health"}); code != 1 || !strings.Contains(fmt.Sprint(p.err), "start it with `ollama serve`") {
		t.Errorf("nobody there: %d, %s", code, p.err)
	}
}

func TestAddress(t *testing.T) {
	for in, want := range map[string]string{
		"": "http://localhost:11434", "lan": "http://lan:11434", "lan:99": "http://lan:99", "0.0.0.0": "http://localhost:11434",
		"http://lan:99/": "http://lan:99", "https://lan": "https://lan",
	} {
		if got := address(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestMinehandAsksIt: the whole way, as a process.
func TestMinehandAsksIt(t *testing.T) {
	server := httptest.NewServer(&ollama{models: []string{"llama3.2:latest"}, words: []string{"Punch ", "a tree."}})
	defer server.Close()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"BE_OLLAMA_PROVIDER": "1", "OLLAMA_HOST": server.URL}
	for _, place := range []string{"first", "last"} {
		p := program.New(program.Config{Protocol: &program.Subcommands{Subcommand: place}, Program: process.Program{Name: "ollama", Argv: []string{self, "-x"}, Timeout: 20 * time.Second,
			Env: []string{"BE_OLLAMA_PROVIDER", "OLLAMA_HOST"}, Getenv: func(name string) string { return env[name] }}})
		if _, err := p.Health(t.Context()); err != nil {
			t.Error(err)
		}
		var got strings.Builder
		resp, err := p.Generate(t.Context(), llm.Request{Prompt: "how do I start?"}.Streamed(func(c llm.Chunk) error { got.WriteString(c.Text); return nil }))
		if err != nil || resp.Content != "Punch a tree." || got.String() != resp.Content || resp.Usage.Total() != 41 {
			t.Errorf("%+v, %v", resp, err)
		}
		if resp, err = p.Generate(t.Context(), llm.Request{Prompt: "how do I start?"}); err != nil || resp.Model != "llama3.2:latest" || resp.Content != "Punch a tree." {
			t.Errorf("%+v, %v", resp, err)
		}
	}
}
