//go:build !windows

package main

import (
	"os/signal"
	"syscall"
)

// terminate is what service managers send.
const terminate = syscall.SIGTERM

// ignoreBrokenPipes makes a write to a pipe that nobody reads an error, which
// would else end the program at once and leave its files behind.
func ignoreBrokenPipes() { signal.Ignore(syscall.SIGPIPE) }
