// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// tty is the terminal that a stream is; nil for none.
func tty(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// drawable is a terminal whose cursor can be moved.
func drawable(stream any) *os.File {
	if kind := os.Getenv("TERM"); kind == "dumb" || kind == "" && runtime.GOOS != "windows" {
		return nil
	}
	return tty(stream)
}

// piped reports whether a program, and no person, is at the other end.
func piped(in io.Reader) bool {
	_, isFile := in.(*os.File)
	return isFile && tty(in) == nil
}

// clearLine goes to the beginning of a terminal's line and takes out what is there.
const clearLine = "\r\x1b[K"

// statusLine is a line of a terminal that is drawn anew. Its owner guards it.
type statusLine struct {
	to    io.Writer // nil draws nothing
	shown bool
}

func (l *statusLine) show(text string) {
	if l.to != nil {
		_, _ = io.WriteString(l.to, clearLine+text)
		l.shown = true
	}
}

func (l *statusLine) clear() {
	if l.shown {
		_, _ = io.WriteString(l.to, clearLine)
		l.shown = false
	}
}

// output is where progress goes. It remembers the first fault: a goal that
// nobody hears of is stopped.
type output struct {
	to io.Writer
	// broken is closed at the first fault.
	broken chan struct{}

	mu  sync.Mutex
	err error
}

func newOutput(to io.Writer) *output { return &output{to: to, broken: make(chan struct{})} }

func (o *output) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.err == nil {
			o.err = err
			close(o.broken)
		}
	}
	return n, err
}

// fault is the exit of a program that could not print; a reader that left, as
// head does, needs no words.
func (o *output) fault() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err == nil:
		return nil
	case errors.Is(o.err, syscall.EPIPE):
		return &exitError{code: exitIncomplete}
	}
	return fmt.Errorf("the goal was stopped because its progress cannot be printed: %w", o.err)
}
