// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoctorAsksTheMinehandThatRuns about the history that it has open; of one that
// runs on another port than the config's it says so, and not to start one.
func TestDoctorAsksTheMinehandThatRuns(t *testing.T) {
	addr, serve, _ := serving(t, "")
	dir := serve.Args[len(serve.Args)-1]
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	for port, want := range map[string]string{
		port: "ok   The history was verified ",
		"1":  fmt.Sprintf("FIX  The data folder is in use: another Minehand (process %d) has %s open; close it, or choose another folder with --data-dir. On port 1 it cannot be asked; name the port that it printed with --port.\n", serve.Process.Pid, dir),
	} {
		config := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(config, []byte("port: "+port+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := program(t.Context(), t, "doctor", "--verify", "--config", config, "--data-dir", dir).Output() // its exit code is that of all it looked at
		if !strings.Contains(string(out), want) {
			t.Errorf("with port %s it says\n%s\nnot %q", port, out, want)
		}
	}
}
