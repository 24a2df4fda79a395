// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestASimBodySaysWhenItIsConnected, and when it no longer is.
func TestASimBodySaysWhenItIsConnected(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, kind := range []string{"v2", "v1", "v1-worst"} {
		s := newServer(ctx, t)
		cmd := program(ctx, t, "body", "--sim", "--body", kind, "--backend", "ws://127.0.0.1:"+strconv.Itoa(s.port))
		r, w := io.Pipe()
		cmd.Stderr = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(r)
		for _, want := range []string{"The embedded world is connected to ws://127.0.0.1:", "is lost; the body tries again"} {
			if !lines.Scan() || !strings.Contains(lines.Text(), want) {
				t.Errorf("%s said %q, want %q", kind, lines.Text(), want)
			}
			s.kill()
		}
		go func() { _, _ = io.Copy(io.Discard, r) }()
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		_ = w.Close()
	}
}

// TestASimBodyThatHasEndedEndsTheProgram: nothing would ever come of waiting.
func TestASimBodyThatHasEndedEndsTheProgram(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := newServer(ctx, t)
	cmd := program(ctx, t, "body", "--sim", "--port", strconv.Itoa(s.port), "--fault", "crash=2")
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != exitIncomplete || !strings.Contains(said.String(), "the embedded body ended: the body crashed") {
		t.Errorf("%v: %s", err, said.String())
	}
}

// TestWhereABodyLooksForMinehand: at the address that was given, not at the
// port that was not.
func TestWhereABodyLooksForMinehand(t *testing.T) {
	for _, c := range []struct {
		backend string
		port    int
		here    bool
	}{
		{"", 7, true},
		{"ws://localhost:9", 9, true},
		{"ws://127.0.0.1:9/", 9, true},
		{"ws://[::1]:9", 9, true},
		{"ws://elsewhere:9", 0, false},
		{"wss://localhost", 0, false},
	} {
		o := bodyOptions{backend: c.backend, port: 7}
		if port, here := o.local(); port != c.port || here != c.here {
			t.Errorf("%q: %d, %v", c.backend, port, here)
		}
	}
}
