// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"strings"
	"testing"
)

// TestPlaySaysThatAnEarlierGoalComesFirst: a run that was killed left its goal
// in the journal, and the next one on that folder finishes it before its own.
func TestPlaySaysThatAnEarlierGoalComesFirst(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	first := program(ctx, t, "play", "get 2 oak logs", "--data-dir", dir, "--speed", "1", "--plain")
	out, err := first.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), "[1/") {
	}
	_ = first.Process.Kill()
	_ = first.Wait()

	text, err := program(ctx, t, "play", "say hello", "--data-dir", dir, "--speed", "5", "--plain").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	note := strings.Index(string(text), `First comes the goal of an earlier run, which was not finished: "get 2 oak logs".`)
	own := strings.Index(string(text), `Understood: say "hello"`)
	if note < 0 || own < note || strings.Contains(string(text), "/0]") {
		t.Errorf("it shows\n%s", text)
	}
}
