// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// overPipe is a client of a fake in the same synctest bubble.
func overPipe(t *testing.T, fake fakelm.Config, cfg Config) (*Client, *fakelm.Server) {
	t.Helper()
	s := fakelm.New(fake)
	transport := s.StartPipe()
	cfg.URL, cfg.Transport = s.URL, transport
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		s.Close()
	})
	return c, s
}

// overLoopback is a client of a fake on a real socket.
func overLoopback(t testing.TB, fake fakelm.Config, cfg Config) (*Client, *fakelm.Server) {
	t.Helper()
	s := fakelm.New(fake)
	s.Start()
	cfg.URL = s.URL
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		s.Close()
	})
	return c, s
}

func replies(answers []llmtest.Answer) (out []fakelm.Reply, quirks []fakelm.Quirk) {
	for _, a := range answers {
		r := fakelm.Reply{Text: a.Text, Reasoning: a.Reasoning, Finish: string(a.Finish)}
		for _, c := range a.ToolCalls {
			r.Calls = append(r.Calls, fakelm.Call(c))
		}
		out = append(out, r)
		if a.Hang {
			quirks = append(quirks, "hang-before-headers")
		}
	}
	return out, quirks
}

func TestSuiteOverPipe(t *testing.T) {
	for _, kind := range []fakelm.Kind{fakelm.LMStudio, fakelm.Ollama, fakelm.LlamaServer, fakelm.Generic} {
		t.Run(string(kind), func(t *testing.T) {
			llmtest.Run(t, llmtest.Harness{Bubble: true, New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
				r, q := replies(answers)
				c, _ := overPipe(t, fakelm.Config{Kind: kind, Replies: r, Quirks: q}, Config{})
				return c
			}})
		})
	}
}

func TestSuiteOverLoopback(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
		r, q := replies(answers)
		c, _ := overLoopback(t, fakelm.Config{Replies: r, Quirks: q}, Config{})
		return c
	}})
}

func TestStopAbortsTheRequest(t *testing.T) {
	for _, q := range []fakelm.Quirk{"hang-before-headers", "hang-before-first", "hang-between-tokens", "keep-alive-only", "hang-lists"} {
		t.Run(string(q), func(t *testing.T) {
			cfg := Config{Settings: Settings{Model: fakelm.DefaultModel}} // the first request is the chat
			if q == "hang-lists" {
				cfg.Model = ""
			}
			c, s := overLoopback(t, fakelm.Config{Quirks: []fakelm.Quirk{q}, Replies: []fakelm.Reply{{Text: "a longer text than one piece"}}}, cfg)
			ctx, cancel := context.WithCancel(t.Context())
			result := make(chan error, 1)
			go func() {
				_, err := c.Generate(ctx, llm.Request{Prompt: "hi"})
				result <- err
			}()
			if err := s.AwaitRequest(t.Context()); err != nil {
				t.Fatal(err)
			}
			cancel()
			if err := <-result; err == nil || !isKind(err, llm.ErrStopped) {
				t.Errorf("got %v", err)
			}
			if err := s.AwaitAbort(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}
