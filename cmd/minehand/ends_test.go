// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/minehand/minehand/internal/freeport"
)

// TestAGoalThatNobodyReadsIsStopped: play | head leaves nothing behind.
func TestAGoalThatNobodyReadsIsStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	cmd := program(ctx, t, "play", "get 64 diamonds", "--plain", "--speed", "5")
	cmd.Env = append(cmd.Env, "TMPDIR="+dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout = write
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	if _, err := bufio.NewReader(read).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	_ = read.Close()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete || said.Len() > 0 {
		t.Errorf("exit code %d, %q", code, said.String())
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v behind (%v)", left, err)
	}
}

// TestAFullOutputIsToldOnce: what cannot be printed is no success.
func TestAFullOutputIsTold(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := program(ctx, t, "play", "say hello", "--plain")
	cmd.Stdout = full
	var said bytes.Buffer
	cmd.Stderr = &said
	_ = cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete || !strings.Contains(said.String(), "its progress cannot be printed") {
		t.Errorf("exit code %d, %q", code, said.String())
	}
}

// TestASecondInterruptDoesNotWaitForTheBody: a mod that never comes to rest is
// left as it is, and said so.
func TestASecondInterruptDoesNotWaitForTheBody(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	port := freeport.Of(t)
	cmd := program(ctx, t, "play", "mine 1 oak log", "--body", "external", "--port", strconv.Itoa(port), "--json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	m := dialMod(ctx, t, port, `{"type":"register","instanceId":"mod_1","version":"1.21.5"}`)
	defer m.ws.Close()
	for m.hears() != "execute_action" {
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	last := interruptAt(t, cmd, longLines(out), `"state":"stopping"`)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitIncomplete {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{`"type":"summary","status":"stopped"`, "Stopped before the body came to rest", `"actions":1`} {
		if !strings.Contains(last, want) {
			t.Errorf("%q is not in the last line, %s", want, last)
		}
	}
}

// TestWaitingForABodyTellsWhoWasTurnedAway: whoever writes a mod sees why it is not
// taken, not only that nobody came.
func TestWaitingForABodyTellsWhoWasTurnedAway(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	port := freeport.Of(t)
	cmd := program(ctx, t, "play", "mine 1 oak log", "--body", "external", "--port", strconv.Itoa(port), "--plain")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := longLines(out)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "Waiting up to") {
	}
	m := dialMod(ctx, t, port, `{"type":"state_update","instanceId":"mod_1","data":{"health":20}}`)
	defer m.ws.Close()
	last := interruptAt(t, cmd, lines, "A body that has not registered sent a state_update")
	_ = cmd.Wait()
	if ctx.Err() != nil {
		t.Errorf("the notice never came; the last line was %q", last)
	}
}

// TestDoSaysThatNoMinehandRuns: whoever waits sees what for, and what else there is.
func TestDoSaysThatNoMinehandRuns(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := program(ctx, t, "do", "mine 1 oak log", "--port", strconv.Itoa(freeport.Of(t)), "--data-dir", t.TempDir(), "--plain")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last := interruptAt(t, cmd, longLines(out), "No Minehand was running there, so one was started for this goal; --practice")
	_ = cmd.Wait()
	if ctx.Err() != nil {
		t.Errorf("it was never said; the last line was %q", last)
	}
}

// longLines reads lines of up to a MiB.
func longLines(r io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	return lines
}

// interruptAt interrupts a program at the first line that holds a text, and
// returns its last line.
func interruptAt(t *testing.T, cmd *exec.Cmd, lines *bufio.Scanner, at string) (last string) {
	t.Helper()
	for seen := false; lines.Scan(); {
		last = lines.Text()
		if !seen && strings.Contains(last, at) {
			seen = true
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Error(err)
			}
		}
	}
	return last
}
