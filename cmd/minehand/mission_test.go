// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/missions"
)

// someMissions are quick ones that differ, one of which fails.
const someMissions = `format: 1
missions:
  - {name: logs, do: [{goal: get 2 oak logs}], expect: {verdict: complete, inventory: {oak_log: ">=2"}}}
  - {name: dirt, do: [{goal: mine 3 dirt}], expect: {verdict: complete}}
  - {name: said, do: [{goal: say hello}], expect: {verdict: complete, chat: [hello]}}
  - {name: wrong, do: [{goal: get 1 bedrock}], expect: {verdict: complete}}
  - name: scripted
    planner: {provider: scripted, mode: low-level, policy: stop, replies: [{reply: {actions: [{type: mine, target: oak_log, quantity: 2}]}}]}
    do: [{goal: get 2 oak logs}]
    expect: {verdict: complete, model_calls: 1}
`

// resultsIn are the whole rows of a folder, without their times.
func resultsIn(t *testing.T, dir string) []string {
	t.Helper()
	rows, err := missions.ReadResults(dir)
	if err != nil {
		return nil
	}
	var out []string
	for i := range rows {
		rows[i].Times = missions.Times{}
		if r := &rows[i]; r.Dug != nil && *r.Dug+*r.Placed == 0 {
			r.Dug, r.Placed = nil, nil // a word may end before its body told that it changed nothing
		}
		raw, err := json.Marshal(rows[i])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(raw))
	}
	return out
}

// TestMissionsGoOnAfterAKill: mission run is killed in the middle as kill -9 does,
// and the same command goes on: every run has one row, and they are those of a run
// that nobody killed.
func TestMissionsGoOnAfterAKill(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	dir := t.TempDir()
	file := filepath.Join(dir, "some.yaml")
	if err := os.WriteFile(file, []byte(someMissions), 0o600); err != nil {
		t.Fatal(err)
	}
	args := func(out string) []string {
		return []string{"mission", "run", file, "--repeat", "3", "--parallel", "2", "--out", filepath.Join(dir, out), "--junit", filepath.Join(dir, out+".xml")}
	}
	whole := program(ctx, t, args("whole")...)
	if out, err := whole.CombinedOutput(); whole.ProcessState.ExitCode() != exitIncomplete { // one of them fails
		t.Fatalf("%v\n%s", err, out)
	}
	want := resultsIn(t, filepath.Join(dir, "whole"))
	if len(want) != 15 {
		t.Fatalf("%d rows, want 15", len(want))
	}
	killed := program(ctx, t, args("killed")...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "a third row", func() bool { return len(resultsIn(t, filepath.Join(dir, "killed"))) >= 3 })
	_ = killed.Process.Kill()
	_ = killed.Wait()
	if n := len(resultsIn(t, filepath.Join(dir, "killed"))); n >= 15 {
		t.Skipf("it had %d rows before it could be killed", n)
	}
	again := program(ctx, t, args("killed")...)
	out, err := again.CombinedOutput()
	if again.ProcessState.ExitCode() != exitIncomplete || !strings.Contains(string(out), "were played before; the others follow") || !strings.Contains(string(out), "3 of 15 runs failed") {
		t.Fatalf("%v\n%s", err, out)
	}
	if have := resultsIn(t, filepath.Join(dir, "killed")); strings.Join(have, "\n") != strings.Join(want, "\n") {
		t.Errorf("the rows differ:\n%s\nwant:\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
	report, err := os.ReadFile(filepath.Join(dir, "killed.xml"))
	if err != nil || bytes.Count(report, []byte("<testcase ")) != 15 || !bytes.Contains(report, []byte(`tests="15" failures="3"`)) {
		t.Errorf("%v\n%s", err, report)
	}
}

// TestWatchingMissions: --watch tells what happens in a run as it happens, before
// its result.
func TestWatchingMissions(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	file := filepath.Join(t.TempDir(), "one.yaml")
	if err := os.WriteFile(file, []byte("format: 1\nname: logs\ndo: [{goal: get 2 oak logs}]\nexpect: {verdict: complete}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := program(ctx, t, "mission", "run", file, "--watch").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	action, result := bytes.Index(out, []byte("1. Mine 2 oak logs: confirmed")), bytes.Index(out, []byte("[1/1] passed"))
	if action < 0 || result < action {
		t.Errorf("the action is not told before the result:\n%s", out)
	}
}

// TestComparingNamesOnePlanner: of a folder with several, one has to be named.
func TestComparingNamesOnePlanner(t *testing.T) {
	dir := t.TempDir()
	f, _, err := missions.OpenFolder(dir, &missions.Manifest{Format: missions.Format})
	if err != nil {
		t.Fatal(err)
	}
	for _, assist := range []string{"none", "check"} {
		m := &missions.Mission{Name: "a", Planner: missions.Planner{Provider: "x", Assist: assist}}
		if err := f.Add(&missions.Result{Run: &missions.Run{ID: "a/" + assist, Mission: m}, Outcome: missions.Passed}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, arg := range []string{dir, dir + ":x"} {
		if _, err := resultsOf(arg); err == nil || !strings.Contains(err.Error(), `:x check", "`) || !strings.Contains(err.Error(), `:x none"`) {
			t.Errorf("%s: %v", arg, err)
		}
	}
	if rows, err := resultsOf(dir + ":x check"); err != nil || len(rows) != 1 {
		t.Errorf("%v %d", err, len(rows))
	}
	if _, err := resultsOf(dir + ":y"); err == nil {
		t.Error("there is a y")
	}
}

// TestMissionsThatCannotBePlayed: what nobody could play is bad input, told in a
// sentence before anything is begun.
func TestMissionsThatCannotBePlayed(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	dir := t.TempDir()
	file := filepath.Join(dir, "one.yaml")
	if err := os.WriteFile(file, []byte("format: 1\nname: logs\ndo: [{goal: get 2 oak logs}]\nexpect: {verdict: complete}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "manifest.json")
	if err := os.WriteFile(manifest, []byte(`{"format": 1, "paths": ["`+filepath.ToSlash(file)+`"], "matrix": {"repeat": 1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{file, "--provider", "nobody"}, `there is no provider "nobody"; use auto, builtin, lmstudio, or add it under providers`},
		{[]string{file, "--mode", "sideways"}, `mode: "sideways" is none of`},
		{[]string{"--from", manifest, "--repeat", "9"}, "--from says how the missions are played: leave out --repeat"},
		{[]string{"--from", manifest, "--seeds", "1-3"}, "leave out --seeds"},
	} {
		cmd := program(ctx, t, append([]string{"mission", "run"}, c.args...)...)
		out, _ := cmd.CombinedOutput() // its exit code says how it ended
		if code := cmd.ProcessState.ExitCode(); code != exitBadInput || !bytes.Contains(out, []byte(c.want)) {
			t.Errorf("%v: code %d, %s; want %q", c.args, code, out, c.want)
		}
	}
}
