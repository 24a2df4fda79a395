// SPDX-License-Identifier: MIT

package text

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/process"
)

func TestMain(m *testing.M) {
	llmtest.BeProgram()
	goleak.VerifyTestMain(m)
}

// self is this test binary as a program that says what it was given.
func self(t *testing.T, cfg Config, args ...string) *Provider {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	fake := llmtest.Fake{Protocol: llmtest.PlainText, Behaviour: llmtest.ShowArguments}
	cfg.Program = process.Program{Name: "mine", Argv: append([]string{path}, args...), Env: []string{llmtest.FakeVariable}, Getenv: func(name string) string {
		if name == llmtest.FakeVariable {
			return fake.String()
		}
		return ""
	}}
	return New(cfg)
}

// TestWhereTheQuestionGoes: into the arguments that have a place for it, else to
// stdin; never as a flag.
func TestWhereTheQuestionGoes(t *testing.T) {
	req := llm.Request{System: "Be short.", Prompt: "get wood", Context: []llm.Message{{Role: llm.RoleUser, Content: "hi"}, {Role: llm.RoleAssistant, Content: "yes?"}}}
	for _, c := range []struct {
		cfg  Config
		args []string
		req  llm.Request
		want string
	}{
		{Config{}, nil, req, "|Be short.\n\nUSER: hi\n\nASSISTANT: yes?\n\nget wood"},
		{Config{SystemArgs: []string{"-s", "{system}"}}, nil, req, "-s|Be short.|USER: hi\n\nASSISTANT: yes?\n\nget wood"},
		{Config{Model: "m", ModelArgs: []string{"-m", "{model}"}}, []string{"-p", "{prompt}"}, llm.Request{Prompt: "get wood"}, "-p|get wood|-m|m|"},
		{Config{ModelArgs: []string{"-m", "{model}"}}, nil, llm.Request{Prompt: "x", Model: "asked"}, "-m|asked|x"},
		{Config{ModelArgs: []string{"-m", "{model}"}}, nil, llm.Request{Prompt: "x"}, "|x"},
		{Config{}, []string{"--prompt={prompt}"}, llm.Request{Prompt: "a {model} b"}, "--prompt=a {model} b|"},
		{Config{}, []string{"{prompt}"}, llm.Request{Prompt: "--delete everything; $(rm)"}, " --delete everything; $(rm)|"},
		{Config{}, []string{"{prompt}"}, llm.Request{Prompt: "a\x00b"}, "ab|"},
	} {
		resp, err := self(t, c.cfg, c.args...).Generate(t.Context(), c.req)
		if err != nil || resp.Content != c.want {
			t.Errorf("%+v %q: %q, %v", c.cfg.ModelArgs, c.args, resp.Content, err)
		}
	}
	_, err := self(t, Config{}, "{prompt}").Generate(t.Context(), llm.Request{Prompt: strings.Repeat("a", 40_000)})
	if !errors.Is(err, llm.ErrContextOverflow) {
		t.Errorf("a prompt too long for an argument: %v", err)
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"type":"item.completed","item":{"text":"hi"}}`+"\n"), 3)
	f.Add([]byte("H\xc3\xb6hle\r\n\xf0\x9f\x92\x8e<think>a</think>b"), 2)
	f.Add([]byte(`{"item":{"text":{"a":[1]}},"error":{"message":true}}`), 1)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if len(data) > 1<<14 || size < 1 {
			return
		}
		for _, form := range []Output{Plain, JSON, JSONL} {
			p := New(Config{Program: process.Program{Name: "mine"}, Output: form, Content: "item.text", Where: map[string]string{"type": "item.completed"}, Error: "error.message", InputTokens: "n"})
			said := ""
			r := &reader{provider: p, onChunk: func(c llm.Chunk) error { said += c.Text; return nil }}
			var err error
			for rest := data; len(rest) > 0 && err == nil; {
				n := min(size, len(rest))
				switch form {
				case Plain:
					err = r.piece(rest[:n])
				case JSONL:
					err = r.line(rest[:n])
				case JSON:
				}
				rest = rest[n:]
			}
			if err == nil {
				err = r.end(data)
			}
			if !utf8.ValidString(said) || !utf8.ValidString(r.content(data)) {
				t.Errorf("%s: passed on %q", form, said)
			}
			if err != nil && !strings.HasSuffix(err.Error(), ".") {
				t.Errorf("%s: no sentence: %v", form, err)
			}
		}
	})
}
