//go:build !windows

package process

import (
	"os/exec"
	"syscall"
)

// group is a process group of the command's own.
type group struct{ cmd *exec.Cmd }

// newGroup prepares the command to lead a group.
func newGroup(cmd *exec.Cmd) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{cmd}, nil
}

// started is told that the command runs.
func (g *group) started() error { return nil }

// kill ends the command and everything it started in its group.
func (g *group) kill() error { return syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

// close lets go of the group without ending anything.
func (g *group) close() {}
