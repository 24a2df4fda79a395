// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"syscall"
	"testing"
	"time"

	"github.com/minehand/minehand/internal/logtest"
)

// line is what the tests look at in one line of --json.
type line struct {
	Type   string `json:"type"`
	Status string `json:"status"`
	Task   *struct {
		State string `json:"state"`
	} `json:"task"`
	Action *struct {
		ID    string `json:"id"`
		Seq   int    `json:"seq"`
		Ended string `json:"ended"`
	} `json:"action"`
}

// TestInterruptStopsAtEveryStage sends Ctrl+C at a stage of a goal: the task
// ends stopped within seconds, and nothing is sent after it.
func TestInterruptStopsAtEveryStage(t *testing.T) {
	for _, c := range []struct {
		name string
		at   func(line) bool
		args []string
	}{
		{"planning", func(l line) bool { return l.Task != nil && l.Task.State == "planning" }, nil},
		{"the first action", func(l line) bool { return l.Action != nil && l.Action.Seq == 1 }, nil},
		{"a later action", func(l line) bool { return l.Action != nil && l.Action.Seq == 5 }, []string{"--speed", "60"}},
		{"a plan that waits for a yes", func(l line) bool { return l.Task != nil && l.Task.State == "awaiting_approval" }, []string{"--approve"}},
		{"behind an honest v1 mod", func(l line) bool { return l.Action != nil && l.Action.Seq == 1 }, []string{"--body", "v1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := program(ctx, t, append([]string{"play", "get 64 diamonds", "--json", "--speed", "5"}, c.args...)...)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			errs := &logtest.Log{}
			cmd.Stderr = errs
			typed, err := cmd.StdinPipe() // somebody is there, and types nothing
			if err != nil {
				t.Fatal(err)
			}
			defer typed.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			interrupted, sentAfter := time.Time{}, 0
			var last line
			scan := bufio.NewScanner(out)
			scan.Buffer(nil, 4<<20)
			for scan.Scan() {
				var l line
				if err := json.Unmarshal(scan.Bytes(), &l); err != nil {
					t.Fatalf("a line that is no JSON: %s", scan.Text())
				}
				if interrupted.IsZero() && c.at(l) {
					if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
						t.Fatal(err)
					}
					interrupted = time.Now()
				} else if !interrupted.IsZero() && l.Action != nil && time.Since(interrupted) > time.Second && l.Action.Ended == "" {
					sentAfter++
				}
				last = l
			}
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitIncomplete {
				t.Fatalf("exit: %v, after %+v, with %s", err, last, errs)
			}
			if last.Type != "summary" || last.Status != "stopped" {
				t.Fatalf("the last line is %+v, want the summary of a stopped task", last)
			}
			if sentAfter > 0 {
				t.Fatalf("%d actions were sent after the stop", sentAfter)
			}
		})
	}
}
