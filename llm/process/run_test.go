// SPDX-License-Identifier: MIT

//go:build !windows

package process_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// What a program is given by its variables is in nothing that is told of it,
// whatever it looks like; an address may be read.
func TestTheValuesOfVariablesAreNotTold(t *testing.T) {
	values := map[string]string{"MY_KEY": "hunter2-topsecret-9987", "MY_HOST": "http://localhost:11434", "PATH": "/usr/bin:/bin"}
	p := process.Program{
		Name: "mine", Argv: []string{"sh", "-c", `echo "$MY_KEY does not fit $MY_HOST" >&2; exit 4`}, Dir: t.TempDir(),
		Env: []string{"MY_KEY", "MY_HOST"}, Getenv: func(name string) string { return values[name] },
	}
	res, err := p.Run(context.Background(), process.Call{})
	if err == nil || strings.Contains(err.Error()+res.Stderr, "hunter2") || !strings.Contains(err.Error(), "[secret] does not fit http://localhost:11434") {
		t.Errorf("%v; %q", err, res.Stderr)
	}
	if err := p.Fault(llm.ErrRemote, "the key hunter2-topsecret-9987 is wrong", "", nil); strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
}

// A program, a script that an interpreter runs, and a folder over either that every
// user may change are not run; what a command only reads, and a folder where nobody
// can change what is another's, are nobody's danger.
func TestWhatEveryUserCanChangeIsNotRun(t *testing.T) {
	at := func(folder, file fs.FileMode) process.Program {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "tools")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "agent.sh")
		if err := os.WriteFile(name, []byte("#!/bin/sh\necho ran\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		for path, mode := range map[string]fs.FileMode{dir: folder, name: file} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		return process.Program{Name: "mine", Argv: []string{"sh", "agent.sh"}, Dir: dir, Getenv: os.Getenv}
	}
	for _, c := range []struct {
		about string
		p     process.Program
		ok    bool
	}{
		{"its own", at(0o755, 0o755), true},
		{"an open script", at(0o755, 0o757), false},
		{"an open folder", at(0o777, 0o755), false},
		{"a shared folder where each has what is its own", at(0o777|fs.ModeSticky, 0o755), true},
	} {
		_, err := c.p.Run(t.Context(), process.Call{})
		if (err == nil) != c.ok || err != nil && (!errors.Is(err, llm.ErrNotAllowed) || !strings.Contains(err.Error(), "chmod o-w")) {
			t.Errorf("%s: %v", c.about, err)
		}
	}
	p := at(0o755, 0o757)
	p.Argv, p.Data = []string{"cat", "agent.sh"}, true
	if _, err := p.Run(t.Context(), process.Call{}); err != nil {
		t.Errorf("a file that is only read: %v", err)
	}
}

// A question that no argument can hold is to blame, not the program.
func TestANULIsTheQuestionsFault(t *testing.T) {
	p := process.Program{Name: "mine", Argv: []string{"echo"}, Getenv: os.Getenv}
	_, err := p.Run(t.Context(), process.Call{Argv: []string{"get\x00wood"}})
	if !errors.Is(err, llm.ErrBadRequest) || !strings.Contains(err.Error(), "NUL") {
		t.Error(err)
	}
}

// A question that is taken back while its program is about to start was stopped: the
// program is no worse for it.
func TestTakenBackBeforeTheStartIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := process.Program{Name: "mine", Argv: []string{"sh", "-c", "exit 0"}, Dir: t.TempDir(), Env: []string{"LAST"}, Getenv: func(name string) string {
		if name == "LAST" { // what it is given is put together last
			cancel()
		}
		return os.Getenv(name)
	}}
	if _, err := p.Run(ctx, process.Call{}); !errors.Is(err, llm.ErrStopped) || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
