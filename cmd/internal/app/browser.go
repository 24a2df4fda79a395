// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
)

// OpenBrowser opens an address of our own in the user's browser. It does not wait
// for it.
func OpenBrowser(ctx context.Context, address string) error {
	ctx = context.WithoutCancel(ctx) // the browser outlives us
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		cmd = exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		cmd = exec.CommandContext(ctx, "open", address)
	default:
		cmd = exec.CommandContext(ctx, "xdg-open", address)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("open the browser: %w", err)
	}
	go func() { _ = cmd.Wait() }() // it is the desktop's own from here on
	return nil
}
