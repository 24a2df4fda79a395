// SPDX-License-Identifier: MIT

package llm_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var kinds = []llm.Kind{
	llm.ErrUnreachable, llm.ErrUnauthorized, llm.ErrModelNotLoaded, llm.ErrNoModel, llm.ErrContextOverflow,
	llm.ErrRateLimited, llm.ErrServer, llm.ErrFirstToken, llm.ErrStalled, llm.ErrTooLong, llm.ErrCutStream,
	llm.ErrEmptyReply, llm.ErrTooLarge, llm.ErrBadRequest, llm.ErrGrammar, llm.ErrBadReply, llm.ErrStopped,
}

func TestEveryKindIsASentence(t *testing.T) {
	seen := map[string]llm.Kind{}
	for _, k := range kinds {
		for _, e := range []*llm.Error{
			{Kind: k},
			{Kind: k, Provider: "LM Studio at http://localhost:1234", Model: "hermes", Limit: 30 * time.Second, RetryAfter: 5 * time.Second, Status: 400, Detail: "because."},
		} {
			wrapped := fmt.Errorf("planning: %w", e)
			llmtest.Sentence(t, e)
			if !errors.Is(wrapped, k) {
				t.Errorf("%v is not its kind", k)
			}
			for _, other := range kinds {
				if other != k && errors.Is(wrapped, other) && !(k == llm.ErrGrammar && other == llm.ErrBadRequest) {
					t.Errorf("%v is also %v", k, other)
				}
			}
		}
		text := (&llm.Error{Kind: k}).Error()
		if before, ok := seen[text]; ok {
			t.Errorf("%v and %v say the same: %s", before, k, text)
		}
		seen[text] = k
	}
}

func TestTimeoutsAreDeadlines(t *testing.T) {
	for _, k := range []llm.Kind{llm.ErrFirstToken, llm.ErrStalled, llm.ErrTooLong} {
		e := &llm.Error{Kind: k}
		if !errors.Is(e, llm.ErrTimeout) || !errors.Is(e, context.DeadlineExceeded) || errors.Is(e, context.Canceled) {
			t.Errorf("%v", k)
		}
	}
	if !errors.Is(&llm.Error{Kind: llm.ErrStopped}, context.Canceled) {
		t.Error("a stop is no cancel")
	}
}

func TestRetryable(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{errors.New("other"), false},
		{&llm.Error{Kind: llm.ErrServer}, false},
		{&llm.Error{Kind: llm.ErrServer, Transient: true}, true},
		{&llm.Error{Kind: llm.ErrRateLimited}, false},
		{fmt.Errorf("x: %w", &llm.Error{Kind: llm.ErrRateLimited, RetryAfter: time.Second}), true},
	} {
		if got := llm.Retryable(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}

func TestDocument(t *testing.T) {
	call := []llm.ToolCall{{Name: "submit_plan", Arguments: `{"a":1}`}}
	for _, c := range []struct {
		name string
		resp llm.Response
		want string
	}{
		{"content", llm.Response{SchemaBound: true, Content: `{"c":1}`, ToolCalls: call, Reasoning: `{"r":1}`}, `{"c":1}`},
		{"prose and call", llm.Response{SchemaBound: true, Content: "Here it is", ToolCalls: call}, `{"a":1}`},
		{"reasoning", llm.Response{SchemaBound: true, Reasoning: `{"r":1}`}, `{"r":1}`},
		{"reasoning beside prose", llm.Response{SchemaBound: true, Content: "no", Reasoning: `{"r":1}`}, "no"},
		{"not bound", llm.Response{Reasoning: `{"r":1}`}, ""},
		{"array", llm.Response{SchemaBound: true, Content: `[{"a":1}]`}, `[{"a":1}]`},
	} {
		if got := c.resp.Document(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPromptBudget(t *testing.T) {
	for _, c := range []struct{ context, reply, want int }{
		{0, 0, 4096 - 1024 - 204},
		{8192, 2000, 8192 - 2000 - 409},
		{2048, 0, 2048 - 512 - 102},
		{4096, 100000, 1024},
	} {
		if got := llm.PromptBudget(c.context, c.reply); got != c.want {
			t.Errorf("PromptBudget(%d, %d) = %d, want %d", c.context, c.reply, got, c.want)
		}
	}
	if n := llm.EstimateTokens(strings.Repeat("a", 330)); n != 100 {
		t.Errorf("330 letters: %d tokens", n)
	}
	if n := llm.EstimateTokens("洞窟"); n != 2 {
		t.Errorf("2 ideographs: %d tokens", n)
	}
	small := llm.Request{Prompt: "hi"}
	large := llm.Request{Prompt: "hi", System: "you plan", Schema: &llm.Schema{JSON: []byte(`{"type":"object"}`)}, Tools: []llm.Tool{{Name: "x"}},
		Context: []llm.Message{{Content: "a", ToolCalls: []llm.ToolCall{{Name: "x"}}}}}
	if small.Tokens() >= large.Tokens() {
		t.Errorf("%d against %d", small.Tokens(), large.Tokens())
	}
}

func TestSplitThinking(t *testing.T) {
	for _, c := range []struct{ in, content, reasoning string }{
		{"plain", "plain", ""},
		{"<think>hm</think>\n\nyes", "yes", "hm"},
		{" \n<think>a</think><think>b</think>c", "c", "a\nb"},
		{"<thinking>hm</thinking>yes", "yes", "hm"},
		{"<think>never ends", "", "never ends"},
		{"thought before\n</think>\n{\"a\":1}", `{"a":1}`, "thought before"},
		{`{"say":"</think>"}`, `{"say":"</think>"}`, ""},
		{`say <think> twice`, `say <think> twice`, ""},
		{"<think></think>yes", "yes", ""},
	} {
		content, reasoning := llm.SplitThinking(c.in)
		if content != c.content || reasoning != c.reasoning {
			t.Errorf("%q: %q and %q", c.in, content, reasoning)
		}
	}
}

func streamed(text string, size int) (content, reasoning string) {
	s := llm.Teller{OnChunk: func(c llm.Chunk) error {
		content, reasoning = content+c.Text, reasoning+c.Reasoning
		return nil
	}}
	for len(text) > 0 {
		n := min(size, len(text))
		_ = s.Say(text[:n], "")
		text = text[n:]
	}
	_ = s.End()
	return content, reasoning
}

func TestThoughtsAreToldApart(t *testing.T) {
	for size := 1; size < 9; size++ {
		content, reasoning := streamed("<think>some < thought</think>the answer", size)
		if content != "the answer" || reasoning != "some < thought" {
			t.Errorf("in pieces of %d: %q and %q", size, content, reasoning)
		}
	}
}

// The stream loses nothing but tags, and agrees with the whole text on what
// is content whenever thoughts have both tags.
func FuzzThinking(f *testing.F) {
	f.Add("<think>a</think>b", 3)
	f.Add("a</think>b", 1)
	f.Add("  <thinking>x</thinking> <think>", 2)
	f.Fuzz(func(t *testing.T, text string, size int) {
		if size < 1 {
			size = 1
		}
		content, reasoning := streamed(text, size)
		whole, thoughts := llm.SplitThinking(text)
		if len(content)+len(reasoning) > len(text) || len(whole)+len(thoughts) > len(text) {
			t.Fatalf("%q grew", text)
		}
		start := strings.TrimLeft(text, " \t\r\n")
		opened := strings.HasPrefix(start, "<think>") || strings.HasPrefix(start, "<thinking>")
		orphan := !opened && strings.Contains(text, "</think")
		if !orphan && len(text) < 1000 && strings.TrimLeft(content, " \t\r\n") != strings.TrimLeft(whole, " \t\r\n") {
			t.Fatalf("%q: streamed %q, whole %q", text, content, whole)
		}
	})
}

func TestProgressReads(t *testing.T) {
	p := llm.Progress{Phase: llm.PhaseLoading, Model: "hermes", Elapsed: 14*time.Second + 300*time.Millisecond}
	if got := p.String(); got != "loading the model hermes, 14 s" {
		t.Error(got)
	}
}

// A model that is not known leaves no gap in a sentence.
func TestProgressWithoutAModel(t *testing.T) {
	for p, want := range map[llm.Progress]string{
		{Phase: llm.PhaseWaiting}:                "waiting for the first word of the model, 0 s",
		{Phase: llm.PhaseWaiting, Model: "qwen"}: "waiting for the first word of the model qwen, 0 s",
		{Phase: llm.PhaseLoading}:                "loading the model, 0 s",
		{Phase: llm.PhaseLoading, Model: "qwen"}: "loading the model qwen, 0 s",
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Each failure is a sentence, and one of a program does not speak of a server.
func TestEveryFailureIsTold(t *testing.T) {
	for about, advice := range map[string]llm.Advice{"server": nil, "program": llm.OfPrograms} {
		for _, kind := range llm.General() {
			said := (&llm.Error{Kind: kind, Provider: "The provider", Model: "m", Advice: advice, Limit: time.Second}).Error()
			if strings.Contains(said, "{") || !strings.HasSuffix(said, ".") || about == "program" && strings.Contains(said, "server") {
				t.Errorf("%s, %s: %s", about, kind, said)
			}
		}
	}
}

// Every kind of failure has its phrase, and every phrase is of a kind.
func TestEveryKindHasItsPhrase(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Err") {
			text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			kinds[text] = err == nil
		}
		return true
	})
	told := map[string]bool{}
	for _, k := range llm.General() {
		told[string(k)] = true
	}
	if len(kinds) < 20 || !maps.Equal(kinds, told) {
		t.Errorf("the kinds are %v, those with a phrase %v", kinds, told)
	}
	for k := range llm.OfPrograms {
		if !kinds[string(k)] {
			t.Errorf("programs have a phrase for %q, which is no kind", k)
		}
	}
}
