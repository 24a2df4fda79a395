// SPDX-License-Identifier: MIT

//go:build !windows

package providers_test

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// gone tells whether a process has ended, one that nobody has fetched included.
func gone(pid int) bool {
	if syscall.Kill(pid, 0) == syscall.ESRCH {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := bytes.Cut(stat, []byte(") "))
	return bytes.HasPrefix(rest, []byte("Z"))
}

// ownSession makes a child lead a session of its own, out of its parent's group.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
