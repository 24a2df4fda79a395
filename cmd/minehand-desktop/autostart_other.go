// SPDX-License-Identifier: MIT

//go:build !windows

package main

import (
	"os"
	"runtime"
)

// ownEntry is that of this system and user.
func ownEntry() entry { return fileEntryOf(runtime.GOOS, os.Getenv) }
