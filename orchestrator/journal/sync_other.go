// SPDX-License-Identifier: MIT

//go:build !linux

package journal

import "os"

type dataFile struct{ *os.File }

// syncFolder does nothing: the systems that need it are told by sync_linux.go.
func syncFolder(string) error { return nil }
