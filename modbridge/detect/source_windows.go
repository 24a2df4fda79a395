// SPDX-License-Identifier: MIT

package detect

import (
	"context"

	"github.com/shirou/gopsutil/v3/process"
)

// arguments takes the whole command line and splits it as Windows does: the
// library's own list is split at blanks.
func arguments(ctx context.Context, p *process.Process) (Arguments, error) {
	line, err := p.CmdlineWithContext(ctx)
	if err != nil || line == "" {
		return Arguments{}, err
	}
	return CommandLine(line), nil
}

func environment(ctx context.Context, p *process.Process) ([]string, error) {
	return p.EnvironWithContext(ctx)
}
