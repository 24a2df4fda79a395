// SPDX-License-Identifier: MIT

package detect

import (
	"context"

	"github.com/shirou/gopsutil/v3/process"
	"golang.org/x/sys/unix"
)

// arguments asks the kernel: without cgo the library runs ps, which joins the
// arguments with blanks.
func arguments(_ context.Context, p *process.Process) (Arguments, error) {
	argv, _, err := processArguments(p.Pid)
	return Argv(argv...), err
}

func environment(_ context.Context, p *process.Process) ([]string, error) {
	_, env, err := processArguments(p.Pid)
	return env, err
}

func processArguments(pid int32) (argv, env []string, err error) {
	data, err := unix.SysctlRaw("kern.procargs2", int(pid))
	if err != nil {
		return nil, nil, err
	}
	return splitDarwin(data)
}
