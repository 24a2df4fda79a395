// Command minehand is the hired hand for Minecraft without a window: it plays
// a goal in the embedded world or through a connected body, and prints what it
// does.
//
//	minehand play "get 3 diamonds"
//
// Exit codes: 0 truly complete, 1 not complete, 2 bad input or a goal that
// could not be read, 3 impossible, 4 planning gave up.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// The exit codes of the program.
const (
	exitComplete   = 0
	exitIncomplete = 1
	exitBadInput   = 2
	exitImpossible = 3
	exitGaveUp     = 4
)

// exitError carries an exit code. Its message, when not empty, is printed.
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

func main() {
	err := newRoot(os.Stdin, os.Stdout, os.Stderr).ExecuteContext(context.Background())
	os.Exit(report(err))
}

// report prints the error as a sentence and returns the exit code.
func report(err error) int {
	if err == nil {
		return exitComplete
	}
	code := exitBadInput // cobra's own errors are about flags and arguments
	var exit *exitError
	if errors.As(err, &exit) {
		code = exit.code
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintln(os.Stderr, "minehand: "+msg)
	}
	return code
}
