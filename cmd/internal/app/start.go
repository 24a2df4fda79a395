// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"syscall"

	"github.com/minehand/minehand/orchestrator/journal"
)

// InputError says that something was asked for which cannot be had: a port that
// is taken, a data folder in use. Asking for something else helps, which it
// would not with a full disk.
type InputError struct{ Fault error }

func (e *InputError) Error() string { return e.Fault.Error() }

func (e *InputError) Unwrap() error { return e.Fault }

func inputError(format string, args ...any) error {
	return &InputError{fmt.Errorf(format, args...)}
}

// askedFor are the faults of a data folder that another one does not have.
var askedFor = []error{
	journal.ErrInUse, journal.ErrNewer, journal.ErrReadOnly, journal.ErrDamaged, journal.ErrOtherHome,
	fs.ErrPermission, fs.ErrExist, fs.ErrNotExist,
	syscall.ENOTDIR, syscall.EROFS, syscall.ENAMETOOLONG, syscall.ELOOP, syscall.EINVAL,
}

// startFault makes an *InputError of what was asked for wrongly and leaves what
// is wrong with the machine.
func startFault(err error) error {
	if slices.ContainsFunc(askedFor, func(e error) bool { return errors.Is(err, e) }) {
		return &InputError{err}
	}
	return err
}
