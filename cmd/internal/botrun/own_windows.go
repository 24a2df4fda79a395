// SPDX-License-Identifier: MIT

package botrun

import "os/exec"

// own leaves the command as it is: Windows has no process groups to signal, and
// the context kills the process.
func own(*exec.Cmd) {}

// sweep does nothing, for the same reason.
func sweep(*exec.Cmd) {}
