// SPDX-License-Identifier: MIT

//go:build !windows

package botrun

import (
	"os/exec"
	"syscall"
)

// own gives the command a process group of its own, which is asked to leave as
// a whole when the context ends.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
}

// sweep kills what the command started and left behind.
func sweep(cmd *exec.Cmd) {
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // mostly there is nobody left
	}
}
