// SPDX-License-Identifier: MIT

package journal

import (
	"errors"
	"os"
	"syscall"
)

// dataFile waits for the data of a file, and not for the time of its last change.
type dataFile struct{ *os.File }

// Sync returns when what was written is on the disk.
func (f dataFile) Sync() error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	again := syscall.EINTR
	for again == syscall.EINTR {
		again = 0
		if err := raw.Control(func(fd uintptr) {
			if e := syscall.Fdatasync(int(fd)); e != nil {
				errors.As(e, &again)
			}
		}); err != nil {
			return err
		}
	}
	if again != 0 {
		return &os.PathError{Op: "fdatasync", Path: f.Name(), Err: again}
	}
	return nil
}

// syncFolder makes a new file of a folder survive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return f.Sync()
}
