// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// conform runs `minehand conformance` against a `minehand body --sim`, both as
// processes of their own, and returns what it printed and its exit code.
func conform(t *testing.T, kind string, flags ...string) (printed string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	test := program(ctx, t, append([]string{"conformance", "--port", "0", "--timeout", "30s"}, flags...)...)
	var all strings.Builder
	r, w := io.Pipe()
	test.Stdout, test.Stderr = io.MultiWriter(&all, w), w
	if err := test.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(r)
	port := ""
	for port == "" && lines.Scan() {
		if m := regexp.MustCompile(`ws://localhost:(\d+)/`).FindStringSubmatch(lines.Text()); m != nil {
			port = m[1]
		}
	}
	read := make(chan struct{})
	go func() { defer close(read); _, _ = io.Copy(io.Discard, r) }()
	body := program(ctx, t, "body", "--sim", "--body", kind, "--port", port, "--speed", "600")
	if err := body.Start(); err != nil {
		t.Fatal(err)
	}
	err := test.Wait()
	_ = w.Close()
	<-read
	_ = body.Process.Signal(os.Interrupt)
	_ = body.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return all.String(), test.ProcessState.ExitCode()
}

func TestConformanceOfABody(t *testing.T) {
	dir := t.TempDir()
	junit, frames := filepath.Join(dir, "report.xml"), filepath.Join(dir, "frames.jsonl")
	printed, code := conform(t, "v2", "--yes", "--only", "action/craft/comp*", "--junit", junit, "--transcript", frames)
	if code != 0 || !strings.Contains(printed, "pass  action/craft/complete") || !strings.Contains(printed, "1 passed, 0 failed, 0 skipped in ") {
		t.Errorf("exit %d\n%s", code, printed)
	}
	report, err := os.ReadFile(junit)
	if err != nil || xml.Unmarshal(report, new(struct{})) != nil || !strings.Contains(string(report), `tests="1"`) {
		t.Errorf("JUnit %v\n%s", err, report)
	}
	text, err := os.ReadFile(frames)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("the transcript holds %s", line)
		}
	}
	if !strings.Contains(string(text), "oak_planks") {
		t.Error("the transcript does not show the action")
	}
}

func TestConformanceSaysWhatFails(t *testing.T) {
	printed, code := conform(t, "v1-worst", "--yes", "--json", "--only", "action/mine/not_found")
	if code != 1 || !strings.Contains(printed, `"result":"fail"`) || !strings.Contains(printed, `"failed":1`) {
		t.Errorf("exit %d\n%s", code, printed)
	}
	printed, code = conform(t, "v1", "--only", "action/mine/not_found")
	if code != 2 || strings.Contains(printed, "pass") {
		t.Errorf("a world that is not for testing: exit %d\n%s", code, printed)
	}
}
