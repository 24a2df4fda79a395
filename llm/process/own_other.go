// SPDX-License-Identifier: MIT

//go:build !linux && !windows

package process

import "syscall"

// dieWithParent has nothing like it here.
func dieWithParent(*syscall.SysProcAttr) {}

// descendants cannot be found here outside of the process group.
func descendants(string, int) []int { return nil }

// born is not known here.
func born(int) string { return "" }
