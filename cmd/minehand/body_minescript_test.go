// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheScriptIsPutIntoAGameAndTakenOut(t *testing.T) {
	python := filepath.Join(t.TempDir(), "python3") // not every machine has one
	if err := os.WriteFile(python, []byte("#!/bin/sh\necho /usr/bin/python3\necho 3 12\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(python)+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir := filepath.Join(t.TempDir(), "Better MC", ".minecraft")
	if err := os.MkdirAll(filepath.Join(dir, "mods"), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(in string, args ...string) int {
		root := newRoot(strings.NewReader(in), io.Discard, io.Discard)
		root.SetArgs(append([]string{"body", "--minescript", "--port", "1"}, args...))
		err := root.Execute()
		var exit *exitError
		switch {
		case err == nil:
			return 0
		case errors.As(err, &exit):
			return exit.code
		}
		t.Errorf("%v: %v", args, err)
		return -1
	}
	script := filepath.Join(dir, "minescript", "minehand.py")
	if code := run("no\n", "--folder", dir); code == 0 {
		t.Fatal("a no is no yes")
	}
	if _, err := os.Stat(script); err == nil {
		t.Fatal("it wrote without a yes")
	}
	if code := run("yes\n", "--folder", dir); code != 0 {
		t.Fatalf("it ended with %d", code)
	}
	text, err := os.ReadFile(filepath.Join(dir, "minescript", "config.txt"))
	if err != nil || !strings.Contains(string(text), "autorun[*]=minehand --port 1\n") {
		t.Fatalf("%q, %v", text, err)
	}
	if code := run("", "--folder", dir, "--remove"); code != 0 {
		t.Fatalf("it ended with %d", code)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Fatalf("left: %v", left)
	}
	for _, args := range [][]string{{"--folder", filepath.Join(dir, "nowhere")}, {"--sim"}, {"--name", "Steve"}} {
		if code := run("", args...); code != exitBadInput {
			t.Errorf("%v ended with %d", args, code)
		}
	}
}
