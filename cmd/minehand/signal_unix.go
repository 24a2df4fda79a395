// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// ends are what ends the program: Ctrl+C, a service manager, and a terminal that was
// closed, unless it was started to outlive it (nohup).
func ends() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return []os.Signal{os.Interrupt, syscall.SIGTERM}
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
}

// ignoreBrokenPipes makes a write to a pipe that nobody reads an error, which
// would else end the program at once and leave its files behind.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
