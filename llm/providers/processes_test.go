// SPDX-License-Identifier: MIT

package providers_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/llmtest"
	"github.com/minehand/minehand/llm/providers"
)

// processes runs the suites of a type that runs a program.
type processes struct {
	kind     string
	protocol Protocol
	settings func(providers.Program) any
}

// Program is a provider's program in the suite of processes. The zero Path is
// this test binary as a fake.
type Program struct {
	Path      string
	Timeout   time.Duration
	MaxOutput int
	// Allow lists the programs that may run; none allows any.
	Allow []string
	// Tasks that the provider lists, and its scope.
	Tasks []llm.Task
	Scope llm.Scope
	// Slots for calls; 1 if zero.
	Slots int
}

// bare: it says nothing of how an answer ended.
func (p Protocol) bare() bool { return p == PlainText || p == JSONDocument || p == JSONLines }

// whole: the output is one document.
func (p Protocol) whole() bool { return p == JSONRPC || p == Subcommands || p == JSONDocument }

// with is a provider of the type whose program is the fake, as the router hands it
// out when it is named, with no retries.
func (h processes) with(t *testing.T, f Fake, p Program) llm.Provider {
	t.Helper()
	f.Protocol = h.protocol
	if p.Path == "" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		p.Path = self
	}
	if p.Timeout == 0 {
		p.Timeout = time.Minute
	}
	program := providers.Program{Path: p.Path, Env: []string{fakeVariable, "GORACE"}, Timeout: &p.Timeout}
	if p.MaxOutput > 0 {
		program.MaxOutput = &p.MaxOutput
	}
	return routed(t, providers.Entry{Type: h.kind, Retries: ptr(0), Concurrency: ptr(max(p.Slots, 1)),
		Capabilities: providers.Capabilities{Tasks: p.Tasks, Scope: p.Scope}, Config: h.settings(program)}, providers.Env{Programs: p.Allow, Getenv: f.getenv})
}

// getenv gives the program its part.
func (f Fake) getenv(name string) string {
	if name == fakeVariable {
		return f.String()
	}
	return os.Getenv(name)
}

// overhead is how long after its limit a call may return: as long as anything takes on a
// machine that has other things to do, which is asked only when it is needed.
func (h processes) overhead(t *testing.T, took, limit time.Duration) time.Duration {
	const usual = 2 * time.Second
	if took <= limit+usual {
		return usual
	}
	began := time.Now()
	if _, err := h.with(t, Fake{Text: "hi"}, Program{}).Generate(t.Context(), llmtest.Ask("hello")); err != nil {
		t.Error(err)
	}
	return max(usual, 10*time.Since(began))
}

// run runs the general suite and then what can go wrong with a program.
func (h processes) run(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{NoTools: true, NoFinish: h.protocol.bare(), New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider {
		a := answers[len(answers)-1] // a program does not know how often it ran
		f := Fake{Text: a.Text, Finish: string(a.Finish)}
		if a.Reasoning != "" {
			f.Text = "<think>" + a.Reasoning + "</think>" + a.Text
		}
		if a.Hang {
			f.Behaviour = Hang
		}
		return h.with(t, f, Program{Slots: 8})
	}})
	fails := func(name string, f Fake, p Program, kind llm.Kind, says string) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := h.with(t, f, p).Generate(t.Context(), llmtest.Ask("hello"))
			if !errors.Is(err, kind) {
				t.Fatalf("got %+v, %v, want %s", resp, err, kind)
			}
			llmtest.Sentence(t, err)
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%q is not in %q", says, err)
			}
			if strings.Contains(err.Error(), "server") {
				t.Errorf("the advice is a model server's: %q", err)
			}
		})
	}
	works := func(name string, f Fake, check func(t *testing.T, resp llm.Response)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := h.with(t, f, Program{}).Generate(t.Context(), llmtest.Ask("hello"))
			if err != nil {
				t.Fatal(err)
			}
			check(t, resp)
		})
	}
	is := func(want string) func(*testing.T, llm.Response) {
		return func(t *testing.T, resp llm.Response) {
			if resp.Content != want {
				t.Errorf("said %.200q, want %.200q", resp.Content, want)
			}
		}
	}
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(dir, "odd")
	if err := os.WriteFile(odd, []byte("no program at all\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(dir, "open")
	if err := os.WriteFile(open, []byte("#!/bin/sh\necho hello\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}

	fails("NotFound", Fake{}, Program{Path: "minehand-no-such-program"}, llm.ErrNotFound, "Install it, or correct its path")
	if runtime.GOOS != "windows" { // there the name says what can be run
		fails("NotExecutable", Fake{}, Program{Path: plain}, llm.ErrNotExecutable, "chmod +x")
		fails("NoProgram", Fake{}, Program{Path: odd}, llm.ErrNotExecutable, "#!/usr/bin/env")
		fails("ChangeableByOthers", Fake{}, Program{Path: open}, llm.ErrNotAllowed, "chmod o-w")
	}
	fails("NotAllowed", Fake{Text: "hi"}, Program{Allow: []string{"/usr/bin/another"}}, llm.ErrNotAllowed, "programs in the config")
	fails("ExitCode", Fake{Behaviour: FailExit}, Program{}, llm.ErrExit, "exit code 3: Traceback: the model file is missing")
	kind, remote := llm.ErrRemote, "reported an error (code 1): no such model"
	switch h.protocol {
	case JSONRPC:
		remote = "reported an error (code -32000): no such model"
	case PlainText:
		kind, remote = llm.ErrExit, "exit code 1: no such model"
	case Subcommands, JSONDocument, JSONLines:
	}
	fails("ExitWithAnErrorOnStdout", Fake{Behaviour: FailRemote}, Program{}, kind, remote)
	kind, remote = llm.ErrExit, "ended with exit code 1: {"
	if h.protocol == JSONRPC {
		kind, remote = llm.ErrRemote, "reported an error (code -32000): no such model"
	}
	fails("ExitWithAnErrorOfJSONRPC", Fake{Behaviour: FailRPC}, Program{}, kind, remote)
	fails("EmptyWithExit0", Fake{}, Program{}, llm.ErrEmptyReply, "an unknown model is the usual reason")
	fails("NotUTF8", Fake{Behaviour: NotUTF8}, Program{}, llm.ErrBadReply, "not UTF-8")
	fails("FiftyMegabytes", Fake{Behaviour: Flood}, Program{}, llm.ErrTooLarge, "max_output")
	fails("MoreThanTheCap", Fake{Text: strings.Repeat("word ", 1000)}, Program{MaxOutput: 2000}, llm.ErrTooLarge, "max_output")
	fails("Timeout", Fake{Behaviour: Hang}, Program{Timeout: 100 * time.Millisecond}, llm.ErrTooLong, "did not finish within 100ms. Raise timeout in its config")
	fails("SecretOnStderr", Fake{Behaviour: EchoesSecret}, Program{}, llm.ErrExit, "[secret] was refused")
	fails("UnsupportedTask", Fake{Text: "hi"}, Program{Tasks: []llm.Task{llm.TaskDialogue, "custom"}}, llm.ErrTask, "it lists npc_dialogue, custom, not chat")
	fails("OutsideItsScope", Fake{Text: "hi"}, Program{Scope: llm.ScopeCategorization}, llm.ErrTask, "its scope categorization has no place for chat")
	t.Run("UnknownTask", func(t *testing.T) {
		req := llmtest.Ask("hello")
		req.Task = "custom"
		if resp, err := h.with(t, Fake{Text: "hi"}, Program{Tasks: []llm.Task{"custom"}}).Generate(t.Context(), req); err != nil || resp.Content != "hi" {
			t.Errorf("a task that it lists: %q, %v", resp.Content, err)
		}
		req.Task = "dance"
		if _, err := h.with(t, Fake{Text: "hi"}, Program{Tasks: []llm.Task{"custom"}}).Generate(t.Context(), req); !errors.Is(err, llm.ErrTask) {
			t.Errorf("a task that it does not list: %v", err)
		}
	})
	if h.protocol == JSONRPC {
		fails("IDMismatch", Fake{Behaviour: WrongID, Text: "hi"}, Program{}, llm.ErrIDMismatch, "it must repeat the request's id")
		works("IDAsANumber", Fake{Behaviour: NumericID, Text: "hi"}, is("hi"))
	}
	if h.protocol.whole() {
		fails("TwoDocuments", Fake{Behaviour: TwoDocuments, Text: "hi"}, Program{}, llm.ErrBadReply, "not one JSON document")
		fails("NoiseOnStdout", Fake{Behaviour: NoiseOnStdout, Text: "hi"}, Program{}, llm.ErrBadReply, "everything else to stderr")
		fails("CutDocument", Fake{Behaviour: CutStream, Text: "one two three"}, Program{}, llm.ErrBadReply, "not one JSON document")
	}
	if h.protocol == PlainText { // what is JSON to others is text
		works("TwoAnswers", Fake{Behaviour: TwoDocuments, Text: `{"a":1}`}, is("{\"a\":1}\n{\"a\":1}"))
	}
	if h.protocol == JSONLines {
		works("TwoAnswers", Fake{Behaviour: TwoDocuments, Text: "hi"}, is("hi"))
		works("NoiseOnStdout", Fake{Behaviour: NoiseOnStdout, Text: "hi"}, is("hi"))
		fails("CutLine", Fake{Behaviour: CutStream, Text: "one two three"}, Program{}, llm.ErrExit, "exit code 1")
	}
	works("NoiseOnStderr", Fake{Behaviour: Noise, Text: "hi"}, is("hi"))
	if h.protocol != JSONRPC { // it could not repeat the id
		works("DoesNotReadItsInput", Fake{Behaviour: DoesNotRead, Text: "hi"}, is("hi"))
	}
	works("LongAnswer", Fake{Behaviour: LongLine}, is(longLine))
	works("Environment", Fake{Behaviour: ShowEnvironment}, func(t *testing.T, resp llm.Response) {
		for name := range strings.FieldsSeq(resp.Content) {
			if name == "MINEHAND_TEST_SECRET" {
				t.Error("it was given a variable that is not on the list")
			}
		}
	})
	h.health(t)
	h.streams(t)
	h.grandchildren(t)
	t.Run("MoreCallsThanSlots", func(t *testing.T) {
		t.Parallel()
		p := h.with(t, Fake{Behaviour: Alone, Text: "hi", File: filepath.Join(t.TempDir(), "alone")}, Program{Slots: 1})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if resp, err := p.Generate(t.Context(), llmtest.Ask("hello")); err != nil || resp.Content != "hi" {
					t.Errorf("%q, %v", resp.Content, err)
				}
			})
		}
		wg.Wait()
	})
	t.Run("CancelledInTheQueue", func(t *testing.T) {
		t.Parallel()
		p := h.with(t, Fake{Behaviour: Hang}, Program{Slots: 1})
		first, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		began := make(chan struct{})
		wg.Go(func() {
			req := llmtest.Ask("hello")
			var once sync.Once
			req.Progress = func(llm.Progress) { once.Do(func() { close(began) }) }
			_, err := p.Generate(first, req)
			llmtest.StoppedBy(t, err, llm.ErrStopped, context.Canceled)
		})
		<-began
		second, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := p.Generate(second, llmtest.Ask("hello"))
		llmtest.StoppedBy(t, err, llm.ErrTimeout, context.DeadlineExceeded)
		stop()
		wg.Wait()
	})
}

// health checks that a program claims no more than it said.
func (h processes) health(t *testing.T) {
	t.Run("HealthClaimsNoAnswer", func(t *testing.T) {
		t.Parallel()
		got, err := h.with(t, Fake{Text: "hi"}, Program{}).Health(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if asks := h.protocol == Subcommands; got.Loaded || asks != (got.Unasked == "") || !asks && !strings.HasSuffix(got.Unasked, "is there and may run") {
			t.Errorf("got %+v", got)
		}
	})
}

// streams checks what comes in pieces.
func (h processes) streams(t *testing.T) {
	t.Run("StreamedLongLine", func(t *testing.T) {
		t.Parallel()
		got := 0
		resp, err := h.with(t, Fake{Behaviour: LongLine}, Program{}).Generate(t.Context(), llmtest.Ask("hello").Streamed(func(c llm.Chunk) error {
			got += len(c.Text)
			return nil
		}))
		if err != nil || got != len(resp.Content) || got < len(longLine) {
			t.Errorf("%d bytes streamed, %d answered, %v", got, len(resp.Content), err)
		}
	})
	t.Run("CutStreamKeepsWhatCame", func(t *testing.T) {
		t.Parallel()
		const whole = "one two three four five six"
		resp, err := h.with(t, Fake{Behaviour: CutStream, Text: whole}, Program{}).Generate(t.Context(), llmtest.Ask("hello").Streamed(func(llm.Chunk) error { return nil }))
		if err == nil {
			t.Fatalf("a cut stream answered %q", resp.Content)
		}
		llmtest.Sentence(t, err)
		if h.protocol != PlainText && h.protocol != Subcommands {
			return // it has no pieces
		}
		if resp.Content == "" || !strings.HasPrefix(whole, resp.Content) || resp.Content == whole {
			t.Errorf("kept %q", resp.Content)
		}
		if h.protocol == Subcommands && (!errors.Is(err, llm.ErrCutStream) || !llm.Retryable(err)) {
			t.Errorf("got %v", err)
		}
	})
}

// grandchildren checks that what a program started does not hold a call.
func (h processes) grandchildren(t *testing.T) {
	type kind struct {
		name          string
		session, bare bool
	}
	kinds := []kind{{name: "Grandchild"}}
	if runtime.GOOS == "linux" { // elsewhere one that leaves the group is not found
		kinds = append(kinds, kind{name: "GrandchildOfItsOwnSession", session: true}, kind{name: "GrandchildWithoutEnvironment", session: true, bare: true})
	}
	for _, k := range kinds {
		h.grandchild(t, k.name, Fake{Session: k.session, Bare: k.bare})
	}
}

func (h processes) grandchild(t *testing.T, name string, f Fake) {
	t.Run("TimeoutWithA"+name, func(t *testing.T) {
		t.Parallel()
		f := f
		file := filepath.Join(t.TempDir(), "pid")
		f.Behaviour, f.File = HangGrandchild, file
		for _, limit := range []time.Duration{700 * time.Millisecond, 5 * time.Second, 30 * time.Second} {
			began := time.Now()
			_, err := h.with(t, f, Program{Timeout: limit}).Generate(t.Context(), llmtest.Ask("hello"))
			if took := time.Since(began); took > limit+h.overhead(t, took, limit) {
				t.Errorf("back after %s", took)
			}
			if !errors.Is(err, llm.ErrTooLong) {
				t.Errorf("got %v", err)
			}
			if _, err := os.Stat(file); err == nil { // a busy computer may not have come to it
				break
			}
		}
		ended(t, file)
	})
	if f.Bare {
		return // once its parent has ended, nothing tells whose it was
	}
	t.Run("AnswersAndLeavesA"+name, func(t *testing.T) {
		t.Parallel()
		f := f
		file := filepath.Join(t.TempDir(), "pid")
		began := time.Now()
		f.Behaviour, f.File, f.Text = LeaveGrandchild, file, "hi"
		resp, err := h.with(t, f, Program{}).Generate(t.Context(), llmtest.Ask("hello"))
		if err != nil || resp.Content != "hi" {
			t.Errorf("%q, %v", resp.Content, err)
		}
		if took := time.Since(began); took > 8*time.Second+h.overhead(t, took, 8*time.Second) {
			t.Errorf("back after %s", took)
		}
		ended(t, file)
	})
}

// ended checks that the process whose id the file holds is no more.
func ended(t *testing.T, file string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("the grandchild was never started: %v", err)
	}
	var pid int
	if _, err := fmt.Sscan(string(raw), &pid); err != nil {
		t.Fatal(err)
	}
	for range 100 { // a signal takes a moment to be seen
		if gone(pid) {
			return
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-t.Context().Done():
		}
	}
	t.Errorf("process %d is still there", pid)
}
