// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/minehand/minehand/internal/natstest"
)

// asProgram makes the test binary be the program, asGame a process that waits
// for the end of its standard input.
const (
	asProgram = "MINEHAND_TEST_AS_PROGRAM"
	asGame    = "MINEHAND_TEST_AS_GAME"
	// quickProgram names a program that the race detector does not watch: it starts five
	// times as fast, for all but servers. What other commands run, the tests of
	// cmd/internal/app watch within their own process.
	quickProgram = "MINEHAND_TEST_QUICK_PROGRAM"
)

func TestMain(m *testing.M) {
	natstest.Main()
	if os.Getenv(asProgram) != "" {
		main()
	}
	if os.Getenv(asGame) != "" {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	testscript.Main(m, map[string]func(){"minehand": main})
}

// program is the real program as a process of its own. Short runs (make quick)
// leave its tests out: they wait for real clocks.
func program(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("a whole program takes its time")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(args, "serve") {
		self = cmp.Or(os.Getenv(quickProgram), self)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	home := t.TempDir()
	cmd.Env = append(os.Environ(), asProgram+"=1", "HOME="+home, "XDG_CONFIG_HOME="+home)
	return cmd
}

// TestScripts runs the real program as its users do.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_CONFIG_HOME", env.WorkDir+"/.config")
			env.Setenv("GORACE", os.Getenv("GORACE")) // the race detector's options
			if file := os.Getenv(quickProgram); file != "" {
				env.Setenv("PATH", filepath.Dir(file)+string(os.PathListSeparator)+env.Getenv("PATH"))
			}
			return nil
		},
	})
}
