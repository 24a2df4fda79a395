// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// alive tells whether a process runs; one that only waits to be fetched does not.
func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(stat, []byte(") "))
	return !bytes.HasPrefix(rest, []byte("Z"))
}

// TestAKilledMinehandLeavesNoPrograms: the program of a call ends with the Minehand
// that is killed, and what it started in a session of its own with the next start. What
// a program left behind whose call went well stays.
func TestAKilledMinehandLeavesNoPrograms(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	const starts = "setsid sh -c 'echo $$ >NAME.new; mv NAME.new NAME; exec sleep 600' >/dev/null 2>&1 &\n"
	for name, text := range map[string]string{
		"hangs.sh":  strings.ReplaceAll(starts, "NAME", "grandchild") + "echo $$ >child.new; mv child.new child; exec sleep 600\n",
		"serves.sh": strings.ReplaceAll(starts, "NAME", "served") + "echo hi\n",
		"config.yaml": `providers:
- {name: hangs, type: text, config: {path: sh, args: [hangs.sh]}}
- {name: serves, type: text, config: {path: sh, args: [serves.sh]}}
- {name: plain, type: text, config: {path: cat}}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pid := func(name string) (pid int) {
		eventually(t, patience, "the process "+name, func() bool {
			raw, err := os.ReadFile(filepath.Join(dir, name))
			if err == nil {
				pid, err = strconv.Atoi(strings.TrimSpace(string(raw)))
			}
			return err == nil
		})
		t.Cleanup(func() {
			if alive(pid) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		})
		return pid
	}
	temp := t.TempDir() // where calls are noted
	call := func(name string) error {
		cmd := program(ctx, t, "providers", "call", name, "--prompt", "x", "--config", filepath.Join(dir, "config.yaml"))
		cmd.Env = append(cmd.Env, "TMPDIR="+temp)
		if name != "hangs" {
			return cmd.Run()
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		child, grandchild := pid("child"), pid("grandchild")
		if err := cmd.Process.Kill(); err != nil {
			return err
		}
		_ = cmd.Wait() // it was killed
		eventually(t, patience, "the end of the program", func() bool { return !alive(child) })
		if !alive(grandchild) {
			t.Error("the grandchild ended by itself: the test shows nothing")
		}
		return nil
	}
	if err := call("serves"); err != nil {
		t.Fatal(err)
	}
	served := pid("served")
	if err := call("hangs"); err != nil {
		t.Fatal(err)
	}
	grandchild := pid("grandchild")
	if err := call("plain"); err != nil { // the next start
		t.Fatal(err)
	}
	eventually(t, patience, "the end of what the program started", func() bool { return !alive(grandchild) })
	if !alive(served) {
		t.Error("what a program left running on purpose was ended")
	}
}

// TestAClosedTerminalEndsTheProgram: a call ends with its terminal as with Ctrl+C, and
// leaves neither the program nor what that started.
func TestAClosedTerminalEndsTheProgram(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		// Whoever is started by nohup outlives the terminal on purpose, and so does what
		// it starts; a signal that is listened for is no longer ignored by children.
		heard := make(chan os.Signal, 1)
		signal.Notify(heard, syscall.SIGHUP)
		defer signal.Ignore(syscall.SIGHUP)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hangs.sh":    "sleep 600 &\necho $! >both.new; echo $$ >>both.new; mv both.new both; wait\n",
		"config.yaml": "providers: [{name: hangs, type: text, config: {path: sh, args: [hangs.sh]}}]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := program(ctx, t, "providers", "call", "hangs", "--prompt", "x", "--config", filepath.Join(dir, "config.yaml"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []int
	eventually(t, patience, "the program", func() bool {
		raw, err := os.ReadFile(filepath.Join(dir, "both"))
		pids = nil
		for _, word := range strings.Fields(string(raw)) {
			pid, _ := strconv.Atoi(word)
			pids = append(pids, pid)
		}
		return err == nil
	})
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // its exit code is another test's
	for _, pid := range pids {
		eventually(t, patience, "the end of the program", func() bool { return !alive(pid) })
	}
}
