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

// say turns an error of SQLite into a sentence with the fix.
func (j *Journal) say(err error) error {
	var e *sqlite.Error
	var said *fault
	var path *fs.PathError
	switch {
	case err == nil || errors.As(err, &said):
		return err
	case errors.As(err, &path): // of the log
		return j.sayLog(err)
	case strings.Contains(err.Error(), notAValue): // what no program wrote
		return j.damaged(err)
	case !errors.As(err, &e):
		return err
	}
	return j.sayDatabase(e.Code(), err)
}

// sayLog words a failure of the log's files.
func (j *Journal) sayLog(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return j.full(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return j.readOnly(err)
	}
	return j.unwritable(err)
}

// sayDatabase words what SQLite reports.
func (j *Journal) sayDatabase(code int, err error) error {
	switch code & 0xff {
	case lib.SQLITE_FULL:
		return j.full(err)
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM, lib.SQLITE_AUTH:
		return j.readOnly(err)
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		return j.damaged(err)
	case lib.SQLITE_IOERR:
		return j.unwritable(err)
	}
	return fmt.Errorf("the journal cannot be used: %w", err)
}

// notAValue is how database/sql, which has no error of its own for it, says that a
// row holds something else than it should: text where a number was written.
const notAValue = "sql: Scan error"

func (j *Journal) damaged(err error) error {
	return &fault{
		ErrDamaged,
		fmt.Sprintf("start Minehand again, which sets %s in %s aside and keeps what can be read of it", FileName, j.dir),
		err,
	}
}

func (j *Journal) full(err error) error {
	return &fault{ErrFull, fmt.Sprintf("free some space for %s", j.dir), err}
}

func (j *Journal) readOnly(err error) error {
	return &fault{ErrReadOnly, fmt.Sprintf("make %s writable, or choose another folder with --data-dir", j.dir), err}
}

func (j *Journal) unwritable(err error) error {
	return &fault{errors.New("the journal cannot be written"), fmt.Sprintf("check the disk of %s", j.dir), err}
}
