// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"
)

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
	return &exitError{exitIncomplete, fmt.Errorf("the goal was stopped because its progress cannot be printed: %w", o.err)}
}
