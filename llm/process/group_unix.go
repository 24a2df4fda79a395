// SPDX-License-Identifier: MIT

//go:build !windows

package process

import (
	"os/exec"
	"runtime"
	"syscall"
)

// group is a process group of the command's own, with whatever the command starts
// outside of it as far as the system lets that be found ([descendants]).
type group struct {
	cmd  *exec.Cmd
	mark string
}

// newGroup prepares the command to lead a group. The calling goroutine starts it and
// waits for it, and then calls close.
func newGroup(cmd *exec.Cmd, mark string) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(cmd.SysProcAttr)
	// What dies with its parent does so with the thread that started it.
	runtime.LockOSThread()
	return &group{cmd, mark}, nil
}

// started is told that the command runs.
func (g *group) started() error { return nil }

// kill ends the command and everything that it started.
func (g *group) kill() error {
	before := descendants(g.mark, g.cmd.Process.Pid) // while they can still be told by it
	err := g.killLeft()
	killAll(before)
	return err
}

// killLeft ends what a command left behind that has ended itself.
func (g *group) killLeft() error {
	err := syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL)
	killMarked(g.mark)
	return err
}

// close lets go of the group without ending anything.
func (g *group) close() { runtime.UnlockOSThread() }

// killMarked ends all processes of a run. Each look may find what was started
// meanwhile.
func killMarked(mark string) (killed int) {
	const looks = 20
	for range looks {
		list := descendants(mark, 0)
		if len(list) == 0 {
			break
		}
		killed += killAll(list)
	}
	return killed
}

func killAll(pids []int) (killed int) {
	for _, pid := range pids {
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			killed++
		}
	}
	return killed
}
