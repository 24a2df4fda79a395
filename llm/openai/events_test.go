// SPDX-License-Identifier: MIT

package openai

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
)

// readEvents renders what a reply is read as: texts, thoughts in parentheses, the
// reason of its end, and a full stop for a complete reply.
func readEvents(raw []byte, undecided bool) (string, *collector, error) {
	c := &Client{cfg: Config{}.withDefaults()}
	got := &collector{limit: 1 << 20}
	var out strings.Builder
	s := &stream{alive: func() {}, take: func(piece chunk) error {
		text, thought, _ := got.add(piece)
		out.WriteString(text)
		if thought != "" {
			out.WriteString("(" + thought + ")")
		}
		if piece.finish != "" {
			out.WriteString("|" + piece.finish)
		}
		return nil
	}}
	s.fault = func(body []byte) *llm.Error { return c.statusFault(http.StatusOK, http.Header{}, body) }
	err := s.read(io.NopCloser(bytes.NewReader(raw)), !undecided)
	if err == nil {
		out.WriteString(".")
	}
	return out.String(), got, err
}

func TestEvents(t *testing.T) {
	text := func(s string) string {
		return `data: {"choices":[{"index":0,"delta":{"content":"` + s + `"}}]}` + "\n"
	}
	end := `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n"
	done := "data: [DONE]\n"
	for _, c := range []struct {
		name, in, out string
		undecided     bool
		err           llm.Kind
	}{
		{name: "plain", in: text("a") + "\n" + end + "\n" + done, out: "a|stop."},
		{name: "no end", in: text("a"), out: "a", err: llm.ErrCutStream},
		{name: "finished without done", in: text("a") + end, out: "a|stop."},
		{name: "done without finish", in: text("a") + done, out: "a."},
		{name: "last line without a line feed", in: text("a") + end + "data: [DONE]", out: "a|stop."},
		{name: "nothing", in: "", err: llm.ErrEmptyReply},
		{name: "only done", in: done, err: llm.ErrEmptyReply},
		{name: "comments, ids, retries", in: ": hi\nid: 1\nretry: 3\n\n" + text("a") + ":\n\n" + end, out: "a|stop."},
		{name: "value over two lines", in: "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"a\"}}]}\n\n" + end, out: "a|stop."},
		{name: "damaged", in: "data: {\"choi\n\n" + end, err: llm.ErrCutStream},
		{name: "error null", in: `data: {"error":null,"choices":[{"index":0,"delta":{"content":"a"}}]}` + "\n" + end, out: "a|stop."},
		{name: "error text under an event", in: "event: error\ndata: out of memory\n\n", err: llm.ErrServer},
		{name: "error object unlabelled", in: `{"error":{"message":"boom"}}` + "\n", err: llm.ErrServer},
		{name: "both reasonings", in: `data: {"choices":[{"delta":{"reasoning":"r","reasoning_content":"r"}}]}` + "\n" + end, out: "(r)|stop."},
		{name: "whole", undecided: true, in: "  \n{\n \"choices\":[{\"message\":{\"content\":\"a\"}}]\n}\n", out: "a|stop."},
		{name: "undeclared stream", undecided: true, in: text("a") + end, out: "a|stop."},
		{name: "undeclared lines", undecided: true, in: strings.TrimPrefix(text("a"), "data: ") + strings.TrimPrefix(end, "data: "), out: "a|stop."},
		{name: "page", undecided: true, in: "<html>", err: llm.ErrBadReply},
		{name: "not JSON", undecided: true, in: "{nope}", err: llm.ErrBadReply},
		{name: "half a document", undecided: true, in: `{"choices":[{"mess`, err: llm.ErrBadReply},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := readEvents([]byte(c.in), c.undecided)
			if out != c.out {
				t.Errorf("read as %s, want %s", out, c.out)
			}
			if c.err == "" && err != nil || c.err != "" && !isKind(err, c.err) {
				t.Errorf("err %v, want %v", err, c.err)
			}
		})
	}
}

// Whatever a server sends, an error is a typed one, and what came can be shown.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n"), false)
	f.Add([]byte("event: error\ndata: {\"error\":\"x\"}\n\n"), false)
	f.Add([]byte(`{"id":1,"created":1.5,"choices":[{"message":{"content":[{"text":"a"}],"tool_calls":[{"id":7,"index":"0","function":{"name":"x","arguments":{"a":1}}}]}}],"usage":{"prompt_tokens":1e3}}`), true)
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"reasoning\":null,\"tool_calls\":[]},\"finish_reason\":null}],\"usage\":null}\r\n\r\n"), true)
	f.Fuzz(func(t *testing.T, raw []byte, undecided bool) {
		_, got, err := readEvents(raw, undecided)
		var typed *llm.Error
		if err != nil && !errors.As(err, &typed) {
			t.Fatalf("untyped error %v", err)
		}
		got.response(llm.Request{Schema: planSchema}, "m")
	})
}

// An error body of any form gives one bounded line without the key.
func FuzzErrorBody(f *testing.F) {
	for _, s := range []string{`{"error":"x"}`, `{"error":{"message":["a"],"code":1}}`, `{"detail":[{"loc":["body"]}]}`, `"text"`, "plain\ntext", "<html>", `{"message":"sk-1"}`} {
		f.Add(400, []byte(s))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		c := &Client{cfg: Config{APIKey: "sk-secret"}.withDefaults()}
		e := c.statusFault(status, http.Header{"Retry-After": {string(body)}}, body)
		if text := e.Error(); len(text) > 8*maxDetail || strings.ContainsAny(text, "\n\r") || strings.Contains(text, "sk-secret") {
			t.Fatalf("%q", text)
		}
		if e.RetryAfter < 0 {
			t.Fatal(e.RetryAfter)
		}
	})
}

// Calls lifted out of a text are calls of offered tools, and a text without
// any is left as it is.
func FuzzLeakedCalls(f *testing.F) {
	f.Add(`[TOOL_REQUEST]{"name":"recipe","arguments":{"a":1}}[END_TOOL_REQUEST]`)
	f.Add("text <tool_call><function=recipe><parameter=item>stick</parameter></function></tool_call> more")
	f.Add(`{"name":"recipe","parameters":{}}`)
	f.Add(`<function=recipe>{"a":1}</function>`)
	f.Fuzz(func(t *testing.T, text string) {
		rest, calls := liftCalls(text, map[string]bool{"recipe": true})
		if len(calls) == 0 && rest != text || len(calls) > maxLeaked {
			t.Fatalf("%q became %q with %d calls", text, rest, len(calls))
		}
		for _, c := range calls {
			if c.Name != "recipe" {
				t.Fatalf("call %+v", c)
			}
		}
	})
}

func TestLeakedCalls(t *testing.T) {
	offered := map[string]bool{"recipe": true}
	for _, c := range []struct{ in, rest, args string }{
		{`{"name":"recipe","arguments":{"item":"stick"}}`, "", `{"item":"stick"}`},
		{`{"name":"recipe","arguments":"{\"item\":1}"}`, "", `{"item":1}`},
		{`I look: <tool_call>{"name":"recipe","parameters":{"n":2}}</tool_call>`, "I look:", `{"n":2}`},
		{"<function=recipe>\n<parameter=item>\nstick\n</parameter>\n<parameter=n>\n3\n</parameter>\n</function>", "", `{"item":"stick","n":3}`},
		{`<function=recipe>{"item":"stick"}</function>`, "", `{"item":"stick"}`},
		{`{"name":"other","arguments":{}}`, `{"name":"other","arguments":{}}`, ""},
		{`{"name":"recipe"}`, `{"name":"recipe"}`, ""},
		{"<tool_call>never closed", "<tool_call>never closed", ""},
		{"just text", "just text", ""},
	} {
		rest, calls := liftCalls(c.in, offered)
		args := ""
		if len(calls) > 0 {
			args = calls[0].Arguments
		}
		if rest != c.rest || args != c.args {
			t.Errorf("%q: rest %q, arguments %q", c.in, rest, args)
		}
	}
}
