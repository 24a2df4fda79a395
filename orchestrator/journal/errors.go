// SPDX-License-Identifier: MIT

package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// Errors that callers tell apart.
var (
	// ErrInUse: another process has the data folder.
	ErrInUse = errors.New("the data folder is in use")
	// ErrNewer: the file was written by a newer program.
	ErrNewer = errors.New("the journal is newer than this program")
	// ErrFull: there is no room on the disk.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly: the file cannot be written.
	ErrReadOnly = errors.New("the journal is read-only")
	// ErrDamaged: the database is out of order.
	ErrDamaged = errors.New("the journal is damaged")
	// ErrOtherHome: the folder's log is not where it was opened with.
	ErrOtherHome = errors.New("the data folder has its log elsewhere")
	errClosed    = errors.New("the journal is closed")
	// errUnwritable: the disk fails.
	errUnwritable = errors.New("the journal cannot be written")
)

// fault is a sentence for a person with its cause for operators.
type fault struct {
	kind  error
	words string
	cause error
}

func (f *fault) Error() string { return f.kind.Error() + ": " + f.words }

// Unwrap returns the kind, and the cause where there is one.
func (f *fault) Unwrap() []error {
	if f.cause == nil {
		return []error{f.kind}
	}
	return []error{f.kind, f.cause}
}

// say turns an error of SQLite, or of the log's files, into a sentence with the fix.
func (j *Journal) say(err error) error {
	var e *sqlite.Error
	var said *fault
	var path *fs.PathError
	switch {
	case err == nil || errors.As(err, &said):
		return err
	case errors.As(err, &path): // of the log
		for _, at := range [...]struct{ cause, kind error }{
			{syscall.ENOSPC, ErrFull}, {syscall.EDQUOT, ErrFull}, {fs.ErrPermission, ErrReadOnly}, {syscall.EROFS, ErrReadOnly},
		} {
			if errors.Is(err, at.cause) {
				return j.fault(at.kind, err)
			}
		}
		return j.fault(errUnwritable, err)
	case strings.Contains(err.Error(), notAValue): // what no program wrote
		return j.fault(ErrDamaged, err)
	case !errors.As(err, &e):
		return err
	}
	if kind := codes[e.Code()&0xff]; kind != nil {
		return j.fault(kind, err)
	}
	return fmt.Errorf("the journal cannot be used: %w", err)
}

// codes are what SQLite's stand for.
var codes = map[int]error{
	lib.SQLITE_FULL: ErrFull, lib.SQLITE_CORRUPT: ErrDamaged, lib.SQLITE_NOTADB: ErrDamaged, lib.SQLITE_IOERR: errUnwritable,
	lib.SQLITE_READONLY: ErrReadOnly, lib.SQLITE_CANTOPEN: ErrReadOnly, lib.SQLITE_PERM: ErrReadOnly, lib.SQLITE_AUTH: ErrReadOnly,
}

// notAValue is how database/sql, which has no error of its own for it, says that a
// row holds something else than it should: text where a number was written.
const notAValue = "sql: Scan error"

// fault is what a person is told of an error of that kind.
func (j *Journal) fault(kind, cause error) error {
	words := map[error]string{
		ErrDamaged:    "start Minehand again, which sets " + FileName + " in %s aside and keeps what can be read of it",
		ErrFull:       "free some space for %s",
		ErrReadOnly:   "make %s writable, or choose another folder with --data-dir",
		errUnwritable: "check the disk of %s",
	}
	return &fault{kind, fmt.Sprintf(words[kind], j.dir), cause}
}
