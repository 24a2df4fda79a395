// SPDX-License-Identifier: MIT

// Command minehand is the hired hand for Minecraft without a window: it plays
// a goal in the embedded world or through a connected body, and prints what it
// does.
//
//	minehand play "get 3 diamonds"
//
// Exit codes: 0 truly complete, 1 not complete or broken off by a fault of the
// machine, 2 bad input or a goal that could not be read, 3 impossible; of plan
// alone, 4 planning gave up.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/ui/command"
)

// The exit codes of the program.
const (
	exitComplete   = 0
	exitIncomplete = 1
	exitBadInput   = 2
	exitImpossible = 3
	exitGaveUp     = 4 // of plan alone
	exitUnverified = 5 // carried out, and not proven
)

// exitError carries an exit code: that of other errors is exitIncomplete. Its message, when not empty, is printed.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func badInput(format string, args ...any) error {
	return &exitError{exitBadInput, fmt.Errorf(format, args...)}
}

// startError is the program's end when it could not start: 2 for what was asked
// for wrongly, 1 for a fault of the machine, such as a full disk.
func startError(err error) error {
	if input := (*app.InputError)(nil); errors.As(err, &input) {
		return &exitError{exitBadInput, err}
	}
	return err
}

func main() {
	app.UseOwnPhrases(app.PhrasesPath)
	root := newRoot(os.Stdin, os.Stdout, os.Stderr)
	began := false
	root.PersistentPreRun = func(*cobra.Command, []string) { began = true }
	err := root.ExecuteContext(context.Background())
	os.Exit(report(err, began))
}

// report prints the error as a sentence and returns the exit code. An error
// before any command began is about the command line.
func report(err error, began bool) int {
	if err == nil {
		return exitComplete
	}
	code := exitIncomplete
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		code = exit.code
	case !began:
		code = exitBadInput
	}
	if msg := oneError(err); msg != "" {
		fmt.Fprintln(os.Stderr, "minehand: "+msg)
	}
	return code
}

// oneError is an error as it is printed: a program's or a body's words may be in it.
func oneError(err error) string { return command.Plain(err.Error()) }
