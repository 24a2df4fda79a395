// SPDX-License-Identifier: MIT

package planner_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/llm/openai/fakelm"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
)

const diamonds = `{"plan":[{"type":"goal","description":"Diamonds","actions":[{"type":"mine","target":"diamond_ore","quantity":3}]}]}`

// servers is a model.Providers that reaches one model server.
type servers struct{ client *openai.Client }

func (s servers) Default() string                       { return "lmstudio" }
func (s servers) Provider(string) (llm.Provider, error) { return s.client, nil }
func (s servers) At(string) (llm.Provider, error)       { return s.client, nil }

// quirkCase is one fault of a server and what the player gets.
type quirkCase struct {
	quirk fakelm.Quirk
	more  []fakelm.Quirk
	// real runs on a socket: floods are too much for a pipe.
	real   bool
	plans  bool
	text   string // of the reply; empty: the plan alone
	kind   llm.Kind
	says   string
	calls  int // requests sent; 0: not checked
	within time.Duration
}

var quirkCases = []quirkCase{
	{quirk: "", plans: true},
	{quirk: "refuse-json-schema", plans: true},
	{quirk: "refuse-json-schema", more: []fakelm.Quirk{"refuse-tools"}, plans: true},
	{quirk: "grammar-400", plans: true},
	{quirk: "ignore-schema", plans: true},
	{quirk: "refuse-streaming", plans: true},
	{quirk: "json-in-reasoning", plans: true},
	{quirk: "reasoning-content", plans: true},
	{quirk: "reasoning-field", plans: true},
	{quirk: "inline-think", plans: true},
	{quirk: "orphan-think", plans: true},
	{quirk: "leaked-call", more: []fakelm.Quirk{"refuse-json-schema"}, plans: true},
	{quirk: "leaked-xml", more: []fakelm.Quirk{"refuse-json-schema"}, plans: true},
	{quirk: "arguments-as-object", more: []fakelm.Quirk{"refuse-json-schema"}, plans: true},
	{quirk: "empty-tool-calls", plans: true},
	{quirk: "null-content", kind: llm.ErrEmptyReply, says: "gave an empty answer. Try again, or choose another model.", calls: 1},
	{quirk: "500-twice", plans: true},
	{quirk: "rate-limited", plans: true},
	{quirk: "no-native-list", plans: true},
	{quirk: "keep-alive-flood", real: true, plans: true},
	{quirk: "error-with-200", kind: llm.ErrModelNotLoaded, says: "Load it there"},
	{quirk: "error-object-200", kind: llm.ErrModelNotLoaded, says: "is not loaded in LM Studio"},
	{quirk: "500-always", kind: llm.ErrServer, says: "Try again"},
	{quirk: "empty-choices", kind: llm.ErrEmptyReply, says: "gave an empty answer", calls: 1},
	{quirk: "filtered-reply", kind: llm.ErrRefused, says: "content filter held its answer back", calls: 1},
	{quirk: "refuse-system", plans: true},
	{quirk: "refuse-max-tokens", plans: true},
	{quirk: "cut-stream", kind: llm.ErrCutStream, says: "broke off"},
	{quirk: "stream-error-data", kind: llm.ErrServer, says: "The model has crashed"},
	{quirk: "stream-error-string", kind: llm.ErrModelNotLoaded, says: "Load it there"},
	{quirk: "stream-error-event", kind: llm.ErrServer, says: "out of memory. Try again"},
	{quirk: "hang-before-first", kind: llm.ErrFirstToken, says: "did not begin to answer within 2m0s", within: 2*time.Minute + 10*time.Second},
	{quirk: "hang-between-tokens", kind: llm.ErrStalled, says: "stopped in the middle", within: 40 * time.Second},
	{quirk: "keep-alive-only", kind: llm.ErrTooLong, says: "within 10m0s", within: 10*time.Minute + 10*time.Second},
	{quirk: "huge-text", real: true, kind: llm.ErrTooLarge, says: "larger than the limit"},
	{quirk: "huge-json", real: true, kind: llm.ErrTooLarge, says: "Set a lower max_tokens"},
	{quirk: "model-not-loaded", kind: llm.ErrModelNotLoaded, says: "Load it there"},
	{quirk: "no-models", kind: llm.ErrNoModel, says: "Download and load a model"},
	{quirk: "context-overflow", kind: llm.ErrContextOverflow, says: "8192 or more"},
	{quirk: "rate-limited-long", kind: llm.ErrRateLimited, says: "for another 1h0m0s"},
	{quirk: "quota-exceeded", kind: llm.ErrRateLimited, says: "check the account's quota"},
	{quirk: "unauthorized", kind: llm.ErrUnauthorized, says: "key"},
	{quirk: "hang-before-headers", kind: llm.ErrFirstToken, says: "Load the model first", within: 2*time.Minute + 10*time.Second},
	{quirk: "drip", kind: llm.ErrTooLong, says: "within 10m0s", within: 10*time.Minute + 10*time.Second},
	{quirk: "reset-stream", kind: llm.ErrCutStream, says: "broke off"},
	{quirk: "empty-object", kind: llm.ErrEmptyReply, says: "gave an empty answer", calls: 1},
	{quirk: "huge-line", real: true, kind: llm.ErrTooLarge, says: "larger than the limit"},
	{quirk: "huge-flood", real: true, kind: llm.ErrTooLarge, says: "larger than the limit"},
	{quirk: "huge-error", real: true, kind: llm.ErrBadRequest, says: "refused"},
	{quirk: "html-page", kind: llm.ErrBadReply, says: "sent a web page. Check the address"},
}

func TestAModelServersFaultsEndInAPlanOrASentence(t *testing.T) {
	for _, c := range quirkCases {
		name := string(c.quirk)
		if name == "" {
			name = "well"
		}
		t.Run(name, func(t *testing.T) {
			if c.real {
				c.run(t, nil)
				return
			}
			synctest.Test(t, func(t *testing.T) { c.run(t, (*fakelm.Server).StartPipe) })
		})
	}
}

// What chat templates leave in a reply when the server does not take it out: thoughts,
// channels and calls of each family of models, and what models write beside the plan.
func TestAPlanIsFoundBetweenTheMarksOfAModel(t *testing.T) {
	arguments := `{"name":"submit_plan","arguments":` + diamonds + `}`
	for name, text := range map[string]string{
		"harmony channels":     "<|channel|>analysis<|message|>Deep down.<|end|><|start|>assistant<|channel|>final<|message|>" + diamonds,
		"harmony call":         "<|channel|>commentary to=functions.submit_plan <|constrain|>json<|message|>" + diamonds + "<|call|>",
		"THINK":                "[THINK]Deep down.[/THINK]" + diamonds,
		"seed:think":           "<seed:think>Deep down.</seed:think>" + diamonds,
		"box of GLM":           "<think>Deep down.</think><|begin_of_box|>" + diamonds + "<|end_of_box|>",
		"XML of Qwen-coder":    "<tool_call>\n<function=submit_plan>\n" + diamonds + "\n</function>\n</tool_call>",
		"Kimi":                 "<|tool_calls_section_begin|><|tool_call_begin|>functions.submit_plan:0<|tool_call_argument_begin|>" + diamonds + "<|tool_call_end|><|tool_calls_section_end|>",
		"DeepSeek":             "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>submit_plan\n```json\n" + diamonds + "\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
		"Mistral":              "[TOOL_CALLS][" + arguments + "]",
		"Mistral of now":       "[TOOL_CALLS]submit_plan[ARGS]" + diamonds,
		"typographic quotes":   strings.NewReplacer(`{"`, "{“", `":`, "”:", `:"`, ":“", `",`, "”,", `,"`, ",“").Replace(diamonds),
		"single quotes":        strings.ReplaceAll(diamonds, `"`, "'"),
		"two objects":          `{"thoughts":"Deep down."}` + "\n" + diamonds,
		"a string in a string": strconv.Quote(diamonds),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { quirkCase{text: text, plans: true}.run(t, (*fakelm.Server).StartPipe) })
		})
	}
}

func (c quirkCase) run(t *testing.T, pipe pipeStart) {
	fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: cmp.Or(c.text, diamonds)}}, Quirks: append(c.more, c.quirk), Key: "the key"})
	client := connect(t, fake, pipe)
	m := model.New(book.NewLibrary(planner.Config{}), servers{client}, model.Config{})
	began := time.Now()
	var before, after runtime.MemStats
	if c.real {
		runtime.GC()
	}
	runtime.ReadMemStats(&before)
	p, err := m.Plan(t.Context(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Settings: game.Settings{Fallback: model.FallbackFail}})
	runtime.ReadMemStats(&after)
	limit := max(c.within, 10*time.Second)
	if c.real { // the machine's own time: it may be busy
		limit = 2 * time.Minute
	}
	if took := time.Since(began); took > limit {
		t.Errorf("took %s, more than %s", took, limit)
	}
	// Small chunks, the fake's own too, are garbage at once, however much they
	// add up to.
	total, peak := (after.TotalAlloc-before.TotalAlloc)>>20, (int64(after.HeapSys)-int64(before.HeapSys))>>20
	if peak > 64 || total > 96 && c.quirk != "huge-text" {
		t.Errorf("%d MiB were allocated, the heap grew by %d MiB", total, peak)
	}
	for _, chat := range fake.Chats() {
		if format, _ := chat.Body["response_format"].(map[string]any); format["type"] == "json_object" {
			t.Error("json_object was sent, which LM Studio refuses")
		}
	}
	if n := len(fake.Chats()); c.calls != 0 && n != c.calls {
		t.Errorf("%d requests, want %d", n, c.calls)
	}
	if c.plans {
		if err != nil || len(p.Steps) != 1 || p.Steps[0].Action.Describe() != "Mine 3 diamond ore" {
			t.Fatalf("%v %v", described(p), err)
		}
		if p.PlannedBy != "lmstudio/"+fakelm.DefaultModel || p.Record.Calls != 1 || p.Record.Tokens == 0 {
			t.Errorf("signed %q, record %+v", p.PlannedBy, p.Record)
		}
		return
	}
	if err == nil {
		t.Fatalf("a plan: %v", described(p))
	}
	if c.kind != "" && !errors.Is(err, c.kind) {
		t.Errorf("%v is not %v", err, c.kind)
	}
	if !strings.Contains(err.Error(), c.says) {
		t.Errorf("%q does not say %q", err, c.says)
	}
	if text := err.Error(); c.says == "" || strings.ContainsAny(text, "\n{}") || !strings.HasSuffix(text, ".") && !errors.As(err, new(*game.FaultsError)) {
		t.Errorf("%q is no sentence for a player, or none is wanted", text)
	}
}

type pipeStart = func(*fakelm.Server) *pipeTransport

func TestStopDuringPlanningAbortsTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: diamonds}}, Quirks: []fakelm.Quirk{"hang-between-tokens"}})
		client := connect(t, fake, (*fakelm.Server).StartPipe)
		m := model.New(book.NewLibrary(planner.Config{}), servers{client}, model.Config{})
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		time.AfterFunc(5*time.Second, cancel)
		_, err := m.Plan(ctx, game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5")})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(began); took > 5*time.Second+100*time.Millisecond {
			t.Errorf("stopped %s after it was asked to", took-5*time.Second)
		}
		if err := fake.AwaitAbort(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestLoadingAModelIsToldInSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := fakelm.New(fakelm.Config{
			Models: []fakelm.Model{{ID: "hermes", Max: 8192}}, Replies: []fakelm.Reply{{Text: diamonds}}, LoadDelay: 20 * time.Second,
		})
		client := connect(t, fake, (*fakelm.Server).StartPipe)
		m := model.New(book.NewLibrary(planner.Config{}), servers{client}, model.Config{})
		var heard []string
		_, err := m.Plan(t.Context(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), Progress: func(s string) { heard = append(heard, s) }})
		if err != nil {
			t.Fatal(err)
		}
		if heard[0] != "asking lmstudio" || !slices.Contains(heard, "loading the model hermes, 14 s") {
			t.Errorf("heard %q", heard)
		}
	})
}

func TestWhatIsSent(t *testing.T) {
	fake := fakelm.New(fakelm.Config{Models: []fakelm.Model{{ID: "hermes", Loaded: true, Context: 4096}, {ID: "andy", Loaded: true, Context: 8192}}, Replies: []fakelm.Reply{{Text: `{"plan":[{"type":"goal","description":"Nothing","actions":[]}]}`}, {Text: diamonds}}})
	client := connect(t, fake, nil)
	m := model.New(book.NewLibrary(planner.Config{}), servers{client}, model.Config{})
	zero := 0.0
	p, err := m.Plan(t.Context(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), Settings: game.Settings{Provider: "lmstudio", Model: "andy", Temperature: &zero}})
	if err != nil {
		t.Fatal(err)
	}
	if p.PlannedBy != "lmstudio/andy" || p.Source != game.FromRepair || p.Record.Calls != 2 || !p.Record.Repaired {
		t.Errorf("%s %s %+v", p.PlannedBy, p.Source, p.Record)
	}
	chats := fake.Chats()
	if len(chats) != 2 {
		t.Fatalf("%d requests", len(chats))
	}
	first, second := chats[0].Body, chats[1].Body
	// Some servers take a missing temperature for their own default: 0 is sent.
	if temperature, ok := first["temperature"].(float64); first["model"] != "andy" || !ok || temperature > 1e-6 {
		t.Errorf("model %v, temperature %v", first["model"], first["temperature"])
	}
	format, _ := json.Marshal(first["response_format"])
	if !strings.Contains(string(format), `"name":"submit_plan"`) || !strings.Contains(string(format), `"description"`) {
		t.Errorf("format %s", format)
	}
	messages, _ := second["messages"].([]any)
	if len(messages) != 4 {
		t.Fatalf("the repair turn has %d messages", len(messages))
	}
	last, _ := messages[3].(map[string]any)
	if text, _ := last["content"].(string); !strings.Contains(text, "the plan is empty") {
		t.Errorf("the repair turn says %q", text)
	}
	said, _ := messages[2].(map[string]any)
	if said["role"] != "assistant" || said["content"] != `{"plan":[{"type":"goal","description":"Nothing","actions":[]}]}` {
		t.Errorf("the reply is echoed as %v", said)
	}
}
