// SPDX-License-Identifier: MIT

package process

import (
	"fmt"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object that holds the command and what it starts. They end when its
// last handle is closed, as the system does when Minehand is killed; a run that went
// well takes that back first, so that a program may leave a server running on purpose.
type group struct {
	cmd *exec.Cmd
	job windows.Handle
}

// newGroup prepares the command to run in a job.
func newGroup(cmd *exec.Cmd, _ string) (*group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("making a job for the program: %w", err)
	}
	if err := limit(job, windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE); err != nil {
		_ = windows.CloseHandle(job)
		return nil, fmt.Errorf("setting up the program's job: %w", err)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	return &group{cmd, job}, nil
}

// limit sets what holds for the processes of a job.
func limit(job windows.Handle, flags uint32) error {
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = flags
	_, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)))
	return err
}

// started puts the running command into the job.
func (g *group) started() error {
	p, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(g.cmd.Process.Pid))
	if err != nil {
		return nil // it has ended already
	}
	defer func() { _ = windows.CloseHandle(p) }()
	if err := windows.AssignProcessToJobObject(g.job, p); err != nil {
		return fmt.Errorf("putting the program into its job: %w", err)
	}
	return nil
}

// kill ends everything in the job.
func (g *group) kill() error { return windows.TerminateJobObject(g.job, 1) }

// killLeft ends what a command left behind that has ended itself.
func (g *group) killLeft() error { return g.kill() }

// close lets go of the job without ending anything.
func (g *group) close() {
	_ = limit(g.job, 0) // without it, what is left ends with the job
	_ = windows.CloseHandle(g.job)
}
