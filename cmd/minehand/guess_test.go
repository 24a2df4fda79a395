// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// A goal that is only guessed at is asked about: the next line of the input is the
// answer, and without a yes nothing is begun.
func TestPlayAsksAboutAGuess(t *testing.T) {
	for _, c := range []struct {
		in, want string
		flags    []string
		code     int
	}{
		{"", `Did you mean "get 2 dirt"?`, nil, exitBadInput},
		{"n\n", "Nothing was begun.", nil, exitBadInput},
		{"perhaps\ny\n", "Done: 2 dirt held.", nil, exitComplete},
		{"", "Done: 2 dirt held.", []string{"--yes"}, exitComplete},
	} {
		cmd := program(t.Context(), t, append([]string{"play", "--speed", "600", "get 2 dirtt"}, c.flags...)...)
		cmd.Stdin = strings.NewReader(c.in)
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.want) {
			t.Errorf("%q ends with %d, %v:\n%s", c.in, code, err, out)
		}
	}
}

// The summary of --json shows the clauses with what proves them.
func TestTheSummaryShowsClauses(t *testing.T) {
	out, err := program(t.Context(), t, "play", "--json", "--speed", "600", "get 1 dirt and say hello").Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var s summary
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &s); err != nil {
		t.Fatal(err)
	}
	if !s.Verified || len(s.Clauses) != 2 || s.Clauses[0].Grade != "seen" || !strings.Contains(s.Clauses[0].Evidence, "1 dirt held") || s.Clauses[1].Grade != "told" || s.Reading == "" {
		t.Errorf("the summary is %+v", s)
	}
}
