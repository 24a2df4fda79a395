// SPDX-License-Identifier: MIT

package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// says is the variable that makes this test binary a program that says what it was given.
const says = "MINEHAND_SAYS_WHAT_IT_GETS"

func TestMain(m *testing.M) {
	if os.Getenv(says) != "" {
		input, _ := io.ReadAll(os.Stdin)
		fmt.Println(strings.Join(os.Args[1:], "|") + "|" + string(input))
		return
	}
	goleak.VerifyTestMain(m)
}

// self is this test binary as that program.
func self(t *testing.T, form Text, model string, args ...string) *Provider {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := process.Program{Name: "mine", Argv: append([]string{path}, args...), Env: []string{says}, Getenv: func(name string) string {
		if name == says {
			return "1"
		}
		return ""
	}}
	return New(Config{Program: program, Protocol: form, Model: model})
}

// TestWhereTheQuestionGoes: into the arguments that have a place for it, else to
// stdin; never as a flag.
func TestWhereTheQuestionGoes(t *testing.T) {
	req := llm.Request{System: "Be short.", Prompt: "get wood", Context: []llm.Message{{Role: llm.RoleUser, Content: "hi"}, {Role: llm.RoleAssistant, Content: "yes?"}}}
	for _, c := range []struct {
		form  Text
		model string
		args  []string
		req   llm.Request
		want  string
	}{
		{Text{}, "", nil, req, "|Be short.\n\nUSER: hi\n\nASSISTANT: yes?\n\nget wood"},
		{Text{SystemArgs: []string{"-s", "{system}"}}, "", nil, req, "-s|Be short.|USER: hi\n\nASSISTANT: yes?\n\nget wood"},
		{Text{ModelArgs: []string{"-m", "{model}"}}, "m", []string{"-p", "{prompt}"}, llm.Request{Prompt: "get wood"}, "-p|get wood|-m|m|"},
		{Text{ModelArgs: []string{"-m", "{model}"}}, "", nil, llm.Request{Prompt: "x", Model: "asked"}, "-m|asked|x"},
		{Text{ModelArgs: []string{"-m", "{model}"}}, "", nil, llm.Request{Prompt: "x"}, "|x"},
		{Text{}, "", []string{"--prompt={prompt}"}, llm.Request{Prompt: "a {model} b"}, "--prompt=a {model} b|"},
		{Text{}, "", []string{"{prompt}"}, llm.Request{Prompt: "--delete everything; $(rm)"}, " --delete everything; $(rm)|"},
		{Text{}, "", []string{"{prompt}"}, llm.Request{Prompt: "a\x00b"}, "ab|"},
	} {
		resp, err := self(t, c.form, c.model, c.args...).Generate(t.Context(), c.req)
		if err != nil || resp.Content != c.want {
			t.Errorf("%+v %q: %q, %v", c.form.ModelArgs, c.args, resp.Content, err)
		}
	}
	_, err := self(t, Text{}, "", "{prompt}").Generate(t.Context(), llm.Request{Prompt: strings.Repeat("a", 40_000)})
	if !errors.Is(err, llm.ErrContextOverflow) {
		t.Errorf("a prompt too long for an argument: %v", err)
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte(`{"type":"item.completed","item":{"text":"hi"}}`+"\n"), 3)
	f.Add([]byte("H\xc3\xb6hle\r\n\xf0\x9f\x92\x8e<think>a</think>b"), 2)
	f.Add([]byte(`{"item":{"text":{"a":[1]}},"error":{"message":true}}`), 1)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if len(data) > 1<<14 || size < 1 {
			return
		}
		for _, output := range []Output{Plain, JSON, JSONL} {
			p := New(Config{Program: mine})
			text := Text{Output: output, Content: "item.text", Where: map[string]string{"type": "item.completed"}, Error: "error.message", InputTokens: "n"}
			said := ""
			r := newReader(p, form{Text: text}, func(c llm.Chunk) error { said += c.Text; return nil })
			var err error
			for rest := data; len(rest) > 0 && err == nil; {
				n := min(size, len(rest))
				switch output {
				case Plain:
					err = r.piece(rest[:n])
				case JSONL:
					err = r.line(rest[:n])
				case JSON:
				}
				rest = rest[n:]
			}
			if err == nil {
				err = r.end(data, nil)
			}
			if err == nil {
				err = r.rest(llm.Response{Content: r.content})
			}
			if !utf8.ValidString(said) || output == Plain && !utf8.ValidString(r.content) {
				t.Errorf("%s: passed on %q", output, said)
			}
			if err != nil && !strings.HasSuffix(err.Error(), ".") {
				t.Errorf("%s: no sentence: %v", output, err)
			}
		}
	})
}
