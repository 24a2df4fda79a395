// SPDX-License-Identifier: MIT

//go:build !windows

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// openFiles is how many files this process may have open, 0 for any number.
func openFiles() int {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil || l.Cur > 1<<30 {
		return 0
	}
	return int(l.Cur)
}

// outOfFiles: the process, or the system, has no descriptor left.
func outOfFiles(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// tighten takes from a file that holds secrets what lets others read or change
// it, and reports whether there was anything to take. A file that is missing is
// fine.
func tighten(name string) (bool, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.Mode().IsRegular():
		return false, fmt.Errorf("%s is no plain file: move it away, and Minehand makes a new one", name)
	case info.Mode().Perm()&0o077 == 0:
		return false, nil
	}
	if err := os.Chmod(name, info.Mode().Perm()&^0o077); err != nil {
		return false, fmt.Errorf(
			"%s can be read or changed by other users of this computer, and that cannot be mended here: make it yours with chmod 600: %w",
			name, err,
		)
	}
	return true, nil
}
