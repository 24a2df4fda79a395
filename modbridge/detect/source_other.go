// SPDX-License-Identifier: MIT

//go:build !windows && !darwin

package detect

import (
	"context"

	"github.com/shirou/gopsutil/v3/process"
)

func arguments(ctx context.Context, p *process.Process) (Arguments, error) {
	argv, err := p.CmdlineSliceWithContext(ctx)
	return Argv(argv...), err
}

func environment(ctx context.Context, p *process.Process) ([]string, error) {
	return p.EnvironWithContext(ctx)
}
