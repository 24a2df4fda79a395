// SPDX-License-Identifier: MIT

//go:build !windows

package llmtest

import "syscall"

// ownSession makes a child lead a session of its own, out of its parent's group.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
