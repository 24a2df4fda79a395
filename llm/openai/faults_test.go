// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"errors"
	"net"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

func isKind(err error, kind llm.Kind) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Kind == kind
}

const plan = `{"actions":[{"type":"mine","target":"oak_log","quantity":3}]}`

var planSchema = &llm.Schema{Name: "plan", JSON: []byte(`{"type":"object","properties":{"actions":{"type":"array"}}}`), Strict: true}

// faultCase is one switch of the fake and what must come of it.
type faultCase struct {
	quirk  fakelm.Quirk
	kind   fakelm.Kind
	reply  fakelm.Reply
	fake   func(*fakelm.Config)
	cfg    Config
	free   bool // no schema
	tools  bool
	long   bool // a prompt of about 2,000 tokens
	real   bool // on a real socket: floods are too much for a pipe
	answer string
	by     string // rung of the answer
	think  string
	calls  int // requests sent; 0: not checked
	err    llm.Kind
	says   string // part of the sentence
	never  string // not part of it
	within time.Duration
	takes  time.Duration // exactly, in the bubble
}

var faultCases = []faultCase{
	{quirk: "", answer: plan, by: "json_schema", calls: 1},

	{quirk: "refuse-json-schema", answer: plan, by: "tool", calls: 2},
	{quirk: "refuse-json-schema", kind: fakelm.Ollama, answer: plan, by: "tool", calls: 2},
	{quirk: "refuse-json-schema", fake: with("refuse-tools"), answer: plan, by: "prompt", calls: 3},
	{quirk: "refuse-tools", fake: with("grammar-400"), answer: plan, by: "prompt", calls: 3},
	{quirk: "refuse-tool-choice", fake: with("refuse-json-schema"), answer: plan, by: "prompt", calls: 3},
	{quirk: "grammar-400", answer: plan, by: "tool", calls: 2},
	{quirk: "ignore-schema", answer: plan, by: "prompt", calls: 3},
	{quirk: "refuse-streaming", answer: plan, by: "json_schema", calls: 2},
	{quirk: "ignore-streaming", answer: plan, by: "json_schema", calls: 1},
	{quirk: "refuse-stream-options", answer: plan, by: "json_schema", calls: 2},

	{quirk: "refuse-max-tokens", cfg: bounded, answer: plan, by: "json_schema", calls: 2},
	{quirk: "refuse-max-tokens", fake: with("refuse-temperature"), cfg: bounded, answer: plan, by: "json_schema", calls: 3},
	{quirk: "refuse-temperature", cfg: bounded, answer: plan, by: "json_schema", calls: 2},
	{quirk: "refuse-system", answer: plan, by: "json_schema", calls: 2},
	{quirk: "refuse-developer", fake: with("forbid-extra"), answer: plan, by: "json_schema", calls: 3},
	{quirk: "forbid-extra", answer: plan, by: "json_schema", calls: 2},
	{quirk: "unverified-stream", answer: plan, by: "json_schema", calls: 2},
	{quirk: "failed-generation", answer: plan, by: "tool", calls: 2},

	{quirk: "unauthorized", err: llm.ErrUnauthorized, says: "Set the API key for this server: api_key_env", calls: 1, fake: key("right"), cfg: Config{Settings: Settings{Model: "m"}, APIKey: "wrong"}},
	{quirk: "unauthorized", err: llm.ErrUnauthorized, says: "Set the API key for this server: api_key_env", fake: key("right")},
	{quirk: "unauthorized", answer: plan, fake: key("right"), cfg: Config{APIKey: "right"}},
	{quirk: "echo-key", err: llm.ErrUnauthorized, never: "sk-secret-123", cfg: Config{APIKey: "sk-secret-123"}, calls: 1},
	{quirk: "model-not-loaded", err: llm.ErrModelNotLoaded, says: "is not loaded in LM Studio", calls: 1},
	{quirk: "unknown-model", err: llm.ErrNoModel, says: "no model named nosuch", cfg: Config{Settings: Settings{Model: "nosuch"}}, calls: 1},
	{quirk: "no-models", err: llm.ErrNoModel, says: "has no model to ask"},
	{quirk: "context-overflow", err: llm.ErrContextOverflow, says: "longer context", calls: 1},
	{quirk: "rate-limited", answer: plan, calls: 2, takes: 2 * time.Second},
	{quirk: "rate-limited-long", err: llm.ErrRateLimited, says: "another 1h0m0s", calls: 1},
	{quirk: "rate-limited", fake: func(c *fakelm.Config) { c.RetryAfter = 50 }, cfg: Config{Settings: Settings{Timeout: ptr(20 * time.Second)}}, err: llm.ErrRateLimited, calls: 1, within: time.Second},
	{quirk: "quota-exceeded", err: llm.ErrRateLimited, says: "quota", calls: 1},
	{quirk: "500-twice", answer: plan, calls: 3, within: 5 * time.Second},
	{quirk: "500-always", err: llm.ErrServer, says: "crashed", calls: 3, within: 5 * time.Second},
	{quirk: "503-loading", kind: fakelm.LlamaServer, fake: func(c *fakelm.Config) { c.LoadDelay = 25 * time.Second }, answer: plan, takes: 26 * time.Second},
	{quirk: "503-loading", kind: fakelm.LlamaServer, fake: func(c *fakelm.Config) { c.LoadDelay = time.Hour }, err: llm.ErrModelNotLoaded, says: "still loading", within: 5 * time.Minute},
	{quirk: "unloaded-once", answer: plan, calls: 2, takes: 2 * time.Second},
	{quirk: "filtered-prompt", err: llm.ErrRefused, says: "declines to answer this: The response was filtered", calls: 1},
	{quirk: "html-page", err: llm.ErrBadReply, says: "Check the address", calls: 1},
	{quirk: "redirect-elsewhere", err: llm.ErrBadReply, says: "redirects", calls: 1, fake: func(c *fakelm.Config) { c.ElsewhereURL = "http://elsewhere.invalid/v1/chat/completions" }},
	{quirk: "error-with-200", err: llm.ErrModelNotLoaded, calls: 1},
	{quirk: "error-object-200", err: llm.ErrModelNotLoaded, calls: 1},
	{quirk: "empty-object", err: llm.ErrEmptyReply, says: "empty answer", calls: 1},
	{quirk: "empty-choices", err: llm.ErrEmptyReply, calls: 1},
	{quirk: "empty-body", free: true, err: llm.ErrEmptyReply, calls: 1},

	{quirk: "reasoning-content", answer: plan, think: "Let me see what is needed."},
	{quirk: "reasoning-field", answer: plan, think: "Let me see what is needed."},
	{quirk: "reasoning-field", fake: with("ignore-streaming"), answer: plan, think: "Let me see what is needed."},
	{quirk: "inline-think", answer: plan, think: "Let me see what is needed."},
	{quirk: "orphan-think", answer: plan, think: "Let me see what is needed."},
	{quirk: "json-in-reasoning", answer: plan, by: "json_schema", calls: 1},
	{quirk: "json-in-reasoning", fake: with("ignore-streaming"), answer: plan, by: "json_schema", calls: 1},
	{quirk: "null-content", free: true, err: llm.ErrEmptyReply, calls: 1},
	{quirk: "null-content", fake: with("ignore-streaming"), free: true, err: llm.ErrEmptyReply, calls: 1},
	{quirk: "reasoning-content", free: true, reply: fakelm.Reply{Reasoning: "hm", Finish: "length"}, err: llm.ErrEmptyReply, says: "raise max_tokens in the provider's config, or turn its thinking off there (thinking: false)"},
	{quirk: "content-parts", answer: plan},
	{quirk: "empty-tool-calls", answer: plan},
	{quirk: "empty-call-ids", tools: true, answer: `{"item":"stick"}`},
	{quirk: "arguments-as-object", tools: true, answer: `{"item":"stick"}`},
	{quirk: "arguments-as-object", fake: with("ignore-streaming"), tools: true, answer: `{"item":"stick"}`},
	{quirk: "numeric-ids", tools: true, answer: `{"item":"stick"}`},
	{quirk: "float-created", answer: plan},
	{quirk: "leaked-call", tools: true, answer: `{"item":"stick"}`},
	{quirk: "leaked-xml", tools: true, answer: `{"item":"stick"}`},
	{quirk: "leaked-call", fake: with("refuse-json-schema"), answer: plan, by: "tool"},
	{quirk: "no-usage", answer: plan},
	{quirk: "crlf", answer: plan},
	{quirk: "no-finish-reason", answer: plan},
	{quirk: "bare-json-lines", answer: plan},
	{quirk: "reasoning-details", answer: plan, think: "Let me see what is needed."},
	{quirk: "null-choices", answer: plan},
	{quirk: "split-runes", free: true, reply: fakelm.Reply{Text: "木を3本 – très bien"}, answer: "木を3本 – très bien", calls: 1},
	{quirk: "gzip", answer: plan, calls: 1},
	{quirk: "byte-order-mark", answer: plan, calls: 1},

	{quirk: "filtered-reply", err: llm.ErrRefused, says: "content filter held its answer back. Say it differently", calls: 1},
	{quirk: "filtered-reply", fake: with("ignore-streaming"), err: llm.ErrRefused, calls: 1},
	{quirk: "refusal", reply: fakelm.Reply{Text: "I'm sorry, I can't help with that."}, err: llm.ErrRefused, says: "declines to answer this: I'm sorry, I can't help with that. Say it differently", calls: 1},
	{quirk: "string-in-string", answer: plan, by: "json_schema", calls: 1},
	{quirk: "empty-plan", answer: plan, by: "prompt", calls: 2},
	{quirk: "empty-plan", reply: fakelm.Reply{Text: `{"actions":[]}`}, answer: `{"actions": [ ]}`, by: "json_schema", calls: 2},
	{quirk: "garbage", answer: plan, by: "tool", calls: 2},
	{quirk: "white-space", err: llm.ErrEmptyReply, says: "white space without end", calls: 1},
	{quirk: "cut-prompt", long: true, err: llm.ErrContextOverflow, says: "The server read 256 of about", calls: 1},

	{quirk: "cut-stream", err: llm.ErrCutStream, says: "broke off", calls: 2},
	{quirk: "cut-once", answer: plan, calls: 2},
	{quirk: "cut-after-text", answer: plan, calls: 1},
	{quirk: "cut-after-text", free: true, err: llm.ErrCutStream, says: "broke off", calls: 2},
	{quirk: "channel-error", err: llm.ErrServer, says: "Channel Error. The model has crashed there: load it again", never: "Check the model's name", calls: 3},
	{quirk: "reset-stream", err: llm.ErrCutStream, says: "broke off", calls: 2},
	{quirk: "stream-error-data", err: llm.ErrServer, says: "crashed", calls: 1},
	{quirk: "stream-error-string", err: llm.ErrModelNotLoaded, calls: 1},
	{quirk: "stream-error-event", err: llm.ErrServer, says: "out of memory", calls: 1},
	{quirk: "broken-chunk", err: llm.ErrCutStream, says: "damaged", calls: 2},
	{quirk: "keep-alive-flood", answer: plan, calls: 1},
	{quirk: "keep-alive-only", err: llm.ErrTooLong, says: "within 10m0s", takes: 10 * time.Minute, calls: 1},
	{quirk: "slow-prompt", fake: func(c *fakelm.Config) { c.LoadDelay = 7 * time.Minute }, answer: plan, takes: 7 * time.Minute, calls: 1},
	{quirk: "prompt-progress", kind: fakelm.LlamaServer, fake: func(c *fakelm.Config) { c.LoadDelay = 7 * time.Minute }, answer: plan, takes: 7 * time.Minute, calls: 1},
	{quirk: "empty-deltas", err: llm.ErrFirstToken, takes: 120 * time.Second, calls: 1},
	{quirk: "hang-before-headers", err: llm.ErrFirstToken, says: "Load the model first", takes: 120 * time.Second, calls: 1},
	{quirk: "hang-before-headers", cfg: Config{Settings: Settings{FirstToken: ptr(7 * time.Second)}}, err: llm.ErrFirstToken, takes: 7 * time.Second},
	{quirk: "hang-before-first", err: llm.ErrFirstToken, takes: 120 * time.Second, calls: 1},
	{quirk: "hang-between-tokens", err: llm.ErrStalled, says: "within 30s", takes: 30 * time.Second, calls: 1},
	{quirk: "hang-after-finish", answer: plan, takes: 2 * time.Second, calls: 1},
	{quirk: "drip", err: llm.ErrTooLong, says: "within 10m0s", takes: 10 * time.Minute, calls: 1},
	{quirk: "hang-lists", err: llm.ErrUnreachable, takes: 5 * time.Second},
	{quirk: "hang-lists", cfg: Config{Settings: Settings{Model: fakelm.DefaultModel}}, answer: plan},

	{quirk: "huge-line", real: true, err: llm.ErrTooLarge},
	{quirk: "huge-text", real: true, err: llm.ErrTooLarge, says: "max_tokens"},
	{quirk: "huge-json", real: true, err: llm.ErrTooLarge},
	{quirk: "huge-flood", real: true, err: llm.ErrTooLarge},
	{quirk: "huge-error", real: true, err: llm.ErrBadRequest, says: "(HTTP 400): aaa", never: "{"},
	{quirk: "huge-models", real: true, err: llm.ErrTooLarge},
	{quirk: "null-list", kind: fakelm.Generic, err: llm.ErrNoModel, says: "has no model to ask"},
	{quirk: "bare-list", kind: fakelm.Generic, answer: plan},
	{quirk: "page-for-list", kind: fakelm.Generic, err: llm.ErrBadReply, says: "it sent a web page. Check the address and port; behind Open WebUI"},
	{quirk: "no-native-list", answer: plan},
	{quirk: "no-rest-list", fake: with("no-native-list"), answer: plan},
}

// bounded sets what some models refuse.
var bounded = Config{Settings: Settings{Temperature: ptr(0.2), MaxTokens: ptr(700)}}

func with(q fakelm.Quirk) func(*fakelm.Config) {
	return func(c *fakelm.Config) { c.Quirks = append(c.Quirks, q) }
}

func key(k string) func(*fakelm.Config) { return func(c *fakelm.Config) { c.Key = k } }

func TestEveryFault(t *testing.T) {
	covered := map[string]bool{}
	for _, f := range faultCases {
		covered[string(f.quirk)] = true
		name := string(f.quirk) + "/" + string(f.kind) + string(f.err)
		t.Run(name, func(t *testing.T) {
			if f.real {
				f.run(t)
				return
			}
			synctest.Test(t, f.run)
		})
	}
	for _, q := range fakelm.Quirks() {
		if !covered[string(q)] {
			t.Errorf("no case for the quirk %q", q)
		}
	}
}

// What a server refuses is left out from the second question on, which takes one
// request, and doctor and the page tell it.
func TestWhatIsRefusedIsRemembered(t *testing.T) {
	for quirk, says := range map[fakelm.Quirk]string{
		"refuse-max-tokens": "It refuses max_tokens: requests go without.", "refuse-temperature": "It refuses temperature: requests go without.",
		"refuse-system": "It knows no system prompt: ours goes into the first message.", "refuse-developer": "It knows no system prompt: ours goes into the first message.",
		"forbid-extra": "It refuses stream_options: requests go without.", "refuse-stream-options": "It refuses stream_options: requests go without.",
		"unverified-stream": "It answers in one piece: no word is shown before the last.", "refuse-streaming": "It answers in one piece: no word is shown before the last.",
		"refuse-json-schema": "It cannot bind an answer to a schema: it is asked through a tool call.",
	} {
		t.Run(string(quirk), func(t *testing.T) {
			c, s := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{quirk}, Replies: []fakelm.Reply{{Text: plan}}}, bounded)
			req := llm.Request{System: "You plan.", Prompt: "get wood", Schema: planSchema}
			for i, want := range []int{2, 3} {
				if resp, err := c.Generate(t.Context(), req); err != nil || resp.Document() != plan || len(s.Chats()) != want {
					t.Fatalf("question %d: %q, %v after %d requests", i+1, resp.Document(), err, len(s.Chats()))
				}
			}
			chats := s.Chats()
			body := chats[len(chats)-1].Body
			if quirk == "refuse-max-tokens" && (body["max_completion_tokens"] != 700.0 || body["max_tokens"] != nil) {
				t.Errorf("sent %v", body)
			}
			if messages := body["messages"].([]any); quirk == "refuse-system" && (len(messages) != 1 || messages[0].(map[string]any)["content"] != "You plan.\n\nget wood") {
				t.Errorf("sent %v", messages)
			}
			if h, err := c.Health(t.Context()); err != nil || !slices.Contains(h.Learned, says) {
				t.Errorf("learned %q, %v", h.Learned, err)
			}
		})
	}
}

// Models that make embeddings or hear speech are not asked, wherever they stand
// in the list, and not when they are named.
func TestModelsThatDoNotChatAreNotAsked(t *testing.T) {
	models := []fakelm.Model{{ID: "bge-m3"}, {ID: "openai/whisper-large-v3"}, {ID: "snowflake-arctic-embed2:latest"}, {ID: "jina-reranker-v2"}, {ID: "kokoro"}, {ID: "hermes"}}
	for _, kind := range []fakelm.Kind{fakelm.LMStudio, fakelm.Ollama, fakelm.Generic} {
		c, s := overLoopback(t, fakelm.Config{Kind: kind, Models: models}, Config{})
		if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
			t.Fatal(err)
		}
		if got := s.Chats()[0].Body["model"]; got != "hermes" {
			t.Errorf("%s: asked %v", kind, got)
		}
	}
	c, s := overLoopback(t, fakelm.Config{Models: models}, Config{Settings: Settings{Model: "text-embedding-nomic"}})
	_, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"})
	_, sick := c.Health(t.Context())
	for _, err := range []error{err, sick} {
		if !isKind(err, llm.ErrNoModel) || !strings.Contains(err.Error(), "text-embedding-nomic makes embeddings, speech or pictures and does not chat. Name a chat model") || len(s.Chats()) != 0 {
			t.Errorf("%d requests, %v", len(s.Chats()), err)
		}
	}
	for _, name := range []string{"hermes-3-llama-3.1-8b", "qwen3-4b", "gpt-oss-20b", "andy-4.2", "llama3.2:latest", "gemma-3-27b-it", "phi-4-mini"} {
		if err := c.chats(name); err != nil {
			t.Error(err)
		}
	}
}

// A server that was there a moment ago is waited for while it starts again.
func TestAServerThatIsStartedAgainIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := overPipe(t, fakelm.Config{}, Config{Settings: Settings{Model: "hermes"}})
		if _, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil {
			t.Fatal(err)
		}
		there := c.http.Transport.(*http.Transport)
		there.CloseIdleConnections()
		back := time.Now().Add(9 * time.Second)
		var none noServer
		c.http.Transport = &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			if time.Now().Before(back) {
				return none.dial(ctx, network, address)
			}
			return there.DialContext(ctx, network, address)
		}}
		if resp, err := c.Generate(t.Context(), llm.Request{Prompt: "hi"}); err != nil || resp.Content != "ok" {
			t.Errorf("%q, %v", resp.Content, err)
		}
		if took := time.Since(back); took < 0 || took > 2*time.Second {
			t.Errorf("answered %s after it was back", took)
		}
	})
}

func (f faultCase) run(t *testing.T) {
	reply := f.reply
	if reply.Text == "" && reply.Reasoning == "" {
		reply.Text = plan
	}
	req := llm.Request{Task: llm.TaskPlan, System: "You plan.", Prompt: "get wood", Schema: planSchema}
	if f.free || f.tools {
		req.Schema = nil
	}
	if f.long {
		req.System = strings.Repeat("You plan for a player. ", 400)
	}
	if f.tools {
		reply = fakelm.Reply{Calls: []fakelm.Call{{ID: "c1", Name: "recipe", Arguments: `{"item":"stick"}`}}}
		req.Tools = []llm.Tool{{Name: "recipe"}}
	}
	fake := fakelm.Config{Kind: f.kind, Quirks: []fakelm.Quirk{f.quirk}, Replies: []fakelm.Reply{reply}}
	if f.fake != nil {
		f.fake(&fake)
	}
	start := overPipe
	if f.real {
		start = func(t *testing.T, a fakelm.Config, b Config) (*Client, *fakelm.Server) { return overLoopback(t, a, b) }
	}
	c, s := start(t, fake, f.cfg)

	var before, after runtime.MemStats
	if f.real {
		// What is garbage is let go of soon, also on a machine with other things to do:
		// the heap grows by what is kept.
		defer debug.SetGCPercent(debug.SetGCPercent(20))
		runtime.GC()
		runtime.ReadMemStats(&before)
	}
	began := time.Now()
	resp, err := c.Generate(t.Context(), req)
	took := time.Since(began)
	if f.real {
		runtime.ReadMemStats(&after)
		total, peak := (after.TotalAlloc-before.TotalAlloc)>>10, (int64(after.HeapSys)-int64(before.HeapSys))>>10
		t.Logf("allocated %d KiB in all, heap grown by %d KiB", total, peak)
		// Small chunks are garbage at once, however much they add up to.
		if peak > 32<<10 || (total > 64<<10 && f.quirk != "huge-text") {
			t.Error("memory is not bounded")
		}
	}

	switch {
	case f.err != "":
		if !isKind(err, f.err) {
			t.Fatalf("got %v, want %v (%+v)", err, f.err, resp)
		}
		llmtest.Sentence(t, err)
		if !strings.Contains(err.Error(), f.says) {
			t.Errorf("%q does not say %q", err, f.says)
		}
		if f.never != "" && strings.Contains(err.Error()+errors.Unwrap(wrapped{err}).Error(), f.never) {
			t.Errorf("%q says %q", err, f.never)
		}
	case err != nil:
		t.Fatalf("got %v", err)
	case f.tools:
		if len(resp.ToolCalls) != 1 || resp.ToolCalls[0].ID == "" || resp.ToolCalls[0].Name != "recipe" || resp.ToolCalls[0].Arguments != f.answer || resp.FinishReason != llm.FinishTools {
			t.Errorf("got %+v", resp)
		}
	default:
		if resp.Document() != f.answer {
			t.Errorf("document %q, want %q", resp.Document(), f.answer)
		}
		if f.think != "" && resp.Reasoning != f.think {
			t.Errorf("reasoning %q", resp.Reasoning)
		}
		if f.by != "" && resp.SchemaBy != f.by {
			t.Errorf("answered by %s, want %s", resp.SchemaBy, f.by)
		}
		if resp.Usage.Total() == 0 || resp.Usage.Estimated != (f.quirk == "no-usage" || f.quirk == "hang-after-finish" || f.quirk == "cut-after-text" || f.quirk == "refuse-stream-options" || f.quirk == "forbid-extra" || f.quirk == "refuse-developer") {
			t.Errorf("usage %+v", resp.Usage)
		}
	}
	if n := len(s.Chats()); f.calls != 0 && n != f.calls {
		t.Errorf("%d requests, want %d", n, f.calls)
	}
	if f.takes != 0 && took != f.takes {
		t.Errorf("took %s, want %s", took, f.takes)
	}
	// On the real clock a busy machine decides how long it takes: there what was
	// allocated shows that it was not all read.
	if limit := max(f.within, f.takes, 10*time.Second); took > limit && !f.real {
		t.Errorf("took %s, more than %s", took, limit)
	}
	if errors.Is(err, llm.ErrTimeout) {
		synctest.Wait()
		if chats := s.Chats(); !chats[len(chats)-1].Aborted {
			t.Error("the server did not see the client hang up")
		}
	}
}

// wrapped gives an error's cause, or the error itself without one.
type wrapped struct{ error }

func (w wrapped) Unwrap() error {
	if inner := errors.Unwrap(w.error); inner != nil {
		return inner
	}
	return w.error
}
