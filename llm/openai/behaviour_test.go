// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

func ptr[T any](v T) *T { return &v }

func TestRequestBody(t *testing.T) {
	c, s := overLoopback(t, fakelm.Config{}, Config{Settings: Settings{Extra: map[string]any{
		"chat_template_kwargs": map[string]any{"enable_thinking": false}, "messages": "no", "stream": false}}, APIKey: "sk-1"})
	_, err := c.Generate(t.Context(), llm.Request{
		Model: "o1-minecraft-7b", System: "sys", Prompt: "hi",
		Context: []llm.Message{
			{Role: llm.RoleUser, Content: "earlier"},
			{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: "c1", Name: "recipe", Arguments: "{}"}}},
			{Role: llm.RoleTool, ToolCallID: "c1"},
		},
		Temperature: ptr(0.0), TopP: ptr(0.9), Seed: ptr(int64(7)), MaxTokens: 2000,
		Tools: []llm.Tool{{Name: "recipe"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	chats := s.Chats()
	body := chats[len(chats)-1].Body
	for field, want := range map[string]any{
		"model": "o1-minecraft-7b", "temperature": 0.0, "top_p": 0.9, "seed": 7.0, "max_tokens": 2000.0, "stream": true,
		"stream_options": map[string]any{"include_usage": true}, "chat_template_kwargs": map[string]any{"enable_thinking": false},
	} {
		if got := body[field]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", field, got, want)
		}
	}
	if chats[0].Authorization != "Bearer sk-1" {
		t.Errorf("authorization %q", chats[0].Authorization)
	}
	roles := ""
	for _, m := range body["messages"].([]any) {
		m := m.(map[string]any)
		roles += m["role"].(string) + " "
		if m["role"] == "tool" && (m["content"] == "" || m["tool_call_id"] != "c1") {
			t.Errorf("tool message %v", m)
		}
	}
	if roles != "system user assistant tool user " {
		t.Errorf("roles %s", roles)
	}
}

// TestTheSwitchOfThinking: it joins what the owner sends anyway, and a hosted
// address is not told.
func TestTheSwitchOfThinking(t *testing.T) {
	c, s := overLoopback(t, fakelm.Config{}, Config{Settings: Settings{Thinking: ptr(false), Temperature: ptr(0.2), MaxTokens: ptr(700), Extra: map[string]any{"chat_template_kwargs": map[string]any{"style": "short"}, "ttl": 300}}})
	if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
		t.Fatal(err)
	}
	body := s.Chats()[0].Body
	if got := fmt.Sprint(body["chat_template_kwargs"], body["ttl"], body["temperature"], body["max_tokens"]); got != "map[enable_thinking:false style:short] 300 0.2 700" {
		t.Errorf("sent %s", got)
	}
}

func TestLadderIsRemembered(t *testing.T) {
	memory := NewMemory()
	cfg := fakelm.Config{Quirks: []fakelm.Quirk{"refuse-json-schema"}, Replies: []fakelm.Reply{{Text: plan}}}
	c, s := overLoopback(t, cfg, Config{Settings: Settings{Model: "hermes"}, Memory: memory})
	req := llm.Request{Prompt: "get wood", Schema: planSchema}
	for i, want := range []int{2, 3, 4} { // one more than before, after the first
		resp, err := c.Generate(t.Context(), req)
		if err != nil || resp.SchemaBy != "tool" || len(s.Chats()) != want {
			t.Errorf("call %d: by %s, %d requests, %v", i, resp.SchemaBy, len(s.Chats()), err)
		}
	}
	last := s.Chats()[3].Body
	if last["tool_choice"] != "required" || last["response_format"] != nil {
		t.Errorf("tool_choice %v", last["tool_choice"])
	}
	req.Model = "other"
	if resp, err := c.Generate(t.Context(), req); err != nil || resp.Attempts != 2 {
		t.Errorf("another model did not start at the top: %d attempts, %v", resp.Attempts, err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := c.Generate(t.Context(), req); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestAServerThatCannotStreamIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, s := overPipe(t, fakelm.Config{Quirks: []fakelm.Quirk{"ignore-streaming"}}, Config{Settings: Settings{Model: "hermes"}})
		for range 2 {
			if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
				t.Fatal(err)
			}
		}
		if chats := s.Chats(); chats[0].Body["stream"] != true || chats[1].Body["stream"] != false {
			t.Errorf("stream was %v, then %v", chats[0].Body["stream"], chats[1].Body["stream"])
		}
	})
}

func TestStreamRestartsWhenItFalls(t *testing.T) {
	c, _ := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{"ignore-schema"}, Replies: []fakelm.Reply{{Text: plan}}}, Config{})
	var got strings.Builder
	restarts := 0
	resp, err := c.Generate(t.Context(), llm.Request{Prompt: "get wood", Schema: planSchema}.Streamed(func(c llm.Chunk) error {
		if c.Restart {
			restarts++
			got.Reset()
		}
		got.WriteString(c.Text)
		return nil
	}))
	if err != nil || restarts != 2 || got.String() != plan || resp.Content != plan {
		t.Errorf("%d restarts, streamed %q, %v", restarts, got.String(), err)
	}
}

func TestLoadingIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := overPipe(t, fakelm.Config{
			Models:    []fakelm.Model{{ID: "gpt-oss-20b", Max: 131072}},
			LoadDelay: 14500 * time.Millisecond, TokenDelay: 700 * time.Millisecond,
			Replies: []fakelm.Reply{{Text: "punch a tree, then make planks"}},
		}, Config{})
		var lines []string
		resp, err := c.Generate(t.Context(), llm.Request{Prompt: "hi", Progress: func(p llm.Progress) { lines = append(lines, p.String()) }})
		if err != nil || resp.FirstToken != 14500*time.Millisecond {
			t.Fatalf("%+v, %v", resp, err)
		}
		all := strings.Join(lines, "\n")
		for _, want := range []string{"connecting to the model server, 0 s", "waiting for the first word of the model gpt-oss-20b, 0 s",
			"loading the model gpt-oss-20b, 1 s", "loading the model gpt-oss-20b, 14 s", "receiving, 3 tokens"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is not among\n%s", want, all)
			}
		}
	})
}

// noServer dials as if nothing listened.
type noServer struct{ dials int }

func (n *noServer) dial(context.Context, string, string) (net.Conn, error) {
	n.dials++
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

func TestUnreachableIsTriedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var none noServer
		c, err := New(Config{Settings: Settings{Model: "hermes"}, Transport: &http.Transport{DialContext: none.dial}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Generate(t.Context(), llm.Request{Prompt: "hi", Schema: planSchema})
		if !errors.Is(err, llm.ErrUnreachable) || !errors.Is(err, syscall.ECONNREFUSED) || none.dials != 2 {
			t.Errorf("%d dials, %v", none.dials, err)
		}
		if want := "LM Studio at http://localhost:1234 does not answer. Start it and its local server, or set the right address in the config."; err.Error() != want {
			t.Errorf("says %q", err)
		}
		_, err = c.Health(t.Context())
		llmtest.Sentence(t, err)
		if !errors.Is(err, llm.ErrUnreachable) || none.dials != 3 {
			t.Errorf("health: %d dials, %v", none.dials, err)
		}
	})
}

func TestProbe(t *testing.T) {
	models := []fakelm.Model{
		{ID: "text-embedding-nomic", Embedding: true, Max: 2048},
		{ID: "qwen3-4b", Max: 40960, Reasoning: true, Tools: true},
		{ID: "hermes", Loaded: true, Context: 8192, Max: 131072, Tools: true},
	}
	for _, c := range []struct {
		name  string
		fake  fakelm.Config
		kind  ServerKind
		model string // asked when none is configured
		want  []llm.Model
	}{
		{"LM Studio", fakelm.Config{Models: models}, LMStudio, "hermes", []llm.Model{
			{ID: "qwen3-4b", MaxContext: 40960, Reasoning: true, Tools: true},
			{ID: "hermes", Loaded: true, ContextLength: 8192, MaxContext: 131072, Tools: true}}},
		{"LM Studio before 0.4", fakelm.Config{Models: models, Quirks: []fakelm.Quirk{"no-native-list"}}, LMStudio, "hermes",
			[]llm.Model{{ID: "qwen3-4b", MaxContext: 40960, Quantisation: "Q4_K_M"}, {ID: "hermes", Loaded: true, ContextLength: 8192, MaxContext: 131072, Quantisation: "Q4_K_M"}}},
		{"LM Studio before 0.3.6", fakelm.Config{Models: models, Quirks: []fakelm.Quirk{"no-native-list", "no-rest-list"}}, Compatible, "qwen3-4b",
			[]llm.Model{{ID: "qwen3-4b"}, {ID: "hermes"}}},
		{"Ollama", fakelm.Config{Kind: fakelm.Ollama, Models: models[1:]}, Ollama, "hermes",
			[]llm.Model{{ID: "qwen3-4b"}, {ID: "hermes", Loaded: true, ContextLength: 8192}}},
		{"llama-server", fakelm.Config{Kind: fakelm.LlamaServer, Models: models[2:]}, LlamaServer, "hermes",
			[]llm.Model{{ID: "hermes", Loaded: true, ContextLength: 8192, MaxContext: 131072, Tools: true}}},
		{"vLLM", fakelm.Config{Kind: fakelm.Generic, Models: models[2:]}, Compatible, "hermes",
			[]llm.Model{{ID: "hermes", ContextLength: 8192, MaxContext: 8192}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			client, s := overLoopback(t, c.fake, Config{})
			p, err := client.Probe(t.Context())
			if err != nil || p.Kind != c.kind || fmt.Sprint(p.Models) != fmt.Sprint(c.want) {
				t.Errorf("got %s %+v, %v\nwant %s %+v", p.Kind, p.Models, err, c.kind, c.want)
			}
			health, err := client.Health(t.Context())
			if err != nil || health.Model != c.model || health.Server != string(c.kind) {
				t.Errorf("health %+v, %v", health, err)
			}
			if _, err = client.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
				t.Error(err)
			}
			if got := s.Chats()[0].Body["model"]; got != c.model {
				t.Errorf("asked %v, want %s", got, c.model)
			}
		})
	}
}

func TestHealthNamesTheMissingModel(t *testing.T) {
	c, _ := overLoopback(t, fakelm.Config{}, Config{Settings: Settings{Model: "andy-4"}})
	_, err := c.Health(t.Context())
	if !errors.Is(err, llm.ErrNoModel) || !strings.Contains(err.Error(), "andy-4") {
		t.Errorf("got %v", err)
	}
}

func TestAddresses(t *testing.T) {
	for in, want := range map[string][3]string{
		"localhost:1234":                             {"http://localhost:1234/v1", "http://localhost:1234", "LM Studio at http://localhost:1234"},
		"http://localhost:1234/":                     {"http://localhost:1234/v1", "http://localhost:1234", ""},
		"http://localhost:1234/v1/":                  {"http://localhost:1234/v1", "http://localhost:1234", ""},
		"http://127.0.0.1:11434/v1/chat/completions": {"http://127.0.0.1:11434/v1", "http://127.0.0.1:11434", "Ollama at http://127.0.0.1:11434"},
		"https://openrouter.ai/api/v1":               {"https://openrouter.ai/api/v1", "https://openrouter.ai/api", ""},
		"https://host/v1beta/openai/":                {"https://host/v1beta/openai", "https://host/v1beta/openai", ""},
		"http://user:secret@lan:8080?x=1":            {"http://lan:8080/v1", "http://lan:8080", "llama-server at http://lan:8080"},
		" [::1]:1234 ":                               {"http://[::1]:1234/v1", "http://[::1]:1234", ""},
	} {
		a, err := parseAddress(in)
		if err != nil || a.base != want[0] || a.root != want[1] || (want[2] != "" && a.name != want[2]) {
			t.Errorf("%q: %+v, %v", in, a, err)
		}
	}
	for _, in := range []string{"ftp://x", "http://", "http://%zz", "://"} {
		if _, err := New(Config{Settings: Settings{URL: in}}); err == nil {
			t.Errorf("%q was taken", in)
		}
	}
}

func TestTheKeyIsNowhere(t *testing.T) {
	var log bytes.Buffer
	cfg := Config{APIKey: "sk-secret-123", Log: slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	elsewhere := fakelm.New(fakelm.Config{})
	elsewhere.Start()
	defer elsewhere.Close()
	c, _ := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{"echo-key"}}, cfg)
	_, failed := c.Generate(t.Context(), llm.Request{Prompt: "hi"})
	d, _ := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{"redirect-elsewhere"}, ElsewhereURL: elsewhere.URL + "/v1/chat/completions"}, cfg)
	_, moved := d.Generate(t.Context(), llm.Request{Prompt: "hi"})
	if failed == nil || moved == nil || len(elsewhere.Requests()) != 0 {
		t.Errorf("%v; %v; %d requests followed the redirect", failed, moved, len(elsewhere.Requests()))
	}
	cfg.Log.Info("config", "config", cfg, "error", failed)
	for _, text := range []string{fmt.Sprintf("%v %+v %#v", cfg, cfg, cfg), log.String(), fmt.Sprintf("%+v %+v", failed, moved)} {
		if strings.Contains(text, "sk-secret-123") {
			t.Errorf("the key is in %s", text)
		}
	}
	if !strings.Contains(log.String(), "model call") {
		t.Error("no attempt was logged")
	}
}

func TestTheWordsOfAnErrorBody(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":"text"}`: "text",
		`{"error":{"message":"text","type":"t","code":5}}`: "text",
		`{"message":"text"}`: "text",
		`{"detail":"text"}`:  "text",
		`{"detail":[{"type":"extra_forbidden","loc":["body","ttl"],"msg":"no"}]}`: "ttl: no",
		`"text"`:                     "text",
		"text\n":                     "text",
		"<html>":                     "",
		`{"error": "text that was c`: "text that was c",
		"{\n  \"error\": {\"message\": \"text that was c": "text that was c",
		`{"status":"text that was c`:                      `{"status":"text that was c`,
	} {
		if got, _, _ := errorBody([]byte(body)); got != want {
			t.Errorf("%s says %q, want %q", body, got, want)
		}
	}
}

func TestRetryAfterDate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		at := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
		for value, want := range map[string]time.Duration{"3": 3 * time.Second, "0.5": 500 * time.Millisecond, at: 90 * time.Second, "-1": 0, "soon": 0, "": 0} {
			if got := retryAfter(http.Header{"Retry-After": {value}}); got != want {
				t.Errorf("%q: %s, want %s", value, got, want)
			}
		}
	})
}

func ExampleClient_Generate() {
	fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: `{"commands":[{"action":"mine","target":"diamond_ore","quantity":3}]}`}}})
	fake.Start()
	defer fake.Close()
	c, err := New(Config{Settings: Settings{URL: fake.URL}})
	if err != nil {
		panic(err)
	}
	defer c.Close()
	resp, err := c.Generate(context.Background(), llm.Request{Task: llm.TaskPlan, Prompt: "get 3 diamonds",
		Schema: &llm.Schema{Name: "submit_plan", JSON: []byte(`{"type":"object"}`)}})
	fmt.Println(resp.Document(), resp.SchemaBy, err)
	// Output: {"commands":[{"action":"mine","target":"diamond_ore","quantity":3}]} json_schema <nil>
}
