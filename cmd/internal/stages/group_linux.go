// SPDX-License-Identifier: MIT

package stages

import (
	"os/exec"
	"syscall"
)

// ownGroup keeps a person's Ctrl+C from the process, which its runner ends, and has
// the system end it when the runner was killed.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
