// SPDX-License-Identifier: MIT

//go:build !fleet

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutAFleet: what needs a cluster names the program that has one, in one sentence.
func TestWithoutAFleet(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("cluster: {url: 'nats://127.0.0.1:1'}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"cluster", "up", "--port", "4222"},
		{"cluster", "status", "--json"},
		{"mission", "worker", "--parallel", "2"},
		{"mission", "run", "x.yaml", "--workers", "nats://127.0.0.1:1"},
		{"serve", "--port", "0", "--config", config, "--data-dir", t.TempDir()},
	} {
		cmd := program(t.Context(), t, args...)
		text, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitBadInput || strings.Count(string(text), "use it in this program's place") != 1 ||
			strings.Count(string(text), "\n") != 1 {
			t.Errorf("%v: %v, %s", args, err, text)
		}
	}
}
