// SPDX-License-Identifier: MIT

package llmtest

import "syscall"

// ownSession has nothing like it here.
func ownSession() *syscall.SysProcAttr { return nil }
