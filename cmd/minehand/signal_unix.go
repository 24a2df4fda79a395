//go:build !windows

package main

import "syscall"

// terminate is what service managers send.
const terminate = syscall.SIGTERM
